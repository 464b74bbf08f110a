"""Compiled kernels are thrown away by an edit to what they are made of, and by no other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tigersim.core.compile.sources import PACKAGE, digest, game_of, sources

GAMES = ("batalist", "general_darmee", "victory_day")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources."""
    copy = tmp_path_factory.mktemp("sources") / "tigersim"
    for folder in ("core", "rules", "companions"):
        shutil.copytree(PACKAGE / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def hashes(package: Path) -> dict[str, str]:
    """Game -> the hash of its sources; "" is the engine."""
    return {game: digest(sources(game, package), (), package) for game in ("", *GAMES)}


@pytest.mark.parametrize(("file", "changed"), [
    ("core/players/heuristic.py", {""}),
    ("rules/fire.py", {""}),
    ("core/chance.py", {"", *GAMES}),  # all roll its dice
    ("core/compile/jit.py", {"", *GAMES}),
    ("rules/arithmetic.py", {"", "general_darmee"}),  # counts ways to roll with it
    ("companions/sampling.py", set(GAMES)),
    ("companions/__init__.py", set()),
    ("companions/batalist/rules/fighting.py", {"batalist"}),
    ("companions/victory_day/kernels/race.py", {"victory_day"}),
])  # fmt: skip
def test_an_edit_throws_away_what_is_made_of_the_file(package: Path, file: str, changed: set[str]) -> None:
    before, path = hashes(package), package / file
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(text + "\n# edited\n", encoding="utf-8")
        assert {game for game, one in hashes(package).items() if one != before[game]} == changed
    finally:
        path.write_text(text, encoding="utf-8")
    assert hashes(package) == before


@pytest.mark.parametrize("line", [
    "from tigersim.core.deck import FULL_PACK",
    "from tigersim.core import chance, deck",
    "from tigersim.core import (\n    chance,  # dice\n    deck,\n)",
    "import tigersim.core.deck",
    "def draw():\n    from tigersim.core import deck as cards",
])  # fmt: skip
def test_every_way_to_import_is_seen(tmp_path: Path, line: str) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "companions").mkdir()
    deck, game = tmp_path / "core" / "deck.py", tmp_path / "companions" / "patience.py"
    deck.write_text("", encoding="utf-8")
    game.write_text(line, encoding="utf-8")
    assert sources("patience", tmp_path) == [game, deck]


def test_a_module_belongs_to_its_game() -> None:
    assert game_of("tigersim.companions.batalist.play.kernels") == "batalist"
    assert game_of("tigersim.core.play.engine") == game_of("tigersim.replay.kernels") == game_of("theirs") == ""
