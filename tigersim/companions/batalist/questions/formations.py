"""The question of formations: shots and attacks in each, at each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.batalist.forces.army_book import FORMATIONS, battalion
from tigersim.companions.batalist.forces.attack import Attack
from tigersim.companions.batalist.odds.strike import strike_of
from tigersim.companions.batalist.rules.readings import Reading, mattering
from tigersim.companions.question import question
from tigersim.errors import RuleForbids
from tigersim.statistics.law import Law


@question("BA-Q-04", "formations")
def formations(
    shooters: Annotated[str, "who shoots"] = "archers",
    infantry: Annotated[str, "who is shot at, and attacks its like"] = "line-infantry",
    moved: Annotated[bool, "the shooters moved this turn"] = False,
    target_moved: Annotated[bool, "their target moved this turn"] = False,
    *,
    readings: Readings,
) -> Answer:
    """What does shooting do, and which formation should be chosen?"""
    gun, one = battalion(shooters), battalion(infantry)
    shot = Attack(gun, one, shooting=True, moved=moved, target_moved=target_moved)

    def shots(reading: Reading) -> dict[tuple[str, str], Law[int] | None]:
        pairs = product(("column", "loose"), FORMATIONS)
        return {pair: _allowed(_formed(shot, *pair), reading) for pair in pairs}

    def charges(reading: Reading) -> dict[tuple[str, str], Law[int] | None]:
        charge = Attack(one, one)
        kinds = {"at column": charge, "at hedgehog": _formed(charge, "column", "hedgehog"), "in cover": charge}
        return {
            (own, kind): _allowed(replace(at, formation=FORMATIONS[own], cover=kind == "in cover"), reading)
            for own in ("column", "wedge", "loose")
            for kind, at in kinds.items()
        }

    shooting, fighting = shots(Reading.of(readings)), charges(Reading.of(readings))
    named = (
        ("at_column", "damage of shooters in column at a column, on average", shooting["column", "column"]),
        ("at_loose", "the same at a loose target", shooting["column", "loose"]),
        ("in_wedge", "damage of an attack in wedge at a column", fighting["wedge", "at column"]),
    )
    return Answer(
        f"{gun.title} shooting at {one.title}, and {one.title} attacking its like",
        tuple(Number.of(name, meaning, law.mean) for name, meaning, law in named if law is not None),
        (
            Table("Mean damage of shots", _rows("shooters in", "at ", shooting)),
            Table("Mean damage of attacks", _rows("attacker in", "", fighting)),
        ),
        ("- stands for what a skill forbids.",),
        mattering(readings, lambda reading: (shots(reading), charges(reading))),
    )


def _formed(at: Attack, own: str, other: str) -> Attack:
    return replace(at, formation=FORMATIONS[own], target_formation=FORMATIONS[other])


def _rows(title: str, before: str, laws: Mapping[tuple[str, str], Law[int] | None]) -> list[dict[str, object]]:
    """Mean damages by own formation (rows) and target (columns)."""
    rows: dict[str, dict[str, object]] = {}
    for (own, other), law in laws.items():
        rows.setdefault(own, {title: own})[before + other] = "-" if law is None else law.mean
    return list(rows.values())


def _allowed(at: Attack, reading: Reading) -> Law[int] | None:
    """The law of a strike; None where a skill forbids the formation."""
    try:
        return strike_of(at, reading).law()
    except RuleForbids as error:
        if error.rule_id in ("BA-SKL-15", "BA-SKL-24"):
            return None
        raise
