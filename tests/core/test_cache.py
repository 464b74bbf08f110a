"""Compiled kernels are pickles: they are read only from a folder that no other user of the machine can write."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tigersim.core.compile import cache
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import InvalidValue, RunError

pytestmark = pytest.mark.skipif(not cache.CHECKED, reason="this system has no users and rights to look at")

ANOTHER = 4321
"""Number of a user that is not this one."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of one's own: no variable names a folder; the user's cache and the temporary files are below."""
    for variable in cache.VARIABLES:
        monkeypatch.setenv(variable, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    temporary.chmod(0o1777)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    return tmp_path


def private_folder(home: Path) -> Path:
    return home / "tmp" / f"tigersim-{os.getuid()}"


def rights(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


def owned_by_another(monkeypatch: pytest.MonkeyPatch, *theirs: Path) -> None:
    """Let these files and folders belong to another user: only an administrator could really give them away."""
    look: Callable[[Path], Any] = Path.lstat

    def lstat(self: Path) -> Any:
        found = look(self)
        return os.stat_result((*found[:4], ANOTHER, *found[5:])) if self in theirs else found

    monkeypatch.setattr(Path, "lstat", lstat)


def break_own(home: Path) -> None:
    """Let the user's own cache be what can hold nothing."""
    (home / "own").write_text("a file", encoding="utf-8")


def test_the_user_s_own_folder_is_closed_whatever_the_mask(home: Path) -> None:
    before = os.umask(0)
    try:
        folder = cache.kernel_folder("abc")
    finally:
        os.umask(before)
    assert folder == home / "own" / "tigersim" / "abc"
    assert {rights(each) for each in (folder, *folder.parents[:2])} == {0o700}


def test_one_s_own_folder_of_an_open_mask_is_closed(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    own = home / "own" / "tigersim"
    own.mkdir(parents=True)
    own.chmod(0o775)
    assert cache.kernel_folder("abc") == own / "abc"
    assert rights(own) == 0o755
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("variable", cache.VARIABLES)
@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o770, 0o702])
def test_a_named_folder_that_others_can_write_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch, variable: str, mode: int
) -> None:
    named = home / "named"
    named.mkdir()
    named.chmod(mode)
    monkeypatch.setenv(variable, str(named))
    with pytest.raises(InvalidValue, match=rf"^{variable} is .*; {named} can be written by other users \(chmod go-w"):
        cache.kernel_folder("abc")
    named.chmod(0o755)
    assert cache.kernel_folder("abc") == named / "abc"


