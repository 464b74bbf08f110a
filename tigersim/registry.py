"""The link from a rule's ID to the functions that carry it out, and from a picture's name to what draws it.

``@rule("PT-FIRE-07")`` fills a table, and ends the docstring with the IDs that it does not name itself; the function
stays a plain Python function.  The coverage table and ``tigersim rule ID`` read the table; ``core/compile/jit.py``
compiles what the chapters of ``rules/`` registered.
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
    """Say how to load the function that draws a picture; the public face does so, which knows all layers."""
    _DRAWERS[name] = load


def draw(name: str, *about: Any, **how: Any) -> Any:
    """Draw a picture of something, for a layer below those that draw.  Raises ``KeyError`` for one not offered."""
    return _DRAWERS[name]()(*about, **how)
