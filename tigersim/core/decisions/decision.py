"""What one decision is: its number, its name, what may be chosen and what choosing does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tigersim.core.codes import pack
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import GO_ON, PASS

A_PLACE = "to ({x}, {y}), facing {compass}"
"""How a place is told unless a decision says otherwise."""


class Decision(NamedTuple):
    """Something that a battle can wait for.

    number: int, its constant in ``core.enums``.
    name: str, what views, explanations and observations call it.
    options: kernel (b, t, w), lists the legal actions into ``w.actions`` and returns how many there are.
    choose: kernel (b, t, w, action), does what the action says; ``engine.carry_on`` does what follows from it.
    place: str, how a place that is chosen is told; may name {x}, {y} and {compass}, where it faces.
    """

    number: int
    name: str
    options: Callable[..., Any]
    choose: Callable[..., Any]
    place: str = A_PLACE


@jit_inline
def add(w, n, action):
    """Put an action behind the ``n`` listed so far; returns their new number."""
    w[0].actions[n] = action
    return n + 1


@jit_inline
def list_pass(w):
    """Begin a list with doing nothing, which comes first wherever it is legal; returns 1."""
    return add(w, 0, pack(PASS, 0, 0, 0, 0, 0))


@jit_inner
def list_yes_or_no(b, t, w):
    """Go on, or not."""
    return add(w, list_pass(w), pack(GO_ON, 0, 0, 0, 0, 0))
