"""Batalist: the tables of its reference, what rulings change, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from tigersim.catalogue.companions import Readings, game
from tigersim.cli import app
from tigersim.companions import batalist as ba
from tigersim.companions.answer import Answer
from tigersim.companions.batalist.forces.army_book import battalion, battalions
from tigersim.companions.batalist.forces.attack import UPHILL, Attack
from tigersim.companions.batalist.odds.contests import higher, initiative, mana_duel, spell, tie
from tigersim.companions.batalist.odds.duel import Duel
from tigersim.companions.batalist.odds.duel_chain import mean_outcome
from tigersim.companions.batalist.odds.morale import failures, scouting
from tigersim.companions.batalist.odds.strike import MOST_DICE, Strike, strike_of
from tigersim.companions.batalist.rules.ranks import COLUMN, HEDGEHOG, LOOSE, WEDGE
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.companions.question import Question, questions
from tigersim.errors import InvalidValue, RuleForbids, UnknownName
from tigersim.statistics.law import D6, Law

BATALIST = game("batalist")
EXAMPLES = list(battalions().values())
READING = Reading()


def rounded(value: Fraction, places: int) -> str:
    return f"{float(value):.{places}f}"


# The tables of the reference


def test_the_law_of_a_strike_with_one_die() -> None:
    table = ba.strike().tables[0].rows
    ways = {3: "1/36", 4: "5/36", 5: "1/6", 6: "1/6", 7: "1/6", 8: "1/6", 9: "5/36", 10: "1/36"}
    assert {row["damage"]: row["chance"] for row in table} == {x: Fraction(p) for x, p in ways.items()}
    reply = ba.exchange("line-infantry", "archers").tables[1].rows
    ways = {0: "19/54", 1: "1/6", 2: "1/6", 3: "1/6", 4: "13/108", 5: "1/36"}
    assert {row["damage"]: row["chance"] for row in reply} == {x: Fraction(p) for x, p in ways.items()}


MODIFIERS = """
none 11/2 0.500000 3-8
+K6 13/2 0.666667 3-10
+2K6 133/18 0.814815 4-11
-K6 29/6 0.388889 2-8
-2K6 139/36 0.226852 0-8
+K6 and -K6 101/18 0.518519 2-9
target in cover 14/3 0.361111 2-8
half of the fighters 9/2 0.333333 2-7
twice the fighters 17/2 1.000000 6-11
weapon class = armour class 5/2 0.000000 1-4
+2 13/2 0.666667 4-9
-1 11/2 0.500000 3-8
-2 11/2 0.500000 3-8
-3 9/2 0.333333 2-7
"""


def test_the_worth_of_every_modifier() -> None:
    told = []
    for row in ba.modifiers().tables[0].rows:
        told.append(f"{row['modifier']} {row['damage']} {rounded(row['6 or more'], 6)} {row['from']}-{row['to']}")
    assert told == MODIFIERS.strip().split("\n")


MATRIX = """
6.5000/5.5000 2.4167/2.0000 7.6667/6.5000 2.6667/2.5000 10.0000/8.5000
7.0000/6.5000 5.6667/5.5000 8.3333/7.5000 6.1667/5.5000 11.0000/9.5000
7.0000/6.5000 2.5833/2.5000 8.3333/7.5000 3.1944/2.5000 11.0000/9.5000
9.8611/8.5000 7.5833/6.5000 12.1667/9.5000 7.8333/7.5000 16.7500/13.5000
-/1.6204 -/2.0139 -/1.2639 -/1.8426 -/0.7361
"""


def test_the_matrix_of_attacks_and_replies() -> None:
    told = []
    for one in EXAMPLES:
        cells = []
        for other in EXAMPLES:
            reply = strike_of(Attack(one, other, ordered=False, reply=True), READING).law().mean
            attack = rounded(strike_of(Attack(one, other), READING).law().mean, 4) if one.has("melee") else "-"
            cells.append(f"{attack}/{rounded(reply, 4)}")
        told.append(" ".join(cells))
    assert told == MATRIX.strip().split("\n")


def test_formations() -> None:
    shots, charges = ba.formations().tables
    assert [
        [rounded(row[f"at {form}"], 6) for form in ("column", "wedge", "hedgehog", "loose")] for row in shots.rows
    ] == [
        ["6.500000", "5.500000", "6.500000", "4.500000"],
        ["9.000000", "8.500000", "9.000000", "5.500000"],
    ]
    assert [[rounded(row[kind], 6) for kind in ("at column", "at hedgehog", "in cover")] for row in charges.rows] == [
        ["6.500000", "5.611111", "4.972222"],
        ["9.388889", "8.500000", "6.587963"],
        ["5.000000", "4.138889", "4.111111"],
    ]
    line = battalion("line-infantry")
    fighters = [strike_of(Attack(line, line, formation=form), READING).fighters for form in (COLUMN, WEDGE, LOOSE)]
    assert fighters == [5, 9, 2]


def test_attacks_needed() -> None:
    ways = "2 1/1296, 3 647/1296, 4 65113/139968, 5 2093471/60466176, 6 388805/2176782336, 7 31/2176782336"
    told = ", ".join(f"{row['attacks']} {row['chance']}" for row in ba.destroy().tables[0].rows)
    assert told == ways


DUELS = """
0.320996 0.000000 0.211842 0.003988
0.999937 0.299614 0.999835 0.676962
0.500031 0.000001 0.361552 0.008434
0.939605 0.062748 0.892484 0.221836
"""


def test_the_matrix_of_duels() -> None:
    fighters = [one for one in EXAMPLES if one.has("melee")]
    won: dict[tuple[str, str], Fraction] = {}
    for i, one in enumerate(fighters):
        for other in fighters[i:]:
            found = mean_outcome(Duel.of(one, other, READING), "coin")
            assert found.a + found.b + found.neither == 1
            won[one.key, other.key], won[other.key, one.key] = found.a, found.b
    told = [" ".join(rounded(won[one.key, other.key], 6) for other in fighters) for one in fighters]
    assert told == DUELS.strip().split("\n")


FAILURES: dict[str, tuple[Law, str]] = {
    "3 dice": (failures(3), "49/144 35/144 35/144 25/144 5/4"),
    "3 dice with +1": (failures(3, 1), "41/81 25/108 5/27 25/324 5/6"),
    "2 dice": (scouting(2), "91/216 35/108 55/216 0 5/6"),
    "3 dice, camouflage": (scouting(3, camouflage=True), "91/216 35/108 55/216 0 5/6"),
    "1 die": (scouting(2, camouflage=True), "7/12 5/12 0 0 5/12"),
    "3 dice, noisy": (scouting(3, noisy=True), "0 91/216 35/108 55/216 11/6"),
    "2 dice, noisy": (scouting(2, noisy=True), "0 7/12 5/12 0 17/12"),
    "3 dice, both": (scouting(3, camouflage=True, noisy=True), "0 7/12 5/12 0 17/12"),
}


@pytest.mark.parametrize(("law", "told"), FAILURES.values(), ids=list(FAILURES))
def test_failures(law: Law, told: str) -> None:
    assert " ".join(str(x) for x in (*(law[n] for n in range(4)), law.mean)) == told


CONTESTS = """
-5 0 1/36 35/36 0.000000
-4 1/36 1/18 11/12 0.029412
-3 1/12 1/12 5/6 0.090909
-2 1/6 1/9 13/18 0.187500
-1 5/18 5/36 7/12 0.322581
0 5/12 1/6 5/12 0.500000
1 7/12 5/36 5/18 0.677419
2 13/18 1/9 1/6 0.812500
3 5/6 1/12 1/12 0.909091
4 11/12 1/18 1/36 0.970588
5 35/36 1/36 0 1.000000
"""


def test_contests() -> None:
    told = [f"{d} {higher(d)} {tie(d)} {higher(-d)} {rounded(initiative(d), 6)}" for d in range(-5, 6)]
    assert told == CONTESTS.strip().split("\n")
    assert [row["spell"] for row in ba.contest_of_skills().tables[0].rows] == [higher(d) for d in range(-5, 6)]
    assert spell(0, 2) == sum(Fraction(1, 6) * Fraction(k - 1, 6) ** 2 for k in range(1, 7))


def test_mana_duel_against_its_formula() -> None:
    for own in range(9):
        for other in range(9):
            k, j = own // 2, min(own // 2, other // 2)
            assert mana_duel(own, other, 2, Fraction(5, 12), True) == (k, j, k - j + Fraction(5, 12) * j)


def test_area_fire_by_markers() -> None:
    told = [tuple(str(p) for p in list(row.values())[1:]) for row in ba.area_fire().tables[0].rows]
    by_pairs = [("1/2", "1/3", "1/6"), ("1/3", "1/3", "1/3"), ("1/6", "1/3", "1/2"), ("0", "1/3", "2/3")]
    assert told == [by_pairs[markers // 2] for markers in range(7)]


def test_values_in_words() -> None:
    supply = ba.ammunition(5)
    assert supply["supply"].exact == Fraction(35, 2)
    assert supply["variance"].exact == Fraction(5 * 35, 12)
    orders = ba.orders()
    assert [orders[name].exact for name in ("alone_first", "alone_second", "march", "turns")] == [2, 3, 4, 2]
    assert [ba.orders(steps=12)[name].exact for name in ("march", "turns")] == [3, 2]
    assert ba.hero()["ways"].exact == 7
    assert ba.hero(4)["ways"].exact == 5
    assert ba.hero()["cost"].exact == 6
    assert (ba.hero()["allowed"].exact, ba.hero(steps=3)["allowed"].exact, ba.hero(5)["allowed"].exact) == (1, 0, 0)
    assert [ba.march(ground=ground)["orders"].exact for ground in ("open", "difficult", "swamp")] == [3, 5, 10]
    assert ba.march(steps=18, gait="to hospital")["orders"].exact == 9
    burdened = ba.march(lying=7)
    assert [burdened[name].exact for name in ("wounded_ranks", "steps_lost", "ranks_lost", "pace")] == [2, 1, 1, 3]
    assert ba.dispute()["p_in_the_end"].exact == Fraction(1, 2)
    assert {row["chance"] for row in ba.weather_of().tables[0].rows} == {Fraction(1, 5)}
    wind = D6.map(lambda strength: strength // 2)
    assert [wind[bonus] for bonus in range(4)] == [Fraction(k, 6) for k in (1, 2, 2, 1)]
    assert ba.ambush()["attacks"].exact == 3


@pytest.mark.parametrize(
    ("ask", "field", "value"),
    [
        (lambda: ba.wounded(damage=8, healthy=4), "wounded_left", 0),
        (lambda: ba.wounded(damage=9, healthy=4, wounded_before=3), "wounded_left", 1),
        (lambda: ba.reconnaissance(camouflage=True), "p_surrounded", 0),
        (lambda: ba.reconnaissance(markers=True, noisy=True), "p_let_pass", 0),
        (lambda: ba.strike(wind=5, shooting=True, attacker="archers"), "damage", Fraction(7)),
        (lambda: ba.march(ground="swamp", other_corner="open"), "orders", 10),
    ],
)
def test_negative_vectors(ask: Callable[[], Answer], field: str, value: Fraction) -> None:
    assert ask()[field].exact == value


def test_a_flat_modifier_counts_by_the_remainder_only() -> None:
    damage = [Strike(2, 5, flat=flat, protection=4).law().mean for flat in (0, -1, -2, -3)]
    assert damage[0] == damage[1] == damage[2] == damage[3] + 1


# What rulings change

SHIELDS, ARMOURED = "line-infantry skills=melee+big-shield", "line-infantry skills=melee+heavy-armour"
MORALE = {"duel_morale": "half_loss"}
CHANGES: dict[tuple[str, str], tuple[Callable[..., Answer], dict[str, Any], dict[str, str]]] = {
    **{(f"{kind}_{name}", "9"): (ba.commanders, {}, {})
       for kind in ("kn", "kr") for name in ("talentless", "mediocrity", "talent", "genius")},
    **{(f"mn_{name}", "9"): (ba.mana, {}, {}) for name in ("student", "novice", "seasoned", "veteran")},
    ("mage_zm", "rising"): (ba.mana, {}, {}),
    ("initiative_tie", "coin"): (ba.contest_of_skills, {}, {}),
    ("dispel_needs_mana", "no"): (ba.mana, {}, {}),
    ("max_dispellers", "2"): (ba.contest_of_skills, {}, {}),
    ("hero_order_cost", "steps"): (ba.hero, {}, {}),
    ("hero_radius_paid", "per_turn"): (ba.hero, {"given": 2}, {}),
    ("hero_max_steps", "3"): (ba.hero, {"steps": 3}, {}),
    ("hero_zs_refresh", "every_turn"): (ba.hero, {}, {}),
    ("half_damage_round", "up"): (ba.strike, {"target": "heavy-infantry"}, {}),
    ("half_fighters_round", "up"): (ba.strike, {"formation": "loose"}, {}),
    ("negative_numerator", "truncate"): (ba.exchange, {"target": "archers"}, {}),
    ("negative_numerator", "zero"): (ba.exchange, {"target": "archers"}, {}),
    ("multi_k6", "one_die_twice"): (ba.strike, {"side": "rear"}, {}),
    ("reply_modifiers", "full"): (ba.exchange, {"target": "cavalry"}, {}),
    ("flank_reply", "first_rank"): (ba.exchange, {"side": "flank", "target": "line-infantry warriors=10"}, {}),
    ("wedge_fighters", "with_corners"): (ba.strike, {"formation": "wedge"}, {}),
    ("duel_first", "a"): (ba.duel, {}, {}),
    ("duel_first", "b"): (ba.duel, {}, {}),
    ("duel_morale", "half_loss"): (ba.duel, {}, {}),
    ("half_loss_test", "every_loss"): (ba.duel, {}, MORALE),
    ("heavy_armour", "dealt"): (ba.strike, {"target": ARMOURED}, {}),
    ("skill_modifier_place", "total"): (ba.strike, {"attacker": "archers", "target": SHIELDS, "shooting": True}, {}),
    ("flat_modifier_place", "die"): (ba.strike, {"night": True}, {}),
    ("killed_round", "up"): (ba.wounded, {}, {}),
    ("overkill", "more_than_double"): (ba.wounded, {}, {}),
    ("wounded_rank_penalty", "down_to_none"): (ba.strike, {"wounded": 4}, {}),
    ("wounded_rank_penalty", "off"): (ba.strike, {"attacker": "pikes", "wounded": 4}, {}),
    ("mercy_reply", "yes"): (ba.wounded, {}, {}),
    ("standard_bearer", "one_die"): (ba.morale, {"standard_bearer": True}, {}),
    ("swamp_factor", "half"): (ba.march, {"ground": "swamp"}, {}),
    ("sk_round", "down"): (ba.march, {"who": "pikes", "ground": "difficult"}, {}),
    ("ambush_no_false", "reveal"): (ba.ambush, {}, {}),
    ("recon_zero_with_markers", "nothing"): (ba.reconnaissance, {"markers": True}, {}),
    ("auto_result", "extra"): (ba.reconnaissance, {"camouflage": True}, {}),
    ("area_bonus_round", "up"): (ba.area_fire, {"markers": 1}, {}),
    ("area_half_round", "up"): (ba.area_fire, {}, {}),
    ("area_cover", "no"): (ba.area_fire, {}, {}),
    ("weather_tables", "once"): (ba.weather_of, {}, {}),
    ("frost_floor", "1"): (ba.weather_of, {}, {}),
    ("wind_divisions", "6"): (ba.weather_of, {}, {}),
    ("character_hit_points", "5"): (ba.assassin, {}, {}),
    ("moved_window", "two_turns"): (ba.charge, {}, {}),
    ("free_orders_count", "no"): (ba.orders, {"independent": 3}, {}),
    ("unbidden_die", "yes"): (ba.strike, {"in_retreat": True}, {}),
    ("retreat_fighters", "last_rank"): (ba.exchange, {"in_retreat": True, "attacker": "line-infantry warriors=22"}, {}),
    ("wheel_measure", "straight"): (ba.march, {"wheel": 90}, {}),
    ("flank_turn", "about_face"): (ba.duel, {"side": "flank"}, {}),
    ("current_shift", "order"): (ba.boats, {"current": 3}, {}),
}  # fmt: skip


def test_every_option_of_every_ruling_is_tried() -> None:
    options = {(key, option) for key, ruling in BATALIST.by_key.items() for option in ruling.alternatives}
    whole = {key for key, ruling in BATALIST.by_key.items() if ruling.kind == "whole"}
    assert options <= set(CHANGES)
    assert {key for key, _ in CHANGES} == whole | {key for key, _ in options}


@pytest.mark.parametrize(("key", "option"), CHANGES, ids=map("=".join, CHANGES))
def test_a_ruling_changes_the_answer_that_says_to_rest_on_it(key: str, option: str) -> None:
    ask, arguments, others = CHANGES[key, option]
    before, after = ask(**arguments, readings=others), ask(**arguments, readings={**others, key: option})
    assert key in before.rests_on
    assert before.numbers != after.numbers
    assert f"{key} = {option}" in after.show()


@pytest.mark.parametrize(
    "one", [one for one in questions(BATALIST).values() if "-Q-" in one.id], ids=lambda one: one.name
)
def test_what_an_answer_does_not_rest_on_does_not_change_it(one: Question) -> None:
    before = one.ask()
    for key, ruling in BATALIST.by_key.items():
        if key not in before.rests_on:
            for option in ruling.alternatives or ("7",):
                after = one.ask(readings={key: option})
                assert (after.numbers, after.tables) == (before.numbers, before.tables), f"{key}={option}"


@pytest.mark.parametrize(
    ("readings", "ask", "field", "exact"),
    [
        ({"mage_zm": "rising"}, ba.mana, "mana", "29/6"),
        ({"initiative_tie": "coin"}, ba.contest_of_skills, "p_initiative", "47/72"),
        ({"dispel_needs_mana": "no"}, ba.mana, "effects", "5/4"),
        ({"multi_k6": "one_die_twice"}, lambda **k: ba.exchange("line-infantry", "archers", **k), "taken", "31/18"),
        ({"ambush_no_false": "reveal"}, ba.ambush, "attacks", "21/8"),
        ({"standard_bearer": "one_die"}, lambda **k: ba.morale(True, **k), "failures", "10/9"),
        ({"auto_result": "extra"}, lambda **k: ba.reconnaissance(camouflage=True, **k), "p_let_pass", "7/12"),
        ({"area_cover": "no"}, ba.area_fire, "damage", "21/2"),
        ({"flat_modifier_place": "die"}, lambda **k: ba.assassin(passed=4, **k), "damage", "5/2"),
        ({"free_orders_count": "no"}, lambda **k: ba.orders(independent=3, **k), "used", "12"),
    ],
)
def test_options_by_hand(readings: dict[str, str], ask: Callable[..., Answer], field: str, exact: str) -> None:
    assert ask(readings=readings)[field].exact == Fraction(exact)


# What is refused

REFUSED: list[tuple[Callable[[], Answer], type[Exception], str]] = [
    (lambda: ba.strike("ufo"), UnknownName, "unknown battalion 'ufo'; allowed: line-infantry, .*archers"),
    (lambda: ba.strike(""), UnknownName, "unknown battalion"),
    (lambda: ba.strike("pikes skills=melee+brave"), UnknownName, "unknown skill 'brave'"),
    (lambda: ba.strike("pikes height=3"), UnknownName, "unknown figure of a profile 'height'"),
    (lambda: ba.strike("pikes warriors=0"), InvalidValue, "warriors is '0'; allowed: a whole number from 1 to 200"),
    (lambda: ba.strike("pikes protection=-2"), InvalidValue, "protection is '-2'"),
    (lambda: ba.strike("pikes width=two"), InvalidValue, "width is 'two'"),
    (lambda: ba.strike(side="left"), UnknownName, "unknown side 'left'; allowed: front, flank, rear"),
    (lambda: ba.strike(formation="square"), UnknownName, "unknown formation 'square'.*hedgehog"),
    (lambda: ba.strike(weather="hail"), UnknownName, "unknown weather 'hail'"),
    (lambda: ba.strike(wind=7), InvalidValue, "wind is 7; allowed: a whole number from -6 to 6"),
    (lambda: ba.strike("archers"), RuleForbids, "Archers has no Melee skill .BA-CMB-01."),
    (lambda: ba.strike(shooting=True), RuleForbids, "no Shooter skill .BA-CMB-03."),
    (lambda: ba.strike("archers", shooting=True, distance=13), RuleForbids, "BA-DEF-24"),
    (lambda: ba.strike("cavalry", formation="hedgehog"), RuleForbids, "BA-SKL-24"),
    (lambda: ba.modifiers(protection=0), InvalidValue, "protection is 0"),
    (lambda: ba.destroy("archers", "line-infantry protection=9", attacks=0), InvalidValue, "attacks is 0"),
    (lambda: ba.destroy("line-infantry", "heavy-infantry protection=60", melee=True), InvalidValue, "may do no damage"),
    (lambda: ba.charge(steps=20), RuleForbids, "BA-DEF-24"),
    (lambda: ba.duel("archers"), RuleForbids, "BA-CMB-01"),
    (lambda: ba.duel("pikes warriors=100", "pikes warriors=100"), InvalidValue, "ask duel-sampled"),
    (lambda: ba.morale(battalions=0), InvalidValue, "battalions is 0"),
    (lambda: ba.hero(own=3), InvalidValue, "own is 3; allowed: a whole number from 0 to 2"),
    (lambda: ba.orders(battalions=2, independent=3), InvalidValue, "independent is 3; allowed: .* from 0 to 2"),
    (lambda: ba.mana(0), InvalidValue, "complexity is 0"),
    (lambda: ba.trap(attacks=4), InvalidValue, "attacks is 4"),
    (lambda: ba.area_fire(markers=13), InvalidValue, "markers is 13"),
    (lambda: ba.obedience(7), InvalidValue, "coward is 7"),
    (lambda: ba.march(ground="lava"), UnknownName, "unknown ground 'lava'"),
    (lambda: ba.march(gait="hopping"), UnknownName, "unknown gait 'hopping'"),
    (lambda: ba.march(ground="water"), RuleForbids, "BA-TER-03"),
    (lambda: ba.march("cavalry", ground="ladder"), RuleForbids, "BA-LAD-01"),
    (lambda: ba.march(formation="hedgehog"), RuleForbids, "BA-FRM-02"),
    (lambda: ba.march("pikes", lying=40), InvalidValue, "lying is 40"),
    (lambda: ba.weather_of("monsoon"), UnknownName, "unknown season 'monsoon'"),
    (lambda: ba.weather_of(readings={"wind_divisions": "0"}), InvalidValue, "wind_divisions is 0"),
    (lambda: ba.assassin(large=True), RuleForbids, "BA-SNP-02"),
    (lambda: ba.strike("archers", shooting=True, in_retreat=True), RuleForbids, "there is no shot .BA-MOR-08."),
    (lambda: ba.exchange(formation="hedgehog", in_retreat=True), RuleForbids, "cannot move.*BA-FRM-02"),
    (lambda: ba.charge(formation="hedgehog"), RuleForbids, "BA-FRM-02"),
    (
        lambda: ba.charge(attacker="pikes speed=1", formation="wedge", readings={"sk_round": "down"}),
        RuleForbids,
        "FRM-03",
    ),
    (lambda: ba.battle_line(formation="hedgehog"), RuleForbids, "BA-FRM-02"),
    (lambda: ba.duel(formation_a="square"), UnknownName, "unknown formation 'square'"),
    (lambda: ba.duel(cover="left"), UnknownName, "unknown cover 'left'; allowed: none, a, b, both"),
    (lambda: ba.duel("cavalry", formation_a="hedgehog"), RuleForbids, "BA-SKL-24"),
    (lambda: ba.obedience(given=3), InvalidValue, "given is 3; allowed: a whole number from 0 to 2"),
    (lambda: ba.orders(givers="captain"), InvalidValue, "givers is 'captain'; allowed: each with its orders a turn"),
    (lambda: ba.orders(givers="sergeant 2"), UnknownName, "unknown commander 'sergeant'"),
    (lambda: ba.orders(givers="general 2, general 3"), RuleForbids, "one general only .BA-DEF-03."),
    (lambda: ba.orders(givers="captain 3", recalled=1), InvalidValue, "recalled is 1"),
    (lambda: ba.march(wheel=181), InvalidValue, "wheel is 181"),
    (lambda: ba.march(steps=0), InvalidValue, "steps is 0"),
    (lambda: ba.boats(current=7), InvalidValue, "current is 7"),
    (lambda: ba.side(heading=360), InvalidValue, "heading is 360"),
    (lambda: ba.side(right=1, ahead=-2), InvalidValue, "ahead is -2; allowed: a place outside the target's base"),
    (lambda: ba.prices("pikes"), InvalidValue, "two battalions or more"),
    (lambda: ba.prices("pikes; pikes"), InvalidValue, "each once"),
    (lambda: ba.prices("pikes; archers"), RuleForbids, "BA-CMB-01"),
    (lambda: ba.prices(battles=10), InvalidValue, "battles is 10"),
    (lambda: ba.duel_sampled(trials=0), InvalidValue, "trials is 0"),
    (lambda: ba.battle_line(pairs=0), InvalidValue, "pairs is 0"),
]


@pytest.mark.parametrize(("ask", "error", "told"), REFUSED)
def test_wrong_input_is_named_with_what_is_allowed(
    ask: Callable[[], Answer], error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        ask()


def test_a_strike_has_no_more_dice_than_are_set_aside() -> None:
    with pytest.raises(InvalidValue, match="at most 12"):
        Strike(plus=MOST_DICE + 1)


@given(
    st.integers(0, 5), st.integers(1, 200), st.sampled_from(["", "+night-creature", "+heavy-armour+night-creature"]),
    st.sampled_from(list(Reading.__dataclass_fields__)), st.integers(1, 2), st.integers(0, 3),
    st.sampled_from([COLUMN, LOOSE, WEDGE, HEDGEHOG]),
)  # fmt: skip
def test_every_ordered_attack_may_hurt_so_that_duels_end(
    strength: int, protection: int, skills: str, ruling: str, option: int, armour: int, formation: int
) -> None:
    one = battalion(
        f"line-infantry melee={strength} protection={protection} armour_class={armour} skills=melee{skills}"
    )
    hard = Attack(one, one, height=UPHILL, formation=formation, target_formation=HEDGEHOG, cover=True)
    for at in (Attack(one, one), hard):
        assert strike_of(at, replace(READING, **{ruling: option})).law().most > 0


def test_sums_that_reach_nothing_have_no_law() -> None:
    with pytest.raises(ValueError, match="zeros"):
        Law.sure(0).until(3)
    with pytest.raises(ValueError, match="no finite law"):
        Law.of([(0, 1), (1, 1)]).until(3)
    assert Law.sure(2).until(0) == Law.sure(0)


def test_an_answer_says_how_to_ask_again() -> None:
    asked = ba.strike("pikes", side="rear").provenance["asked"]
    assert (asked["attacker"], asked["target"], asked["side"]) == ("pikes", "line-infantry", "rear")
    told = ba.strike(**asked)
    assert told.numbers == ba.strike("pikes", side="rear").numbers


def test_the_command_line_takes_rulings() -> None:
    call = ["companion", "batalist", "contest", "--difference", "1", "--set", "initiative_tie=coin"]
    told = CliRunner().invoke(app, call)
    assert told.exit_code == 0
    assert "65.28%" in told.stdout
    refused = CliRunner().invoke(app, ["companion", "batalist", "strike", "--attacker", "lancers"])
    assert refused.exit_code == 2
    assert "unknown battalion" in refused.stderr


def test_readings_may_be_given_as_they_are() -> None:
    chosen = Readings.of(BATALIST, {"duel_first": "a"})
    assert (
        ba.duel("cavalry", "cavalry", readings=chosen)["p_a"].exact
        == ba.duel("cavalry", "cavalry", readings={"duel_first": "a"})["p_a"].exact
    )
