"""Close combat in battles: who may order it, how it runs, who strikes what, and where everybody is afterwards."""

from __future__ import annotations

import pytest

from tests.core.order_scenes import alive, assault, embark, name, scene, stands, strikes
from tests.core.positions import EAST, NORTH, SQUAD, TANK, TRUCK, A, B, Position, open_table, table_of, user_unit
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core.enums import (
    ALL_DICE,
    ASSAULT,
    CHANCE_DISMOUNT,
    CHANCE_MELEE,
    DARE,
    DISMOUNT,
    FIND_COVER,
    FIRE,
    FOLLOW,
    GO_ON,
    HELP,
    MOVE,
    NAME,
    ONE_DIE,
    ORDER,
    PASS,
    PLACE,
    REROLL,
    STRIKE,
    WRECK,
    WRECKED,
)

GUN = user_unit("gun", "towed_gun")
SKIRTED = user_unit("skirted tank", "medium_tank", advantages=("skirt_armor",))
OPEN_TOP = user_unit("open tank", "medium_tank", disadvantages=("open_top",))
RECKLESS = user_unit("reckless squad", "infantry", advantages=("suicide_assault",))
IMPROVED_SQUAD = user_unit("improved squad", "infantry", improved=True)
IMPROVED_TANK = user_unit("improved tank", "medium_tank", improved=True)


def duel(attacker: str | Unit, defender: str | Unit, card: str, ruleset: RuleSet | None = None) -> Position:
    """One against one, four inches apart."""
    keyed = {} if ruleset is None else {"ruleset": ruleset}
    return scene([(attacker, 3, 5)], [(defender, 8, 5)], card, **keyed)


# --- who may order it ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-MELEE-02", "PT-CARD-06", "PT-CARD-07", "PT-CARD-08", "PT-TURN-17")
def test_a_red_card_lets_assault_and_a_black_one_find_cover() -> None:
    assert duel(SQUAD, SQUAD, "5H").verbs() == {PASS, MOVE, FIRE, ASSAULT}
    assert duel(SQUAD, SQUAD, "5D").verbs() == {PASS, MOVE, FIRE, ASSAULT}
    assert duel(SQUAD, SQUAD, "5S").verbs() == {PASS, MOVE, FIRE, FIND_COVER}
    assert duel(SQUAD, SQUAD, "5C").verbs() == {PASS, MOVE, FIRE, FIND_COVER}


def targets(position: Position) -> set[int]:
    """What the unit may assault."""
    return {one.target for one in position.fields(ASSAULT)}


@pytest.mark.rule("PT-MELEE-02", "AMB-25")
def test_six_inches_and_no_line_of_sight() -> None:
    near_and_far = scene([(SQUAD, 3, 5)], [(SQUAD, 10, 5), (SQUAD, 11, 5)], "5H")
    assert targets(near_and_far) == {B}  # gaps of exactly six inches and of seven
    wood = table_of(*["......W........."] * 12)
    behind = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], "5H", table=wood)
    assert behind.verbs() == {PASS, MOVE, ASSAULT}
    assert targets(behind) == {B}


@pytest.mark.rule("PT-MELEE-02", "PT-MELEE-03")
def test_guns_passengers_and_the_immobilised_do_not_assault() -> None:
    assert ASSAULT not in duel(GUN, SQUAD, "5H").verbs()
    assert ASSAULT in duel(TRUCK, SQUAD, "5H").verbs()
    stuck = duel(TANK, SQUAD, "5H")
    stuck.unit(A).immobilised = 1
    assert ASSAULT not in stuck.verbs()
    riding = scene([(SQUAD, 3, 5), (TRUCK, 4, 5)], [(SQUAD, 8, 5), (SQUAD, 8, 6), (TRUCK, 9, 6)], "5H")
    embark(riding, B + 1, B + 2)
    assert targets(riding) == {B, B + 2}  # nor is a passenger assaulted
    embark(riding, A, A + 1)
    assert ASSAULT not in riding.verbs()


@pytest.mark.rule("PT-MELEE-04")
def test_the_attacker_needs_a_free_place_beside_the_target() -> None:
    crowd = [(SQUAD, x, y) for y in (9, 10, 11) for x in (13, 14, 15) if (x, y) != (15, 11)]
    full = scene([(SQUAD, 9, 10)], [(SQUAD, 15, 11), *crowd], "5H")
    assert B not in targets(full)
    assert len(targets(full)) > 0
    wrecked = scene([(SQUAD, 9, 10)], [(SQUAD, 15, 11)], "5H")
    assert targets(wrecked) == {B}
    for x, y in ((14, 10), (14, 11), (15, 10)):
        wrecked.state.occupant[y * 16 + x] = WRECKED
    assert targets(wrecked) == set()


