"""What was found before in the same situation, for players who try their options.

Futures of one position have much in common: where a shot misses, the next unit stands among the same enemies and
friends as in the future before.  Two of three searches for a shot or a place are the same again.  A situation is known
by a number that is made of all that their worth depends on.
"""

import numpy as np

from tigersim.core.chance import GAMMA, mix
from tigersim.core.compile.jit import jit_inline, jit_inner, plain
from tigersim.core.deck import pile_of
from tigersim.core.enums import SLOTS
from tigersim.core.players.scenario_goals import has_goals
from tigersim.core.sides import side_of, slots_of
from tigersim.core.sizes import KEPT_PLACES, KEPT_SHOTS
from tigersim.core.units import face_down_cards


def _factors(n):
    """Odd numbers without a pattern."""
    with np.errstate(over="ignore"):
        return np.array([plain(mix)(np.uint64(k + 1) * GAMMA) | np.uint64(1) for k in range(n)], dtype=np.uint64)


OF_SLOT, OF_DANGER, OF_WRECK = _factors(3 * SLOTS).reshape(3, SLOTS)
"""By which what is known of each unit, how dangerous it is, and where each wreck lies, is multiplied."""


@jit_inner
def note_situation(b, w, side):
    """Note the situation in which a side decides, where options are tried.

    Where everybody stands and faces, who is hit, has found cover or is carried, the cards beside enemies and what these
    may do, the wrecks, the score, the cards still to draw.
    """
    if w[0].judged == 0 or w[0].explaining != 0:
        return
    pile = b[0].pile[pile_of(b, side)]
    lead = b[0].player[0].vp - b[0].player[1].vp
    judges = w[0].lent_to << 1 | side  # whose judgement it is: that of a side is its own only while it decides
    code = mix(np.uint64(w[0].pairings << 24 | pile.deck_size << 16 | pile.next_card << 8 | judges) + GAMMA)
    code += np.int64(lead).view(np.uint64) * GAMMA
    for of in range(2):
        for unit in slots_of(b, of):
            u = b[0].unit[unit]
            if u.alive == 0:
                continue
            # every number in bits of its own, so that no two states are the same
            state = 1 | u.hits << 1 | u.found_cover << 5 | u.aboard << 6 | (u.carrier + 1) << 11
            if u.placed != 0:
                state |= 1 << 17 | u.x << 18 | u.y << 25 | u.facing << 32
            if of != side:
                state |= face_down_cards(b, unit) << 37 | u.pending << 40
                code += np.float64(u.danger).view(np.uint64) * OF_DANGER[unit]
            code += np.uint64(state) * OF_SLOT[unit]
    for k in range(b[0].wrecks):
        code += np.uint64(1 | b[0].wreck_x[k] << 1 | b[0].wreck_y[k] << 8) * OF_WRECK[k]
    w[0].situation = mix(code)


@jit_inline
def may_recall_shots(w):
    """Whether shots that were found before are looked up, after ``note_situation``."""
    return w[0].judged != 0 and w[0].explaining == 0


@jit_inner
def may_recall_places(b, t, w):
    """Whether places that were found before are looked up.

    Not where markers or goals count: their worth depends on more than the situation.
    """
    return may_recall_shots(w) and t[0].markers == 0 and not has_goals(b)


@jit_inline
def question(w, unit, what):
    """A number for the situation and what is looked for in it, and for which unit."""
    return mix(w[0].situation ^ (np.uint64(what << 5 | unit) * GAMMA))


@jit_inner
def question_of_setup(b, w, unit):
    """A number for where to set up a unit on rows of its own, by where its friends are and by the future's chance.

    Where enemies are does not count: so what the other side would do is the same whatever place is tried.
    """
    code = asker_of_setup(b, w, unit)
    for other in slots_of(b, side_of(unit)):
        o = b[0].unit[other]
        if o.placed != 0:
            code += np.uint64(1 | o.x << 1 | o.y << 8) * OF_SLOT[other]
    return mix(code + GAMMA)


@jit_inline
def asker_of_setup(b, w, unit):
    """A number for a unit that is to be set up, by the future's chance and who judges its places."""
    return b[0].key ^ np.uint64(w[0].pairings << 8 | w[0].lent_to << 6 | unit)


@jit_inner
def move_of(b, allowance, road_bonus, places):
    """A number for a move that ends in one of so many places, with the group that a follower stays with."""
    group, company = b[0].group, 0
    if group.at > 1:
        for k in range(group.members):
            company = company << 5 | group.member[k]
        company = company << 2 | group.members
    return company << 32 | allowance << 16 | road_bonus << 8 | places


@jit_inline
def place_of(code):
    """Where the best place of a situation is kept."""
    return np.int64(code & np.uint64(KEPT_PLACES - 1))


@jit_inline
def shot_of(code):
    """Where the best shot of a situation is kept."""
    return np.int64(code & np.uint64(KEPT_SHOTS - 1))


@jit_inline
def tells(kept, floor):
    """Whether what was found says which place is best, of those that are worth more than ``floor``."""
    return kept.worth > kept.floor or kept.floor <= floor
