"""What tasks do: cards uncovered, casualties back, dice of movement, dice of casualties."""

from __future__ import annotations

from tigersim.registry import rule

CENTIMETRES, INCHES = 0, 1
"""Options of ``units``."""
RECON_FROM, GLORY_FROM = 4, 4
COMMAND_RECOVERS = 2
"""GA-T11-02."""
VOLLEY_RANGE = (15, 9)
"""GA-T03-05: in centimetres and in inches, as printed."""
ADVANCE = (5, 3)
"""GA-T03-07: the least advance of an assault in a turn."""
PREPARATION_DICE, SKIRMISH_DICE, GLORY_DICE = 2, 1, 1
"""GA-T04-02, GA-T05-03, GA-T06-02: Casualty Dice that a task adds."""


@rule("GA-T01-03", "GA-GAP-16")
def recon_modifier(in_wood: bool, behind_height: bool, stacks: bool = False) -> int:
    """Modifier of Recon!: -1 for a card in a wood or behind high ground (``stacks``: for each)."""
    covers = int(in_wood) + int(behind_height)
    return -covers if stacks else -min(covers, 1)


@rule("GA-T01-02")
def recon_uncovers(die: int, modifier: int) -> bool:
    """Whether Recon! uncovers its card: on a modified roll of 4 or more."""
    return die + modifier >= RECON_FROM


@rule("GA-T06-03", "GA-GAP-12")
def glory_recovers(die: int, infantry: bool, recovers: int = 1) -> int:
    """Casualties that infantry with its brigadier recovers on 4 or more (GA-GAP-12)."""
    return recovers if infantry and die >= GLORY_FROM else 0


@rule("GA-T11-02")
def command_recovers(casualties: int, artillery: bool) -> int:
    """Casualties that a unit recovers: two if it has them, artillery none."""
    return 0 if artillery else min(casualties, COMMAND_RECOVERS)


@rule("GA-T04-02", "GA-T05-03", "GA-T06-02")
def casualty_dice(preparation: bool, skirmishers: bool, glory: bool) -> int:
    """Casualty Dice that a unit gains from the task it acts under.

    GA-T04-02: two for a battery that prepares.  GA-T05-03: one for skirmishers.  GA-T06-02: one in melee for infantry
    and cavalry with their brigadier.
    """
    return int(preparation) * PREPARATION_DICE + int(skirmishers) * SKIRMISH_DICE + int(glory) * GLORY_DICE


@rule("GA-T07-02", "GA-T07-03", "GA-GAP-10")
def forward_dice(charge: bool, units: int = CENTIMETRES) -> int:
    """Dice added to normal movement, 4 (3 in inches).  GA-T07-03: to a charge, 2 (1).

    GA-GAP-10 ``units``: one of the two systems, as printed.
    """
    if charge:
        return 1 if units == INCHES else 2
    return 3 if units == INCHES else 4


@rule("GA-GAP-11")
def forward_dice_in_all(units: int = CENTIMETRES, both: bool = False) -> int:
    """Dice that Forward! gives a unit in a turn: of movement, with ``both`` of a charge too."""
    return forward_dice(False, units) + (forward_dice(True, units) if both else 0)


@rule("GA-T03-05", "GA-T03-07", "GA-T03-08")
def distance_after(distance: int, units: int = CENTIMETRES, threatened: bool = False) -> int:
    """Largest distance that a turn may leave between an assaulting brigade and the enemy.

    GA-T03-05, GA-T03-07: it advances its least step until one unit is in volley range.  GA-T03-08: unless it is charged
    or ``threatened``.
    """
    if distance <= VOLLEY_RANGE[units] or threatened:
        return distance
    return max(distance - ADVANCE[units], VOLLEY_RANGE[units])


@rule("GA-T08-03", "GA-T08-04")
def reserve_enters(paid: bool, obeyed: bool) -> bool:
    """Whether a reserve enters, once and for all: it is paid for in this turn and obeys."""
    return paid and obeyed


@rule("GA-T10-02")
def low_on_ammunition(before: bool, obeyed: bool) -> bool:
    """Whether guns are still low on ammunition after Ammunition!: not if their brigade obeys."""
    return before and not obeyed


@rule("GA-TSK-03", "GA-T03-09", "GA-T03-10", "GA-T09-07")
def order_stands(assault: bool, reached: bool, objective_changed: bool, cancelled: bool) -> bool:
    """Whether an order still stands in the next turn: only an assault does.

    GA-T03-10: until its objective is reached.  GA-T03-09: a change of objective needs a new order.  GA-T09-07: a
    redeployment may cancel it.
    """
    return assault and not (reached or objective_changed or cancelled)


@rule("GA-GAP-26")
def assault_is_given(paid: bool, obeyed: bool, at_once: bool = False) -> bool:
    """Whether an assault stands: once it is obeyed, or ``at_once`` when it is paid."""
    return paid and (obeyed or at_once)


@rule("GA-GAP-27")
def assault_goes_on(stood: bool, obeyed: bool, needs_obedience: bool = True) -> bool:
    """Whether a brigade acts on its assault: if it obeys, or else if it did once."""
    return obeyed or (stood and not needs_obedience)
