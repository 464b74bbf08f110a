"""Several players a side, solo play and random forces, as a user asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import InvalidValue, NotModelled, PlayerNotFound, RuleForbids, UnitNotFound
from tigersim.game.action import Action
from tigersim.game.battle import Battle
from tigersim.game.outcome import Outcome
from tigersim.game.seats import Seats, decks_of, parts_of
from tigersim.game.view import View
from tigersim.lab.batch import Arena
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.single import single_battle
from tigersim.replay.frames import frames_of
from tigersim.replay.walk import walk

FROM_HAND = DEFAULT.replace(support_call="from_hand")
FIRST_EDITION = RuleSet.load("paper_tigers_1")
THREE = ("2 x T-34c & KV-1", "2 x Tiger I")
FOUR = ("2 x T-34c & KV-1", "Tiger I & Panther A")
compiled = pytest.mark.skipif(COMPILER_OFF, reason="whole battles take minutes without the compiler")


class Notebook:
    """Takes the last legal action and remembers what it has seen; ``begin`` counts how often it was called."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.seeds: list[int] = []

    def begin(self, seed: int) -> None:
        self.seeds.append(seed)

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        self.views.append(view)
        return legal_actions[-1]


@compiled
@pytest.mark.rule("PT-MULTI-01", "PT-MULTI-02", "AMB-09")
def test_each_player_is_asked_for_his_own_and_sees_his_partners_open_cards_only() -> None:
    first, second, enemy = Notebook(), Notebook(), Notebook()
    rules = DEFAULT.replace(card_secrecy="look_at_hand")
    battle = Battle.start(armies=THREE, ruleset=rules, players=((first, second), enemy), seed=4)
    battle.play()
    assert {(view.side, view.commander) for view in first.views} == {("a", 1)}
    assert {(view.side, view.commander) for view in second.views} == {("a", 2)}
    assert len(first.seeds) == len(second.seeds) == len(enemy.seeds) == 1
    hidden = 0
    for view in second.views:
        assert {one.name.split()[0]: one.commander for one in view.units if one.side == "a"} == {
            "a1": 1,
            "a2": 1,
            "a3": 2,
        }
        partner = view.mine.others[0]
        assert (partner.commander, partner.known) == (1, ())
        assert not view.mine.face_down  # he looks at his own hand
        assert all(card is None or card not in view.unseen for one in view.friends for card in one.cards)
        hidden += partner.face_down + sum(None in one.cards for one in view.friends if one.commander == 1)
        assert all(None not in one.cards for one in view.friends if one.commander == 2)
        assert len(view.theirs.others) == 0
    assert hidden > 0


@compiled
def test_one_player_may_sit_for_both_of_a_side() -> None:
    alone = Notebook()
    battle = Battle.start(armies=THREE, players=(alone, "heuristic"), seed=4)
    battle.play()
    assert {view.commander for view in alone.views} == {1, 2}
    assert len(alone.seeds) == 1
    assert battle.commanders == (2, 1)
    assert battle.seated == (alone, "heuristic", alone, None)


@compiled
@pytest.mark.rule("PT-MULTI-05")
def test_the_top_scorer_of_the_winning_side_is_praised() -> None:
    praised = set()
    for seed in range(12):
        battle = Battle.start(armies=FOUR, seed=seed)
        outcome = battle.play()
        assert outcome.scored is not None
        assert [len(side) for side in outcome.scored] == [2, 2]
        assert sum(outcome.scored[0]) <= outcome.vp_a
        assert sum(outcome.scored[1]) <= outcome.vp_b
        if outcome.winner != "draw":
            mine = outcome.scored["ab".index(outcome.winner)]
            assert outcome.top_scorers == tuple(k + 1 for k in range(2) if mine[k] == max(mine))
            praised.add(outcome.praise)
    assert len(praised) > 2


@pytest.mark.rule("PT-MULTI-05")
def test_praise_in_words() -> None:
    end: dict[str, Any] = {"turns": 3, "decks": 1, "ended_by": "PT-VP-13", "marker_vp_a": 0, "marker_vp_b": 0}
    assert Outcome(9, 2, "a", **end, scored=((5, 4), (2,))).praise == "the first player of side a"
    assert Outcome(4, 8, "b", **end, scored=((4,), (3, 5))).praise == "the second player of side b"
    assert Outcome(4, 8, "b", **end, scored=((4,), (4, 4))).praise == "the first and the second player of side b"
    assert Outcome(9, 2, "a", **end, scored=((9,), (1, 1))).praise == ""  # alone
    assert Outcome(4, 4, "draw", **end, scored=((2, 2), (4,))).praise == ""
    assert Outcome(9, 2, "a", **end).top_scorers == ()


