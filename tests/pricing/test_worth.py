"""The list and its range over conditions: every condition in a run of its own, chance taken off the range."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tests.lab.short_list import few_units
from tigersim.errors import DataError, InvalidValue, TigersimError
from tigersim.pricing import Prices
from tigersim.pricing.report.ranges import by_condition, verdict_changes, with_range
from tigersim.pricing.report.schemas import LISTED
from tigersim.pricing.study.kinds import read_study
from tigersim.pricing.study.worth_study import WorthStudy

PLAN = """
kind = "worth"
question = "What is it worth, and where?"
why = "A test."

[design]
sizes = [3, 6]
jitter = 8
seed = 3
players = ["heuristic", "heuristic"]

[stop]
battles = 2048

[each]
battles = 2048

[[condition]]
name = "open tables"
family = "open"

[[condition]]
name = "with markers"
markers = "standard"
in_range = false
stop = { battles = 4096 }
"""


def read(tmp_path: Path, text: str = PLAN) -> WorthStudy:
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    study = read_study(path)
    assert isinstance(study, WorthStudy)
    return study


def test_a_condition_differs_in_what_it_names_and_in_its_dice(tmp_path: Path) -> None:
    study = read(tmp_path)
    base, tables, markers = (study.experiment(one) for one in (None, *study.condition))
    assert (base.design.seed, tables.design.seed, markers.design.seed) == (3, 4, 5)
    assert tables.design == base.design.model_copy(update={"seed": 4, "family": "open"})
    assert (markers.design.family, markers.design.markers) == (base.design.family, "standard")
    assert (base.stop.battles, markers.stop.battles) == (2048, 4096)
    assert study.matches() == [("heuristic", "heuristic")]
    mixed = PLAN.replace('family = "open"', 'players = ["tactician", "tactician"]')
    assert read(tmp_path, mixed).matches() == [("heuristic", "heuristic"), ("tactician", "tactician")]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "open tables"', 'name = "../up"', "lower-case letters"),
        ('name = "open tables"', 'name = "with markers"', "two conditions are called"),
        ('family = "open"', 'famly = "open"', "famly"),
    ],
)
def test_bad_files_name_the_field(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        read(tmp_path, PLAN.replace(old, new))


def test_the_study_plays_every_condition_and_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_units(monkeypatch)
    told: list[tuple[int, int]] = []
    folder = tmp_path / "run"
    found = read(tmp_path).run(folder, progress=lambda done, total, _: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (2048 + 2048 + 4096, 2048 + 2048 + 4096)
    assert list(found.conditions["condition"].unique()) == [LISTED, "open tables", "with markers"]
    assert found.provenance["conditions_in_range"] == [LISTED, "open tables"]
    table = found.table
    assert (table["range_low"] <= table["range_high"]).all()
    assert table["range_low"].notna().all()
    for name in ("open tables", "with markers"):
        own = Prices.load(folder / "conditions" / name.replace(" ", "_"))
        rows = found.conditions[found.conditions["condition"] == name]
        np.testing.assert_array_equal(rows["price"], own.table["price"])
    kept = Prices.load(folder)
    pd.testing.assert_frame_equal(kept.table, table)
    pd.testing.assert_frame_equal(kept.conditions, found.conditions)
    again = read(tmp_path).run(folder)
    pd.testing.assert_frame_equal(again.table, table)


ARMIES = """

[[condition]]
name = "germany against the usa"
nation = "germany,usa"

