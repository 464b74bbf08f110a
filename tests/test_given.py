"""What callers give: refused with the field and what is allowed, or taken as what it means; never something else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import tigersim as ts
from tigersim import odds, simulate
from tigersim.catalogue.collection import owned
from tigersim.catalogue.companions import Readings, game
from tigersim.catalogue.price_lists import PriceList, check_units
from tigersim.catalogue.units import AmbiguousUnit, all_units, unit
from tigersim.cli import app
from tigersim.cli.terms import shares
from tigersim.errors import (
    DataError,
    InvalidValue,
    NotModelled,
    SwitchNotFound,
    TigersimError,
    UnitNotFound,
    UnknownName,
)
from tigersim.game.terms import Terms

ARMIES: Any = (["T-34c"], ["Tiger I"])
FIELD = "\n".join(["......"] * 6)
Ask = Callable[..., Any]

REFUSED: list[tuple[Ask, type[TigersimError], str]] = [
    # whole numbers: neither fractions nor truths nor text
    *[
        (lambda ask=ask, wrong=wrong: ask(wrong), InvalidValue, "a whole number from 0 to 2^62 - 1")
        for wrong in (1.5, True, None, "1")
        for ask in (
            lambda seed: ts.Battle.start(ARMIES, seed=seed),
            lambda seed: ts.table("river", seed=seed),
            lambda seed: ts.match("uniform", "uniform", 2, seed, armies=ARMIES),
            lambda seed: ts.Design(seed=seed),
        )
    ],
    (lambda: ts.Battle.start(ARMIES, number=1.5), InvalidValue, "number, table is (1.5, 0)"),  # type: ignore[arg-type]
    (lambda: ts.Battle.start(ARMIES, table=True), InvalidValue, "number, table is (0, True)"),
    (lambda: ts.table("river", number=0.5), InvalidValue, "number is 0.5"),  # type: ignore[arg-type]
    (lambda: ts.table("river", width=40.5), InvalidValue, "width is 40.5"),  # type: ignore[arg-type]
    (lambda: Terms(target_score=1.5), InvalidValue, "score to play to is 1.5"),  # type: ignore[arg-type]
    (lambda: Terms(decks=True), InvalidValue, "decks is True"),
    (lambda: Terms(commanders=(True, 1)), InvalidValue, "commanders is [True, 1]"),
    (lambda: Terms(inches=(40.5, 40)), InvalidValue, "inches is (40.5, 40)"),  # type: ignore[arg-type]
    (lambda: Terms(forts=(True, 0)), InvalidValue, "forts is (True, 0)"),
    (lambda: Terms(landing={"a": 1.5}), InvalidValue, "turn of the landing is 1.5"),  # type: ignore[dict-item]
    (lambda: Terms(landing="a:2"), InvalidValue, 'a turn by side, as {"a": 2}'),  # type: ignore[arg-type]
    (lambda: Terms(solo="no"), InvalidValue, "solo is 'no'; allowed: True, False"),  # type: ignore[arg-type]
    (lambda: Terms(map=3), InvalidValue, "map is 3"),  # type: ignore[arg-type]
    (lambda: Terms.parse("dummies=1e400"), InvalidValue, "dummies is '1e400'; allowed: a share"),
    (lambda: shares("1e400", "--dummies"), InvalidValue, "--dummies is '1e400'; allowed: a share"),
    (lambda: Terms.parse("solo=maybe"), InvalidValue, "solo is 'maybe'; allowed: the word solo alone"),
    (lambda: ts.Design(sizes=(6.5, 8)), InvalidValue, "sizes is (6.5, 8)"),  # type: ignore[arg-type]
    (lambda: ts.Design(jitter=2.5), InvalidValue, "jitter is 2.5"),  # type: ignore[arg-type]
    (lambda: ts.battles(n=3.5), InvalidValue, "number of battles is 3.5"),  # type: ignore[arg-type]
    (lambda: ts.write_battles("never", n=3.5), InvalidValue, "number of battles is 3.5"),  # type: ignore[arg-type]
    (lambda: ts.match("uniform", "uniform", 2.0), InvalidValue, "number of battles is 2.0"),  # type: ignore[arg-type]
    (lambda: ts.survival(ARMIES, 2.5), InvalidValue, "battles is 2.5"),  # type: ignore[arg-type]
    (lambda: simulate.wilson(0, 0), InvalidValue, "trials is 0; allowed: more than 0"),
    (lambda: simulate.wilson(11, 10), InvalidValue, "count is 11; allowed: 0 to 10"),
    # nothing at all, or the wrong kind of thing
    (lambda: ts.unit(None), InvalidValue, "unit is None"),  # type: ignore[arg-type]
    (lambda: ts.profile(None), InvalidValue, "unit is None"),  # type: ignore[arg-type]
    (lambda: ts.profile("T-34c", 3), InvalidValue, "ruleset is 3"),  # type: ignore[arg-type]
    (lambda: ts.army(None), InvalidValue, "army is None"),  # type: ignore[arg-type]
    (lambda: ts.army([None]), InvalidValue, "unit is None"),  # type: ignore[list-item]
    (lambda: ts.rule_words(None), InvalidValue, "rule_id is None"),  # type: ignore[arg-type]
    (lambda: ts.Action.parse(None), InvalidValue, "action is None"),  # type: ignore[arg-type]
    (lambda: ts.Battle.from_position(None), InvalidValue, "position is None"),  # type: ignore[arg-type]
    (lambda: ts.price_unit("Tiger I"), InvalidValue, "own is 'Tiger I'; allowed: a Unit"),  # type: ignore[arg-type]
    (lambda: ts.price_unit(ts.unit("KV-1"), cost=2000), InvalidValue, "cost is 2000; allowed: 1 to 1,000 VP"),
    (lambda: ts.exploit(budget=-1), DataError, "exploit, field 'budget': is -1; allowed: 1 or more"),
    (lambda: ts.exploit(budget=10**30), DataError, "exploit, field 'budget': is 1000000000"),
    (lambda: ts.exploit(players="x"), DataError, "exploit, field 'players': is 'x'"),  # type: ignore[arg-type]
    (lambda: ts.ladder(3), InvalidValue, "players is 3; allowed: a list of players"),  # type: ignore[arg-type]
    (lambda: ts.ladder(pairs="x"), InvalidValue, "pairs is 'x'"),  # type: ignore[arg-type]
    (lambda: ts.report(3), InvalidValue, "folders is 3; allowed: a list of folders"),  # type: ignore[arg-type]
    (lambda: ts.luck(3), InvalidValue, "run is 3"),  # type: ignore[arg-type]
    (lambda: ts.luck(threads="x"), InvalidValue, "threads is 'x'"),  # type: ignore[arg-type]
    (lambda: ts.fit_prices(3), InvalidValue, "battles is 3; allowed: a DataFrame"),  # type: ignore[arg-type]
    # text where a list is meant
    (lambda: odds.panel("T-34c", "T-34c"), InvalidValue, "others is 'T-34c'; allowed: a list of units"),
    (lambda: odds.shot_matrix("T-34c", ["KV-1"]), InvalidValue, "attackers is 'T-34c'; allowed: a list"),
    (lambda: ts.survival("T-34c"), InvalidValue, "armies is 'T-34c'; allowed: two armies"),
    (lambda: ts.series("T-34c"), InvalidValue, "armies is 'T-34c'; allowed: a list of armies"),
    (lambda: ts.unit("T-34c").changed("fast"), InvalidValue, "with_ is 'fast'; allowed: a list of traits"),
    (lambda: ts.how_many("T-34c", "KV-1", covers="none"), InvalidValue, "covers is 'none'; allowed: a list"),
    # names of units and nations
    (lambda: ts.unit("Jeep [usa]", "britain"), InvalidValue, "nation is 'britain'; allowed: usa"),
    (lambda: ts.unit("Truck [usa]"), UnitNotFound, "unknown unit 'Truck [usa]'; there is Truck [france], Truck [ger"),
    (lambda: ts.unit("Tiger I", "ussr"), UnitNotFound, "unknown unit 'Tiger I [ussr]'; there is Tiger I [germany]"),
    # readings of the rules
    (lambda: ts.RuleSet("x", 2, (("foo", "bar"),)), SwitchNotFound, "unknown switch 'foo'"),
    (lambda: ts.RuleSet("x", 2, (("front_arc", "wide"),)), UnknownName, "unknown option of front_arc 'wide'"),
    (lambda: ts.RuleSet("x", 2, ("front_arc",)), InvalidValue, "pairs (switch, option)"),  # type: ignore[arg-type]
    (lambda: ts.RuleSet("x", 3), NotModelled, "edition 3 is not modelled in this version; allowed: 2, 1"),
    # maps: what is wrong with the letters before how large they would be
    (lambda: Terms(map="...\n..."), InvalidValue, "map is '2 rows of 3 letters'; allowed: 6 rows of 6 letters"),
    (lambda: Terms(map="...\n.."), InvalidValue, "row 2 has 2 letters, the first has 3"),
    (lambda: Terms(map="..Q"), InvalidValue, "row 1 has 'Q'; allowed: . = W B H"),
    (lambda: Terms(map=FIELD.replace(".", "*", 1)), InvalidValue, "an objective needs the file of a scenario"),
    (lambda: ts.Battle.start(ARMIES, map=FIELD.replace(".", "~")), DataError, "the map, field 'table.map': leaves"),
    # a duel has one range
    (lambda: odds.duel(odds.Target("KV-1", distance=5), "T-34c"), InvalidValue, "distance of KV-1 is 5; allowed: left"),
]


@pytest.mark.parametrize(("ask", "kind", "said"), REFUSED, ids=[said[:60] for _, _, said in REFUSED])
def test_what_is_wrong_is_refused_at_once(ask: Ask, kind: type[TigersimError], said: str) -> None:
    with pytest.raises(kind) as error:
        ask()
    assert said in str(error.value)


N = np.int64
ALIKE: list[Ask] = [
    lambda n: odds.pool(n(3), n(8), n(1)).p_success,
    lambda n: odds.duel("T-34c", "KV-1", n(10), n(6), cards=n(1)).p_a_destroyed,
    lambda n: odds.shot("T-34c", "KV-1", n(50), np.float64(8), hits_before=n(1)).p_destroyed,
    lambda n: odds.melee("Regulars [usa]", "Regulars [italy]", n(50)).to_dict(),
    lambda n: odds.card(n(50), "T-34c").to_dict(),
    lambda n: simulate.shots("T-34c", "KV-1", trials=n(1000), seed=n(2)).to_dict(),
    lambda n: ts.build(n(20), quick=True, copies=n(2), seed=n(3)).to_dict(),
    lambda n: ts.ArmyRules(
        year=n(1943), copies=n(3), sizes=(n(3), n(5)), limits=(ts.Limit(("infantry",), n(1)),)
    ).to_toml(),
    lambda n: PriceList("x", {"KV-1": n(30)}, n(10)).to_dict(),
    lambda n: str(
        Terms(target_score=n(30), decks=n(2), forts=(n(1), n(0)), inches=(n(40), n(41)), landing={"a": n(2)})
    ),
    lambda n: ts.Battle.start(ARMIES, seed=n(3), number=n(1), table=n(2)).position,
    lambda n: str(ts.table("river", seed=n(2), number=n(1), width=n(40), forts=(n(1), n(0)))),
    lambda n: ts.Design(seed=n(4), jitter=n(3), tables=n(8), sizes=(n(6), n(7))).provenance(),
]


@pytest.mark.parametrize("ask", ALIKE, ids=range(len(ALIKE)))
def test_whole_numbers_of_numpy_are_whole_numbers(ask: Ask) -> None:
    assert repr(ask(N)) == repr(ask(int))


ODD: list[Any] = [None, True, -1, 1.5, float("nan"), 10**30, "x", "", [], ["x"], [None], (1, 2), {}, object(), N(3)]
ASKED: list[tuple[Ask, dict[str, Any], str]] = [
    (ts.unit, {"name": "KV-1"}, "nation among"),
    (ts.units, {}, "ruleset path"),
    (ts.profile, {"of": "KV-1"}, "ruleset"),
    (ts.unit("KV-1").changed, {}, "with_ without name nation"),
    (ts.army, {"given": "KV-1"}, "against price_list rules units"),
    (ts.foretell, {"a": "KV-1", "b": "T-34c"}, "units rules"),
    (ts.worth, {"run": "006_what_every_unit_is_worth"}, "nation type run"),
    (ts.efficiency, {}, "reference run"),
    (ts.rule_words, {"rule_id": "PT-FIRE-02"}, "rule_id"),
    (ts.reading_words, {"ruling": "AMB-52"}, "ruling"),
    (ts.ArmyRules, {}, "nations year front copies sizes limits"),
    (ts.Limit, {"classes": ("recon",)}, "classes at_least at_most"),
    (PriceList, {"title": "x", "points": {"KV-1": 3}}, "title points scale scores army_rules about"),
    (PriceList.load, {}, "source"),
    (ts.ArmyRules.load, {}, "source"),
    (ts.RuleSet, {"name": "x", "edition": 2}, "name edition changes"),
    (ts.RuleSet.load, {}, "source"),
    (ts.Scenario.load, {}, "source"),
    (Terms, {}, " ".join(one.name for one in fields(Terms))),
    (Terms.parse, {}, "text"),
    (Terms.from_dict, {}, "data"),
    (ts.Action.parse, {}, "text"),
    (ts.Battle.start, {"armies": ARMIES}, "armies terms seed number table players logged explain units scenario"),
    (ts.Battle.from_position, {}, "text"),
    (ts.table, {}, "family seed number width depth markers ruleset forts"),
    (ts.Design, {}, " ".join(one.name for one in fields(ts.Design))),
    (odds.pool, {"dice": 3, "difficulty": 8}, "dice difficulty rerolls"),
    (
        odds.shot,
        {"attacker": "KV-1", "target": "KV-1"},
        "attacker target card distance weapon cover hits_before ruleset",
    ),
    (odds.shot_matrix, {"attackers": ["KV-1"], "targets": ["KV-1"]}, "attackers targets"),
    (odds.panel, {"unit": "KV-1", "others": ["KV-1"]}, "others"),
    (odds.duel, {"a": "KV-1", "b": "KV-1"}, "a b distance turns cards recovery weapons objective"),
    (odds.melee, {"attacker": "Regulars [usa]", "defender": "Regulars [usa]"}, "attacker defender card followers"),
    (odds.burst, {"attacker": "KV-1", "targets": ["Regulars [usa]"]}, "targets card policy"),
    (odds.follow, {"units": ["Regulars [usa]"] * 2, "action": "move"}, "units action card target inches"),
    (simulate.shots, {"attacker": "KV-1", "target": "KV-1", "trials": 100}, "trials seed method threads"),
    (simulate.wilson, {"count": 1, "trials": 2}, "count trials"),
]


@pytest.mark.parametrize(
    ("ask", "given", "names"), ASKED, ids=[getattr(ask, "__qualname__", "") for ask, _, _ in ASKED]
)
def test_no_error_of_pythons_own_reaches_who_gives_something_odd(ask: Ask, given: dict[str, Any], names: str) -> None:
    for name in names.split():
        for odd in ODD:
            with suppress(TigersimError):
                ask(**{**given, name: odd})


def test_rulesets_and_rules_of_armies_go_by_name_everywhere() -> None:
    first = ts.RuleSet.load("paper_tigers_1")
    assert ts.units("paper_tigers_1").equals(ts.units(first))
    assert ts.profile("T-34c", "paper_tigers_1") == ts.profile("T-34c", first)
    assert Terms(ruleset="paper_tigers_1") == Terms(ruleset=first)
    assert ts.Battle.start(ARMIES, ruleset="paper_tigers_1").position == ts.Battle.start(ARMIES, ruleset=first).position
    assert ts.table("river", ruleset="paper_tigers_1").width == 40
    threes = ts.ArmyRules.load("three_of_a_kind")
    assert ts.army("4 x T-34c", rules="three_of_a_kind").faults == ts.army("4 x T-34c", rules=threes).faults != ()
    assert ts.build(20, quick=True, rules="one_of_a_kind").table["army"].str.contains(" x ").sum() == 0


def test_units_in_lists_may_be_named() -> None:
    tank, heavy = unit("T-34c"), unit("KV-1")
    assert ts.army(["T-34c", heavy]).members == (tank, heavy)
    assert ts.army("T-34c", against=None).against == ()
    assert str(ts.foretell(["T-34c"], ["KV-1"])) == str(ts.foretell("T-34c", "KV-1"))
    assert ts.Design(units=["KV-1"], sizes=(1, 1)).units == (heavy,)
    assert owned({"KV-1": 2, tank: 1}) == {heavy: 2, tank: 1}  # type: ignore[arg-type]
    assert ts.Battle.start(ARMIES).position == ts.Battle.start(("T-34c", "Tiger I")).position


def test_a_file_stands_for_the_historical_units_with_ones_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.csv"
    mine.write_text("nation,name,type,advantages,disadvantages\nfinland,Sisu,armored_car,rugged;fast,rivets\n")
    sisu = ts.unit("Sisu", among=mine)
    assert sisu == all_units(mine)[-1] == ts.unit("Sisu", among=str(mine))
    assert ts.army("2 x Sisu, KV-1", units=mine).members == (sisu, sisu, unit("KV-1"))
    battle = ts.Battle.start(("Sisu", "KV-1"), units=mine, players=("uniform", "uniform"))
    assert battle.units == (sisu, unit("KV-1"))
    assert ts.Design(units=mine).units == all_units(mine)
    with pytest.raises(DataError, match="cannot be read"):
        ts.unit("Sisu", among=tmp_path / "none.csv")


def test_a_price_list_names_units_as_everybody_does(tmp_path: Path) -> None:
    assert dict(PriceList("x", {"KV-1": 30}).points) == {"KV-1 [ussr]": 30}
    with pytest.raises(UnitNotFound, match="did you mean Tiger I"):
        PriceList("x", {"Tigre I": 30})
    with pytest.raises(AmbiguousUnit, match=r"Jeep \[usa\]"):
        PriceList("x", {"Jeep": 3})
    with pytest.raises(InvalidValue, match=r"KV-1.* has 30"):
        PriceList("x", {"KV-1": 30, "KV-1 [ussr]": 31})
    for name, said in (("Tigre I", "unknown unit 'Tigre I' in mine.toml"), ("Jeep", "mine.toml, field 'points'")):
        with pytest.raises(TigersimError, match=said):
            PriceList.of_dict({"title": "x", "points": {name: 3}}, "mine.toml")
    with pytest.raises(DataError, match="holds no list to play by"):
        PriceList.load(tmp_path)


def test_a_unit_that_is_nowhere_is_told_where_a_list_is_used() -> None:
    by_list = PriceList("mine", {"Tigre I [germany]": 30})  # may be the key of a unit of one's own
    own = ts.unit("Tiger I").changed(name="Tigre I", without=[])
    check_units(by_list, [own])
    said = r"unknown unit 'Tigre I \[germany\]' in the price list 'mine'; did you mean Tiger I \[germany\]"
    for ask in (
        lambda: ts.Battle.start(ARMIES, price_list=by_list),
        lambda: ts.army("T-34c", price_list=by_list),
        lambda: ts.build(20, quick=True, price_list=by_list),
        lambda: ts.prices(1000, price_list=by_list),
        lambda: ts.survival(("T-34c", "KV-1"), 2, price_list=by_list),
        lambda: ts.series(["T-34c", "KV-1"], 1, price_list=by_list),
        lambda: ts.fair_match("T-34c", "KV-1", 200, price_list=by_list),
    ):
        with pytest.raises(UnitNotFound, match=said):
            ask()
    assert ts.army("T-34c", price_list=by_list, units=[*all_units(), own]).cost == 6


@pytest.mark.parametrize("command", ["battle", "series", "fair", "survival"])
def test_an_army_without_room_is_refused_before_anything_is_compiled(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiled(*_: object, **__: object) -> None:
        raise AssertionError("compiled first")

    for module in ("play", "series", "luck"):
        monkeypatch.setattr(f"tigersim.cli.{module}.make_ready", compiled)
    monkeypatch.setattr("tigersim.cli.fair.under_way", compiled)
    found = CliRunner().invoke(app, [command, "17 x T-34c", "T-34c"])
    assert found.exit_code == 2
    assert "number of units in an army is 17; allowed: 1 to 16" in found.output


@pytest.mark.parametrize("command", ["battle", "series", "fair", "survival", "luck"])
def test_an_unknown_player_is_told_by_every_command(command: str) -> None:
    armies = [] if command == "luck" else ["T-34c", "KV-1"]
    found = CliRunner().invoke(app, [command, *armies, "--players", "tactican"])
    assert found.exit_code == 2
    assert "unknown player 'tactican'; did you mean tactician?" in found.output


def test_after_the_end_nothing_is_pushed() -> None:
    battle = ts.Battle.start(ARMIES, players=("uniform", "uniform"))
    battle.play()
    with pytest.raises(InvalidValue, match="none, for the battle is over"):
        battle.push("a1 fire b1 main")


def test_unknown_switches_of_a_companion_are_not_looked_for_elsewhere() -> None:
    with pytest.raises(UnknownName) as error:
        Readings.of(game("victory-day"), {"foo": 1})
    assert "unknown switch 'foo'; allowed: " in str(error.value)
    assert "tigersim rulings" not in str(error.value)


def test_places_are_told_by_points_of_the_compass() -> None:
    battle = ts.Battle.start(ARMIES, players=("uniform", "uniform"))
    places = [battle.describe(one) for one in battle.legal_actions() if one.verb == "place"]
    assert places
    assert all(words.rsplit(" ", 1)[1].replace("-", "").isalpha() for words in places)
