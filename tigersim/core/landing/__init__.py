"""Landings from the air: card, point, roll, drift, slide and losses (chapter 1.24).

A unit that lands is alive and off the table until the turn in which it is due; that turn begins with the landings,
before the draw (``b.turn`` is still the turn before).  For one unit after the other the owner chooses the point, the
dice are thrown, the opponent lets it drift if they fail, and a glider slides on.  What a glider carries shares its way.
"""

NEXT_STAGE, ROLL_STAGE, DOWN_STAGE, HEADING_STAGE, SLIDE_STAGE = range(5)
"""The next unit is due; its point is chosen; it comes down; the opponent heads it (AMB-129); it slides."""
