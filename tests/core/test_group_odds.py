"""Close combat, finding cover and following in battles come out as often as the odds say, and luck averages out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.core.order_scenes import name, reading, scene
from tests.core.positions import SQUAD, TANK, TRUCK, WEST, A, B, Position, table_of, user_unit
from tests.core.tried_actions import ALIVE, ALL_PLAYERS, COVER, HAZARD, HITS, tries
from tigersim.catalogue.cards import parse_card
from tigersim.catalogue.units import Unit
from tigersim.core.codes import Fields
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.enums import ASSAULT, FIND_COVER, FIRE, FOLLOW, HELP, MAIN, NAME, ORDER
from tigersim.odds import find_cover, melee, shot
from tigersim.rules.cards import difficulty

TRIALS = 200 if COMPILER_OFF else 20_000
SKIRTED = user_unit("skirted tank", "medium_tank", advantages=("skirt_armor",))
OPEN_TOP = user_unit("open tank", "medium_tank", disadvantages=("open_top",))
RECKLESS = user_unit("reckless squad", "infantry", advantages=("suicide_assault",))
IMPROVED_SQUAD = user_unit("improved squad", "infantry", improved=True)
GUN = user_unit("gun", "towed_gun")
SCOUTS = user_unit("infiltrators", "infantry", advantages=("infiltrator",))


def tried(position: Position, action: int, slots: Sequence[int]) -> dict[int, np.ndarray]:
    """What tries leave of each of the units, all from the same battles."""
    rows = tries(position, action, slots, TRIALS, ALL_PLAYERS, 7)
    return {slot: rows[:, k] for k, slot in enumerate(slots)}


def agrees(count: int, p: float) -> bool:
    """|z| < 4; what is impossible never happens, what is certain always does."""
    return bool(abs(count - TRIALS * p) <= 4 * (TRIALS * p * (1 - p)) ** 0.5 + 1e-9)


def luck_averages_out(rows: np.ndarray) -> bool:
    """Deaths less hazards have mean 0."""
    luck = (rows[:, ALIVE] == 0) - rows[:, HAZARD]
    return bool(abs(luck.mean()) <= 4 * luck.std() / len(luck) ** 0.5 + 1e-6)


# --- one against one -----------------------------------------------------------------------------------------------


class Duel(NamedTuple):
    """An assault to be tried many times."""

    attacker: str | Unit
    defender: str | Unit
    card: str = "9H"
    switch: str = ""
    option: str = ""


DUELS = [
    Duel(SQUAD, SQUAD),
    Duel(SQUAD, SQUAD, "AD"),
    Duel(TANK, SQUAD, "7D"),
    Duel(SQUAD, GUN, "KH"),
    Duel(SQUAD, SKIRTED, "8H"),
    Duel(OPEN_TOP, SQUAD, "10H"),
    Duel(TANK, OPEN_TOP),
    Duel(IMPROVED_SQUAD, IMPROVED_SQUAD, "AH"),
    Duel(RECKLESS, RECKLESS, "AD", "suicide_assault", "mandatory"),
    Duel(RECKLESS, TANK, "KD", "suicide_assault", "mandatory"),
]


def duel_of(case: Duel) -> Position:
    """One against one, four inches apart."""
    switches = {case.switch: case.option} if case.switch else {}
    return scene([(case.attacker, 3, 5)], [(case.defender, 8, 5)], case.card, ruleset=reading(**switches))


@pytest.mark.rule(
    "PT-MELEE-04",
    "PT-MELEE-05",
    "PT-MELEE-12",
    "PT-IMPROVED-03",
    "PT-ADV-SUICIDE_ASSAULT",
    "PT-ADV-SKIRT_ARMOR",
    "PT-DIS-OPEN_TOP",
)
@pytest.mark.parametrize("case", DUELS, ids=str)
def test_assaults_come_out_as_the_odds_say(case: Duel) -> None:
    switches = {case.switch: case.option} if case.switch else {}
    exact = melee(case.attacker, case.defender, case.card, reading(**switches))
    rows = tried(duel_of(case), Fields(ASSAULT, A, B).code, (A, B))
    ours, theirs = rows[A][:, ALIVE], rows[B][:, ALIVE]
    assert agrees(np.sum((ours == 1) & (theirs == 0)), exact.p_defender_destroyed)
    assert agrees(np.sum((ours == 0) & (theirs == 1)), exact.p_attacker_destroyed)
    assert agrees(np.sum((ours == 1) & (theirs == 1)), exact.p_neither)
    assert luck_averages_out(rows[A])
    assert luck_averages_out(rows[B])
    assert np.std(rows[B][:, HAZARD]) < 1e-6 or case.switch  # known beforehand, whatever the dice


@pytest.mark.rule("AMB-99", "PT-IMPROVED-03")
def test_luck_averages_out_where_the_tables_do_not_know_the_re_rolls() -> None:
    case = Duel(IMPROVED_SQUAD, IMPROVED_SQUAD, "AH", "improved_reroll_extent", "any_subset")
    rows = tried(duel_of(case), Fields(ASSAULT, A, B).code, (A, B))
    for slot in (A, B):
        assert luck_averages_out(rows[slot])
    one_or_all = melee(IMPROVED_SQUAD, IMPROVED_SQUAD, "AH").p_defender_destroyed
    assert np.mean(rows[B][:, ALIVE] == 0) > one_or_all  # a freer choice is worth more


# --- groups --------------------------------------------------------------------------------------------------------


@cache
def chance(dice: int, needed: int) -> float:
    """P(so many dice reach a number), by counting out."""
    return sum(sum(faces) >= needed for faces in product(range(1, 7), repeat=dice)) / 6**dice


Fate = tuple[int, int, int, int]
"""Alive or not: leader, follower, target, helper."""


def fates(dice: tuple[int, int, int, int], needed: int, gone_rule: str, shy: bool) -> Counter[Fate]:
    """P of every outcome: leader and follower against the target and its helper, from the rules.

    The follower strikes at the target, or at its helper once it is gone; the helper at the leader, or at the follower
    once he is gone.  ``gone_rule``: AMB-79; ``shy``: the follower stands aside behind a leader who failed (AMB-88).
    """
    p = [chance(n, needed) for n in dice]
    found: Counter[Fate] = Counter()
    for hits in product((True, False), repeat=4):
        weight = 1.0
        for one, hit in zip(p, hits, strict=True):
            weight *= one if hit else 1 - one
        alive = [1, 1, 1, 1]
        if hits[0]:
            alive[2] = 0
        follows = hits[0] or not shy
        if follows and hits[1]:
            alive[2 if alive[2] else 3] = 0
        attacked = hits[0]  # then the follower has struck at the helper
        if alive[2] and hits[2]:
            alive[0] = 0
        may_strike = alive[2] or attacked or gone_rule != "only_if_target_survives"
        if alive[3] and may_strike and hits[3]:
            if alive[0]:
                alive[0] = 0
            elif follows:
                alive[1] = 0
        found[tuple(alive)] += weight  # type: ignore[index]
    return found


GROUPS: list[tuple[tuple[str | Unit, ...], tuple[int, int, int, int], str, dict[str, str]]] = [
    ((SQUAD, SQUAD, SQUAD, SQUAD), (3, 3, 3, 3), "9H", {}),
    ((SQUAD, SQUAD, SQUAD, SQUAD), (3, 3, 3, 3), "KD", {}),
    ((SQUAD, TRUCK, SQUAD, SQUAD), (3, 2, 3, 3), "6H", {}),
    ((SQUAD, SQUAD, SQUAD, SQUAD), (3, 3, 3, 3), "9H", {"follow_independent": "leader_must_succeed"}),
    ((SQUAD, SQUAD, SQUAD, SQUAD), (3, 3, 3, 3), "AD", {"melee_supporters_strike": "only_if_target_survives"}),
]


@pytest.mark.rule("PT-MELEE-07", "PT-MELEE-08", "PT-MELEE-09", "PT-MELEE-10", "PT-MELEE-11", "PT-FOLLOW-10")
@pytest.mark.parametrize(("kinds", "dice", "card", "switches"), GROUPS, ids=str)
def test_groups_in_close_combat(kinds: Any, dice: Any, card: str, switches: dict[str, str]) -> None:
    leader, follower, target, helper = kinds
    position = scene(
        [(leader, 3, 5), (follower, 3, 6)], [(target, 8, 5), (helper, 8, 6)], card, ruleset=reading(**switches)
    )
    position.do(ASSAULT, A, B)
    name(position, FOLLOW, [A + 1])
    assert position.asked == (HELP, 1, B)
    slots = (A, A + 1, B, B + 1)
    rows = tried(position, Fields(NAME, B + 1).code, slots)
    seen = Counter(tuple(int(rows[slot][k, ALIVE]) for slot in slots) for k in range(TRIALS))
    gone_rule = switches.get("melee_supporters_strike", "")
    expected = fates(dice, difficulty(parse_card(card)), gone_rule, "follow_independent" in switches)
    assert set(seen) <= {fate for fate, p in expected.items() if p > 0}
    for fate, p in expected.items():
        assert agrees(seen[fate], p), (fate, seen[fate] / TRIALS, p)
    for slot in slots:
        assert luck_averages_out(rows[slot])


# --- finding cover -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-COVER-05", "PT-COVER-06", "PT-ADV-INFILTRATOR")
@pytest.mark.parametrize(("unit", "card"), [(SQUAD, "7S"), (SCOUTS, "KS"), (TANK, "4C"), (SCOUTS, "AS")])
@pytest.mark.parametrize("terrain", ["none", "wood", "hill"])
def test_find_cover_comes_out_as_the_odds_say(unit: str | Unit, card: str, terrain: str) -> None:
    letter = {"none": ".", "wood": "W", "hill": "H"}[terrain]
    table = table_of(*["." * 16] * 6, "..." + letter + "." * 12, *["." * 16] * 5)
    position = scene([(unit, 3, 5)], [], card, table=table)
    rows = tried(position, Fields(FIND_COVER, A).code, (A,))
    assert agrees(int(rows[A][:, COVER].sum()), find_cover(unit, card, terrain).p_success)
    assert not rows[A][:, HAZARD].any()


# --- following -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FOLLOW-04", "AMB-88")
@pytest.mark.parametrize("option", ["independent", "leader_must_succeed"])
def test_followers_roll_for_themselves(option: str) -> None:
    position = scene([(SQUAD, 3, 5), (SCOUTS, 3, 6)], [], "9S", ruleset=reading(follow_independent=option))
    position.do(FIND_COVER, A)
    assert position.asked == (FOLLOW, 0, A)
    rows = tried(position, Fields(NAME, A + 1).code, (A, A + 1))
    leader, follower = rows[A][:, COVER] == 1, rows[A + 1][:, COVER] == 1
    p, q = chance(2, 9), chance(3, 9)
    assert agrees(np.sum(leader & follower), p * q)
    assert agrees(np.sum(leader & ~follower), p * (1 - q))
    assert agrees(np.sum(~leader & follower), (1 - p) * q if option == "independent" else 0.0)


@pytest.mark.rule("PT-FOLLOW-03", "PT-FOLLOW-04")
def test_a_followers_shot_has_the_odds_of_its_own_dice_and_the_leaders_card() -> None:
    position = scene([(SQUAD, 3, 5), (TANK, 3, 6)], [(TANK, 9, 5), (TANK, 9, 6)], "7H")
    position.put(B + 1, 9, 6, WEST)
    position.do(FIRE, A, B, MAIN)
    name(position, FOLLOW, [A + 1])
    assert position.asked == (ORDER, 0, A + 1)
    exact = shot(TANK, TANK, "7H", 5, "front")
    rows = tried(position, Fields(FIRE, A + 1, B + 1, MAIN).code, (B + 1,))[B + 1]
    assert agrees(np.sum(rows[:, ALIVE] == 0), exact.p_destroyed)
    assert agrees(np.sum((rows[:, ALIVE] == 1) & (rows[:, HITS] == 1)), exact.p_one_hit)
    assert np.allclose(rows[:, HAZARD], exact.p_destroyed, atol=1e-6, rtol=0)
