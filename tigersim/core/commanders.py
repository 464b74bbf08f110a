"""Several players a side: commands, draws, and the round of the table (chapter 1.27).

A commander is a number: 0 and 1 are the first ones of side a and side b, in the usual battle the only ones, and their
records are also those of the sides; 2 and 3 are the second ones.  So ``commander & 1`` is the side, and counting on
goes round the table, the sides in turn.  A commander without a unit at the start draws nothing, and one that has
nothing to do is passed over.
"""

from tigersim.core.asking import attacker
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.deck import NONE, cards_in_pile, hand_size, pile_of
from tigersim.core.enums import CHANCE_DRAW, LUCK_DRAW, MAX_UNITS, NOBODY, SLOTS
from tigersim.core.hands import put_pile_away, take_card
from tigersim.core.luck import record_luck
from tigersim.core.sides import side_of, slots_of
from tigersim.registry import rule
from tigersim.rules.switches import ActivationFirstPlayer, DealOrder, SmallForceTest
from tigersim.rules.turn import cards_drawn, draw_result, is_small_game, round_is_dealt

ALTERNATELY = -1
"""``b.split`` of a side whose two players take its units in turn."""
ALL = 4
MEAN_DRAW = 7.0
"""Expectation of 2D6."""


@jit_inner
@rule("PT-MULTI-01", "PT-MULTI-02")
def seat_commanders(b):
    """Deal out the units of each side among its players, as ``b.split`` says."""
    for commander in range(2, ALL):
        player = b[0].player[commander]
        player.n_blind = 0
        player.saved = NONE
        player.decisions = player.thought = 0
    for commander in range(ALL):
        b[0].player[commander].group = b[0].player[commander].scored = 0
    for slot in range(SLOTS):
        u, side = b[0].unit[slot], side_of(slot)
        u.promise, u.danger, u.threat = 0.0, 0.0, 0.0  # a partner looks at them before their player has
        if u.alive != 0:
            u.commander = side + 2 * second_commands(slot % MAX_UNITS, b[0].split[side])
            b[0].player[u.commander].group += 1


@jit_inner
def second_commands(place, split):
    """1 if the unit at this place in its army belongs to the second player of the side, else 0."""
    if split == ALTERNATELY:
        return place % 2
    return 1 if split > 0 and place >= split else 0


@jit_inner
def units_left(b, commander):
    """Units alive that a player commands."""
    side, n = commander & 1, 0
    for unit in slots_of(b, side):
        if b[0].unit[unit].alive != 0 and b[0].unit[unit].commander == commander:
            n += 1
    return n


@jit_inner
@rule("PT-MULTI-02", "PT-TURN-06", "AMB-07")
def draws_small_group(b, commander):
    """Whether a player draws by its higher die: against the largest other group."""
    test = b[0].ruling.small_force_test
    fixed = test == SmallForceTest.FIXED_AT_START_BOTH
    most = 0
    for other in range(ALL):
        if other != commander:
            most = max(most, b[0].player[other].group if fixed else units_left(b, other))
    return is_small_game(b[0].player[commander].group if fixed else units_left(b, commander), most, test)


