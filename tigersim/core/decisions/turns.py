"""Decisions between orders: arrivals and units held back, recovery tests, another deck."""

from tigersim.core.arrivals import answer_hold_back, may_be_held_back, may_start_all, must_arrive, next_side, waits
from tigersim.core.asking import decider
from tigersim.core.codes import pack, unit_of, verb_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.decision import Decision, add, list_pass, list_yes_or_no
from tigersim.core.enums import ARRIVE, GO_ON, HOLD_BACK, NAME, PASS, PROLONG, TEST
from tigersim.core.recovery import awaits_test, take_test
from tigersim.core.sides import slots_of
from tigersim.core.victory import refuse_to_prolong


@jit_inner
def list_hold_back(b, t, w):
    """A unit of a patrol that may come later; no other, once few enough start."""
    side = b[0].asked
    n = list_pass(w) if may_start_all(b, side) else 0
    for unit in slots_of(b, side):
        if may_be_held_back(b, unit):
            n = add(w, n, pack(NAME, unit, 0, 0, 0, 0))
    return n


@jit_inner
def do_hold_back(b, t, w, action):
    """Hold the unit back, or let the rest start."""
    answer_hold_back(b, w, verb_of(action), unit_of(action))


@jit_inner
def list_arrive(b, t, w):
    """A unit of the side that may come on the table this turn; none, unless one must."""
    n = list_pass(w) if not must_arrive(b) else 0
    side = b[0].asked
    for unit in slots_of(b, side):
        if waits(b, unit):
            n = add(w, n, pack(NAME, unit, 0, 0, 0, 0))
    return n


@jit_inner
def do_arrive(b, t, w, action):
    """Let the unit come on, or no other this turn."""
    if verb_of(action) == PASS:
        next_side(b)
    else:
        b[0].arrival.named = unit_of(action)


@jit_inner
def list_test(b, t, w):
    """The units of the player that wait for their recovery test (AMB-96)."""
    n = 0
    side, hand = b[0].asked, decider(b)
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander == hand and awaits_test(b, unit):
            n = add(w, n, pack(NAME, unit, 0, 0, 0, 0))
    return n


@jit_inner
def do_test(b, t, w, action):
    """Test the unit next."""
    take_test(b, t, w, unit_of(action))


@jit_inner
def do_prolong(b, t, w, action):
    """Agree to another deck, or end the battle."""
    if verb_of(action) == GO_ON:
        b[0].step += 1
    else:
        refuse_to_prolong(b, w)


DECISIONS = (
    Decision(PROLONG, "prolong", list_yes_or_no, do_prolong),
    Decision(TEST, "test", list_test, do_test),
    Decision(ARRIVE, "arrive", list_arrive, do_arrive),
    Decision(HOLD_BACK, "hold back", list_hold_back, do_hold_back),
)
