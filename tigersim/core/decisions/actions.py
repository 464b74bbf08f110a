"""The one decision interface: which actions are legal, and carrying one out.

An action is one integer (``core.codes``).  Every player, compiled or not, goes through these two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tigersim.core.compile.jit import jit, jit_inner, jit_part
from tigersim.core.decisions import DECISIONS
from tigersim.core.enums import NOTHING


def _by_number(name: str, cases: Mapping[int, Callable[..., Any]], parameters: str, otherwise: str) -> Any:
    """Make the kernel ``name(number, *parameters)`` that calls the case of that number.

    numba cannot index a table of kernels at no cost, but it compiles a chain of ``if`` as well as one written by hand.

    name: str, of the kernel; unique in this file, beside whose kernels numba keeps it.
    cases: number -> kernel, in the order in which they are compared.
    parameters: str, of every case, such as ``"b, t, w"``.
    otherwise: str, what is returned for any other number, such as ``"0"``.
    """
    lines = [f"def {name}(number, {parameters}):"]
    for number in cases:
        lines += [f"    if number == {number}:", f"        return case_{number}({parameters})"]
    lines.append(f"    return {otherwise}")
    made: dict[str, Any] = {f"case_{number}": kernel for number, kernel in cases.items()}
    made["__name__"] = __name__
    exec(compile("\n".join(lines), __file__, "exec"), made)
    return jit_inner(made[name])


_options = _by_number("options", {one.number: one.options for one in DECISIONS}, "b, t, w", "0")
_choose = _by_number("choose", {one.number: one.choose for one in DECISIONS}, "b, t, w, action", "None")


@jit
def legal_actions(b, t, w):
    """List the legal actions of the decision asked for into ``w.actions``; returns their number."""
    return _options(b[0].ask, b, t, w)


@jit_part
def apply(b, t, w, action):
    """Perform the action chosen; ``engine.carry_on`` does what follows from it."""
    decision = b[0].ask
    b[0].ask = NOTHING
    _choose(decision, b, t, w, action)
