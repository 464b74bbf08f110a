"""The sequence of play: setting up, drawing, assigning, and the end of the turn (1.3).

Each ``step_...`` function carries a battle one step further within its phase.  It either does something that nobody
chooses, or sets ``b.ask`` to the decision that is due and returns.
"""

from tigersim.core import log
from tigersim.core.arrivals import chooses_patrol
from tigersim.core.asking import ask, ask_commander, attacker, is_forbidden, let_others_in_again, next_commander
from tigersim.core.chance import below, die, stream
from tigersim.core.commanders import MEAN_DRAW, cards_in_hands, deal, draw_for_all
from tigersim.core.compile.jit import jit_inner
from tigersim.core.crossing import comes_by_sea, is_waiting, next_to_embark
from tigersim.core.deck import NONE, bit, cards_left, discard, hand_size, has_run_out, pile_of, pop_blind
from tigersim.core.enums import (
    ASSIGN,
    CHANCE_DRAW,
    CHANCE_SETUP,
    DEPLOY,
    DISCARD,
    HOLD_BACK,
    LUCK_DRAW,
    NO_CARD,
    NOBODY,
    PACK,
    PHASE_ARRIVE,
    PHASE_ASSIGN,
    PHASE_DRAW,
    PHASE_PROLONG,
    SAVING,
)
from tigersim.core.hands import take_from_hand
from tigersim.core.initiative import start_nominations
from tigersim.core.log import note
from tigersim.core.luck import record_luck, show_card, turn_over
from tigersim.core.sides import slots_of
from tigersim.core.units import in_play, new_turn
from tigersim.registry import rule
from tigersim.rules.edges import DEFENDER_BY_CHANCE, DEFENDER_IN_SOUTH
from tigersim.rules.setup import attacker_by_roll, first_to_set_up
from tigersim.rules.switches import AssignmentPass, CardSecrecy, GameEndTiming, SmallForceTest
from tigersim.rules.turn import (
    attacker_first,
    card_limit,
    cards_drawn,
    draw_result,
    first_to_assign,
    first_to_name,
    hand_excess,
    is_small_game,
)
from tigersim.rules.victory import deck_has_ended


@jit_inner
@rule("PT-FORT-04")
def agreed_attacker(b):
    """The attacker by agreement or with flamethrowers: 1 side a, 2 side b, 0 by the dice."""
    if b[0].scenario.attacker != 0:
        return b[0].scenario.attacker
    for side in range(2):
        for unit in slots_of(b, side):
            if b[0].unit[unit].profile.flammable != 0:
                return side + 1
    return 0


@jit_inner
@rule("PT-SETUP-01", "PT-SETUP-03")
def roll_for_attack(b, t):
    """Both roll 2D6, ties again; the higher attacks, the lower defends and deploys first.

    Tables are random, so the defender's choice of its edge is left to chance too: here, or where the table was drawn.
    """
    chance_a = stream(b[0].key, CHANCE_SETUP, 0, 0)
    chance_b = stream(b[0].key, CHANCE_SETUP, 0, 1)
    count = 0
    while True:
        total_a = die(chance_a, count) + die(chance_a, count + 1)
        total_b = die(chance_b, count) + die(chance_b, count + 1)
        count += 2
        won = attacker_by_roll(total_a, total_b)
        if won >= 0:
            agreed = agreed_attacker(b)
            if agreed != 0:
                won = 2 - agreed
            b[0].player[0].attacker = won
            b[0].player[1].attacker = 1 - won
            b[0].player[0].north = below(chance_a, count, 2)
            if t[0].defender_edge != DEFENDER_BY_CHANCE:  # the attacker has the other edge
                b[0].player[0].north = won if t[0].defender_edge == DEFENDER_IN_SOUTH else 1 - won
            b[0].player[1].north = 1 - b[0].player[0].north
            return


@jit_inner
@rule("PT-SETUP-03", "PT-SETUP-05")
def step_deploy(b, t):
    """The defender sets up all its units, then the attacker; not those that come later."""
    first = first_to_set_up(attacker(b))
    for side in (first, 1 - first):
        if chooses_patrol(b, side):
            ask(b, HOLD_BACK, side, NOBODY)
            return
        unit = next_to_deploy(b, t, side)
        if unit != NOBODY:
            b[0].step |= 1 << side  # a side that has begun to set up has chosen its patrol
            ask(b, DEPLOY, side, unit)
            return
    b[0].step = 0
    b[0].phase = PHASE_DRAW


