"""Many readings of the rules in one experiment: every few tasks draw other ones.

All rulings are tried at once, as in any factorial design, so each battle tells something about each of them; what one
reading does is the difference between the battles with and without it, the other readings being left to chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tigersim.catalogue.profile import cost_and_score
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, Ruling, rulings
from tigersim.catalogue.units import all_units
from tigersim.errors import InvalidValue
from tigersim.game.seats import RULINGS


@dataclass(frozen=True)
class Readings:
    """How often other readings of the rules are played.

    share: chance that a ruling is read otherwise than the ruleset says, each by itself; which of its other readings
    is then left to chance.  tasks: so many tasks in a row have the same readings.

    Raises ``InvalidValue`` for numbers out of range.
    """

    share: float = 0.25
    tasks: int = 4

    def __post_init__(self) -> None:
        if not 0 < self.share < 1:
            raise InvalidValue("share of rulings read otherwise", self.share, "a number between 0 and 1")
        if self.tasks < 1:
            raise InvalidValue("tasks with the same readings", self.tasks, "1 or more")

    def number(self, task: int) -> int:
        """Which draw of readings a task is played by."""
        return task // self.tasks

    def drawn(self, base: RuleSet, seed: int, number: int) -> dict[str, str]:
        """Switch -> option where draw ``number`` leaves ``base``."""
        # a seed of its own: what is read how has nothing to do with armies and dice
        chance = np.random.default_rng([seed, number, 0x52])
        found = {}
        for ruling in tried(base):
            otherwise, which = chance.random(), chance.random()
            if otherwise < self.share:
                options = others(base, ruling)
                found[ruling.switch] = options[int(which * len(options))]
        return found

    def ruleset(self, base: RuleSet, seed: int, number: int) -> RuleSet:
        """The ruleset of draw ``number``."""
        return base.replace(**self.drawn(base, seed, number))

    def to_dict(self) -> dict[str, Any]:
        """What provenance keeps."""
        return {"share": self.share, "tasks": self.tasks}

    @classmethod
    def from_dict(cls, about: Mapping[str, Any] | None) -> Readings | None:
        """What ``to_dict`` gave."""
        return None if about is None else cls(float(about["share"]), int(about["tasks"]))


def others(base: RuleSet, ruling: Ruling) -> tuple[str, ...]:
    """The readings of a ruling that this version plays and ``base`` does not choose."""
    return tuple(option for option in ruling.playable if option != base.option(ruling.switch))


@lru_cache(maxsize=8)
def tried(base: RuleSet = DEFAULT) -> tuple[Ruling, ...]:
    """The rulings tried: with another reading, not ``about_prices`` nor about several players."""
    left_out = {ruling.switch for ruling in about_prices(base)} | set(RULINGS)
    return tuple(one for one in rulings() if base.asks(one.switch) and others(base, one) and one.switch not in left_out)


@lru_cache(maxsize=8)
def about_prices(base: RuleSet = DEFAULT) -> tuple[Ruling, ...]:
    """The rulings of which some reading changes what a unit costs or scores."""
    units = all_units(ruleset=base)
    printed = [cost_and_score(unit, base) for unit in units]
    found = []
    for ruling in rulings():
        if base.asks(ruling.switch):
            read = [base.replace(**{ruling.switch: option}) for option in others(base, ruling)]
            if any([cost_and_score(unit, rules) for unit in units] != printed for rules in read):
                found.append(ruling)
    return tuple(found)
