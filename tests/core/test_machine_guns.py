"""Machine guns in battles: suppression, and bursts shared out over several targets."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.core.fire_scenes import (
    PAIR,
    RAPID,
    SU_85,
    TIGER,
    TRIO,
    Enemy,
    Roll,
    cards_left,
    duel,
    field_of_fire,
    fire,
    ready,
    ruled,
    state,
)
from tests.core.positions import EAST, SQUAD, TANK, TRUCK, A, B, Position, table_of, user_unit
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.core.enums import (
    CHANCE_FIRE,
    CHANCE_SAVE,
    DROP,
    EFFECT,
    FOLLOW,
    HIDDEN,
    MACHINE_GUN,
    MAIN,
    MOVE,
    ORDER,
    PASS,
    SHIFT,
    SPLIT,
)


@pytest.mark.rule("PT-MG-04", "PT-MG-05", "AMB-18", "AMB-62", "AMB-63", "AMB-64")
@pytest.mark.parametrize(
    ("attack", "saves", "cards", "hits"),
    [
        ((1, 1, 1, 1), (), 2, 0),  # 4 < 5
        ((1, 1, 1, 2), (4,), 0, 0),  # 5 = half of 10
        ((1, 1, 1, 2), (5,), 2, 0),  # the cover die cancels it
        ((4, 2, 2, 2), (4,), 0, 1),  # 10: an ordinary hit
    ],
)
def test_machine_guns_suppress_the_unarmoured(
    attack: tuple[int, ...], saves: tuple[int, ...], cards: int, hits: int
) -> None:
    position = duel(TANK, SQUAD, card="10H", cover=True, cards=("5C", "6C"))
    fire(position, (CHANCE_FIRE, A, attack), (CHANCE_SAVE, B, saves), weapon=MACHINE_GUN)
    assert (cards_left(position, B), int(position.unit(B).hits)) == (cards, hits)


@pytest.mark.rule("AMB-63")
def test_more_than_half_may_be_asked_for() -> None:
    strict = DEFAULT.replace(suppression_half="strictly_more_than_half")
    position = duel(TANK, SQUAD, card="10H", cards=("5C",), ruleset=strict)
    fire(position, (CHANCE_FIRE, A, (1, 1, 1, 2)), weapon=MACHINE_GUN)
    assert position.unit(B).cards[0] >= 0


@pytest.mark.rule("PT-MG-07", "PT-MG-08", "AMB-65")
def test_machine_guns_cost_armour_one_card_of_the_firers_choice() -> None:
    position = duel(TANK, TIGER, card="7H", cards=("5C",))
    position.give(B, "6C", opened=True)
    fire(position, (CHANCE_FIRE, A, (2, 2, 2, 1)), (CHANCE_SAVE, B, (1, 1, 1)), weapon=MACHINE_GUN)
    assert position.asked == (EFFECT, 0, B)
    open_card = 16  # the six of clubs lies open; the other one goes by its place only
    assert position.which(DROP) == [open_card, HIDDEN]
    position.do(DROP, B, which=HIDDEN)
    assert [int(card) for card in position.unit(B).cards] == [-1, open_card]
    assert position.unit(B).hits == 0
    assert position.fault == "none"


@pytest.mark.rule("PT-MG-07", "PT-MG-08")
@pytest.mark.parametrize(("attack", "saves"), [((2, 2, 1, 1), ()), ((2, 2, 2, 1), (1, 1, 5))])
def test_machine_guns_against_armour_may_fail(attack: tuple[int, ...], saves: tuple[int, ...]) -> None:
    position = duel(TANK, TIGER, card="7H", cards=("5C",))
    fire(position, (CHANCE_FIRE, A, attack), (CHANCE_SAVE, B, saves), weapon=MACHINE_GUN)
    assert position.unit(B).cards[0] >= 0


@pytest.mark.rule("PT-MG-07", "AMB-18")
def test_a_card_already_turned_over_can_be_lost() -> None:
    position = duel(TANK, TIGER, card="7H")
    position.turn_over(B, "5C")
    fire(position, (CHANCE_FIRE, A, (2, 2, 2, 1)), (CHANCE_SAVE, B, (1, 1, 1)), weapon=MACHINE_GUN)
    assert position.unit(B).pending == 0
    assert position.asked == (ORDER, 0, A + 1)
    assert position.fault == "none"


@pytest.mark.rule("AMB-18", "PT-MG-04", "PT-MG-07")
def test_cards_turned_over_may_be_safe_from_suppression() -> None:
    for reading, left in (("lost", 0), ("revealed_card_still_acts", 1)):
        position = duel(TANK, SQUAD, card="10H", cards=("5C",), ruleset=ruled(revealed_card_lost=reading))
        position.turn_over(B, "3S")
        fire(position, (CHANCE_FIRE, A, (1, 1, 1, 2)), weapon=MACHINE_GUN)
        assert position.unit(B).cards[0] == -1
        assert position.asked == ((ORDER, 1, B) if left else (ORDER, 0, A + 1))
        armour = duel(TANK, TIGER, card="7H", cards=("5C",), ruleset=ruled(revealed_card_lost=reading))
        armour.turn_over(B, "3S")
        fire(armour, (CHANCE_FIRE, A, (2, 2, 2, 1)), (CHANCE_SAVE, B, (1, 1, 1)), weapon=MACHINE_GUN)
        if left:  # nothing to choose: the card that lies face down
            assert armour.unit(B).cards[0] == -1
            assert armour.asked == (ORDER, 1, B)
        else:
            assert armour.which(DROP) == [5, HIDDEN]  # the three of spades, or the hidden card


@pytest.mark.rule("AMB-18", "PT-HIT-01")
def test_shock_takes_cards_turned_over_all_the_same() -> None:
    position = duel(TANK, SQUAD, card="7H", ruleset=ruled(revealed_card_lost="revealed_card_still_acts"))
    position.turn_over(B, "3S")
    fire(position, (CHANCE_FIRE, A, (2, 2, 3)))
    assert (state(position, B), cards_left(position, B)) == ((1, 1), 0)


@pytest.mark.rule("AMB-18", "PT-MG-07")
def test_armour_whose_only_card_is_safe_feels_no_machine_gun() -> None:
    position = duel(TANK, TIGER, ruleset=ruled(revealed_card_lost="revealed_card_still_acts"))
    position.turn_over(B, "3S")
    assert position.targets() == {(B, MAIN)}


@pytest.mark.rule("PT-MG-04", "PT-FOLLOW-01", "AMB-62")
@pytest.mark.parametrize(("reading", "follows"), [("cards_only", True), ("no_actions_this_turn", False)])
def test_whether_the_suppressed_may_follow(reading: str, follows: bool) -> None:
    position = field_of_fire(
        TANK, (SQUAD, 10, 6), (SQUAD, 10, 12), card="10H", ruleset=ruled(suppression_effect=reading)
    )
    position.put(B + 1, 12, 6)
    position.turn_over(B + 1, "3S")
    fire(ready(position), (CHANCE_FIRE, A, (1, 1, 1, 2)), weapon=MACHINE_GUN)
    if position.asked[0] == SPLIT:
        position.do(PASS)
    assert position.asked == (ORDER, 1, B + 1)
    position.do(MOVE, B + 1)
    assert (position.asked[0] == FOLLOW) is follows


@pytest.mark.rule("PT-MG-05", "PT-MG-08", "AMB-64")
@pytest.mark.parametrize(
    ("target", "found", "reading", "dice"),
    [
        (TIGER, 1, "one_success_full_dice", 4),
        (TIGER, 1, "either_not_both", 3),
        (SQUAD, 1, "either_not_both", 1),
    ],
)
def test_dice_that_cancel_a_suppression(target: str, found: int, reading: str, dice: int) -> None:
    position = duel(TANK, target, card="5H", cards=("5C",), ruleset=ruled(suppression_save=reading))
    position.unit(B).found_cover = found
    attack = (2, 1, 1, 1) if target == TIGER else (1, 1, 1, 1)  # a hit on armour; a near miss at the squad
    fire(position, (CHANCE_FIRE, A, attack), (CHANCE_SAVE, B, (1,) * dice), weapon=MACHINE_GUN)
    assert int(position.unit(B).rolls) == dice
    assert cards_left(position, B) == 0


@pytest.mark.rule("PT-MG-08", "PT-ARMOR-02")
def test_fire_from_the_side_leaves_fewer_dice_against_suppression() -> None:
    position = duel(TANK, TIGER, card="5H", cards=("5C",), aspect="other")
    fire(position, (CHANCE_FIRE, A, (2, 1, 1, 1)), (CHANCE_SAVE, B, (1, 1)), weapon=MACHINE_GUN)
    assert int(position.unit(B).rolls) == 2


# --- bursts shared out ---------------------------------------------------------------------------------------------


def burst(
    card: str, *dice: int, enemies: Sequence[Enemy] = PAIR, saves: Sequence[Roll] = (), **rulings: str
) -> Position:
    """A machine gun's roll of these dice at the first enemy; they may be shared out now."""
    position = field_of_fire(TANK, *enemies, card=card, ruleset=ruled(**rulings))
    for k, (kind, _, _) in enumerate(enemies):
        if kind in (TIGER, SU_85):
            position.give(B + k, "5C")
    fire(ready(position), (CHANCE_FIRE, A, dice), *saves, weapon=MACHINE_GUN)
    return position


