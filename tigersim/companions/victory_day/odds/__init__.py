"""Exact odds: every deal, pool or pairing is counted, in fractions."""
