"""What times rest on: the machine and the packages that count battles on it."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from typing import Any


def machine(*others: str) -> dict[str, Any]:
    """Kind of processor, cores, Python and the versions of its packages, ``others`` among them."""
    versions = {name: version(name) for name in ("numpy", "numba", "scipy", "pandas", *others)}
    return {"kind": platform.machine(), "cores": os.cpu_count(), "python": platform.python_version(), **versions}