def shift(position: Position, die: int, target: int) -> None:
    """Deal a die to another target."""
    position.do(SHIFT, A, target, die)


@pytest.mark.rule("PT-MG-06", "AMB-61")
def test_each_share_is_an_attack_of_its_own() -> None:
    position = burst("6H", 6, 1, 2, 5)
    assert position.asked == (SPLIT, 0, A)
    shift(position, 0, B + 1)
    position.do(PASS)
    # 6 and 8 both reach 6
    assert [state(position, B + k) for k in range(2)] == [(1, 1), (1, 1)]
    kept = burst("6H", 6, 1, 2, 5)
    kept.do(PASS)
    assert [state(kept, B + k) for k in range(2)] == [(0, 0), (1, 0)]  # 14 is a lethal hit


@pytest.mark.rule("PT-MG-04", "PT-MG-06")
def test_a_share_suppresses_and_misses_like_any_attack() -> None:
    position = burst("6H", 3, 2, 1, 5, enemies=TRIO)
    for k in range(3):
        position.give(B + k, ("3C", "4C", "7C")[k])
    shift(position, 0, B + 1)
    shift(position, 1, B + 2)
    position.do(PASS)
    assert [state(position, B + k) for k in range(3)] == [(1, 1), (1, 0), (1, 0)]
    assert [cards_left(position, B + k) for k in range(3)] == [0, 0, 1]  # 3 is half of 6, 2 is not


