"""The decision how the dice of a machine gun are shared among targets."""

from tigersim.core.codes import pack, target_of, verb_of, which_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.decision import Decision, add, list_pass
from tigersim.core.enums import PASS, SHIFT, SPLIT
from tigersim.core.machine_guns import may_share, may_share_die
from tigersim.core.sides import enemies_of
from tigersim.registry import rule


@jit_inner
@rule("PT-MG-06")
def list_shared_dice(b, t, w):
    """A die that may leave the first target to a target that may have it, or no other die."""
    n = list_pass(w)
    for k in range(b[0].roll.n):
        if not may_share_die(b, k):
            continue
        for target in enemies_of(b, b[0].asked):
            if may_share(b, t, target):
                n = add(w, n, pack(SHIFT, b[0].subject, target, k, 0, 0))
    return n


@jit_inner
def do_shared_dice(b, t, w, action):
    """Deal the die to the target, or leave the rest where they are."""
    if verb_of(action) == PASS:
        b[0].shot.splitting = 0
    else:
        b[0].roll.dealt[which_of(action)] = target_of(action)


DECISIONS = (Decision(SPLIT, "split", list_shared_dice, do_shared_dice),)