@pytest.mark.rule("PT-MELEE-04", "AMB-77")
def test_water_between_forbids_it_to_those_who_cannot_cross() -> None:
    river = table_of(*[".....~.........."] * 12)
    swimmer = user_unit("swimming tank", "medium_tank", amphibious=True)
    assert targets(scene([(TANK, 3, 5)], [(SQUAD, 7, 5)], "5H", table=river)) == set()
    assert targets(scene([(swimmer, 3, 5)], [(SQUAD, 7, 5)], "5H", table=river)) == {B}


@pytest.mark.rule("PT1-CARD-02", "PT1-CARD-03", "PT1-CARD-04")
def test_the_first_edition_has_neither() -> None:
    first = RuleSet.load("paper_tigers_1")
    assert duel(SQUAD, SQUAD, "5H", first).verbs() == {PASS, MOVE, FIRE}
    assert duel(SQUAD, SQUAD, "5S", first).verbs() == {PASS, MOVE, FIRE}


# --- one against one -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-MELEE-04", "PT-MELEE-13", "PT-COVER-09", "AMB-49", "AMB-78")
def test_success_destroys_whatever_the_cover() -> None:
    wood = table_of(*["........W......."] * 12)
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], "2H", table=wood)
    position.unit(A).found_cover = position.unit(B).found_cover = 1
    assault(position)
    assert alive(position, A, B) == [1, 0]
    assert stands(position, A) == (7, 5)  # it stays next to the place of the target, and loses its cover
    assert position.unit(A).facing == EAST
    assert position.unit(A).found_cover == 0
    assert (int(position.unit(A).rolls), int(position.unit(B).rolls)) == (3, 0)  # nobody saves or strikes back
    assert int(position.state.player[0].vp) == 1
    assert int(position.unit(A).actions) == 1
    assert position.asked == (ORDER, 0, A + 1)
    assert position.fault == "none"


@pytest.mark.rule("PT-MELEE-05", "PT-MELEE-06", "PT-MELEE-12", "PT-MELEE-13", "AMB-49")
@pytest.mark.parametrize(("struck", "living"), [((5, 4, 1), [0, 1]), ((5, 3, 1), [1, 1])])
def test_failure_lets_the_target_strike_at_once(struck: tuple[int, ...], living: list[int]) -> None:
    position = duel(SQUAD, SQUAD, "KH")  # difficulty 10, for both
    position.unit(A).found_cover = 1
    strikes(position, (A, (5, 3, 1)), (B, struck))
    assault(position)
    assert alive(position, A, B) == living
    if living[0]:
        assert stands(position, A) == (3, 5)
        assert position.unit(A).facing == NORTH
        assert position.unit(A).found_cover == 1  # it is where it was
    assert position.asked == (ORDER, 0, A + 1)
    assert position.fault == "none"


@pytest.mark.rule("PT-MELEE-06", "PT-MELEE-13")
def test_who_attacks_from_beside_the_target_does_not_move_at_all() -> None:
    position = scene([(SQUAD, 7, 5)], [(SQUAD, 8, 5)], "KH")
    strikes(position, (A, (1, 1)), (B, (1, 1)))
    assault(position)
    assert stands(position, A) == (7, 5)
    assert position.unit(A).facing == NORTH
    assert position.fault == "none"


@pytest.mark.rule(
    "PT-MELEE-01",
    "PT-MELEE-03",
    "PT-MELEE-04",
    "PT-MELEE-05",
    "PT-DIS-OPEN_TOP",
    "PT-ADV-SKIRT_ARMOR",
)
@pytest.mark.parametrize(
    ("attacker", "defender", "attack", "defence"),
    [
        (SQUAD, SQUAD, 3, 3),
        (SQUAD, TANK, 3, 2),
        (TANK, SQUAD, 2, 3),
        (TANK, TANK, 2, 2),
        (SQUAD, GUN, 3, 2),
        (TRUCK, GUN, 2, 2),
        (user_unit("half-track", "half_track"), user_unit("jeep", "light_transport"), 2, 2),
        (user_unit("scouts", "recon"), TANK, 3, 2),
        (SQUAD, SKIRTED, 2, 2),
        (TANK, SKIRTED, 2, 2),
        (SKIRTED, SQUAD, 2, 2),
        (SQUAD, OPEN_TOP, 4, 2),
        (TANK, OPEN_TOP, 3, 2),
        (OPEN_TOP, SQUAD, 2, 4),
    ],
)
def test_dice(attacker: str | Unit, defender: str | Unit, attack: int, defence: int) -> None:
    position = duel(attacker, defender, "AH")
    strikes(position, (A, (1,) * attack))
    assault(position)
    assert int(position.unit(A).rolls) == attack
    assert int(position.unit(B).rolls) == defence


