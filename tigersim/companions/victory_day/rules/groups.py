"""Combat of one against several, by a ruling: the section of the source is lost."""

from __future__ import annotations

from collections.abc import Sequence

from tigersim.companions.victory_day.rules.combat import destroyed
from tigersim.registry import rule


@rule("VD-GAP-03")
def picked(attack: int, defences: Sequence[int]) -> int | None:
    """Place of the strongest defence that a side breaks with all its damage, or None."""
    open_to_it = [k for k, defence in enumerate(defences) if destroyed(attack, defence)]
    return max(open_to_it, key=lambda k: defences[k], default=None)


@rule("VD-GAP-03")
def added(attacks: Sequence[int]) -> int:
    """The damage of a side, added up."""
    return sum(attacks)
