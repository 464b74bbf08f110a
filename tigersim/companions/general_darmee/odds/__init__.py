"""Exact odds, counted over all dice."""
