"""``tactician``: every order by what it is expected to win, every place by what can be done there, and to whom."""
