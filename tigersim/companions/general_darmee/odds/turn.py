"""One turn of a plan counted exactly: the twin of the simulated phase."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import prod

from tigersim.companions.general_darmee.forces.engagement import ROLLED, Commander, Engagement
from tigersim.companions.general_darmee.forces.gains import dice_of, in_vain, supplied, units_of
from tigersim.companions.general_darmee.forces.orders import Order, chains
from tigersim.companions.general_darmee.forces.roster import INFANTRY, LIMBERED
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.odds.adcs import adc_law
from tigersim.companions.general_darmee.odds.command_rolls import obedience, sum_at_least, uncovers
from tigersim.companions.general_darmee.rules import effects, tasks
from tigersim.companions.general_darmee.rules.command_roll import rolls_for_command
from tigersim.companions.general_darmee.rules.initiative import penalty
from tigersim.companions.general_darmee.rules.morale import brigades_that_flee, free_adcs
from tigersim.companions.general_darmee.rules.permissions import guns_are_free, may_redeploy_guns, order_for_guns
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.general_darmee.rules.tasks import may_be_given, order_cost, within_cap
from tigersim.statistics.law import D6, Law, mixed


@dataclass
class Outlook:
    """What one turn of a plan comes to."""

    paid: list[Fraction]
    carried_out: list[Fraction]
    effect: list[Fraction]
    """Of each order, as in the simulated phase."""
    rolled: Law[tuple[int, int]] = field(default_factory=lambda: Law.sure((0, 0)))
    """Hesitant brigades, and what the side takes off its roll for the initiative."""
    spent: Fraction = Fraction(0)
    dice: Fraction = Fraction(0)
    guns: Fraction = Fraction(0)
    """Means: ADCs sent, Casualty Dice, batteries that may limber and move."""
    all_paid: Fraction = Fraction(0)
    all_obeyed: Fraction = Fraction(0)
    """Probabilities: every order, or one that stands in for it, is paid; and all of these are obeyed too."""

    @property
    def hesitant(self) -> Law[int]:
        """The number of Hesitant brigades."""
        return self.rolled.map(lambda rolled: rolled[0])

    @property
    def penalties(self) -> Law[int]:
        """What the side takes off its roll for the initiative."""
        return self.rolled.map(lambda rolled: rolled[1])


@dataclass(frozen=True)
class Orders:
    """The orders that one number of ADCs pays for."""

    given: tuple[bool, ...]
    spent: int


def give(one: Commander, free: int, fled: frozenset[int], reading: Reading) -> Orders:
    """Give the orders of a plan in its first turn, by priority, as far as they go."""
    side, spent, given, settled = one.side, 0, [], False
    counts: Counter[tuple[int, int]] = Counter()
    brought_out: set[int] = set()
    refilled: set[int] = set()
    for order in one.plan:
        settled = settled and order.instead
        task, brigade = order.task, order.brigade
        in_reserve = side.in_reserve(brigade)
        key = (task.code, brigade if task.per == "brigade" else 0)
        units = one.units(order)
        if task.code == tasks.PREPARATION and brigade in refilled:
            units = supplied(units)
        groups = 1 if task.per == "brigade" else reading.divisions
        cost = order_cost(
            task.cost,
            task.code == tasks.RESERVE,
            side.is_off_table(brigade),
            in_reserve and task.code in (tasks.ASSAULT, tasks.FORWARD),
        )
        allowed = (
            not settled
            and brigade not in fled
            and not in_vain(task.code, units)
            and may_be_given(task.code, in_reserve, brigade in brought_out, reading.attach_reserve)
            and (task.code != tasks.RECON or counts[key] < one.cards)
            and (task.most is None or within_cap(counts[key], task.most, groups))
            and cost <= free - spent
        )
        given.append(allowed)
        if allowed:
            settled = True
            spent += cost
            counts[key] += 1
            if task.code == tasks.RESERVE:
                brought_out.add(brigade)
            elif task.code == tasks.AMMUNITION:
                refilled.add(brigade)
    return Orders(tuple(given), spent)


def obeying(side: Side, orders: list[Order], fled: frozenset[int], reading: Reading) -> dict[int, Fraction]:
    """The chance of every brigade to obey under orders; 1: a reserve that needs no roll."""
    of = {
        code: {order.brigade for order in orders if order.task.code == code}
        for code in (tasks.ATTACH, tasks.COMMAND, tasks.RESERVE)
    }
    chances = {}
    for brigade in range(1, side.count + 1):
        out, reserve = brigade in of[tasks.RESERVE], side.in_reserve(brigade)
        if rolls_for_command(reserve, out, brigade in fled, reading.reserve_rolls):
            attached, commanded = brigade in of[tasks.ATTACH], brigade in of[tasks.COMMAND]
            chances[brigade] = obedience(reading, side.falters(brigade), attached, commanded)
        elif out:
            chances[brigade] = Fraction(1)
    return chances


def needs_obedience(order: Order, reading: Reading) -> bool:
    """Whether an order does nothing unless its brigade obeys."""
    return order.task.needs_obedience and (order.task.code != tasks.PREPARATION or reading.preparation_obeys)


def outlook(engagement: Engagement, one: Commander, reading: Reading) -> Outlook:
    """The first turn of a commander's plan, exactly."""
    nothing = [Fraction(0)] * len(one.plan)
    found = Outlook([*nothing], [*nothing], [*nothing])
    side = one.side
    law = adc_law(side, reading) if one.adcs == ROLLED else Law.sure(one.adcs)
    cases: dict[tuple[frozenset[int], Orders], Fraction] = defaultdict(Fraction)
    for adcs, p in law:
        flee = brigades_that_flee(adcs, side.faltering, reading.shortfall)
        fled = frozenset(range(side.line - flee + 1, side.line + 1))
        cases[fled, give(one, free_adcs(adcs, side.faltering), fled, reading)] += p
    laws = [(p, _add(found, p, engagement, one, fled, orders, reading)) for (fled, orders), p in cases.items()]
    found.rolled = mixed(laws)
    return found


