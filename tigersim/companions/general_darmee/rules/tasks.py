"""The tasks that ADCs are sent on: what an order costs, when and how often it is given."""

from __future__ import annotations

from tigersim.registry import rule

RECON, ATTACH, ASSAULT, PREPARATION, SKIRMISHERS, GLORY, FORWARD, RESERVE, REDEPLOY, AMMUNITION, COMMAND = range(11)
"""Tasks in the order of ``tasks.csv``."""
ADDED_TO_RESERVE = 1
"""GA-T08-05: cost of Assault! or Forward! for a brigade that is brought out of reserve."""


@rule("GA-T08-01", "GA-T08-02", "GA-T08-05", "GA-EX-04")
def order_cost(cost: int, is_reserve: bool, off_table: bool, out_of_reserve: bool) -> int:
    """What an order costs.

    GA-T08-01: 1 for a reserve on the table.  GA-T08-02: 2 for one off it.  GA-T08-05, GA-EX-04: Assault! or Forward!
    for a brigade that comes ``out_of_reserve`` by another ADC cost 1.
    """
    if is_reserve:
        return cost + int(off_table)
    return ADDED_TO_RESERVE if out_of_reserve else cost


@rule("GA-TSK-01", "GA-TSK-02", "GA-T08-05", "GA-GAP-25")
def may_be_given(task: int, in_reserve: bool, brought_out: bool, attach_reserve: bool = True) -> bool:
    """Whether a brigade may get a task: any, several too; only a reserve is brought out.

    GA-T08-05: a brigade that is brought out may get Assault! and Forward! with it.  GA-GAP-25 ``attach_reserve``: and
    an attached ADC.
    """
    if task == RESERVE:
        return in_reserve and not brought_out
    if not in_reserve:
        return True
    return brought_out and (task in (ASSAULT, FORWARD) or (task == ATTACH and attach_reserve))


@rule("GA-T01-05", "GA-T02-06", "GA-T06-04", "GA-T11-06", "GA-DER-02", "GA-GAP-17")
def within_cap(given: int, most: int, divisions: int = 1) -> bool:
    """Whether a task that was given so often may be given again.

    GA-T01-05, GA-T06-04: Recon! and Glory! once a turn and division, GA-T11-06: Command! once a game and division,
    GA-T02-06: an ADC is attached once a turn and brigade.  GA-GAP-17 ``divisions``: of a side.
    """
    return given < most * divisions
