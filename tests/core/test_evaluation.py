"""The learned evaluation: what it looks at, its numbers in a file, and the sum that it makes of both."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.core import checked_battles
from tests.core.mirrored_scenes import Scene
from tests.core.positions import NORTH, SOUTH, SQUAD, TANK, TRUCK
from tests.core.unit_kernels import evaluate, look, take_stock
from tests.forms import form
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import MAX_UNITS
from tigersim.core.evaluation_layout import OF_UNIT, TURN_FEATURES
from tigersim.core.play.compiled_players import versions_of
from tigersim.core.players.strategist import features
from tigersim.errors import DamagedFile, DataError
from tigersim.files.documents import json_of
from tigersim.game import evaluations
from tigersim.lab.design import Design
from tigersim.lab.training.collect import collect_contrasts, collect_shots
from tigersim.lab.training.fit import Rows, _starts, begin, differences, fit, forward, layers, predict
from tigersim.lab.training.fit_shots import fit_shots, part_foretold
from tigersim.lab.training.plan import ContrastTrials, ShotTrials, TrainingPlan
from tigersim.lab.training.position_table import Positions
from tigersim.lab.training.quality import part_told_apart
from tigersim.lab.training.shot_table import Shots
from tigersim.lab.training.train import as_numbers, network_of, positional

OURS = [(TANK, 12, 4, NORTH), (SQUAD, 15, 5, NORTH), (TRUCK, 9, 2, NORTH)]
THEIRS = [("KV-1", 14, 15, SOUTH), (TANK, 20, 14, SOUTH)]


def scene(turned: bool = False) -> Scene:
    """Two small forces in view of each other; one of theirs is shocked, one of ours holds a card."""
    made = Scene(OURS, THEIRS, ("W", 14, 16, 5, 6), turned=turned)
    made.position.unit(made.them + 1).hits = 1
    made.position.give(made.us, "4H")
    made.position.give(made.them, "KH", opened=True)
    return made.assign("QH", theirs=("3C",))


def seen(made: Scene) -> tuple[Any, Any, Any]:
    """What is seen of units, of the moment and of the sides, ours first; the squad behind the wall comes last."""
    position = made.position
    with as_written():
        look(position.battle, position.table, position.work)
    work, players = position.work[0], position.state.player
    firsts = (made.us, made.side), (made.them, 1 - made.side)
    rows = [work.of_unit[first : first + players[side].units] for first, side in firsts]
    order = [made.side, 1 - made.side]
    return np.concatenate(rows).copy(), work.of_turn[order].copy(), work.of_side[order].copy()


def test_the_places_of_the_features_are_those_of_their_names() -> None:
    places = {"COST": "cost", "FOUND": "found_cover", "READY": "ready", "MELEE": "melee", "EXPOSED": "exposed"}
    assert {name: OF_UNIT[getattr(features, name)] for name in places} == places
    assert len(OF_UNIT) == features.EXPOSED + 1


def test_features_are_the_same_from_either_side() -> None:
    for mine, turned in zip(seen(scene()), seen(scene(turned=True)), strict=True):
        np.testing.assert_allclose(mine, turned, rtol=1e-6, atol=1e-7)


def test_features_say_what_stands_on_the_table() -> None:
    units, moment, sides = seen(scene())
    tank, squad, truck, _, heavy, hurt, _ = units
    assert [row[features.SOUND] for row in (tank, heavy, hurt)] == [1, 1, 0]
    assert hurt[features.SHOCKED] == 1
    assert (tank[features.CARDS], heavy[features.CARDS], squad[features.CARDS]) == (1, 1, 0)
    assert tank[features.READY] == pytest.approx(tank[features.TARGET] * tank[features.POWER])
    assert truck[features.UNARMED] == 1
    assert squad[features.FOOT] == 1
    assert squad[features.HIDDEN] == 1
    assert tank[features.TARGET] > 0
    assert hurt[features.HARM] > 0
    assert hurt[features.FRAILTY] > 0
    assert (tank[features.EXPOSED], hurt[features.EXPOSED]) == (1 / 4, 2 / 4)  # a shocked foe is none
    assert tank[features.DUE] == heavy[features.DUE] == 0  # their cards have not come up
    assert moment[0, 8] == pytest.approx(4 / 8)  # three and the squad behind the wall
    assert moment[1, 8] == pytest.approx(2 / 8)
    assert sides[0, 4] == pytest.approx(1 / 6)


def test_a_card_that_comes_up_next_is_told_from_those_that_wait() -> None:
    made = Scene([(TANK, 15, 4, NORTH)], [("KV-1", 15, 14, SOUTH)])
    made.position.give(made.them, "7H")
    units, moment, _ = seen(made.order("9S"))  # the nine is up, the seven lies open
    tank, heavy = units[0], units[2]
    assert heavy[features.DUE] == heavy[features.POWER] > 0
    assert heavy[features.READY_DUE] == pytest.approx(heavy[features.TARGET] * heavy[features.DUE], rel=1e-5)
    assert tank[features.HARM_DUE] == pytest.approx(heavy[features.READY_DUE], rel=1e-5)
    assert tank[features.DUE] == heavy[features.HARM_DUE] == 0
    assert moment[:, 16].tolist() == [0, pytest.approx(heavy[features.DUE])]


def test_features_do_not_depend_on_cards_that_lie_face_down() -> None:
    made = scene()
    before = seen(made)
    with as_written():
        assert checked_battles.swap_hidden(made.position.battle, made.position.work, 7) > 40
    for one, other in zip(before, seen(made), strict=True):
        assert (one == other).all()


def test_the_worth_changes_its_sign_with_the_side() -> None:
    position = scene().position
    with as_written():
        worth = [evaluate(position.battle, position.table, position.work, side) for side in range(2)]
    assert worth[0] == -worth[1] != 0


def positions_of(made: Scene) -> Positions:
    """The one position of a scene as a table of positions."""
    seen(made)
    work, battle = made.position.work[0], made.position.state
    alive = np.array([[unit.alive for unit in battle.unit]], dtype=bool)
    column = np.zeros(1)
    return Positions(
        units=np.array(work.of_unit[None])[alive],
        counts=alive.reshape(1, 2, MAX_UNITS).sum(axis=2),
        moment=np.array(work.of_turn[None]),
        sides=np.array(work.of_side[None]),
        luck=np.zeros((1, 6)),
        **dict.fromkeys(("battle", "turn", "asked", "fresh", "wild", "margin", "soon", "value"), column.astype(int)),
    )


@pytest.mark.parametrize("seed", [3, 4])
def test_the_engine_and_the_fit_make_the_same_sum(seed: int) -> None:
    made = scene()
    rng = np.random.default_rng(seed)
    work = made.position.work
    for part in evaluations.parts_of(work.evaluation).values():
        part[...] = rng.normal(size=part.shape) * 0.3
    positions, numbers = positions_of(made), as_numbers(work.evaluation)
    expected = predict(positional(numbers), positions)[0]
    with as_written():
        found = evaluate(made.position.battle, made.position.table, work, 0)
        take_stock(made.position.battle, made.position.table, work)
    assert found == pytest.approx(expected, rel=1e-4)
    alive = np.flatnonzero([unit.alive for unit in made.position.state.unit])
    moment = positions.moment[0][(alive >= MAX_UNITS).astype(int)]
    for name, said in (("kill", work[0].kill_value), ("shock", work[0].shock_value)):
        network = network_of(numbers, name)
        worth, _ = layers(network, positions.units, moment @ network["of_turn"] + network["bias"])
        np.testing.assert_allclose(said[alive], worth, rtol=1e-4)


# --- the file --------------------------------------------------------------------------------------------------------


def test_the_shipped_numbers_are_of_these_features() -> None:
    about = json.loads(evaluations.SHIPPED.read_text(encoding="utf-8"))
    assert about["provenance"]["rounds"]
    assert np.isfinite(evaluations.read()["worth"]["of_unit"]).all()


def test_the_shipped_numbers_are_those_that_training_makes_today() -> None:
    """Where this fails a player changed: `tigersim train` makes the numbers to ship (50 minutes)."""
    about = json_of(evaluations.SHIPPED)["provenance"]
    versions = versions_of(one.player for one in TrainingPlan().rounds)
    assert {name: about[name] for name in versions} == versions
    plan = json.loads(json.dumps(TrainingPlan().to_dict()))
    assert {name: about[name] for name in plan} == plan


def test_numbers_come_back_as_they_were_written(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    numbers = {name: rng.normal(size=part.shape) for name, part in as_numbers(evaluations.read()).items()}
    evaluations.write(tmp_path / "one.json", numbers, {"seed": 1})
    found = as_numbers(evaluations.read(tmp_path / "one.json"))
    assert found.keys() == numbers.keys()
    for name, values in numbers.items():
        np.testing.assert_allclose(found[name], values, rtol=1e-5)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("features", 0, "field 'features': is 0, and this engine has 2; fit the numbers anew, with tigersim train"),
        ("names", {"of_unit": ["cost"]}, r"field 'names\.of_unit': has other features than this engine"),
        ("numbers", {"kill.of_unit": [1.0]}, r"field 'numbers\.worth\.of_unit': is not \(38, 24\) finite numbers"),
        ("numbers", {"worth.of_unit": "many"}, r"field 'numbers\.worth\.of_unit': is not \(38, 24\) finite numbers"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_by_name(tmp_path: Path, field: str, value: object, said: str) -> None:
    about = json.loads(evaluations.SHIPPED.read_text(encoding="utf-8"))
    path = tmp_path / "other.json"
    path.write_text(json.dumps({**about, field: value}), encoding="utf-8")
    with pytest.raises(DataError, match=said) as error:
        evaluations.read(path)
    assert "other.json" in str(error.value)
    assert "\n" not in str(error.value)


# --- the fit ---------------------------------------------------------------------------------------------------------


def made_up(n: int = 600, seed: int = 0) -> Positions:
    """Positions of made-up units, whose side is ahead by what a known rule says."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, 5, size=(n, 2))
    units = rng.normal(size=(counts.sum(), len(OF_UNIT))).astype(np.float32)
    worth = 3 * units[:, 0] + 2 * np.maximum(units[:, 1], 0)
    sides = np.add.reduceat(worth, np.concatenate([[0], np.cumsum(counts.reshape(-1))[:-1]]))
    zeros = np.zeros(n, dtype=int)
    return Positions(
        units=units,
        counts=counts,
        moment=np.zeros((n, 2, TURN_FEATURES), dtype=np.float32),
        sides=np.zeros((n, 2, 8), dtype=np.float32),
        luck=np.zeros((n, 6), dtype=np.float32),
        battle=np.arange(n),
        margin=(sides[0::2] - sides[1::2]).astype(np.float64),
        **dict.fromkeys(("turn", "asked", "fresh", "wild", "soon", "value"), zeros),
    )


