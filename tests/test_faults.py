"""What models complain of, in plain words: every kind of complaint of an experiment file and of a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tigersim.catalogue.scenarios import Scenario
from tigersim.errors import DataError
from tigersim.pricing.study.experiment import Experiment

HEAD = 'question = "What?"\nwhy = "So."\n'
SCENARIO = Scenario.load("take the position").to_dict() | {"table": {}}
FAULTS = [
    ('why = "So."', "field 'question': is missing"),
    ('questoin = "What?"', "field 'questoin': is not known; did you mean question?"),
    (f"{HEAD}switches = 3", "field 'switches': is 3; allowed: a table"),
    ('question = 3\nwhy = "So."', "field 'question': is 3; allowed: text"),
    (f"{HEAD}[design]\nseed = -1", "field 'design.seed': is -1; allowed: 0 or more"),
    (f"{HEAD}[design]\nseed = 'x'", "field 'design.seed': is 'x'; allowed: a whole number"),
    (f"{HEAD}[design]\nseed = 1.5", "field 'design.seed': is 1.5; allowed: a whole number"),
    (f"{HEAD}[design]\nplayrs = 3", "field 'design.playrs': is not known; did you mean players?"),
    (f"{HEAD}stpo = 3", "field 'stpo': is not known; did you mean stop?"),
    (f"{HEAD}zzzz = 3", "field 'zzzz': is not known; allowed: question, why, ruleset"),
    (f"{HEAD}[design]\nplayers = 'x'", "field 'design.players': is 'x'; allowed: a list"),
    (f"{HEAD}[design]\nsizes = [6, 8, 10]", "field 'design.sizes': is [6, 8, 10]; allowed: a list of up to 2"),
    (f"{HEAD}[design]\nsizes = [6, 'b']", "field 'design.sizes.1': is 'b'; allowed: a whole number"),
    (f"{HEAD}[terms]\nsolo = 'x'", "field 'terms.solo': is 'x'; allowed: true or false"),
    (f"{HEAD}[stop]\ntarget_half_width = 'wide'", "field 'stop.target_half_width': is 'wide'; allowed: a number"),
    (f"{HEAD}[stop]\ntarget_half_width = 0", "field 'stop.target_half_width': is 0; allowed: more than 0"),
]


@pytest.mark.parametrize(("text", "said"), FAULTS, ids=[said[:50] for _, said in FAULTS])
def test_a_fault_in_an_experiment_names_field_value_and_what_is_allowed(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as error:
        Experiment.read(path)
    assert str(error.value).startswith(f"{path}, {said}")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rules": {**SCENARIO["rules"], "zzz": True}}, "field 'rules.zzz': is not known; allowed: "),
        ({"attacker": {"sizes": [3, 4]}}, "field 'attacker.sizes': is not known; did you mean size"),
        ({"table": {"inches_per_letter": 9}}, "field 'table.inches_per_letter': is 9; allowed: up to 6"),
        ({"table": {"map": "..Q"}}, "field 'table': map: row 1 has 'Q'; allowed: "),
    ],
)
def test_a_fault_in_a_scenario_does(given: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError) as error:
        Scenario.of_dict({**SCENARIO, **given}, "mine.toml")
    assert f"mine.toml, {said}" in str(error.value)
