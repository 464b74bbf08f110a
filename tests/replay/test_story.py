"""A battle told again: the same battle, exact chances, the engine's books of luck, and who was going to win."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from statistics import fmean

import numpy as np
import pytest

import tigersim as ts
from tests.lab.short_list import QUICK
from tigersim.errors import InvalidValue
from tigersim.game.battle import Action, Battle
from tigersim.game.view import View
from tigersim.replay import Frame, Prospect, Roll, Story, tell
from tigersim.replay.futures import deciding_turn, play_on, player_of_futures, prospect
from tigersim.show.replay_data import data_of
from tigersim.show.replay_words import titles

ARMIES = (
    "3 x T-34c, KV-1, Jeep [usa], Paratroopers or Rangers, Regulars [usa], Panther G",
    "3 x Panzer IV (mid), Tiger I, 2 x SS Grenadiers, Hetzer, Sdkfz 222",
)
LANDERS = (
    "2 x Paratroopers [britain], Horsa Glider, Hamilcar Glider, Jeep [britain], 2 x Regulars [britain]",
    "2 x Wehrmacht Paratroopers, DFS 230 Glider, 3 x Regulars [germany], Panzer IV (mid)",
)
DESTROYED = re.compile(r"  ([ab])\d+ .* is destroyed: (\d+) VP")


class Last:
    """A player written in Python, who does not re-roll by the book."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[-1] if view.decision in ("order", "re-roll") else legal[len(legal) // 2]


@cache
def told(kind: str) -> tuple[Battle, Story]:
    players = {"python": (Last(), "heuristic"), "uniform": ("uniform", "uniform")}.get(kind, ("heuristic", "tactician"))
    armies, landing = (LANDERS, {"a": 2, "b": 3}) if kind == "landing" else (ARMIES, {})
    support = "both" if kind == "support" else "none"
    battle = Battle.start(armies=armies, seed=3, players=players, landing=landing, support=support)  # type: ignore[arg-type]
    battle.play()
    return battle, tell(battle, futures=20)


KINDS = pytest.mark.parametrize("kind", ["compiled", "uniform", "python", "landing", "support"])


def rolls(story: Story) -> list[tuple[Frame, Roll]]:
    return [(frame, frame.roll) for frame in story.frames if frame.roll is not None]


# --- the same battle -----------------------------------------------------------------------------------------------


@KINDS
def test_the_pictures_tell_the_whole_log_and_end_as_the_battle_did(kind: str) -> None:
    battle, story = told(kind)
    assert [line for frame in story.frames for line in frame.lines] == battle.log()
    assert story.outcome == battle.outcome
    last, end = story.frames[-1].view, battle.view()
    assert (last.units, last.wrecks, last.turn, last.deck) == (end.units, end.wrecks, end.turn, end.deck)
    assert [side.vp for side in last.sides] == [side.vp for side in end.sides]


@KINDS
def test_the_score_of_every_picture_is_what_the_log_has_told(kind: str) -> None:
    score = [0, 0]
    for frame in told(kind)[1].frames:
        for line in frame.lines:
            if found := DESTROYED.fullmatch(line):
                score["ba".index(found[1])] += int(found[2])
        assert [side.vp for side in frame.view.sides] == score


def test_units_stand_where_the_battle_had_them() -> None:
    battle, story = told("compiled")
    again = battle.from_start()
    for decision, code in enumerate(battle.taken, 1):
        again.push(Action(code))
        after = [frame for frame in story.frames if frame.decisions == decision]
        if after and after[-1].roll is None:
            here, there = after[-1].view, again.view("a")
            assert [(one.place, one.facing, one.hits, one.cards) for one in here.units] == [
                (one.place, one.facing, one.hits, one.cards) for one in there.units
            ]


