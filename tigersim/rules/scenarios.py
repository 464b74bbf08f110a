"""The scenarios of Appendix B: what each of them adds to the standard battle."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.edges import EAST, NORTH, SOUTH, WEST
from tigersim.rules.switches import BridgeCrossingVp, BridgeWreck, FogArrivals, PatrolReinforcements, RecceBonus

BASE_INCHES = 1
"""Every base is a square inch; distances run between the nearest edges of bases."""
COLUMN_INCHES = 3
"""PT-SCEN-PATROL-03: from one unit of a patrol's column to the next."""
EDGE_INCHES = 6
"""PT-SCEN-RECCE-03, PT-SCEN-FOG-03: how near to a table edge counts as there."""
SHIFT_INCHES = 12
"""PT-SCEN-FOG-05: how far from enemies at the same edge the arrival begins."""
BLOW_DICE = 2
"""PT-SCEN-BRIDGE-06: dice of an attempt to blow the bridge, whatever the colour of the card."""


@rule("PT-SCEN-HILL-03", "PT-SCEN-FOG-03")
def third(number: int) -> int:
    """A third, rounded up."""
    return (number + 2) // 3


@rule("PT-SCEN-PINCER-03")
def half(number: int) -> int:
    """The most units that may start on one flank: half, an odd unit on either."""
    return (number + 1) // 2


@rule("PT-SCEN-PATROL-02", "PT-SCEN-PATROL-03")
def column_inches(die: int, place: int, units: int, room: int) -> int:
    """Inches from the middle of the table to the near edge of a unit of a patrol.

    die: where the first one stands.
    place: 0 the first, 1 the next, ...
    units: how many of them there are.
    room: inches from the middle to the edge.

    A column that does not fit on the table is shifted forward as far as it must be, but not past the middle.
    """
    step = BASE_INCHES + COLUMN_INCHES
    beyond_edge = die + step * (units - 1) + BASE_INCHES - room
    return die + step * place - min(max(beyond_edge, 0), die)


@rule("PT-SCEN-PATROL-05", "AMB-139")
def fewest_in_patrol(fewest: int, patrol_reinforcements: int = 0) -> int:
    """Number of infantry units of a patrol that must be there at the start.

    ``fewest``: units of a patrol.  Under ``held_back_from_patrol`` the reinforcements are some of them, so that one is
    enough; else they come on top of a whole patrol.
    """
    return 1 if patrol_reinforcements == PatrolReinforcements.HELD_BACK_FROM_PATROL else fewest


@rule("PT-SCEN-HILL-04")
def hill_cover_dice(target_on_hill: bool, attacker_on_high_ground: bool) -> int:
    """Cover dice more for a unit on the big hill, against hits from below."""
    return 1 if target_on_hill and not attacker_on_high_ground else 0


@rule("PT-SCEN-BRIDGE-03", "AMB-155")
def wreck_bars_bridge(bridge_wreck: int = 0) -> bool:
    """Whether a wreck on the only bridge bars the way over it: under ``bars_bridge``.

    Else units pass it, but none ends its move there.
    """
    return bridge_wreck == BridgeWreck.BARS_BRIDGE


@rule("PT-SCEN-BRIDGE-03", "AMB-155")
def wreck_may_stay_on_bridge(bridge_wreck: int = 0) -> bool:
    """Whether the owner of a vehicle destroyed on the only bridge may leave it there.

    Under ``pushed_off`` it falls into the river, so that it neither bars the way nor blocks lines of sight.
    """
    return bridge_wreck != BridgeWreck.PUSHED_OFF


@rule("PT-SCEN-BRIDGE-06")
def blows(total: int, difficulty: int) -> bool:
    """Whether the charge goes off: the roll reaches the difficulty of the card, as any order."""
    return total >= difficulty


@rule("PT-SCEN-BRIDGE-08", "AMB-143")
def crossing_vp(cost: int, bridge_crossing_vp: int = 0) -> int:
    """Points for a unit that has crossed, or for one that has not: its cost, or one."""
    return 1 if bridge_crossing_vp == BridgeCrossingVp.ONE_EACH else cost


@rule("PT-SCEN-BRIDGE-09", "AMB-144")
def is_captured(attacker_on_bridge: bool, defender_near: bool) -> bool:
    """Whether the attacker holds the bridge: a unit on it, no defender within 3 inches."""
    return attacker_on_bridge and not defender_near


@rule("PT-SCEN-RECCE-03", "PT-SCEN-FOG-03")
def is_at_edge(rows: int) -> bool:
    """Whether a unit is 6 inches or nearer to a table edge; ``rows``: whole cells up to it."""
    return rows <= EDGE_INCHES


@rule("PT-SCEN-RECCE-03", "AMB-145")
def there_and_back(was_there: bool, is_back: bool, alive: bool, recce_bonus: int = 0) -> bool:
    """Whether a unit brings its bonus at the end.

    It is alive and near its own edge; under ``once_when_returned`` even if lost later, and ``is_back`` says whether it
    ever was.
    """
    return was_there and is_back and (alive or recce_bonus == RecceBonus.ONCE_WHEN_RETURNED)


@rule("PT-SCEN-FOG-02", "PT-SCEN-FOG-04")
def edge_of_suit(suit: int) -> int:
    """Table edge that a suit names: spades North, clubs East, hearts South, diamonds West.

    ``suit``: as of ``rules.cards.suit``.
    """
    if suit == 1:
        return NORTH
    if suit == 0:
        return EAST
    return SOUTH if suit == 3 else WEST


@rule("PT-SCEN-FOG-03", "AMB-148")
def fog_allowance(units: int, waiting: int, fog_arrivals: int = 0) -> int:
    """Number of units that may come on in one turn; ``units``: of the side at the start.

    A third of them, under ``third_of_remaining`` of those that still wait.
    """
    return third(waiting if fog_arrivals == FogArrivals.THIRD_OF_REMAINING else units)


@rule("PT-SCEN-FOG-05")
def is_clear_of(along: int, first_enemy: int, last_enemy: int) -> bool:
    """Whether a place along the edge is a foot or more left or right of the enemies there."""
    apart = SHIFT_INCHES + BASE_INCHES
    return along <= first_enemy - apart or along >= last_enemy + apart
