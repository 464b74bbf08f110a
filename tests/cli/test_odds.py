"""Exact odds from the command line: the same numbers as in Python, explained, card by card, as JSON."""

import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import tigersim as ts
from tigersim.cli import app
from tigersim.odds import Fighter, Member, Target


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["odds", *arguments], env={"COLUMNS": "80", "NO_COLOR": "1"})


def data(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_pool_gives_fractions_beside_floats() -> None:
    answer = data("pool", "--dice", "3", "--difficulty", "9")
    # 160 of the 216 rolls of three dice reach 9, one reaches 18
    assert Fraction(answer["exact"]["p_success"]) == Fraction(160, 216)
    assert answer["p_success"] == pytest.approx(160 / 216)
    assert Fraction(answer["exact"]["p_double"]) == Fraction(1, 216)


ASKED = {
    "shot": (["Tiger I", "M4 Sherman"], "QH"),
    "melee": (["Guards Infantry", "Tiger I"], "7H"),
    "move": (["BT-7"], "9S"),
    "recovery": (["Tiger I"], "7S"),
    "find-cover": (["Tiger I"], "7S"),
    "landing": (["Waco Glider"], "7S"),
}


@pytest.mark.parametrize("question", ASKED)
def test_commands_answer_as_python_does(question: str) -> None:
    names, card = ASKED[question]
    ask = getattr(ts.odds, question.replace("-", "_"))
    for chosen, options in ((card, ["--card", card]), (None, [])):
        answer = data(question, *names, *options)
        for name, value in ask(*names, card=chosen).to_dict().items():
            assert answer[name] == value


@pytest.mark.parametrize("question", ASKED)
def test_steps_and_card_by_card(question: str) -> None:
    names, card = ASKED[question]
    explained = run(question, *names, "--card", card, "--steps")
    assert "  1. " in explained.stdout
    assert "PT-" in explained.stdout
    table = run(question, *names, "--by-card")
    assert table.exit_code == 0
    assert "10 J Q K red" in table.stdout
    assert len(data(question, *names, "--by-card")) == 52


@pytest.mark.parametrize("question", ASKED)
def test_text_fits_80_columns(question: str) -> None:
    names, card = ASKED[question]
    for options in (["--card", card, "--steps"], ["--by-card"]):
        assert max(len(line.rstrip()) for line in run(question, *names, *options).stdout.splitlines()) <= 80


def test_card_by_card_names_the_rule_that_forbids() -> None:
    cards = data("shot", "T-34a", "M4 Sherman", "--by-card")
    assert {card["forbidden"] for card in cards if not card["red"]} == {"PT-DIS-POOR_COMMAND"}
    assert {card["forbidden"] for card in cards if card["red"]} == {""}
    assert "Forbidden on black cards: PT-DIS-POOR_COMMAND." in run("shot", "T-34a", "M4 Sherman", "--by-card").stdout


def test_circumstances_reach_the_odds() -> None:
    options = ["--card", "6S", "--distance", "20", "--aspect", "other", "--cover", "wood", "--found-cover"]
    options += ["--hits-before", "1", "--objective", "destroy", "--fortification", "light"]
    answer = data("shot", "Comet", "Sturgeschutz III (late)", *options)
    asked = ts.odds.shot(
        "Comet",
        "Sturgeschutz III (late)",
        card="6S",
        distance=20,
        aspect="other",
        cover="wood",
        found_cover=True,
        hits_before=1,
        objective="destroy",
        fortification="light",
    )
    assert answer["p_destroyed"] == asked.p_destroyed


def test_headings_name_cover_and_the_nations_of_namesakes() -> None:
    asked = ["shot", "M4 Sherman", "Tiger I", "--distance", "12"]
    assert run(*asked, "--cover", "wood").stdout.splitlines()[0].endswith(': any card, 12", front, wood')
    assert run(*asked).stdout.splitlines()[0].endswith(': any card, 12", front')
    burst = run("burst", "M4 Sherman", "Regulars [usa]", "Regulars [germany]").stdout
    assert "fires a burst at Regulars [usa], Regulars [germany]:" in burst
    assert "Regulars [germany] (2): destroyed" in burst


def test_what_a_card_is_good_for() -> None:
    # a red queen: 10 or more with three dice to fire (135 of 216), with two to move (6 of 36)
    answer = data("card", "QH")
    assert Fraction(answer["exact"]["p_hit"]) == Fraction(135, 216)
    assert Fraction(answer["exact"]["p_move"]) == Fraction(6, 36)
    assert "10 J Q K red" in run("card", "--by-card").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["shot", "Tiger I", "M4 Sherman", "--card", "1H"], "unknown card '1H'"),
        (["shot", "Tiger I", "M4 Sherman", "--distance", "-1"], "distance is -1.0; allowed"),
        (["shot", "Tiger I", "M4 Shermann"], "M4 Sherman"),
        (["shot", "Tiger I", "M4 Sherman", "--cover", "trees"], "allowed: none, wood, building, hill"),
        (["shot", "Tiger I", "M4 Sherman", "--hits-before", "2"], "hits_before"),
        (["shot", "T-34a", "Tiger I", "--card", "7S"], "(PT-DIS-POOR_COMMAND)"),
        (["shot", "T-34a", "Tiger I", "--by-card", "--steps"], "--by-card alone"),
        (["shot", "LCM", "Tiger I", "--by-card"], "(AMB-55)"),
        (["melee", "Guards Infantry", "Tiger I", "--card", "7S"], "(PT-MELEE-02)"),
        (["find-cover", "Tiger I", "--card", "7H"], "(PT-COVER-04)"),
        (["pool", "--dice", "0", "--difficulty", "9"], "dice is 0; allowed"),
        (["pool", "--dice", "3"], "--difficulty"),
        (["shot", "Tiger I", "KV-1", "--set", "AMB-43=x"], "AMB-43 is answered by the switch save_success_rule"),
    ],
)
def test_bad_questions_are_one_line_and_status_2(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


MOVE_AND_FIRE = ["--card", "QS", "--card", "5S", "--action", "move", "--action", "fire", "--after-move", "distance=6"]
GROUP = ["--follower", "Regulars [ussr]; at=1", "--helper", "Regulars [germany]", "--bystander", "Conscripts [ussr]"]
EXCHANGES: dict[str, tuple[list[str], Any]] = {
    "burst": (
        ["Panzer I", "Regulars [ussr]", "Guards Infantry; cover=wood", "--card", "8H", "--policy", "destroy"],
        lambda: ts.odds.burst(
            "Panzer I", ["Regulars [ussr]", Target("Guards Infantry", cover="wood")], "8H", policy="destroy"
        ),
    ),
    "activation": (
        ["Tiger I", "M4 Sherman; aspect=other", *MOVE_AND_FIRE],
        lambda: ts.odds.activation(
            "Tiger I",
            Target("M4 Sherman", aspect="other"),
            ("move", "fire"),
            ("QS", "5S"),
            after_move=Target("M4 Sherman", distance=6),
        ),
    ),
    "follow": (
        ["M4 Sherman", "M7 Priest; distance=14", "--target", "Tiger I; cover=wood", "--card", "8H"],
        lambda: ts.odds.follow(
            ["M4 Sherman", Member("M7 Priest", distance=14)], "fire", "8H", Target("Tiger I", cover="wood")
        ),
    ),
    "duel": (
        ["Panzer I", "Regulars [ussr]; cover=wood", "--weapons", "mg,main", "--cards", "2,1", "--recovery", "1/2"],
        lambda: ts.odds.duel(
            "Panzer I",
            Target("Regulars [ussr]", cover="wood"),
            weapons=("mg", "main"),
            cards=(2, 1),
            recovery=Fraction(1, 2),
        ),
    ),
    "melee": (
        ["Guards Infantry", "Tiger I; shocked", "--card", "7H", *GROUP],
        lambda: ts.odds.melee(
            "Guards Infantry",
            Fighter("Tiger I", shocked=True),
            "7H",
            followers=[Fighter("Regulars [ussr]", at=1)],
            helpers=["Regulars [germany]"],
            bystanders=["Conscripts [ussr]"],
        ),
    ),
}


@pytest.mark.parametrize("question", EXCHANGES)
def test_exchanges_answer_as_python_does(question: str) -> None:
    arguments, ask = EXCHANGES[question]
    answer, expected = data(question, *arguments), ask()
    for name, value in expected.to_dict().items():
        assert answer[name] == value
    explained = run(question, *arguments, "--steps")
    assert "  1. " in explained.stdout
    assert max(len(line) for line in explained.stdout.splitlines()) <= 80


@pytest.mark.parametrize("question", ["burst", "activation", "follow", "duel"])
def test_exchanges_as_csv(question: str) -> None:
    arguments, ask = EXCHANGES[question]
    lines = run(question, *arguments, "--csv").stdout.splitlines()
    assert lines[0] == "field,meaning,value,exact"
    assert [line.split(",")[0] for line in lines[1:]] == list(ask().to_dict())
    assert run(question, *arguments, "--csv", "--json").exit_code == 2


def test_a_duel_stands_on_the_top_level_too() -> None:
    arguments = ["Tiger I", "M4 Sherman", "--turns", "3", "--by-turn"]
    top = CliRunner().invoke(app, ["duel", *arguments])
    assert top.stdout == run("duel", *arguments).stdout
    assert "Tiger I destroyed" in top.stdout
    assert [line.split()[0] for line in top.stdout.splitlines() if "%" in line] == ["1", "2", "3"]
    rows = data("duel", *arguments)
    assert [row["turn"] for row in rows] == [1, 2, 3]
    assert rows[2]["p_neither"] == float(ts.odds.duel("Tiger I", "M4 Sherman").by_turn[2][2])
    assert run("duel", *arguments, "--csv").stdout.startswith("turn,p_a_destroyed")


def test_follow_card_by_card_and_what_shots_bring() -> None:
    cards = data("follow", "BT-7", "T-60", "--action", "move", "--by-card")
    assert len(cards) == 52
    assert run("follow", "BT-7", "--action", "move", "--by-card", "--steps").exit_code == 2
    beside = data("shot", "M7 Priest", "Tiger I", "--card", "8H", "--neighbour", "Regulars [germany]; cover=wood")
    assert beside["p_neighbour_suppressed"] == ts.odds.shot("M7 Priest", "Tiger I", "8H").p_hit_scored


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["burst", "Panzer I", "Regulars [ussr]; cover=trees"], "allowed: none, wood"),
        (["burst", "Panzer I", "Regulars [ussr]; colour=red"], "unknown setting 'colour'"),
        (["burst", "Tiger II", "Tigger"], "Tiger"),
        (["activation", "Tiger I", "M4 Sherman", "--card", "QH"], "cards"),
        (["follow", "M4 Sherman"], "--target is 'left out'; allowed: who is fired at"),
        (["matrix", "Tiger I", "KV-1", "M4 Sherman"], "argument(s) (M4 Sherman); see "),
        (["duel", "Tiger I", "M4 Sherman", "--cards", "x"], "--cards"),
        (["duel", "Tiger I", "M4 Sherman", "--recovery", "often"], "--recovery"),
        (["duel", "Tiger I", "M4 Sherman", "--weapons", "main"], "--weapons"),
        (["melee", "Guards Infantry", "Tiger I", "--helper", "Regulars [germany]; at=9"], "at is 9"),
        (["shot", "Tiger I", "M4 Sherman", "--second-target", "M4 Sherman"], "second_target"),
    ],
)
def test_bad_exchanges_are_one_line_and_status_2(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
