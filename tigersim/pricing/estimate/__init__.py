"""Estimates: from battles to what units are worth, with their errors."""
