"""Which sources machine code depends on: a hash for the engine and for each companion game.

numba's disk cache sees edits in a function's own file only; a rule edited in another file would go on being played in
its old form.  So the folder of compiled kernels is named after a hash of all sources that they may be made of.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
ENGINE = ("core", "rules")
"""Folders whose sources become the engine."""
KINDS = ("*.py", "*.json")
"""Their files: code, and how often its branches are taken (``core.compile.branch_counts``)."""
GAMES = "companions"
SHARED = (*ENGINE, GAMES)
"""Folders of the package that a companion's kernels may take functions and numbers from."""
IMPORTS = re.compile(r"^[ \t]*(?:from[ \t]+tigersim\.([\w.]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|(.*))|"
                     r"import[ \t]+tigersim\.([\w.]+))", re.MULTILINE)  # fmt: skip


def game_of(module: str) -> str:
    """The companion game that a module belongs to; empty for the engine and everything else."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["tigersim", GAMES] and len(parts) > 2 else ""


def sources(game: str = "", package: Path = PACKAGE) -> list[Path]:
    """The files that the kernels of a companion game, or without one of the engine, are made of.

    The engine's are all of ``core/`` and ``rules/``; a game's are all of its own, and of the rest what they import.
    """
    if not game:
        return sorted(path for folder in ENGINE for kind in KINDS for path in (package / folder).rglob(kind))
    found = set(_files(package / GAMES / game))
    left = list(found)
    while left:
        new = set(_imported(left.pop().read_text(encoding="utf-8"), package)) - found
        found |= new
        left += new
    return sorted(found)


def digest(paths: Iterable[Path], flags: object, package: Path = PACKAGE) -> str:
    """Sixteen letters that follow from the contents of files and from the compiler's flags."""
    made = hashlib.sha256()
    for path in paths:
        made.update(path.relative_to(package).as_posix().encode())
        made.update(path.read_bytes())
    made.update(repr(flags).encode())
    return made.hexdigest()[:16]


def _files(module: Path) -> Iterator[Path]:
    """The file of a module, or all files of a folder."""
    alone = module.with_suffix(".py")
    return iter([alone]) if alone.is_file() else module.rglob("*.py")


def _imported(text: str, package: Path) -> Iterator[Path]:
    """The files of the shared folders that a source imports from."""
    for module, several, one, plain in IMPORTS.findall(text):
        names = re.sub(r"#.*", "", several or one).replace("\n", " ").split(",")
        for name in (module or plain, *(f"{module}.{name.split()[0]}" for name in names if module and name.split())):
            home = package.joinpath(*name.split("."))
            if name.split(".")[0] in SHARED:
                yield from (path for path in (home.with_suffix(".py"), home / "__init__.py") if path.is_file())