def test_a_fit_finds_what_was_planted_and_again_the_same() -> None:
    positions = made_up(1500)

    def fitted(epochs: int) -> dict[str, Any]:
        return fit(positions, positions.margin, begin(2), epochs=epochs, rate=0.01, batch=64, seed=2)

    first, one, again = fitted(60), *(fitted(form(4, 60)) for _ in range(2))
    assert all((one[name] == again[name]).all() for name in first)
    kept = positions.held_out
    assert 100 < kept.sum() < 200
    missed = positions.margin[kept] - predict(first, positions)[kept]
    assert missed.var() < 0.02 * positions.margin[kept].var()


def test_a_fit_to_contrasts_finds_what_luck_hides_in_single_positions() -> None:
    """Luck says more here than what is on the table; both positions of a contrast have the same luck."""
    n = 2000
    pairs = made_up(2 * n, seed=7)
    luck = 20 * np.random.default_rng(4).normal(size=n)
    both = replace(pairs, battle=np.repeat(np.arange(n), 2), soon=pairs.margin + np.repeat(luck, 2))
    how: dict[str, Any] = {"epochs": 15, "rate": 0.01, "batch": 128, "seed": 2}
    alone = fit(both, both.soon, begin(2), **how)
    with_contrasts = fit(both, both.soon, begin(2), contrasts=both, **how)
    assert part_told_apart(alone, both) < 0.5
    assert part_told_apart(with_contrasts, both) > 0.9


