"""How strong the strongest army is that a fresh search finds under a list.

The model proposes, battles judge: armies that it calls strong go through stages of real battles, the best fifth of
which goes on to more of them.  A longer search then lets the last few breed, and their children fight.  The last one
standing fights fresh battles, which alone are reported: the best of many looks better than it is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.units import format_army, parse_army
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.given_armies import Given, margins
from tigersim.pricing.estimate.army_model import ArmyModel
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.play.army_search import Bought, Breeding, Counts, allowed, chances, strongest, with_children
from tigersim.pricing.play.list_rounds import (
    OPPONENTS,
    army_field,
    going_on,
    in_stages,
    matches,
    through_stages,
    won_by,
)
from tigersim.statistics.intervals import Z_95

ON_A_TABLE = 16
"""Rounds of the last match that are played on one table."""
FRESH = 1 << 20
"""Tasks from this one on are of the last match alone."""


class Stages(NamedTuple):
    """How the strongest army is found.

    searches: of the model, with other chance.  kept: armies of each that fight at all.  battles: of each army in each
    stage.  go_on: part of the armies that the next stage has.  climbs: times that the armies of the last stage breed
    and all go through the stages again; then the last of all climbs fight once more.  proof: fresh battles of the last
    one against each kind of opponents.
    """

    searches: int = 4
    kept: int = 40
    battles: tuple[int, ...] = (100, 300, 1000)
    go_on: float = 0.2
    climbs: int = 0
    proof: int = 4000
    breeding: Breeding = Breeding(generations=40)

    def sought(self) -> int:
        """About how many battles a search takes, those of the proof with it."""
        armies, times = self.searches * self.kept, 1 + self.climbs
        finals = round(armies * self.go_on ** (len(self.battles) - 1) * times) * self.battles[-1] if self.climbs else 0
        return times * in_stages(armies, self.battles, self.go_on) + finals + 2 * self.proof


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
    armies = np.unique(np.concatenate([some[: stages.kept] for some, _ in found]), axis=0)
    field = np.concatenate((army_field(units, bought, chance), armies))
    start, finals = 0, armies[:0]

    def fight(some: Counts, battles: int) -> Floats:
        nonlocal start
        won = _won(given, some, field, battles, start, chance).mean(axis=0)
        start += battles * len(some)
        return np.asarray(won)

    for climb in range(stages.climbs + 1):
        if climb:
            finals = np.unique(np.concatenate((finals, armies)), axis=0)
            armies = with_children(armies, bought, stages.searches * stages.kept, chance)
        armies, won = through_stages(fight, armies, stages.battles, stages.go_on)
    if stages.climbs:  # the last of every climb have fought in different battles: now they fight in the same
        armies = np.unique(np.concatenate((finals, armies)), axis=0)
        won = fight(armies, stages.battles[-1])
    last = armies[going_on(won, 0)]
    against = [share_won(given, last, some, stages.proof, k, chance) for k, some in enumerate((random, field))]
    return Strongest(last[0], float(chances(model, last, random)[0]), against[0], against[1])


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


def strongest_row(
    given: Given, model: ArmyModel, rules: ArmyRules, budget: float, stages: Stages, chance: np.random.Generator
) -> dict[str, Any]:
    """The strongest army that a budget, VP, buys under rules at the list of the battles, as a row of a table.

    Columns ``budget``, ``p_win`` with ``p_low`` and ``p_high``, ``p_field`` with ``field_low`` and ``field_high``,
    ``foretold``, ``cost`` (VP) and ``army``.  Raises ``InvalidValue`` where the budget buys none.
    """
    units, paid = given.design.units, given.design.costs / given.design.scale
    found = find_strongest(given, model, Bought(paid, budget, allowed(rules, units)), stages, chance)
    kinds = np.repeat(np.arange(len(paid)), found.army.astype(int))
    names = ("p_win", "p_low", "p_high", "p_field", "field_low", "field_high")
    return {
        "budget": budget,
        **dict(zip(names, (*found.random, *found.field), strict=True)),
        **{"foretold": found.foretold, "cost": float(found.army @ paid)},
        "army": format_army([units[kind] for kind in kinds]),
    }


def judged_row(
    given: Given, army: str, budget: float, battles: int, part: int, chance: np.random.Generator
) -> dict[str, Any]:
    """What an army wins against random armies of a budget in these hands: ``budget p_win p_low p_high army``."""
    units, paid = given.design.units, given.design.costs / given.design.scale
    random = Bought(paid, budget, allowed(ArmyRules(), units)).draw(OPPONENTS, chance)
    keys = [one.key for one in parse_army(army, units)]
    counts = np.array([[keys.count(one.key) for one in units]], dtype=np.float32)
    won = share_won(given, counts, random, battles, part, chance)
    return {"budget": budget, **dict(zip(("p_win", "p_low", "p_high"), won, strict=True)), "army": army}
