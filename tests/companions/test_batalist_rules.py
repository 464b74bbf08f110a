"""Batalist: the rules by chapter, as plain functions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tigersim.catalogue.companions import Readings, game
from tigersim.companions.batalist.forces.army_book import (
    Battalion,
    abilities,
    battalion,
    formation_pace,
    is_night,
    modifiers,
    weather,
)
from tigersim.companions.batalist.forces.attack import Attack
from tigersim.companions.batalist.forces.commanders import plan_cost
from tigersim.companions.batalist.forces.modifiers import CONDITIONS, active, covers_the_sky, sees_at_night
from tigersim.companions.batalist.odds.strike import Strike, check, check_range, exchange_of, reached, strike_of
from tigersim.companions.batalist.odds.weather import shooting_penalty, weather_chances
from tigersim.companions.batalist.rules import (
    command,
    fighting,
    hidden,
    marching,
    morale,
    orders,
    preparation,
    ranks,
    wounds,
)
from tigersim.companions.batalist.rules import weather as seasons
from tigersim.companions.batalist.rules.ranks import COLUMN, FLANK, FRONT, HEDGEHOG, LOOSE, REAR, WEDGE
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.errors import RuleForbids

LINE, HEAVY, PIKES, CAVALRY, ARCHERS = (
    battalion(key) for key in ("line-infantry", "heavy-infantry", "pikes", "cavalry", "archers")
)
MELEE = Attack(LINE, LINE)
SHOT = Attack(ARCHERS, LINE, shooting=True)
READING = Reading()
whole = st.integers


def skilled(one: Battalion, *skills: str) -> Battalion:
    return replace(one, skills=one.skills | set(skills))


# Ranks and zones


@pytest.mark.rule("BA-DEF-08", "BA-DEF-09", "BA-DEF-11", "BA-DEF-13")
def test_only_the_last_rank_is_incomplete() -> None:
    assert [ranks.ranks(n, 5) for n in (1, 5, 6, 20, 21)] == [1, 1, 2, 4, 5]
    assert [ranks.last_rank(n, 5) for n in (0, 1, 5, 6, 20, 22)] == [0, 1, 5, 1, 5, 2]
    assert ranks.outer_file(22, 5) == 5


@given(whole(1, 200), whole(1, 30))
def test_full_ranks_and_the_last_are_all_warriors(warriors: int, width: int) -> None:
    assert (ranks.ranks(warriors, width) - 1) * width + ranks.last_rank(warriors, width) == warriors


@pytest.mark.rule("BA-DEF-15", "BA-DEF-17", "BA-DEF-18")
def test_zones_part_the_ground_along_rays_at_45_degrees_outwards() -> None:
    half_width, depth = 5, 4
    at = lambda right, ahead: ranks.zone(right, ahead, half_width, depth)  # noqa: E731
    assert at(0, 1) == at(5, 0) == at(8, 3) == at(-8, 3) == FRONT
    assert at(8, 2) == at(9, -2) == at(-9, -2) == at(9, -7) == FLANK
    assert at(0, -4) == at(5, -4) == at(8, -7) == REAR


@given(whole(-40, 40), whole(-40, 40), whole(1, 10), whole(1, 10))
def test_zones_are_the_same_on_both_sides_and_mirrored_from_front_to_rear(x: int, y: int, w: int, d: int) -> None:
    assert ranks.zone(x, y, w, d) == ranks.zone(-x, y, w, d)
    mirrored = {FRONT: REAR, FLANK: FLANK, REAR: FRONT}
    assert ranks.zone(x, -y - d, w, d) == mirrored[ranks.zone(x, y, w, d)]


@pytest.mark.rule("BA-DEF-16", "BA-DEF-19", "BA-DEF-20", "BA-FRM-02", "BA-FRM-03", "BA-SKL-16")
def test_where_an_attack_falls() -> None:
    assert ranks.may_attack(FRONT)
    assert not ranks.may_attack(FLANK)
    for zone in (FRONT, FLANK, REAR):
        assert ranks.attacked_side(zone, COLUMN, 20, False) == zone
        assert ranks.attacked_side(zone, HEDGEHOG, 20, False) == FRONT
        assert ranks.attacked_side(zone, COLUMN, 1, False) == FRONT
        assert ranks.attacked_side(zone, COLUMN, 1, True) == zone
    assert ranks.attacked_side(FLANK, WEDGE, 20, False) == FRONT
    assert ranks.attacked_side(REAR, WEDGE, 20, False) == REAR
    assert formation_pace("hedgehog") == 0
    assert formation_pace("wedge") == Fraction(1, 2)


@pytest.mark.rule("BA-FRM-01")
def test_a_battle_begins_in_column() -> None:
    assert Attack(LINE, LINE).formation == COLUMN
    assert formation_pace("column") == 1


@pytest.mark.rule("BA-FRM-04")
def test_who_fights_in_a_wedge() -> None:
    assert [fighting.wedge_front(n, 0) for n in (1, 2, 3, 4, 6, 10, 15, 20, 21)] == [1, 1, 1, 3, 3, 5, 7, 9, 9]
    assert [fighting.wedge_last_rank(n) for n in (1, 2, 3, 4, 6, 20)] == [1, 1, 2, 1, 3, 5]
    from_behind = Attack(LINE, LINE, reply=True, ordered=False, formation=WEDGE, side=REAR)
    assert strike_of(from_behind, READING).fighters == 5
    assert [fighting.wedge_front(n, 1) for n in (1, 2, 3, 15, 20)] == [1, 2, 3, 9, 11]


# Profiles


@pytest.mark.rule("BA-DEF-07", "BA-PRO-01", "BA-PRO-02", "BA-PRO-04", "BA-PRO-05", "BA-SKL-01", "BA-SKL-02")
def test_the_profile_of_a_battalion_is_that_of_its_warriors() -> None:
    assert (PIKES.warriors, PIKES.width, PIKES.speed, PIKES.melee_class, PIKES.melee) == (24, 6, 3, 2, 1)
    assert (CAVALRY.armour_class, CAVALRY.protection) == (2, 5)
    assert (ARCHERS.shot_class, ARCHERS.shot, ARCHERS.range) == (2, 1, 12)
    assert PIKES.skills == {"melee", "long-weapon"}


# Melee and shooting


@pytest.mark.rule("BA-CMB-05", "BA-CMB-04", "BA-CMB-06", "BA-CMB-09")
def test_damage_is_a_quotient_rounded_down_and_a_die() -> None:
    divided = fighting.numerator(2, 5, 3)
    assert divided == 13
    assert [fighting.damage(divided, 4, face, 0, 0, 0) for face in (1, 6)] == [4, 9]
    assert (LINE.melee, ARCHERS.shot) == (strike_of(MELEE, READING).strength, strike_of(SHOT, READING).strength)
    assert fighting.survivors(20, 7) == 13
    assert fighting.survivors(5, 7) == 0


@pytest.mark.rule("BA-MOD-15")
def test_a_weapon_of_the_armours_class_does_half() -> None:
    assert fighting.is_halved(2, 2)
    assert not fighting.is_halved(2, 1)
    assert not fighting.is_halved(0, 0)  # BA-GAP-56
    assert [fighting.damage(10, 4, face, 0, 1, 0) for face in (1, 2, 6)] == [1, 2, 4]
    assert fighting.damage(10, 4, 1, 0, 1, 1) == 2
    # a negative test vector: class 2 on class 1 halves nothing
    assert strike_of(Attack(LINE, LINE), READING).halved == 0
    assert strike_of(Attack(LINE, HEAVY), READING).halved == 1


def test_numerators_below_zero_by_all_readings() -> None:
    assert [fighting.quotient(-3, 4, reading) for reading in (fighting.FLOOR, fighting.TRUNCATE, fighting.ZERO)] == [
        -1,
        0,
        0,
    ]
    assert [fighting.quotient(-9, 4, reading) for reading in range(3)] == [-3, -2, 0]
    assert {fighting.quotient(9, 4, reading) for reading in range(3)} == {2}


@pytest.mark.rule("BA-DER-01", "BA-DER-07")
@given(whole(0, 60), whole(1, 30), whole(1, 6))
def test_the_outer_die_is_not_divided(divided: int, protection: int, face: int) -> None:
    assert fighting.damage(divided, protection, face, 0, 0, 0) >= max(face, 1)
    if protection > divided:
        assert fighting.damage(divided, protection, face, 0, 0, 0) == face


@pytest.mark.rule("BA-CMB-07", "BA-SKL-32", "BA-FRM-06", "BA-SKL-09")
def test_who_fights() -> None:
    assert fighting.first_ranks(20, 5, 1) == 5
    assert fighting.first_ranks(3, 5, 1) == 3
    assert fighting.first_ranks(20, 5, fighting.melee_ranks(True)) == 10
    assert fighting.melee_ranks(False) == 1
    assert [fighting.shooting_ranks(form) for form in (COLUMN, LOOSE, WEDGE, HEDGEHOG)] == [1, 2, 1, 1]
    assert fighting.shooters_at_flying(20) == 20
    birds = skilled(CAVALRY, "flying")
    assert strike_of(replace(SHOT, target=birds), READING).fighters == 20
    assert strike_of(Attack(PIKES, LINE), READING).fighters == 12


@pytest.mark.rule("BA-MOD-02", "BA-FRM-07", "BA-MOD-05", "BA-FRM-05")
def test_loose_formation() -> None:
    assert fighting.loose_fighters(5, 0) == fighting.shooters_at_loose(5, 0) == 2
    assert fighting.loose_fighters(5, 1) == fighting.shooters_at_loose(5, 1) == 3
    assert strike_of(replace(MELEE, formation=LOOSE), READING).fighters == 2
    assert strike_of(replace(SHOT, formation=LOOSE), READING).fighters == 20
    assert strike_of(replace(SHOT, target_formation=LOOSE), READING).fighters == 5
    both = replace(SHOT, formation=LOOSE, target_formation=LOOSE)
    assert strike_of(both, READING).fighters == 10  # BA-GAP-57


@pytest.mark.rule("BA-CMB-02")
def test_the_reply() -> None:
    assert fighting.reply_fighters(20, 5, 1, FRONT, 0) == 5
    assert fighting.reply_fighters(20, 5, 1, FLANK, 0) == 4
    assert fighting.reply_fighters(22, 5, 1, REAR, 0) == 2
    assert fighting.reply_fighters(22, 5, 1, REAR, 1) == 5
    reply = exchange_of(Attack(LINE, ARCHERS), READING).reply
    assert (reply.strength, reply.plus, reply.minus) == (0, 0, 2)
    assert exchange_of(MELEE, READING).reply.plus == 0  # the order is the attacker's


@pytest.mark.rule("BA-CMB-01", "BA-CMB-03", "BA-ORD-08", "BA-SKL-08", "BA-SKL-15", "BA-SKL-24", "BA-WND-07")
def test_what_may_not_be_done() -> None:
    refused = {
        "BA-CMB-01": Attack(ARCHERS, LINE),
        "BA-CMB-03": Attack(LINE, LINE, shooting=True),
        "BA-SKL-08": Attack(LINE, skilled(LINE, "flying")),
        "BA-SKL-15": Attack(skilled(LINE, "wide"), LINE),
        "BA-SKL-24": Attack(CAVALRY, LINE, formation=HEDGEHOG),
        "BA-WND-07": Attack(LINE, LINE, of_wounded=True),
    }
    for id, at in refused.items():
        with pytest.raises(RuleForbids, match=id):
            check(at)
    check(Attack(skilled(LINE, "wide"), LINE, formation=LOOSE))
    check(Attack(ARCHERS, LINE, reply=True))


@pytest.mark.rule("BA-DEF-24", "BA-SKL-06")
def test_ranges() -> None:
    check_range(ARCHERS, 12)
    with pytest.raises(RuleForbids, match="BA-DEF-24"):
        check_range(ARCHERS, 13)
    gun = skilled(ARCHERS, "area")
    check_range(gun, 5)
    with pytest.raises(RuleForbids, match="BA-SKL-06"):
        check_range(gun, 4)


@pytest.mark.rule("BA-SKL-03", "BA-SKL-04")
def test_jets_and_shells_count_whom_they_reach() -> None:
    assert reached(7) == 7
    assert strike_of(SHOT, READING, under_template=9).flat == 9


# Modifiers: the situation in which each holds, and what it gives in melee and in shooting (dice, flat)

BIG, RIDER, HEAVY_ARMOUR = (skilled(LINE, skill) for skill in ("big", "rider", "heavy-armour"))
NIGHT_CREATURES = skilled(LINE, "night-creature")
HOLDS: dict[str, tuple[Attack, tuple[int, int], tuple[int, int]]] = {
    "BA-MOD-01": (MELEE, (1, 0), (0, 0)),
    "BA-MOD-03": (replace(MELEE, formation=WEDGE), (1, 0), (0, 0)),
    "BA-MOD-04": (replace(SHOT, moved=True), (0, 0), (-1, 0)),
    "BA-MOD-06": (replace(MELEE, target_formation=HEDGEHOG), (-1, 0), (1, 0)),
    "BA-MOD-07": (SHOT, (0, 0), (1, 0)),
    "BA-MOD-09": (replace(SHOT, in_water=True), (0, 0), (1, 0)),
    "BA-MOD-10": (replace(SHOT, target_moved=True), (0, 0), (-1, 0)),
    "BA-MOD-11": (replace(MELEE, side=FLANK), (1, 0), (1, 0)),
    "BA-MOD-12": (replace(MELEE, side=REAR), (2, 0), (2, 0)),
    "BA-MOD-13": (replace(MELEE, height=1), (1, 0), (1, 0)),
    "BA-MOD-14": (replace(MELEE, height=-1), (-1, 0), (-1, 0)),
    "BA-MOD-16": (Attack(ARCHERS, LINE, reply=True, ordered=False), (-2, 0), (0, 0)),
    "BA-SKL-19": (Attack(BIG, LINE), (1, 0), (0, 0)),
    "BA-SKL-20": (replace(SHOT, target=BIG), (0, 0), (2, 0)),
    "BA-SKL-22": (Attack(RIDER, LINE), (1, 0), (0, 0)),
    "BA-SKL-23": (replace(SHOT, target=RIDER), (0, 0), (1, 0)),
    "BA-SKL-27": (Attack(LINE, HEAVY_ARMOUR), (-1, 0), (0, 0)),
    "BA-SKL-33": (Attack(PIKES, CAVALRY), (1, 0), (0, 0)),
    "BA-SKL-34": (replace(SHOT, target=skilled(LINE, "big-shield")), (0, 0), (-1, 0)),
    "BA-WND-08": (replace(MELEE, of_wounded=True, reply=True, ordered=False), (-2, 0), (0, 0)),
    "BA-MOR-08": (replace(MELEE, in_retreat=True), (0, -2), (0, 0)),
    "BA-ORD-13": (replace(MELEE, mercy=True), (0, 2), (0, 2)),
    "BA-TIM-02": (replace(MELEE, night=True), (0, -3), (0, -3)),
    "BA-TIM-04": (Attack(NIGHT_CREATURES, LINE), (0, -3), (0, -3)),
    "BA-SUN-01": (replace(MELEE, sun_in_face=True), (0, -1), (0, -2)),
    "BA-WTH-03": (replace(SHOT, weather="fog"), (0, 0), (0, -2)),
    "BA-WTH-04": (replace(SHOT, weather="thick fog"), (0, 0), (0, -3)),
    "BA-WTH-05": (replace(SHOT, weather="heavy rain"), (0, 0), (0, -1)),
    "BA-WTH-09": (replace(SHOT, weather="blizzard"), (0, 0), (0, -2)),
}


@pytest.mark.rule("BA-MOD-01", "BA-MOD-03", "BA-MOD-04", "BA-MOD-06", "BA-MOD-07", "BA-MOD-09", "BA-MOD-10")
@pytest.mark.rule("BA-MOD-11", "BA-MOD-12", "BA-MOD-13", "BA-MOD-14", "BA-MOD-16", "BA-SKL-19", "BA-SKL-20")
@pytest.mark.rule("BA-SKL-22", "BA-SKL-23", "BA-SKL-27", "BA-SKL-33", "BA-SKL-34", "BA-WND-08", "BA-MOR-08")
@pytest.mark.rule("BA-ORD-13", "BA-TIM-02", "BA-TIM-04", "BA-SUN-01", "BA-WTH-03", "BA-WTH-04", "BA-WTH-05")
@pytest.mark.rule("BA-WTH-09", "BA-DEF-23")
@pytest.mark.parametrize("id", HOLDS)
def test_a_modifier_holds_where_its_rule_says_and_gives_what_the_table_says(id: str) -> None:
    at, melee, shooting = HOLDS[id]
    one = modifiers()[id]
    assert CONDITIONS[id](at)
    assert (one.dice(False), one.flat(False)) == melee
    assert (one.dice(True), one.flat(True)) == shooting
    assert id in [each.id for each in active(at, READING)]
    for other in (MELEE, SHOT):
        if other != at and id not in ("BA-MOD-01", "BA-MOD-07", "BA-MOD-16"):
            assert id not in [each.id for each in active(other, READING)]


def test_every_modifier_of_the_table_is_tried() -> None:
    assert list(HOLDS) == list(modifiers()) == list(CONDITIONS)


def test_negative_vectors_of_the_modifiers() -> None:
    got = lambda at: {each.id for each in active(at, READING)}  # noqa: E731
    assert "BA-MOD-07" not in got(replace(SHOT, side=FLANK))  # a column from the flank is no deep target
    assert "BA-SKL-22" not in got(Attack(CAVALRY, RIDER))  # riders against riders
    assert "BA-SKL-33" not in got(Attack(PIKES, LINE))
    assert "BA-MOD-01" not in got(SHOT)
    assert "BA-MOD-04" not in got(replace(MELEE, moved=True))
    for id in ("BA-MOD-03", "BA-MOD-11", "BA-MOD-12", "BA-SKL-22", "BA-SKL-33"):  # not in the reply (BA-GAP-15)
        at = HOLDS[id][0]
        assert id not in got(replace(at, reply=True, ordered=False))


@pytest.mark.rule("BA-MOD-08")
def test_cover_adds_a_die_to_the_protection() -> None:
    assert strike_of(replace(MELEE, cover=True), READING).cover == 1
    assert strike_of(replace(SHOT, cover=True), READING).cover == 1
    assert strike_of(MELEE, READING).cover == 0
    for face, cover in product(range(1, 7), repeat=2):
        assert fighting.damage(10, 4 + cover, face, 0, 0, 0) == 10 // (4 + cover) + face


@pytest.mark.rule("BA-TIM-03", "BA-WTH-02", "BA-WTH-12")
def test_who_minds_night_and_day() -> None:
    owls = skilled(LINE, "twilight-vision")
    assert sees_at_night(owls)
    assert not sees_at_night(LINE)
    night = lambda one: [each.id for each in active(Attack(one, LINE, night=True), READING)]  # noqa: E731
    assert "BA-TIM-02" in night(LINE)
    assert "BA-TIM-02" not in night(owls)
    assert "BA-TIM-02" not in night(NIGHT_CREATURES)
    assert covers_the_sky("overcast")
    assert covers_the_sky("thick fog")
    assert not covers_the_sky("fog")
    by_day = replace(Attack(NIGHT_CREATURES, LINE), weather="overcast")
    assert "BA-TIM-04" not in [each.id for each in active(by_day, READING)]


# Commanders, magic, orders, heroes


@pytest.mark.rule("BA-PRE-05", "BA-CAP-01", "BA-CAP-02", "BA-CAP-03", "BA-CAP-04")
@pytest.mark.rule("BA-PRE-06", "BA-MGE-01", "BA-MGE-02", "BA-MGE-03", "BA-MGE-04", "BA-PRO-09")
def test_commanders_and_mages_are_drawn() -> None:
    names = [preparation.drawn(abilities("captains"), face).name for face in range(1, 7)]
    assert names == ["Talentless", *["Mediocrity"] * 3, "Talent", "Genius"]
    mages = [preparation.drawn(abilities("mages"), face) for face in range(1, 7)]
    assert [one.name for one in mages] == ["Student", *["Novice"] * 3, "Seasoned", "Veteran"]
    assert [preparation.mana_supply(3, int(one.extra)) for one in mages] == [5, 5, 5, 5, 4, 4]


@pytest.mark.rule("BA-AMM-01")
def test_ammunition_is_a_die_for_each_battalion_of_shooters() -> None:
    assert preparation.supply([2, 6, 1]) == 9


@pytest.mark.rule("BA-INI-01", "BA-INI-02", "BA-MAG-05", "BA-DER-02", "BA-TOP-01")
def test_contests_of_two_dice() -> None:
    pairs = list(product(range(1, 7), repeat=2))
    assert command.is_first(3, 2, 4, 0)
    assert not command.is_first(3, 1, 4, 0)
    assert sum(command.takes_effect(a, 1, b, 1) for a, b in pairs) == 15  # of 36: a tie dispels
    assert sum(command.is_right(a, b) for a, b in pairs) == 15


@pytest.mark.rule("BA-MAG-02", "BA-MAG-03", "BA-MAG-06")
def test_spells_cost_their_complexity() -> None:
    assert command.may_cast(2, 2)
    assert not command.may_cast(1, 2)
    assert command.mana_after(5, 2) == 3
    assert command.mana_after(1, 2) == 0


@pytest.mark.rule("BA-ORP-01", "BA-ORP-02", "BA-ORP-03", "BA-ORP-04", "BA-ORP-05")
@pytest.mark.rule("BA-DEF-06", "BA-PRO-07", "BA-PRO-08")
def test_who_may_order_whom() -> None:
    assert orders.in_reach(orders.CAPTAIN, 8, 8, 2)
    assert not orders.in_reach(orders.CAPTAIN, 9, 8, 2)
    assert orders.in_reach(orders.HERO, 2, 0, 2)
    assert not orders.in_reach(orders.HERO, 3, 12, 2)
    captain, general, hero = orders.CAPTAIN, orders.GENERAL, orders.HERO
    assert orders.may_both_order(captain, general)
    assert orders.may_both_order(general, hero)
    assert not orders.may_both_order(captain, captain)
    assert not orders.may_both_order(captain, hero)
    assert orders.usable_orders(6, 0, 4) == 6
    assert orders.usable_orders(9, 0, 4) == 8
    assert orders.usable_orders(3, 4, 4) == 0


@pytest.mark.rule("BA-IND-01", "BA-IND-02", "BA-IND-03", "BA-MOR-10")
def test_what_is_free_and_what_costs_two() -> None:
    assert orders.free_orders(3) == 6
    assert orders.change_cost(2) == 4
    assert morale.rally_cost(1) == 2


@pytest.mark.rule("BA-HER-01", "BA-HER-02", "BA-HER-03", "BA-HER-04", "BA-EX-01")
def test_a_hero_pays_for_orders_steps_and_mana() -> None:
    default = Readings.of(game("batalist"))
    assert orders.hero_order_cost(2, False, True) == 3
    assert orders.hero_order_cost(2, True, True) == 1
    assert plan_cost((1, 1, 2), 2, default) == 6
    assert plan_cost((0, 0, 2), 2, default) == 2  # mana set aside is spent, used or not
    assert plan_cost((1, 1, 2), 3, default) == 7
    # the worked example of the source: 3 + 1 + 2 with an order at three steps
    example = Readings.of(game("batalist"), {"hero_order_cost": "steps"})
    assert orders.hero_order_cost(3, False, False) == 3
    assert plan_cost((1, 1, 2), 3, example) == 6


@pytest.mark.rule("BA-PRO-11")
def test_a_heros_strength_does_not_come_back() -> None:
    assert orders.orders_in_all(6, 4, False) == 6
    assert orders.orders_in_all(6, 2, False) == 4
    assert orders.orders_in_all(6, 4, True) == 8


@pytest.mark.rule("BA-SKL-11", "BA-SKL-12", "BA-SKL-13", "BA-SKL-14")
def test_unruly_warriors() -> None:
    assert [orders.bloodthirsty_attacks(n) for n in (0, 1, 2)] == [2, 1, 0]
    assert [orders.obeys(face, 2) for face in range(1, 7)] == [False, False, True, True, True, True]
    assert not any(orders.obeys(face, 6) for face in range(1, 7))


@pytest.mark.rule("BA-DER-03", "BA-EXE-01", "BA-EXE-04")
def test_unanswered_orders_against_cards_turned_over_one_by_one() -> None:
    for own, other, first in product(range(8), range(8), (True, False)):
        left, turn, tail = [own, other], 0 if first else 1, 0
        while any(left):
            if left[turn]:
                left[turn] -= 1
                if turn == 0 and not left[1]:
                    tail += 1
            turn = 1 - turn
        if own >= other:
            assert orders.unanswered(own, other, first) == tail
    assert orders.unanswered(6, 4, True) == 2
    assert orders.unanswered(6, 4, False) == 3
    assert orders.unanswered(3, 5, True) == 0


@pytest.mark.rule("BA-DER-04", "BA-ORD-09", "BA-PRE-10")
def test_orders_until_contact() -> None:
    assert orders.orders_to_contact(13, 4) == 4
    assert orders.orders_to_contact(12, 4) == 3
    assert orders.orders_to_contact(0, 4) == 1
    assert [orders.turns_for(n) for n in (1, 2, 3, 4)] == [1, 1, 2, 2]
    assert orders.orders_to_contact(marching.zones_apart(8), 8) == 3


# Morale, wounds


@pytest.mark.rule("BA-MOR-01")
def test_half_is_lost_at_half() -> None:
    assert [morale.lost_half(20, n) for n in (11, 10, 9)] == [False, True, True]
    assert [morale.lost_half(5, n) for n in (3, 2)] == [False, True]


@pytest.mark.rule("BA-MOR-04", "BA-REC-01", "BA-STD-01", "BA-DER-05")
def test_a_die_below_the_opponents_fails() -> None:
    for opponent in range(1, 7):
        assert sum(morale.fails(face, opponent, 0) for face in range(1, 7)) == opponent - 1
        assert sum(morale.fails(face, opponent, 1) for face in range(1, 7)) == max(opponent - 2, 0)


@pytest.mark.rule("BA-MOR-05", "BA-MOR-06", "BA-MOR-09")
def test_what_failures_do() -> None:
    assert [morale.loses_orders(n) for n in range(4)] == [False, True, True, True]
    assert [morale.leaves_the_field(n) for n in range(4)] == [False, False, True, True]
    assert [morale.routs(n) for n in range(4)] == [False, False, False, True]


@pytest.mark.rule("BA-WND-02", "BA-WND-09", "BA-WND-10")
def test_killed_wounded_and_overkill() -> None:
    assert [wounds.killed(x, 0) for x in (0, 1, 7)] == [0, 0, 3]
    assert wounds.killed(7, 1) == 4
    assert wounds.wounded_after(7, 20, 0, 0, 0) == 4
    assert wounds.wounded_after(8, 4, 0, 0, 0) == 0  # the two examples of the reference
    assert wounds.wounded_after(9, 4, 3, 0, 0) == 1
    assert wounds.wounded_after(8, 4, 0, 1, 0) == 2
    assert wounds.wounded_after(5, 0, 9, 0, 0) == 7  # healthy none: half of all damage is theirs


@given(whole(0, 60), whole(0, 30), whole(0, 30), st.booleans(), whole(0, 1))
def test_nobody_falls_twice(damage: int, healthy: int, before: int, beyond: bool, up: int) -> None:
    after = wounds.wounded_after(damage, healthy, before, beyond, up)
    fallen = min(damage, healthy)
    assert 0 <= after <= before + fallen - wounds.killed(fallen, up)


@pytest.mark.rule("BA-WND-03", "BA-WND-04", "BA-WND-05")
def test_the_wounded_are_a_burden() -> None:
    assert wounds.wounded_ranks(7, 4) == 2
    assert wounds.wounded_ranks(0, 4) == 0
    assert wounds.ranks_lost(7, 4) == 1
    assert [wounds.steps_lost(n) for n in (0, 1, 2, 3, 4)] == [0, 0, 1, 1, 2]
    assert [wounds.fighting_ranks(1, 1, reading) for reading in (wounds.MIN_ONE, wounds.MIN_NONE, wounds.OFF)] == [
        1,
        0,
        1,
    ]
    pikes = Attack(PIKES, LINE, wounded=4)
    assert strike_of(pikes, READING).fighters == 6  # one rank of two is lost


@pytest.mark.rule("BA-ORD-10")
def test_recovery_brings_a_die_and_one_back() -> None:
    assert [wounds.recovered(10, face) for face in (1, 6)] == [2, 7]
    assert wounds.recovered(4, 6) == 4


# Ambush, traps, scouts, area fire


@pytest.mark.rule("BA-AMB-04", "BA-AMB-07", "BA-TRP-01")
def test_what_an_attack_gives_away() -> None:
    assert hidden.markers(hidden.FALSE_MARKERS) == 3
    seen = [hidden.after_attack(face, 2, False) for face in range(1, 7)]
    assert seen == [hidden.NOTHING] * 2 + [hidden.ONE_FALSE] * 2 + [hidden.REVEALED] * 2
    assert hidden.after_attack(3, 0, False) == hidden.NOTHING
    assert hidden.after_attack(3, 0, True) == hidden.REVEALED


@pytest.mark.rule("BA-AMB-08", "BA-AMB-09", "BA-AMB-10", "BA-TRP-02", "BA-TRP-03")
def test_markers_and_passages() -> None:
    assert [hidden.is_true(marker, 1) for marker in range(3)] == [False, True, False]
    assert [hidden.trap_goes_off(face) for face in range(1, 7)] == [True] * 3 + [False] * 3


@pytest.mark.rule("BA-REC-02", "BA-REC-03", "BA-REC-04", "BA-REC-05", "BA-REC-06", "BA-REC-07", "BA-REC-08")
def test_what_scouts_find() -> None:
    assert morale.scouted_dice(False) == 3
    assert morale.scouted_dice(True) == 2
    for dice in (2, 3):
        told = [(hidden.let_pass(n), hidden.is_found(n, dice), hidden.is_surrounded(n, dice)) for n in range(dice + 1)]
        assert told[0] == (True, False, False)
        assert told[-1] == (False, False, True)
        assert set(told[1:-1]) == {(False, True, False)}


@pytest.mark.rule("BA-SKL-30", "BA-SKL-31")
def test_camouflage_and_noise_count_without_a_die() -> None:
    assert morale.thrown_dice(3, True, False, False) == 2
    assert morale.thrown_dice(3, True, True, False) == 1
    assert morale.thrown_dice(3, True, False, True) == 3
    assert morale.counted_failures(2, 3, False, True, False) == 3
    assert morale.counted_failures(2, 3, True, False, False) == 2
    assert morale.counted_failures(2, 3, True, False, True) == 1
    assert morale.counted_failures(3, 3, False, True, True) == 3


@pytest.mark.rule("BA-ARE-01", "BA-ARE-02", "BA-ARE-03", "BA-ARE-04", "BA-ARE-05")
def test_area_fire() -> None:
    assert hidden.area_orders(8) == hidden.area_orders(9) == 8
    results = [hidden.area_result(face, 0) for face in range(1, 7)]
    assert results == [hidden.MISSED] * 3 + [hidden.SHOWN] * 2 + [hidden.BULLSEYE]
    assert hidden.area_result(6, 3) == hidden.BULLSEYE
    assert [hidden.area_bonus(n, 0) for n in range(5)] == [0, 0, 1, 1, 2]
    assert hidden.area_bonus(3, 1) == 2


# Marching


@pytest.mark.rule("BA-TER-01", "BA-TER-03", "BA-TER-04", "BA-TER-05", "BA-TER-07", "BA-LAD-01", "BA-LAD-02")
@pytest.mark.rule("BA-SKL-07", "BA-SKL-18", "BA-SKL-21", "BA-SKL-25", "BA-SKL-26", "BA-SKL-28")
def test_ground_and_who_masters_it() -> None:
    plain: frozenset[str] = frozenset()
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert marching.on_difficult_ground(plain) == half
    assert marching.in_swamp(plain, True, False) == quarter
    assert marching.in_swamp(plain, False, False) == marching.in_swamp(plain, True, True) == half
    assert marching.in_swamp({"heavy-armour"}, False, True) == quarter
    assert marching.in_swamp({"swamp-walker"}, True, False) == 1
    assert marching.on_water(plain) == marching.on_water({"swimmer", "heavy-armour"}) == 0
    assert marching.on_water({"swimmer"}) == 1
    assert marching.on_ladder(plain) == half
    for large in ("giant", "big", "rider"):
        assert marching.on_ladder({large}) == 0
    assert marching.on_steep_slope({"big"}, False) == marching.on_steep_slope({"rider"}, False) == 0
    assert marching.on_steep_slope(plain, False) == 1
    assert marching.on_steep_slope(plain, True) == 0
    assert marching.flies_over({"flying"})
    assert not marching.flies_over(plain)


@pytest.mark.rule("BA-ORD-04", "BA-ORD-06", "BA-ORD-11", "BA-AMB-05", "BA-PRO-03", "BA-WTH-08")
def test_gaits_and_corners() -> None:
    for name in ("backward", "sideways", "markers", "to hospital"):
        assert marching.gait(name) == Fraction(1, 2)
    assert marching.gait("forward") == 1
    assert marching.slower_corner(Fraction(1), Fraction(1, 4)) == Fraction(1, 4)
    assert marching.orders_to_march(Fraction(10), Fraction(4)) == 3
    assert marching.orders_to_march(Fraction(18), Fraction(2)) == 9
    assert marching.in_snow(frozenset()) == Fraction(1, 2)
    assert marching.in_snow({"snow-walker"}) == 1


# Optional rules


@pytest.mark.rule("BA-TIM-01", "BA-TIM-05")
def test_times_of_day() -> None:
    assert [is_night(roll) for roll in range(1, 7)] == [False] * 3 + [True] * 3


@pytest.mark.rule("BA-WTH-01", "BA-WTH-06", "BA-WTH-07", "BA-WTH-08", "BA-WTH-11", "BA-WTH-13")
def test_weather_tables() -> None:
    summer, winter = weather("summer"), weather("winter")
    assert [row.name for row in summer] == ["overcast", "fog", "thick fog", "heavy rain", "changing wind", "clear"]
    assert [row.name for row in winter] == ["blizzard", "snow", "frost", "", "overcast", "clear"]
    assert [shooting_penalty(row) for row in summer] == [0, -2, -3, -1, 0, 0]
    assert [shooting_penalty(row) for row in winter] == [-2, -2, 0, 0, 0, 0]
    assert [row.view for row in summer[:3]] == [1, Fraction(1, 2), Fraction(1, 3)]
    assert [row.frost for row in winter[:3]] == [True, False, True]
    assert set(weather_chances("winter", False).values()) == {Fraction(1, 5)}
    once = {row.name: p for row, p in weather_chances("winter", True).items()}
    assert once["snow"] == Fraction(7, 36)
    assert once["clear"] == Fraction(8, 36)
    assert sum(once.values()) == 1


@pytest.mark.rule("BA-WTH-10")
def test_frost_takes_no_less_than_nothing() -> None:
    assert [seasons.frost_losses(face, 0) for face in range(1, 7)] == [0, 0, 1, 2, 3, 4]
    assert seasons.frost_losses(1, 1) == 1


@pytest.mark.rule("BA-WIND-01", "BA-WIND-02", "BA-WIND-03", "BA-CUR-01", "BA-CUR-02")
def test_wind_and_current() -> None:
    assert {seasons.direction(face, 8) for face in range(1, 7)} == set(range(1, 7))
    assert seasons.direction(6, 6) == 0
    assert [seasons.wind_bonus(strength) for strength in range(1, 7)] == [0, 1, 1, 2, 2, 3]
    assert [seasons.deflection(strength) for strength in range(1, 7)] == [0, 1, 1, 2, 2, 3]
    assert [seasons.drift(strength) for strength in range(1, 7)] == [1, 2, 3, 4, 5, -1]


@pytest.mark.rule("BA-SNP-01", "BA-SNP-02", "BA-SNP-03")
def test_single_targets() -> None:
    assert seasons.sniper_penalty(4) == -4
    assert seasons.assassin_penalty(2) == -4
    assert seasons.may_aim(False)
    assert not seasons.may_aim(True)


@given(whole(0, 6), whole(0, 20), whole(1, 12), whole(0, 3), whole(0, 3), whole(0, 1), whole(0, 2))
def test_a_law_is_whole_and_more_strength_never_hurts(
    strength: int, fighters: int, protection: int, plus: int, minus: int, cover: int, negative: int
) -> None:
    one = Strike(strength, fighters, 0, protection, plus, minus, cover=cover, negative=negative)
    law = one.law()
    assert sum(law.chances.values()) == 1
    assert law.least >= 0
    stronger = replace(one, flat=1).law()
    assert all(stronger.at_least(x) >= law.at_least(x) for x in range(law.most + 2))
