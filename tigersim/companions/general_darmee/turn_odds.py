"""One turn of a plan counted exactly: the twin of the simulated phase."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from tigersim.companions.general_darmee.adc_odds import Law, adc_law, just
from tigersim.companions.general_darmee.command_roll import rolls_for_command
from tigersim.companions.general_darmee.effects import (
    command_recovers,
    forward_dice,
    forward_dice_in_all,
    glory_recovers,
)
from tigersim.companions.general_darmee.initiative_odds import Penalties
from tigersim.companions.general_darmee.initiative_roll import penalty
from tigersim.companions.general_darmee.morale import brigades_that_flee, free_adcs
from tigersim.companions.general_darmee.permissions import guns_are_free, may_redeploy_guns, order_for_guns
from tigersim.companions.general_darmee.phase import ROLLED, Commander, Engagement
from tigersim.companions.general_darmee.reading import Ruled
from tigersim.companions.general_darmee.roll_odds import all_of, obedience, sum_at_least, uncovers
from tigersim.companions.general_darmee.roster import INFANTRY, LIMBERED
from tigersim.companions.general_darmee.side import Side
from tigersim.companions.general_darmee.tasks import (
    AMMUNITION,
    ASSAULT,
    ATTACH,
    COMMAND,
    FORWARD,
    GLORY,
    PREPARATION,
    RECON,
    RESERVE,
    Order,
    chains,
    may_be_given,
    order_cost,
    within_cap,
)
from tigersim.companions.general_darmee.uses import dice_of, in_vain, supplied, units_of


@dataclass
class Outlook:
    """What one turn of a plan comes to."""

    paid: list[Fraction]
    carried_out: list[Fraction]
    effect: list[Fraction]
    """Of each order, as in the simulated phase."""
    hesitant: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    penalties: Penalties = field(default_factory=lambda: defaultdict(Fraction))
    """Laws of the Hesitant brigades, and of what the side takes off its roll for the initiative."""
    spent: Fraction = Fraction(0)
    dice: Fraction = Fraction(0)
    guns: Fraction = Fraction(0)
    """Means: ADCs sent, Casualty Dice, batteries that may limber and move."""
    all_paid: Fraction = Fraction(0)
    all_obeyed: Fraction = Fraction(0)
    """Probabilities: every order, or one that stands in for it, is paid; and all of these are obeyed too."""

    @property
    def law_of_hesitant(self) -> Law:
        """Probabilities of 0, 1, ... Hesitant brigades."""
        return tuple(self.hesitant.get(n, Fraction(0)) for n in range(max(self.hesitant) + 1))


@dataclass(frozen=True)
class Orders:
    """The orders that one number of ADCs pays for."""

    given: tuple[bool, ...]
    spent: int


def give(one: Commander, free: int, fled: frozenset[int], ruled: Ruled) -> Orders:
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
        if task.code == PREPARATION and brigade in refilled:
            units = supplied(units)
        groups = 1 if task.per == "brigade" else ruled.divisions
        cost = order_cost(
            task.cost, task.code == RESERVE, side.is_off_table(brigade), in_reserve and task.code in (ASSAULT, FORWARD)
        )
        allowed = (
            not settled
            and brigade not in fled
            and not in_vain(task.code, units)
            and may_be_given(task.code, in_reserve, brigade in brought_out, ruled.attach_reserve)
            and (task.code != RECON or counts[key] < one.cards)
            and (task.most is None or within_cap(counts[key], task.most, groups))
            and cost <= free - spent
        )
        given.append(allowed)
        if allowed:
            settled = True
            spent += cost
            counts[key] += 1
            if task.code == RESERVE:
                brought_out.add(brigade)
            elif task.code == AMMUNITION:
                refilled.add(brigade)
    return Orders(tuple(given), spent)


def obeying(side: Side, orders: list[Order], fled: frozenset[int], ruled: Ruled) -> dict[int, Fraction]:
    """The chance of every brigade to obey under orders; 1: a reserve that needs no roll."""
    of = {code: {order.brigade for order in orders if order.task.code == code} for code in (ATTACH, COMMAND, RESERVE)}
    chances = {}
    for brigade in range(1, side.count + 1):
        out, reserve = brigade in of[RESERVE], side.in_reserve(brigade)
        if rolls_for_command(reserve, out, brigade in fled, ruled.reserve_rolls):
            attached, commanded = brigade in of[ATTACH], brigade in of[COMMAND]
            chances[brigade] = obedience(ruled, side.falters(brigade), attached, commanded)
        elif out:
            chances[brigade] = Fraction(1)
    return chances


def needs_obedience(order: Order, ruled: Ruled) -> bool:
    """Whether an order does nothing unless its brigade obeys."""
    return order.task.needs_obedience and (order.task.code != PREPARATION or ruled.preparation_obeys)


def outlook(engagement: Engagement, one: Commander, ruled: Ruled) -> Outlook:
    """The first turn of a commander's plan, exactly."""
    nothing = [Fraction(0)] * len(one.plan)
    found = Outlook([*nothing], [*nothing], [*nothing])
    side = one.side
    law = adc_law(side, ruled) if one.adcs == ROLLED else just(one.adcs)
    cases: dict[tuple[frozenset[int], Orders], Fraction] = defaultdict(Fraction)
    for adcs, p in enumerate(law):
        flee = brigades_that_flee(adcs, side.faltering, ruled.shortfall)
        fled = frozenset(range(side.line - flee + 1, side.line + 1))
        cases[fled, give(one, free_adcs(adcs, side.faltering), fled, ruled)] += p
    for (fled, orders), p in cases.items():
        if p:
            _add(found, p, engagement, one, fled, orders, ruled)
    return found