def test_slopes_are_those_of_the_square_of_what_is_missed() -> None:
    from tigersim.lab.training.fit import backward

    positions = made_up(20, seed=5)
    rng = np.random.default_rng(1)
    numbers = {name: (values + 0.1 * rng.normal(size=values.shape)) for name, values in begin(3).items()}
    rows = Rows(positions, _starts(positions), np.arange(20))
    rows.units = rows.units.astype(np.float64)
    found, kept = forward(numbers, rows)
    slopes = backward(numbers, rows, kept, found - positions.margin)
    for name, place in (("of_unit", (0, 3)), ("bias", (2,)), ("inner", (5, 1)), ("last", (4,)), ("straight", (7,))):
        losses = []
        for step in (1e-5, -1e-5):
            moved = {**numbers, name: numbers[name].copy()}
            moved[name][place] += step
            losses.append(0.5 * ((forward(moved, rows)[0] - positions.margin) ** 2).sum())
        assert slopes[name][place] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-3, abs=1e-4), name


def made_up_shots(decisions: int = 800, noise: float = 0.5, seed: int = 0) -> Shots:
    """Shots at made-up targets, whose destruction and shock are worth what a known rule says."""
    rng = np.random.default_rng(seed)
    decision = np.repeat(np.arange(decisions), rng.integers(2, 7, decisions))
    n = len(decision)
    units = rng.normal(size=(n, len(OF_UNIT))).astype(np.float32)
    destroys, shocks = rng.uniform(0, 0.5, size=(2, n))
    kill, shock = 4 + 3 * np.maximum(units[:, 2], 0), 1 + units[:, 5]
    shared = rng.normal(size=decisions)[decision] * 5
    value = destroys * kill + shocks * shock + shared + noise * rng.normal(size=n)
    moment = np.zeros((n, TURN_FEATURES), dtype=np.float32)
    return Shots(units, moment, decision // 3, decision, destroys, shocks, value)


def test_a_fit_to_shots_finds_what_targets_are_worth() -> None:
    shots = made_up_shots(4000)
    kill, shock = fit_shots(shots, epochs=20, rate=0.01, batch=64, seed=3)
    kills, hits = 4 + 3 * np.maximum(shots.units[:, 2], 0), 1 + shots.units[:, 5]
    best = part_foretold_by(shots, shots.destroys * kills + shots.shocks * hits)
    assert 0.5 < best < 0.95
    assert part_foretold(kill, shock, shots) > best - 0.05
    twice = [fit_shots(shots, epochs=form(2, 20), rate=0.01, batch=64, seed=3) for _ in range(2)]
    for one, other in zip(*twice, strict=True):
        assert all((one[name] == other[name]).all() for name in one)


def test_shots_of_different_rounds_are_never_compared() -> None:
    """The first tasks of two rounds number their decisions alike; only shots of one decision have luck in common."""
    rounds = [made_up_shots(300, seed=seed).of_round(seed) for seed in (1, 2)]
    both = Shots.joined(rounds)
    assert len(np.unique(both.decision)) == 2 * 300
    assert len(both) == sum(map(len, rounds))


def part_foretold_by(shots: Shots, guess: Any) -> float:
    """Part of the spread between the shots of a decision that a guess foretells."""
    frame = pd.DataFrame({"decision": shots.decision, "came": shots.value, "guess": guess})[shots.held_out]
    within = frame[["came", "guess"]] - frame.groupby("decision")[["came", "guess"]].transform("mean")
    return float(1 - ((within["came"] - within["guess"]) ** 2).sum() / (within["came"] ** 2).sum())


def test_a_table_of_shots_comes_back_from_disk(tmp_path: Path) -> None:
    shots = made_up_shots(50)
    shots.save(tmp_path / "some.parquet")
    found = Shots.load(tmp_path / "some.parquet")
    for name in ("units", "moment", "battle", "decision", "destroys", "shocks", "value"):
        assert (getattr(found, name) == getattr(shots, name)).all(), name
    (tmp_path / "other.parquet").write_bytes(b"PAR1")
    with pytest.raises(DamagedFile, match="is no table of shots"):
        Shots.load(tmp_path / "other.parquet")


@pytest.mark.skipif(COMPILER_OFF, reason="dozens of battles")
def test_shots_that_are_tried_have_the_exact_odds_and_the_features_of_their_targets() -> None:
    design = Design(players=("tactician", "tactician"), sizes=(4, 6), seed=11)
    shots = collect_shots(design, 0, ShotTrials(1, 8, one_in=2, futures=2), evaluations.read())
    chances = shots.destroys + shots.shocks
    assert len(shots) > 100
    assert (np.bincount(np.unique(shots.decision, return_inverse=True)[1]) > 1).all()
    assert ((shots.destroys >= 0) & (shots.shocks >= 0) & (chances <= 1)).all()
    assert chances.max() > 0.8
    assert (shots.units[:, features.PLACED] == 1).all()
    of_likely = np.corrcoef(chances, shots.value - shots.value.mean())[0, 1]
    assert of_likely > 0.05  # more hits, more points
    again = collect_shots(design, 0, ShotTrials(1, 8, one_in=2, futures=2), evaluations.read())
    assert (again.value == shots.value).all()


@pytest.mark.skipif(COMPILER_OFF, reason="dozens of battles")
@pytest.mark.parametrize("player", ["tactician", "strategist"])
def test_contrasts_are_two_positions_that_one_battle_may_come_to(player: str) -> None:
    design = Design(players=(player, player), sizes=(4, 6), seed=12)
    found = collect_contrasts(design, 0, ContrastTrials(1, 8), evaluations.read())
    assert len(found) > 300
    assert (differences(found.battle) == 0).all()
    assert len(np.unique(found.battle)) == 8
    expected, came = differences(found.value), differences(found.soon)
    assert (expected != 0).all()
    assert np.corrcoef(expected, came)[0, 1] > 0.4
    again = collect_contrasts(design, 0, ContrastTrials(1, 8), evaluations.read())
    assert (again.soon == found.soon).all()


def test_a_table_comes_back_from_disk(tmp_path: Path) -> None:
    positions = made_up(50)
    kept = replace(positions, units=positions.units.astype(np.float16))
    kept.save(tmp_path / "some.parquet")
    found = Positions.load(tmp_path / "some.parquet")
    for name in ("units", "counts", "moment", "sides", "luck", "margin", "battle"):
        assert (getattr(found, name) == getattr(kept, name)).all(), name


def test_a_short_training_tries_few_shots_too() -> None:
    from tigersim.lab.training import TrainingPlan

    # four rounds of a task of 256 battles; two of them with contrasts and three with shots, of 64 battles a task
    assert TrainingPlan().at_most(1).battles == 4 * 256 + (2 + 3) * 64
    assert TrainingPlan().at_most(10_000) == TrainingPlan()


def test_every_round_of_the_training_has_battles_of_its_own() -> None:
    plan = TrainingPlan()
    seeds = [
        {design.seed for design, _ in plan.designs(number, trials)}
        for number, one in enumerate(plan.rounds)
        for trials in (None, one.contrasts, one.shots)
        if trials is None or trials.tasks
    ]
    assert sum(map(len, seeds)) == len(set().union(*seeds)) == 4 + 2 + 3


@pytest.mark.skipif(COMPILER_OFF, reason="dozens of battles")
def test_a_training_is_the_same_again_on_any_number_of_threads(tmp_path: Path) -> None:
    from tigersim.lab.training import ContrastTrials, Round, ShotTrials, TrainingPlan, train

    shots, contrasts = ShotTrials(2, 4, epochs=1), ContrastTrials(2, 2)
    rounds = (
        Round("tactician", 10, 2, epochs=1, shots=shots),
        Round("strategist", 2, 2, epochs=1, contrasts=contrasts),
    )
    plan = TrainingPlan(rounds, seed=5, batch=64)
    first = train(plan, tmp_path / "one", threads=1)
    again = train(plan, tmp_path / "two", threads=2)
    assert first.numbers.tobytes() == again.numbers.tobytes()
    assert first.path.read_bytes() == again.path.read_bytes()
    assert first.quality.equals(again.quality)
    assert train(plan, tmp_path / "one", threads=1).numbers.tobytes() == first.numbers.tobytes()