def test_kernels_in_a_folder_that_was_open_are_refused(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIGERSIM_CACHE", str(home / "named"))
    folder = cache.kernel_folder("abc")
    folder.chmod(0o777)
    with pytest.raises(InvalidValue, match=f"{folder} can be written"):
        cache.kernel_folder("abc")


def test_a_folder_below_one_that_others_can_write_is_refused(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = home / "shared"
    (shared / "named").mkdir(parents=True)
    monkeypatch.setenv("TIGERSIM_CACHE", str(shared / "named"))
    shared.chmod(0o777)  # anybody could put another "named" in its place
    with pytest.raises(InvalidValue, match=f"{shared} can be written"):
        cache.kernel_folder("abc")
    shared.chmod(0o1777)  # as among the temporary files: only its owner can
    assert cache.kernel_folder("abc") == shared / "named" / "abc"


@pytest.mark.parametrize("what", ["named", "named/abc", "."])
def test_a_folder_of_another_user_is_refused(home: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setenv("TIGERSIM_CACHE", str(home / "named"))
    cache.kernel_folder("abc")
    theirs = home / what
    owned_by_another(monkeypatch, theirs)
    with pytest.raises(InvalidValue, match=rf"{theirs} belongs to another user \({ANOTHER}\)"):
        cache.kernel_folder("abc")


def test_a_link_is_followed_only_if_it_and_all_that_it_leads_to_are_one_s_own(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "far" / "real").mkdir(parents=True)
    (home / "far" / "next").symlink_to("real")
    (home / "link").symlink_to(home / "far" / "next")
    monkeypatch.setenv("TIGERSIM_CACHE", str(home / "link"))
    assert cache.kernel_folder("abc").resolve() == home / "far" / "real" / "abc"
    (home / "far").chmod(0o777)
    with pytest.raises(InvalidValue, match=f"{home / 'far'} can be written"):
        cache.kernel_folder("abc")
    (home / "far").chmod(0o700)
    (home / "far" / "real").chmod(0o777)
    with pytest.raises(InvalidValue, match=f"{home / 'far' / 'real'} can be written"):
        cache.kernel_folder("abc")
    (home / "far" / "real").chmod(0o700)
    for each in (home / "link", home / "far" / "next", home / "far" / "real"):
        with monkeypatch.context() as patch:
            owned_by_another(patch, each)
            with pytest.raises(InvalidValue, match=f"{each} belongs to another user"):
                cache.kernel_folder("abc")


def test_a_group_of_this_user_alone_is_no_other_user(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import grp
    import pwd

    try:
        me, mine = pwd.getpwuid(os.getuid()), grp.getgrgid(os.getgid())
    except KeyError:
        pytest.skip("this user or its group has no name")
    monkeypatch.setenv("TIGERSIM_CACHE", str(home / "group" / "named"))
    cache.kernel_folder("abc")
    (home / "group").chmod(0o775)
    if os.getegid() != (home / "group").stat().st_gid:
        pytest.skip("new folders here belong to another group")
    for members, name, refused in (([], me.pw_name, False), (["mallory"], me.pw_name, True), ([], "users", True)):
        found = grp.struct_group((name, mine.gr_passwd, me.pw_gid, members))
        monkeypatch.setattr(grp, "getgrgid", lambda _, found=found: found)
        problem = cache.exposed(home / "group" / "named")
        assert bool(problem) is refused


def test_without_a_folder_of_one_s_own_a_private_one_is_used_and_named(
    home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    break_own(home)
    folder = cache.kernel_folder("abc")
    assert folder == private_folder(home) / "abc"
    assert rights(folder.parent) == rights(folder) == 0o700
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(f"compiled code is kept in {folder.parent}: {home / 'own'}")
    assert said.endswith("TIGERSIM_CACHE names another folder\n")
    assert cache.kernel_folder("abc") == folder  # so do the processes that help, which say nothing
    assert capfd.readouterr().err == ""


def test_own_folder_in_which_others_can_write_is_not_read(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (home / "own" / "tigersim" / "abc").mkdir(parents=True)
    (home / "own" / "tigersim" / "abc").chmod(0o777)
    assert cache.kernel_folder("abc") == private_folder(home) / "abc"
    assert "can be written by other users" in capfd.readouterr().err


@pytest.mark.parametrize("there", ["a link", "a broken link", "open", "readable", "another's", "a file"])
def test_what_stands_in_place_of_the_private_folder_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch, there: str
) -> None:
    break_own(home)
    place = private_folder(home)
    if there == "a file":
        place.write_text("", encoding="utf-8")
    elif there.endswith("link"):
        (home / "elsewhere").mkdir(0o700) if there == "a link" else None
        place.symlink_to(home / "elsewhere")
    else:
        place.mkdir()
        place.chmod({"open": 0o777, "readable": 0o755, "another's": 0o700}[there])
        if there == "another's":
            owned_by_another(monkeypatch, place)
    with pytest.raises(RunError, match=r"^there is no folder for compiled code: .*; let TIGERSIM_CACHE name a folder"):
        cache.kernel_folder("abc")


@pytest.mark.skipif(COMPILER_OFF, reason="the compiler is off")
def test_the_command_says_it_in_one_line(home: Path) -> None:
    (home / "named").mkdir()
    (home / "named").chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-m", "tigersim", "battle", "Jeep [usa]", "Tiger I"],
        env={**os.environ, "TIGERSIM_CACHE": str(home / "named")},
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: TIGERSIM_CACHE is ")
    assert done.stderr.count("\n") == 1
