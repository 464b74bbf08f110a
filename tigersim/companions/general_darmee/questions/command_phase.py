"""The question about the whole command phase, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.general_darmee.forces.engagement import ROLLED, Commander, Engagement
from tigersim.companions.general_darmee.forces.gains import orders_in_vain
from tigersim.companions.general_darmee.forces.orders import Order, read_orders
from tigersim.companions.general_darmee.forces.roster import Roster, read_roster
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.kernels import places as at
from tigersim.companions.general_darmee.kernels.settings import play
from tigersim.companions.general_darmee.questions import asking
from tigersim.companions.general_darmee.rules.permissions import find_army
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.question import question
from tigersim.companions.sampling import Sample
from tigersim.statistics.intervals import Z_95


@question("GA-Q-19", "command-phase")
def command_phase(
    plan: Annotated[str, "our orders by priority; each turn those that can be paid are given ('or': a fallback)"] = (
        "forward 1, attach 1, recon, reserve 6, attach 2"
    ),
    brigades: asking.InLine = 5,
    faltering: asking.Faltering = 0,
    reserves: asking.Reserves = 0,
    off_table: asking.Away = 1,
    adcs: asking.Adcs = ROLLED,
    cards: asking.Cards = 3,
    cover: asking.Cover = "open",
    roster: asking.RosterText = "",
    army: asking.OurArmy = "french",
    enemy_plan: asking.EnemyPlan = "attach 1, attach 2",
    enemy_brigades: asking.EnemyInLine = 5,
    enemy_faltering: Annotated[int, "how many of them are Faltering"] = 0,
    enemy_adcs: Annotated[int, "enemy ADCs each turn; -1: by the dice"] = ROLLED,
    holder: asking.Holder = "nobody",
    turns: asking.Turns = 6,
    reach: Annotated[int, "how far a Forward! should carry, in the units of the ruling"] = 14,
    charging: Annotated[bool, "Forward! lengthens charges instead of moves"] = False,
    objective: asking.Objective = 0,
    trials: Annotated[int, "how many engagements are played"] = 20_000,
    seed: asking.Seed = 1,
    *,
    readings: Readings,
) -> Answer:
    """What becomes of a plan over several turns?

    Each turn both sides roll for ADCs, pay for their Faltering brigades, give the orders of their plans as far as the
    ADCs go, roll for their brigades, and roll for the initiative.  An order that would do nothing for the units of the
    roster is not given, an Assault! that stands is not paid for again, and Redeploy! cancels it.
    """
    reading = Reading.of(readings)
    own, enemy = Side(brigades, reserves, off_table, faltering), Side(enemy_brigades, 0, 0, enemy_faltering)
    ours, theirs = (read_orders(text, side, fallbacks=True) for text, side in ((plan, own), (enemy_plan, enemy)))
    units = read_roster(roster, own.count)
    engagement = Engagement(
        Commander(own, ours, adcs, cards, units, find_army(army)),
        Commander(enemy, theirs, enemy_adcs),
        turns,
        asking.find_holder(holder),
        asking.find_cover(cover),
        reach,
        charging,
        objective,
    )
    found = play(engagement, reading, trials, seed)
    rows = [*_rows(found, 0, "we", ours), *_rows(found, 1, "enemy", theirs)]
    orders = (Table("Orders: shares of the turns, each with half of its 95% interval", rows),) if rows else ()
    tasks = {order.task.code for order in (*ours, *theirs)}
    return Answer(
        f"{turns} turns of command: {own.count} brigades against {enemy.count}, {trials} times",
        (
            found.number(at.INITIATIVE, "share_initiative", "share of turns in which we have the initiative"),
            *_numbers(found, 0, "own", "our", faltering),
            *_numbers(found, 1, "enemy", "enemy", enemy_faltering),
            *_ends(found, cards, reserves + off_table),
            *_of_tasks(found, units),
        ),
        orders,
        findings=tuple(f"Not given. {one}." for one in orders_in_vain(ours, units)),
        rests_on=tuple(dict.fromkeys((*asking.FORCES, *_by_state(engagement), *_by_task(tasks)))),
    )


def _numbers(found: Sample, side: int, name: str, whose: str, faltering: int) -> Iterator[Number]:
    """What both sides are told."""
    told = {
        at.ADCS: ("adcs", f"{whose} ADCs in a turn, on average"),
        at.HESITANT: ("hesitant", f"{whose} Hesitant brigades in a turn, on average"),
        at.ALL_OBEY: ("all_obey", f"share of turns in which all {whose} brigades obey"),
    }
    if faltering:
        told[at.FLED] = ("fled", f"{whose} brigades that flee for want of ADCs")
        told[at.ADCS_LOST] = ("adcs_lost", f"{whose} ADCs lost for good")
    for what, (key, meaning) in told.items():
        yield found.number(at.result(side, what), f"{name}_{key}", meaning)


def _ends(found: Sample, cards: int, waiting: int) -> Iterator[Number]:
    """What our cards and reserves come to."""
    if cards:
        yield found.number(at.result(0, at.UNCOVERED), "uncovered", f"enemy cards uncovered of {cards}, on average")
    if waiting:
        yield found.number(at.result(0, at.ENTERED), "entered", f"our reserves entered of {waiting}, on average")


def _of_tasks(found: Sample, units: Roster) -> Iterator[Number]:
    """What our tasks take and bring."""
    told = {
        at.SPENT: ("sent", "ADCs that we send on tasks in a turn, on average"),
        at.DONE: ("obeyed", "our tasks that are obeyed in a turn, on average"),
        at.DICE: ("dice", "Casualty Dice that our tasks bring in a turn, on average"),
        at.RECOVERED: ("recovered", "casualties that come back, on average"),
    }
    for what, (key, meaning) in told.items():
        if found.mean(at.result(0, what)):
            yield found.number(at.result(0, what), f"own_{key}", meaning)
    if any(unit.is_battery for of_brigade in units.values() for unit in of_brigade):
        yield found.number(
            at.result(0, at.GUNS), "own_guns", "batteries that may limber and move in a turn, on average"
        )


def _rows(found: Sample, side: int, whose: str, plan: tuple[Order, ...]) -> Iterator[dict[str, Any]]:
    """How often each order of a plan is paid, carried out, and has the effect that was wanted."""
    columns = {"paid": at.PAID, "carried out": at.CARRIED_OUT, "effect": at.EFFECT}
    for k, order in enumerate(plan):
        row: dict[str, Any] = {"side": whose, "order": str(order)}
        for name, what in columns.items():
            place = at.order_result(side, k, what)
            row |= {name: found.mean(place), f"± {name}": Z_95 * found.error(place)}
        yield row


def _by_state(engagement: Engagement) -> tuple[str, ...]:
    """The rulings that Faltering brigades and guns bring in."""
    falter = engagement.own.side.faltering or engagement.enemy.side.faltering
    guns = any(unit.is_battery for units in engagement.own.roster.values() for unit in units)
    return (*(("morale_shortfall", "sauve_qui_peut_removes") if falter else ()), *(("guns_order",) if guns else ()))


def _by_task(tasks: set[int]) -> Iterator[str]:
    for task in sorted(tasks):
        yield from asking.BY_TASK.get(task, ())
