"""Reasons of decisions: kept while a battle is played, never changing it, each at its place in the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

import tigersim as ts
from tests.forms import some
from tests.game.test_battle import Dabbler
from tests.game.test_player import Dice
from tigersim.core import enums
from tigersim.core.layout import LOG_ROWS
from tigersim.core.play import kernels
from tigersim.errors import InvalidValue, PlayerNotFound
from tigersim.game.battle import Battle
from tigersim.game.explanation import EXPLAINERS, Explanation, Option, add_reasons, in_lines, kernels_wanted
from tigersim.game.narration import narrate

ARMIES = ("3 x T-34c, KV-1, Guards Infantry", "Panzer IV (mid), Tiger I, Hetzer, SS Grenadiers, Half-track")
PAIRS = (
    ("tactician", "tactician"),
    ("planner", "planner"),
    ("planner", "heuristic"),
    ("heuristic", "heuristic"),
    ("uniform", "tactician"),
)


def begun(*players: Any, number: int = 0, explain: bool | str = True, **settings: Any) -> Battle:
    """A battle whose planners look at few futures."""
    armies = settings.pop("armies", ARMIES)
    battle = Battle.start(
        armies=armies, seed=5, number=number, table=number, players=players, explain=explain, **settings
    )
    battle._work[0].playouts[:] = 12
    return battle


@cache
def explained(*players: str, number: int = 0, explain: bool | str = True) -> Battle:
    battle = begun(*players, number=number, explain=explain)
    battle.play()
    return battle


# --- a battle stays the same ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PAIRS, ids=" ".join)
@pytest.mark.parametrize("explain", [True, *EXPLAINERS])
def test_a_battle_is_the_same_explained_or_not(players: tuple[str, str], explain: bool | str) -> None:
    told = explained(*players, explain=explain)
    silent = begun(*players, explain=False)
    outcome = silent.play()
    assert told.outcome == outcome
    assert told.record.tobytes() == silent.record.tobytes()
    assert told.log() == silent.log() == silent.log(explained=True)
    assert told.decisions == silent.decisions
    assert len(told.explanations) > 20
    assert silent.explanations == []


@pytest.mark.parametrize("explain", [True, *EXPLAINERS])
def test_players_written_in_python_may_be_explained(explain: bool | str) -> None:
    told, silent = (begun(Dice(), Dabbler(3), number=1, explain=way) for way in (explain, False))
    assert told.play() == silent.play()
    assert told.record.tobytes() == silent.record.tobytes()
    assert {one.player for one in told.explanations} == {"Dice", "Dabbler"}
    assert {one.by for one in told.explanations} == {"tactician" if explain is True else explain}


# --- what is kept --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PAIRS, ids=" ".join)
def test_the_options_are_those_of_that_decision(players: tuple[str, str]) -> None:
    again = begun(*players, explain=False)
    for one in explained(*players).explanations:
        again.play_to(one.number)
        here = (again.decisions, again.turn, again.to_decide, again.decision)
        assert (one.number, one.turn, one.side, one.decision) == here
        options = again.explain(one.by)
        ranked = [(option.action, option.words, option.worth) for option in one.options]
        assert ranked == [(option.action, option.words, option.worth) for option in options]
        legal = again.legal_actions()
        assert {option.action.code for option in one.options} <= {action.code for action in legal}
        assert len({option.words for option in one.options}) == len(one.options)  # no two sound the same
        assert [option.words for option in one.options] == [again.describe(option.action) for option in one.options]
        assert any(again.describe(action) == one.chosen for action in legal)
        assert [option.words for option in one.options if option.chosen] in ([], [one.chosen])
        assert one.agreed == one.options[0].chosen


@pytest.mark.parametrize("players", PAIRS, ids=" ".join)
def test_it_says_what_was_chosen(players: tuple[str, str]) -> None:
    again = begun(*players, explain=False)
    for one in some(explained(*players).explanations, 40):
        again.play_to(one.number)
        before = again.copy()
        before.players = again.players
        again.play_to(one.number + 1)
        done = [action for action in before.legal_actions() if before.describe(action) == one.chosen]
        assert len(done) == 1
        before.push(done[0])
        assert before.record["turn"] == again.record["turn"]
        assert before.log() == again.log()
        assert (before.decision, before.to_decide) == (again.decision, again.to_decide)


def test_a_player_who_weighs_explains_himself_and_agrees() -> None:
    for player in EXPLAINERS:
        for one in explained(player, player).explanations:
            assert (one.player, one.by, one.agreed) == (player, player, True)
            worths = [option.worth for option in one.options]
            assert worths[1:] == sorted(worths[1:], reverse=True)
            if player == "tactician":
                assert worths[0] == max(worths)
    weighed = {one.decision for one in explained("planner", "planner").explanations}
    assert weighed >= {"assign", "nominate", "order", "destination"}


def test_who_does_not_weigh_is_seen_through_a_tacticians_eyes() -> None:
    assert {(one.side, one.player, one.by) for one in explained("planner", "heuristic").explanations} == {
        ("a", "planner", "planner"),
        ("b", "heuristic", "tactician"),
    }
    assert {(one.player, one.by) for one in explained("uniform", "tactician", explain="planner").explanations} == {
        ("uniform", "planner"),
        ("tactician", "planner"),
    }
    opinions = explained("heuristic", "heuristic").explanations
    assert 0.2 < sum(one.agreed for one in opinions) / len(opinions) < 0.95


def test_every_decision_that_is_weighed_is_explained_and_no_other() -> None:
    battle = explained("tactician", "tactician")
    numbers = [one.number for one in battle.explanations]
    again = begun("tactician", "tactician", explain=False)
    found = []
    while not again.is_over:
        if len(again.explain("tactician")) > 1:
            assert len(again.legal_actions()) > 1
            found.append(again.decisions)
        again.play_to(again.decisions + 1)
    assert numbers == found
    assert battle.decisions > len(numbers)


@pytest.mark.parametrize("explain", EXPLAINERS)
def test_an_opinion_does_not_rest_on_the_notes_of_another(explain: str) -> None:
    battle = begun("heuristic", "heuristic", explain=False)
    asked = set()
    while battle.turn < 3 and not battle.is_over:
        before = battle.explain(explain)
        scribbled = battle.copy()
        for unit in scribbled.record[0].unit:
            unit.promise, unit.threat, unit.danger = 7.5, 3.0, 2.0
        for player in scribbled.record[0].player:
            player.thought, player.damaged = battle.turn, 5
        assert scribbled.explain(explain) == before
        if before:
            asked.add(battle.decision)
        battle.play_to(battle.decisions + 1)
    assert asked >= {"assign", "nominate", "order"}


# --- its place in the log ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PAIRS, ids=" ".join)
def test_reasons_stand_before_what_follows_from_them(players: tuple[str, str]) -> None:
    battle = explained(*players)
    lines = battle.log()
    assert int(battle._work[0].log_rows) == len(lines) < LOG_ROWS
    assert all(lines)
    again = begun(*players, explain=False)
    for one in battle.explanations:
        again.play_to(one.number)
        assert again.log() == lines[: one.line]
        if one.decision == "order" and ": fire " in one.chosen:
            firer, aim = one.chosen.split(": fire ")
            assert lines[one.line].startswith(f"{firer} with ")
            assert lines[one.line].endswith(aim)
    assert [one.line for one in battle.explanations] == sorted(one.line for one in battle.explanations)
    told = battle.log(explained=True)
    assert [line for line in told if not line.startswith("?")] == lines
    assert sum(line.startswith("? decision ") for line in told) == len(battle.explanations)


def test_without_a_log_all_reasons_stand_together() -> None:
    battle = begun("tactician", "tactician", logged=False)
    battle.play()
    assert {one.line for one in battle.explanations} == {0}
    assert battle.log() == []
    whole = explained("tactician", "tactician")
    assert [one.options for one in battle.explanations] == [one.options for one in whole.explanations]


def reasons(*worths: float, chosen: int | None, line: int = 0, by: str = "tactician") -> Explanation:
    named = tuple(Option(ts.Action(k), f"option {k}", worth, k == chosen) for k, worth in enumerate(worths))
    return Explanation(
        12, line, 2, "a", "order", "tactician", by, named, "this" if chosen is None else f"option {chosen}"
    )


@pytest.mark.parametrize(
    ("one", "printed"),
    [
        (
            reasons(3.125, -0.001, chosen=0),
            ["? decision 12, side a, order; the tactician's values:", "? >  1.   3.12 VP  option 0",
             "?    2.   0.00 VP  option 1"],
        ),
        (
            reasons(12.0, 5.0, 4.0, 3.0, -2.5, -3.0, chosen=4, by="planner"),
            ["? decision 12, side a, order; the planner's opinion:", "?    1.  12.00 VP  option 0",
             "?    2.   5.00 VP  option 1", "?    3.   4.00 VP  option 2", "? >  5.  -2.50 VP  option 4",
             "?       and 2 more"],
        ),
        (
            reasons(1.0, 0.5, 0.25, 0.125, chosen=None, by="planner"),
            ["? decision 12, side a, order; the planner's opinion:", "?    1.   1.00 VP  option 0",
             "?    2.   0.50 VP  option 1", "?    3.   0.25 VP  option 2", "? >  not weighed:  this",
             "?       and 1 more"],
        ),
    ],
)  # fmt: skip
def test_reasons_as_lines(one: Explanation, printed: list[str]) -> None:
    assert in_lines(one) == printed


def test_reasons_among_lines() -> None:
    first, second, last = (reasons(1.0, 0.0, chosen=0, line=line) for line in (1, 1, 3))
    story = ["one", "two", "three"]
    assert add_reasons(story, []) == story
    assert add_reasons(story, [first, second, last]) == [
        "one", *in_lines(first), *in_lines(second), "two", "three", *in_lines(last)
    ]  # fmt: skip


def test_every_event_has_words() -> None:
    battle = explained("tactician", "tactician")
    with pytest.raises(KeyError):
        narrate([[99, 1, 0, 0, 0, 0, 0, 0]], battle.unit_name)


def test_plain_values() -> None:
    one = explained("tactician", "tactician").explanations[0]
    plain = json.loads(json.dumps(one.to_dict()))
    assert plain["options"] == [
        {"action": str(option.action), "words": option.words, "worth": option.worth, "chosen": option.chosen}
        for option in one.options
    ]
    assert {key: value for key, value in plain.items() if key != "options"} == {
        "number": one.number, "line": one.line, "turn": one.turn, "side": one.side, "decision": one.decision,
        "player": "tactician", "by": "tactician", "chosen": one.chosen,
    }  # fmt: skip


# --- by hand -------------------------------------------------------------------------------------------------------


def test_what_is_pushed_is_explained_too() -> None:
    battle = begun("tactician", "tactician")
    while not battle.is_over:
        battle.push(battle.legal_actions()[-1])
    assert {one.player for one in battle.explanations} == {""}
    assert {one.by for one in battle.explanations} == {"tactician"}
    assert not all(one.agreed for one in battle.explanations)
    assert "the tactician's opinion" in " ".join(battle.log(explained=True))


def test_what_was_chosen_may_not_have_been_weighed() -> None:
    # a tactician weighs which unit to give the one card that it would give, not every card in hand
    battle = begun("tactician", "tactician")
    while not any(one.chosen not in {option.words for option in one.options} for one in battle.explanations):
        assert not battle.is_over
        legal = battle.legal_actions()
        weighed = {option.action for option in battle.explain()}
        battle.push(next((action for action in legal if action not in weighed), legal[-1]))
    odd = battle.explanations[-1]
    assert not any(option.chosen for option in odd.options)
    assert not odd.agreed
    assert f"? >  not weighed:  {odd.chosen}" in battle.log(explained=True)


def test_a_copy_looks_ahead_in_silence() -> None:
    battle = begun("tactician", "tactician")
    battle.play_to(30)
    kept = list(battle.explanations)
    copy = battle.copy()
    assert (copy.decisions, copy.explanations) == (30, kept)
    assert copy.play() == begun("tactician", "tactician", explain=False).play()
    assert copy.explanations == battle.explanations == kept
    battle.play()
    assert battle.explanations == explained("tactician", "tactician").explanations


def test_units_are_named_with_the_cards_that_they_are_chosen_for() -> None:
    battle = begun("heuristic", "heuristic", explain=False)
    words = set()
    while battle.turn < 4 and not battle.is_over:
        for action in battle.legal_actions() if battle.decision == "nominate" else ():
            words.add(battle.describe(action).split(": ")[1])
        battle.play_to(battle.decisions + 1)
    assert words >= {"choose its first card", "choose both its cards"}


def test_a_card_that_comes_up_is_chosen_by_name() -> None:
    rules = ts.RuleSet.load("paper_tigers_2").replace(leftover_cards_order="owner_order_after_reveal")
    battle = begun("heuristic", "heuristic", explain=False, ruleset=rules)
    while battle.decision != "nominate" or battle.record[0].phase != enums.PHASE_RESOLVE:
        assert not battle.is_over
        battle.play_to(battle.decisions + 1)
    choices = battle.legal_actions()
    assert len(choices) > 1
    shown = {card for unit in battle.view().units for card in unit.turned_over}
    assert {battle.describe(action).split("choose ")[1] for action in choices} <= shown
    assert [battle.view().describe(action) for action in choices] == [battle.describe(action) for action in choices]


# --- to a decision -------------------------------------------------------------------------------------------------


class Counting(Dice):
    """Knows how often a battle began."""

    beginnings = 0

    def begin(self, seed: int) -> None:
        self.beginnings += 1
        super().begin(seed)


def test_any_decision_can_be_gone_to() -> None:
    player = Counting()
    whole, stopped = begun(Dice(), "heuristic", explain=False), begun(player, "heuristic", explain=False)
    outcome = whole.play()
    for number in (0, 5, 5, 40):
        stopped.play_to(number)
        assert stopped.decisions == number
    assert stopped.play() == outcome
    assert player.beginnings == 1
    assert stopped.record.tobytes() == whole.record.tobytes()
    stopped.play_to(stopped.decisions + 100)  # it is over
    assert stopped.decisions == whole.decisions
    with pytest.raises(InvalidValue, match=r"decision is 3; allowed: \d+ or more"):
        stopped.play_to(3)


def test_players_may_be_named_for_a_part() -> None:
    battle = begun("heuristic", "heuristic")
    battle.play_to(30, ("tactician", "tactician"))
    battle.play()
    turned = next(one.number for one in battle.explanations if one.player == "heuristic")
    assert turned >= 30
    assert {one.player for one in battle.explanations if one.number < 30} == {"tactician"}
    assert {one.by for one in battle.explanations} == {"tactician"}


# --- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "error", "words"),
    [
        ("planer", PlayerNotFound, "unknown player 'planer'; did you mean planner"),
        ("", PlayerNotFound, "unknown player ''"),
        ("heuristic", InvalidValue, "player is 'heuristic'; allowed: tactician or planner"),
    ],
)
def test_who_cannot_explain_is_refused_by_name(player: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        begun("heuristic", "heuristic", explain=player)
    with pytest.raises(error, match=words):
        begun("heuristic", "heuristic").explain(player)


@pytest.mark.parametrize(
    ("explain", "players", "wanted"),
    [
        (False, ("heuristic", "heuristic"), []),
        (True, ("heuristic", "heuristic"), ["tactician"]),
        (True, ("tactician", "tactician"), []),
        (True, ("uniform", "tactician"), []),
        (True, ("planner", "heuristic"), []),
        ("planner", ("tactician", "tactician"), ["planner"]),
        ("tactician", ("planner", "planner"), []),
        ("planner", ("planner", "uniform"), []),
    ],
)
def test_only_kernels_that_are_missing_are_wanted(
    explain: bool | str, players: Sequence[str], wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "is_ready", lambda kind: False)
    assert kernels_wanted(explain, players) == wanted
    monkeypatch.setattr(kernels, "is_ready", lambda kind: kind == kernels.AHEAD)  # which plays and explains all
    assert kernels_wanted(explain, players) == []