@pytest.mark.rule("PT-HIT-05", "PT-MELEE-05", "AMB-81", "AMB-62")
def test_a_shocked_target_strikes_back() -> None:
    position = duel(TANK, SQUAD, "8H")
    position.unit(B).hits = 1
    strikes(position, (A, (1,)), (B, (6, 2)))
    assault(position)
    assert (position.asked[0], alive(position, A, B)) == (WRECK, [0, 1])
    assert int(position.unit(B).rolls) == 3


# --- followers and helpers -------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-MELEE-07", "PT-MELEE-09", "PT-MELEE-12", "PT-FOLLOW-04", "PT-FOLLOW-10", "AMB-79")
def test_all_attackers_strike_before_the_first_defender() -> None:
    position = scene([(TANK, 3, 5), (TANK, 3, 6), (TANK, 3, 4)], [(SQUAD, 8, 5), (SQUAD, 9, 5)], "8H")
    strikes(position, (A, (1,)), (A + 1, (1,)), (A + 2, (6, 2)), (B + 1, (1, 1, 1)))
    position.do(ASSAULT, A, B)
    assert position.asked == (FOLLOW, 0, A)
    name(position, FOLLOW, [A + 2, A + 1])
    assert position.asked == (HELP, 1, B)  # before any die is rolled
    assert int(position.unit(A).rolls) == 0
    name(position, HELP, [B + 1])
    assert position.asked == (STRIKE, 0, A + 2)  # in the order in which they were named, the leader first
    assert int(position.unit(A).rolls) == 2
    position.do(NAME, B)
    assert alive(position, B) == [0]
    assert position.asked == (STRIKE, 0, A + 1)  # the helper has not struck yet
    position.do(NAME, B + 1)
    assert position.asked == (STRIKE, 1, B + 1)
    assert int(position.unit(B).rolls) == 0  # who is destroyed strikes no more
    position.do(NAME, A + 2)
    assert alive(position, A, A + 1, A + 2, B + 1) == [1, 1, 1, 1]
    assert [stands(position, A + k) for k in range(3)] == [(3, 5), (3, 6), (3, 4)]
    assert [int(position.unit(A + k).actions) for k in range(3)] == [1, 1, 1]
    assert int(position.state.player[0].followed) == 2
    assert position.fault == "none"


@pytest.mark.rule("PT-MELEE-08")
def test_two_friends_within_three_inches_help() -> None:
    position = scene(
        [(SQUAD, 3, 5)],
        [(SQUAD, 8, 5), (SQUAD, 12, 5), (SQUAD, 8, 9), (SQUAD, 8, 10), (SQUAD, 9, 5)],
        "5H",
    )
    position.do(ASSAULT, A, B)
    assert position.asked == (HELP, 1, B)
    assert position.units(NAME) == {B + 1, B + 2, B + 4}  # gaps of 3, 3 and 0 inches; B + 3 is 4 away
    position.do(NAME, B + 1)
    assert position.units(NAME) == {B + 2, B + 4}
    position.do(NAME, B + 2)
    assert position.asked[0] != HELP  # two and no more


@pytest.mark.rule("PT-MELEE-03", "PT-MELEE-08", "PT-HIT-05", "AMB-81", "AMB-82")
def test_the_shocked_guns_and_passengers_do_not_help() -> None:
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5), (SQUAD, 9, 5), (GUN, 9, 6), (SQUAD, 9, 4), (TRUCK, 10, 4)], "5H")
    position.unit(B + 1).hits = 1
    embark(position, B + 3, B + 4)
    position.do(ASSAULT, A, B)
    assert position.units(NAME) == {B + 4}


