"""Questions about plans side by side: one turn exactly, or several with the same dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.general_darmee.forces.engagement import ROLLED, Commander, Engagement
from tigersim.companions.general_darmee.forces.gains import orders_in_vain
from tigersim.companions.general_darmee.forces.orders import read_orders
from tigersim.companions.general_darmee.forces.roster import read_roster
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.kernels import places as at
from tigersim.companions.general_darmee.kernels.settings import play, play_against
from tigersim.companions.general_darmee.odds.initiative import mixed
from tigersim.companions.general_darmee.odds.turn import Outlook, outlook
from tigersim.companions.general_darmee.questions import asking
from tigersim.companions.general_darmee.rules.permissions import find_army
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.question import question
from tigersim.errors import InvalidValue

MOST_PLANS = 8
NO_ORDERS = "no orders"
Plans = Annotated[str, "plans with a semicolon between them, each a list of orders by priority"]
USUAL = "forward 1, forward 2; forward 1, attach 1, attach 2; attach 1, attach 2, attach 3"


def read_plans(text: str) -> list[str]:
    """Plans from text, each once.  Raises ``InvalidValue``."""
    plans = [" ".join(one.split()) for one in text.split(";")]
    if not 1 <= len(plans) <= MOST_PLANS:
        raise InvalidValue("number of plans", len(plans), f"1 to {MOST_PLANS}")
    if len(set(plans)) < len(plans):
        raise InvalidValue("plans", text, "plans that differ")
    return plans


def commanders(plans: list[str], side: Side, adcs: int, cards: int, roster: str, army: str) -> list[Commander]:
    """One side with each of the plans.  Raises ``InvalidValue`` and ``UnknownName``."""
    units, of = read_roster(roster, side.count), find_army(army)
    return [Commander(side, read_orders(plan, side, fallbacks=True), adcs, cards, units, of) for plan in plans]


def rests_on(own: list[Commander]) -> tuple[str, ...]:
    """The rulings that plans rest on."""
    tasks = sorted({order.task.code for one in own for order in one.plan})
    state = ("morale_shortfall", "sauve_qui_peut_removes") if own[0].side.faltering else ()
    guns = ("guns_order",) if any(unit.is_battery for units in own[0].roster.values() for unit in units) else ()
    by_task = (key for task in tasks for key in asking.BY_TASK.get(task, ()))
    return tuple(dict.fromkeys((*asking.FORCES, *state, *by_task, *guns)))


@question("GA-Q-20", "plans")
def plans(
    plans: Plans = USUAL,
    brigades: asking.InLine = 5,
    faltering: asking.Faltering = 0,
    reserves: asking.Reserves = 0,
    off_table: asking.Away = 0,
    adcs: asking.Adcs = ROLLED,
    cards: asking.Cards = 3,
    roster: asking.RosterText = "",
    army: asking.OurArmy = "french",
    enemy_plan: asking.EnemyPlan = "",
    enemy_brigades: Annotated[int, "enemy brigades in line, all steady"] = 5,
    holder: asking.Holder = "nobody",
    *,
    readings: Readings,
) -> Answer:
    """Which plan is best this turn?

    Each plan is counted out exactly: over the dice for ADCs, the orders that they pay for, and the Command Rolls.
    """
    reading = Reading.of(readings)
    texts = read_plans(plans)
    own = commanders(texts, Side(brigades, reserves, off_table, faltering), adcs, cards, roster, army)
    theirs = Side(enemy_brigades)
    enemy = Commander(theirs, read_orders(enemy_plan, theirs, fallbacks=True))
    looks = []
    for one in own:
        engagement = Engagement(one, enemy, 1, asking.find_holder(holder))
        engagement.check(reading)
        looks.append(outlook(engagement, one, reading))
    against = outlook(Engagement(own[0], enemy, 1), enemy, reading)
    shares = [mixed(one.penalties, against.penalties).of(asking.find_holder(holder)) for one in looks]
    rows = [_row(k, one, look, share) for k, (one, look, share) in enumerate(zip(own, looks, shares, strict=True), 1)]
    best = {key: max(rows, key=lambda row: row[key])["plan"] for key in ("tasks obeyed", "initiative")}
    return Answer(
        f"{len(texts)} plans of {own[0].side.count} brigades for one turn",
        tuple(
            number
            for k, (name, look, share) in enumerate(zip(texts, looks, shares, strict=True), 1)
            for number in (
                Number.of(f"p_all_obeyed_{k}", f"plan {k}, {name or NO_ORDERS}: all paid and obeyed", look.all_obeyed),
                Number.of(f"p_initiative_{k}", "we have the initiative", share),
            )
        ),
        (Table("The plans, on average", rows), _hesitant(looks), *_orders(own, looks)),
        findings=(
            f"Most tasks obeyed: plan {best['tasks obeyed']}.",
            f"Likeliest to have the initiative: plan {best['initiative']}.",
            *_never_given(own),
        ),
        rests_on=rests_on([*own, enemy]),
    )


def _row(k: int, one: Commander, look: Outlook, share: Fraction) -> dict[str, Any]:
    """A plan in one row; tasks are counted that need obedience."""
    obeyed = (p for order, p in zip(one.plan, look.carried_out, strict=True) if order.task.needs_obedience)
    return {
        "plan": k,
        "ADCs sent": look.spent,
        "tasks obeyed": sum(obeyed, Fraction(0)),
        "all paid": look.all_paid,
        "dice": look.dice,
        "Hesitant": look.hesitant.mean,
        "initiative": share,
    }


def _hesitant(looks: list[Outlook]) -> Table:
    """The law of the number of Hesitant brigades under each plan."""
    most = max(look.hesitant.most for look in looks)
    laws = {f"plan {k}": look.hesitant for k, look in enumerate(looks, 1)}
    rows = [{"Hesitant": n, **{plan: law[n] for plan, law in laws.items()}} for n in range(most + 1)]
    return Table("How many of our brigades hesitate", rows)


def _orders(own: list[Commander], looks: list[Outlook]) -> tuple[Table, ...]:
    """Every order of every plan."""
    rows = [
        {"plan": k, "order": str(order), "paid": paid, "carried out": done, "effect": effect}
        for k, (one, look) in enumerate(zip(own, looks, strict=True), 1)
        for order, paid, done, effect in zip(one.plan, look.paid, look.carried_out, look.effect, strict=True)
    ]
    return (Table("Orders", rows),) if rows else ()


def _never_given(own: list[Commander]) -> list[str]:
    """Orders that are never given, as they would do nothing."""
    told = (sentence for one in own for sentence in orders_in_vain(one.plan, one.roster))
    return [f"Not given. {sentence}." for sentence in dict.fromkeys(told)]


COMPARED = {
    "initiative": (at.INITIATIVE, "share of turns with the initiative"),
    "hesitant": (at.result(0, at.HESITANT), "Hesitant brigades in a turn"),
    "all_obey": (at.result(0, at.ALL_OBEY), "share of turns in which all brigades obey"),
    "obeyed": (at.result(0, at.DONE), "tasks that are obeyed in a turn"),
    "sent": (at.result(0, at.SPENT), "ADCs sent in a turn"),
    "dice": (at.result(0, at.DICE), "Casualty Dice by tasks in a turn"),
    "uncovered": (at.result(0, at.UNCOVERED), "cards uncovered"),
    "entered": (at.result(0, at.ENTERED), "reserves entered"),
    "recovered": (at.result(0, at.RECOVERED), "casualties back"),
}


@question("GA-Q-21", "plans-over-turns")
def plans_over_turns(
    plans: Plans = USUAL,
    brigades: asking.InLine = 5,
    faltering: asking.Faltering = 0,
    reserves: asking.Reserves = 0,
    off_table: asking.Away = 0,
    adcs: asking.Adcs = ROLLED,
    cards: asking.Cards = 3,
    roster: asking.RosterText = "",
    army: asking.OurArmy = "french",
    enemy_plan: asking.EnemyPlan = "attach 1, attach 2",
    enemy_brigades: asking.EnemyInLine = 5,
    holder: asking.Holder = "nobody",
    turns: asking.Turns = 6,
    objective: asking.Objective = 0,
    trials: Annotated[int, "how many engagements are played with each plan"] = 20_000,
    seed: asking.Seed = 1,
    *,
    readings: Readings,
) -> Answer:
    """Which plan is best over several turns?

    All plans are played with the same dice, so the differences from the first one are surer than the values.
    """
    reading = Reading.of(readings)
    texts = read_plans(plans)
    own = commanders(texts, Side(brigades, reserves, off_table, faltering), adcs, cards, roster, army)
    theirs = Side(enemy_brigades)
    enemy = Commander(theirs, read_orders(enemy_plan, theirs, fallbacks=True))
    engagements = [Engagement(one, enemy, turns, asking.find_holder(holder), objective=objective) for one in own]
    found = [play(engagements[0], reading, trials, seed)]
    found += [play_against(engagements[0], other, reading, trials, seed) for other in engagements[1:]]
    numbers = [
        sample.number(place, f"{key}_1", f"plan 1: {words}")
        if k == 1
        else sample.number(place, f"more_{key}_{k}", f"plan {k}: the same, more than plan 1")
        for key, (place, words) in COMPARED.items()
        if any(sample.sums[place, 1] for sample in found)
        for k, sample in enumerate(found, 1)
    ]
    return Answer(
        f"{len(texts)} plans of {own[0].side.count} brigades over {turns} turns, {trials} times with the same dice",
        tuple(numbers),
        findings=(*(f"Plan {k}: {name or NO_ORDERS}." for k, name in enumerate(texts, 1)), *_never_given(own)),
        rests_on=rests_on([*own, enemy]),
    )
