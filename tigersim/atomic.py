"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tigersim.errors import RunError


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a file beside ``path``, then move it into its place.

    Raises ``RunError`` where the disk or the rights do not allow it; ``path`` is then as it was.
    """
    passing = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(passing)
        passing.replace(path)
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        passing.unlink(missing_ok=True)
