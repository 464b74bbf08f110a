"""Exact odds as tables small enough for a page: questions fall into classes with one answer each."""
