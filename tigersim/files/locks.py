"""Folders that one process at a time works in; a lock ends with its process."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nobody is kept out
    fcntl = None  # type: ignore[assignment]

NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS}


@contextmanager
def locked(folder: Path, *, wait: bool) -> Iterator[None]:
    """Hold a folder that exists, waiting for another holder or raising ``BlockingIOError``.

    Processes of one machine see each other, and so do threads; of several machines only on disks that pass locks on.
    Where a disk knows no locks nobody is kept out.
    """
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
        yield
    finally:
        os.close(handle)
