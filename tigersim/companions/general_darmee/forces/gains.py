"""What a task does for units: whether one of them gains by it, and how many Casualty Dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tigersim.companions.general_darmee.forces.orders import Order
from tigersim.companions.general_darmee.forces.roster import ARTILLERY, LINE, SKIRMISHERS, SQUARE, Roster, Unit, Units
from tigersim.companions.general_darmee.rules import permissions
from tigersim.companions.general_darmee.rules.effects import casualty_dice
from tigersim.companions.general_darmee.rules.tasks import AMMUNITION, ASSAULT, FORWARD, GLORY, PREPARATION
from tigersim.companions.general_darmee.rules.tasks import SKIRMISHERS as SKIRMISHERS_TASK


def prepares(unit: Unit) -> bool:
    """Whether a unit is a battery that may fire a preparation."""
    return unit.is_battery and permissions.may_prepare(
        unit.casualties, unit.formed, unit.has("low"), unit.has("recruits"), unit.in_command
    )


def moves_farther(unit: Unit) -> bool:
    """Whether a unit gains by Forward!."""
    return permissions.may_use_forward(unit.has("recruits") and unit.has(LINE), unit.has(SQUARE), unit.deployed)


def charges(unit: Unit) -> bool:
    """Whether a unit may declare a charge under Assault!."""
    return permissions.takes_assault(unit.arm) and permissions.may_charge_in_assault(unit.in_command, unit.formed)


def fights(unit: Unit) -> bool:
    """Whether a unit fights in melee next to its brigadier."""
    return unit.arm != ARTILLERY


def is_low(unit: Unit) -> bool:
    """Whether a unit is a battery that is low on ammunition."""
    return unit.is_battery and unit.has("low")


def beside_brigadier(units: Units) -> Units:
    """The unit that the brigadier is with: the first."""
    return units[:1]


def skirmishes(unit: Unit) -> bool:
    """Whether a unit is of skirmishers."""
    return unit.has(SKIRMISHERS)


Gain = tuple[Callable[[Unit], bool], str]
GAINS: dict[int, Gain] = {
    ASSAULT: (charges, "no unit is formed and in command, so none may charge"),
    PREPARATION: (prepares, "no battery may: not with 4 casualties, unformed, low, of recruits or out of command"),
    SKIRMISHERS_TASK: (skirmishes, "no unit is of skirmishers"),
    GLORY: (fights, "the brigadier is with guns"),
    FORWARD: (moves_farther, "recruits in line, squares and deployed guns gain nothing by it"),
    AMMUNITION: (is_low, "no battery is low on ammunition"),
}
"""Which units gain by a task, and why a brigade without such does not."""


def in_vain(code: int, units: Units) -> str:
    """Why a task does nothing for these units; empty: it does, or they are not known."""
    if not units or code not in GAINS:
        return ""
    if code == ASSAULT and not permissions.takes_assault(units[0].arm):
        return f"it neither helps nor binds a brigade of {units[0].arm}"
    gains, why = GAINS[code]
    return "" if any(map(gains, beside_brigadier(units) if code == GLORY else units)) else why


def dice_of(code: int, units: Units) -> int:
    """Casualty Dice that units gain by a task, together; of one that gains, if none is known."""
    if not units:
        return casualty_dice(code == PREPARATION, code == SKIRMISHERS_TASK, code == GLORY)
    return sum(
        casualty_dice(
            code == PREPARATION and prepares(unit),
            code == SKIRMISHERS_TASK and skirmishes(unit),
            code == GLORY and fights(unit),
        )
        for unit in (beside_brigadier(units) if code == GLORY else units)
    )


def supplied(units: Units) -> Units:
    """Units whose guns are full."""
    return tuple(replace(unit, words=unit.words - {"low"}) for unit in units)


def units_of(order: Order, orders: Sequence[Order], roster: Roster) -> Units:
    """The units that an order is for; a preparation may count on guns that another order fills."""
    units = roster.get(order.brigade, ())
    full = any(other.task.code == AMMUNITION and other.brigade == order.brigade for other in orders)
    return supplied(units) if full and order.task.code == PREPARATION else units


def orders_in_vain(orders: Sequence[Order], roster: Roster) -> list[str]:
    """Orders that do nothing for the units of their brigades, a sentence each."""
    told = ((order, in_vain(order.task.code, units_of(order, orders, roster))) for order in orders)
    return [f"{order.alone}: {why}" for order, why in told if why]
