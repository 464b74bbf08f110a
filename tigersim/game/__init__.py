"""One battle for people: terms, table, players, what they see, and what came of it."""
