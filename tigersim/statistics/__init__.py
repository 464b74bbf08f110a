"""Statistics that know no game: exact laws and chains, intervals, regressions."""
