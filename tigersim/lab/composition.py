"""What random armies by rules are drawn from, and whether the rules can be fulfilled."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tigersim.catalogue.army_rules import ArmyRules, TwoRules
from tigersim.catalogue.units import Unit
from tigersim.core.enums import MAX_UNITS
from tigersim.core.muster import Drawing, Gap
from tigersim.errors import InvalidValue, UnknownName


def pool_of(rules: ArmyRules, units: Sequence[Unit], largest: int) -> list[int]:
    """Places in a list of the units that an army of up to ``largest`` units may have.

    Raises ``UnknownName`` for a nation that no unit is of, ``InvalidValue`` where no unit is left, naming what of
    the rules leaves none.
    """
    nations = list(dict.fromkeys(one.nation for one in units))
    for nation in rules.nations:
        if nation not in nations:
            raise UnknownName(nation, nations, where="the rules of armies", kind="nation")
    found = [place for place, one in enumerate(units) if rules.admits(one)]
    if not found:
        raise _impossible(rules, _why_empty(rules, units))
    if sum(limit.at_least for limit in rules.limits) >= largest:
        # the units that are asked for take all places
        asked = {name for limit in rules.limits if limit.at_least for name in limit.classes}
        found = [place for place in found if units[place].type in asked]
    return found


def _why_empty(rules: ArmyRules, units: Sequence[Unit]) -> str:
    """Which of the rules leaves no unit."""
    left = [one for one in units if not rules.nations or one.nation in rules.nations]
    steps = [
        (ArmyRules(year=rules.year), f"was in service in {rules.year}"),
        (ArmyRules(front=rules.front), f"served on the front {rules.front}"),
        (ArmyRules(year=rules.year, front=rules.front), f"served on the front {rules.front} in {rules.year}"),
    ]
    for rule, did in steps:
        if not any(rule.admits(one) for one in left):
            return f"none of {len(left)} units {did}"
    return f"their limits leave none of {len(left)} units"


def drawing_of(two: TwoRules, units: Sequence[Unit], sizes: tuple[int, int], gap: Gap) -> Drawing:
    """What ``muster_by_rules`` draws from.

    Raises what ``pool_of`` raises, and ``InvalidValue`` for rules that no army of some size can fulfil.
    """
    limits = 1 + max(len(rules.limits) for rules in two)
    members, copies = np.zeros(2, dtype=np.int64), np.full(2, MAX_UNITS)
    pools, under = np.zeros((2, len(units)), dtype=np.int64), np.zeros((2, len(units)), dtype=np.int64)
    least, most = np.zeros((2, limits), dtype=np.int64), np.full((2, limits), MAX_UNITS)
    for side, rules in enumerate(two):
        pool = pool_of(rules, units, sizes[1])
        _check_possible(rules, [units[place] for place in pool], sizes)
        pools[side, : len(pool)], members[side] = pool, len(pool)
        under[side] = [rules.limit_of(one.type) for one in units]
        for number, limit in enumerate(rules.limits, 1):
            least[side, number], most[side, number] = limit.at_least, limit.at_most
        copies[side] = _copies(rules)
    return Drawing(*sizes, gap, pools, members, under, least, most, copies)


def _copies(rules: ArmyRules) -> int:
    return MAX_UNITS if rules.copies is None else rules.copies


def _check_possible(rules: ArmyRules, pool: Sequence[Unit], sizes: tuple[int, int]) -> None:
    """Check that armies of every size can be completed, whatever has been drawn."""
    fewest, most = sizes
    if rules.sizes is not None and not rules.sizes[0] <= fewest <= most <= rules.sizes[1]:
        low, high = rules.sizes
        why = f"they ask for {low} to {high} units, and sizes says {fewest} to {most}"
        raise _impossible(rules, f"{why}; sizes within {low} to {high} would do")
    under = [rules.limit_of(one.type) for one in pool]
    room = [under.count(0) * _copies(rules)]  # units without a limit, then those of each
    for number, limit in enumerate(rules.limits, 1):
        there = under.count(number) * _copies(rules)
        if there < limit.at_least:
            raise _impossible(rules, f"{limit} are asked for, and the pool has {_kinds(under.count(number), rules)}")
        room.append(min(limit.at_most, there))
    asked = sum(limit.at_least for limit in rules.limits)
    if asked > fewest:
        raise _impossible(rules, f"they ask for {asked} units, and sizes says that {fewest} are enough")
    if sum(room) < most:
        has = f"a pool of {_kinds(len(pool), rules)} gives at most {sum(room)}, and sizes asks for up to {most}"
        raise _impossible(rules, f"{has}; sizes up to {sum(room)} would do")


def _kinds(n: int, rules: ArmyRules) -> str:
    each = "" if rules.copies is None else f", {rules.copies} of each"
    return f"{n} unit{'' if n == 1 else 's'}{each}"


def _impossible(rules: ArmyRules, why: str) -> InvalidValue:
    return InvalidValue("army_rules", str(rules), f"rules that every army can fulfil; {why}")
