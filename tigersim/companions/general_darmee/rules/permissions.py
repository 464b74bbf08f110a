"""What units of an ordered brigade may do, and in which armies."""

from __future__ import annotations

from tigersim.errors import UnknownName
from tigersim.registry import rule

FREE_ARMIES = ("french", "british", "late prussian")
"""GA-T02-05: their guns redeploy without an attached ADC; all others are as the Austrians and Russians."""
ARMIES = (*FREE_ARMIES, "austrian", "russian", "other")
BATTERY_TOO_WEAK = 4
"""GA-T04-05: casualties from which a battery cannot prepare."""


def find_army(name: str) -> str:
    """The army of a name.  Raises ``UnknownName``."""
    if name.lower() not in ARMIES:
        raise UnknownName(name, ARMIES, kind="army")
    return name.lower()


@rule("GA-T02-05")
def guns_are_free(army: str) -> bool:
    """Whether guns redeploy without an ADC: French, British and late Prussian."""
    return army in FREE_ARMIES


@rule("GA-T02-04")
def may_redeploy_guns(free: bool, order_passed: bool, limbered: bool = False, horse: bool = False) -> bool:
    """Whether guns may limber and move: deployed foot guns of most armies by order only.

    Limbered and horse artillery always may, and so may guns of a ``free`` army.
    """
    return free or limbered or horse or order_passed


@rule("GA-GAP-28")
def order_for_guns(attached: bool, given: bool, obeyed: bool, any_task: bool = False) -> bool:
    """Whether guns obey the order they need: an attached ADC, or ``any_task``."""
    return (attached or (given and any_task)) and obeyed


@rule("GA-T11-05")
def brigadier_may_join_charge(army: str, command: bool) -> bool:
    """Whether a brigadier may join a charge: under Command!, in Austrian, Russian, other armies."""
    return command and army not in FREE_ARMIES


@rule("GA-T03-11")
def takes_assault(arm: str) -> bool:
    """Whether Infantry Assault! helps and binds a brigade: one of infantry."""
    return arm == "infantry"


@rule("GA-T03-02")
def may_charge_in_assault(in_command: bool, formed: bool) -> bool:
    """Whether a unit may declare a charge: formed, within its brigadier's command."""
    return in_command and formed


@rule("GA-T03-04", "GA-T03-06")
def may_move_in_assault(back: bool, distance: int, volley_range: int) -> bool:
    """Whether an assaulting brigade may take up a new position without another task.

    GA-T03-06: a unit in volley range may not go ``back`` of its own will.
    """
    return not (back and distance <= volley_range)


@rule("GA-T04-05")
def may_prepare(casualties: int, formed: bool, low_on_ammunition: bool, recruits: bool, in_command: bool) -> bool:
    """Which batteries may fire an artillery preparation."""
    return casualties < BATTERY_TOO_WEAK and formed and in_command and not (low_on_ammunition or recruits)


@rule("GA-T07-04")
def may_use_forward(recruits_in_line: bool, square: bool, deployed_guns: bool) -> bool:
    """Whether a unit gains by Forward!: no recruits in line, squares and deployed guns."""
    return not (recruits_in_line or square or deployed_guns)
