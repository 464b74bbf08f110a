"""Shots of some units at some others: what each can do to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.given import list_of
from tigersim.odds.arguments import read_keywords, rests_on
from tigersim.odds.circumstances import USUAL, MatrixKeywords
from tigersim.odds.shot import ShotOdds, shot

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ShotMatrix:
    """What each of some attackers does to each of some targets with one Fire action."""

    attackers: tuple[str, ...]
    """Names, with the nation where a name repeats."""
    targets: tuple[str, ...]
    table: pd.DataFrame
    """One row per pair: ``attacker target``, the fields of ``ShotOdds`` (NaN where the rules forbid the shot) and
    ``forbidden``, the rule or ""."""
    asked: str
    """The circumstances."""
    rests_on: str
    """The rules in words."""

    def wide(self, field: str = "p_destroyed") -> pd.DataFrame:
        """One field as a frame: attackers down, targets across.

        Raises ``InvalidValue`` for a field that is none.
        """
        if field not in ShotOdds.MEANING:
            raise InvalidValue("field", field, ", ".join(ShotOdds.MEANING))
        square = self.table.pivot(index="attacker", columns="target", values=field)
        return square.loc[list(self.attackers), list(self.targets)]


def shot_matrix(
    attackers: Sequence[str | Unit],
    targets: Sequence[str | Unit],
    card: str | int | None = None,
    distance: float = 10,
    **circumstances: Unpack[MatrixKeywords],
) -> ShotMatrix:
    """The exact odds of one Fire action of each attacker at each target.

    attackers, targets: names or units, none of them twice.
    card, distance, and further keywords: as in ``shot``: aspect, cover, found_cover, fortification, hits_before,
        weapon, arc, objective, ruleset, second_target, neighbour.

    A shot that the rules forbid is a row that names the rule.  Raises ``InvalidValue`` for no attackers, no targets, or
    one that is named twice, and what ``shot`` raises but for ``RuleForbids``.
    """
    import pandas as pd

    given = read_keywords(circumstances, _KEYWORDS, "odds.shot_matrix")
    firers, victims = _names("attackers", attackers), _names("targets", targets)
    rows = []
    where = ""
    for name, attacker in zip(firers, attackers, strict=True):
        for other, target in zip(victims, targets, strict=True):
            row: dict[str, Any] = {"attacker": name, "target": other, **dict.fromkeys(ShotOdds.MEANING, float("nan"))}
            try:
                answer = shot(attacker, target, card, distance, **given)
                found = answer.to_dict()
                rows.append({**row, **{field: found[field] for field in ShotOdds.MEANING}, "forbidden": ""})
                where = answer.title.partition(": ")[2]
            except RuleForbids as rule:
                rows.append({**row, "forbidden": rule.rule_id})
    others = (f"{name.replace('_', ' ')} {given[name]}" for name in circumstances if _is_told(name, given[name]))
    asked = ", ".join([where or f'{distance:g}"', *others])
    return ShotMatrix(firers, victims, pd.DataFrame(rows), asked, rests_on(given["ruleset"]))


_KEYWORDS = {name: USUAL.get(name) for name in MatrixKeywords.__annotations__}


def _is_told(name: str, value: object) -> bool:
    """Whether a circumstance is not as usual, and one that the title of a shot leaves out."""
    return name not in ("ruleset", "aspect") and value != _KEYWORDS[name]


def _names(what: str, units: Sequence[str | Unit]) -> tuple[str, ...]:
    names = tuple(str(unit) for unit in list_of(what, units, "units"))
    if not names or len(set(names)) < len(names):
        raise InvalidValue(what, list(names), "one unit or more, none of them twice")
    return names
