"""A battle is the same whatever its records held before: threads play tasks in any order, in records used again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.forms import form
from tigersim.core import layout
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.play.kernels import Battles, kind_of, play_many
from tigersim.core.weights import WEIGHTS
from tigersim.lab import Design, play_batches
from tigersim.lab.batch import Arena
from tigersim.lab.run import to_arrow

pytestmark = pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")

GIVEN_IN_BATTLE = {"ruling", "scale", "target_score", "scenario", "allies", "split", "own_decks"}
GIVEN_IN_PLAYER = {"policy", "by_the_book", "forbidden"}
GIVEN_IN_WORK = {
    *("attack", "save", "hit", "mean_attack", "mean_hit", "card_power", *WEIGHTS, "evaluation", "playouts"),
    *("explaining", "logging", "log_rows"),
}
"""What is set before a battle and not by it."""
BATTLES = {"uniform": form(12, 30), "heuristic": form(12, 30), "tactician": form(12, 30), "strategist": form(2, 4)}
"""In each of eight kinds; what is left of a battle has every field that is not set anew say something else.

So one battle tells of a field that is read in every battle; the long form finds what is read in one of 80 battles of a
player (of a strategist: one of 10), the short form in one of 30 (5).
"""


def soiled(record: Any, given: set[str], rng: np.random.Generator) -> None:
    """Fill every field but those given with small numbers: such as another battle may have left."""
    plain = record.view(np.ndarray)  # a field of a recarray takes three times as long to reach
    for name in record.dtype.names:
        field = plain[name]
        if name in given:
            continue
        if field.dtype.names:
            soiled(field, GIVEN_IN_PLAYER if name == "player" else set(), rng)
        elif field.dtype.kind == "f":
            field[...] = rng.uniform(-2, 2, field.shape)
        else:
            field[...] = rng.integers(0, 3, field.shape)


def played(design: Design, arena: Arena, number: int, rng: np.random.Generator | None) -> Any:
    """One battle in new records, soiled first if there is a ``rng``."""
    arena._own.__dict__.clear()
    arena._equip(design.terms.ruleset)
    own = arena._own
    if rng is not None:
        soiled(own.battle, GIVEN_IN_BATTLE, rng)
        soiled(own.work, GIVEN_IN_WORK, rng)
    results = layout.results(1)
    results["number"] = number
    table = arena.table(design.table_of(number // 256))
    armies = design.armies(number, 1)
    battles = Battles(design.seed, own.profiles, armies, results)
    play_many(kind_of(design.players), own.battle, table, own.work, battles)
    return to_arrow(results)


@pytest.mark.parametrize("player", BATTLES)
@pytest.mark.parametrize(
    "kind",
    [
        {"markers": "none"},
        {"markers": "standard"},
        {"support": "both"},
        {"commanders": (2, 2), "decks": 2},
        {"solo": True},
        {"scenario": "fog of war"},
        {"scenario": "fighting withdrawal"},
        {"scenario": "patrols reinforced"},
    ],
    ids=lambda kind: " ".join(map(str, kind.values())),
)
def test_nothing_is_left_from_the_battle_before(player: str, kind: dict[str, Any]) -> None:
    design = Design(players=(player, player), seed=11, tables=2, **kind)
    arena, rng = Arena(design), np.random.default_rng(5)
    for number in range(BATTLES[player]):
        clean = played(design, arena, number, None)
        assert played(design, arena, number, rng).equals(clean), number


def test_tacticians_do_not_mind_who_plays_which_task() -> None:
    design = Design(players=("tactician", "tactician"), seed=3, tables=3)
    one, three = (
        [to_arrow(batch.results) for batch in play_batches(design, 0, form(5, 12), threads, last_task_battles=100)]
        for threads in (1, 3)
    )
    assert all(mine.equals(theirs) for mine, theirs in zip(one, three, strict=True))
