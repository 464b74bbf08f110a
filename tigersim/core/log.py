"""Events of a battle: their kinds, their fields, and the rows that the engine writes.

Every kind is declared once, here, with the names of its fields.  The engine writes a row of small integers, (kind,
turn, up to six fields), and only where a log is asked for; a batch never does.  ``read`` gives a row its names back:
narration, replays, documentation and tests know rows by nothing else.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import Any, NamedTuple

from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import CHANCE_RECOVERY
from tigersim.core.layout import LOG_ROWS

FIELDS = {
    "unit": "slot of the unit that the event is about",
    "target": "slot of the unit that is aimed at",
    "by": "slot of the unit that did it, -1 = none",
    "carrier": "slot of the vehicle",
    "leader": "slot of the unit that is followed",
    "helped": "slot of the unit that is helped",
    "side": "0 = side a, 1 = side b",
    "first": "the side that goes first, 0 = a, 1 = b",
    "first_player": "the player who names a unit first: the side, + 2 for its second player",
    "draw_a": "cards that the first player of side a draws",
    "draw_b": "cards that the first player of side b draws",
    "second_draw_a": "cards that the second player of side a draws, -1 = there is none",
    "second_draw_b": "cards that the second player of side b draws, -1 = there is none",
    "card": "number of the card, -1 = nobody has seen it",
    "verb": "number of the verb of the order",
    "weapon": "number of the weapon; of a call 1 = the card came from the hand",
    "purpose": "number of the stream of chance that says what the roll is for",
    "needed": "what the roll has to reach",
    "total": "what counts of the dice",
    "total_a": "total of side a",
    "total_b": "total of side b",
    "low": "the first four dice, as ``pack_dice`` packs them",
    "high": "the dice from the fifth on, packed",
    "dice": "number of dice",
    "passed": "1 = the test is passed",
    "successes": "dice that count as saves",
    "cards": "cards that are lost",
    "vp": "victory points",
    "vp_a": "victory points of side a",
    "vp_b": "victory points of side b",
    "deck": "number of the deck that begins",
    "x": "inches from the west edge",
    "y": "inches from the south edge",
    "facing": "one of the sixteen facings, 0 = east, 4 = north",
    "inches": "inches of the way",
    "edge": "number of the table edge",
    "attack": "number of the attack, from 1",
    "coming_turn": "number of the turn that begins",
}
"""Name of a field -> what it holds, in every event that has it."""


class Event(NamedTuple):
    """A kind of event: number, name, meaning, and the type of the rows that ``read`` returns."""

    number: int
    name: str
    meaning: str
    row: Any

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of what follows kind and turn in a row."""
        return tuple(self.row._fields[2:])


EVENTS: dict[int, Event] = {}
"""Number of a kind -> the event, of all that are written."""


def _declared(number: int, name: str, fields: str, meaning: str) -> Event:
    return Event(number, name, meaning, namedtuple(name.title().replace(" ", ""), f"kind turn {fields}"))


def _event(number: int, name: str, fields: str, meaning: str) -> int:
    """Declare a kind of event; returns its number, which kernels know it by."""
    EVENTS[number] = _declared(number, name, fields, meaning)
    return number


