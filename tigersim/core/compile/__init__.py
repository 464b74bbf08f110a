"""Plumbing of the compiler: what is compiled how, and where it is kept."""
