"""Public names of a package, each stated once and loaded on first use.

The package re-exports its names as type checkers have it, below ``if TYPE_CHECKING:`` where they are to wait:
``from tigersim.game.battle import Battle as Battle``.  Then ``__all__, __getattr__, __dir__ = lazily(__name__)``.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import getsource
from typing import Any

Lazy = tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]


def lazily(package: str, load: Callable[[str], Any] = import_module) -> Lazy:
    """``__all__``, ``__getattr__``, ``__dir__`` of a package; load: imports a module by name."""
    module = sys.modules[package]
    imports = (node for node in ast.walk(ast.parse(getsource(module))) if isinstance(node, ast.ImportFrom))
    homes = {one.name: str(node.module) for node in imports for one in node.names if one.asname == one.name}
    names = sorted(homes)

    def value_of(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        home = homes[name]
        value = load(f"{package}.{name}") if home == package else getattr(load(home), name)
        setattr(module, name, value)
        return value

    return names, value_of, lambda: names