@pytest.mark.rule("PT-MELEE-10", "PT-FOLLOW-10", "AMB-76", "AMB-80")
def test_whom_a_follower_may_attack() -> None:
    position = scene(
        [(SQUAD, 3, 5), (SQUAD, 3, 6)],
        [(SQUAD, 6, 5), (SQUAD, 10, 5), (SQUAD, 6, 10), (SQUAD, 2, 5), (SQUAD, 6, 9)],
        "2H",
    )
    position.do(ASSAULT, A, B)
    position.do(NAME, A + 1)
    name(position, HELP, [])
    assert alive(position, B) == [0]  # the leader has attacked the declared target; the others may be chosen still
    assert position.asked == (STRIKE, 0, A + 1)
    assert position.units(NAME) == {B + 1, B + 3, B + 4}  # within 3 inches of the target; B + 2 is 4 away
    far = scene([(SQUAD, 3, 5), (SQUAD, 1, 5)], [(SQUAD, 6, 5), (SQUAD, 9, 5)], "KH")
    strikes(far, (A, (1, 1)))
    far.do(ASSAULT, A, B)
    far.do(NAME, A + 1)
    name(far, HELP, [])
    assert far.units(NAME) == {B}  # B + 1 is 7 inches from the follower


@pytest.mark.rule("PT-MELEE-11")
def test_the_target_strikes_at_the_leader_and_helpers_at_anybody() -> None:
    position = scene([(TANK, 3, 5), (TANK, 3, 6)], [(TANK, 8, 5), (TANK, 8, 7)], "8H")
    strikes(position, (A, (1,)), (A + 1, (1,)), (B, (6, 2)))
    assault(position, A + 1, helpers=[B + 1])
    assert position.asked == (STRIKE, 0, A + 1)
    position.do(NAME, B)
    assert (position.asked[:2], alive(position, A, A + 1)) == ((WRECK, 0), [0, 1])  # it was not asked
    position.do(PASS)
    assert position.asked == (STRIKE, 1, B + 1)
    assert position.units(NAME) == {A + 1}  # the leader is gone
    position.do(PASS)  # it may strike, it need not
    assert stands(position, A + 1) == (3, 6)
    assert position.fault == "none"
    both = scene([(TANK, 3, 5), (TANK, 3, 6)], [(TANK, 8, 5), (TANK, 8, 7)], "AH")
    strikes(both, (A, (1,)), (A + 1, (1,)), (B, (1,)))
    assault(both, A + 1, helpers=[B + 1])
    both.do(NAME, B)
    assert both.asked == (STRIKE, 1, B + 1)
    assert both.units(NAME) == {A, A + 1}


@pytest.mark.rule("PT-MELEE-08", "PT-MELEE-13", "AMB-78", "AMB-79")
def test_a_helper_that_is_left_drives_the_attackers_back() -> None:
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5), (TANK, 9, 5)], "8D")
    strikes(position, (A, (6, 2)), (B + 1, (1,)))
    assault(position, helpers=[B + 1])
    assert alive(position, A, B, B + 1) == [1, 0, 1]
    assert position.asked == (STRIKE, 1, B + 1)  # though the target is gone
    position.do(NAME, A)
    assert stands(position, A) == (3, 5)
    alone = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5), (TANK, 9, 5)], "2D")
    assault(alone)
    assert stands(alone, A) == (7, 5)  # who has taken no part is no defender


@pytest.mark.rule("PT-MELEE-10", "PT-MELEE-13", "AMB-80")
def test_a_bystander_that_is_attacked_defends_itself_once() -> None:
    position = scene([(TANK, 3, 5), (TANK, 3, 6), (TANK, 3, 7)], [(SQUAD, 8, 5), (GUN, 8, 7)], "8H")
    strikes(position, (A, (6, 2)), (A + 1, (1,)), (A + 2, (1,)), (B + 1, (1,)))
    position.do(ASSAULT, A, B)
    name(position, FOLLOW, [A + 1, A + 2])
    assert position.asked == (STRIKE, 0, A + 1)  # a gun is no helper
    position.do(NAME, B + 1)
    position.do(NAME, B + 1)
    assert position.asked == (STRIKE, 1, B + 1)
    assert position.units(NAME) == {A, A + 1, A + 2}
    position.do(NAME, A + 2)
    assert int(position.unit(B + 1).rolls) == 2  # one roll, though two have attacked it
    assert [stands(position, A + k) for k in range(3)] == [(3, 5), (3, 6), (3, 7)]
    assert position.fault == "none"