def test_a_retold_battle_is_left_alone() -> None:
    battle = Battle.start(armies=("2 x T-34c", "Tiger I"), seed=5)
    battle.play_to(30)
    twin, view, log = battle.copy(), battle.view(), battle.log()
    story = tell(battle, futures=3)
    assert battle.view() == view
    assert battle.copy().play() == twin.play()
    assert battle.log() == log
    assert story.outcome is None
    assert story.decided is None
    assert all(one.futures == 3 for one in story.prospects)


def test_a_battle_that_nobody_has_begun_is_played_on_a_copy() -> None:
    battle = Battle.start(armies=("2 x T-34c", "Tiger I"), seed=5)
    story = tell(battle, futures=3)
    assert battle.decisions == 0
    assert story.outcome == battle.play()


def test_no_picture_shows_a_card_that_lies_face_down() -> None:
    rules = ts.RuleSet.load("paper_tigers_2").replace(card_secrecy="look_at_hand")
    battle = Battle.start(armies=("2 x T-34c", "Tiger I"), seed=5, ruleset=rules)
    battle.play()
    views = [frame.view for frame in tell(battle, futures=2).frames]
    assert not any(side.known for view in views for side in view.sides)
    blind = [card for view in views for one in view.units for card in one.cards if card is None]
    assert blind


# --- exact chances -------------------------------------------------------------------------------------------------


def ways(dice: int, needed: int) -> int:
    return sum(sum(faces) >= needed for faces in product(range(1, 7), repeat=dice))


def with_one_reroll(dice: int, needed: int) -> Fraction:
    """Keep, roll the lowest die again, or all: whatever is best for each roll, counted out."""
    fresh, found = Fraction(ways(dice, needed), 6**dice), Fraction()
    for faces in product(range(1, 7), repeat=dice):
        rest = sum(faces) - min(faces)
        one = Fraction(sum(rest + face >= needed for face in range(1, 7)), 6)
        found += 1 if sum(faces) >= needed else max(one, fresh)
    return found / 6**dice


@KINDS
def test_chances_of_sums_are_those_of_counting_out(kind: str) -> None:
    seen = set()
    for _, roll in rolls(told(kind)[1]):
        n = len(roll.kinds)
        if roll.purpose in ("save", "move") or roll.rerolls > 1 or (roll.rerolls and n > 4):
            continue
        exact = with_one_reroll(n, roll.needed) if roll.rerolls else Fraction(ways(n, roll.needed), 6**n)
        assert roll.chance == exact
        if roll.dice:
            assert roll.passed == (sum(roll.dice) >= roll.needed)
        seen.add((roll.purpose, roll.rerolls))
    assert {("fire", 0), ("landing" if kind == "landing" else "recovery", 0)} <= seen


def test_chances_of_saves_and_moves_are_those_of_counting_out() -> None:
    saves = moves = 0
    for frame, roll in rolls(told("compiled")[1]):
        profile = frame.view.profile(roll.unit)
        n = len(roll.kinds)
        if roll.rerolls or roll.purpose not in ("save", "move"):
            continue
        good = 0
        for faces in product(range(1, 7), repeat=n):
            if roll.purpose == "move":
                plain = sorted(face for face, kind in zip(faces, roll.kinds, strict=True) if kind == "ordinary")
                top = sum(face for face, kind in zip(faces, roll.kinds, strict=True) if kind == "bonus")
                kept = plain[profile.move_drop :]
                kept = kept[-profile.move_keep :] if profile.move_keep else kept
                good += sum(kept) + top >= roll.needed
            else:
                cover = sum(face >= 5 for face, kind in zip(faces, roll.kinds, strict=True) if kind == "cover")
                plate = sum(
                    face >= profile.armor_face for face, kind in zip(faces, roll.kinds, strict=True) if kind != "cover"
                )
                good += (min(plate, 1) if profile.armor_keep_best else plate) + cover >= max(roll.needed, 1)
        assert roll.chance == Fraction(good, 6**n)
        saves += roll.purpose == "save"
        moves += roll.purpose == "move" and "road" not in roll.kinds
    assert saves > 3
    assert moves > 3


