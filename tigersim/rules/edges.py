"""The numbers of the table's edges, and of whose edge is the defender's."""

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
"""An edge of the table."""
NO_EDGE = -1
"""No edge has been drawn."""
EDGE_NAMES = ("north", "east", "south", "west")
DEFENDER_BY_CHANCE, DEFENDER_IN_SOUTH, DEFENDER_IN_NORTH = 0, 1, 2
"""Whose edge is the defender's, as a table may say (``t.defender_edge``): it does not, the south one, the north one.

The last two follow each other, so that a word of chance below 2 can be added to the first of them.
"""
