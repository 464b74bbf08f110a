"""Skirmishes: where they stand, that the range holds, and that the engine fights them with the exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import hypot, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.core.positions import user_unit
from tests.forms import form
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, unit
from tigersim.core import board, enums
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.enums import MAX_UNITS
from tigersim.errors import InvalidValue, PlayerNotFound, RuleForbids, RunError, UnknownName
from tigersim.lab.ranks import bare_table, ranks
from tigersim.lab.skirmish import Skirmish, Skirmishes, Tally
from tigersim.odds import Target, duel

SHERMAN, TIGER, SQUAD = unit("M4 Sherman"), unit("Tiger I"), unit("Regulars [germany]")
PLAYED = pytest.mark.skipif(COMPILER_OFF, reason="thousands of skirmishes")


def fight(skirmish: Skirmish, k: int, games: int) -> Tally:
    return Skirmishes(skirmish, threads=2).fight(k, games)


# --- where they stand ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "m", "distance"), [(1, 1, 1), (8, 1, 6), (8, 1, 13), (5, 3, 10), (8, 2, 30)])
@pytest.mark.parametrize("metric", [0, 1], ids=["edges", "centres"])
def test_everybody_is_at_the_range_and_faces_the_other_side(k: int, m: int, distance: int, metric: int) -> None:
    found = ranks(k, m, distance, metric)
    assert len({*map(tuple, found.x.tolist()), *map(tuple, found.y.tolist())}) == k + m
    gaps = {}
    for (ax, ay), (cx, cy) in product(found.x.tolist(), found.y.tolist()):
        across, ahead = abs(ax - cx), cy - ay
        assert ahead >= across  # within 45 degrees, both ways
        less = 1 - metric
        gaps.setdefault((ax, ay), []).append(hypot(max(across - less, 0), max(ahead - less, 0)))
    assert all(distance - 1 < min(one) <= distance for one in gaps.values())
    every = [gap for one in gaps.values() for gap in one]
    assert (found.nearest, found.farthest) == pytest.approx((min(every), max(every)))
    assert (max(every) <= 12) == (distance <= 12)
    assert found.x.min() >= 0
    assert found.y.max() < 36


@pytest.mark.parametrize(
    ("k", "m", "distance", "words"),
    [(8, 1, 3, "do not face"), (8, 8, 12, "all within 12"), (1, 1, 31, "1 to 30"), (17, 1, 10, "1 to 16")],
)
def test_what_finds_no_room_is_refused(k: int, m: int, distance: int, words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        ranks(k, m, distance)


@pytest.mark.parametrize("in_cover", ["x", "y", "both"])
def test_the_cover_lies_under_those_who_are_in_it_and_hides_nobody(in_cover: str) -> None:
    skirmish = Skirmish(SHERMAN, SQUAD, 2, cover="wood", in_cover=in_cover)
    table, stand = skirmish.table(4), skirmish.ranks(4)
    wooded = {(cell % 36, cell // 36) for cell in np.flatnonzero(table[0].kind).tolist()}
    inside = [*(stand.x if in_cover != "y" else []), *(stand.y if in_cover != "x" else [])]
    assert wooded == {tuple(map(int, place)) for place in inside}
    for (ax, ay), (cx, cy) in product(stand.x.tolist(), stand.y.tolist()):
        assert board.sees(table, ay * 36 + ax, cy * 36 + cx)
        assert board.sees(table, cy * 36 + cx, ay * 36 + ax)


# --- against the exact odds ------------------------------------------------------------------------------------------

MEDIUM, LIGHT, HEAVY, GUN = (
    user_unit(kind, kind, disadvantages=("no_radio",))
    for kind in ("medium_tank", "light_tank", "heavy_tank", "towed_gun")
)
"""Without a radio a unit is given one card a turn, as in the chain of turns."""


@PLAYED
@pytest.mark.parametrize("player", ["heuristic", "tactician"])
@pytest.mark.parametrize(
    ("x", "y", "distance", "cover"),
    [
        (LIGHT, MEDIUM, 10, "none"),
        (LIGHT, MEDIUM, 20, "none"),
        (MEDIUM, HEAVY, 10, "none"),
        (GUN, GUN, 10, "none"),
        (GUN, GUN, 10, "wood"),
    ],
)
def test_one_against_one_is_the_exact_chain_of_turns(player: str, x: Unit, y: Unit, distance: int, cover: str) -> None:
    """``odds.duel`` gives each unit one card a turn at random from a full deck and every hit unit a recovery test.

    So it is here, with units that take one card only and players who neither find cover nor keep cards; but for two
    things.  A unit hit after it has used its card lacks one for recovery if its side drew a single card (1 in 36).  And
    the cards of several turns come out of one deck, so that they are different; of a few cards out of 52 that changes
    less than can be seen here.  What is open after three decks, 18 turns, is open here too.

    All players throw the same dice and draw the same cards. The heuristic's games check these: a share that is 0.046
    wrong is found with 95%, in the long form 0.023. The tactician's games have to show only that he, too, does nothing
    but fire: they find 0.065, in the long form 0.037. Each figure gives a false alarm once in 16,000 times.
    """
    games = form(4000, 16_000) if player == "heuristic" else form(2000, 6000)
    skirmish = Skirmish(x, y, 1, distance, cover, players=(player, player), forbid=("find_cover", "save"))
    found = fight(skirmish, 1, games)
    behind = Target(y, cover=cover)
    always, mostly = (duel(x, behind, distance, turns=18, recovery=chance) for chance in (1, Fraction(35, 36)))
    for seen, low, high in (
        (found.won, *sorted((always.p_b_destroyed, mostly.p_b_destroyed))),
        (found.lost, *sorted((always.p_a_destroyed, mostly.p_a_destroyed))),
    ):
        assert high - low < 0.002
        error = sqrt(low * (1 - low) / games)
        assert low - 4 * error - always.p_neither_within < seen / games < high + 4 * error
    assert found.undecided / games < always.p_neither_within + 0.01


@PLAYED
def test_who_cannot_reach_never_wins() -> None:
    """PT-FIRE-02: infantry without a machine gun fires within 12 inches; a tank fires farther."""
    far = fight(Skirmish(SQUAD, SHERMAN, distance=13), 4, 500)
    near = fight(Skirmish(SQUAD, SHERMAN, distance=12), 4, 500)
    assert far.won == 0
    assert far.lost > 400
    assert near.won > 100
    assert fight(Skirmish(SQUAD, SQUAD, distance=13), 2, 200) == Tally(0, 0, 200)


@PLAYED
@pytest.mark.parametrize(("k", "distance"), [(1, 10), (3, 10), (6, 20)])
def test_a_side_against_its_like_is_even(k: int, distance: int) -> None:
    """A share that is 0.06 off is found with 95%, in the long form 0.035."""
    found = fight(Skirmish(SHERMAN, SHERMAN, k, distance), k, form(2000, 6000))
    assert abs(found.won - found.lost) < 4 * sqrt(found.won + found.lost)


@PLAYED
@pytest.mark.parametrize(("x", "y"), [(SHERMAN, TIGER), (SQUAD, SHERMAN)])
def test_more_of_them_never_hurts(x: Unit, y: Unit) -> None:
    skirmish, games = Skirmish(x, y), form(500, 2000)
    points = [fight(skirmish, k, games).points for k in range(1, 9)]
    for fewer, more in pairwise(points):
        assert more > fewer - 4 * sqrt(0.5 * games)  # the variance of a difference of two shares is 1/2 at most
    assert points[-1] > points[0] + 8 * sqrt(0.5 * games)


# --- how it is fought ------------------------------------------------------------------------------------------------


def last_battle(skirmish: Skirmish, k: int, first: int) -> Any:
    """The record of one skirmish after its end."""
    fights = Skirmishes(skirmish)
    fights._task(k, skirmish.ranks(k), skirmish.table(k), first, 1)
    return fights._own.battle[0]


@PLAYED
def test_the_range_holds_and_no_lead_ends_it() -> None:
    skirmish = Skirmish(SHERMAN, SQUAD, 4)
    stand = skirmish.ranks(4)
    ended = set()
    for number in range(40):
        battle = last_battle(skirmish, 4, number)
        ended.add(enums.ENDED_BY[battle.ended_by])
        assert battle.decks <= 3
        for side, places in enumerate((stand.x, stand.y)):
            assert battle.player[side].verbs[enums.MOVE] == battle.player[side].verbs[enums.ASSAULT] == 0
            for slot, (x, y) in enumerate(places.tolist(), start=side * MAX_UNITS):
                one = battle.unit[slot]
                assert (one.x, one.y) == (x, y)
    assert ended <= {"AMB-23", "PT-VP-17", "PT-VP-16"}  # not PT-VP-13, a deck at whose end a side leads


@PLAYED
def test_in_the_first_edition_a_skirmish_lasts_one_deck() -> None:
    first = RuleSet.load("paper_tigers_1")
    battle = last_battle(Skirmish(unit("M4 Sherman"), unit("Tiger I"), ruleset=first), 1, 0)
    assert battle.decks == 1


@PLAYED
def test_the_same_on_any_threads_and_in_any_parts() -> None:
    skirmish = Skirmish(SHERMAN, TIGER, players=("tactician", "heuristic"))
    whole = Skirmishes(skirmish, threads=1).fight(3, 500)
    assert Skirmishes(skirmish, threads=3).fight(3, 500) == whole
    fights = Skirmishes(skirmish, threads=2)
    assert fights.fight(3, 300) + fights.fight(3, 200, first=300) == whole
    assert Skirmishes(Skirmish(SHERMAN, TIGER, seed=2), threads=2).fight(3, 500) != whole


def test_what_was_fought_is_read_and_not_fought_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    skirmish, told = Skirmish(SHERMAN, TIGER, players=("heuristic", "heuristic")), []
    found = Skirmishes(skirmish, tmp_path, told=told.append).fight(2, 20)
    monkeypatch.setattr("tigersim.core.play.kernels.play_on", None)
    assert Skirmishes(skirmish, tmp_path, told=told.append).fight(2, 20) == found
    assert sum(told) == 40
    for k, first in ((3, 0), (2, 20)):
        with pytest.raises(TypeError):
            Skirmishes(skirmish, tmp_path).fight(k, 20, first)
    (kept,) = tmp_path.glob("*.json")
    for text in ("{", '{"won": 1, "lost": 1, "undecided": 1}'):
        kept.write_text(text)
        with pytest.raises(RunError, match=kept.name):
            Skirmishes(skirmish, tmp_path).fight(2, 20)


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"players": ("planner", "tactician")}, PlayerNotFound, "planner"),
        ({"cover": "hill"}, InvalidValue, "cover"),
        ({"in_cover": "z"}, InvalidValue, "in cover"),
        ({"cover": "building"}, RuleForbids, "PT-MOVE-06"),
        ({"distance": 0}, InvalidValue, "distance"),
        ({"against": 17}, InvalidValue, "1 to 16"),
        ({"forbid": ("retreat",)}, UnknownName, "retreat"),
        ({"seed": -1}, InvalidValue, "seed"),
    ],
)
def test_what_cannot_be_fought_is_refused(settings: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Skirmish(SHERMAN, TIGER, **settings)


def test_tables_of_other_readings() -> None:
    table = bare_table(ranks(2, 1, 10), ("none", "none"), DEFAULT.code("los_terrain_rule"))
    assert not table[0].features
    with pytest.raises(InvalidValue, match="wood"):
        bare_table(ranks(2, 1, 10), ("marsh", "none"))