def test_a_result_in_words() -> None:
    won = Outcome(9, 2, "a", turns=1, decks=2, ended_by="AMB-23", marker_vp_a=0, marker_vp_b=0)
    assert str(won) == "9 : 2 VP, a victory of side a after 1 turn, 2 decks (AMB-23)"
    even = Outcome(40, 40, "draw", turns=3, decks=1, ended_by="PT-VP-13", marker_vp_a=0, marker_vp_b=0, scale=10)
    assert str(even) == "40 : 40 points, a draw after 3 turns, 1 deck (PT-VP-13)"


@pytest.mark.rule("PT-MULTI-03")
def test_how_many_decks() -> None:
    assert [decks_of(players) for players in ((1, 1), (2, 1), (1, 2), (2, 2))] == [1, 1, 1, 2]
    assert decks_of((2, 2), 1) == 1
    assert decks_of((1, 1), 2) == 2


@compiled
@pytest.mark.rule("PT-MULTI-03", "PT-MULTI-04")
def test_the_log_tells_of_all_draws_and_of_ties() -> None:
    battle = Battle.start(armies=FOUR, seed=2)
    assert battle.decks_in_play == 2
    battle.play()
    turns = [line for line in battle.log() if line.startswith("--- turn")]
    assert turns[0].startswith("--- turn 1: side a draws ")
    assert " and " in turns[0]
    assert turns[0].endswith(" names first ---")
    ties = []
    for seed in range(30):
        solo = Battle.start(armies=("8 x T-34c", "8 x Tiger I"), seed=seed, solo=True, decks=2)
        solo.play()
        ties += [line for line in solo.log() if line.startswith("equal cards of both decks")]
    assert ties
    for line in ties:
        words = line.replace(",", "").replace(";", "").split()
        a, b = int(words[words.index("rolls") + 1]), int(words[words.index("goes") - 3])
        assert words[words.index("goes") - 1] == ("a" if a > b else "b")


@compiled
def test_a_battle_of_many_is_told_again_picture_by_picture() -> None:
    battle = Battle.start(armies=FOUR, seed=2, explain=True, players=(("tactician", "heuristic"), "uniform"))
    battle.play()
    frames = frames_of(battle, list(walk(battle)))
    assert frames[-1].view.sides[0].vp == battle.record[0].player[0].vp
    assert battle.explanations
    assert {one.player for one in battle.explanations} == {"tactician", "heuristic", "uniform"}
    again = Battle.start(armies=FOUR, seed=2, players=(("tactician", "heuristic"), "uniform"))
    assert again.play() == battle.outcome
    assert again.taken == battle.taken  # explained or not


@pytest.mark.parametrize(
    ("settings", "error", "what"),
    [
        ({"armies": ("T-34c & KV-1 & KV-1", "Tiger I")}, InvalidValue, "1 to 2"),
        ({"armies": ("T-34c & ", "Tiger I")}, InvalidValue, "units separated"),
        ({"armies": ("T-34c & Tortoise", "Tiger I")}, UnitNotFound, "Tortoise"),
        ({"armies": THREE, "commanders": (1, 1)}, InvalidValue, "as the armies are written"),
        (
            {"armies": ("T-34c & KV-1 & T-60", "Tiger I")},
            InvalidValue,
            r"PT-MULTI-01 sets no limit.*two players a side",
        ),
        ({"armies": ("T-34c", "Tiger I"), "commanders": (1, 3)}, InvalidValue, r"\[1, 3\].*from 1 to 2: PT-MULTI-01"),
        ({"armies": ("T-34c", "Tiger I"), "commanders": (2, 1)}, InvalidValue, "no more than"),
        ({"armies": THREE, "decks": 3}, InvalidValue, "one for each side"),
        ({"armies": THREE, "solo": True}, RuleForbids, "solo"),
        ({"armies": THREE, "support": "both", "ruleset": FROM_HAND}, NotModelled, "AMB-131"),
        (
            {"armies": ("T-34c", "Tiger I"), "support": "both", "solo": True, "ruleset": FROM_HAND},
            NotModelled,
            "AMB-131",
        ),
        ({"armies": THREE, "ruleset": FIRST_EDITION}, RuleForbids, "first edition"),
        ({"armies": ("T-34c", "Tiger I"), "ruleset": FIRST_EDITION, "decks": 2}, RuleForbids, "first edition"),
        ({"armies": ("T-34c", "Tiger I"), "ruleset": FIRST_EDITION, "solo": True}, RuleForbids, "first edition"),
        ({"armies": ("T-34c", "Tiger I"), "ruleset": FIRST_EDITION, "removed": 0.2}, RuleForbids, "first edition"),
        ({"armies": ("T-34c", "Tiger I"), "dummies": 0.4}, InvalidValue, "1/3"),
        ({"armies": THREE, "removed": 0.2}, InvalidValue, "battlegroup"),
        ({"armies": THREE, "players": (("heuristic",) * 3, "heuristic")}, InvalidValue, "2 for side a"),
        ({"armies": THREE, "players": ("heuristic", ("heuristic",) * 2)}, InvalidValue, "1 for side b"),
        ({"armies": THREE, "players": (("heuristic", "nobody"), "heuristic")}, PlayerNotFound, "nobody"),
    ],
)
def test_what_does_not_fit_is_refused(settings: dict[str, Any], error: type[Exception], what: str) -> None:
    with pytest.raises(error, match=what):
        Battle.start(**settings)


