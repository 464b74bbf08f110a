"""Even numbers: planted truths are found again, and what the skirmishes do not tell is not told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import special

from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import unit
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import DataError, InvalidValue
from tigersim.lab.skirmish import Skirmish, Tally
from tigersim.pricing.play.duels import (
    ENOUGH,
    EVEN,
    NO_HELP,
    TOO_FEW,
    UNDECIDED,
    UNKNOWN,
    EvenNumber,
    _verdict,
    duels_frame,
    even_number,
    in_words,
    shares_frame,
)
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.duel_study import Duels, skirmishes
from tigersim.pricing.study.kinds import read_study
from tigersim.statistics.fieller import Root

X, Y = unit("M4 Sherman"), unit("Tiger I")


class Planted:
    """Skirmishes of a world in which X wins with a chance known for every number of X."""

    def __init__(self, chance: Callable[[int], float], seed: int = 0, undecided: float = 0.0) -> None:
        self.skirmish = Skirmish(X, Y)
        self.chance, self.open = chance, undecided
        self.rng = np.random.default_rng(seed)
        self.fought: list[tuple[int, int, int]] = []

    def fight(self, k: int, games: int, first: int = 0) -> Tally:
        self.fought.append((k, games, first))
        undecided = int(self.rng.binomial(games, self.open))
        won = int(self.rng.binomial(games - undecided, self.chance(k)))
        return Tally(won, games - undecided - won, undecided)


def found_in(chance: Callable[[int], float], games: int = 4000, **settings: Any) -> EvenNumber:
    return even_number(Planted(chance, **settings), games)  # type: ignore[arg-type]


@pytest.mark.parametrize("root", [1.4, 2.25, 4.0, 7.2])
@pytest.mark.parametrize("undecided", [0.0, 0.3])
def test_a_planted_even_number_is_covered(root: float, undecided: float) -> None:
    tries = 200
    worlds = [
        found_in(lambda k: float(special.expit(0.9 * (k - root))), 2000, seed=seed, undecided=undecided)
        for seed in range(tries)
    ]
    assert {world.verdict for world in worlds} == {EVEN}
    covered = sum(world.root.covers(root) for world in worlds)
    # 95% +- 4 standard errors; the more is undecided, the wider the interval for its purpose
    assert covered >= tries * 0.888
    assert undecided > 0 or covered < tries
    assert np.mean([world.root.value for world in worlds]) == pytest.approx(root, abs=0.03)
    assert np.mean([world.undecided for world in worlds]) == pytest.approx(undecided, abs=0.01)


@pytest.mark.parametrize(("steep", "even"), [(1.2, 2.3), (1.2, 6.4), (2.5, 4.3)])
def test_a_logit_that_bends_does_not_shift_the_even_number(steep: float, even: float) -> None:
    """The logit of k X is steep * log(k / even), as where strength grows by parts and not by pieces.

    Between whole numbers the truth is read off the straight line through the two neighbours.  A straight line through
    all numbers lies 0.3 X off in the first of these worlds, five standard errors.
    """

    def logit(k: int) -> float:
        return float(steep * np.log(k / even))

    below = int(even)
    truth = below - logit(below) / (logit(below + 1) - logit(below))
    tries = 150
    worlds = [found_in(lambda k: float(special.expit(logit(k))), 10_000, seed=seed) for seed in range(tries)]
    assert sum(world.root.covers(truth) for world in worlds) >= tries * 0.85
    values = np.array([world.root.value for world in worlds])
    told = np.isfinite(values)  # where two neighbours do not differ clearly there are bounds only
    assert told.mean() > 0.95
    assert abs(values[told].mean() - truth) < 0.05


def test_every_game_is_fought_once() -> None:
    planted = Planted(lambda k: float(special.expit(k - 3.5)))
    found = even_number(planted, 1001)  # type: ignore[arg-type]
    assert found.games == 1001
    battles = [(k, number) for k, games, first in planted.fought for number in range(first, first + games)]
    assert len(set(battles)) == len(battles) == 1001


@pytest.mark.parametrize(
    ("chance", "verdict", "low", "high"),
    [
        (lambda k: 0.0, TOO_FEW, 8, np.inf),
        (lambda k: 1.0, ENOUGH, 0, 1),
        (lambda k: 0.01 * k, TOO_FEW, 8, np.inf),
        (lambda k: 0.9 + 0.01 * k, ENOUGH, 0, 1),
        (lambda k: float(k > 3), EVEN, 3, 4),
        (lambda k: float(k > 7), EVEN, 7, 8),
    ],
)
def test_beyond_what_was_fought_there_are_bounds_only(
    chance: Callable[[int], float], verdict: str, low: float, high: float
) -> None:
    found = found_in(chance)
    assert found.verdict == verdict
    assert (found.root.low, found.root.high) == (low, high)
    assert np.isnan(found.root.value)
    assert found.games == 4000


def test_a_jump_whose_place_is_in_doubt_has_wide_bounds() -> None:
    found = found_in(lambda k: [0, 0, 0, 0.5, 1, 1, 1, 1][k - 1])
    assert found.verdict == EVEN
    assert (found.root.low, found.root.high) == (3, 5)


def test_neighbours_that_do_not_differ_leave_the_bounds_that_others_give() -> None:
    """500 and 505 wins of 1000: the slope is not clear; 3 X lose and 6 X win beyond doubt."""
    won = (100, 200, 300, 500, 505, 700, 800, 900)
    pair = np.arange(1, 9) // 2 == 2  # 4 and 5
    root, verdict = _verdict([Tally(wins, 1000 - wins, 0) for wins in won], pair)
    assert verdict == EVEN
    assert np.isnan(root.value)
    assert (root.low, root.high) == (3, 6)


def test_what_cannot_be_told_is_not() -> None:
    level = [found_in(lambda k: 0.5, seed=seed) for seed in range(40)]
    assert sum(one.verdict == UNKNOWN for one in level) > 30  # a slope of 0 is bounded now and then, by chance
    assert not any(one.root.bounded for one in level if one.verdict == UNKNOWN)
    assert found_in(lambda k: 0.9 - 0.1 * k).verdict == NO_HELP
    assert found_in(lambda k: float(k < 4)).verdict == NO_HELP
    nothing = found_in(lambda k: 0.5, undecided=1.0)
    assert (nothing.verdict, nothing.undecided) == (UNDECIDED, 1.0)
    with pytest.raises(InvalidValue, match="100 or more"):
        found_in(lambda k: 0.5, games=99)


def test_who_never_wins_does_not_come_even_by_lasting() -> None:
    """The more there are the more skirmishes stay open, each half a win: the share nears one half and means nothing."""

    class Lasting(Planted):
        def fight(self, k: int, games: int, first: int = 0) -> Tally:
            lost = int(self.rng.binomial(games, 0.5**k))
            return Tally(0, lost, games - lost)

    found = even_number(Lasting(lambda k: 0.0), 2000)  # type: ignore[arg-type]
    assert (found.verdict, found.root.low) == (TOO_FEW, 8)


# --- tables and words ------------------------------------------------------------------------------------------------


def told(root: Root, verdict: str, won: int = 60, **settings: Any) -> EvenNumber:
    tallies = (Tally(won, 100 - won, 0), Tally(70, 20, 10), *[Tally(0, 0, 0)] * 6)
    return EvenNumber(Skirmish(X, Y, **settings), root, verdict, tallies)


def test_what_the_even_number_costs() -> None:
    cost_x, cost_y = profile(X).cost, profile(Y).cost
    cheap, dear = cost_y / cost_x * 0.5, cost_y / cost_x * 3
    frame = duels_frame(
        [
            told(Root(cheap, 0.9 * cheap, 1.1 * cheap, "interval"), EVEN),
            told(Root(dear, 0.9 * dear, 1.1 * dear, "interval"), EVEN, distance=20),
            told(Root(dear, 0.1 * cheap, 2 * dear, "interval"), EVEN, against=1),
            told(Root(np.nan, 8, np.inf, "interval"), TOO_FEW),
            told(Root(np.nan, 2, 5, "outside"), UNKNOWN),
        ]
    )
    assert frame["better_buy"].tolist() == ["x", "y", "", "y", ""]
    assert frame["vp_x"].tolist()[:2] == pytest.approx([0.5 * cost_y, 3 * cost_y])
    assert frame["vp_x_high"].tolist()[:2] == pytest.approx([0.55 * cost_y, 3.3 * cost_y])
    assert (frame["vp_y"] == cost_y).all()
    assert frame["band"].tolist()[:2] == ["within 12", "beyond 12"]
    assert frame["share_undecided"].tolist() == pytest.approx([10 / 200] * 5)


def test_the_shares_behind_it() -> None:
    frame = shares_frame([told(Root(1, 1, 1, "interval"), EVEN)])
    assert frame["k"].tolist() == [1, 2]
    assert frame["share"].tolist() == pytest.approx([0.6, 0.75])
    assert (frame["share_low"] < frame["share"]).all()
    assert (frame["share"] < frame["share_high"]).all()


def test_what_came_out_alike_is_one_sentence() -> None:
    root = Root(2.25, 2.16, 2.33, "interval")
    alike = [told(root, EVEN, distance=inches, cover=cover) for inches in (10, 20) for cover in ("none", "wood")]
    assert in_words(alike) == [
        "2.25 [2.16, 2.33] M4 Sherman equal one Tiger I at 10 or 20 inches, in the open or the Tiger I in a wood."
    ]
    other = told(Root(np.nan, 8, np.inf, "interval"), TOO_FEW, won=0, distance=20, cover="wood")
    words = in_words([*alike[:3], other])
    assert len(words) == 4  # three of four places are no rectangle of ranges and covers
    assert words[-1] == "Even 8 M4 Sherman are not enough for one Tiger I at 20 inches, the Tiger I in a wood."
    jump = told(Root(np.nan, 3, 4, "interval"), EVEN, against=2, cover="wood", in_cover="both")
    assert in_words([jump]) == ["3 to 4 M4 Sherman equal 2 Tiger I at 10 inches, both in a wood."]


# --- the study -------------------------------------------------------------------------------------------------------

FILE = """
kind = "duels"
question = "How many?"
why = "To see."

