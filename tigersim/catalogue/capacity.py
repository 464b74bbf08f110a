"""What a unit carries, as printed: ``2 infantry or 1 tank``, or one load with what it tows.

A load that tows another: ``1 light_transport towing 1 light_towed_gun``.
"""

from __future__ import annotations

import re

from tigersim.errors import brief
from tigersim.registry import rule

FOOT_LOADS = ("infantry", "recon")
GUN_LOADS = ("towed_gun", "light_towed_gun")
VEHICLE_LOADS = ("tank", "light_transport")
LOADS = (*FOOT_LOADS, *GUN_LOADS, *VEHICLE_LOADS)
"""The words for what may be carried; infantry means any foot unit, towed_gun a gun of any size."""

_KIND = re.compile(r"(\d+) (\w+)(?: towing (\d+) light_towed_gun)?")


@rule("PT-NOTE-CAPACITY")
def capacity(text: str) -> dict[str, int]:
    """Load -> how many; the loads of one text exclude each other ("" holds none).

    Raises ``ValueError`` that says what is wrong and which words are allowed.
    """
    counts: dict[str, int] = {}
    for part in re.split(r"\s+or\s+", text.strip()) if text.strip() else ():
        found = _KIND.fullmatch(" ".join(part.split()))
        if found is None or not 1 <= int(found[1][:4]) <= 9:
            raise ValueError(
                f"'{brief(part)}' is no capacity; allowed: a number from 1 to 9 and one of {', '.join(LOADS)}"
            )
        number, load, guns = found.groups()
        if load not in LOADS:
            raise ValueError(f"'{brief(load)}' cannot be carried; allowed: {', '.join(LOADS)}, joined by 'or'")
        if guns is not None and (load, guns) != ("light_transport", number):
            raise ValueError(
                f"'{brief(part)}': only as many light_transport, each towing a light_towed_gun, are allowed"
            )
        if load in counts:
            raise ValueError(f"'{brief(load)}' stands twice; each load may be given once")
        counts[load] = int(number)
    return counts


def loads_of(type_: str) -> tuple[str, ...]:
    """Loads that units of a class may carry at all."""
    if type_.endswith(("transport", "half_track", "carrier")):
        return (*FOOT_LOADS, *GUN_LOADS)
    if type_.endswith(("tank", "spg")) or type_ == "tank_destroyer":
        return FOOT_LOADS
    return LOADS if type_ in ("landing_craft", "glider") else ()
