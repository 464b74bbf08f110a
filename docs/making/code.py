"""The functions that carry out rules, module by module: their docstrings, and the IDs of the rules."""

from __future__ import annotations

from importlib import import_module
from inspect import getdoc
from itertools import groupby

from making.markdown import Page, eval_rst, plain
from tigersim.catalogue.companions import games
from tigersim.catalogue.rulebook import coverage


def page(package: str) -> Page:
    """All functions of ``package`` ("tigersim.rules") that the coverage tables name."""
    ids: dict[str, list[str]] = {}
    for rows in (coverage(), *(game.coverage() for game in games().values())):
        for row in rows:
            for name in row["functions"]:
                if name.startswith(f"{package}."):
                    ids.setdefault(name, []).append(row["id"])
    parts, problems = [], []
    for module, functions in groupby(sorted(ids), key=lambda name: name.rpartition(".")[0]):
        home = import_module(module)
        listed = list(functions)
        problems += [f"{name} has no docstring" for name in listed if not _doc(name)]
        parts += [
            f"## {module.removeprefix('tigersim.')}\n",
            plain((getdoc(home) or "").split("\n\n")[0]) + "\n",
            eval_rst(f".. autofunction:: {name}\n\n   Rules: {', '.join(ids[name])}\n" for name in listed),
        ]
    return "\n".join(parts), problems


def _doc(name: str) -> str | None:
    module, _, function = name.rpartition(".")
    return getdoc(getattr(import_module(module), function))
