"""What every companion game owes: a rulebook that says how far it goes, rulings as switches, questions that answer."""

from __future__ import annotations

import inspect
import json
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.coverage_table import carried, marked
from tigersim.catalogue.companions import Game, GameNotFound, Readings, game, games
from tigersim.cli import app
from tigersim.companions.answer import Answer, Table
from tigersim.companions.asking import ask_wholes
from tigersim.companions.question import Question, questions
from tigersim.errors import InvalidValue, UnknownName
from tigersim.statistics.law import Law

GAMES = list(games().values())
ASKED = [pytest.param(of, one, id=f"{of.command} {one.name}") for of in GAMES for one in questions(of).values()]
run = CliRunner().invoke
every_game = pytest.mark.parametrize("of", GAMES, ids=lambda of: of.name)
every_question = pytest.mark.parametrize(("of", "one"), ASKED)


@every_game
def test_ids_begin_with_the_prefix_and_are_all_different(of: Game) -> None:
    ids = [one.id for one in of.entries] + [one.id for one in questions(of).values()]
    assert all(one.startswith(f"{of.prefix}-") for one in ids)
    assert len(set(ids)) == len(ids)
    assert len(of.by_key) == sum(bool(one.key) for one in of.rulings)


@every_game
def test_rules_live_where_their_status_says(of: Game) -> None:
    for one in of.rules:
        assert one.title, one.id
        assert one.source, one.id
        done = (one.id in carried(), one.id in marked())
        expected = {"implemented": ((True, True),), "not modelled": ((False, False),)}
        assert done in expected.get(one.status, (done,)), one.id


@every_game
def test_every_ruling_says_what_it_rules_and_why(of: Game) -> None:
    for one in of.rulings:
        assert one.question, one.id
        assert one.why, one.id
        assert one.default or not one.key, one.id
        for option in one.options:
            if one.key:
                assert Readings.of(of, {one.key: option})[one.key] == option


@every_game
def test_readings_take_what_they_know_only(of: Game) -> None:
    with pytest.raises(UnknownName, match="unknown switch"):
        Readings.of(of, {"no such ruling": "1"})
    for one in of.by_key.values():
        for faulty in ("-1", "nonsense", "1/0", "1.5"):
            with pytest.raises((UnknownName, InvalidValue)):
                Readings.of(of, {one.key: faulty})


WRONG: dict[type, list[object]] = {
    int: [None, True, 1.5, "x", []],
    float: [None, True, "x", []],
    bool: [None, 1, "no", []],
    str: [None, True, 3, ["x"]],
}
"""What no argument of such a type may be."""


@every_game
def test_no_question_takes_arguments_of_another_type(of: Game) -> None:
    for one in questions(of).values():
        needed = {name: "" for name, (_, _, default) in one.parameters.items() if default is inspect.Parameter.empty}
        for name, (kind, _, _) in one.parameters.items():
            for wrong in WRONG[kind]:
                with pytest.raises(InvalidValue, match=rf"^{name} is "):
                    one.ask(**{**needed, name: wrong})
        with pytest.raises(InvalidValue, match=r"^readings is "):
            one.ask(**needed, readings="x")


def test_a_whole_number_of_numpy_is_one() -> None:
    redeal = questions(game("victory_day"))["redeal"].ask
    assert redeal(deck=np.int64(40)).asked == redeal(deck=40).asked


@every_game
def test_an_option_is_told_as_rules_take_it(of: Game) -> None:
    choices = [one for one in of.by_key.values() if one.kind == "choice"]
    assert choices
    for one in choices:
        for place, option in enumerate(one.options):
            chosen = Readings.of(of, {one.key: option})
            told = {"true": 1, "false": 0}.get(option, place)
            assert (chosen.option(one.key), chosen.flag(one.key)) == (told, option == "true")


def test_numbers_out_of_their_range_are_named_one_by_one() -> None:
    ask_wholes(1, 6, first=1, second=6)
    for values, name in (({"first": 0, "second": 7}, "first"), ({"first": 6, "second": 7}, "second")):
        with pytest.raises(InvalidValue, match=f"^{name}.*from 1 to 6"):
            ask_wholes(1, 6, **values)


def test_a_law_is_a_table_of_all_numbers_that_are_asked_for() -> None:
    two = Law.of(((0, 1), (2, 3)))
    rows = Table.of_law("Two or none", two, ("n", "p", "or more")).rows
    assert rows == [
        {"n": 0, "p": Fraction(1, 4), "or more": 1},
        {"n": 2, "p": Fraction(3, 4), "or more": Fraction(3, 4)},
    ]
    assert [row["p"] for row in Table.of_law("", two, ("n", "p", "or more"), range(3)).rows] == [
        Fraction(1, 4),
        0,
        Fraction(3, 4),
    ]


