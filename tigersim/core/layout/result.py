"""The record of what a finished battle leaves."""

from __future__ import annotations

from tigersim.core.enums import LUCK_BANDS, LUCK_KINDS, MAX_UNITS
from tigersim.core.layout.sizes import VERBS, record

RESULT = record(
    [
        ("number", "i8"),
        ("table", "i4"),
        ("side_a_first", "i1"),  # side a was the attacker
        ("side_a_south", "i1"),  # side a stood at the south edge
        ("turns", "i2"),
        ("decks", "i1"),
        ("ended_by", "i1"),  # index into enums.ENDED_BY
        ("vp", "i2", (2,)),
        ("idle_turns", "i2", (2,)),
        ("waived", "i2", (2,)),
        ("forfeited", "i2", (2,)),
        ("luck", "f8", (LUCK_KINDS, LUCK_BANDS)),
        ("marker_vp", "i2", (2,)),  # part of ``vp``
        ("goal_vp", "i2", (2,)),  # part of ``vp``
        ("verbs", "i2", (2, VERBS)),  # orders carried out, by verb
        ("followed", "i2", (2,)),  # actions made by following
        ("never_acted", "i1", (2,)),  # units that carried out no order in the whole battle
        ("kind", "i2", (2, MAX_UNITS)),  # which unit stood in a slot, -1 = none
        ("dead", "i1", (2, MAX_UNITS)),
        ("hazard", "f8", (2, MAX_UNITS)),  # summed exact chances of being destroyed
    ]
)