def _add(
    found: Outlook,
    p: Fraction,
    engagement: Engagement,
    one: Commander,
    fled: frozenset[int],
    paid: Orders,
    reading: Reading,
) -> Law[tuple[int, int]]:
    """Add a case of probability ``p`` to what is found; returns its Command Rolls."""
    given = [order for order, told in zip(one.plan, paid.given, strict=True) if told]
    chances = obeying(one.side, given, fled, reading)
    found.spent += p * paid.spent
    works = dict(_effects(engagement, one, paid, reading))
    for k, order in enumerate(one.plan):
        if not paid.given[k]:
            continue
        obeyed = chances.get(order.brigade, Fraction(0)) if needs_obedience(order, reading) else Fraction(1)
        found.paid[k] += p
        found.carried_out[k] += p * obeyed
        if order.task.code == tasks.PREPARATION:
            before = [other for other, told in zip(one.plan[:k], paid.given[:k], strict=True) if told]
            effect, dice = _prepared(order, one, before, obeyed, chances)
        else:
            effect, dice = obeyed * works[k], obeyed * dice_of(order.task.code, one.units(order))
        found.effect[k] += p * effect
        found.dice += p * dice
    found.guns += p * sum(guns_moving(one, given, chances, reading), Fraction(0))
    told = iter(paid.given)
    settled = [sum(islice(told, len(chain))) for chain in chains(one.plan)]
    if all(settled):
        found.all_paid += p
        who = {order.brigade for order in given if needs_obedience(order, reading)}
        found.all_obeyed += p * prod([chances.get(brigade, Fraction(0)) for brigade in who], start=Fraction(1))
    return _rolled(one.side, chances, fled, reading)


def _rolled(side: Side, chances: dict[int, Fraction], fled: frozenset[int], reading: Reading) -> Law[tuple[int, int]]:
    """The law of (Hesitant brigades, what is taken off the initiative)."""
    count = reading.count_double, reading.count_fled
    gone, stay = (len(fled), 0) if reading.removes else (0, len(fled))
    found = Law.sure((0, penalty(0, stay, 0, gone, *count)))
    for brigade, chance in chances.items():
        falters = side.falters(brigade)
        if_it_obeys = penalty(0, int(falters), 0, 0, *count)
        if_not = penalty(int(not falters), 0, int(falters), 0, *count)
        outcomes = ((0, if_it_obeys, chance), (1, if_not, 1 - chance))
        found = Law.of(
            ((hesitant + more, off + worse), p * share)
            for (hesitant, off), p in found
            for more, worse, share in outcomes
        )
    return found


