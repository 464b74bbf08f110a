"""Odds that battles look up: worked out once, read from the disk after that, and never from a damaged file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tigersim.game import odds_arrays as module
from tigersim.odds import tables


@pytest.fixture
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_folder", lambda: tmp_path / "odds")


def asked(*readings: int) -> tuple[Any, Any]:
    """As a program that has just begun asks."""
    module.odds_arrays.cache_clear()
    return module.odds_arrays(*readings)


@pytest.mark.usefixtures("_elsewhere")
def test_odds_come_from_the_disk_once_they_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attack, save = asked(1, 0, 0)
    assert np.array_equal(attack, tables.attack_table(1, 0))
    assert np.array_equal(save, tables.save_table(0))
    assert [path.name for path in (tmp_path / "odds").iterdir()] == ["1-0-0.npz"]
    monkeypatch.setattr(tables, "attack_table", None)  # not asked any more
    again = asked(1, 0, 0)
    assert np.array_equal(again[0], attack)
    assert np.array_equal(again[1], save)


@pytest.mark.usefixtures("_elsewhere")
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 half of a file", b"no such file"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, content: bytes) -> None:
    attack, _ = asked(0, 0, 0)
    file = tmp_path / "odds" / "0-0-0.npz"
    file.write_bytes(content)
    assert np.array_equal(asked(0, 0, 0)[0], attack)
    with np.load(file) as kept:
        assert np.array_equal(kept["attack"], attack)


@pytest.mark.usefixtures("_elsewhere")
def test_without_a_place_to_keep_them_they_are_worked_out(tmp_path: Path) -> None:
    (tmp_path / "odds").write_text("no folder", encoding="utf-8")
    assert np.array_equal(asked(0, 0, 0)[0], tables.attack_table(0, 0))