@pytest.mark.rule("PT-MG-06", "AMB-61")
def test_who_may_get_a_share_and_which_dice_may_go() -> None:
    near, far, hidden = (SQUAD, 10, 10), (SQUAD, 10, 11), (TRUCK, 12, 6)
    position = burst("6H", 1, 1, 6, 6, enemies=((SQUAD, 10, 6), near, far, hidden, (TIGER, 11, 7), (TANK, 9, 7)))
    shares = {one.target for one in position.fields(SHIFT)}
    # 3 inches off, but not 4; the Tiger has a card to lose, the other tank none
    assert shares == {B + 1, B + 3, B + 4}
    shift(position, 1, B + 1)
    assert {one.which for one in position.fields(SHIFT)} == {2, 3}  # in order
    shift(position, 2, B + 1)
    shift(position, 3, B + 1)  # one die stays with the first target, so nothing more is asked
    assert position.asked[0] != SPLIT
    assert state(position, B + 1) == (0, 0)  # 13 is a lethal hit
    assert state(position, B) == (1, 0)


@pytest.mark.rule("PT-MG-06", "PT-FIRE-03")
def test_a_share_needs_a_line_of_sight() -> None:
    table = table_of(*["." * 24] * 7, "." * 10 + "W" + "." * 13, *["." * 24] * 4)
    for y, shared in ((8, True), (4, False)):  # both 1 inch off the first target; one behind the wood
        position = Position([TANK, SQUAD], [SQUAD, SQUAD], table)
        position.put(A, 2, 4, EAST)
        position.put(B, 14, 6)
        position.put(B + 1, 14, y)
        position.turn_over(A, "6H")
        position.turn_over(A + 1, "2C")
        fire(ready(position), (CHANCE_FIRE, A, (1, 2, 2, 1)), weapon=MACHINE_GUN)
        assert (position.asked[0] == SPLIT) is shared


