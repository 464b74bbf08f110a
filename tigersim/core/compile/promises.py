"""What the engine promises the compiler, so that its machine code need not ask.

A kernel of ours counts no index from the end of an array, divides by zero nowhere, steps through no range by 0 and ends
in no exception.  numba takes all of this to be possible: each index is compared with zero, and each division can end
the kernel, which every caller up to Python has to ask about.  Battles are a tenth faster without.  With bounds
checked (``NUMBA_BOUNDSCHECK=1``) an index below zero is an error like one beyond the end, so tests hold the first.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.callconv import CPUCallConv
from numba.np import arrayobj

from tigersim.core.compile.repeats import is_ours

PROMISED = ((arrayobj, "fix_integer_index"), (CPUCallConv, "return_user_exc"))
"""What numba must have for this."""
DIVIDES = {"error_model": "numpy"}
"""The option of a function that never divides by zero."""
STEP_OF_ZERO = "range() arg 3 must not be zero"


def promise() -> None:
    """Let numba compile our functions as the module says; others as ever."""
    _count_from_the_start()
    _step_on()


def _count_from_the_start() -> None:
    """Take an index as it is."""
    fix = arrayobj.fix_integer_index

    def fixed(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp) if is_ours() else fix(context, builder, kind, index, size)

    arrayobj.fix_integer_index = fixed


def _step_on() -> None:
    """Say that no range has a step of 0: only where it is a number in plain sight could LLVM tell."""
    end = CPUCallConv.return_user_exc

    def ended(self: Any, builder: Any, error: Any, arguments: Any = None, *rest: Any, **named: Any) -> None:
        if is_ours() and arguments == (STEP_OF_ZERO,):
            builder.unreachable()
        else:
            end(self, builder, error, arguments, *rest, **named)

    CPUCallConv.return_user_exc = ended
