"""Every command with a call that takes a moment: take it for what all commands owe.

A new command needs a call here, and passes ``test_all_commands.py``, ``test_bad_input.py`` and ``test_interrupts.py``
or stands among their exceptions with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner, Result

from tigersim.cli import app

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"
HEURISTICS, TACTICIANS = (str(RESULTS / f"003_prices_of_{who}") for who in ("heuristics", "tacticians"))
FIRST = str(RESULTS / "001_first_price_list")
QUICK = ("--players", "heuristic")
"""Who plays where a call asks for many battles and does not mind who plays them."""
BATTLES = ("--battles", "20480", *QUICK)

CALLS: dict[str, list[str]] = {
    "units": ["--nation", "germany"],
    "show": ["Tiger I"],
    "worth": ["Tiger I", "KV-1"],
    "findings": [],
    "rule": ["PT-FIRE-07"],
    "rules": ["--coverage"],
    "rulings": [],
    "traits": [
        "--play",
        "--class",
        "medium_tank",
        "--trait",
        "fast",
        "--battles",
        "8192",
        *QUICK,
        "--out",
        "{place}/twins",
    ],
    "bench": [],
    "warm": ["heuristic"],
    "prices": [*BATTLES, "--seed", "5", "--out", "{place}/one"],
    "run": ["{place}/duels.toml", "--out", "{place}/duels"],
    "merge": ["{place}/one", "{place}/two", "--out", "{place}/both"],
    "compare": [HEURISTICS, TACTICIANS],
    "report": [HEURISTICS, "--out", "{place}/page.html"],
    "efficiency": [HEURISTICS, "--reference", "Tiger I"],
    "how-many": ["M4 Sherman", "Tiger I", "--battles", "100", *QUICK],
    "price-unit": ["{place}/mine.csv", "--list", FIRST, "--battles", "640", "--seed", "5", "--threads", "1"],
    "army": ["3 x T-34c, KV-1", "--against", "3 x Panzer IV (mid), Tiger I", "--army-rules", "combined_arms"],
    "build": ["--budget", "18", "--own", "{place}/own.csv", "--quick"],
    "site": ["{place}/pages", "--language", "en"],
    "fair": ["2 x M4 Sherman", "Tiger I", "--battles", "208", *QUICK, "--threads", "1"],
    "scenario": ["clash of patrols", "--battles", "32", *QUICK, "--threads", "1"],
    "exploit": ["--worth", HEURISTICS, *QUICK, "--out", "{place}/exploit"],
    "ladder": ["uniform", "heuristic", "--pairs", "10", "--out", "{place}/ladder"],
    "list": ["{place}/list.toml", "--nation", "germany"],
    "train": ["--tasks", "1", "--out", "{place}/trained"],
    "tune": ["{place}/tune.toml", "--out", "{place}/tuned"],
    "battle": ["4 x M4 Sherman, Jeep [usa]", "3 x Tiger I"],
    "series": ["2 x M4 Sherman", "Tiger I", "--rounds", "2"],
    "luck": ["--battles", "1000", "--threads", "1"],
    "survival": ["2 x M4 Sherman", "Tiger I", "--battles", "4"],
    "table": ["village", "--markers", "standard"],
    "duel": ["Tiger I", "M4 Sherman", "--turns", "2"],
    "odds pool": ["--dice", "3", "--difficulty", "9"],
    "odds shot": ["Tiger I", "M4 Sherman", "--card", "QH"],
    "odds card": ["QH", "--unit", "Tiger I"],
    "odds melee": ["Guards Infantry", "Tiger I", "--card", "7H"],
    "odds move": ["Tiger I"],
    "odds recovery": ["Tiger I"],
    "odds find-cover": ["Tiger I", "--terrain", "wood"],
    "odds landing": ["Waco Glider", "--card", "8S", "--clear", "12"],
    "odds burst": ["Tiger I", "Regulars [ussr]", "--card", "8H"],
    "odds panel": ["Tiger I", "M4 Sherman", "Truck [germany]"],
    "odds matrix": ["Tiger I, KV-1", "M4 Sherman"],
    "odds activation": ["Tiger I", "M4 Sherman", "--card", "QH", "--card", "5S"],
    "odds barrage": ["Tiger I", "Regulars [germany]; cover=wood"],
    "odds air-strike": ["Tiger I", "M4 Sherman"],
    "odds follow": ["M4 Sherman", "M4 Sherman", "--target", "Tiger I", "--card", "8H"],
    "odds duel": ["Tiger I", "M4 Sherman", "--turns", "2", "--by-turn"],
    "simulate shot": ["Tiger I", "M4 Sherman", "--trials", "2000", "--threads", "1"],
}
"""Command -> what follows it; ``{place}`` is the folder that ``written`` has filled."""

FURTHER: list[tuple[str, list[str]]] = [
    ("scenario", []),
    ("scenario", ["fighting withdrawal", "--about"]),
    ("units", []),
    ("traits", []),
    ("traits", ["--run", HEURISTICS]),
    ("rule", ["save_success_rule"]),
    ("show", ["Regulars [france] + mortar"]),
    ("list", []),
    ("worth", ["Tiger I"]),
    ("worth", ["--nation", "germany"]),
    ("worth", ["Tiger II", "--duels"]),
    ("worth", ["Tiger I", "Regulars [usa]", "Sherman Firefly", "--run", HEURISTICS]),
    ("findings", ["012_duels"]),
    ("findings", ["11", "--table", "moved"]),
    ("list", ["tenths"]),
    ("army", ["@{place}/army.txt", "--list", "tenths"]),
    ("army", ["2 x Towed gun [generic], Truck [germany]"]),
    ("build", ["--nation", "germany", "--against", "3 x T-34c, KV-1", "--fair", "--quick"]),
    ("fair", ["@{place}/army.txt", "3 x Tiger I", "--foretell"]),
    ("fair", ["5 x M4 Sherman", "3 x Tiger I", "--foretell"]),
    ("battle", ["T-34c, KV-1", "Panzer IV (mid)", "--list", "tenths"]),
    ("battle", ["T-34c, KV-1", "Panzer IV (mid)", "--log"]),
    ("battle", ["2 x T-34c", "2 x Hetzer", "--luck", "--number", "3"]),
    ("luck", ["{place}/one"]),
    ("survival", ["2 x T-34c", "2 x Hetzer", "--battles", "4", "--unit", "a:T-34c", "--unit", "b:Hetzer"]),
    ("odds panel", ["Guards Infantry", "--cover", "wood"]),
    ("odds matrix", ["T-34a, KV-1, Regulars [usa]", "--card", "7S", "--show", "one_hit"]),
    ("odds shot", ["Tiger I", "M4 Sherman", "--by-card"]),
    ("odds shot", ["T-34a", "Tiger I", "--by-card"]),
    ("odds card", ["--by-card"]),
    ("duel", ["Tiger I", "M4 Sherman", "--turns", "3", "--by-turn"]),
]
"""Other forms of answers that must fit and parse too."""

DUELS = """
kind = "duels"
question = "Who is who?"
why = "To see."
[design]
players = ["heuristic", "heuristic"]
distances = [10]
covers = ["none"]
games = 100
[[pairs]]
x = "M4 Sherman"
y = "Tiger I"
"""
TUNE = """
question = "Can it be better?"
why = "To see."
player = "heuristic"
opponents = ["uniform"]
[design]
seed = 3
families = ["open"]
markers = ["none"]
sizes = [2, 3]
[search]
generations = 1
population = 4
battles = 8
[check]
battles = 20
"""
LIST = """title = "Mine"
scale = 10
[points]
"Tiger I [germany]" = 80
"""
OWN = """unit,count
Panzer IV (mid),3
Tiger I,1
Regulars [germany],4
Hetzer,2
"""
MINE = """nation,name,type,advantages
finland,Sisu,armored_car,rugged
"""


def written(place: Path) -> Path:
    """The files that the calls read, in ``place``."""
    (place / "duels.toml").write_text(DUELS, encoding="utf-8")
    (place / "tune.toml").write_text(TUNE, encoding="utf-8")
    (place / "list.toml").write_text(LIST, encoding="utf-8")
    (place / "mine.csv").write_text(MINE, encoding="utf-8")
    (place / "own.csv").write_text(OWN, encoding="utf-8")
    (place / "army.txt").write_text("Mine\nArmy: 3 x T-34c, KV-1\n", encoding="utf-8")
    return place


def without_pictures(patch: pytest.MonkeyPatch) -> None:
    """From now on no picture of a run is drawn: that takes longer than the run, and the tests of each do it once."""
    patch.setattr("tigersim.show.plots.write", lambda ax, path: path.touch())


def words(name: str, place: Path, arguments: list[str] | None = None) -> list[str]:
    """The words of a call: of the one in the table, or of another."""
    follow = CALLS[name] if arguments is None else arguments
    return [*name.split(), *(word.replace("{place}", str(place)) for word in follow)]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments], env={"COLUMNS": "80", "NO_COLOR": "1"})


def registered(group: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Pairs (name, command) of all commands, as typer has built them: ``odds shot``."""
    group = get_command(app) if group is None else group
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from registered(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


COMMANDS = dict(registered())


def options(name: str) -> dict[str, Any]:
    """The options of a command, by every name that they have."""
    return {word: one for one in COMMANDS[name].params if one.param_type_name == "option" for word in one.opts}


def paths(name: str) -> list[Any]:
    """Options and arguments of a command that are files or folders, by their metavar."""
    marks = ("RUN", "DIR", "FILE", ".toml")
    return [one for one in COMMANDS[name].params if any(mark in (one.metavar or "") for mark in marks)]
