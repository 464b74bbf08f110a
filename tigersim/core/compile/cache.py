"""Where compiled kernels are kept: a folder that no other user of the machine can write.

numba's cache is made of pickles, so what is read from it runs.  Every folder on the way to it therefore belongs to this
user or the system and is closed to others; what passes through a folder for all, as that of the temporary files, must
be a folder of this user's own there.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tigersim.errors import InvalidValue, RunError

VARIABLES = ("TIGERSIM_CACHE", "NUMBA_CACHE_DIR")
"""Environment variables that name the folder; the first that is set counts."""
PRIVATE = 0o700
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
CHECKED = hasattr(os, "getuid")
"""Whether this system has users and rights that can be looked at."""


def kernel_folder(name: str) -> Path:
    """The folder of this name for compiled kernels, made where it is missing.

    It is in the folder that an environment variable names (``VARIABLES``), else in this user's own cache.  Raises
    ``InvalidValue`` for a named folder that cannot be written or that others can write.  Where the user's own is like
    that, a private folder among the temporary files is used and stderr says so; ``RunError`` if it is not private.
    """
    for variable in VARIABLES:
        if given := os.environ.get(variable):
            if problem := _problem(Path(given), name):
                raise InvalidValue(variable, given, f"a folder that you can write and no other user; {problem}")
            return _absolute(given) / name
    try:
        own = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tigersim"
        _close(own)
        problem = _problem(own, name)
    except RuntimeError as error:  # no home at all
        own, problem = Path(), str(error)
    if not problem:
        return _absolute(own) / name
    root = _private(name, problem)
    print(f"compiled code is kept in {root}: {problem}; TIGERSIM_CACHE names another folder", file=sys.stderr)
    os.environ[VARIABLES[0]] = str(root)  # for the processes that help this one, without a word from each
    return root / name


def _private(name: str, why: str) -> Path:
    """This user's own closed folder among the temporary files; raises ``RunError``."""
    root = _absolute(tempfile.gettempdir()) / (f"tigersim-{os.getuid()}" if CHECKED else "tigersim")
    problem = _problem(root, name)
    if not problem and CHECKED:
        found = root.lstat()
        if stat.S_ISLNK(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & ~PRIVATE & 0o777:
            problem = f"{root} is not private"
    if problem:
        raise RunError(
            f"there is no folder for compiled code: {why}, and {problem}; "
            f"let {VARIABLES[0]} name a folder that you can write and no other user"
        )
    return root


def _problem(root: Path, name: str) -> str:
    """Why kernels cannot be kept in a folder of this name in ``root``; empty if they can."""
    folder = _absolute(root) / name
    try:
        _make(folder)
        problem = exposed(folder, closed=(_absolute(root), folder)) if CHECKED else ""
    except (OSError, ValueError) as error:
        return f"{getattr(error, 'filename', None) or folder}: {getattr(error, 'strerror', None) or error}"
    return problem or ("" if os.access(folder, os.W_OK | os.X_OK) else f"{folder} cannot be written")


def exposed(folder: Path, closed: tuple[Path, ...] = ()) -> str:
    """How another user could put files into a folder that exists; empty if none can.

    ``folder`` is absolute.  Others may write in none of the folders on the way, nor own one or a link that is passed;
    where each user can remove only its own (as among the temporary files) all may write, but not in those that are to
    be ``closed``.
    """
    shut = {Path(os.path.realpath(each)) for each in (*closed, folder)}
    for each, found in _way(folder):
        if found.st_uid not in (0, os.getuid()):
            return f"{each} belongs to another user ({found.st_uid})"
        if stat.S_ISLNK(found.st_mode) or not found.st_mode & OTHERS_WRITE:
            continue
        if each in shut or not (found.st_mode & stat.S_ISVTX or _of_own_group(found)):
            return f"{each} can be written by other users (chmod go-w {each})"
    return ""


def _way(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """All folders and links that are passed on the way to a folder, with what each is."""
    here = Path(folder.anchor)
    yield here, here.lstat()
    left = list(folder.parts[:0:-1])
    while left:
        part = left.pop()
        if part == "..":
            here = here.parent
            continue
        found = (here / part).lstat()
        yield here / part, found
        if not stat.S_ISLNK(found.st_mode):
            here = here / part
            continue
        target = (here / part).readlink()
        if target.is_absolute():
            here = Path(target.anchor)
        left += target.parts[: 0 if target.is_absolute() else None : -1]


def _of_own_group(found: os.stat_result) -> bool:
    """Whether the others that may write are a group of which this user is the only member.

    Many systems give each user such a group.
    """
    import grp
    import pwd

    try:
        user, group = pwd.getpwuid(os.getuid()), grp.getgrgid(found.st_gid)
    except KeyError:
        return False
    own = group.gr_gid == user.pw_gid and group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}
    return own and not found.st_mode & stat.S_IWOTH


def _make(folder: Path) -> None:
    """Make a folder and those above it that are missing, closed to others whatever the mask."""
    for each in (*reversed(folder.parents), folder):
        if not each.is_dir():
            each.mkdir(PRIVATE, exist_ok=True)


def _close(own: Path) -> None:
    """Take the right to write from others where tigersim's own folder was made with it."""
    if CHECKED and own.is_dir() and not own.is_symlink():
        found = own.stat()
        if found.st_uid == os.getuid() and found.st_mode & OTHERS_WRITE:
            own.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS_WRITE)


def _absolute(path: str | Path) -> Path:
    return Path(os.path.abspath(path))
