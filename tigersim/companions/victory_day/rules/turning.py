"""Turning: a card that was used is turned, and of no use until its owner's next turn."""

from __future__ import annotations

from tigersim.registry import rule

NOTHING, ATTACK, BLOCK, JOIN_BLOCK, SUPPORT, ABILITY, GIVE = range(7)
"""What a card may do; ``JOIN_BLOCK``: take part in a block together with others."""
RESOURCE, UNIT = range(2)


@rule("VD-ROT-01")
def turns(action: int) -> bool:
    """Whether an action turns a card: any does."""
    return action != NOTHING


@rule("VD-ROT-03", "VD-ROT-04", "VD-ROT-05", "VD-ROT-06", "VD-ROT-07", "VD-ROT-08", "VD-GAP-11")
def may_act(turned: bool, action: int, turned_joint_block: int) -> bool:
    """Whether a card may act: not once it is turned.

    VD-GAP-11 ``turned_joint_block``: 1 it may at least join the block of others.
    """
    return not turned or (action == JOIN_BLOCK and turned_joint_block == 1)


@rule("VD-RES-11", "VD-RES-12")
def can(card: int, action: int) -> bool:
    """Whether a card can act so: only resource cards give, and they do nothing else."""
    if card == RESOURCE:
        return action == GIVE
    return action != GIVE


@rule("VD-RES-13", "VD-GAP-02")
def may_be_attacked(card: int, units: int, targeting: int) -> bool:
    """What an enemy may attack; ``targeting``: 1 resource cards only where no ``units`` stand."""
    return card == UNIT or targeting == 0 or units == 0


@rule("VD-ROT-10")
def still_turned(turned: bool, own_turn: bool) -> bool:
    """Whether a card is still turned: until its player's next turn."""
    return turned and not own_turn


@rule("VD-DER-07")
def ready_to_block(units: int, attackers: int) -> int:
    """Units ready to block in the enemy's turn: those that have not attacked."""
    return units - attackers


@rule("VD-GAP-12")
def stays_turned(one_sided: bool, survivor_turned: int) -> bool:
    """Whether a survivor is turned; ``survivor_turned``: 0 not if the enemy alone is destroyed.

    If both survive both are turned (VD-CMB-04).
    """
    return not one_sided or survivor_turned == 1
