"""``tactician``.

Every order by what it is expected to win, every place by what can be done from there and to it.
"""
