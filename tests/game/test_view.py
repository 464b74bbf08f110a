"""What a player may see: all that lies open, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

import numpy as np
import pytest

import tigersim as ts
from tests.core import checked_battles
from tests.core.positions import SQUAD, TANK, A, B, Position, put_position, user_unit
from tests.forms import form
from tests.game.test_battle import ARMIES, engine_choice, started
from tests.lab.short_list import QUICK
from tigersim.catalogue.cards import CARDS, parse_card
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.core.codes import fields_of
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import ASSAULT, CHANCE_FIRE, CHANCE_SAVE, FIRE, MACHINE_GUN, MAIN, PHASE_ASSIGN, PHASE_RESOLVE
from tigersim.core.weights import row
from tigersim.errors import InvalidValue
from tigersim.game.battle import Battle
from tigersim.game.narration import COMPASS
from tigersim.game.seen import view_of
from tigersim.game.tabletop import Table
from tigersim.game.view import PURPOSES, View
from tigersim.rules.cards import difficulty

SECRECY = ("blind_until_revealed", "look_after_assignment", "look_at_hand")


def seen(position: Position, side: int, ruleset: RuleSet = DEFAULT, units: tuple[str, ...] = (TANK, SQUAD)) -> View:
    """What a side sees of a position."""
    names = tuple("ab"[k // B] + str(k % B + 1) if one.kind >= 0 else "" for k, one in enumerate(position.state.unit))
    kinds = tuple(ts.unit(one) for one in units)
    return view_of(position.state, Table(position.table, 0, 0), names, kinds, ruleset, side)


def moments(ruleset: RuleSet | None = None, armies: tuple[str, str] = ARMIES, number: int = 0) -> Iterator[Battle]:
    """A battle of random choices, decision by decision."""
    battle = Battle.start(armies=armies, seed=5, number=number, ruleset=ruleset, players=("tactician", "tactician"))
    rng = np.random.default_rng(number)
    while not battle.is_over:
        yield battle
        codes = battle.legal_codes()
        battle.push(ts.Action(int(codes[rng.integers(len(codes))])))


def charges(ruleset: RuleSet, armies: tuple[str, str], number: int) -> Iterator[Battle]:
    """A battle of heuristic players who draw near and hold nothing back, and never decline close combat."""
    battle = Battle.start(armies=armies, seed=5, number=number, ruleset=ruleset, players=QUICK)
    usual = row("heuristic", in_cover=0.6, far_off=0.08, second_card=0.3, back_each=1, back_any=0.5)
    battle._work["heuristic"][:] = usual
    while not battle.is_over:
        yield battle
        codes = battle.legal_codes()
        assaults = codes[fields_of(codes).verb == ASSAULT]
        battle.push(ts.Action(int(assaults[0])) if assaults.size else engine_choice(battle))


# --- what is hidden ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-TURN-05", "AMB-09")
@pytest.mark.parametrize("secrecy", SECRECY)
def test_a_view_does_not_depend_on_what_nobody_has_shown(secrecy: str) -> None:
    moved = Counter[str]()
    for number in range(form(1, 2)):
        for battle in moments(DEFAULT.replace(card_secrecy=secrecy), number=number):
            other = battle.copy()
            with as_written():
                n = checked_battles.swap_hidden(other.record, other._work, 1 + moved.total() % 7)
            other.record[0].key += np.uint64(1 + moved.total())  # and other dice are to come
            changed = other.record[0].pile[0].deck.tobytes() != battle.record[0].pile[0].deck.tobytes()
            assert other.view() == battle.view()
            assert np.array_equal(other.legal_codes(), battle.legal_codes())
            moved[battle.decision] += n > 1 and changed
    assert {"deploy", "assign", "nominate", "order", "destination"} <= set(+moved)


@pytest.mark.rule("PT-TURN-05", "AMB-09")
@pytest.mark.parametrize(
    ("secrecy", "own_hand", "own_unit"),
    [(SECRECY[0], (), None), (SECRECY[1], (), "4C"), (SECRECY[2], ("2C", "3C"), "4C")],
)
def test_only_a_ruling_lets_a_player_look_and_only_at_his_own(
    secrecy: str, own_hand: tuple[str, ...], own_unit: str | None
) -> None:
    rules = DEFAULT.replace(card_secrecy=secrecy)
    position = Position([TANK], [SQUAD], ruleset=rules)
    position.hand(0, saved=["QH"], blind=["2C", "3C"])
    position.give(A, "4C")
    position.recovery(B, "5C")
    for viewer in (0, 1):
        view = seen(position, viewer, rules)
        assert view.sides[0].saved == ("QH",)
        assert view.sides[0].known == (own_hand if viewer == 0 else ())
        assert view.sides[0].face_down + len(view.sides[0].known) == 2
        assert view.unit(A).cards == ((own_unit,) if viewer == 0 else (None,))
        assert view.unit(B).recovery == (("5C",) if viewer == 1 and secrecy != SECRECY[0] else (None,))
        known = {"QH", *view.sides[0].known, *view.unit(A).cards, *view.unit(B).recovery} - {None}
        assert set(view.unseen) == set(CARDS) - known


@pytest.mark.parametrize("secrecy", SECRECY)
def test_every_card_that_lies_hidden_is_one_of_the_unseen(secrecy: str) -> None:
    checked = 0
    for battle in moments(DEFAULT.replace(card_secrecy=secrecy), number=3):
        view, record = battle.view(), battle.record[0]
        hidden = [int(card) for card in record.pile[0].deck[record.pile[0].next_card : record.pile[0].deck_size]]
        enemy = record.player[1 - record.asked]
        hidden += [int(card) for card in enemy.blind[: enemy.n_blind]]
        assert {CARDS[card] for card in hidden} <= set(view.unseen)
        open_cards = [card for one in view.units for card in (*one.cards, *one.turned_over, *one.recovery) if card]
        open_cards += [*view.mine.saved, *view.mine.known, *view.theirs.saved]
        assert not set(open_cards) & set(view.unseen)
        assert view.theirs.known == ()
        checked += len(hidden) > 0
        # the pile, the hands and what lies next to units: as many as are unseen, but for those that were discarded so
        face_down = sum(card is None for one in view.units for card in (*one.cards, *one.recovery))
        assert view.pile + view.mine.face_down + view.theirs.face_down + face_down <= len(view.unseen)
    assert checked > 50


def test_a_view_holds_no_record_of_the_battle() -> None:
    """Nothing in a view leads back to the hidden cards: no field is a record, an array or a function."""
    battle = next(moments())
    view = battle.view()
    for part in (view, *view.sides, *view.units):
        for field in fields(part):
            value = getattr(part, field.name)
            assert not isinstance(value, np.generic | np.ndarray), field.name
            assert not callable(value), field.name
    assert view.table.record is battle.table


# --- what lies open ------------------------------------------------------------------------------------------------


def test_a_view_shows_the_battle_as_it_stands() -> None:
    position = Position([TANK, SQUAD], [SQUAD])
    position.put(A, 10, 7, facing=3)
    position.put(B, 4, 20)
    position.hand(1, saved=["QH", "2S"], blind=["9C"])
    position.give(A, "3C", "KD")
    position.unit(A).opened[1] = 1
    position.turn_over(A + 1, "9S")
    position.unit(A + 1).hits = 1
    position.unit(B).found_cover = 1
    position.state.player[0].vp = 3
    position.state.turn = 2
    view = seen(position, 0, units=(TANK, SQUAD, SQUAD))
    tank, squad, enemy = view.units
    assert (view.turn, view.sides[0].vp, view.mine.attacker, view.theirs.north) == (2, 3, True, True)
    assert (tank.place, tank.facing, tank.cards, tank.unit.name) == ((10, 7), 3, (None, "KD"), "Panzer IV (mid)")
    assert (squad.hits, squad.shocked, squad.turned_over) == (1, True, ("9S",))
    assert (enemy.place, enemy.found_cover, enemy.side, enemy.slot) == ((4, 20), True, "b", B)
    assert (view.theirs.saved, view.theirs.face_down) == (("2S", "QH"), 1)
    assert view.pile == 52 - 6
    assert [one.slot for one in view.friends] == [A, A + 1]
    assert view.enemies == (enemy,)
    assert view.profile(A).cost == 5
    assert view.distance(A, B) == pytest.approx(np.hypot(6 - 1, 13 - 1))  # between the edges of the bases (AMB-25)
    with pytest.raises(KeyError):
        view.unit(A + 2)


def test_who_stands_nowhere_is_infinitely_far() -> None:
    position = Position([TANK], [SQUAD])
    position.put(A, 10, 7)
    position.put(B, 10, 8)
    assert seen(position, 0).distance(A, B) == seen(position, 1).distance(B, A) == 0
    position.unit(B).placed = 0
    assert seen(position, 0).distance(A, B) == float("inf")
    assert seen(position, 0).unit(B).place is None


def test_dice_and_the_order_in_hand_are_open() -> None:
    improved = user_unit("improved tank", "medium_tank", improved=True)
    position = Position([improved, TANK], ["T-34c"])
    position.put(A, 10, 10)
    position.put(B, 10, 16)
    position.turn_over(A, "10H")
    position.turn_over(A + 1, "2C")
    position.dice((CHANCE_FIRE, A, (6, 3, 2)), (CHANCE_SAVE, B, (1, 6)))
    position.go(PHASE_RESOLVE)
    assert seen(position, 0, units=(TANK, TANK, TANK)).order is None
    position.do(FIRE, A, B, MAIN)
    view = seen(position, 0, units=(TANK, TANK, TANK))
    assert view.roll is not None
    assert (view.decision, view.card, view.subject) == ("re-roll", "10H", A)
    assert (view.roll.purpose, view.roll.dice, view.roll.fixed, view.roll.needed) == (
        "fire", (6, 3, 2), (False,) * 3, 10
    )  # fmt: skip
    assert view.order is not None
    assert (view.order.verb, view.order.card, view.order.members) == ("fire", "10H", (A,))
    assert (view.order.target, view.order.weapon, view.order.acting, view.order.victim) == (B, "main", A, B)
    position.do(0)  # the roll is kept: now the target may re-roll its save
    view = seen(position, 1, units=(TANK, TANK, TANK))
    assert view.roll is not None
    assert (view.to_decide, view.roll.purpose, view.roll.dice, view.roll.needed) == ("b", "save", (1, 6), 1)


@pytest.mark.rule("AMB-100")
def test_every_kind_of_roll_is_told_with_what_it_needs() -> None:
    """Paratroopers re-roll everything under this ruling; who rolls, and for what, follows from the order in hand."""
    rules = DEFAULT.replace(improved_reroll_scope="all_own_tests")
    armies = ("5 x Paratroopers or Rangers", "4 x SS Grenadiers, M24 Chaffee")
    found = Counter[str]()
    for number in range(20):
        for battle in charges(rules, armies, number):
            if battle.decision != "re-roll":
                continue
            view = battle.view()
            roll, order = view.roll, view.order
            assert view.decision == "re-roll"
            assert roll is not None
            assert view.subject is not None
            found[roll.purpose] += 1
            assert roll.permissions >= 1
            assert not all(roll.fixed)
            if roll.purpose == "recovery":
                (card,) = view.unit(view.subject).recovery
                assert (order, view.phase) == (None, "recovery tests")
                assert roll.needed == difficulty(parse_card(str(card)))
                continue
            assert order is not None
            if roll.purpose == "save":
                assert order.victim == view.subject
                assert roll.needed in (1, 2)
                continue
            assert order.acting == view.subject
            assert roll.needed == difficulty(parse_card(order.card)) or roll.purpose == "fire"
            if roll.purpose == "close combat":
                assert order.victim in {one.slot for one in view.enemies}
                assert view.unit(view.subject).role in ("attacker", "defender", "helper")
                assert (view.subject in order.members) == (view.unit(view.subject).role == "attacker")
    assert {"fire", "move", "find cover", "close combat", "recovery"} <= set(found) <= set(PURPOSES)


@pytest.mark.rule("PT-MG-06")
def test_a_shared_burst_shows_which_die_goes_where() -> None:
    position = Position([TANK], [SQUAD, SQUAD])
    position.put(A, 10, 10)
    position.put(B, 10, 14)
    position.put(B + 1, 11, 14)
    position.turn_over(A, "2H")
    position.dice((CHANCE_FIRE, A, (6, 5, 4, 3)))
    position.go(PHASE_RESOLVE)
    position.do(FIRE, A, B, MACHINE_GUN)
    view = seen(position, 0, units=(TANK, SQUAD, SQUAD))
    assert view.decision == "split"
    assert view.roll is not None
    assert view.roll.dealt == (B,) * len(view.roll.dice)


def test_units_named_are_open_until_their_cards_are_turned_over() -> None:
    position = Position([TANK], [SQUAD])
    position.hand(0, blind=["2C"])
    position.hand(1, blind=["3C"])
    position.go(PHASE_ASSIGN)
    for _ in range(2):
        position.do(2, A if position.state.asked == 0 else B, which=63)  # give a card that nobody has seen
    first = A if position.state.asked == 0 else B
    assert seen(position, 0).named == ()
    position.do(3, first, which=1)
    assert seen(position, 0).named == ((first, 1),)


def test_actions_in_the_words_of_a_view() -> None:
    words = Counter[str]()
    for battle in moments(number=1):
        view = battle.view()
        for action in battle.legal_actions()[:: 1 + len(battle.legal_actions()) // 8]:
            assert view.describe(action) == battle.describe(action)
            words[action.verb] += 1
            if action.verb == "place":
                x, y = view.place(action)
                assert view.describe(action).endswith(f": to ({x}, {y}), facing {COMPASS[action.facing]}")
            if action.verb == "fire":
                shot = ts.odds.shot(  # the words of an action are those that the odds understand
                    view.unit(action.unit).unit,
                    view.unit(action.target).unit,
                    view.card,
                    view.distance(action.unit, action.target),
                    weapon=action.weapon or "",
                )
                assert shot.p_no_shot == 0
            if action.verb == "give" and action.card is not None:
                assert action.card in view.mine.saved
                assert view.describe(action).endswith(f"give {action.card}")
    assert {"place", "give", "choose", "fire"} <= set(words)


def test_either_side_may_be_asked_for() -> None:
    battle = started()
    assert battle.view() == battle.view(battle.to_decide)
    assert {battle.view(side).side for side in "ab"} == {"a", "b"}
    with pytest.raises(InvalidValue, match='side is \'c\'; allowed: "a" or "b"'):
        battle.view("c")


def test_the_map_is_that_of_the_battle() -> None:
    battle = started(1)
    while battle.decision == "deploy":
        battle.push(battle.legal_actions()[0])
    assert str(battle.view("a")) == str(battle.view("b")) == str(battle)


@pytest.mark.rule("PT-FORT-01")
def test_who_stands_in_a_position() -> None:
    position = Position([TANK, SQUAD], [TANK, SQUAD])
    table = position.table
    for slot, kind in ((A, 1), (B + 1, 2)):
        u = position.unit(slot)
        put_position(table, int(u.y * table[0].width + u.x), kind)
    view = seen(position, 0, units=(TANK, SQUAD) * 2)
    assert [view.position(slot) for slot in (A, A + 1, B, B + 1)] == ["light", "none", "none", "heavy"]
