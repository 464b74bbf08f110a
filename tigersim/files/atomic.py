"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tigersim.errors import RunError

if TYPE_CHECKING:
    import pandas as pd

PASSING = re.compile(r"\..+\.\d+")
"""Names of files that are not yet in their places: ".NAME.PROCESS"."""
FULL = {errno.ENOSPC, errno.EDQUOT}


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a file, then move it to ``path``; that stays as it was on ``RunError``."""
    write_together({path: write})


def write_together(files: Mapping[Path, Callable[[Path], object]]) -> None:
    """Write files that belong together, of which the last vouches for the others.

    All are filled before the first is moved, and the last is gone while the others are moved: a reader that finds it
    finds all of them, of one making.  Raises ``RunError``; unless that is about moving, all are as they were.
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


def write_json(path: Path, about: Any, indent: int | None = 2) -> None:
    """Write a JSON file, whole or not at all.  Raises ``RunError``."""
    text = json.dumps(about, indent=indent, ensure_ascii=False) + "\n"
    write_whole(path, lambda passing: passing.write_text(text, encoding="utf-8"))


def save_results(folder: str | Path, tables: Mapping[str, pd.DataFrame], documents: Mapping[str, Any]) -> Path:
    """Write tables, to six digits, as ``NAME.csv``, then documents as ``NAME.json``.

    Every file appears whole or not at all.  Returns the folder.  Raises ``RunError``.
    """
    place = Path(folder)
    make_folder(place, f"folder {place}")
    for name, frame in tables.items():
        write_whole(place / f"{name}.csv", partial(frame.to_csv, index=False, float_format="%.6g"))
    for name, about in documents.items():
        write_json(place / f"{name}.json", about)
    return place


def make_folder(folder: Path, called: str = "") -> None:
    """Make a folder unless it is there; called: what the error calls it.  Raises ``RunError``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"{called or folder} cannot be made: {error.strerror or error}") from None


def kept_file(folder: Path | None, about: Callable[[], Any], suffix: str, *marks: bytes) -> Path | None:
    """Where what is told of is kept, None without a folder.  Raises ``RunError``."""
    if folder is None:
        return None
    make_folder(folder)
    told = json.dumps(about(), sort_keys=True).encode() + b"".join(marks)
    return folder / f"{sha256(told).hexdigest()[:20]}{suffix}"


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
    """Delete what killed processes left half written in a folder; nobody may be writing there."""
    with suppress(OSError):  # what stays is in nobody's way
        for path in folder.iterdir():
            if PASSING.fullmatch(path.name):
                path.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    """Wait until the disk has the file, so that no power cut leaves a name without contents."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
