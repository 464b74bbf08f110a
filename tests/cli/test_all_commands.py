"""What every command owes: help, options that mean the same everywhere, tables of 80 columns, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.cli.all_commands import (
    BATTLES,
    CALLS,
    COMMANDS,
    FURTHER,
    QUICK,
    options,
    run,
    without_pictures,
    words,
    written,
)
from tests.pricing.test_exploit_study import TINY
from tigersim.bench import battles as bench_battles
from tigersim.bench import dice as bench
from tigersim.bench import starts as bench_starts
from tigersim.cli.options import two_players
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.lab import Design, Run, training
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.training import ContrastTrials, Round, ShotTrials, TrainingPlan
from tigersim.pricing.study import exploit_study
from tigersim.pricing.study.kinds import KINDS
from tigersim.site.pages import glossary

WITHOUT_CSV = {"report": "it makes a page, on which every table can be downloaded as CSV", "site": "it makes pages"}
"""Commands that print no CSV, with the reason."""

DIFFERENT = {
    "--against": "armies to set beside one in `army`; the enemy in `build`",
    "--action": "one of them in `odds follow`, one or two in `odds activation`",
    "--army-rules": "of one army in `army` and `build`; in commands that draw armies of both sides",
    "--battles": "battles of a run; in `how-many` skirmishes behind each number",
    "--card": "one card; in `odds activation` one for each action",
    "--class": "units of that class only; in `price-unit` what a new unit is",
    "--cover": "what one target stands in; in `odds panel` the unit itself; in `how-many` a list, an answer for each",
    "--distance": "one distance; in `how-many` several, an answer for each",
    "--front": "one front; in commands that draw armies one for both sides or two",
    "--language": "of words that are printed; in `site` of its pages",
    "--list": "what units cost in battles; in `price-unit` a finished run to price beside; in `exploit` lists, several",
    "--nation": "one nation; in commands that draw armies those of both sides",
    "--number": "which of those that a seed gives: of battles in `battle`, of tables in `table`",
    "--out": "a folder; in `report` and `list` a file",
    "--run": "a finished run of prices; in `traits` of prices or of twins",
    "--table": "number of a random table in `battle`; in `findings` a table of a study",
    "--target": "a half-width: in VP in `prices` (of 95% of the units) and `price-unit`, of a chance in `fair`; a unit "
    "in `odds follow`, as the argument TARGET is elsewhere",
    "--year": "one year; in commands that draw armies one for both sides or two",
    "--text": "lines to paste into a chat in `army`; in `report` the answer on the terminal in place of a page",
    "--unit": "one historical unit in `odds card`, of a file in `price-unit`, with its side in `survival`",
}
"""Options that do not mean the same everywhere, with what they mean."""

SHORT = (
    Round("tactician", 1, 16, epochs=1, shots=ShotTrials(1, 4, epochs=1)),
    Round("strategist", 1, 4, epochs=1, contrasts=ContrastTrials(1, 2)),
)
"""A training of a moment."""
EVERY = [*CALLS.items(), *FURTHER]
pytestmark = pytest.mark.skipif(COMPILER_OFF, reason="whole battles")


@pytest.fixture(scope="module", autouse=True)
def _no_pictures() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        without_pictures(patch)
        yield


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files to read, and two runs to merge."""
    folder = written(tmp_path_factory.mktemp("calls"))
    for seed, name in ((5, "one"), (6, "two")):
        design = Design(seed=seed, tables=None, players=two_players(QUICK[1]))
        list(Run(folder / name, design).batches(0, int(BATTLES[1]) // BATTLES_PER_TASK))
    return folder


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of a moment, and a clock that need not be asked."""
    built = TINY.built()
    monkeypatch.setattr(exploit_study.EffortOf, "built", lambda self: built)
    rates = {"dice": 4e8, "numpy": 3e7, "generator": 1e9, "exact": 5000.0, "icepool": 100.0}
    monkeypatch.setattr(bench, "measure_sampling", lambda repeats: {"per_second": rates})
    monkeypatch.setattr(bench_starts, "measure_starts", lambda repeats: {"seconds_to_answer": {"odds": 0.2}})
    monkeypatch.setattr(training, "TrainingPlan", partial(TrainingPlan, SHORT))
    monkeypatch.setattr("tigersim.site.build.pages_of", lambda words: tuple(glossary.pages(words)))
    monkeypatch.setattr(
        bench_battles, "measure_battles", lambda repeats: {"battles_per_second_per_thread": {"heuristic": 21_000.0}}
    )


def test_every_command_has_a_call() -> None:
    assert set(CALLS) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help(name: str) -> None:
    command = COMMANDS[name]
    assert f"tigersim {name}" in command.help
    assert [one.name for one in command.params if not one.help and one.name != "help"] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_answers_programs(name: str) -> None:
    assert "--json" in options(name)
    assert ("--csv" in options(name)) == (name not in WITHOUT_CSV)


def test_the_help_of_run_names_every_kind_of_file() -> None:
    words = set(re.findall(r"\w+", COMMANDS["run"].help))
    assert set(KINDS) <= words


def test_an_option_means_the_same_everywhere() -> None:
    meant: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for name in COMMANDS:
        for word, one in options(name).items():
            meant[word].add((one.help, one.metavar, tuple(one.opts)))
    assert {word for word, meanings in meant.items() if len(meanings) > 1} == set(DIFFERENT)


@pytest.mark.parametrize(("name", "arguments"), EVERY, ids=[" ".join([n, *a[:2]])[:40] for n, a in EVERY])
def test_answers_fit_and_parse(name: str, arguments: list[str], place: Path) -> None:
    call = words(name, place, arguments)
    shown = run(*call)
    assert shown.exit_code == 0, shown.stderr
    assert "\x1b" not in shown.stdout
    # the place of the run may be longer than a line, and its name is not broken
    assert [line for line in shown.stdout.splitlines() if len(line) > 80 and str(place) not in line] == []
    assert [line for line in shown.stdout.splitlines() if "…" in line] == []  # no cell is cut
    assert [line for line in shown.stdout.splitlines() if line.endswith(" ")] == []
    plain = run(*call, "--json")
    assert plain.exit_code == 0, plain.stderr
    assert json.loads(plain.stdout) is not None
    if name not in WITHOUT_CSV:
        heads, *rows = csv.reader(io.StringIO(run(*call, "--csv").stdout))
        assert rows
        assert len(set(heads)) == len(heads)
        assert {len(row) for row in rows} == {len(heads)}
        both = run(*call, "--json", "--csv")
        assert (both.exit_code, both.stdout) == (2, "")
