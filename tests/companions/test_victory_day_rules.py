"""Victory Day: its rules, one by one, with the examples of the source."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tigersim.companions.victory_day.forces.cards import arm_named, is_of, unit, units
from tigersim.companions.victory_day.odds.pools import pools
from tigersim.companions.victory_day.rules import combat, decks, drawing, groups, resources, spending, tactics, turns
from tigersim.companions.victory_day.rules import turning as turned
from tigersim.errors import UnknownName

CAR = (1, 2, 1)
amounts = st.tuples(*[st.integers(0, 6)] * 3)


# --- decks ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("VD-DCK-02")
def test_decks_have_the_same_size() -> None:
    assert decks.same_size(60, 60)
    assert not decks.same_size(60, 61)


@pytest.mark.rule("VD-DCK-03", "VD-DCK-04")
def test_four_copies_of_a_name() -> None:
    assert [copies for copies in range(1, 8) if decks.too_many(copies, False)] == [5, 6, 7]
    assert not any(decks.too_many(copies, True) for copies in range(60))
    assert decks.identical("Medium tank", "medium tank")
    assert not decks.identical("medium tank", "heavy tank")


@pytest.mark.rule("VD-DCK-03", "VD-DCK-04")
@pytest.mark.parametrize(("cards", "kinds", "names"), [(60, 24, 9), (40, 16, 6), (41, 16, 7), (16, 16, 0)])
def test_how_many_names_a_deck_needs(cards: int, kinds: int, names: int) -> None:
    assert decks.fewest_names(cards, kinds) == names


@pytest.mark.rule("VD-GAP-20")
def test_sides_of_a_deck() -> None:
    assert [decks.sides_fit(sides, 0) for sides in range(3)] == [True, True, True]
    assert [decks.sides_fit(sides, 1) for sides in range(3)] == [True, True, False]


@pytest.mark.rule("VD-WIN-01", "VD-GAP-10")
def test_when_a_deck_is_destroyed() -> None:
    assert [decks.deck_destroyed(left, False, 0) for left in (1, 0)] == [False, True]
    assert [decks.deck_destroyed(0, failed, 1) for failed in (False, True)] == [False, True]


# --- turns ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("VD-SET-01", "VD-TRN-01", "VD-TRN-03")
def test_two_players_take_turns() -> None:
    for first in (0, 1):
        played = [turns.player_of(turn, first) for turn in range(1, 6)]
        assert played[0] == first
        assert all(turns.other_player(one) == then for one, then in pairwise(played))


@pytest.mark.rule("VD-TRN-04", "VD-TRN-05")
def test_who_begins() -> None:
    assert [turns.first_player(0, lot) for lot in (0, 1)] == [0, 1]
    assert [turns.first_player(game, 1) for game in range(4)] == [1, 0, 1, 0]


@pytest.mark.rule("VD-GAP-01")
def test_phases() -> None:
    names = {turns.DRAW: "draw", turns.LAY: "lay", turns.BUILD: "build", turns.ATTACK: "attack"}
    assert [names[turns.phase(number, 0)] for number in range(4)] == ["draw", "lay", "build", "attack"]
    assert [names[turns.phase(number, 1)] for number in range(4)] == ["draw", "lay", "attack", "build"]


# --- drawing ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("VD-DRW-01", "VD-DRW-02", "VD-DRW-03", "VD-DER-02", "VD-GAP-13")
def test_cards_seen() -> None:
    assert [drawing.drawn_on(turn, False, 1) for turn in (1, 2, 3)] == [1, 2, 2]
    assert [drawing.drawn_on(turn, True, 1) for turn in (1, 2, 3)] == [2, 2, 2]
    assert [drawing.cards_seen(turn, False, 1, 7) for turn in range(5)] == [7, 8, 10, 12, 14]
    assert [drawing.cards_seen(turn, True, 1, 7) for turn in range(5)] == [7, 9, 11, 13, 15]
    assert [drawing.cards_seen(turn, False, 3, 7) for turn in range(3)] == [7, 10, 12]
    assert drawing.STARTING_HAND == 7


@pytest.mark.rule("VD-MUL-01", "VD-MUL-02")
def test_hands_that_may_be_redealt() -> None:
    assert [resources for resources in range(8) if drawing.may_redeal(resources, 7)] == [0, 1, 7]


@pytest.mark.rule("VD-MUL-03", "VD-GAP-08")
def test_redeals() -> None:
    assert drawing.redeals(True, True, 99, drawing.NO_LIMIT)
    assert not drawing.redeals(True, False, 0, drawing.NO_LIMIT)  # may, need not
    assert not drawing.redeals(False, True, 0, drawing.NO_LIMIT)
    assert [drawing.redeals(True, True, done, 2) for done in range(4)] == [True, True, False, False]


@pytest.mark.rule("VD-GAP-16")
def test_a_limit_to_the_hand() -> None:
    assert [drawing.beyond_limit(cards, 7) for cards in (6, 7, 9)] == [0, 0, 2]
    assert drawing.beyond_limit(99, drawing.NO_LIMIT) == 0


# --- turning ----------------------------------------------------------------------------------------------------

ACTIONS = (turned.ATTACK, turned.BLOCK, turned.JOIN_BLOCK, turned.SUPPORT, turned.ABILITY, turned.GIVE)


@pytest.mark.rule("VD-ROT-01")
def test_what_is_used_gets_turned() -> None:
    assert all(turned.turns(action) for action in ACTIONS)
    assert not turned.turns(turned.NOTHING)


@pytest.mark.rule("VD-ROT-03", "VD-ROT-04", "VD-ROT-05", "VD-ROT-06", "VD-ROT-07", "VD-ROT-08", "VD-GAP-11")
def test_a_turned_card_does_nothing() -> None:
    assert all(turned.may_act(False, action, reading) for action in ACTIONS for reading in (0, 1))
    assert not any(turned.may_act(True, action, 0) for action in ACTIONS)
    assert [action for action in ACTIONS if turned.may_act(True, action, 1)] == [turned.JOIN_BLOCK]


@pytest.mark.rule("VD-RES-11", "VD-RES-12")
def test_resource_cards_give_resources_only() -> None:
    assert [action for action in ACTIONS if turned.can(turned.RESOURCE, action)] == [turned.GIVE]
    assert [action for action in ACTIONS if not turned.can(turned.UNIT, action)] == [turned.GIVE]


@pytest.mark.rule("VD-RES-13", "VD-GAP-02")
def test_what_may_be_attacked() -> None:
    assert all(turned.may_be_attacked(card, 3, 0) for card in (turned.UNIT, turned.RESOURCE))
    assert turned.may_be_attacked(turned.UNIT, 3, 1)
    assert [turned.may_be_attacked(turned.RESOURCE, units, 1) for units in (0, 1)] == [True, False]


@pytest.mark.rule("VD-ROT-10")
def test_own_cards_unturn_in_the_own_turn() -> None:
    assert turned.still_turned(True, False)
    assert not turned.still_turned(True, True)
    assert not turned.still_turned(False, False)


@pytest.mark.rule("VD-DER-07")
def test_one_action_from_own_turn_to_own_turn() -> None:
    assert turned.ready_to_block(5, 3) == 2
    assert spending.left_over(8, 5) == 3


@pytest.mark.rule("VD-GAP-12", "VD-CMB-04")
def test_survivors_are_turned() -> None:
    assert turned.stays_turned(False, 0)  # both survive
    assert turned.stays_turned(True, 1)
    assert not turned.stays_turned(True, 0)


# --- resources --------------------------------------------------------------------------------------------------


@pytest.mark.rule("VD-RES-04")
def test_two_resource_cards_a_turn() -> None:
    assert [resources.may_lay(laid) for laid in range(4)] == [True, True, False, False]


@pytest.mark.rule("VD-DER-03")
def test_resources_in_play() -> None:
    assert [resources.in_play(turn, 5) for turn in range(1, 5)] == [2, 4, 5, 5]


@pytest.mark.rule("VD-RES-03", "VD-RES-05")
def test_each_card_gives_one() -> None:
    assert [resources.given(ready) for ready in range(3)] == [0, 1, 2]


@pytest.mark.rule("VD-RES-06", "VD-RES-07", "VD-RES-08", "VD-RES-09")
@pytest.mark.parametrize(
    ("one", "equal"),
    [
        ((1, 0, 0), [(0, 2, 0), (0, 0, 2), (0, 1, 1)]),
        ((0, 1, 0), [(2, 0, 0), (0, 0, 2), (1, 0, 1)]),
        ((0, 0, 1), [(2, 0, 0), (0, 2, 0), (1, 1, 0)]),
    ],
    ids=["depot", "factory", "fuel"],
)
def test_two_others_replace_one(one: tuple[int, int, int], equal: list[tuple[int, int, int]]) -> None:
    assert {pool for pool in pools(2) if resources.pays(*pool, *one)} >= set(equal)
    assert [pool for pool in pools(1) if resources.pays(*pool, *one)] == [one]


@pytest.mark.rule("VD-EX-05", "VD-EX-06", "VD-EX-07", "VD-DER-04")
@pytest.mark.parametrize(
    "pool", [(5, 0, 1), (3, 2, 0), (0, 2, 3), (7, 0, 0), (0, 6, 0), (0, 0, 7), CAR, (2, 2, 1), (2, 1, 2)]
)
def test_pools_that_pay_an_armoured_car(pool: tuple[int, int, int]) -> None:
    assert resources.pays(*pool, *CAR)


@pytest.mark.rule("VD-DER-04")
@pytest.mark.parametrize("pool", [(4, 0, 1), (3, 1, 0), (0, 2, 2), (6, 0, 0), (0, 5, 0), (0, 0, 6)])
def test_pools_that_do_not(pool: tuple[int, int, int]) -> None:
    assert not resources.pays(*pool, *CAR)


@pytest.mark.rule("VD-RES-02", "VD-DER-04")
def test_costs_add_up() -> None:
    two = spending.total([CAR, CAR])
    assert two == (2, 4, 2)
    assert not resources.pays(3, 3, 2, *two)
    assert resources.lacking(3, 3, 2, *two) == 1
    assert resources.pays(4, 3, 2, *two)


@pytest.mark.rule("VD-DER-04")
@given(amounts, amounts)
def test_the_other_form_of_who_pays(pool: tuple[int, int, int], cost: tuple[int, int, int]) -> None:
    lacking = sum(max(c - p, 0) for p, c in zip(pool, cost, strict=True))
    assert resources.pays(*pool, *cost) == (lacking <= sum(pool) - sum(cost))


def payments(pool: tuple[int, int, int], cost: tuple[int, int, int]) -> set[int]:
    """Numbers of cards with which a pool can pay a cost, found by trying every replacement, needed or not."""
    found = set()
    pairs = [[(a, b) for a, b in product(range(3), repeat=2) if a <= b and kind not in (a, b)] for kind in range(3)]

    def replace(left: tuple[int, ...], owed: list[int], spent: int) -> None:
        if not owed:
            found.add(spent)
            return
        kind, *rest = owed
        for use in ((kind,), *pairs[kind]):
            after = list(left)
            for one in use:
                after[one] -= 1
            if min(after) >= 0:
                replace(tuple(after), rest, spent + len(use))

    replace(pool, [kind for kind in range(3) for _ in range(cost[kind])], 0)
    return found


@pytest.mark.rule("VD-DER-05", "VD-DER-06", "VD-RES-01", "VD-PAR-01")
@settings(max_examples=60, deadline=None)
@given(amounts, st.tuples(*[st.integers(0, 2)] * 3))
def test_no_way_to_pay_does_better(pool: tuple[int, int, int], cost: tuple[int, int, int]) -> None:
    ways = payments(pool, cost)
    assert bool(ways) == resources.pays(*pool, *cost)
    if ways:
        assert min(ways) == resources.cards_needed(*pool, *cost)
        own = sum(resources.spent(p, c) for p, c in zip(pool, cost, strict=True))
        assert min(ways) == own + resources.FOR_ONE * resources.lacking(*pool, *cost)


@pytest.mark.rule("VD-GAP-02")
def test_paid_attacks() -> None:
    assert spending.attacks_paid(5, 0, 9) == 9
    assert [spending.attacks_paid(5, 2, attackers) for attackers in (1, 2, 3)] == [1, 2, 2]


# --- combat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("VD-EX-01", "VD-EX-02", "VD-EX-03", "VD-DER-01", "VD-CMB-01", "VD-CMB-02", "VD-PAR-02", "VD-PAR-03")
@pytest.mark.parametrize(
    ("enemy", "code"), [("armoured car", combat.WIN), ("heavy tank", combat.LOSS), ("infantry", combat.BOTH)]
)
def test_a_medium_tank_attacks(enemy: str, code: int) -> None:
    tank, other = units()["medium tank"], units()[enemy]
    assert combat.outcome(tank.attack, tank.defence, other.attack, other.defence) == code


@pytest.mark.rule("VD-CMB-03", "VD-CMB-04")
def test_both_or_neither() -> None:
    assert combat.outcome(3, 2, 2, 3) == combat.BOTH
    assert combat.outcome(2, 3, 2, 3) == combat.NEITHER


@pytest.mark.rule("VD-DER-01")
@given(*[st.integers(1, 9)] * 4)
def test_each_end_is_settled_for_itself(a1: int, d1: int, a2: int, d2: int) -> None:
    code, mirrored = combat.outcome(a1, d1, a2, d2), combat.outcome(a2, d2, a1, d1)
    assert (code in (combat.LOSS, combat.BOTH)) == (a2 >= d1)
    assert (code in (combat.WIN, combat.BOTH)) == (a1 >= d2)
    swapped = {combat.WIN: combat.LOSS, combat.LOSS: combat.WIN}
    assert mirrored == swapped.get(code, code)


@pytest.mark.rule("VD-GAP-04", "VD-CMB-01")
def test_damage_that_stays() -> None:
    assert [combat.damage(2, 1, persists) for persists in (0, 1)] == [2, 3]
    assert combat.destroyed(3, 3)
    assert not combat.destroyed(2, 3)


@pytest.mark.rule("VD-PAR-07", "VD-GAP-06")
def test_bombs() -> None:
    assert combat.bombing(3, 2, 9, 3, 0) == combat.WIN
    assert combat.bombing(2, 2, 9, 3, 0) == combat.NEITHER
    assert combat.bombing(3, 2, 2, 3, 1) == combat.BOTH
    assert combat.bombing(3, 2, 1, 3, 1) == combat.WIN


@pytest.mark.rule("VD-GAP-07")
def test_resource_cards_under_attack() -> None:
    assert [combat.resource_destroyed(attack, 1) for attack in (0, 1, 2)] == [False, True, True]


@pytest.mark.rule("VD-EX-04", "VD-MOD-01", "VD-MOD-03")
def test_a_bonus_against_armour_in_attack_and_in_block() -> None:
    hunter, tank = units()["example unit"], units()["heavy tank"]
    assert hunter.line == "4/3"
    now = hunter.against_all([tank])
    assert (now.attack, now.defence) == (5, 4)
    assert combat.modified(4, 1, True) == 5
    assert combat.modified(4, 1, False) == 4


@pytest.mark.rule("VD-MOD-04", "VD-MOD-03")
def test_only_against_armour_alone() -> None:
    hunter = units()["example unit"]
    tank, foot = units()["heavy tank"], units()["infantry"]
    assert hunter.against_all([tank, tank]).line == "5/4"
    assert hunter.against_all([tank, foot]).line == "4/3"
    assert hunter.against_all([foot]).line == "4/3"
    assert [combat.modifier_works(named, 2) for named in range(3)] == [False, False, True]
    assert not combat.modifier_works(0, 0)


@pytest.mark.rule("VD-UNT-01", "VD-UNT-03")
def test_arms_and_kinds() -> None:
    assert [arm_named(arm) for arm in ("infantry", "armour", "artillery", "aviation")]
    with pytest.raises(UnknownName, match="armour"):
        arm_named("armor")
    assert is_of("medium tank", "armour", "armour")
    assert is_of("medium tank", "armour", "Medium tank")
    assert not is_of("medium tank", "armour", "heavy tank")
    assert not is_of("", "", "")
    hunter = unit("2/2 infantry +2/0 against medium tank")
    assert hunter.against_all([units()["medium tank"]]).line == "4/2"
    assert hunter.against_all([units()["heavy tank"]]).line == "2/2"


@pytest.mark.rule("VD-GAP-03")
def test_groups() -> None:
    assert groups.added([2, 3, 1]) == 6
    assert groups.picked(3, [4, 2, 3, 1]) == 2
    assert groups.picked(1, [4, 2]) is None


# --- tactical cards ---------------------------------------------------------------------------------------------


@pytest.mark.rule("VD-TAC-05")
def test_a_name_counts_once() -> None:
    assert tactics.changed_by([("Ambush", (1, 1)), ("ambush", (1, 1))]) == {"ambush": (1, 1)}
    assert len(tactics.changed_by([("ambush", (1, 1)), ("smoke", (1, 1))])) == 2


@pytest.mark.rule("VD-GAP-14")
def test_further_copies() -> None:
    assert [tactics.playable(3, 2, duplicates) for duplicates in (0, 1)] == [2, 3]


@pytest.mark.rule("VD-TAC-04", "VD-GAP-15")
def test_who_plays_first() -> None:
    assert tactics.order_of_play(2, 2, 0) == "oeoe"
    assert tactics.order_of_play(3, 1, 0) == "oeoo"
    assert tactics.order_of_play(1, 3, 0) == "oeee"
    assert tactics.order_of_play(2, 2, 1) == "ooee"
    assert tactics.order_of_play(0, 1, 0) == "e"