# --- what may come between -------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FOLLOW-08", "PT-FOLLOW-10", "PT-MELEE-10")
def test_a_follower_without_a_victim_takes_no_part() -> None:
    position = scene([(TANK, 3, 5), (TANK, 3, 6)], [(SQUAD, 8, 5), (SQUAD, 9, 7)], "2H")
    position.unit(A + 1).found_cover = 1
    position.do(ASSAULT, A, B)
    name(position, FOLLOW, [A + 1])
    name(position, HELP, [])
    assert position.asked == (STRIKE, 0, A + 1)
    position.do(PASS)
    assert stands(position, A + 1) == (3, 6)
    assert int(position.unit(A + 1).actions) == 0  # it has attempted nothing
    assert int(position.unit(A + 1).found_cover) == 1
    assert int(position.state.player[0].followed) == 0
    gone = scene([(TANK, 3, 5), (TANK, 3, 6)], [(SQUAD, 8, 5), (SQUAD, 12, 10)], "2H")
    assault(gone, A + 1)
    assert gone.asked == (ORDER, 0, A + 2)  # the target is gone before it strikes, and nobody is near it
    assert stands(gone, A + 1) == (3, 6)


@pytest.mark.rule("PT-MELEE-11")
def test_nobody_strikes_at_a_follower_that_has_stood_aside() -> None:
    position = scene([(TANK, 3, 5), (TANK, 3, 6)], [(SQUAD, 8, 5), (TANK, 9, 5)], "8H")
    strikes(position, (A, (1,)), (B, (1, 1, 1)))
    assault(position, A + 1, helpers=[B + 1])
    position.do(PASS)
    assert position.asked == (STRIKE, 1, B + 1)
    assert position.units(NAME) == {A}


@pytest.mark.rule("PT-MELEE-04", "PT-MELEE-10")
def test_the_last_place_beside_the_target_goes_to_the_leader() -> None:
    corner = [(GUN, 14, 11), (GUN, 15, 10)]
    position = scene([(SQUAD, 11, 10), (SQUAD, 11, 9)], [(SQUAD, 15, 11), *corner], "KH")
    strikes(position, (A, (1, 1)))
    assault(position, A + 1)
    assert stands(position, A) == (14, 10)
    assert position.asked == (STRIKE, 0, A + 1)
    assert position.units(NAME) == {B + 1, B + 2}


@pytest.mark.rule("PT-MELEE-13")
def test_attackers_who_have_changed_places_go_back_to_their_own() -> None:
    # the follower attacks the gun from the cell that the leader has left
    position = scene([(SQUAD, 7, 5), (SQUAD, 4, 5)], [(SQUAD, 10, 5), (GUN, 8, 5)], "KH")
    strikes(position, (A, (1, 1)), (A + 1, (1, 1)), (B, (1, 1)))
    assault(position, A + 1)
    position.do(NAME, B + 1)
    assert stands(position, A) == (9, 5)
    assert stands(position, A + 1) == (7, 5)
    position.do(PASS)  # the gun does not strike
    assert stands(position, A) == (7, 5)
    assert stands(position, A + 1) == (4, 5)
    assert position.fault == "none"


@pytest.mark.rule("PT-MELEE-13", "PT-CARRY-07", "PT-COVER-09")
def test_a_place_taken_meanwhile_leaves_the_nearest_free_one() -> None:
    position = scene([(SQUAD, 5, 5)], [(TRUCK, 8, 5), (SQUAD, 7, 5), (SQUAD, 9, 5)], "9H")
    embark(position, B + 2, B)
    position.unit(A).found_cover = 1
    position.dice((CHANCE_MELEE, A, (6, 2)), (CHANCE_MELEE, B + 1, (1, 1)), (CHANCE_DISMOUNT, B + 2, (2,)))
    assault(position, helpers=[B + 1])
    assert position.asked == (DISMOUNT, 1, B + 2)  # before anything else happens
    assert int(position.unit(B + 2).hits) == 1
    position.do(PLACE, B + 2, at=(5, 5, 0))
    assert position.asked[0] == WRECK
    position.do(PASS)
    assert position.asked == (STRIKE, 1, B + 1)
    position.do(NAME, A)
    x, y = stands(position, A)
    assert (x - 5) ** 2 + (y - 5) ** 2 == 1
    assert int(position.unit(A).found_cover) == 0  # it has been displaced
    assert position.fault == "none"


