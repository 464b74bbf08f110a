"""Signals, such as that of Ctrl-C, wait while something is done that must not be cut in two.

That is the compiling of a function, and the loading of the packages for it.  Handlers of signals raise errors at any
instant, and numba is not made for that: between two steps that belong together it keeps half of what it does, or a
lock, and calls that LLVM makes lose the error or their result.  Here the compiling of a function is one step: what came
meanwhile is dealt with when it is done, and before the next one is begun.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from functools import wraps
from types import FrameType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_handlers: dict[int, Callable[[int, FrameType | None], Any]] = {}
"""What handles a signal otherwise, of those that wait."""
_came: list[int] = []


def uninterrupted(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function one step that no signal cuts in two.

    Another thread than the main one is never asked to handle a signal.
    """

    @wraps(function)
    def step(*args: P.args, **kwargs: P.kwargs) -> R:
        if threading.current_thread() is not threading.main_thread():
            return function(*args, **kwargs)
        outermost = not _handlers
        try:
            if outermost:
                _hold()
            else:
                _deal()
            return function(*args, **kwargs)
        finally:
            if outermost:
                _release()
            else:
                _deal()

    return step


def _hold() -> None:
    """Let signals wait that Python code handles."""
    _came.clear()
    for number in sorted(signal.valid_signals(), key=lambda number: number != signal.SIGINT):
        handler = signal.getsignal(number)
        if callable(handler):
            _handlers[number] = handler
            signal.signal(number, _note)


def _note(number: int, frame: FrameType | None) -> None:
    """Handle a signal by remembering it."""
    if number not in _came:
        _came.append(number)


def _deal() -> None:
    """Deal with what came; the handler of Ctrl-C raises KeyboardInterrupt."""
    while _came:
        number = _came.pop(0)
        _handlers[number](number, sys._getframe())


def _release() -> None:
    """Let nothing wait any more, and deal with what came."""
    handlers = dict(_handlers)
    _restore()
    came = _came.copy()
    _came.clear()
    for number in came:
        handlers[number](number, sys._getframe())


def _restore() -> None:
    """Give every signal its handler back."""
    try:
        while _handlers:  # that of Ctrl-C last
            number, handler = _handlers.popitem()
            signal.signal(number, handler)
    finally:  # one that is back may raise at once
        if _handlers:
            _restore()
