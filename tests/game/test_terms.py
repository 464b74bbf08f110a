"""Terms of a battle: checked once, equal by meaning, as data and as text."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tigersim as ts
from tests.forms import form
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, ruling, rulings
from tigersim.catalogue.scenarios import Scenario, scenarios
from tigersim.catalogue.units import all_units
from tigersim.core.board import ALL_FAMILIES, FAMILIES
from tigersim.errors import (
    DataError,
    InvalidValue,
    NotModelled,
    RuleForbids,
    ScenarioNotFound,
    TigersimError,
    UnknownName,
)
from tigersim.game.restrictions import FORBIDDABLE, by_side, forbid_of
from tigersim.game.terms import TermOptions, Terms
from tigersim.lab.design import Design

FIRST = RuleSet.load("paper_tigers_1")
MEADOW = "\n".join(["." * 12] * 5 + ["~~~#~~~,~~~~"] + ["..WWHHBB==.."] * 6)
OWN = """
title = "My own, with a comma"
about = "Says \\"what\\"."
[table]
family = "open"
forts = [1, 2]
[attacker]
landing = 2
[rules]
side_a_attacks = true
support = "barrages"
"""
LIVE = [one for one in rulings() if one.live]
SHARES = st.sampled_from([0, 0.1, 0.25, 1 / 3, 0.2, 0.123])
SIDES_FORBID = [f"{side}{name}" for side in ("", "a:", "b:") for name in FORBIDDABLE]
OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "ruleset": st.lists(st.sampled_from(LIVE), max_size=3, unique_by=lambda one: one.switch).map(
        lambda some: DEFAULT.replace(**{one.switch: one.live[-1] for one in some})
    ),
    "scenario": st.sampled_from(scenarios()),
    "family": st.sampled_from(ALL_FAMILIES),
    "inches": st.tuples(st.integers(36, 72), st.integers(36, 48)),
    "markers": st.sampled_from(["none", "standard"]),
    "target_score": st.integers(0, 30),
    "support": st.sampled_from(["none", "barrages", "air strikes", "both"]),
    "forts": st.tuples(st.integers(0, 8), st.integers(0, 8)),
    "landing": st.dictionaries(st.sampled_from("ab"), st.integers(1, 26)),
    "forbid": st.lists(st.sampled_from(SIDES_FORBID), max_size=4),
    "commanders": st.tuples(st.integers(1, 2), st.integers(1, 2)),
    "decks": st.sampled_from([1, 2]),
    "solo": st.booleans(),
    "dummies": st.one_of(SHARES, st.tuples(SHARES, SHARES)),
    "removed": st.one_of(SHARES, st.tuples(SHARES, SHARES)),
    "map": st.just(MEADOW),
    "price_list": st.integers(1, 99).map(lambda points: PriceList("mine", {"Tiger I [germany]": points}, 10)),
}


@st.composite
def random_terms(draw: Any) -> Terms:
    """Some options that go together."""
    names = draw(st.lists(st.sampled_from(sorted(OPTIONS)), max_size=6, unique=True))
    found = Terms()
    for name in names:
        try:
            found = found.replace(**{name: draw(OPTIONS[name])})
        except (InvalidValue, RuleForbids, NotModelled):
            continue  # it does not go with the others
    return found


def own_scenario(folder: Path) -> Path:
    path = folder / "mine.toml"
    path.write_text(OWN, encoding="utf-8")
    return path


def same(one: Terms, other: Terms) -> bool:
    return one == other and hash(one) == hash(other) and str(one) == str(other)


def test_every_option_has_a_strategy() -> None:
    assert set(OPTIONS) == set(TermOptions.__annotations__)


@settings(max_examples=form(60, 300), deadline=None)
@given(random_terms())
def test_text_data_and_copies_are_read_back(terms: Terms) -> None:
    assert same(Terms.parse(str(terms)), terms)
    assert same(Terms.from_dict(json.loads(json.dumps(terms.to_dict()))), terms)
    assert same(pickle.loads(pickle.dumps(terms)), terms)
    assert same(Terms(**terms.changed()), terms)
    assert same(Terms.of(terms, **terms.changed()), terms)
    assert "\n" not in str(terms)


def test_the_text_is_the_one_that_players_write() -> None:
    text = "river, markers=standard, forts=2+1, a:landing=2"
    terms = Terms(family="river", markers="standard", forts=(2, 1), landing={"a": 2})
    assert (str(terms), Terms.parse(text)) == (text, terms)
    assert Terms.parse("  river,forts = 2+1 ,a:landing=2,  markers=standard ") == terms
    assert str(Terms()) == "standard battle"
    assert Terms.parse("standard battle") == Terms.parse("") == Terms()
    shares = Terms.parse("dummies=1/3, removed=1/3+0")
    assert (shares.dummies, shares.removed) == ((1 / 3, 1 / 3), (1 / 3, 0))
    assert str(shares) == "dummies=1/3, removed=1/3+0"
    assert Terms.parse("edition=1").ruleset == FIRST
    (switch,) = FIRST.changed()  # an edition may have another reading than the default, and its terms again another
    reading = FIRST.replace(**{switch: ruling(switch).default}, game_end_timing="immediate")
    assert Terms.parse(str(Terms(ruleset=reading))).ruleset == reading
    switch = Terms.parse("set:save_success_rule=one_success_cancels_all")
    assert switch.ruleset.changed() == {"save_success_rule": "one_success_cancels_all"}
    assert Terms.parse("forbid=follow, a:forbid=move+fire").forbidden == (("move", "fire", "follow"), ("follow",))


def test_a_scenario_and_a_table_of_your_own_are_in_the_text(tmp_path: Path) -> None:
    path = own_scenario(tmp_path)
    terms = Terms(scenario=path, forbid="save")
    path.unlink()
    assert same(Terms.parse(str(terms)), terms)
    assert Terms.from_dict(terms.to_dict()) == terms
    drawn = Terms(map=MEADOW)
    assert same(Terms.parse(str(drawn)), drawn)
    table = drawn.table(3, 1)[0]
    assert (table.width, table.depth) == (36, 36)  # twelve letters: three inches each
    assert int(table.water) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rivr", "rivr.*did you mean river"),
        ("markers", "unknown"),
        ("fort=2+1", "fort.*did you mean forts"),
        ("forts=2;1", "forts.*LIGHT.HEAVY"),
        ("forts=1", "forts"),
        ("c:landing=2", "'c'.*a, b"),
        ("a:landing=soon", "landing.*a turn"),
        ("a:forbid=folow", "folow.*follow"),
        ("river, open", "family.*twice"),
        ("set:no_such=1", "no_such"),
        ("inches=72", "size|inches"),
        ("inches=wide", "WIDTHxDEPTH"),
        ("dummies=1/0", "dummies"),
        ('map="...', "map.*closed"),
        ("plan={}x", "comma"),
        ("edition=3", "edition.*1 or 2"),
        ("decks=3", "decks.*1 for all"),
        ("commanders=3+1", "commanders"),
    ],
)
def test_text_that_cannot_be_read_is_named(text: str, told: str) -> None:
    with pytest.raises(TigersimError, match=told):
        Terms.parse(text)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"fmily": "river"}, "fmily.*family"),
        ({"target_score": "9"}, "field 'target_score'"),
        ({"forts": [1, "2"]}, "field 'forts'"),
        ({"solo": 1}, "field 'solo'"),
        ({"landing": {"a": 1.5}}, "field 'landing'"),
        ({"scenario": "mine", "plan": {"title": "x"}}, "mine"),
    ],
)
def test_data_of_another_kind_are_named(data: dict[str, Any], told: str) -> None:
    with pytest.raises((DataError, UnknownName), match=told):
        Terms.from_dict(data)


def test_terms_that_mean_the_same_are_equal(tmp_path: Path) -> None:
    path = own_scenario(tmp_path)
    terms = Terms(scenario=path)
    assert (terms.support, terms.forts, dict(terms.landing)) == ("barrages", (1, 2), {"a": 2})
    assert terms == Terms(scenario=path, support="barrages", forts=(1, 2), landing={"a": 2}, family="open")
    assert terms.to_dict().keys() == {"scenario", "plan"}
    assert Terms() == Terms(inches=(36, 36)) == Terms(ruleset=None, landing={})
    assert Terms() != Terms(inches=(37, 36))
    assert Terms(forbid=("b:save", "a:save")) == Terms(forbid="save")
    assert Terms(dummies=0.25) == Terms(dummies=(0.25, 0.25)) != Terms(dummies=(0.25, 0))
    assert len({Terms(), Terms(family="river"), Terms.parse("river")}) == 2
    assert Terms(scenario="fog of war") != Terms()
    assert terms.replace(scenario="standard battle") == Terms()  # what a scenario says goes with it


def test_options_are_laid_over_terms_and_do_not_contradict_them() -> None:
    river = Terms(family="river", forts=(1, 0))
    assert Terms.of(river) is river
    assert Terms.of(river, markers="standard") == Terms(family="river", forts=(1, 0), markers="standard")
    assert Terms.of(river, family="river", ruleset=None) == river
    with pytest.raises(InvalidValue, match=r"family is 'open'; allowed: river: the terms say so"):
        Terms.of(river, family="open")
    with pytest.raises(InvalidValue, match=r"forts is \(0, 0\)"):
        ts.match("heuristic", "uniform", terms=river, forts=(0, 0))
    assert river.replace(family="open", forts=(0, 0)) == Terms(family="open")
    with pytest.raises(InvalidValue, match="terms is 'river'"):
        Terms.of("river")  # type: ignore[arg-type]
    for verb in (Terms, ts.Design, lambda **more: ts.match("uniform", "uniform", **more)):
        with pytest.raises(UnknownName, match=r"'famly'.*family"):
            verb(famly="river")


def test_a_scenario_in_the_place_of_the_armies_says_what_to_write() -> None:
    for first in ("take the position", Scenario.load("take the position"), Path("mine.toml")):
        with pytest.raises(InvalidValue, match=r"two armies; a scenario goes by name: .*scenario='"):
            ts.Battle.start(first)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"scenario": "no such"}, ScenarioNotFound),
        ({"family": "moon"}, UnknownName),
        ({"markers": "many"}, InvalidValue),
        ({"target_score": -1}, InvalidValue),
        ({"support": "navy"}, InvalidValue),
        ({"forts": (9, 9)}, InvalidValue),
        ({"forts": (1, 0), "ruleset": FIRST}, RuleForbids),
        ({"landing": {"c": 1}}, UnknownName),
        ({"landing": {"a": 27}}, InvalidValue),
        ({"landing": {"a": 1}, "ruleset": FIRST}, RuleForbids),
        ({"forbid": "retreat"}, UnknownName),
        ({"commanders": (3, 1)}, InvalidValue),
        ({"commanders": (2, 1), "solo": True}, RuleForbids),
        ({"decks": 0}, InvalidValue),
        ({"solo": True, "ruleset": FIRST}, RuleForbids),
        ({"dummies": 0.5}, InvalidValue),
        ({"removed": (0, 0.4)}, InvalidValue),
        ({"inches": (80, 36)}, InvalidValue),
        ({"inches": (36, 35)}, RuleForbids),
        ({"inches": (6, 6), "scenario": "fighting withdrawal"}, RuleForbids),
        ({"inches": (36, 36), "ruleset": FIRST}, RuleForbids),
        ({"scenario": "take the position", "family": "river"}, InvalidValue),
        ({"scenario": "take the position", "ruleset": FIRST}, RuleForbids),
        ({"map": "...\n.."}, InvalidValue),
        ({"map": "...x"}, InvalidValue),
        ({"map": MEADOW, "family": "river"}, InvalidValue),
        ({"map": MEADOW, "forts": (1, 0)}, InvalidValue),
        ({"map": MEADOW, "scenario": "take the position"}, InvalidValue),
        (
            {"support": "both", "solo": True, "ruleset": DEFAULT.replace(support_call="from_hand")},
            NotModelled,
        ),
    ],
)
def test_terms_out_of_range_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Terms(**options)
    with pytest.raises(error):
        Design(**options)


def test_a_scenario_says_how_wide_its_table_is(tmp_path: Path) -> None:
    path = tmp_path / "wide.toml"
    path.write_text('title = "Wide"\nabout = ""\n[table]\nwidth = 60\n', encoding="utf-8")
    assert Terms(scenario=path).size == (60, 36)
    assert Terms(scenario=path, inches=(60, 48)).size == (60, 48)
    with pytest.raises(InvalidValue, match="width of the table is 40; allowed: 60 inches: the scenario 'wide' says so"):
        Terms(scenario=path, inches=(40, 48))


@given(st.lists(st.sampled_from(SIDES_FORBID), max_size=6))
def test_what_is_forbidden_is_written_in_one_way(entries: list[str]) -> None:
    assert by_side(forbid_of(by_side(entries))) == by_side(entries)
    assert forbid_of(by_side(entries)) == forbid_of(by_side(entries[::-1]))


def test_the_mirror_goes_with_the_player() -> None:
    terms = Terms(forbid=("a:save", "fire"), commanders=(2, 1), dummies=(0.1, 0), family="river")
    assert terms.mirror() == Terms(forbid=("b:save", "fire"), commanders=(1, 2), dummies=(0, 0.1), family="river")
    assert terms.mirror().mirror() == terms


@pytest.mark.parametrize("family", FAMILIES)
def test_designs_have_their_terms_on_record(family: str) -> None:
    for options in (
        {"family": family},
        {"family": family, "landing": {"a": 2}, "inches": (48, 40)},
        {"family": family, "support": "both", "forts": (2, 1), "forbid": ("a:save",), "commanders": (2, 1)},
    ):
        design = Design(seed=4, **options)
        again = Design.of_provenance(json.loads(json.dumps(design.provenance())), design.units)
        assert again.provenance() == design.provenance()
        assert {name: getattr(again.terms, name) for name in options} == {
            name: getattr(design.terms, name) for name in options
        }


@pytest.mark.rule("PT-AIRDROP-02")
def test_a_design_with_a_landing_needs_airborne_units() -> None:
    tanks = tuple(one for one in all_units() if "tank" in one.type)
    with pytest.raises(RuleForbids, match="PT-AIRDROP-02"):
        Design(units=tanks, landing={"b": 3})
    record = Design(landing={"b": 3}).battle_record()[0]
    assert [int(turn) for turn in record.scenario.landing] == [0, 3]
