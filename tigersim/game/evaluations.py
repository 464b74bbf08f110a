"""The fitted numbers of the learned evaluation: a small file, checked against the features that the engine has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from tigersim.core import layout
from tigersim.core.evaluation_layout import EVALUATION, FEATURES, OF_SIDE, OF_TURN, OF_UNIT
from tigersim.errors import DamagedFile
from tigersim.files.documents import json_of

SHIPPED = Path(__file__).parents[1] / "catalogue" / "data" / "evaluation.json"
"""The numbers that come with the package."""
NAMES = {"of_unit": OF_UNIT, "of_turn": OF_TURN, "of_side": OF_SIDE}
DIGITS = 6
"""Digits that are written of every number."""


def write(path: Path, numbers: Mapping[str, Any], provenance: Mapping[str, Any]) -> None:
    """Write fitted numbers (a field of ``EVALUATION`` each) with the features they belong to and where they come from."""
    fitted = {name: _rounded(numbers[name]) for name in EVALUATION.names or ()}
    about = {"features": FEATURES, "names": {field: list(names) for field, names in NAMES.items()}}
    lines = [f'"{name}": {json.dumps(values)}' for name, values in fitted.items()]
    head = json.dumps({**about, "provenance": dict(provenance)}, indent=1)[:-2]
    path.write_text(head + ',\n "numbers": {\n' + ",\n".join(lines) + "\n}\n}\n", encoding="utf-8")


def _rounded(values: Any) -> Any:
    array = np.asarray(values, dtype=np.float64)
    return np.vectorize(lambda x: float(f"{x:.{DIGITS}g}"))(array).tolist()


@lru_cache(maxsize=4)
def read(path: Path = SHIPPED) -> Any:
    """An ``EVALUATION`` record (as an array of one).

    Raises ``DamagedFile`` for a file that was fitted to other features, or is not whole.
    """
    about = json_of(path)
    if about.get("features") != FEATURES:
        raise DamagedFile(str(path), "features", f"version {about.get('features')}, where this engine has {FEATURES}")
    for field, names in NAMES.items():
        if tuple(about.get("names", {}).get(field, ())) != names:
            raise DamagedFile(str(path), f"names.{field}", "are other features than this engine's; fit the numbers anew")
    found = np.zeros(1, dtype=EVALUATION)
    for name in EVALUATION.names or ():
        numbers = np.asarray(about.get("numbers", {}).get(name, ()), dtype=np.float64)
        if numbers.shape != found[name][0].shape or not np.isfinite(numbers).all():
            raise DamagedFile(str(path), f"numbers.{name}", f"not {found[name][0].shape} finite numbers")
        found[name][0] = numbers
    return found


def settle_evaluation(work: Any, path: Path | None = None) -> None:
    """Give a workbench (``layout.WORK``) the numbers of a file, those of the package by default."""
    layout.put(read(path or SHIPPED), work.evaluation)
