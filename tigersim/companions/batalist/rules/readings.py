"""How strikes read the open points: the rulings as integers for rules and kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tigersim.catalogue.companions import Readings, game
from tigersim.companions.asking import as_ruled, ruled

STRIKE = (
    "half_damage_round", "half_fighters_round", "negative_numerator", "multi_k6", "heavy_armour",
    "skill_modifier_place", "flat_modifier_place", "wedge_fighters", "wounded_rank_penalty", "unbidden_die",
    "retreat_fighters",
)  # fmt: skip
"""Rulings on strikes."""
REPLY = ("reply_modifiers", "flank_reply")
"""Rulings on the reply of an attacked battalion."""


@dataclass(frozen=True)
class Reading:
    """The rulings on strikes; every one is 0 by default."""

    half_damage_up: int = ruled("half_damage_round")
    half_fighters_up: int = ruled("half_fighters_round")
    negative: int = ruled("negative_numerator")
    twice: int = ruled("multi_k6")
    """2K6 is one die counted twice."""
    heavy_dealt: int = ruled("heavy_armour")
    skill_on_total: int = ruled("skill_modifier_place")
    flat_on_die: int = ruled("flat_modifier_place")
    corners: int = ruled("wedge_fighters")
    reply_full: int = ruled("reply_modifiers")
    front_replies: int = ruled("flank_reply")
    wounded_ranks: int = ruled("wounded_rank_penalty")
    unbidden_die: int = ruled("unbidden_die")
    """An attack without an order has the die of the order."""
    about_face: int = ruled("flank_turn")
    """Who is attacked in flank or rear spends a go on turning round."""
    backwards: int = ruled("retreat_fighters")
    """Who retreats into an enemy fights with the last rank."""

    @classmethod
    def of(cls, readings: Readings | None = None) -> Reading:
        """What these readings mean for strikes; None: the defaults."""
        return as_ruled(cls, readings or Readings.of(game("batalist")))


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
