"""What chance brought in one battle minus what was to be expected, by unit and by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tigersim.core.enums import LUCK_NAMES, MAX_UNITS, SIDES
from tigersim.errors import InvalidValue
from tigersim.game.battle import Battle

if TYPE_CHECKING:
    import pandas as pd

MEANING = {
    "kills": ("VP", "units destroyed, beyond their chances"),
    "shock": ("VP", "cost of units shocked, beyond their chances"),
    "recovery": ("VP", "cost of units recovered, beyond their chances"),
    "draw": ("cards", "cards drawn, beyond the average roll"),
    "card": ("hits", "how well the cards strike, beyond the average"),
    "rank": ("ranks", "how early the cards act, beyond the average"),
}
"""Kind of luck -> its unit, and what is counted.  Each is 0 on average, whatever the players do.

Under a price list its points stand in place of VP.
"""


def luck_by_unit(battle: Battle) -> pd.DataFrame:
    """One row per unit: ``side unit cost dead chance luck``.

    cost: VP that the enemy scores for it; chance: the exact chances of being destroyed that it was exposed to, added
    up; luck: VP that its side owes to chance, cost times (chance - dead).  Raises ``InvalidValue`` before the end.
    """
    if not battle.is_over:
        raise InvalidValue("battle", "one that is not over", "a battle that was played to its end")
    rows = []
    for slot, unit in enumerate(battle.record[0].unit):
        if name := battle.unit_name(slot):
            cost, dead, chance = int(unit.profile.score), int(unit.died), float(unit.hazard)
            rows.append((SIDES[slot // MAX_UNITS], name, cost, bool(dead), chance, cost * (chance - dead)))
    import pandas as pd

    return pd.DataFrame(rows, columns=["side", "unit", "cost", "dead", "chance", "luck"])


def luck_by_kind(battle: Battle) -> pd.DataFrame:
    """One row per kind of luck (``MEANING``): ``kind side_a unit meaning``.

    side_a: what chance brought side a, and took from side b.  Raises ``InvalidValue`` before the end.
    """
    found = luck_by_unit(battle)
    kills = float((found["luck"] * found["side"].map({"a": 1, "b": -1})).sum())
    sums = battle.record[0].luck.sum(axis=1)
    values = {"kills": kills, **dict(zip(LUCK_NAMES, map(float, sums), strict=True))}
    counted = battle.terms.counted_in
    rows = [
        (kind, values[kind], counted if unit == "VP" else unit, meaning) for kind, (unit, meaning) in MEANING.items()
    ]
    import pandas as pd

    return pd.DataFrame(rows, columns=["kind", "side_a", "unit", "meaning"])