@pytest.mark.rule("PT-MELEE-04", "PT-FIRE-08")
def test_a_wreck_left_at_once_is_in_the_way_of_the_next_attacker() -> None:
    position = scene([(SQUAD, 3, 5), (SQUAD, 3, 6)], [(TANK, 8, 5), (SQUAD, 9, 5)], "2H", table=open_table(16, 12))
    assault(position, A + 1)
    assert position.asked == (WRECK, 1, B)
    position.do(GO_ON)
    assert position.asked == (STRIKE, 0, A + 1)
    position.do(NAME, B + 1)
    assert stands(position, A + 1) != (8, 5)
    assert abs(stands(position, A + 1)[0] - 9) <= 1
    assert position.fault == "none"


@pytest.mark.rule("PT-MELEE-04", "PT-CARRY-02")
def test_riders_come_along() -> None:
    position = scene([(TANK, 3, 5), (SQUAD, 3, 6)], [(SQUAD, 8, 5)], "2H")
    embark(position, A + 1, A)
    assault(position)
    assert (int(position.unit(A + 1).x), int(position.unit(A + 1).y)) == stands(position, A) == (7, 5)
    assert position.fault == "none"


# --- traits ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-ADV-SUICIDE_ASSAULT", "AMB-84")
def test_a_suicide_assault_that_fails_ends_at_once() -> None:
    position = duel(RECKLESS, TANK, "AH")
    strikes(position, (A, (1, 1, 2, 6)))
    assault(position)
    assert position.asked == (DARE, 0, A)
    assert int(position.unit(A).rolls) == 0  # declared before the roll
    position.do(GO_ON)
    assert alive(position, A, B) == [0, 1]
    assert (int(position.unit(A).rolls), int(position.unit(B).rolls)) == (4, 0)  # no free roll is needed
    assert int(position.state.player[1].vp) == 2  # 1 and 1 for the advantage
    assert position.fault == "none"
    fourth = duel(RECKLESS, SQUAD, "AH")
    strikes(fourth, (A, (1, 2, 2, 6)))
    assault(fourth)
    fourth.do(GO_ON)
    assert alive(fourth, A, B) == [1, 0]
    plain = duel(RECKLESS, SQUAD, "AH")
    strikes(plain, (A, (1, 2, 2)), (B, (1, 1)))
    assault(plain)
    plain.do(PASS)
    assert alive(plain, A, B) == [1, 1]


@pytest.mark.rule("PT-ADV-SUICIDE_ASSAULT", "PT-MELEE-11", "AMB-84")
def test_a_defender_may_dare_too_and_the_target_of_a_dead_leader_chooses() -> None:
    position = scene([(RECKLESS, 3, 5), (TANK, 3, 6)], [(RECKLESS, 8, 5)], "AH")
    strikes(position, (A, (1, 1, 1, 1)), (A + 1, (1,)), (B, (1, 2, 2, 6)))
    assault(position, A + 1)
    position.do(GO_ON)
    position.do(NAME, B)
    assert position.asked == (STRIKE, 1, B)
    assert position.units(NAME) == {A + 1}
    position.do(NAME, A + 1)
    assert position.asked == (DARE, 1, B)
    position.do(GO_ON)
    assert alive(position, A, A + 1, B) == [0, 0, 1]


@pytest.mark.rule("PT-IMPROVED-03", "PT-IMPROVED-04", "AMB-100")
def test_improved_infantry_rolls_again_attacking_and_defending() -> None:
    position = duel(IMPROVED_SQUAD, IMPROVED_SQUAD, "AH")
    strikes(position, (A, (1, 2, 3, 4)), (B, (6, 1, 1, 1)))
    assault(position)
    assert position.asked == (REROLL, 0, A)
    assert position.verbs() == {PASS, ONE_DIE, ALL_DICE}
    position.do(ONE_DIE, A, which=0)  # 4 + 2 + 3 is 9
    assert position.asked == (REROLL, 1, B)
    position.do(ONE_DIE, B, which=0)  # a worse result stands: 1 + 1 + 1
    assert alive(position, A, B) == [1, 1]
    tank = duel(IMPROVED_TANK, SQUAD, "AH")
    strikes(tank, (A, (1,)), (B, (1, 1)))
    assault(tank)
    assert tank.asked == (ORDER, 0, A + 1)  # only infantry
