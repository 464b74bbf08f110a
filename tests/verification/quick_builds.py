"""How far forecasts miss of armies that are built at once: ``python -m tests.verification.quick_builds``; some minutes.

Armies of ``build(quick=True)``, at printed costs and by a list, for several budgets and nations, meet the field in
battles of tacticians; the line for each list says how much higher their forecasts were than the true rates on average,
and by how much they missed (root mean square, the noise of the battles taken off).  Then pairs of armies of every kind
fight that cost about the same, and lines say by how much forecasts of them miss, by draw and by the foretold chance.
``--write`` keeps all that where commands and the site read it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.units import Unit, all_units, parse_army
from tigersim.game.terms import Terms
from tigersim.lab.design import Design
from tigersim.lab.given_armies import Given
from tigersim.pricing.estimate.army_check import missed as missed_of
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.fought import Fought
from tigersim.pricing.play.army_builder import QUICK
from tigersim.pricing.play.army_judge import Judge, won
from tigersim.pricing.play.army_kinds import EQUAL, LEARNING, Spread, draw_pairs
from tigersim.pricing.play.army_summary import list_prices
from tigersim.pricing.play.blocks import MOST_BLOCKS, PAIRS
from tigersim.pricing.play.build import seek
from tigersim.pricing.play.field_forecast import draw_field
from tigersim.pricing.play.forecast_misses import MEASURED, PRINTED
from tigersim.pricing.play.foretell import model_for
from tigersim.pricing.play.pair_results import won_on_many_tables
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.report.settled import settled_list
from tigersim.version import RULES_VERSION

BUDGETS = (15, 27, 45)
NATIONS = ((), ("germany",), ("ussr",))
SEED = 77
ENDS = (0, 10, 20, 30, 40, 50)
"""Points of a hundred from an even match, where one row of misses ends and the next begins."""
LEAST = 200
"""Pairs in a row."""
DIGITS = 3


def missed(name: str | None, blocks: int) -> tuple[float, float, int]:
    """Points too high on average, root mean square, and how many armies."""
    units = all_units()
    off, noise = [], []
    design = Design(units, Terms(price_list=name), seed=SEED, tables=MOST_BLOCKS)
    chosen = design.terms.price_list
    prices, limits = list_prices(units, chosen), None if chosen is None else chosen.rules_for(None)
    for budget in BUDGETS:
        field = draw_field(units, prices, budget, limits, blocks * PAIRS, SEED)
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


class Draw(NamedTuple):
    """Pairs of armies to foretell: drawn so that both cost about the same at some prices."""

    said: str
    prices: Callable[[Sequence[Unit]], Floats]
    spread: Spread


def _settled(units: Sequence[Unit]) -> Floats:
    return settled_list().table.loc[[one.key for one in units], "settled"].to_numpy(dtype=float)


DRAWS = {
    PRINTED: (
        Draw("equal printed costs", lambda units: list_prices(units, None), EQUAL),
        Draw("near in settled price, as in the study of the model", _settled, LEARNING),
    ),
    "tenths": (Draw("equal costs on the list", lambda units: list_prices(units, PriceList.load("tenths")), EQUAL),),
}
"""Name of a model's list -> how pairs are drawn that it foretells."""


def tried(name: str, draw: Draw, pairs: int, battles: int) -> tuple[Floats, Fought]:
    """Chances of army a to win as foretold, (P,), and what came of so many battles of each pair."""
    units = all_units()
    given = Given(Design(units, Terms(price_list=name or None), seed=SEED, tables=None))
    armies = draw_pairs(units, draw.prices(units), pairs, np.random.default_rng(SEED), draw.spread).armies
    model = model_for(given.design.terms.price_list).model
    return model.foretell(armies).p_win, won_on_many_tables(given, armies, battles)


def points_missed(chance: Floats, fought: Fought) -> dict[str, float]:
    """How many pairs, and points by which their forecasts miss, with the 95% interval."""
    at, low, high = (round(100 * value, DIGITS) for value in missed_of(chance, fought))
    return {"pairs": len(chance), "missed": at, "low": low, "high": high}


def by_chance(chance: Floats, fought: Fought) -> list[dict[str, float]]:
    """The misses by how far a forecast lies from an even match, the evenest first; too few pairs join those before."""
    off = 100 * np.abs(chance - 0.5)
    parts: list[tuple[float, Any]] = []
    for low, high in pairwise(ENDS):
        inside = (off > low) & (off <= high) if low else off <= high
        if inside.sum() >= LEAST or not parts:
            parts.append((high, inside))
        else:
            parts[-1] = (high, parts[-1][1] | inside)
    return [{"off": high, **points_missed(chance[inside], fought.of(inside))} for high, inside in parts]


def measured(name: str, found: Sequence[tuple[Draw, Floats, Fought]]) -> dict[str, Any]:
    """What the file says of a model's pairs; found: draws with their forecasts and what came."""
    chance = np.concatenate([foretold for _, foretold, _ in found])
    fought = Fought(*(np.concatenate(column) for column in zip(*(one for _, _, one in found), strict=True)))
    drawn = [{"drawn": draw.said, **points_missed(foretold, came)} for draw, foretold, came in found]
    return {"drawn": drawn, "by_chance": by_chance(chance, fought)}


def _said(name: str, about: Mapping[str, Any]) -> None:
    for row in (*about["drawn"], *about["by_chance"]):
        kind = row.get("drawn") or f"up to {row['off']:g} points from an even match"
        shown = "{missed:.1f} [{low:.1f}, {high:.1f}]".format(**row)
        print(f"{name or 'printed'}, {row['pairs']} pairs, {kind}: missed by {shown}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--blocks", type=int, default=15)
    parser.add_argument("--pairs", type=int, default=2000, help="of each draw")
    parser.add_argument("--battles", type=int, default=64, help="of each pair")
    parser.add_argument("--write", action="store_true", help=f"write {MEASURED.name} anew")
    asked = parser.parse_args()
    lists = {}
    for one, draws in DRAWS.items():
        high, at, armies = missed(one or None, asked.blocks)
        print(f"{one or 'printed'}: {armies} armies, {high:+.1f} points too high on average, missed by {at:.1f}")
        of_pairs = measured(one, [(draw, *tried(one, draw, asked.pairs, asked.battles)) for draw in draws])
        _said(one, of_pairs)
        built = {"armies": armies, "high": round(high, DIGITS), "missed": round(at, DIGITS)}
        lists[one] = {**of_pairs, "built_at_once": built}
    if asked.write:
        about = {"written_by": "python -m tests.verification.quick_builds --write", "rules_version": RULES_VERSION}
        about |= {"seed": SEED, "battles": asked.battles, "blocks": asked.blocks, "lists": lists}
        MEASURED.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
