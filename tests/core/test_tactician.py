"""The tactician and the planner from within: exact tables, futures that peek at nothing, reasons that are true."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import isfinite
from typing import Any

import numpy as np
import pytest

from tests.core import checked_battles, unit_kernels
from tests.core.fire_scenes import GUN, HEAVY_THIN, JEEP, LIGHT_GUN, RECON, SHERMAN, STUART, SU_85, TIGER, ruled
from tests.core.mirrored_scenes import Scene
from tests.core.positions import SQUAD, TANK, TRUCK, A, B, Position, open_table, put_position, user_unit
from tests.forms import form
from tests.game.test_battle import started
from tigersim.catalogue.cards import parse_card
from tigersim.catalogue.units import Unit, unit
from tigersim.core.codes import PASSING
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import (
    CHANCE_FIRE,
    CHANCE_SAVE,
    FIRE,
    MAIN,
    NO_CARD,
    ORDER,
    PACK,
    SLOTS,
)
from tigersim.core.play import kernels
from tigersim.core.players.tactician.fire_values import COVERED, DIES, DIES_IF_SHOCKED, FAR, PLAIN_BANDS, REAR, SHAKEN
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.game.action import Action
from tigersim.game.battle import Battle
from tigersim.odds import shot

# --- what units can do to each other ---------------------------------------------------------------------------------

SHOOTERS: tuple[str | Unit, ...] = (
    TANK,
    TIGER,
    "Luchs",  # improved
    SU_85,  # improved gun
    "M3 Lee",  # two guns
    "SU-152",  # short range
    "Somua S-35",  # no fire on black cards
    "Panzer I",  # machine guns only
    "T-26",  # light gun
    GUN,
    SQUAD,
    RECON,
    TRUCK,  # unarmed
)
TARGETS: tuple[str | Unit, ...] = (
    TANK,
    TIGER,
    SHERMAN,  # death trap
    STUART,  # rivets, the better of two dice
    "T-34c",  # improved armour
    "Panther A",  # improved, skirt armour, vulnerable
    HEAVY_THIN,
    SU_85,  # low profile
    "BA-10",  # one die
    "BA-64",  # saves on a 6
    SQUAD,
    RECON,  # one hit destroys it
    GUN,
    LIGHT_GUN,
    TRUCK,
    JEEP,
)
WEAPONS = ("main", "hull", "mg")
NEAR_INCHES, FAR_INCHES = 10, 20
BANDS = tuple(far | rear | covered for far, rear, covered in product((0, FAR), (0, REAR), (0, COVERED)))
Chances = tuple[float, float, float]
"""P(destroyed), P(shocked) of a sound target, P(destroyed) of a shocked one."""


@cache
def facing_each_other(shooters: tuple[str | Unit, ...] = SHOOTERS) -> Position:
    """The shooters against the targets, and what the tactician knows of them."""
    position = Position(shooters, TARGETS)
    with as_written():
        unit_kernels.make_pairs(position.battle, position.table, position.work)
    return position


def exact(shooter: str | Unit, target: str | Unit, weapon: str, band: int, hits: int = 0) -> tuple[float, float] | None:
    """P(destroyed) and P(shocked), mean over the pack; None if the rules forbid the shot."""
    inches = FAR_INCHES if band & FAR else NEAR_INCHES
    aspect, cover = "other" if band & REAR else "front", "wood" if band & COVERED else "none"
    try:
        odds = shot(shooter, target, None, inches, aspect, cover, hits_before=hits, weapon=weapon)
    except RuleForbids:
        return None
    return odds.p_destroyed, odds.p_one_hit


def exact_action(shooter: str | Unit, target: str | Unit, band: int) -> Chances:
    """The same with the weapon that most often destroys a shocked target; nothing, where there is none."""
    best: Chances = (0.0, 0.0, 0.0)
    frail = one_hit_destroys(target)
    for weapon in WEAPONS:
        sound = exact(shooter, target, weapon, band)
        hurt = sound if frail else exact(shooter, target, weapon, band, 1)
        if sound is not None and hurt is not None and hurt[0] > best[2]:
            best = (*sound, hurt[0])
    return best


def one_hit_destroys(target: str | Unit) -> bool:
    return target in (RECON, LIGHT_GUN, JEEP)


def mean_action(position: Position, shooter: int, target: int, band: int) -> Chances:
    """The same as the tactician has it."""
    with as_written():
        one, two, three = unit_kernels.mean_action(
            position.battle,
            position.work,
            A + shooter,
            B + target,
            band & FAR != 0,
            band & (REAR | COVERED),
        )
    return one, two, three


@pytest.mark.parametrize("shooter", range(len(SHOOTERS)), ids=[str(one) for one in SHOOTERS])
def test_one_roll_is_worth_what_the_odds_say(shooter: int) -> None:
    position = facing_each_other()
    for k, target in enumerate(TARGETS):
        for band in BANDS:
            expected = exact_action(SHOOTERS[shooter], target, band)
            found = mean_action(position, shooter, k, band)
            assert found == pytest.approx(expected, abs=1e-9), (target, band)
            kept = position.work[0].pair[A + shooter, k, band].tolist()
            assert kept == pytest.approx(expected, abs=1e-6), (target, band)  # kept as 32-bit numbers


@pytest.mark.rule("PT-FORT-02", "PT-FORT-03", "PT-FLAME-03", "PT-FLAME-04", "PT-FLAME-05")
@pytest.mark.parametrize("kind", ["none", "light", "heavy"])
def test_positions_and_flames_are_worth_what_the_odds_say(kind: str) -> None:
    tank = user_unit("flame tank", "medium_tank", flamethrower=True)
    squad = user_unit("flame squad", "infantry", flamethrower=True)
    shooters, targets = (TANK, "T-26", SQUAD, tank), (SQUAD, "Guards Infantry", GUN, TRUCK, squad, TANK)
    table = open_table()
    put_position(table, 5, 1)
    position = Position(shooters, targets, table, ruled(fort_occupancy="any_unit_any_number"))
    with as_written():
        unit_kernels.make_pairs(position.battle, position.table, position.work)
    fort = ("none", "light", "heavy").index(kind)
    for (j, shooter), (k, target), band in product(enumerate(shooters), enumerate(targets), BANDS):
        best = (0.0, 0.0, 0.0)
        for weapon in (*WEAPONS, "flame"):
            where = {
                "aspect": "other" if band & REAR else "front",
                "cover": "wood" if band & COVERED else "none",
                "fortification": kind,
                "weapon": weapon,
                "ruleset": ruled(fort_occupancy="any_unit_any_number"),
            }
            try:
                sound, hurt = (
                    shot(shooter, target, None, FAR_INCHES if band & FAR else NEAR_INCHES, hits_before=hits, **where)
                    for hits in (0, 1)
                )
            except RuleForbids:
                continue
            if hurt.p_destroyed > best[2]:
                best = (sound.p_destroyed, sound.p_one_hit, hurt.p_destroyed)
        kept = position.work[0].pair[A + j, k, PLAIN_BANDS * fort + band].tolist()
        assert kept == pytest.approx(best, abs=1e-6), (shooter, target, band)


def test_the_panel_tells_the_bands_apart() -> None:
    # a table that mixed up its bands would not pass: each bit changes something
    pair = facing_each_other().work[0].pair
    tank, light, squad = (SHOOTERS.index(one) for one in (TANK, "T-26", SQUAD))
    armored, infantry = TARGETS.index(TANK), TARGETS.index(SQUAD)
    assert pair[tank, armored, REAR, DIES] > pair[tank, armored, 0, DIES] > 0
    assert pair[tank, armored, COVERED].tolist() == pair[tank, armored, 0].tolist()
    assert pair[tank, infantry, COVERED, SHAKEN] < pair[tank, infantry, 0, SHAKEN] + pair[tank, infantry, 0, DIES]
    assert pair[light, armored, FAR, DIES] < pair[light, armored, 0, DIES]
    assert pair[squad, infantry, FAR].tolist() == [0, 0, 0]
    assert pair[tank, armored, 0, DIES_IF_SHOCKED] == pytest.approx(
        pair[tank, armored, 0, DIES] + pair[tank, armored, 0, SHAKEN]
    )


def test_the_other_side_is_in_the_tables_too() -> None:
    pair = facing_each_other().work[0].pair
    tank, target = SHOOTERS.index(TANK), TARGETS.index(SQUAD)
    assert pair[B + TARGETS.index(TANK), SHOOTERS.index(SQUAD), 0].tolist() == pair[A + tank, target, 0].tolist()


RAPID = ("T-60", "Sdkfz 222", "Regulars [usa]")
"""Two rolls a Fire action."""


@pytest.mark.parametrize("shooter", range(len(RAPID)), ids=RAPID)
def test_two_rolls_count_as_if_each_had_a_card_of_its_own(shooter: int) -> None:
    """The one approximation: both rolls are made on the same card, so they go together more than two cards would.

    A second roll therefore adds a little less than the tables say, never more than an eighth.
    """
    position = facing_each_other(RAPID)
    printed = unit(RAPID[shooter])
    single = printed.model_copy(update={"advantages": tuple(a for a in printed.advantages if a != "rapid_fire")})
    for k, target in enumerate(TARGETS):
        for band in BANDS:
            dies, shaken, dies_shocked = exact_action(single, target, band)
            nothing = 1 - dies - shaken
            expected = (
                dies + shaken * dies_shocked + nothing * dies,
                shaken * (1 - dies_shocked) + nothing * shaken,
                1 - (1 - dies_shocked) ** 2,
            )
            found = mean_action(position, shooter, k, band)
            assert found == pytest.approx(expected, abs=1e-9), (target, band)
            on_one_card = exact_action(printed, target, band)
            hurt, hurt_on_one_card = found[0] + found[1], on_one_card[0] + on_one_card[1]
            assert hurt_on_one_card - 1e-9 <= hurt <= hurt_on_one_card + 1 / 8, (target, band)


# --- futures ---------------------------------------------------------------------------------------------------------

PLACES = ("pile", "hand", "beside units", "for recovery")


def at_a_table_of_cards(**options: str) -> Position:
    """A battle in whose every place some card lies, seen or not; side a decides."""
    position = Position([TANK, SQUAD, TANK], [TANK, SQUAD, TANK], ruleset=ruled(**options))
    position.hand(0, saved=["QH", "2S"], blind=["2C", "3C", "4C"])
    position.hand(1, saved=["KD"], blind=["5C", "6C"])
    position.give(A, "7C")
    position.give(A + 1, "7D", opened=True)
    position.give(B, "8C", "8D")
    position.turn_over(B + 1, "9S")
    position.recovery(A + 2, "10C")
    position.recovery(B + 2, "JC")
    position.state.ask, position.state.asked = ORDER, 0
    return position


def hidden_places(battle: Any) -> Iterator[tuple[Any, int | str]]:
    """(array or record, index or field) of every place where a card lies face down."""
    state = battle[0]
    for k in range(int(state.pile[0].next_card), int(state.pile[0].deck_size)):
        yield state.pile[0].deck, k
    for side in range(2):
        for k in range(int(state.player[side].n_blind)):
            yield state.player[side].blind, k
    for slot in range(SLOTS):
        u = state.unit[slot]
        for k in range(2 * u.alive):
            if u.cards[k] != NO_CARD and not u.opened[k]:
                yield u.cards, k
        if u.alive and u.recovery_card != NO_CARD and not u.recovery_open:
            yield u, "recovery_card"


def hidden_cards(battle: Any) -> list[int]:
    return [int(where[place]) for where, place in hidden_places(battle)]


def future(battle: Any, number: int) -> Any:
    """A copy of the battle in one of its futures."""
    other = np.frombuffer(bytearray(battle.tobytes()), battle.dtype).view(np.recarray)  # the padding too
    with as_written():
        unit_kernels.another_future(other, number)
    return other


@pytest.mark.rule("PT-TURN-05", "AMB-09")
def test_a_future_deals_the_unseen_cards_anew_and_nothing_else() -> None:
    battle = at_a_table_of_cards().battle
    before, cards = battle.tobytes(), hidden_cards(battle)
    assert len(cards) == PACK - 5
    for number in range(20):
        other = future(battle, number)
        assert sorted(hidden_cards(other)) == sorted(cards)
        assert hidden_cards(other) != cards
        assert other[0].key != battle[0].key
        other[0].key = battle[0].key
        for (where, place), card in zip(hidden_places(other), cards, strict=True):
            where[place] = card
        assert other.tobytes() == battle.tobytes() == before


@pytest.mark.rule("AMB-09")
def test_the_same_number_is_the_same_future() -> None:
    battle = at_a_table_of_cards().battle
    futures = [future(battle, number).tobytes() for number in range(50)]
    assert futures == [future(battle, number).tobytes() for number in range(50)]
    assert len(set(futures)) == 50
    assert len({tuple(hidden_cards(future(battle, number))) for number in range(50)}) == 50


@pytest.mark.rule("PT-TURN-05", "AMB-09")
def test_a_future_does_not_depend_on_where_the_unseen_cards_lie() -> None:
    # else a planner would decide by what it cannot know, though not to its good
    position = at_a_table_of_cards()
    futures = [future(position.battle, number).tobytes() for number in range(10)]
    for by in (1, 5):
        assert checked_battles.swap_hidden(position.battle, position.work, by) == PACK - 5
        assert [future(position.battle, number).tobytes() for number in range(10)] == futures


@pytest.mark.rule("AMB-09")
def test_nor_on_which_cards_were_discarded_face_down() -> None:
    # A shocked unit's cards are gone (PT-HIT-01) and nobody has seen them: they may be any of the unseen ones.
    position = at_a_table_of_cards()
    state = position.state
    gone = [position.take(name) for name in ("AC", "AS", "KC")]
    for card in gone:
        state.pile[0].discards |= np.uint64(1 << card)
    turned_over = position.take("2H")
    state.pile[0].discards |= np.uint64(1 << turned_over)
    state.pile[0].shown |= np.uint64(1 << turned_over)
    futures = [future(position.battle, number) for number in range(40)]
    discarded = [{card for card in range(PACK) if int(one[0].pile[0].discards) >> card & 1} for one in futures]
    assert all(len(cards) == 4 and turned_over in cards for cards in discarded)
    assert len({frozenset(cards) for cards in discarded}) > 30
    for one, cards in zip(futures, discarded, strict=True):
        assert len(cards | set(hidden_cards(one))) == PACK - 5
    where, place = next(hidden_places(position.battle))
    card = int(where[place])
    where[place] = gone[0]
    state.pile[0].discards ^= np.uint64(1 << card | 1 << gone[0])
    assert [one.tobytes() for one in futures] == [future(position.battle, number).tobytes() for number in range(40)]


@pytest.mark.rule("AMB-09")
@pytest.mark.parametrize(
    ("secrecy", "stay"),
    [
        ("blind_until_revealed", set()),
        ("look_after_assignment", {"7C", "10C"}),
        ("look_at_hand", {"7C", "10C", "2C", "3C", "4C"}),
    ],
)
def test_what_the_side_that_decides_has_looked_at_stays(secrecy: str, stay: set[str]) -> None:
    battle = at_a_table_of_cards(card_secrecy=secrecy).battle
    mine = {"7C", "10C", "2C", "3C", "4C"}
    lay = dict(enumerate(hidden_cards(battle)))
    moved = {
        card
        for number in range(30)
        for place, card in enumerate(hidden_cards(future(battle, number)))
        if card != lay[place]
    }
    assert {name for name in mine if parse_card(name) not in moved} == stay
    assert parse_card("8C") in moved  # the enemy's lie face down in any case


@pytest.mark.rule("AMB-09")
@pytest.mark.skipif(COMPILER_OFF, reason="thousands of futures")
def test_a_hidden_place_holds_every_unseen_card_alike() -> None:
    # Chi-square of the table place x card, whose rows and columns have fixed sums: (n - 1)^2 degrees of freedom.
    # A card that lies at one place 1.5 times as often as it should is seen in nine runs of ten, in the long form 1.3.
    position = Position([TANK, TANK], [TANK, TANK])
    position.hand(0, blind=["2C", "3C"])
    position.give(A, "7C")
    position.give(B, "8C", "KD")
    position.recovery(B + 1, "JC")
    position.empty_pile()
    position.state.pile[0].shown = np.uint64((1 << PACK) - 1)
    for card in hidden_cards(position.battle):
        position.state.pile[0].shown &= ~np.uint64(1 << card)
    position.state.ask, position.state.asked = ORDER, 0
    places = sorted(hidden_cards(position.battle))
    n, tries = len(places), form(1000, 3000)
    assert n == 6
    found = np.zeros((n, n))
    for number in range(tries):
        for place, card in enumerate(hidden_cards(future(position.battle, number))):
            found[place, places.index(card)] += 1
    df = (n - 1) ** 2
    chi_square = ((found - tries / n) ** 2 / (tries / n)).sum() * (n - 1) / n
    assert abs(chi_square - df) < 4 * (2 * df) ** 0.5


# --- reasons ---------------------------------------------------------------------------------------------------------

ASKED_OFTEN = {
    "tactician": {"assign", "nominate", "order", "follow"},
    "planner": {"assign", "nominate", "order"},
    "strategist": {"assign", "order", "destination"},
}


def plain(battle: Battle) -> Battle:
    """The same battle for planners that look at few futures."""
    battle._work[0].playouts[:] = 12
    return battle


@pytest.mark.skipif(COMPILER_OFF, reason="whole battles")
@pytest.mark.parametrize("player", ["tactician", "planner", "strategist"])
def test_reasons_are_those_of_the_choice(player: str) -> None:
    battle = plain(started(3, player=player))
    weighed = set()
    for _ in range(160):
        if battle.is_over:
            break
        before, work = battle.record.tobytes(), int(battle._work[0].explaining)
        options = battle.explain(player)
        assert battle.record.tobytes() == before
        assert int(battle._work[0].explaining) == work == 0
        with as_written():
            played = kernels.choose(kernels.kind_of([player]), battle.record, battle.table, battle._work)
        legal = {action.code for action in battle.legal_actions()}
        assert played in legal
        if options:
            weighed.add(battle.decision)
            assert [option.chosen for option in options] == [True] + [False] * (len(options) - 1)
            assert options[0].action.code == played
            assert {option.action.code for option in options} <= legal
            if battle.decision == "order" and PASSING in legal - {option.action.code for option in options}:
                # who follows may do nothing, too; only a strategist that would fire tries neither that nor cover
                verbs = {option.action.verb for option in options}
                assert player == "strategist"
                assert "fire" in verbs
                assert "find cover" not in verbs
            assert len({option.action.code for option in options}) == len(options)
            worths = [option.worth for option in options]
            assert all(isfinite(worth) for worth in worths)
            assert worths[1:] == sorted(worths[1:], reverse=True)
            if player == "tactician":
                assert worths[0] == max(worths)
            assert [option.words for option in options] == [battle.describe(option.action) for option in options]
        battle.push(Action(played))
    assert weighed >= ASKED_OFTEN[player]


@pytest.mark.skipif(COMPILER_OFF, reason="whole battles")
@pytest.mark.parametrize("player", ["tactician", "planner", "strategist"])
def test_asking_for_reasons_does_not_change_the_course(player: str) -> None:
    asked, left_alone = (plain(started(5, player=player)) for _ in range(2))
    for _ in range(120):
        if asked.is_over:
            break
        asked.explain(player)
        for battle in (asked, left_alone):
            with as_written():
                code = kernels.choose(kernels.kind_of([player]), battle.record, battle.table, battle._work)
                battle.push(Action(code))
        assert asked.record.tobytes() == left_alone.record.tobytes()
    assert asked.log() == left_alone.log()
    assert len(asked.log()) > 30


def test_only_those_who_weigh_are_asked_for_reasons() -> None:
    with pytest.raises(InvalidValue, match="tactician or planner"):
        started().explain("heuristic")


@pytest.mark.skipif(COMPILER_OFF, reason="thousands of turns")
def test_a_planner_weighs_by_points_at_the_end_of_the_turn() -> None:
    # The last turn: a shot at a shocked tank brings 5 VP or nothing.
    scene = Scene([(TANK, 15, 4, 4)], [(TANK, 15, 14, 12)], last=True)
    scene.position.unit(scene.them).hits = 1
    scene.order("7H").position.work[0].playouts[:] = 20_000
    scene.position.work[0].explaining = 1
    action = scene.choose("planner")
    work = scene.position.work[0]
    assert (action.verb, action.weapon) == ("fire", "main")
    p = shot(TANK, TANK, "7H", 9, hits_before=1).p_destroyed
    sound = 5 * p
    assert work.option[0] == action.code
    assert work.option_worth[0] == pytest.approx(sound, abs=4 * 9 * (p * (1 - p) / work.option_tries[0]) ** 0.5)


# --- planning --------------------------------------------------------------------------------------------------------


def choices(player: str, number: int, decisions: int, playouts: int = 12) -> list[int]:
    """What a player decides, one decision after the other."""
    battle = started(number, player=player)
    battle._work[0].playouts[:] = playouts
    found = []
    while len(found) < decisions and not battle.is_over:
        with as_written():
            found.append(kernels.choose(kernels.kind_of([player]), battle.record, battle.table, battle._work))
        battle.push(Action(found[-1]))
    return found


@pytest.mark.skipif(COMPILER_OFF, reason="whole battles")
def test_the_same_seed_is_the_same_plan() -> None:
    assert choices("planner", 2, 120) == choices("planner", 2, 120)
    assert choices("strategist", 2, 120) == choices("strategist", 2, 120)
    assert choices("planner", 2, 120) != choices("planner", 4, 120)
    assert choices("planner", 2, 120, 12) != choices("planner", 2, 120, 48)


@pytest.mark.skipif(COMPILER_OFF, reason="whole battles")
@pytest.mark.rule("PT-TURN-05", "AMB-09")
@pytest.mark.parametrize(("player", "playouts"), [("planner", 8), ("planner", 64), ("strategist", 1)])
def test_no_plan_depends_on_cards_that_nobody_has_seen(player: str, playouts: int) -> None:
    battle = started(6, player=player)
    work = battle._work
    work[0].playouts[:] = playouts
    planned = set()
    for turn in range(150):
        if battle.is_over:
            break
        cards, other = hidden_cards(battle.record), battle.record.copy()
        assert checked_battles.swap_hidden(other, work, 1 + turn) == len(cards)
        assert (hidden_cards(other) == cards) == (len(cards) < 2 or (1 + turn) % len(cards) == 0)
        work[0].explaining, work[0].options = 1, 0
        before = battle.record.tobytes()
        with as_written():
            chosen = kernels.choose(kernels.AHEAD, battle.record, battle.table, work)
            worths = work[0].option_worth.tolist()
            if battle.decision not in ("deploy", "assign"):  # there a player draws from its chance, or takes notes
                assert battle.record.tobytes() == before
            work[0].options = 0
            assert kernels.choose(kernels.AHEAD, other, battle.table, work) == chosen, battle.decision
        if work[0].options > 1:
            planned.add(battle.decision)
            assert work[0].option_worth.tolist() == worths  # to the last bit: it has seen the same futures
        work[0].explaining = 0
        battle.push(Action(chosen))
    assert planned >= {"assign", "order"}


@pytest.mark.skipif(COMPILER_OFF, reason="thousands of turns")
def test_no_plan_knows_the_dice_to_come() -> None:
    # The dice will spare the shocked tank and destroy the sound one.  Who knew would shoot at the sound one; in the
    # last turn everybody else finishes the other (see test_right_decisions).
    for falls in ((), ((CHANCE_FIRE, A, (6, 6, 6)), (CHANCE_SAVE, B, (6, 6)), (CHANCE_SAVE, B + 1, (1, 1)))):
        scene = Scene([(TANK, 15, 4, 4)], [(TANK, 13, 14, 12), (TANK, 17, 14, 12)], last=True)
        scene.position.unit(B).hits = 1
        scene.order("7H").position.dice(*falls)
        for playouts in (64, 256, 2048):
            scene.position.work[0].playouts[:] = playouts
            action = scene.choose("planner")
            assert (action.verb, action.target) == ("fire", B)
        if falls:  # so it would have been
            scene.position.do(FIRE, A, B + 1, MAIN)
            assert scene.position.unit(B + 1).alive == 0


@pytest.mark.skipif(COMPILER_OFF, reason="thousands of turns")
def test_no_future_is_the_real_one() -> None:
    battle = at_a_table_of_cards().battle
    keys = {int(future(battle, number)[0].key) for number in range(2000)}
    assert len(keys) == 2000
    assert int(battle[0].key) not in keys
