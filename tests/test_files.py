"""Files that appear whole or not at all, and folders that one at a time works in."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tigersim.errors import RunError
from tigersim.files import atomic, locks
from tigersim.files.atomic import clear_passing, write_together, write_whole
from tigersim.files.locks import locked


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_fills_up_while_a_file_is_written(tmp_path: Path, code: int) -> None:
    target = tmp_path / "list.csv"
    target.write_text("old", encoding="utf-8")

    def breaks_off(path: Path) -> None:
        path.write_text("ne", encoding="utf-8")
        raise OSError(code, os.strerror(code))

    with pytest.raises(RunError, match=r"list\.csv cannot be written: .*; make room on that disk and give the same"):
        write_whole(target, breaks_off)
    assert target.read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["list.csv"]


def test_a_disk_that_is_full_only_when_it_must_keep_what_it_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(atomic.os, "fsync", full)
    with pytest.raises(RunError, match="make room"):
        write_whole(tmp_path / "list.csv", lambda path: path.write_text("new", encoding="utf-8"))
    assert names(tmp_path) == []


def test_files_that_belong_together_change_together(tmp_path: Path) -> None:
    names_of = [tmp_path / name for name in ("one", "other", "vouches")]

    def filled(text: str) -> dict[Path, Callable[[Path], object]]:
        return {path: lambda passing: passing.write_text(text, encoding="utf-8") for path in names_of}

    write_together(filled("old"))

    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(RunError, match=r"vouches cannot be written: No space left"):
        write_together({**filled("new"), names_of[-1]: full})
    assert [path.read_text(encoding="utf-8") for path in names_of] == ["old"] * 3
    names_of[1].unlink()
    names_of[1].mkdir()  # cannot be moved to
    with pytest.raises(RunError, match="other cannot be written"):
        write_together(filled("new"))
    assert names(tmp_path) == ["one", "other"]  # nothing vouches for them


def test_only_what_was_never_finished_is_cleared(tmp_path: Path) -> None:
    for name in (".a.csv.17", ".b.4711", ".hidden", "c.17", ".d.12x"):
        (tmp_path / name).write_text("", encoding="utf-8")
    clear_passing(tmp_path)
    clear_passing(tmp_path / "nowhere")
    assert names(tmp_path) == [".d.12x", ".hidden", "c.17"]


def test_a_folder_is_locked_and_let_go(tmp_path: Path) -> None:
    with locked(tmp_path, wait=False):
        with pytest.raises(BlockingIOError), locked(tmp_path, wait=False):
            pass
        (tmp_path / "inside").mkdir()
        with locked(tmp_path / "inside", wait=False):
            pass
    with locked(tmp_path, wait=False):
        pass


def test_who_waits_comes_after(tmp_path: Path) -> None:
    order: list[str] = []

    def second() -> None:
        with locked(tmp_path, wait=True):
            order.append("second")

    with locked(tmp_path, wait=True):
        waiting = threading.Thread(target=second)
        waiting.start()
        waiting.join(0.2)
        order.append("first")
    waiting.join(10)
    assert order == ["first", "second"]


@pytest.mark.parametrize("known", [False, True])
def test_without_locks_nobody_is_kept_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: bool) -> None:
    def refuses(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    if known:
        monkeypatch.setattr(locks.fcntl, "flock", refuses)
    else:
        monkeypatch.setattr(locks, "fcntl", None)
    with locked(tmp_path, wait=False), locked(tmp_path, wait=True):
        pass
