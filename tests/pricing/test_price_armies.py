"""Prices of armies that people field: what is priced, what is left out by name, and what a few units cannot tell."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import tigersim as ts
from tests.lab.short_list import QUICK, UNITS, small
from tigersim.catalogue.army_rules import ArmyRules, Limit
from tigersim.catalogue.units import parse_army
from tigersim.errors import InvalidValue, RunError
from tigersim.pricing import Prices
from tigersim.pricing.estimate.scale import TooFewAppearances
from tigersim.pricing.study.trait_study import trait_study

FEW = {"units": UNITS, "seed": 5, "sizes": (3, 6), "tables": 3, "players": QUICK, "jitter": 8}
GERMANS = ArmyRules(("germany",))
OTHERS = ArmyRules(("usa", "ussr"))
BATTLES = 8192


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Prices]:
    folder = tmp_path_factory.mktemp("runs") / "two"
    return folder, ts.prices(BATTLES, army_rules=[GERMANS, OTHERS], out=folder, threads=1, **FEW)


def test_the_units_of_the_two_sides_are_priced_and_the_others_named(played: tuple[Path, Prices]) -> None:
    folder, found = played
    nations = [one.nation for one in UNITS]
    assert list(found.detail["key"]) == [one.key for one in UNITS if one.nation in ("germany", "usa", "ussr")]
    assert found.provenance["left_out"] == ["Regulars [france]", "Comet [britain]"]
    assert any(
        "2 units are not priced, since no army may have them: Regulars [france], Comet [br" in n for n in found.notes
    )
    assert "armies have rules: germany, against usa and ussr" in found.notes
    assert found.table["n"].min() > 200
    assert np.isfinite(found.table[["delta", "price"]]).all(axis=None)
    assert len(nations) == len(found.table) + 2
    pd.testing.assert_frame_equal(Prices.load(folder).table, found.table)


def test_a_run_goes_on_to_the_same_bits_and_not_by_other_rules(played: tuple[Path, Prices], tmp_path: Path) -> None:
    _, found = played
    rules = [GERMANS, OTHERS]
    ts.prices(BATTLES - 2048, army_rules=rules, out=tmp_path, threads=2, **FEW)
    again = ts.prices(BATTLES, army_rules=rules, out=tmp_path, threads=2, **FEW)
    pd.testing.assert_frame_equal(again.table, found.table)
    with pytest.raises(RunError, match=r"'army_rules' \(germany, against usa and ussr, now usa and ussr, ag"):
        ts.prices(BATTLES, army_rules=[OTHERS, GERMANS], out=tmp_path, **FEW)


def test_what_is_paid_and_believed_stays_with_its_unit() -> None:
    costs = tuple(range(1, 13))
    design = small(army_rules=[GERMANS, OTHERS], prices=costs, believed=[0.5 * vp for vp in costs]).narrowed()
    paid = {one.key: vp for one, vp in zip(UNITS, costs, strict=True)}
    assert dict(zip([one.key for one in design.units], design.prices, strict=True)).items() < paid.items()
    assert design.believed == tuple(0.5 * vp for vp in design.prices)
    assert small().narrowed().units == UNITS


def test_a_scenario_prices_the_units_that_it_fields() -> None:
    """Tanks only: the others stopped the list with an error."""
    design = small(scenario="caught in a vice").narrowed()
    tanks = [one for one in UNITS if one.type.endswith(("tank", "destroyer"))]
    assert list(design.units) == tanks


def test_few_units_of_one_cost_have_prices_around_that_cost() -> None:
    """Worth in proportion is all that such a list can tell: on average nobody is worth more than it costs."""
    rules = ArmyRules(("france",), 1945, limits=(Limit(("medium_tank", "light_transport"), at_most=0),))
    found = ts.prices(BATTLES, army_rules=rules, seed=3, players=QUICK)
    assert list(found.table["name"]) == ["Truck", "Regulars", "Foreign Legion"]
    assert set(found.table["cost"]) == {1}
    delta = found.table["delta"]
    assert delta.min() < 0 < delta.max()
    assert delta[found.table["name"] == "Truck"].item() < delta[found.table["name"] == "Foreign Legion"].item()


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        # one unit is beside nothing
        (
            {"units": parse_army("Tiger I, T-34c"), "army_rules": {"nations": ["ussr"]}},
            InvalidValue,
            r"units is 'T-34c \[ussr\]'; allowed: two units or more",
        ),
        # some 9 of 23 units a battle and side: each came up about 150 times
        (
            {"army_rules": {"nations": ["ussr"], "year": 1944}},
            TooFewAppearances,
            "units took part fewer than 200 times",
        ),
        # what all units are worth in common is hidden where both sides always have equally many
        ({"sizes": (5, 5)}, InvalidValue, r"sizes is \(5, 5\); allowed: two different numbers"),
    ],
)
def test_what_so_few_units_or_battles_cannot_tell_is_said(
    options: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        ts.prices(256, **{"seed": 3, "players": QUICK, **options})


def test_traits_are_not_asked_of_nations() -> None:
    with pytest.raises(InvalidValue, match="rules of armies is 'germany'; allowed: none: traits are tried on plain"):
        trait_study(small(army_rules=GERMANS), None, 64)
