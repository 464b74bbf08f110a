"""Links from rules to the functions that carry them out, from pictures to what draws them.

``@rule("PT-FIRE-07")`` fills a table, and ends the docstring with the IDs that it does not name itself; the function
stays a plain Python function.  The coverage table and ``tigersim rule ID`` read the table, and what the chapters of
``rules/`` registered is compiled (``core/compile/dispatchers.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

REGISTRY: dict[str, list[str]] = {}
"""Rule ID -> dotted names of the functions that implement it."""

CHAPTER_FUNCTIONS: list[Callable[..., Any]] = []
"""The functions of ``tigersim.rules`` in order of definition (what the compiled engine may call)."""


def rule(*ids: str) -> Callable[[F], F]:
    """Register the decorated function as (part of) the implementation of the rules ``ids``."""

    def mark(function: F) -> F:
        name = f"{function.__module__}.{function.__qualname__}"
        for rule_id in ids:
            functions = REGISTRY.setdefault(rule_id, [])
            if name not in functions:
                functions.append(name)
        unnamed = [rule_id for rule_id in ids if rule_id not in (function.__doc__ or "")]
        if function.__doc__ and unnamed:
            function.__doc__ = f"{cleandoc(function.__doc__)}\n\nRules: {', '.join(unnamed)}."
        if function.__module__.startswith("tigersim.rules."):
            CHAPTER_FUNCTIONS.append(function)
        return function

    return mark


_DRAWERS: dict[str, Callable[[], Callable[..., Any]]] = {}
"""Name of a picture -> loads the function that draws it."""


def offer_drawing(name: str, load: Callable[[], Callable[..., Any]]) -> None:
    """Say how to load what draws a picture; the public face, which knows all layers, does so."""
    _DRAWERS[name] = load


def draw(name: str, *about: Any, **how: Any) -> Any:
    """Draw a picture, for a layer that does not draw.  Raises ``KeyError`` for one not offered."""
    return _DRAWERS[name]()(*about, **how)
