"""The public names of a module, from its ``__all__`` and their docstrings."""

from __future__ import annotations

from importlib import import_module
from inspect import getdoc, isclass, isroutine

import tigersim
from making.markdown import Page, eval_rst


def page(module: str) -> Page:
    """A list of all names with their first sentences, then each in full."""
    home = import_module(module)
    names = [f"{module}.{name}" for name in home.__all__ if _belongs(module, name)]
    problems = [f"{name} has no docstring" for name in names if not getdoc(_object(name))]
    summary = [".. autosummary::", "   :nosignatures:", "", *(f"   {name}" for name in names)]
    full = [line for name in names for line in (f".. auto{_kind(name)}:: {name}", "")]
    return "\n".join([eval_rst(summary), eval_rst(full)]), problems


def _belongs(module: str, name: str) -> bool:
    """Whether a name is told on the page of ``module``: what ``tigersim`` itself holds is told there, packages have
    pages of their own, and numbers have no docstring to tell of them."""
    if _kind(f"{module}.{name}") == "data":
        return False
    return module == "tigersim" or name not in tigersim.__all__


def _object(name: str) -> object:
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


def _kind(name: str) -> str:
    one = _object(name)
    return "class" if isclass(one) else "function" if isroutine(one) else "data"
