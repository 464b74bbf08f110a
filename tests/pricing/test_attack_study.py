"""The study of a list under attack: a small one from end to end, and what its file cannot say."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pandas as pd
import pytest

from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.units import parse_army
from tigersim.errors import DataError
from tigersim.lab.design import Design
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.play import list_proof
from tigersim.pricing.play.army_search import Bought, Breeding, Counts, allowed
from tigersim.pricing.play.list_proof import Stages
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.kinds import read_study
from tigersim.pricing.study.list_study import rules_called

SMALL = """
kind = "attack"
question = "How strong?"
why = "To see."
ruleset = "paper_tigers_2"
budgets = [27]
army_rules = ["none", "one_of_a_kind"]
judges = ["tactician"]
judged = 64

[design]
seed = 5
players = ["heuristic", "heuristic"]

[effort]
searches = 1
kept = 8
stages = [16, 32]
climbs = {climbs}
generations = 2
battles = 400

[terms]
price_list = "tenths"
"""


def small(folder: Path, text: str) -> Path:
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_armies_keep_the_rules_are_affordable_and_come_back_the_same(tmp_path: Path) -> None:
    plan = small(tmp_path, SMALL.format(climbs=2))
    found = read_study(plan).run(tmp_path / "run")
    assert isinstance(found, Findings)
    table, tenths = found.tables["attacks"], PriceList.load("tenths")
    assert table["army_rules"].tolist() == ["none", "one_of_a_kind"]
    for row in table.itertuples(index=False):
        army = parse_army(row.army)
        assert tenths.total(army) / 10 == pytest.approx(row.cost)
        assert row.cost <= 27
        assert not rules_called(row.army_rules).faults(army)
        assert 0 <= row.p_low <= row.p_win <= row.p_high <= 1
    hands = found.tables["hands"]
    assert hands["player"].tolist() == ["tactician"] * 2
    assert hands["army"].tolist() == table["army"].tolist()
    found.save(tmp_path / "run")
    again = read_study(plan).run(tmp_path / "again", threads=1)
    assert isinstance(again, Findings)
    for name, one in found.tables.items():
        pd.testing.assert_frame_equal(one, again.tables[name])
    assert again.said == Findings.load(tmp_path / "run").said
    assert again.said[0].startswith("Of any units for 27 VP the strongest army found wins ")


def test_armies_that_breed_and_fight_again_find_what_the_model_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted world where many different units win, and a model that knows nothing: battles alone lead there."""
    design = Design(seed=1)
    bought = Bought(np.ones(len(design.units)), 12.0, allowed(ArmyRules(copies=4), design.units))
    noise = np.random.default_rng(2)

    def different(armies: Counts) -> Floats:
        return (armies > 0).sum(axis=1) / 12

    def drawn(model: object, some: Bought, field: Counts, how: Breeding, chance: np.random.Generator) -> Any:
        armies = some._replace(prices=np.where(np.arange(len(some.prices)) < 5, 1.0, 99.0)).draw(how.population, chance)
        return armies, np.zeros(len(armies))

    def won(given: object, armies: Counts, field: Counts, battles: int, *rest: object) -> Floats:
        return different(armies) + noise.normal(0, 0.5, (battles, len(armies)))

    monkeypatch.setattr(list_proof, "strongest", drawn)
    monkeypatch.setattr(list_proof, "_won", won)
    monkeypatch.setattr(list_proof, "chances", lambda model, armies, field: np.zeros(len(armies)))
    monkeypatch.setattr(list_proof, "share_won", lambda given, army, *rest: (float(different(army)[0]), 0.0, 1.0))
    found = []
    for climbs in (0, 12):
        stages = Stages(searches=2, kept=40, battles=(100, 300), climbs=climbs)
        given: Any = SimpleNamespace(design=design)
        last = list_proof.find_strongest(given, cast(Any, None), bought, stages, np.random.default_rng(3))
        assert bought.affordable(last.army[None]).shape[0] == 1
        found.append(last.random[0])
    assert found[0] <= 5 / 12  # five different units are all that the first armies have
    assert found[1] >= 9 / 12


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"one_of_a_kind"', '"two_of_a_kin"', "two_of_a_kin"),
        ("climbs = 1", "climbs = -1", "climbs"),
        ("battles = 400", "battles = 1", "battles"),
        ("budgets = [27]", "budgets = [0]", "budgets"),
    ],
)
def test_a_wrong_file_is_refused_by_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = SMALL.format(climbs=1)
    assert old in text
    with pytest.raises(DataError, match=said):
        read_study(small(tmp_path, text.replace(old, new, 1)))
