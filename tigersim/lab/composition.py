"""What random armies under rules of composition are drawn from, and whether the rules can be fulfilled at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tigersim.catalogue.army_rules import ArmyRules, TwoRules
from tigersim.catalogue.units import Unit
from tigersim.core.enums import MAX_UNITS
from tigersim.core.muster import Drawing
from tigersim.errors import InvalidValue, UnknownName


def pool_of(rules: ArmyRules, units: Sequence[Unit]) -> list[int]:
    """Places in a list of the units that rules admit.

    Raises ``UnknownName`` for a nation that no unit is of, ``InvalidValue`` where no unit is left, naming which of
    nation, year and front leaves none.
    """
    nations = list(dict.fromkeys(one.nation for one in units))
    for nation in rules.nations:
        if nation not in nations:
            raise UnknownName(nation, nations, where="the rules of armies", kind="nation")
    found = [place for place, one in enumerate(units) if rules.admits(one)]
    if not found:
        of_nations = [one for one in units if not rules.nations or one.nation in rules.nations]
        in_year = sum(replace(rules, front=None).admits(one) for one in of_nations)
        if not in_year:
            why = f"none of {len(of_nations)} units was in service in {rules.year}"
        elif rules.year is None or not any(replace(rules, year=None).admits(one) for one in of_nations):
            why = f"none of {len(of_nations)} units served on the front {rules.front}"
        else:
            why = f"none of {in_year} units of {rules.year} served on the front {rules.front}"
        raise _impossible(rules, why)
    return found


def drawing(two: TwoRules, units: Sequence[Unit], sizes: tuple[int, int], jitter: int) -> Drawing:
    """What ``muster_by_rules`` draws from.

    Raises what ``pool_of`` raises, and ``InvalidValue`` for rules that no army of some size can fulfil.
    """
    limits = 1 + max(len(rules.limits) for rules in two)
    members, copies = np.zeros(2, dtype=np.int64), np.full(2, MAX_UNITS)
    pools, under = np.zeros((2, len(units)), dtype=np.int64), np.zeros((2, len(units)), dtype=np.int64)
    least, most = np.zeros((2, limits), dtype=np.int64), np.full((2, limits), MAX_UNITS)
    for side, rules in enumerate(two):
        pool = pool_of(rules, units)
        _check_possible(rules, [units[place] for place in pool], sizes)
        pools[side, : len(pool)], members[side] = pool, len(pool)
        under[side] = [rules.limit_of(one.type) for one in units]
        for number, limit in enumerate(rules.limits, 1):
            least[side, number], most[side, number] = limit.at_least, limit.at_most
        copies[side] = _copies(rules)
    return Drawing(*sizes, jitter, pools, members, under, least, most, copies)


def _copies(rules: ArmyRules) -> int:
    return MAX_UNITS if rules.copies is None else rules.copies


def _check_possible(rules: ArmyRules, pool: Sequence[Unit], sizes: tuple[int, int]) -> None:
    """Check that armies of every size can be completed, whatever has been drawn."""
    fewest, most = sizes
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