def _add(
    found: Outlook,
    p: Fraction,
    engagement: Engagement,
    one: Commander,
    fled: frozenset[int],
    paid: Orders,
    ruled: Ruled,
) -> None:
    """Add a case of probability ``p``: who has fled, and which orders are given."""
    given = [order for order, told in zip(one.plan, paid.given, strict=True) if told]
    chances = obeying(one.side, given, fled, ruled)
    found.spent += p * paid.spent
    for (hesitant, off), share in _rolled(one.side, chances, fled, ruled).items():
        found.hesitant[hesitant] += p * share
        found.penalties[off] += p * share
    works = dict(_effects(engagement, one, paid, ruled))
    for k, order in enumerate(one.plan):
        if not paid.given[k]:
            continue
        obeyed = chances.get(order.brigade, Fraction(0)) if needs_obedience(order, ruled) else Fraction(1)
        found.paid[k] += p
        found.carried_out[k] += p * obeyed
        if order.task.code == PREPARATION:
            before = [other for other, told in zip(one.plan[:k], paid.given[:k], strict=True) if told]
            effect, dice = _prepared(order, one, before, obeyed, chances)
        else:
            effect, dice = obeyed * works[k], obeyed * dice_of(order.task.code, one.units(order))
        found.effect[k] += p * effect
        found.dice += p * dice
    found.guns += p * sum(guns_moving(one, given, chances, ruled), Fraction(0))
    told = iter(paid.given)
    settled = [sum(islice(told, len(chain))) for chain in chains(one.plan)]
    if all(settled):
        found.all_paid += p
        who = {order.brigade for order in given if needs_obedience(order, ruled)}
        found.all_obeyed += p * all_of([chances.get(brigade, Fraction(0)) for brigade in who])


def _rolled(
    side: Side, chances: dict[int, Fraction], fled: frozenset[int], ruled: Ruled
) -> dict[tuple[int, int], Fraction]:
    """The law of (Hesitant brigades, what is taken off the initiative)."""
    double, count_fled = ruled.count_double, ruled.count_fled
    gone, stay = (len(fled), 0) if ruled.removes else (0, len(fled))
    found = {(0, penalty(0, stay, 0, gone, double, count_fled)): Fraction(1)}
    for brigade, chance in chances.items():
        falters = side.falters(brigade)
        outcomes = (
            (0, penalty(0, int(falters), 0, 0, double, count_fled), chance),
            (1, penalty(int(not falters), 0, int(falters), 0, double, count_fled), 1 - chance),
        )
        then: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (hesitant, off), p in found.items():
            for more, worse, share in outcomes:
                if share:
                    then[hesitant + more, off + worse] += p * share
        found = then
    return found


def _effects(engagement: Engagement, one: Commander, paid: Orders, ruled: Ruled) -> Iterator[tuple[int, Fraction]]:
    """Place of each order that is given, and its chance to have its effect if carried out."""
    hits: dict[int, dict[int, Fraction]] = {}
    """Brigade -> law of the casualties of the unit that its brigadier is with."""
    for k, order in enumerate(one.plan):
        if not paid.given[k]:
            continue
        code, units = order.task.code, one.units(order)
        works = Fraction(1)
        if code == RECON:
            works = uncovers(ruled, *engagement.cover)
        elif code == FORWARD:
            dice = (
                forward_dice_in_all(ruled.units, True)
                if ruled.both_bonuses
                else forward_dice(engagement.charging, ruled.units)
            )
            works = sum_at_least(dice, engagement.reach)
        elif code in (GLORY, COMMAND):
            first = units[0] if units else None
            before = hits.get(order.brigade, {first.casualties if first else ruled.glory * (k + 1): Fraction(1)})
            after: dict[int, Fraction] = defaultdict(Fraction)
            gained = Fraction(0)
            for casualties, p in before.items():
                if code == COMMAND:
                    after[casualties - command_recovers(casualties, first is not None and first.is_battery)] += p
                    continue
                for face in range(1, 7):
                    back = min(glory_recovers(face, first is None or first.arm == INFANTRY, ruled.glory), casualties)
                    after[casualties - back] += p / 6
                    gained += p / 6 * (back > 0)
            if first is not None:
                hits[order.brigade] = after
            works = works if code == COMMAND else gained
        yield k, works


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
        sum((p for p, told in cases if not in_vain(PREPARATION, told)), Fraction(0)),
        sum((p * dice_of(PREPARATION, told) for p, told in cases), Fraction(0)),
    )


def guns_moving(
    one: Commander, given: Sequence[Order], chances: dict[int, Fraction], ruled: Ruled
) -> Iterator[Fraction]:
    """Of every battery in line the chance that it may limber and move."""
    attached = {order.brigade for order in given if order.task.code == ATTACH}
    ordered = {order.brigade for order in given}
    for brigade, units in one.roster.items():
        if one.side.in_reserve(brigade) or brigade not in chances:
            continue
        for unit in filter(lambda unit: unit.is_battery, units):
            may = [
                may_redeploy_guns(
                    guns_are_free(one.army),
                    order_for_guns(brigade in attached, brigade in ordered, obeyed, ruled.guns_by_any),
                    unit.has(LIMBERED),
                    unit.has("horse"),
                )
                for obeyed in (False, True)
            ]
            yield (1 - chances[brigade]) * may[False] + chances[brigade] * may[True]