@pytest.mark.rule("PT-MG-06", "PT-MG-07", "PT-UNIT-SPG-02")
@pytest.mark.parametrize(("neighbour", "die", "left"), [(TIGER, 4, 0), (TIGER, 3, 1), (SU_85, 5, 1), (SU_85, 6, 0)])
def test_armoured_neighbours_lose_a_card_and_a_low_profile_adds_to_its_own_share(
    neighbour: str, die: int, left: int
) -> None:
    enemies = ((SQUAD, 10, 6), (neighbour, 10, 8))
    saves = ((CHANCE_SAVE, B + 1, (1, 1, 1)),) if left == 0 else ()
    position = burst("4H", die, 1, 1, 2, enemies=enemies, saves=saves)
    shift(position, 0, B + 1)
    position.do(PASS)
    assert state(position, B) == (1, 1)  # 4 reaches 4: the profile is none of its business
    assert (state(position, B + 1), cards_left(position, B + 1)) == ((1, 0), left)


@pytest.mark.rule("PT-MG-06", "AMB-61")
def test_only_dice_not_needed_may_be_moved_on() -> None:
    position = burst("6H", 6, 1, 2, 5, mg_split="surplus_only")
    assert {one.which for one in position.fields(SHIFT)} == {0, 1, 2, 3}
    shift(position, 0, B + 1)  # 8 are left
    assert {one.which for one in position.fields(SHIFT)} == {1, 2}
    missed = burst("6H", 1, 1, 2, 1, mg_split="surplus_only")
    assert missed.asked[0] != SPLIT


@pytest.mark.rule("PT-MG-06", "PT-FIRE-07", "AMB-61")
def test_shares_may_be_kept_from_being_lethal() -> None:
    for reading, found in (("partition_after_roll", (0, 0)), ("no_lethal_on_split", (1, 1))):
        position = burst("2H", 4, 1, 1, 1, mg_split=reading)
        shift(position, 0, B + 1)
        position.do(PASS)
        assert state(position, B + 1) == found
    whole = burst("2H", 1, 1, 1, 1, mg_split="no_lethal_on_split")
    whole.do(PASS)
    assert state(whole, B) == (0, 0)  # nothing was shared


@pytest.mark.rule("PT-ADV-RAPID_FIRE", "PT-MG-06", "AMB-102")
def test_both_rolls_of_rapid_fire_may_be_shared() -> None:
    position = field_of_fire(RAPID, *PAIR, card="6H")
    fire(ready(position), (CHANCE_FIRE, A, (6, 1, 2, 3, 6, 1, 2, 3)), weapon=MACHINE_GUN)
    for _ in range(2):
        shift(position, 0, B + 1)
        position.do(PASS)
    assert [state(position, B + k) for k in range(2)] == [(0, 1), (0, 1)]


@pytest.mark.rule("PT-NOTE-FORWARD_ONLY", "PT-MG-06", "AMB-34")
def test_after_a_pivot_shares_lie_ahead_too() -> None:
    forward = user_unit("casemate", "light_carrier", machine_guns=1, mg_only=True, forward_only=True)
    enemies = ((SQUAD, 3, 6), (SQUAD, 0, 9))  # 3 inches apart
    position = field_of_fire(forward, *enemies, card="6H", ruleset=ruled(pivot_to_fire="free_pivot"))
    assert (B + 1, MACHINE_GUN) in ready(position).targets()
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), weapon=MACHINE_GUN)
    assert position.asked[0] != SPLIT
