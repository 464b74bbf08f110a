"""The fitted numbers of the learned evaluation: a file of the engine's features."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from tigersim.core import layout
from tigersim.core.evaluation_layout import EVALUATION, FEATURES, NETWORK, NETWORKS, OF_SIDE, OF_TURN, OF_UNIT
from tigersim.errors import DataError
from tigersim.files.documents import json_of

SHIPPED = Path(__file__).parents[1] / "catalogue" / "data" / "evaluation.json"
"""The numbers that come with the package."""
NAMES = {"of_unit": OF_UNIT, "of_turn": OF_TURN, "of_side": OF_SIDE}
ANEW = "fit the numbers anew, with tigersim train"
PARTS = tuple(
    f"{name}.{part}" if name in NETWORKS else name
    for name in EVALUATION.names or ()
    for part in (NETWORK.names or () if name in NETWORKS else ("",))
)
"""Names of the arrays of numbers: those of a network begin with its name."""
DIGITS = 6
"""Digits that are written of every number."""


def write(path: Path, numbers: Mapping[str, Any], provenance: Mapping[str, Any]) -> None:
    """Write fitted numbers by the names of ``PARTS``, with where they come from."""
    fitted = {name: _rounded(numbers[name]) for name in PARTS}
    about = {"features": FEATURES, "names": {field: list(names) for field, names in NAMES.items()}}
    lines = [f'"{name}": {json.dumps(values)}' for name, values in fitted.items()]
    head = json.dumps({**about, "provenance": dict(provenance)}, indent=1)[:-2]
    path.write_text(head + ',\n "numbers": {\n' + ",\n".join(lines) + "\n}\n}\n", encoding="utf-8")


def parts_of(record: Any) -> dict[str, Any]:
    """The arrays of an ``EVALUATION`` record (as an array of one), by name.

    Changes to them are changes to it.
    """
    return {name: _part(record[0], name) for name in PARTS}


def _part(record: Any, name: str) -> Any:
    for field in name.split("."):
        record = record[field]
    return record


def _rounded(values: Any) -> Any:
    array = np.asarray(values, dtype=np.float64)
    return np.vectorize(lambda x: float(f"{x:.{DIGITS}g}"))(array).tolist()


@lru_cache(maxsize=4)
def read(path: Path | None = None) -> Any:
    """An ``EVALUATION`` record (as an array of one).

    Raises ``DataError`` for a file that was fitted to other features, or is not whole.
    """
    path = path or SHIPPED
    about = json_of(path)
    if about.get("features") != FEATURES:
        said = f"is {about.get('features')}, and this engine has {FEATURES}; {ANEW}"
        raise DataError(str(path), None, "features", said)
    for field, names in NAMES.items():
        if tuple(about.get("names", {}).get(field, ())) != names:
            raise DataError(str(path), None, f"names.{field}", f"has other features than this engine; {ANEW}")
    found = np.zeros(1, dtype=EVALUATION)
    for name, part in parts_of(found).items():
        shape = part.shape
        try:
            numbers = np.asarray(about.get("numbers", {}).get(name, ()), dtype=np.float64)
        except (TypeError, ValueError):
            numbers = np.zeros(0)
        if numbers.shape != shape or not np.isfinite(numbers).all():
            raise DataError(str(path), None, f"numbers.{name}", f"is not {shape} finite numbers; {ANEW}")
        part[...] = numbers
    return found


def settle_evaluation(work: Any, numbers: Any = None) -> None:
    """Give a workbench numbers (``EVALUATION``), those of the package by default."""
    layout.put(read() if numbers is None else numbers, work.evaluation)
