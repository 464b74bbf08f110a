"""Chance without a game: exact laws and chains, intervals, regressions.  It knows no rules and imports no battle."""
