"""Every close combat of two units as tables: units with the same numbers fight alike."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from tigersim.catalogue.cards import CARDS
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.odds.combatants import Fighter
from tigersim.odds.melee import MeleeOdds, melee
from tigersim.rules.cards import difficulty, is_red
from tigersim.site.tables.firing_classes import units
from tigersim.site.tables.numbering import Numbered, Unique
from tigersim.site.tables.shot_tables import DIFFICULTY, out_of_whole


class FighterClass(NamedTuple):
    """All that a close combat of two asks of a unit; none of it depends on the readings that a visitor may set."""

    dice: int
    infantry: int
    open_top: int
    skirt_armor: int
    rerolls: int
    suicide_assault: int
    towed_gun: int
    may_assault: int


@cache
def assault_tables() -> dict[str, Any]:
    """[unit] -> class; [attackers][defenders] -> dice of both and curves against one unhurt and one shocked.

    A curve has for each difficulty the chances that the defender and that the attacker is destroyed.  Below 0 in the
    place of a pair: the rule that forbids it.
    """
    classes: Numbered[FighterClass, Unit] = Numbered()
    by_unit = [classes.number(_class(one), one) for one in units()]
    rules: Unique[str] = Unique()
    curves: Unique[tuple[int, ...]] = Unique()
    pairs: Unique[Any] = Unique()

    def pair(attacker: Unit, defender: Unit) -> Any:
        try:
            fights = [[_answer(attacker, defender, shocked, d) for d in DIFFICULTY] for shocked in (False, True)]
        except RuleForbids as why:
            return -1 - rules.of(why.rule_id)
        numbers = [curves.of(tuple(part for one in fight for part in _fates(one))) for fight in fights]
        return pairs.of((fights[0][0].attacker_dice, fights[0][0].defender_dice, *numbers))

    met = [[pair(attacker, defender) for defender in classes] for attacker in classes]
    return {"units": by_unit, "met": met, "pairs": list(pairs), "curves": list(curves), "rules": list(rules)}


def _class(one: Unit) -> FighterClass:
    own = profile(one)
    return FighterClass(
        own.melee_dice,
        own.infantry,
        own.open_top,
        own.skirt_armor,
        own.melee_rerolls,
        own.suicide_assault,
        own.towed_gun,
        own.may_assault,
    )


def _answer(attacker: Unit, defender: Unit, shocked: bool, d: int) -> MeleeOdds:
    card = next(name for number, name in enumerate(CARDS) if is_red(number) and difficulty(number) == d)
    return melee(attacker, Fighter(defender, shocked=shocked), card)


def _fates(odds: MeleeOdds) -> tuple[int, int]:
    defender, attacker, *_ = odds.counts
    return out_of_whole(defender, odds.whole), out_of_whole(attacker, odds.whole)
