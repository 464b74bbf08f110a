"""The best armies, or the fairest, of several characters, sought by the model of armies without a battle.

Armies of one character have more than half of their units in common; each character is bred apart from those before
it.  Battles judge what is found (``army_judge``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tigersim.pricing.estimate.army_model import ArmyModel
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.play.army_search import Bought, Breeding, Counts, Score, bred
from tigersim.pricing.play.random_armies import LEAST, random_armies

IN_COMMON = 0.5
"""Armies of one character have a greater share of their units in common."""
APART = 10.0
"""Taken off the score of an army that is too much like one found before: more than any score is."""
EVEN = 0.5
PLAIN = 0.003
"""What a kind of unit more counts where the fairest is sought: of many even armies those of few kinds are shown."""


class Effort(NamedTuple):
    """How hard is sought.

    suggestions: armies that are shown at most.
    breeding: of the first character; later: of the others.
    steps: one unit changed at most so often in the best of each.
    candidates: of each character that play.
    looks: blocks of battles for each of them, look by look; after each the better half of every character goes on.
    fresh: blocks of battles for each army that is shown.
    """

    suggestions: int = 5
    breeding: Breeding = Breeding(80, 160, 30)
    later: Breeding = Breeding(60, 120, 20)
    steps: int = 10
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


QUICK = Effort(breeding=Breeding(40, 60, 14), later=Breeding(30, 40, 9), steps=2)
"""For an answer at once."""


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
            # nobody asks for an army of 27 VP to get one of 12
            value = value - APART * (armies @ task.bought.prices < LEAST * task.bought.budget - 1e-6)
            for one in found:
                value = value - APART * (in_common(armies, one[0]) > IN_COMMON)
            return value

        first = random_armies(task.bought, how.population, chance)
        armies, scores = bred(task.bought, np.unique(first, axis=0), how, chance, score)
        if scores[0] < -1:  # whatever can be bought is like one of those before
            break
        best = _climbed(task.bought, armies[0], effort.steps, score)
        found.append(np.concatenate([best[None], armies[scores >= -1]]))
    found.sort(key=lambda armies: -float(task.score(task.foretold(armies[:1]))[0]))
    return found


def _climbed(bought: Bought, army: Any, steps: int, score: Score) -> Any:
    """An army after the best changes of one unit, up to so many, one after another."""
    value = float(score(army[None])[0])
    for _ in range(steps):
        near = _neighbours(bought, army)
        scores = score(near)
        if scores.max() <= value:
            break
        army, value = near[np.argmax(scores)], float(scores.max())
    return army


def _neighbours(bought: Bought, army: Any) -> Counts:
    """The armies that may be bought and are one unit away: one left out, one put in, or both."""
    units = len(army)
    without = np.concatenate([army[None], army[None] - np.eye(units, dtype=np.float32)[army > 0]])
    put_in = np.concatenate([np.zeros((1, units)), np.eye(units)])[:, None]
    near = (without[None] + put_in).reshape(-1, units).astype(np.float32)
    return bought.affordable(near)
