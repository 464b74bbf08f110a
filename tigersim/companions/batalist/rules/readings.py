"""How strikes read the open points: the rulings as integers for rules and kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tigersim.catalogue.companions import Readings, game
from tigersim.companions.batalist.rules.fighting import FLOOR
from tigersim.companions.batalist.rules.wounds import MIN_ONE

STRIKE = (
    "half_damage_round",
    "half_fighters_round",
    "negative_numerator",
    "multi_k6",
    "heavy_armour",
    "skill_modifier_place",
    "flat_modifier_place",
    "wedge_fighters",
    "wounded_rank_penalty",
    "unbidden_die",
    "retreat_fighters",
)
"""Rulings on strikes."""
REPLY = ("reply_modifiers", "flank_reply")
"""Rulings on the reply of an attacked battalion."""


@dataclass(frozen=True)
class Reading:
    """The rulings on strikes; every one is 0 by default."""

    half_damage_up: int = 0
    half_fighters_up: int = 0
    negative: int = FLOOR
    twice: int = 0
    """2K6 is one die counted twice."""
    heavy_dealt: int = 0
    skill_on_total: int = 0
    flat_on_die: int = 0
    corners: int = 0
    reply_full: int = 0
    front_replies: int = 0
    wounded_ranks: int = MIN_ONE
    unbidden_die: int = 0
    """An attack without an order has the die of the order."""
    about_face: int = 0
    """Who is attacked in flank or rear spends a go on turning round."""
    backwards: int = 0
    """Who retreats into an enemy fights with the last rank."""

    @classmethod
    def of(cls, readings: Readings | None = None) -> Reading:
        """What these readings mean for strikes; None: the defaults."""
        chosen = readings or Readings.of(game("batalist"))
        return cls(**{name: chosen.option(key) for name, key in RULINGS.items()})


RULINGS = {
    "half_damage_up": "half_damage_round",
    "half_fighters_up": "half_fighters_round",
    "negative": "negative_numerator",
    "twice": "multi_k6",
    "heavy_dealt": "heavy_armour",
    "skill_on_total": "skill_modifier_place",
    "flat_on_die": "flat_modifier_place",
    "corners": "wedge_fighters",
    "reply_full": "reply_modifiers",
    "front_replies": "flank_reply",
    "wounded_ranks": "wounded_rank_penalty",
    "unbidden_die": "unbidden_die",
    "about_face": "flank_turn",
    "backwards": "retreat_fighters",
}
"""Field of a reading -> the ruling that sets it; its options stand in the order of the numbers that rules take."""


def mattering(readings: Readings, told: Callable[[Reading], object], keys: Sequence[str] = STRIKE) -> tuple[str, ...]:
    """The rulings on strikes of which some option changes ``told``."""
    here = told(Reading.of(readings))
    found = []
    for key in keys:
        others = (option for option in readings.game.by_key[key].options if option != readings[key])
        changed = (Readings.of(readings.game, {**dict(readings.changes), key: option}) for option in others)
        if any(told(Reading.of(one)) != here for one in changed):
            found.append(key)
    return tuple(found)
