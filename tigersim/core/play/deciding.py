"""Which compiled player decides: the one whose number is in the record of the player asked.

The functions here are made of the entries in ``compiled_players``, in their order.  A number of another player than
those that a function was made of is refused, by a code in place of an action: machine code that can end in an exception
has to ask after every call whether it did.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tigersim.core.asking import decider
from tigersim.core.compile.jit import jit_made
from tigersim.core.play.compiled_players import PLAYERS, POLICIES, QUICK

UNPLAYED = -1
"""No action: the player that is asked is of none that the function plays."""


def played(answer: int) -> int:
    """What a kernel answers; raises ``ValueError`` for a player that it does not play."""
    if answer == UNPLAYED:
        raise ValueError("the number of the player in the battle is of none that this kernel plays")
    return answer


def any_of(names: Sequence[str]) -> Any:
    """What asks the right one of some players, quick ones first: (b, t, w, spare) -> action.

    ``UNPLAYED`` where the number in the record is of none of them.
    """
    decide = _only(names[0])
    for name in names[1:]:
        decide = _or(name, decide) if name in QUICK else _or_ahead(name, decide)
    return decide


def _only(name: str) -> Any:
    number, its_decide = POLICIES.index(name), PLAYERS[POLICIES.index(name)].decide()

    @jit_made
    def decide(b, t, w, spare):
        return its_decide(b, t, w) if b[0].player[decider(b)].policy == number else UNPLAYED

    return decide


def _or(name: str, others: Any) -> Any:
    number, its_decide = POLICIES.index(name), PLAYERS[POLICIES.index(name)].decide()

    @jit_made
    def decide(b, t, w, spare):
        if b[0].player[decider(b)].policy == number:
            return its_decide(b, t, w)
        return others(b, t, w, spare)

    return decide


def _or_ahead(name: str, others: Any) -> Any:
    number, its_decide = POLICIES.index(name), PLAYERS[POLICIES.index(name)].decide()

    @jit_made
    def decide(b, t, w, spare):
        if b[0].player[decider(b)].policy == number:
            return its_decide(b, t, w, spare)
        return others(b, t, w, spare)

    return decide