[[condition]]
name = "one of a kind"
army_rules = "one_of_a_kind"
"""


def test_nations_and_rules_are_conditions_beside_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A condition prices the units that it fields; the range leaves it out, verdicts that change are told."""
    few_units(monkeypatch)
    plan = PLAN.split("[[condition]]", maxsplit=1)[0].rstrip().replace("2048", "4096") + ARMIES
    found = read(tmp_path, plan).run(tmp_path / "run")
    there = {name: list(rows["key"]) for name, rows in found.conditions.groupby("condition")}
    german_or_american = [key for key in there[LISTED] if key.endswith(("[germany]", "[usa]"))]
    assert there["germany against the usa"] == german_or_american
    assert 3 < len(german_or_american) < len(there[LISTED]) == len(there["one of a kind"])
    assert found.provenance["conditions_in_range"] == [LISTED, "one of a kind"]
    assert found.table["range_low"].notna().all()
    assert any("price some of the units only: germany against the usa" in note for note in found.notes)
    own = Prices.load(tmp_path / "run" / "conditions" / "germany_against_the_usa")
    assert own.provenance["army_rules"] == [{"nations": ["germany"]}, {"nations": ["usa"]}]
    listed = found.table.set_axis(found.detail["key"])["verdict"]
    changed = [key for key, now in zip(own.detail["key"], own.table["verdict"], strict=True) if now != listed[key]]
    told = verdict_changes(found)
    assert sorted(told.loc[told["condition"] == "germany against the usa", "key"]) == sorted(changed)
    row = by_condition(found).set_index("condition").loc["germany against the usa"]
    assert (row["units"], row["other_verdicts"]) == (len(german_or_american), len(changed))
    pd.testing.assert_frame_equal(Prices.load(tmp_path / "run").conditions, found.conditions)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            'nation = "germany,usa"',
            'nation = "germany,usa,italy"',
            "field .condition.2.: .*nation is 'germany,usa,italy'",
        ),
        ('nation = "germany,usa"', 'natoin = "germany,usa"', "natoin"),
        (
            'nation = "germany,usa"',
            "year = 1929",
            "plan.toml, field .condition.2.: .*year is '1929'; allowed: a year from 1930 to 1945",
        ),
        ('nation = "germany,usa"', 'front = "est"', "unknown front 'est' in front"),
        ('army_rules = "one_of_a_kind"', 'army_rules = "one"', "unknown army rules 'one'"),
        ('nation = "germany,usa"', 'nation = "japan"\nyear = 1930', "none of 10 units was in service in 1930"),
    ],
)
def test_rules_of_armies_in_a_file_are_checked_before_play(tmp_path: Path, old: str, new: str, words: str) -> None:
    told: list[int] = []
    with pytest.raises(TigersimError, match=words):
        read(tmp_path, PLAN + ARMIES.replace(old, new)).run(tmp_path / "run", progress=lambda n, *_: told.append(n))
    assert told == []


def planted(listed: Prices, shift: np.ndarray, seed: int) -> Prices:
    """The same list seen again: every price moved by ``shift`` and by an error of the size that it says."""
    half = (listed.table["price_high"] - listed.table["price_low"]).to_numpy() / 2
    price = listed.table["price"].to_numpy() + shift + np.random.default_rng(seed).normal(0, half / 1.96)
    from dataclasses import replace

    return replace(listed, table=listed.table.assign(price=price, price_low=price - half, price_high=price + half))


def test_a_range_is_of_conditions_and_not_of_chance() -> None:
    listed = Prices.load(Path(__file__).parents[2] / "results" / "003_prices_of_tacticians")
    units = len(listed.table)
    still = [planted(listed, np.zeros(units), k) for k in range(4)]
    names = [f"again {k}" for k in range(4)]
    found = with_range(still[0], dict(zip(names[1:], still[1:], strict=True)), names[1:])
    own = still[0].table["price_high"] - still[0].table["price_low"]
    # half of the units are no farther apart than by chance: their range is the interval of the list
    assert np.median((found.table["range_high"] - found.table["range_low"]) / own) < 1.5
    moved = np.random.default_rng(9).normal(0, 2.0, (units, 4))
    other = [planted(listed, moved[:, k], k) for k in range(4)]
    found = with_range(other[0], dict(zip(names[1:], other[1:], strict=True)), names[1:])
    # a further condition lies 2 VP from the mean: t of 3 degrees of freedom, 3.18, on either side of it, so mostly more
    # than the six standard deviations of a normal, and never less than what the list itself says
    width = (found.table["range_high"] - found.table["range_low"]).mean()
    assert width == pytest.approx(2 * 3.182 * 2.0 * 0.921 * np.sqrt(1.25), rel=0.1)  # 0.921: mean of s of four, by sd
    assert found.provenance["spread_over_conditions"] == pytest.approx(2.0, rel=0.1)
    shown = by_condition(found)
    assert list(shown["condition"]) == names[1:]
    for name, apart, shift in zip(names[1:], shown["price_apart"], moved[:, 1:].T, strict=True):
        assert apart == pytest.approx(np.sqrt(np.mean((shift - moved[:, 0]) ** 2)), abs=0.15), name
    assert (shown["worth_apart"] == 0).all()  # only the prices were moved
    assert by_condition(listed).empty


def test_a_name_that_is_not_there_is_refused() -> None:
    listed = Prices.load(Path(__file__).parents[2] / "results" / "003_prices_of_tacticians")
    with pytest.raises(InvalidValue, match="condition"):
        with_range(listed, {"one": listed}, ["two"])