[design]
players = ["heuristic", "heuristic"]
distances = [10]
covers = ["none", "building"]
games = 300

[[pairs]]
x = "M4 Sherman"
y = "Tiger I"

[[pairs]]
x = "M4 Sherman"
y = "Regulars [germany]"
against = 2
"""


@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of skirmishes")
def test_a_file_of_duels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "duels.toml"
    path.write_text(FILE)
    plan, moved = read_study(path), []
    found = plan.run(tmp_path / "run", threads=2, progress=lambda *state: moved.append(state))
    assert isinstance(found, Findings)
    duels = found.tables["duels"]
    assert duels["y"].tolist() == ["Tiger I", "Regulars [germany]", "Regulars [germany]"]
    assert duels["against"].tolist() == [1, 2, 2]
    assert any("Tiger I may not stand in a building" in note for note in found.notes)
    assert moved[-1] == (900, 900, None)
    assert found.tables["shares"]["games"].sum() == 900
    assert json.dumps(found.to_dict())
    monkeypatch.setattr("tigersim.core.play.kernels.play_on", None)
    again = plan.run(tmp_path / "run", threads=1)
    assert isinstance(again, Findings)
    assert again.to_dict() == found.to_dict()
    for setting in ({"workers": 2}, {"dask": "tcp://1.2.3.4:5"}):
        with pytest.raises(InvalidValue, match="threads of this process"):
            plan.run(tmp_path / "run", **setting)  # type: ignore[arg-type]


def test_what_a_file_gets_wrong(tmp_path: Path) -> None:
    path = tmp_path / "duels.toml"
    path.write_text(FILE.replace("covers", "cover"))
    with pytest.raises(DataError, match=r"design\.cover"):
        read_study(path)


def test_every_committed_pair_can_be_fought() -> None:
    plan = read_study(Path(__file__).parents[2] / "experiments" / "012_duels.toml")
    assert isinstance(plan, Duels)
    design = plan.design
    fights, left_out = skirmishes(
        [(unit(pair.x), unit(pair.y), pair.against) for pair in plan.pairs],
        design.distances,
        design.covers,
        design.in_cover,
        players=design.players,
        terms=plan.battle_terms(),
        seed=design.seed,
    )
    assert len(fights) == len(plan.pairs) * len(design.distances) * len(design.covers)
    assert not left_out


def test_nothing_left_to_fight_is_refused() -> None:
    with pytest.raises(InvalidValue, match="may not stand in a building"):
        skirmishes(
            [(X, Y, 1)],
            (10,),
            ("building",),
            "y",
            players=("heuristic", "heuristic"),
            terms=Skirmish(X, Y).terms,
            seed=1,
        )
