"""The best armies, or the fairest, of several characters, sought by the model of armies without a battle.

Armies of one character have more than half of their units in common; each character is bred apart from those before
it.  Battles judge what is found (``army_judge``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tigersim.pricing.estimate.army_model import ArmyModel
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.play.army_search import Bought, Breeding, Counts, bred
from tigersim.pricing.play.random_armies import random_armies

IN_COMMON = 0.5
"""Armies of one character have a greater share of their units in common."""
APART = 10.0
"""Taken off the score of an army that is too much like one found before: more than any score is."""
EVEN = 0.5
PLAIN = 0.003
"""What a kind of unit more counts where the fairest is sought: of many even armies those of few kinds are shown."""


class Effort(NamedTuple):
    """How hard is sought.

    suggestions: armies that are shown at most.  breeding: of the first character; later: of the others.
    candidates: of each character that play.  looks: blocks of battles for each of them, look by look; after each the
    better half of every character goes on.  fresh: blocks of battles for each army that is shown.
    """

    suggestions: int = 5
    breeding: Breeding = Breeding(60, 120, 24)
    later: Breeding = Breeding(40, 80, 16)
    candidates: int = 8
    looks: tuple[int, ...] = (8, 16)
    fresh: int = 125

    @property
    def blocks(self) -> int:
        """Blocks that are played at most."""
        left, played = self.candidates, 0
        for look in self.looks:
            played, left = played + left * look, max(-(-left // 2), 1)
        return self.suggestions * (played + self.fresh)


class Task(NamedTuple):
    """What is sought: an army that ``bought`` allows, against ``field``, counts (m, units).

    fair: as near to an even match as can be, instead of as strong.  surely: how far the model is to be trusted, the
    deviation of true rates around what it foretells.
    """

    model: ArmyModel
    bought: Bought
    field: Counts
    fair: bool
    surely: float

    def foretold(self, armies: Counts) -> Floats:
        """Chance to win of each army, foretold, the mean over the field."""
        return np.asarray(self.model.each_against(armies, self.field).mean(axis=1))

    def score(self, chances: Floats) -> Floats:
        """How good chances are: the higher the better."""
        return np.asarray(-np.abs(chances - EVEN) if self.fair else chances)


def in_common(armies: Counts, other: Any) -> Floats:
    """Share of units that armies have in common with another, of the larger of the two, (n,)."""
    common = np.minimum(armies, other).sum(axis=1)
    return np.asarray(common / np.maximum(armies.sum(axis=1), other.sum()))


def characters(task: Task, effort: Effort, chance: np.random.Generator) -> list[Counts]:
    """Armies of each character, the best foretold first; the first ones of each are no more than half alike.

    Raises ``InvalidValue`` for a budget that buys none.
    """
    found: list[Counts] = []
    for number in range(effort.suggestions):
        how = effort.breeding if number == 0 else effort.later

        def score(armies: Counts) -> Floats:
            value = task.score(task.foretold(armies))
            if task.fair:
                value = value - PLAIN * (armies > 0).sum(axis=1)
            for one in found:
                value = value - APART * (in_common(armies, one[0]) > IN_COMMON)
            return value

        first = random_armies(task.bought, how.population, chance)
        armies, scores = bred(task.bought, np.unique(first, axis=0), how, chance, score)
        if scores[0] < -1:  # whatever can be bought is like one of those before
            break
        found.append(armies[scores >= -1])
    return found
