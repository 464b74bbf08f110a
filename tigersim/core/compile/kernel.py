"""What stands for a compiled function in Python: it loads the compiler only where machine code is not ready.

numba's own object for a function is made when it is first asked for: by a call that finds no machine code
(``core.compile.ready``), or by numba, when it compiles another function that calls this one.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from functools import update_wrapper
from typing import Any, NamedTuple

from tigersim.core.compile import ready
from tigersim.core.compile.signals import uninterrupted

KERNEL, INNER, PART, MADE = "kernel", "inner", "part", "made"


class How(NamedTuple):
    """How a function is compiled."""

    kind: str = KERNEL
    """``KERNEL``: Python calls it; ``INNER``: other kernels only; ``PART``: many others, compiled once for all of them;
    ``MADE``: other kernels, and it is not kept on disk."""
    allocates: bool = False
    """Whether it makes arrays, so that references are counted."""
    inlined: bool = False
    """Whether it is copied to wherever it is called."""


class Kernel:
    """A compiled function.  What else numba offers of one, such as ``signatures``, is found here too."""

    def __init__(self, function: Callable[..., Any], how: How = How()) -> None:  # noqa: B008  (a constant)
        update_wrapper(self, function)
        self.py_func = function
        self.how = how
        self._dispatcher: Any = None
        self._compiled = 0
        """For so many types of arguments numba has machine code that was handed to ``ready.keep``."""
        self._ready: list[ready.ReadyCode] | None = None

    def __call__(self, *args: Any, **named: Any) -> Any:
        may_be_kept = self.how.kind == KERNEL and not named
        if may_be_kept and not self._compiled:
            if self._ready is None:
                self._ready = ready.found(self.py_func)
            for code in self._ready:
                words = code.words(args)
                if words is not None:
                    return code.run(words)
        result = self.dispatcher(*args, **named)
        if len(self._dispatcher.overloads) > self._compiled:
            self._compiled = len(self._dispatcher.overloads)
            if may_be_kept:
                ready.keep(self, args)
        return result

    @property
    def is_loaded(self) -> bool:
        """Whether Python has called it in this process: its machine code is at hand."""
        return self._compiled > 0 or bool(self._ready)

    @property
    def dispatcher(self) -> Any:
        """numba's object for the function."""
        if self._dispatcher is None:
            with _making:
                if self._dispatcher is None:
                    self._dispatcher = _made(self.py_func, self.how)
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """What numba takes it for where another function calls it."""
        return self.dispatcher._numba_type_

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.dispatcher, name)

    def __reduce__(self) -> Any:
        if getattr(sys.modules.get(self.__module__), self.__qualname__, None) is self:
            return self.__qualname__  # found by its name, as a function is
        return Kernel, (self.py_func, self.how)

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__qualname__}>"


class InWords:
    """An operation that is said in LLVM's own words: what numba calls an intrinsic.

    ``define`` returns the function that numba asks for types and code; it is called once numba is loaded.
    """

    def __init__(self, define: Callable[[], Callable[..., Any]]) -> None:
        self.define = define
        self._type: Any = None

    @property
    def _numba_type_(self) -> Any:
        """What numba takes it for where a function calls it."""
        if self._type is None:
            with _making:
                if self._type is None:
                    self._type = _type_of_words(self.define)
        return self._type

    def __reduce__(self) -> Any:
        return InWords, (self.define,)


_making = threading.RLock()


@uninterrupted
def _made(function: Callable[..., Any], how: How) -> Any:
    from tigersim.core.compile import dispatchers

    return dispatchers.dispatcher_of(function, how)


@uninterrupted
def _type_of_words(define: Callable[[], Callable[..., Any]]) -> Any:
    from tigersim.core.compile import dispatchers

    return dispatchers.type_of_words(define())
