"""Which functions of a package a question reaches, read from its sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

Place = tuple[str, str]
"""A module of the package and a name in it."""


def reached(package: Path) -> set[Place]:
    """What questions name, what that names, and so on: functions, whole classes, tables."""
    modules = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.glob("*.py"))}
    places = {(module, name): node for module, tree in modules.items() for name, node in _named(tree)}
    imports = {module: dict(_imported(tree, package)) for module, tree in modules.items()}
    found: set[Place] = set()
    todo = [place for place, node in places.items() if _is_question(node)]
    while todo:
        place = todo.pop()
        if place not in places or place in found:
            continue
        found.add(place)
        module = place[0]
        for node in ast.walk(places[place]):
            if isinstance(node, ast.Name):
                todo.append(imports[module].get(node.id, (module, node.id)))
            elif isinstance(node, ast.ImportFrom) and node.module:
                todo += [(node.module.rpartition(".")[2], alias.name) for alias in node.names]
    return found


def _named(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Everything at the top of a module that has a name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node
        elif isinstance(node, ast.Assign):
            yield from ((one.id, node) for one in node.targets if isinstance(one, ast.Name))


def _imported(tree: ast.Module, package: Path) -> Iterator[tuple[str, Place]]:
    """Names that a module takes from others of its package, and where they are from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            folder, _, module = node.module.rpartition(".")
            if folder.rpartition(".")[2] == package.name:
                yield from ((alias.asname or alias.name, (module, alias.name)) for alias in node.names)


def _is_question(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "question"
        for one in node.decorator_list
    )