def test_the_odds_of_a_shot_are_those_of_the_exact_odds() -> None:
    """A duel in the open, so that ``ts.odds.shot`` can be asked the same."""
    battle = Battle.start(armies=("2 x T-34c", "2 x Panzer IV (mid)"), seed=2, family="open")
    battle.play()
    asked = 0
    for before, frame in pairwise(tell(battle, futures=2).frames):
        roll = frame.roll
        if roll is None or roll.purpose != "fire" or roll.target is None or roll.destroys is None:
            continue
        view = frame.view
        order, firer, target = view.order, view.unit(roll.unit), view.unit(roll.target)
        assert order is not None
        if order.weapon != "main" or target.found_cover or view.wrecks:
            continue
        chances = {
            (odds.p_destroyed, odds.p_one_hit if target.hits == 0 else 0.0)
            for aspect in ("front", "side")
            for odds in [
                ts.odds.shot(
                    firer.unit,
                    target.unit,
                    order.card,
                    view.distance(roll.unit, roll.target),
                    aspect,
                    hits_before=target.hits,
                )
            ]
        }
        assert any(roll.destroys == pytest.approx(dead) and roll.shocks == pytest.approx(hit) for dead, hit in chances)
        asked += 1
        assert before.turn <= frame.turn
    assert asked > 3


# --- luck ----------------------------------------------------------------------------------------------------------


