"""What a shell is told: names that begin like what is written, read in a moment."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.all_commands import COMMANDS
from tests.forms import form
from tests.test_imports import loaded_by
from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.rulebook import STATUSES, rules
from tigersim.catalogue.rulesets import rulesets, rulings
from tigersim.catalogue.traits import traits
from tigersim.catalogue.units import all_units, parse_army, unit
from tigersim.cli import app, completion
from tigersim.core.families import ALL_FAMILIES


def of_bash(words: str, number: int) -> dict[str, str]:
    """How bash asks about the word of that number."""
    return {"_TIGERSIM_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(number)}


def asked_here(words: str, number: int) -> list[str]:
    """The same without a process of its own."""
    told = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(told), contextlib.suppress(SystemExit):
        for name, value in of_bash(words, number).items():
            patch.setenv(name, value)
        app(prog_name="tigersim")
    return told.getvalue().splitlines()


def asked(words: str, number: int) -> list[str]:
    """What bash is told about the word of that number."""
    environment = {**os.environ, **of_bash(words, number)}
    code = "from tigersim.cli import app; app(prog_name='tigersim')"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False, timeout=30
    )
    return done.stdout.splitlines()


def test_names_are_those_of_the_program() -> None:
    assert completion.FAMILIES == ALL_FAMILIES
    assert set(completion.classes("")) == set(CLASS_IDS)
    assert set(completion.traits("")) == set(traits())
    assert completion.rulesets("") == sorted(rulesets())
    assert completion.statuses("") == list(STATUSES)
    assert {unit(name).key for name in completion.units("")} == {one.key for one in all_units()}
    known = {entry.id for entry in rules()} | {one.id for one in rulings()} | {one.switch for one in rulings()}
    assert set(completion.rules("")) == known
    for one in rulings():
        assert completion.switches(f"{one.switch}=") == [f"{one.switch}={option}" for option in one.options]


def test_an_army_is_completed_at_its_end() -> None:
    assert completion.armies("3 x M4 Sherman, 2 x tiger i")[0] == "3 x M4 Sherman, 2 x Tiger I"
    for army in completion.armies("3 x M4 Sherman, 2 x Jee"):
        assert len(parse_army(army)) == 5


@pytest.mark.parametrize(
    ("words", "number", "told"),
    [
        ("tigersim pri", 1, ["prices", "price-unit"]),
        ('tigersim show "Tiger I', 2, ["Tiger I", "Tiger II (King Tiger)"]),
        ("tigersim rule PT-FIRE-07", 2, ["PT-FIRE-07"]),
        ("tigersim battle a b --players planner,t", 5, ["planner,tactician"]),
        ("tigersim rule PT-FIRE-07 --language r", 4, ["ru"]),
        ("tigersim units --class heavy_t", 3, [name for name in CLASS_IDS if name.startswith("heavy_t")]),
        ("tigersim prices --hea", 2, ["--health"]),
        ('tigersim fair "T-34c" "2 x Panther A, 3 x KV', 3, [f"2 x Panther A, 3 x KV-{number}" for number in (1, 2)]),
        ('tigersim odds panel "KV-1" "Tiger I', 4, ["Tiger I", "Tiger II (King Tiger)"]),
        ('tigersim odds matrix "KV-1, Tiger II', 3, ["KV-1, Tiger II (King Tiger)"]),
    ],
)
def test_bash_is_told(words: str, number: int, told: list[str]) -> None:
    assert asked_here(words, number) == told
    # a process for the name of a command and for one word of ours in the short form: all go the same way to the shell
    if form(number == 1 or "show" in words, True):
        assert asked(words, number) == told


def test_completion_loads_nothing_slow() -> None:
    calls = "completion.units('T'); completion.rules('PT'); completion.switches('s'); completion.traits('r')"
    assert loaded_by(f"import tigersim.cli\nfrom tigersim.cli import completion\n{calls}") == []
    code = f"from tigersim.cli import app, completion\n{calls}\nimport sys\nprint('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_what_names_something_known_completes_it() -> None:
    marks = {"UNIT", "UNIT...", "[UNIT...]", "ATTACKER", "TARGET", "TARGET...", "ATTACKERS", "[TARGETS]"}
    marks |= {"ARMY_A", "ARMY_B", "X", "Y", "SWITCH=OPTION", "ID"}
    for name, command in COMMANDS.items():
        for one in command.params:
            if one.metavar in marks:
                assert one._custom_shell_complete is not None, f"{name} {one.name}"


def test_completion_files_are_there() -> None:
    assert (Path(completion.DATA) / "units.csv").is_file()
