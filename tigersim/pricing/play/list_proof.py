"""How strong the strongest army is that a fresh search finds under a list.

The model proposes, battles judge: armies that it calls strong go through stages of real battles, the best fifth of
which goes on to more of them.  The last one standing fights fresh battles, which alone are reported: the best of many
looks better than it is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tigersim.catalogue.army_rules import ArmyRules
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.given_armies import Given, margins
from tigersim.pricing.estimate.army_model import ArmyModel
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.play.army_search import Bought, Breeding, Counts, allowed, strongest
from tigersim.pricing.play.list_rounds import OPPONENTS, army_field, going_on, matches, won_by
from tigersim.statistics.intervals import Z_95

ON_A_TABLE = 16
"""Rounds of the last match that are played on one table."""
FRESH = 1 << 20
"""Tasks from this one on are of the last match alone."""


class Stages(NamedTuple):
    """How the strongest army is found.

    searches: of the model, with other chance.  kept: armies of each that fight at all.  battles: of each army in each
    stage.  go_on: part of the armies that the next stage has.  proof: fresh battles of the last one against each kind
    of opponents.
    """

    searches: int = 4
    kept: int = 40
    battles: tuple[int, ...] = (100, 300, 1000)
    go_on: float = 0.2
    proof: int = 4000
    breeding: Breeding = Breeding(generations=40)


class Strongest(NamedTuple):
    """The strongest army of a search, and what it won in fresh battles, with 95% intervals.

    foretold: its chance by the model.
    random, field: chances to win against random armies of its cost, and against random, national and strong ones.
    """

    army: Counts
    foretold: float
    random: tuple[float, float, float]
    field: tuple[float, float, float]


def find_strongest(
    given: Given, model: ArmyModel, bought: Bought, stages: Stages, chance: np.random.Generator
) -> Strongest:
    """The strongest army of a budget and rules that a fresh search finds.

    Raises ``InvalidValue`` where the budget buys none.
    """
    units = given.design.units
    random = bought._replace(rules=allowed(ArmyRules(), units)).draw(OPPONENTS, chance)
    found = [strongest(model, bought, random, stages.breeding, chance) for _ in range(stages.searches)]
    armies, first = np.unique(np.concatenate([some[: stages.kept] for some, _ in found]), axis=0, return_index=True)
    likely = np.concatenate([chances[: stages.kept] for _, chances in found])[first]
    field = np.concatenate((army_field(units, bought, chance), armies))
    start = 0
    for battles in stages.battles:
        won = _won(given, armies, field, battles, start, chance).mean(axis=0)
        start += battles * len(armies)
        best = going_on(won, stages.go_on)
        armies, likely = armies[best], likely[best]
    last = armies[:1]
    against = [share_won(given, last, some, stages.proof, k, chance) for k, some in enumerate((random, field))]
    return Strongest(last[0], float(likely[0]), against[0], against[1])


def _won(given: Given, armies: Counts, field: Counts, battles: int, start: int, chance: np.random.Generator) -> Floats:
    theirs = field[chance.integers(0, len(field), (battles, len(armies)))]
    return won_by(margins(given.play(matches(armies, theirs), start)), len(armies))


def share_won(
    given: Given, army: Counts, field: Counts, battles: int, part: int, chance: np.random.Generator
) -> tuple[float, float, float]:
    """Share of fresh battles that an army (1, units) wins against a field, with its 95% interval.

    Tables are taken for a sample of tables.  part: battles of another number are played elsewhere.
    """
    blocks = -(-battles // ON_A_TABLE)
    theirs = field[chance.integers(0, len(field), (blocks * ON_A_TABLE, 1))]
    task = np.arange(blocks)[:, None] + (FRESH + part * blocks)
    numbers: Integers = (task * BATTLES_PER_TASK + np.arange(ON_A_TABLE)).ravel()
    won = won_by(margins(given.at(matches(army, theirs), numbers)), 1).reshape(blocks, ON_A_TABLE).mean(axis=1)
    half = Z_95 * float(won.std(ddof=1)) / blocks**0.5
    mean = float(won.mean())
    return mean, max(mean - half, 0.0), min(mean + half, 1.0)
