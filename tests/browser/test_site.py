"""The static site in a real browser, in both languages, wide and narrow."""
