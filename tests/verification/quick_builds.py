"""How far forecasts miss of armies that are built at once: ``python -m tests.verification.quick_builds``; some minutes.

Armies of ``build(quick=True)``, at printed costs and by a list, for several budgets and nations, meet the field in
battles of tacticians; the line for each list says how much higher their forecasts were than the true rates on average,
and by how much they missed (root mean square, the noise of the battles taken off).  The last line says how much the
model of the list misses between armies of every kind that cost the same on it.
"""

from __future__ import annotations

import argparse

import numpy as np

from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.units import all_units, parse_army
from tigersim.game.terms import Terms
from tigersim.lab.design import Design
from tigersim.lab.given_armies import Given
from tigersim.pricing.estimate.army_check import missed as missed_of
from tigersim.pricing.play.army_builder import QUICK
from tigersim.pricing.play.army_judge import Judge, won
from tigersim.pricing.play.army_kinds import EQUAL, draw_pairs
from tigersim.pricing.play.army_summary import list_prices
from tigersim.pricing.play.blocks import MOST_BLOCKS, PAIRS
from tigersim.pricing.play.build import seek
from tigersim.pricing.play.field_forecast import draw_field
from tigersim.pricing.play.foretell import model_for
from tigersim.pricing.play.pair_results import won_on_many_tables
from tigersim.pricing.play.progress import JointProgress

BUDGETS = (15, 27, 45)
NATIONS = ((), ("germany",), ("ussr",))
SEED = 77


def missed(name: str | None, blocks: int) -> tuple[float, float, int]:
    """Points too high on average, root mean square, and how many armies."""
    units = all_units()
    off, noise = [], []
    design = Design(units, Terms(price_list=name), seed=SEED, tables=MOST_BLOCKS)
    prices = list_prices(units, design.terms.price_list)
    for budget in BUDGETS:
        field = draw_field(units, prices, budget, None, blocks * PAIRS, SEED)
        judge = Judge(design, field, None, JointProgress(None))
        for nations in NATIONS:
            sought = seek(budget, price_list=name, rules=ArmyRules(nations=nations), effort=QUICK)
            found = sought.foretold().table
            armies = np.zeros((len(found), len(units)), dtype=np.float32)
            for row, text in enumerate(found["army"]):
                for one in parse_army(text):
                    armies[row, units.index(one)] += 1
            played = judge.margins(armies, 0, blocks)
            rates = won(played)
            off += (100 * (found["foretold"].to_numpy() - rates)).tolist()
            noise += [1e4 * rate * (1 - rate) / (2 * PAIRS * blocks) for rate in rates]
            print(
                f"{name or 'printed'}, {budget} VP, {' '.join(nations) or 'all nations'}: "
                f"{np.round(100 * found['foretold']).tolist()} foretold, {np.round(100 * rates).tolist()} won",
                flush=True,
            )
    mean = float(np.mean(off))
    return mean, max(float(np.mean(np.square(off)) - np.mean(noise)), 0.0) ** 0.5, len(off)


def missed_by_pairs(name: str, pairs: int) -> tuple[float, float, float]:
    """Points by which the model of a list misses the rates of pairs of equal cost, with its 95% interval."""
    units = all_units()
    given = Given(Design(units, Terms(price_list=name), seed=SEED, tables=64))
    prices = list_prices(units, given.design.terms.price_list)
    armies = draw_pairs(units, prices, pairs, np.random.default_rng(SEED), EQUAL).armies
    won_by_a = won_on_many_tables(given, armies, 16)
    model = model_for(given.design.terms.price_list).model
    at, low, high = missed_of(model.foretell(armies).p_win, won_by_a)
    return 100 * at, 100 * low, 100 * high


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--blocks", type=int, default=15)
    parser.add_argument("--pairs", type=int, default=512)
    asked = parser.parse_args()
    for one in (None, "tenths"):
        high, at, armies = missed(one, asked.blocks)
        print(f"{one or 'printed'}: {armies} armies, {high:+.1f} points too high on average, missed by {at:.1f}")
    print(
        "tenths, pairs of equal cost: missed by {:.1f} [{:.1f}, {:.1f}]".format(*missed_by_pairs("tenths", asked.pairs))
    )
