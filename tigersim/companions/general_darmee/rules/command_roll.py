"""The Brigade Command Roll: who rolls, on what it obeys, and who may roll again."""

from __future__ import annotations

from tigersim.registry import rule

OBEYS_FROM, FALTERING_OBEYS_FROM = 3, 5
"""GA-GAP-01: the text breaks off before its table."""


@rule("GA-BCR-01", "GA-BCR-05", "GA-BCR-07", "GA-T12-03", "GA-GAP-22")
def rolls_for_command(in_reserve: bool, brought_out: bool, fled: bool, reserve_rolls: bool = True) -> bool:
    """Whether a brigade rolls for command: every turn, with or without an ADC.

    GA-BCR-07: not while it is in reserve.  GA-T12-03: not when it flees.  GA-GAP-22 ``reserve_rolls``: it does when it
    is brought out.
    """
    if fled:
        return False
    return not in_reserve or (brought_out and reserve_rolls)


@rule("GA-BCR-03", "GA-BCR-06", "GA-GAP-01", "GA-GAP-01-B")
def obeys(die: int, faltering: bool, steady_from: int = OBEYS_FROM, faltering_from: int = FALTERING_OBEYS_FROM) -> bool:
    """Whether a brigade obeys, a steady one from 3, a Faltering one from 5; else it is Hesitant."""
    return die >= (faltering_from if faltering else steady_from)


@rule("GA-T02-02", "GA-T02-03", "GA-T02-06", "GA-T11-03", "GA-T12-02", "GA-GAP-13", "GA-GAP-14")
def rerolls(attached: bool, command: bool, before_obeying: bool = True, most: int = 1) -> int:
    """How often a failed Command Roll may be rolled again; the last result stands (GA-T02-03).

    GA-T02-02, GA-T02-06: once with an attached ADC, and there is one only.  GA-T11-03: once with Command!.  GA-T12-02:
    the ADC of Divisional Morale! gives none.  GA-GAP-13 ``before_obeying``: false = the reroll of Command! would need
    obedience first, so it never comes.  GA-GAP-14 ``most``: of both together.
    """
    return min(int(attached) + int(command and before_obeying), most)