@KINDS
def test_luck_roll_by_roll_adds_up_to_the_books_of_the_engine(kind: str) -> None:
    battle, story = told(kind)
    record = battle.record[0]
    unit = record.unit
    sign = np.where(np.arange(len(unit)) < len(unit) // 2, -1.0, 1.0)
    luck = [frame.luck for frame in story.frames if frame.luck is not None]
    kills = (sign * unit["profile"]["score"] * (unit["died"] - unit["hazard"])).sum()
    assert sum(one.kills for one in luck) == pytest.approx(kills)
    assert sum(one.shocks for one in luck) == pytest.approx(record.luck[0].sum())
    assert sum(one.recoveries for one in luck) == pytest.approx(record.luck[4].sum())
    assert len(luck) > 5


def test_a_miss_costs_what_was_to_be_expected() -> None:
    battle, story = told("compiled")
    checked = 0
    for frame, roll in rolls(story):
        if roll.purpose != "fire" or roll.passed or roll.target is None or roll.destroys is None or not frame.luck:
            continue
        target = frame.view.unit(roll.target)
        if target.hits == 0:
            cost = frame.view.profile(roll.target).cost
            score = int(battle.record[0].unit[roll.target].profile.score)
            expected = roll.destroys * score + (roll.shocks or 0.0) * 0.61 * cost
            assert frame.luck.vp == pytest.approx(-expected if target.side == "b" else expected)
            checked += 1
    assert checked > 3


# --- who was going to win ------------------------------------------------------------------------------------------


def test_prospects_begin_each_turn_and_end_with_what_came() -> None:
    battle, story = told("compiled")
    turns = [one.turn for one in story.prospects]
    assert turns == list(range(len(turns)))
    for one in story.prospects[:-1]:
        assert story.frames[one.frame].turn == one.turn
        assert one.frame == 0 or story.frames[one.frame - 1].turn == one.turn - 1
        assert one.low <= one.win <= one.high
        assert one.margin_low <= one.margin <= one.margin_high
    end, outcome = story.prospects[-1], battle.outcome
    assert outcome is not None
    assert end.win == {"a": 1.0, "b": 0.0, "draw": 0.5}[outcome.winner]
    assert (end.margin, end.frame, end.futures) == (outcome.margin, len(story.frames) - 1, 0)


def test_equal_armies_are_even() -> None:
    wins = []
    for seed in range(20):
        battle = Battle.start(armies=("2 x T-34c, Hetzer", "2 x T-34c, Hetzer"), seed=seed, players=QUICK)
        wins.append(prospect(0, 0, play_on(battle, battle.record, 40, lambda _: None)).win)
    assert abs(fmean(wins) - 0.5) < 0.12  # 800 futures, whose twenty tables favour now one edge, now the other
    assert len(set(wins)) > 5


def test_futures_differ_and_are_the_same_again() -> None:
    battle = Battle.start(armies=("2 x T-34c", "Tiger I"), seed=5, players=QUICK)
    once, again = (play_on(battle, battle.record, 30, lambda _: None) for _ in range(2))
    assert once == again
    assert len(set(once)) > 3


def test_share_and_margin_of_futures() -> None:
    one = prospect(2, 7, [3, 1, 0, -2])
    assert (one.win, one.margin, one.draws, one.futures) == (0.625, 0.5, 0.25, 4)
    assert one.low < 0.625 < one.high
    sure = prospect(2, 7, [3] * 50)
    assert sure.win == 1.0
    assert sure.low < 0.95  # fifty futures do not make it certain


def curve(*wins: float) -> list[Prospect]:
    """A battle whose chance for side a at the start of turn 0, 1, .. was so much, the last being what came."""
    margin = {1.0: 5.0, 0.0: -5.0}.get(wins[-1], 0.0)
    last = len(wins) - 1
    return [
        Prospect(turn, turn, 10 * (turn < last), win, win, win, 0.0, margin, margin, margin)
        for turn, win in enumerate(wins)
    ]


def test_the_deciding_turn_is_the_one_in_which_the_winner_rose_most() -> None:
    assert deciding_turn(curve(0.5, 0.4, 0.9, 0.95, 1.0)) == 1
    assert deciding_turn(curve(0.5, 0.4, 0.9, 0.5, 0.0)) == 3
    assert deciding_turn(curve(0.5, 0.6, 0.2, 0.4, 0.5)) == 1
    assert deciding_turn(curve(0.5, 0.4, 0.9)[:2]) is None


def test_a_battle_that_goes_one_way_little_by_little_was_decided_by_no_turn() -> None:
    assert deciding_turn(curve(0.9, 0.92, 1.0)) is None
    assert deciding_turn(curve(0.75, 0.81, 1.0)) is None
    assert deciding_turn(curve(0.75, 0.79, 1.0)) == 1
    assert deciding_turn(curve(0.5, 0.6, 0.5)) is None


def test_player_of_futures() -> None:
    players = ("heuristic", "uniform", "planner", Last())
    assert [player_of_futures(one) for one in players] == ["heuristic", "uniform", "tactician", "tactician"]


@pytest.mark.parametrize("futures", [0, -1])
def test_a_number_of_futures_out_of_range_is_refused(futures: int) -> None:
    with pytest.raises(InvalidValue, match="futures"):
        tell(told("compiled")[0], futures=futures)


def test_attacks_from_off_the_table_are_shown_with_their_chances() -> None:
    story = told("support")[1]
    attacks = [(frame, roll) for frame, roll in rolls(story) if roll.purpose == "support"]
    assert attacks
    for frame, roll in attacks:
        assert roll.target is not None
        assert (len(roll.dice), sum(roll.dice)) == (len(roll.kinds), roll.total)
        assert roll.chance == Fraction(ways(len(roll.dice), roll.needed), 6 ** len(roll.dice))
        assert frame.target == roll.target
        assert roll.destroys is not None


def test_a_replay_under_a_list_counts_in_its_points() -> None:
    armies = ("3 x Jeep [usa], Regulars [usa]", "Jeep [usa], 2 x Regulars [usa]")
    battle = ts.Battle.start(armies, players=("heuristic", "heuristic"), price_list="tenths")
    battle.play()
    story = tell(battle, 2)
    jeep = ts.PriceList.load("tenths").points["Jeep [usa]"]
    data = data_of(story)
    assert data["counted"] == story.counted_in == "points"
    assert [one["cost"] for one in data["units"] if one["name"] == "Jeep"] == [jeep] * 4
    assert " points after" in titles(story)[1]
