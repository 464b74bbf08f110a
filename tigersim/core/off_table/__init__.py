"""Off-table support: calling a barrage or an air strike, and its attacks (chapter 1.25).

``scenario.off_table`` says which of the two a battle permits (bits as in ``rules.off_table``; 0: neither).  An attack
runs through the stages of a Fire action, of which it has the attack dice, the saves and what comes after; no unit's
trait touches its dice, and they are never re-rolled.  ``shot.unit`` is the unit that calls, or for an ace played from
the hand the one that spots the first target: it says whose fire it is, and its stream throws the dice.
"""
