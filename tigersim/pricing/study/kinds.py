"""Kinds of experiment files that ``tigersim run`` takes, and which module reads each."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Protocol, Unpack

from tigersim.errors import DataError, UnknownName, brief
from tigersim.files.documents import toml_of
from tigersim.game.terms import Terms
from tigersim.lab.experiment import errors_of
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.result import Prices
from tigersim.pricing.study.run_options import RunOptions

KINDS = {
    "armies": "tigersim.pricing.study.army_study:ArmyStudy",
    "attack": "tigersim.pricing.study.attack_study:AttackStudy",
    "duels": "tigersim.pricing.study.duel_study:Duels",
    "equilibrium": "tigersim.pricing.study.equilibrium:EquilibriumStudy",
    "exact_duels": "tigersim.pricing.study.exact_duel_study:ExactDuelStudy",
    "exploit": "tigersim.pricing.study.exploit_study:Exploits",
    "list": "tigersim.pricing.study.list_study:ListStudy",
    "meetings": "tigersim.pricing.study.meeting_study:MeetingStudy",
    "prices": "tigersim.pricing.study.experiment:Experiment",
    "rulings": "tigersim.pricing.study.rulings:RulingsStudy",
    "scenarios": "tigersim.pricing.study.scenario_study:ScenarioStudy",
    "traits": "tigersim.pricing.study.trait_study:TraitStudy",
    "validation": "tigersim.pricing.study.validation:ValidationStudy",
    "worth": "tigersim.pricing.study.worth_study:WorthStudy",
}
"""Kind -> module and class.  A file without a kind is one of prices."""
OTHERS = {"matches": "tigersim ladder", "search": "tigersim tune"}
"""Tables of files that have a command of their own."""


class Study(Protocol):
    """An experiment file that can be carried out."""

    question: str
    kind: str

    def matches(self) -> list[tuple[str, str]]:
        """Players that meet: what has to be compiled."""
        ...

    def battle_terms(self, forbid: tuple[str, ...] = ()) -> Terms:
        """What its battles are played by; forbid: more than the file forbids."""
        ...

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Prices | Findings:
        """Carry it out in a directory; what is there already is used."""
        ...


def read_study(path: str | Path) -> Study:
    """Read an experiment file of any kind.  Raises ``DataError`` naming file and field."""
    place = Path(path)
    given = toml_of(place)
    for table, command in OTHERS.items():
        if table in given:
            raise DataError(str(place), None, table, f"this is a file for `{command}`")
    kind = given.get("kind", "prices")
    if not isinstance(kind, str) or kind not in KINDS:
        raise DataError(str(place), None, "kind", str(UnknownName(brief(kind), KINDS, kind="kind of experiment")))
    module, name = KINDS[kind].split(":")
    study: Study = getattr(import_module(module), name).read(place)
    with errors_of(place):
        study.battle_terms()
    return study
