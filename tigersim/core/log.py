"""Events of a battle, written only when somebody asks for them; a batch never does.

A row is (kind, turn, a, b, c, d, e, f); ``tigersim.game.narration`` turns rows into words.  Dice are packed four to a
field by ``pack_dice``.
"""

from __future__ import annotations

from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.layout import LOG_ROWS

TURN = 1  # draw of side a, draw of side b, the side that nominates first
ASSIGNED = 2  # side, unit, card or -1 when blind
REVEALED = 3  # side, unit, card
ORDERED = 4  # unit, card, verb, target, weapon (FLAMETHROWER for one, whatever its slot; of a call 1 = from the hand)
ROLLED = 5  # unit, purpose, difficulty, total, packed dice (two fields); recovery: number of dice, total, passed
SHOCKED = 6  # unit, by
DESTROYED = 7  # unit, by (or -1), VP
SUPPRESSED = 8  # unit, cards lost
MOVED = 9  # unit, x, y, facing
RECOVERED = 10  # unit
IMMOBILISED = 11  # unit
REGROUPED = 12  # unit, x, y
DISCARDED = 13  # side, card or -1
PROLONGED = 14  # decks played
ENDED = 15  # vp a, vp b
SAVED = 16  # unit, successes, number of dice, packed dice (two fields)
DEPLOYED = 17  # unit, x, y, facing
BOARDED = 18  # unit, carrier
ALIGHTED = 19  # unit, x, y, facing
FOLLOWS = 20  # unit, leader
HELPS = 21  # unit, whom
FOUND_COVER = 22  # unit
FOUGHT_BACK = 23  # unit that goes back to where it came from, x, y
WRECK_LEFT = 24  # unit, x, y
SUPPRESSION_CANCELLED = 25  # unit
SHARED = 26  # target, difficulty, total, packed dice (two fields)
EDGE_DRAWN = 27  # side, card, table edge
BRIDGE_BLOWN = 28  # the charge
AIMED = 29  # the unit that has called support fire, its next target, number of the attack
TIE_ROLLED = 30  # the side whose card comes first, total of side a, total of side b
TURNS = 31  # draws of the first players of side a and b, the player who nominates first, draws of the second ones or -1
LANDING_CARD = 40  # side, card, turn
DROPPED = 41  # unit, x, y, facing: the point where it is to come down
DRIFTS = 42  # unit, facing, inches
LANDED = 43  # unit, x, y, facing
CRASHED = 44  # unit, x, y; -1, -1 off the table
WEAPON_LOST = 45  # unit
TAKEN_AWAY = 46  # unit: a glider that is empty (AMB-126)
HELD_BACK = 47  # unit of a patrol that comes later


@jit_inner
def write(w, kind, turn, a, b, c, d, e, f):
    """Append one row while there is room."""
    row = w[0].log_rows
    if row >= LOG_ROWS:
        return
    log = w[0].log
    log[row, 0] = kind
    log[row, 1] = turn
    log[row, 2] = a
    log[row, 3] = b
    log[row, 4] = c
    log[row, 5] = d
    log[row, 6] = e
    log[row, 7] = f
    w[0].log_rows = row + 1


@jit_inline
def note(b, w, kind, a, c, d, e, f, g):
    """Write an event if the battle is being logged."""
    if w[0].logging != 0:
        write(w, kind, b[0].turn, a, c, d, e, f, g)


@jit_inner
def pack_dice(dice, n, start):
    """Four dice from ``start`` on as one number in base 7 (0 = no die): at most 2400, fits a log field."""
    packed = 0
    for k in range(4):
        packed *= 7
        if start + k < n:
            packed += dice[start + k]
    return packed