@cache
def asked(of: str, name: str) -> Answer:
    """The answer with every parameter as it is, once for all tests."""
    return questions(game(of))[name].ask()


@every_question
def test_every_question_answers_and_says_what_it_rests_on(of: Game, one: Question) -> None:
    assert one.text.endswith("?")
    answer = asked(of.name, one.name)
    assert answer.question == one.id
    assert answer.numbers or answer.tables
    assert set(answer.rests_on) <= set(of.by_key)
    told = json.loads(json.dumps(answer.to_dict()))
    assert told["provenance"]["game"] == of.name
    for number in answer.numbers:
        assert number.meaning
        if number.exact is not None:
            assert float(number.exact) == number.value
        if number.name.startswith("p_"):
            assert 0 <= number.value <= 1
    for sentence in answer.readings.said(*answer.rests_on):
        assert sentence in answer.show()
    assert answer.title in answer._repr_html_()


@every_question
def test_every_question_is_a_command(of: Game, one: Question) -> None:
    call = ["companion", of.command, one.name]
    shown = run(app, call)
    assert shown.exit_code == 0, shown.output
    told = run(app, [*call, "--json"])
    assert json.loads(told.stdout) == json.loads(json.dumps(asked(of.name, one.name).to_dict()))
    assert run(app, [*call, "--csv"]).exit_code == 0
    described = run(app, [*call, "--help"])
    assert one.id in described.stdout
    assert [name for name, (_, meaning, _) in one.parameters.items() if not meaning] == []
    unknown = run(app, [*call, "--set", "nothing=1"])
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert run(app, [*call, "--set", "nothing"]).exit_code == 2


@every_question
def test_a_number_out_of_its_range_is_refused_by_name(of: Game, one: Question) -> None:
    for name, (low, high) in one.ranges.items():
        assert low <= one.parameters[name][2] <= high, name
        for faulty in (low - 1, high + 1):
            with pytest.raises(InvalidValue, match=f"^{name} .*from {low} to {high}"):
                one.ask(**{name: faulty})


def test_ranges_are_found() -> None:
    found = {(of.name, one.name): one.ranges for of in GAMES for one in questions(of).values()}
    assert found["batalist", "ammunition"] == {"shooters": (1, 60), "needed": (0, 400)}
    assert found["victory_day", "draw"] == {"turn": (1, 40)}
    assert found["batalist", "dispute"] == {}


ON_BY_DEFAULT = [
    pytest.param(of, one, name, id=f"{of.command} {one.name} {name}")
    for of in GAMES
    for one in questions(of).values()
    for name, (_, _, default) in one.parameters.items()
    if default is True
]


@pytest.mark.parametrize(("of", "one", "name"), ON_BY_DEFAULT)
def test_a_flag_that_is_on_can_be_turned_off(of: Game, one: Question, name: str) -> None:
    asked = ["companion", of.command, one.name, "--json"]
    off = json.loads(run(app, [*asked, f"--no-{name.replace('_', '-')}"]).stdout)
    assert off["provenance"]["asked"][name] is False
    on = json.loads(run(app, [*asked, f"--{name.replace('_', '-')}"]).stdout)
    assert on["provenance"]["asked"][name] is True
    assert on["numbers"] == json.loads(run(app, asked).stdout)["numbers"]


def test_flags_that_are_on_were_found() -> None:
    found = {(one.name, name) for _, one, name in (case.values for case in ON_BY_DEFAULT)}
    assert found >= {("task", "attach"), ("charge", "shooters_first"), ("battle-line", "morale")}


@every_game
def test_its_rules_and_rulings_are_listed(of: Game) -> None:
    for word, expected in (("rules", of.rules), ("rulings", of.rulings)):
        listed = json.loads(run(app, ["companion", of.command, word, "--json"]).stdout)
        assert [row["id"] for row in listed] == [one.id for one in expected]
        shown = run(app, ["companion", of.command, word]).stdout
        assert all(one.id in shown for one in expected)


@every_game
def test_one_rule_is_shown_with_its_code_and_tests(of: Game) -> None:
    done = next(one for one in of.rules if one.status == "implemented")
    told = json.loads(run(app, ["companion", of.command, "rule", done.id, "--json"]).stdout)
    assert (told["functions"], told["tests"]) == (carried()[done.id], marked()[done.id])
    open_point = next(one for one in of.rulings if one.key)
    shown = run(app, ["companion", of.command, "rule", open_point.key]).stdout
    assert open_point.id in shown
    assert open_point.default in shown
    unknown = run(app, ["companion", of.command, "rule", "PT-FIRE-07"])
    assert unknown.exit_code == 2


def test_a_game_has_one_name_in_two_spellings() -> None:
    for of in GAMES:
        assert game(of.name) == game(of.command) == of
    with pytest.raises(GameNotFound):
        game("chess")
    unknown = run(app, ["companion", "chess"])
    assert unknown.exit_code == 2