@jit_inner
@rule("PT-MULTI-02", "PT-TURN-02")
def draw_for_all(b, w, drawing):
    """Each player rolls for its own hand; the cards are dealt in the order of the rolls.

    The rules are silent on a player whose battlegroup is destroyed: while its partner fights on it draws no more, and
    keeps the cards it has.
    """
    for commander in range(ALL):
        player = b[0].player[commander]
        chance = stream(b[0].key, CHANCE_DRAW, b[0].turn, commander)
        one, two = die(chance, 0), die(chance, 1)
        small = draws_small_group(b, commander)
        fights = units_left(b, commander) > 0 or b[0].player[commander & 1].standing == 0
        there = player.group > 0 and fights
        player.result = draw_result(one, two, small, b[0].ruling.high_roll_basis) if there else 0
        if b[0].turn == 1:
            b[0].first_result[commander] = player.result
        player.draw = cards_drawn(one, two, small) if drawing and there else 0
        if drawing and there and not small:
            record_luck(b, commander & 1, LUCK_DRAW, player.draw - MEAN_DRAW)
        player.n_blind = player.passed = 0
        player.last_unit = NOBODY
    seat_by_draw(b, False)
    b[0].draw_winner = b[0].order[0]
    deal(b, w)
    if b[0].ruling.activation_first_player == ActivationFirstPlayer.FIRST_TURN_ROLL:
        seat_by_draw(b, True)
    elif b[0].ruling.activation_first_player == ActivationFirstPlayer.ATTACKER:
        for k in range(ALL):
            b[0].order[k] = (attacker(b) + k) % ALL
    b[0].first = b[0].order[0] & 1
    for side in range(2):
        b[0].named_last[side] = NOBODY


@jit_inner
@rule("PT-TURN-03", "PT-TURN-04")
def seat_by_draw(b, of_first_turn):
    """``b.order`` = the commanders by draw rolls, the higher first.

    Ties: those of the attacker first, and of one side its first player.
    """
    for k in range(ALL):
        b[0].order[k] = NOBODY
    for commander in range(ALL):
        b[0].order[place_by_draw(b, commander, of_first_turn)] = commander


@jit_inner
def place_by_draw(b, commander, of_first_turn):
    """How many commanders come before this one."""
    place = 0
    for other in range(ALL):
        if other == commander:
            continue
        mine, theirs = b[0].player[commander].result, b[0].player[other].result
        if of_first_turn:
            mine, theirs = b[0].first_result[commander], b[0].first_result[other]
        if theirs != mine:
            before = theirs > mine
        elif (other & 1) != (commander & 1):
            before = (other & 1) == attacker(b)
        else:
            before = other < commander
        place += 1 if before else 0
    return place


@jit_inline
def places(b):
    """Places in ``b.order``: 2, or 4 where a side has several players or a deck of its own."""
    return ALL if b[0].allies != 0 or b[0].own_decks != 0 else 2


@jit_inner
@rule("PT-TURN-03", "PT-MULTI-03", "AMB-01", "AMB-02")
def deal(b, w):
    """One card each in turn in ``b.order``, from the deck of all or of one's side.

    It ends when each has its number or its deck is empty.  AMB-01: 1 (block_high_first) each takes all its cards.
    AMB-02: what a deck cannot give is lost; 1 (reshuffle_and_continue) the discards become a new one; 2 (equalise) a
    round that it cannot serve in full is not dealt, and its rest is put away unseen (a block has no rounds).
    """
    in_turn = b[0].ruling.deal_order != DealOrder.BLOCK_HIGH_FIRST
    empty, dealt = 0, True  # a bit per player whose deck has given out
    while dealt:
        if in_turn and not round_can_be_dealt(b):
            return
        dealt = False
        for k in range(places(b)):
            commander = b[0].order[k]
            player = b[0].player[commander]
            while player.n_blind < player.draw and (empty >> commander) & 1 == 0:
                if not take_card(b, w, commander):
                    empty |= 1 << commander
                    break
                dealt = True
                if in_turn:
                    break


@jit_inner
def round_can_be_dealt(b):
    """Whether every deck can serve all that still want a card; one that cannot is put away."""
    served = True
    for pile in range(1 + b[0].own_decks):
        wanted = 0
        for commander in range(places(b)):
            player = b[0].player[commander]
            if pile_of(b, commander) == pile and player.n_blind < player.draw:
                wanted += 1
        if wanted > 0 and not round_is_dealt(cards_in_pile(b, pile), wanted, b[0].ruling.deck_runs_out_mid_deal):
            put_pile_away(b, pile)
            served = False
    return served


@jit_inner
def cards_in_hands(b):
    """Unassigned cards of all players."""
    n = 0
    for commander in range(2 + 2 * b[0].allies):
        n += hand_size(b, commander)
    return n