TURN = _event(1, "turn", "draw_a draw_b first", "A turn begins.")
ASSIGNED = _event(2, "assigned", "side unit card", "A card is laid beside a unit.")
REVEALED = _event(3, "revealed", "unit card", "A unit turns over its card.")
ORDERED = _event(4, "ordered", "unit card verb target weapon", "A unit acts, or support fire is called.")
ROLLED = _event(5, "rolled", "unit purpose needed total low high", "Dice fall, against a difficulty.")
SHOCKED = _event(6, "shocked", "unit by", "A unit is hit and shocked.")
DESTROYED = _event(7, "destroyed", "unit by vp", "A unit is destroyed.")
SUPPRESSED = _event(8, "suppressed", "unit cards", "A unit loses cards.")
MOVED = _event(9, "moved", "unit x y facing", "A unit ends a move.")
RECOVERED = _event(10, "recovered", "unit", "A unit has recovered.")
IMMOBILISED = _event(11, "immobilised", "unit", "A vehicle cannot move any more.")
REGROUPED = _event(12, "regrouped", "unit x y", "A unit withdraws before it tests its recovery.")
DISCARDED = _event(13, "discarded", "side card", "A card over the limit of the hand is laid off.")
PROLONGED = _event(14, "prolonged", "deck", "Both sides agree to another deck.")
ENDED = _event(15, "ended", "vp_a vp_b", "The battle is over.")
SAVED = _event(16, "saved", "unit successes dice low high", "A unit rolls its save; without dice it has none.")
DEPLOYED = _event(17, "deployed", "unit x y facing", "A unit is set up.")
BOARDED = _event(18, "boarded", "unit carrier", "A unit gets on a vehicle.")
ALIGHTED = _event(19, "alighted", "unit x y facing", "A unit gets off its vehicle.")
FOLLOWS = _event(20, "follows", "unit leader", "A unit joins the one that acts.")
HELPS = _event(21, "helps", "unit helped", "A unit helps the target of a close combat.")
FOUND_COVER = _event(22, "found cover", "unit", "A unit has found cover.")
FOUGHT_BACK = _event(23, "fought back", "unit x y", "A unit goes back to where it came from.")
WRECK_LEFT = _event(24, "wreck left", "unit x y", "A destroyed vehicle stays on the table.")
SUPPRESSION_CANCELLED = _event(25, "suppression cancelled", "unit", "The save of a unit keeps its cards for it.")
SHARED = _event(26, "shared", "unit needed total low high", "Dice of a machine-gun roll lie with one of its targets.")
EDGE_DRAWN = _event(27, "edge drawn", "side card edge", "A card says from which edge a side comes on.")
BRIDGE_BLOWN = _event(28, "bridge blown", "unit", "The charge goes off.")
AIMED = _event(29, "aimed", "unit target attack", "Support fire that a unit has called goes on to its next target.")
TIE_ROLLED = _event(30, "tie rolled", "first total_a total_b", "Both decks show the same card: a roll decides.")
TURNS = _event(
    31, "turns", "draw_a draw_b first_player second_draw_a second_draw_b", "A turn of several players begins."
)
LANDING_CARD = _event(40, "landing card", "side card coming_turn", "A side turns over the card of its landings.")
DROPPED = _event(41, "dropped", "unit x y facing", "The point where a unit is to come down is chosen.")
DRIFTS = _event(42, "drifts", "unit facing inches", "A drop goes astray.")
LANDED = _event(43, "landed", "unit x y facing", "A unit has come down.")
CRASHED = _event(44, "crashed", "unit x y", "A unit comes down to its death; -1, -1 = off the table.")
WEAPON_LOST = _event(45, "weapon lost", "unit", "A squad has lost its machine gun or mortar.")
TAKEN_AWAY = _event(46, "taken away", "unit", "An empty glider is taken off the table.")
HELD_BACK = _event(47, "held back", "unit", "A unit of a patrol comes later.")

RECOVERY_TESTED = _declared(
    ROLLED, "recovery tested", "unit purpose needed dice total passed", "A unit rolls its test of recovery."
)
"""How a row of ROLLED is to be read whose purpose is recovery."""


def read(row: Sequence[int]) -> Any:
    """A row of the log with names: ``kind``, ``turn`` and its fields.  Raises ``KeyError``."""
    event = EVENTS[int(row[0])]
    if event.number == ROLLED and row[3] == CHANCE_RECOVERY:
        event = RECOVERY_TESTED
    return event.row._make(int(value) for value in row[: len(event.row._fields)])


def dice_of(event: Any) -> list[int]:
    """The dice that an event has in ``low`` and ``high``."""
    fours = [[packed // 7**place % 7 for place in range(3, -1, -1)] for packed in (event.low, event.high)]
    return [face for four in fours for face in four if face]


@jit_inner
def write(b, w, kind, a, c, d, e, f):
    """Append a row of up to five fields while there is room."""
    row, log = w[0].log_rows, w[0].log
    if row >= LOG_ROWS:
        return
    log[row, 0] = kind
    log[row, 1] = b[0].turn
    log[row, 2] = a
    log[row, 3] = c
    log[row, 4] = d
    log[row, 5] = e
    log[row, 6] = f
    log[row, 7] = 0
    w[0].log_rows = row + 1


@jit_inline
def note(b, w, kind, a, c=0, d=0, e=0, f=0):
    """Write an event if the battle is being logged; fields stand as they are declared."""
    if w[0].logging != 0:
        write(b, w, kind, a, c, d, e, f)


@jit_inner
def note_roll(b, w, unit, purpose, needed, total):
    """Write the roll that lies in ``b.roll``, if the battle is being logged."""
    row = w[0].log_rows
    if w[0].logging != 0 and row < LOG_ROWS:
        dice, n = b[0].roll.dice, b[0].roll.n
        write(b, w, ROLLED, unit, purpose, needed, total, pack_dice(dice, n, 0))
        w[0].log[row, 7] = pack_dice(dice, n, 4)


@jit_inner
def note_recovery_test(b, w, unit, needed, total, passed):
    """Write the recovery test whose dice lie in ``b.roll``, if the battle is being logged."""
    row = w[0].log_rows
    if w[0].logging != 0 and row < LOG_ROWS:
        write(b, w, ROLLED, unit, CHANCE_RECOVERY, needed, b[0].roll.n, total)
        w[0].log[row, 7] = 1 if passed else 0


@jit_inner
def pack_dice(dice, n, start):
    """Four dice from ``start`` on as one number in base 7 (0 = no die), at most 2400."""
    packed = 0
    for k in range(4):
        packed *= 7
        if start + k < n:
            packed += dice[start + k]
    return packed