@compiled
def test_views_are_those_of_players_who_are_there() -> None:
    battle = Battle.start(armies=THREE)
    assert battle.view("a", 2).commander == 2
    assert battle.view("b").side == "b"
    with pytest.raises(InvalidValue, match="players of side b"):
        battle.view("b", 2)


@compiled
@pytest.mark.rule("PT-SOLO-05", "PT-SOLO-07")
def test_forces_drawn_from_unit_cards_follow_from_the_seed() -> None:
    armies = ("6 x T-34c", "3 x Tiger I, 3 x Panther A")
    seen = set()
    for seed in range(12):
        battle = Battle.start(armies=armies, seed=seed, dummies=(0, 1 / 3), removed=(0, 1 / 3))
        names = battle._names
        assert sum(name.endswith("T-34c") for name in names) == 6
        theirs = tuple(name.split(" ", 1)[1] for name in names if name.startswith("b"))
        assert 3 <= len(theirs) <= 6  # of six and three blanks three are taken away
        again = Battle.start(armies=armies, seed=seed, dummies=(0, 1 / 3), removed=(0, 1 / 3))
        assert again._names == names
        seen.add(theirs)
    assert len(seen) > 4
    assert parts_of(1 / 3, "removed") == parts_of((1 / 3, 1 / 3), "removed")


# --- experiments -----------------------------------------------------------------------------------------------------


def test_an_experiment_keeps_what_is_not_usual_and_nothing_else() -> None:
    usual = Design().provenance()
    assert not {"commanders", "decks", "solo", "dummies", "removed"} & set(usual)
    design = Design(commanders=(2, 1), decks=2, removed=(0, 0.25))
    about = design.provenance()
    assert (about["commanders"], about["decks"], about["solo"], about["removed"]) == ([2, 1], 2, False, [0, 0.25])
    assert Design.of_provenance(about, design.units).provenance() == about
    assert design.mirror().provenance()["commanders"] == [1, 2]
    assert design.mirror().terms.removed == (0.25, 0)
    assert design.terms.seats == Seats((-1, 0), own_decks=True)
    assert Design(solo=True).provenance()["solo"] is True
    with pytest.raises(RuleForbids, match="first edition"):
        Design(ruleset=FIRST_EDITION, commanders=(2, 2))
    with pytest.raises(InvalidValue, match="commanders"):
        Design(commanders=(3, 1))


@compiled
@pytest.mark.parametrize(
    "settings", [{"commanders": (2, 2)}, {"commanders": (1, 2)}, {"solo": True}, {"dummies": 0.2, "removed": 1 / 3}]
)
def test_a_battle_of_an_experiment_is_the_same_alone(settings: dict[str, Any]) -> None:
    design = Design(seed=5, tables=2, **settings)
    results = Arena(design).results(BATTLES_PER_TASK, 3)
    for number, row in enumerate(results, BATTLES_PER_TASK):
        outcome = single_battle(design, number).play()
        assert (outcome.vp_a, outcome.vp_b, outcome.turns) == (*row.vp.tolist(), row.turns)
    assert (results["vp"] != Arena(Design(seed=5, tables=2)).results(BATTLES_PER_TASK, 3)["vp"]).any()