@jit_inner
def next_to_deploy(b, t, side):
    """The unit of a side that is set up next, or NOBODY."""
    if comes_by_sea(b, t, side):
        return next_to_embark(b, side)
    for unit in slots_of(b, side):
        if is_waiting(b, unit):
            return unit
    return NOBODY


@jit_inner
def set_small_forces(b):
    """Note which sides draw as small forces (PT-TURN-06), by the forces chosen (AMB-07)."""
    small = is_small_game(b[0].player[0].units, b[0].player[1].units)
    b[0].small_forces = 1 if small else 0


@jit_inner
@rule("PT-TURN-06", "PT1-TURN-02", "AMB-07")
def draws_small(b, side):
    """Whether a side takes only as many cards as its higher die shows (AMB-07)."""
    test = b[0].ruling.small_force_test
    if test == SmallForceTest.FIXED_AT_START_BOTH:
        return b[0].small_forces != 0
    return is_small_game(b[0].player[side].standing, b[0].player[1 - side].standing, test)


@jit_inner
def forget_turn(b, side):
    """Set to 0 what counts for one turn only."""
    player = b[0].player[side]
    player.n_blind = player.passed = 0
    player.last_unit = NOBODY
    player.orders = 0
    for unit in slots_of(b, side):
        new_turn(b, unit)


@jit_inner
@rule("PT-TURN-01", "PT-TURN-02", "PT-TURN-04", "PT-TURN-06", "AMB-03", "AMB-12")
def step_draw(b, w):
    """A new turn; both roll for cards and they are dealt unseen.

    In a turn without drawing (AMB-03 until_hands_empty) the roll only says who comes first (AMB-12).  AMB-03: 2
    (immediate) the turn is broken off when the last card is drawn.  Units that wait off the table come on before.
    """
    if b[0].reserves > 0 and b[0].arrived != b[0].turn + 1:
        b[0].phase = PHASE_ARRIVE
        return
    b[0].turn += 1
    drawing = cards_left(b) > 0
    b[0].held = PACK if drawing else cards_in_hands(b)
    if b[0].allies != 0 or b[0].own_decks != 0:
        forget_turn(b, 0)
        forget_turn(b, 1)
        draw_for_all(b, w, drawing)
        note_draws(b, w)
        break_off_or_assign(b, drawing)
        return
    results = (0, 0)
    for side in range(2):
        chance = stream(b[0].key, CHANCE_DRAW, b[0].turn, side)
        one, two = die(chance, 0), die(chance, 1)
        small = draws_small(b, side)
        cards = cards_drawn(one, two, small)
        results = (results[1], draw_result(one, two, small, b[0].ruling.high_roll_basis))
        if drawing and not small:
            record_luck(b, side, LUCK_DRAW, cards - MEAN_DRAW)
        b[0].player[side].draw = cards if drawing else 0
        forget_turn(b, side)
    settle_precedence(b, results)
    note(b, w, log.TURN, b[0].player[0].draw, b[0].player[1].draw, b[0].first)
    b[0].order[0] = b[0].draw_winner
    b[0].order[1] = 1 - b[0].draw_winner
    deal(b, w)
    break_off_or_assign(b, drawing)


@jit_inner
def note_draws(b, w):
    """Write the draw of all players into the log."""
    player = b[0].player
    if b[0].allies == 0:
        note(b, w, log.TURN, player[0].draw, player[1].draw, b[0].first)
    else:
        second_a = player[2].draw if player[2].group > 0 else -1
        second_b = player[3].draw if player[3].group > 0 else -1
        note(b, w, log.TURNS, player[0].draw, player[1].draw, b[0].order[0], second_a, second_b)


@jit_inner
def break_off_or_assign(b, drawing):
    """After the deal assign cards, unless the last card ends the battle (AMB-03 immediate)."""
    if drawing and b[0].ruling.game_end_timing == GameEndTiming.IMMEDIATE and (cards_left(b) == 0 or has_run_out(b)):
        b[0].phase = PHASE_PROLONG
        b[0].step = 0
    else:
        start_assignment(b)


@jit_inner
@rule("PT-TURN-04", "PT-TURN-10", "AMB-12")
def settle_precedence(b, results):
    """Who won the draw with these results, and who names units first this turn (AMB-12)."""
    side = attacker(b)
    own, other = (results[1], results[0]) if side == 1 else results
    b[0].draw_winner = side if attacker_first(own, other) else 1 - side
    if b[0].turn == 1:
        b[0].first_result[0] = results[0]
        b[0].first_result[1] = results[1]
    won = attacker_first(b[0].first_result[side], b[0].first_result[1 - side])
    b[0].first = first_to_name(side, b[0].draw_winner, side if won else 1 - side, b[0].ruling.activation_first_player)


