"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tigersim.errors import RunError

PASSING = re.compile(r"\..+\.\d+")
"""Names of files that are not yet in their places: ".NAME.PROCESS"."""
FULL = {errno.ENOSPC, errno.EDQUOT}


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a file beside ``path``, then move it into its place.

    Raises ``RunError`` where the disk or the rights do not allow it; ``path`` is then as it was.
    """
    passing = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(passing)
        _to_disk(passing)
        passing.replace(path)
    except OSError as error:
        mend = "; make room on that disk and give the same command again" if error.errno in FULL else ""
        raise RunError(f"{path} cannot be written: {error.strerror or error}{mend}") from None
    finally:
        with suppress(OSError):
            passing.unlink(missing_ok=True)


def clear_passing(folder: Path) -> None:
    """Delete what a process that was killed while it wrote has left in a folder.  Nobody may be writing there."""
    with suppress(OSError):  # what stays is in nobody's way
        for path in folder.iterdir():
            if PASSING.fullmatch(path.name):
                path.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    """Wait until the disk has the file: its name must not outlive a power cut that its contents do not."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