def _effects(engagement: Engagement, one: Commander, paid: Orders, reading: Reading) -> Iterator[tuple[int, Fraction]]:
    """Place of each order that is given, and its chance to have its effect if carried out."""
    hits: dict[int, Law[int]] = {}
    """Brigade -> the casualties of the unit that its brigadier is with."""
    for k, order in enumerate(one.plan):
        if not paid.given[k]:
            continue
        code, units = order.task.code, one.units(order)
        works = Fraction(1)
        if code == tasks.RECON:
            works = uncovers(reading, *engagement.cover)
        elif code == tasks.FORWARD:
            dice = (
                effects.forward_dice_in_all(reading.units, True)
                if reading.both_bonuses
                else effects.forward_dice(engagement.charging, reading.units)
            )
            works = sum_at_least(dice, engagement.reach)
        elif code in (tasks.GLORY, tasks.COMMAND):
            first = units[0] if units else None
            unknown = Law.sure(reading.glory * (k + 1) if first is None else first.casualties)
            before = hits.get(order.brigade, unknown)
            if code == tasks.COMMAND:
                after = _after_command(before, first is not None and first.is_battery)
            else:
                after, works = _after_glory(before, first is None or first.arm == INFANTRY, reading)
            if first is not None:
                hits[order.brigade] = after
        yield k, works


def _after_command(casualties: Law[int], artillery: bool) -> Law[int]:
    """Casualties left after a Command! that is obeyed."""
    return casualties.map(lambda hits: hits - effects.command_recovers(hits, artillery))


def _after_glory(casualties: Law[int], infantry: bool, reading: Reading) -> tuple[Law[int], Fraction]:
    """Casualties left after a Glory! that is obeyed, and the chance that some come back."""

    def left(hits: int) -> Law[tuple[int, bool]]:
        back = D6.map(lambda face: min(effects.glory_recovers(face, infantry, reading.glory), hits))
        return back.map(lambda recovered: (hits - recovered, recovered > 0))

    both = casualties.then(left)
    return both.map(lambda after: after[0]), both.chance(lambda after: after[1])


def _prepared(
    order: Order, one: Commander, before: list[Order], carried_out: Fraction, chances: dict[int, Fraction]
) -> tuple[Fraction, Fraction]:
    """Chance that a preparation does something, and its Casualty Dice.

    Guns that an order before it fills must obey.
    """
    units, full = one.units(order), units_of(order, before, one.roster)
    obeyed = chances.get(order.brigade, Fraction(0))
    cases = ((min(obeyed, carried_out), full), (carried_out - min(obeyed, carried_out), units))
    return (
        sum((p for p, told in cases if not in_vain(tasks.PREPARATION, told)), Fraction(0)),
        sum((p * dice_of(tasks.PREPARATION, told) for p, told in cases), Fraction(0)),
    )


def guns_moving(
    one: Commander, given: Sequence[Order], chances: dict[int, Fraction], reading: Reading
) -> Iterator[Fraction]:
    """Of every battery in line the chance that it may limber and move."""
    attached = {order.brigade for order in given if order.task.code == tasks.ATTACH}
    ordered = {order.brigade for order in given}
    for brigade, units in one.roster.items():
        if one.side.in_reserve(brigade) or brigade not in chances:
            continue
        for unit in filter(lambda unit: unit.is_battery, units):
            may = [
                may_redeploy_guns(
                    guns_are_free(one.army),
                    order_for_guns(brigade in attached, brigade in ordered, obeyed, reading.guns_by_any),
                    unit.has(LIMBERED),
                    unit.has("horse"),
                )
                for obeyed in (False, True)
            ]
            yield (1 - chances[brigade]) * may[False] + chances[brigade] * may[True]