@jit_inner
@rule("PT-SOLO-02")
def start_assignment(b):
    """Begin to assign cards; in solo play (PT-SOLO-02) the side with the higher draw begins."""
    b[0].phase = PHASE_ASSIGN
    b[0].step = first_to_assign(
        attacker(b), b[0].draw_winner, 1 if b[0].scenario.solo != 0 else b[0].ruling.first_assigner
    )


@jit_inner
@rule("PT-TURN-08", "PT-DIS-NO_RADIO")
def has_room(b, unit):
    """Whether one more card may be assigned to the unit this turn; none off the table."""
    u = b[0].unit[unit]
    return in_play(b, unit) and u.given < card_limit(u.hits, u.profile.max_cards)


@jit_inner
def may_assign(b, hand):
    """Whether a player who has not passed could assign a card now."""
    player, side = b[0].player[hand], hand & 1
    if player.passed != 0 or (player.n_blind == 0 and player.saved == NONE):
        return False
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander == hand and has_room(b, unit):
            return True
    return False


@jit_inner
@rule("PT-TURN-07", "AMB-10", "AMB-11")
def step_assign(b):
    """The players assign one card each in turn (AMB-10) until both have passed (AMB-11)."""
    hand = b[0].step
    if may_assign(b, hand):
        ask_commander(b, ASSIGN, hand)
        return
    b[0].player[hand].passed = 1
    after = next_commander(b, hand)
    if after == NOBODY:
        start_nominations(b)
    else:
        b[0].step = after


@jit_inner
@rule("PT-TURN-09", "PT-END-03", "AMB-09", "AMB-11")
def give_card(b, w, hand, unit, which):
    """Lay a card beside a unit, face down unless it was a saved one."""
    u, side = b[0].unit[unit], hand & 1
    k = 0 if u.cards[0] == NO_CARD else 1
    card, opened = take_from_hand(b, hand, which)
    u.cards[k] = card
    u.opened[k] = opened
    if opened == 0 and b[0].ruling.card_secrecy == CardSecrecy.LOOK_AFTER_ASSIGNMENT:
        turn_over(b, w, side, card)
    u.given += 1
    note(b, w, log.ASSIGNED, side, unit, card if opened != 0 else -1)
    if b[0].scenario.solo != 0:  # PT-SOLO-02: one side after the other, each all its cards
        return
    if b[0].ruling.assignment_pass == AssignmentPass.PASS_REOPENS:
        let_others_in_again(b, hand)
    b[0].step = next_commander(b, hand)


@jit_inner
@rule("PT-END-01", "PT-END-02", "PT-END-04", "AMB-03")
def step_end(b, w):
    """Hands over six shrink, the cards kept are shown, and the deck is looked at (AMB-03)."""
    for hand in range(2 + 2 * b[0].allies):
        cards = hand_size(b, hand)
        if hand_excess(cards) > 0 or (cards > 0 and is_forbidden(b, hand & 1, SAVING)):
            ask_commander(b, DISCARD, hand)
            return
    for hand in range(2 + 2 * b[0].allies):
        show_hand(b, w, hand)
    for side in range(2):
        if b[0].player[side].orders == 0:
            b[0].player[side].idle_turns += 1
    in_hand = cards_in_hands(b)
    if deck_has_ended(cards_left(b), has_run_out(b), in_hand, in_hand < b[0].held, b[0].ruling.game_end_timing):
        b[0].phase = PHASE_PROLONG
        b[0].step = 0
    else:
        b[0].phase = PHASE_DRAW


@jit_inner
@rule("PT-END-02")
def show_hand(b, w, hand):
    """The cards left in a hand are laid face up."""
    player, pile = b[0].player[hand], b[0].pile[pile_of(b, hand)]
    while player.n_blind > 0:
        card = pop_blind(b, hand)
        player.saved |= bit(card)
        pile.shown |= bit(card)
        pile.kept[card] = b[0].turn
        if b[0].ruling.card_secrecy != CardSecrecy.LOOK_AT_HAND:
            show_card(b, w, hand, card)


@jit_inner
@rule("PT-END-04")
def drop_card(b, w, hand, which):
    """A card over the hand limit goes to the discards, unseen unless it was a saved one."""
    card, opened = take_from_hand(b, hand, which)
    discard(b, hand, card)
    b[0].player[hand & 1].forfeited += 1
    note(b, w, log.DISCARDED, hand & 1, card if opened != 0 else -1)
