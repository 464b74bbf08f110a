"""Victory Day: what its questions say, that every ruling matters, and what they refuse."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tigersim.catalogue.companions import game
from tigersim.companions import victory_day as vd
from tigersim.companions.answer import Answer
from tigersim.companions.victory_day.forces.cards import units
from tigersim.companions.victory_day.odds.building import Target, build_by
from tigersim.companions.victory_day.odds.hands import Dealing, kept, redealable, resources_seen
from tigersim.companions.victory_day.rules.drawing import may_redeal
from tigersim.errors import InvalidValue, TigersimError, UnitNotFound, UnknownName

Ask = Callable[..., Answer]
STRIKES = {"special_abilities": "deck_strike"}
RAIDERS = "4 x fuel, 4 x raider 3/3 infantry 0-0-1 strike=1, 4 x tank 4/4 armour 0-0-1, 28 x card a"
GUARDS = "20 x fuel, 4 x guard 2/2 infantry 0-0-1, 4 x gun 5/2 artillery 0-0-2, 12 x card a"


def fight(**readings: str) -> Answer:
    return vd.race(RAIDERS, GUARDS, trials=3000, redeal=True, readings=readings)


def strike(**readings: str) -> Answer:
    return fight(**STRIKES, **readings)


def asked(ask: Ask, *args: object, **kwargs: object) -> Ask:
    return lambda **readings: ask(*args, **kwargs, readings=readings)


RULINGS: list[tuple[str, str, Ask]] = [
    ("phases", "attack_first", strike),
    ("targeting", "units_first", fight),
    ("attack_cost", "1", fight),
    ("attack_cost", "2", asked(vd.actions)),
    ("group_combat", "added", asked(vd.modifier, enemies="medium tank, armoured car")),
    ("damage_persists", "true", asked(vd.duel, "2/3", "2/3")),
    ("damage_persists", "true", fight),
    ("special_abilities", "deck_strike", fight),
    ("bombing_return_damage", "true", asked(vd.duel, "1/1 aviation", "2/3 armour", bombs=3)),
    ("resource_defence", "4", fight),
    ("max_redeals", "1", asked(vd.redeal_count)),
    ("max_redeals", "0", asked(vd.build, redeal=True)),
    ("max_redeals", "1", fight),
    ("redeal_hand", "6", asked(vd.redeal_count)),
    ("redeal_hand", "6", asked(vd.resources, redeal=True)),
    ("redeal_hand", "9", fight),
    ("resource_enters_turned", "true", asked(vd.build)),
    ("resource_enters_turned", "true", asked(vd.resources)),
    ("resource_enters_turned", "true", asked(vd.best_resources)),
    ("resource_enters_turned", "true", asked(vd.plan)),
    ("resource_enters_turned", "true", asked(vd.seats)),
    ("resource_enters_turned", "true", asked(vd.check, trials=500)),
    ("resource_enters_turned", "true", fight),
    ("unit_enters_turned", "true", strike),
    ("deck_destroyed", "failed_draw", asked(vd.clock, 61)),
    ("deck_destroyed", "failed_draw", asked(vd.check, trials=500)),
    ("deck_destroyed", "failed_draw", fight),
    ("turned_joint_block", "true", asked(vd.actions)),
    ("survivor_turned", "false", asked(vd.actions)),
    ("survivor_turned", "false", fight),
    ("first_turn_draw", "3", asked(vd.draw)),
    ("first_turn_draw", "3", asked(vd.build)),
    ("first_turn_draw", "3", asked(vd.plan, then_turn=4)),
    ("first_turn_draw", "3", asked(vd.resources)),
    ("first_turn_draw", "3", asked(vd.seats)),
    ("first_turn_draw", "3", asked(vd.clock)),
    ("first_turn_draw", "3", fight),
    ("duplicate_tactical", "no_effect", asked(vd.tactical)),
    ("tactical_order", "one_after_the_other", asked(vd.tactical, cards="a +1/0, b +0/1", enemy_cards=2)),
    ("hand_limit", "4", fight),
    ("support", "turns", asked(vd.actions)),
    ("side_exclusive", "true", asked(vd.legal, "8 x fuel [german], 4 x infantry [soviet]", "12 x fuel")),
]


@pytest.mark.parametrize(("key", "option", "ask"), RULINGS)
def test_another_reading_is_another_answer(key: str, option: str, ask: Ask) -> None:
    usual, other = ask(), ask(**{key: option})
    assert key in usual.rests_on
    assert key in other.rests_on
    parts = ("numbers", "tables", "findings")
    assert [usual.to_dict()[part] for part in parts] != [other.to_dict()[part] for part in parts]
    assert any(f"{key} = {option} (the default is" in said for said in other.to_dict()["rulings"])


def test_every_ruling_that_can_be_changed_is_among_them() -> None:
    assert {key for key, _, _ in RULINGS} == set(game("victory-day").by_key)


def test_what_other_readings_say() -> None:
    group = vd.modifier(enemies="medium tank, infantry", readings={"group_combat": "added"})
    # 4/3 without its bonus: six damage destroy it, four the tank, which it prefers
    assert [group[name].exact for name in ("attack", "defence", "attacker_destroyed", "enemies_destroyed")] == [
        4,
        3,
        1,
        1,
    ]
    assert group.findings == ("medium tank is destroyed.",)
    assert vd.duel("2/3", "2/3")["rounds"].exact == 0
    assert vd.duel("2/3", "2/3", readings={"damage_persists": "true"})["rounds"].exact == 2
    raid = vd.duel("1/1 aviation", "2/3 armour", bombs=3, readings={"bombing_return_damage": "true"})
    assert (raid["attacker_destroyed"].exact, raid["defender_destroyed"].exact) == (1, 1)
    joint = vd.actions(5, 3, readings={"turned_joint_block": "true"})
    assert (joint["blockers"].exact, joint["joint"].exact) == (2, 3)
    assert vd.actions(5, 5, readings={"turned_joint_block": "true"})["joint"].exact == 0
    assert vd.actions(5, 3, 1, readings={"survivor_turned": "false"})["blockers"].exact == 3
    assert vd.actions(5, readings={"support": "turns"})["splits"].exact == 56
    paid = vd.actions(5, 3, 0, 8, 4, readings={"attack_cost": "2"})
    assert (paid["attackers"].exact, paid["resources_left"].exact) == (2, 0)
    assert vd.clock(60, readings={"deck_destroyed": "failed_draw"})["first"].exact == 28
    assert vd.draw(readings={"first_turn_draw": "3"})["seen"].exact == 10


@pytest.mark.rule("VD-TAC-05")
def test_tactical_cards_on_one_unit() -> None:
    assert vd.tactical("3/3", "a +1/1, a +1/1").title.endswith("becomes 4/4")
    two = vd.tactical("3/3", "a +1/1, b +1/1")
    assert (two["attack"].exact, two["defence"].exact, two["playable"].exact) == (5, 5, 2)
    many = vd.tactical("3/3", "a +2/0, a +2/0, b +1/0, b +1/0, c +0/3")
    assert (many["attack"].exact, many["defence"].exact, many["counted"].exact) == (6, 6, 3)


def test_what_a_modifier_changes() -> None:
    said = [
        [row["outcome"] for row in vd.modifier(enemies=f"{line} armour").tables[0].rows]
        for line in ("5/5", "3/3", "2/2")
    ]
    assert said == [["L", "B"], ["B", "W"], ["W", "W"]]
    mixed = vd.modifier(enemies="heavy tank, infantry")
    assert (mixed["attack"].exact, mixed["defence"].exact) == (4, 3)


def test_what_a_pool_pays() -> None:
    answer = vd.afford("5-0-1", "armoured car")
    assert [answer[name].exact for name in ("pays", "lacking", "spent")] == [1, 2, 6]
    assert [answer[f"only_{kind}"].exact for kind in ("depots", "factories", "fuel")] == [7, 6, 7]
    assert vd.afford("4-0-1")["pays"].exact == 0
    assert [vd.afford_all(pool=pool)["pays"].exact for pool in ("3-3-2", "4-3-2")] == [0, 1]


def test_who_is_beaten_in_every_respect() -> None:
    rivals = "a 3/3 armour 1-1-1, b 3/2 armour 1-1-1, c 5/5 armour 2-2-2, d 3/3 armour 1-1-1"
    rows = vd.stat_line(rivals=rivals).tables[0].rows
    assert [row["beaten_by"] for row in rows] == ["-", "a, d", "-", "-"]


@pytest.mark.rule("VD-DCK-02", "VD-DCK-03")
def test_which_decks_are_legal() -> None:
    answer = vd.legal()
    assert [answer[name].exact for name in ("a_legal", "a_cards", "a_resources", "a_names", "a_fewest")] == [
        1,
        60,
        24,
        9,
        9,
    ]
    assert answer["b_legal"].exact == 0
    assert [row["fault"] for row in answer.tables[0].rows] == ["8 x ambush, 4 at most"]
    unequal = vd.legal("24 x fuel, 4 x infantry", "24 x fuel, 4 x infantry, 1 x card a")
    assert [row["fault"] for row in unequal.tables[0].rows] == [
        "28 cards, the other deck has 29",
        "29 cards, the other deck has 28",
    ]
    fine = vd.legal("24 x fuel, 4 x Infantry", "28 x fuel")
    assert fine.findings == ("Both decks are legal.",)
    spelled = vd.legal("10 x fuel, 3 x card Ambush, 2 x card ambush", "15 x fuel")
    assert spelled["a_legal"].exact == 0


def test_a_race_says_what_its_decks_are() -> None:
    told = vd.race("6 x card a, 4 x fuel", "10 x fuel", trials=10).findings
    assert any(said.startswith("Nothing but draws") for said in told)
    assert "Deck a: 6 x a, 4 at most." in told
    assert not any(said.startswith("Nothing but draws") for said in strike().findings)


# --- what counts ------------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(st.integers(8, 40), st.data())
def test_chances_of_resources_seen_add_up(deck: int, data: st.DataObject) -> None:
    resources = data.draw(st.integers(2, deck - 6))
    dealing = Dealing(
        deck, resources, data.draw(st.booleans()), data.draw(st.booleans()), data.draw(st.integers(-1, 3)),
        data.draw(st.integers(4, 8)),
    )  # fmt: skip
    turn = data.draw(st.integers(0, 6))
    assert sum(resources_seen(dealing, turn)) == 1


@settings(max_examples=30, deadline=None)
@given(st.integers(8, 30), st.data())
def test_a_unit_that_could_be_built_can_be_built_later(deck: int, data: st.DataObject) -> None:
    by_kind = (data.draw(st.integers(0, 3)), data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2)))
    target = Target(data.draw(st.integers(0, deck - 7)), (1, 1, 0), by_kind, data.draw(st.booleans()))
    dealing = Dealing(deck, sum(by_kind), data.draw(st.booleans()))
    chances = [build_by(dealing, target, turn) for turn in range(1, 6)]
    assert chances == sorted(chances)
    assert 0 <= chances[0] <= chances[-1] <= 1
    assert all(build_by(dealing, target, turn, drawn=False) >= chances[turn - 1] for turn in range(1, 6))


def test_any_seven_of_the_cards_seen_may_be_the_hand() -> None:
    """Over all mixtures of what is seen, hands that may be redealt are as frequent as in the deck."""
    dealing = Dealing(30, 11)
    seen = resources_seen(dealing, 3)
    again = sum((p * (1 - kept(12, r, 7)) for r, p in enumerate(seen)), start=Fraction(0))
    assert again == redealable(30, 11)
    assert redealable(7, 4) == may_redeal(4, 7) == 0


# --- what is refused --------------------------------------------------------------------------------------------

REFUSED: list[tuple[Ask, type[TigersimError], str]] = [
    (lambda: vd.duel("medium tanc"), UnitNotFound, "medium tank"),
    (lambda: vd.duel("3/0"), InvalidValue, "attacker is '3/0'; allowed: .*defence from 1"),
    (lambda: vd.duel("3/3 armor"), UnknownName, "unknown arm 'armor'.*armour"),
    (lambda: vd.duel("3/3 +1/1"), InvalidValue, r"\+A/D against TYPE"),
    (lambda: vd.duel(bombs=-1), InvalidValue, "bombs is -1; allowed: a whole number from 0"),
    (lambda: vd.duel("1/1 aviation", "1/1 aviation", bombs=2), InvalidValue, "defender .*a ground unit"),
    (lambda: vd.duel(low=4, high=3), InvalidValue, "high is 3; allowed: a whole number from 4"),
    (lambda: vd.stat_line(better_attack=-1), InvalidValue, "better_attack"),
    (lambda: vd.modifier("3/3"), InvalidValue, "line .*a unit with a modifier"),
    (lambda: vd.pairing("3/3", "3/3, 2/2"), InvalidValue, "blockers .*as many units as attack"),
    (lambda: vd.pairing(", ".join(["3/3"] * 8), ", ".join(["3/3"] * 8)), InvalidValue, "7 at most"),
    (lambda: vd.tactical(cards="ambush"), InvalidValue, "cards is 'ambush'"),
    (lambda: vd.tactical(cards="a +1/1, A +2/2"), InvalidValue, "one bonus for each name"),
    (lambda: vd.tactical(enemy_cards=-1), InvalidValue, "enemy_cards"),
    (lambda: vd.actions(5, 6), InvalidValue, "attackers is 6; allowed: a whole number from 0 to 5"),
    (lambda: vd.actions(5, 3, 4), InvalidValue, "victors"),
    (lambda: vd.actions(spent=9), InvalidValue, "spent is 9"),
    (lambda: vd.redeal(7), InvalidValue, "deck is 7; allowed: a whole number from 8"),
    (lambda: vd.redeal(40, 41), InvalidValue, "resources is 41; allowed: a whole number from 0 to 40"),
    (lambda: vd.redeal_count(40, 1), InvalidValue, "max_redeals"),
    (lambda: vd.redeal_count(readings={"redeal_hand": "2"}), InvalidValue, "max_redeals"),
    (lambda: vd.redeal_count(8, 4, readings={"redeal_hand": "9"}), InvalidValue, "redeal_hand is 9"),
    (lambda: vd.redeal_count(readings={"max_redeals": "1001"}), InvalidValue, "max_redeals is 1001"),
    (lambda: vd.draw(60, 61), InvalidValue, "copies"),
    (lambda: vd.draw(turn=0), InvalidValue, "turn is 0; allowed: a whole number from 1 to 40"),
    (lambda: vd.clock(60, 1.0), InvalidValue, "struck .*special_abilities = deck_strike"),
    (lambda: vd.clock(60, -1.0, readings=STRIKES), InvalidValue, "struck"),
    (lambda: vd.clock(60, float("nan"), readings=STRIKES), InvalidValue, "struck"),
    (lambda: vd.legal("8 depot", "8 x depot"), InvalidValue, "deck_a is '8 depot'; allowed: COUNT x CARD"),
    (lambda: vd.legal("0 x depot", "8 x depot"), InvalidValue, "deck_a"),
    (lambda: vd.legal("8 x depo", "8 x depot"), UnitNotFound, "depo"),
    (lambda: vd.legal("8 x depot [french]", "8 x depot"), UnknownName, "unknown side 'french'.*soviet"),
    (lambda: vd.afford("1-2"), InvalidValue, "pool is '1-2'; allowed: depots-factories-fuel"),
    (lambda: vd.afford("5-0-1", "medium tank"), InvalidValue, "cost .*whose cost is known"),
    (lambda: vd.afford(resources=-1), InvalidValue, "resources"),
    (lambda: vd.afford_all("armoured car,"), InvalidValue, "costs is ''"),
    (lambda: vd.build(depots=50), InvalidValue, "resources is 66"),
    (lambda: vd.build(copies=37), InvalidValue, "copies is 37; allowed: a whole number from 0 to 36"),
    (lambda: vd.build(depots=-1), InvalidValue, "depots is -1"),
    (lambda: vd.race("60 x fuel", "61 x fuel"), InvalidValue, "deck_b is '61 cards'; allowed: 60 cards"),
    (lambda: vd.race("60 x medium tank", "60 x fuel"), InvalidValue, "deck_a .*whose cost is known"),
    (lambda: vd.race("60 x card a", "60 x card a", redeal=True), InvalidValue, "max_redeals"),
    (lambda: vd.race(trials=0), InvalidValue, "trials is 0"),
    (lambda: vd.race(readings={"attack_cost": "1001"}), InvalidValue, "attack_cost is 1001"),
    (lambda: vd.check(seed=-1), InvalidValue, "seed"),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "error", "message"), REFUSED, ids=[message for _, _, message in REFUSED])
def test_what_makes_no_sense_is_refused(ask: Ask, error: type[TigersimError], message: str) -> None:
    with pytest.raises(error, match=message):
        ask()


# --- data and start ---------------------------------------------------------------------------------------------


def test_units_are_read_as_they_stand_in_their_table() -> None:
    with (game("victory-day").folder / "units.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(units()) == [row["name"] for row in rows]
    for row in rows:
        one = units()[row["name"]]
        assert (one.line, one.arm, one.against) == (f"{row['attack']}/{row['defence']}", row["arm"], row["against"])
        assert ("" if one.cost is None else "-".join(map(str, one.cost))) == row["cost"]
    assert units()["armoured car"].cost == (1, 2, 1)


def test_exact_questions_wait_for_no_compiler() -> None:
    asks = [f"vd.{one}().to_dict()" for one in vd.__all__ if one not in ("check", "race")]
    first, last = (
        "from tigersim.companions import victory_day as vd",
        "print(*({'numba', 'pandas'} & set(sys.modules)))",
    )
    code = "\n".join(["import sys", first, *asks, last])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
