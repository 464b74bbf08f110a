"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Mapping
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
    write_together({path: write})


def write_together(files: Mapping[Path, Callable[[Path], object]]) -> None:
    """The same with files that belong together, of which the last vouches for the others.

    All are filled before the first is moved, and the last is gone while the others are moved: whoever finds it finds
    all of them, of one making.  Raises ``RunError``; unless that is about moving, all are as they were.
    """
    for path in files:
        if not path.name:
            raise RunError(f"{path} is a folder; name a file in it")
    passing = {path: path.with_name(f".{path.name}.{os.getpid()}") for path in files}
    path = last = list(files)[-1]
    try:
        for path, write in files.items():
            write(passing[path])
            _to_disk(passing[path])
        if len(files) > 1:
            last.unlink(missing_ok=True)
        for path in files:
            passing[path].replace(path)
    except OSError as error:
        mend = "; make room on that disk and give the same command again" if error.errno in FULL else ""
        raise RunError(f"{path} cannot be written: {error.strerror or error}{mend}") from None
    finally:
        for left in passing.values():
            with suppress(OSError):
                left.unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Raises ``RunError`` unless a file can be written there, so that nobody waits in vain."""
    if path.is_dir():
        raise RunError(f"{path} is a folder; name a file in it")
    passing = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        passing.touch()
        passing.unlink()
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror or error}") from None


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
