"""Whole battles under a checker of all that must hold: take it for what must never happen."""

from __future__ import annotations

import numpy as np

from tigersim.core.asking import decider
from tigersim.core.assault import HELPER
from tigersim.core.board import cell_at
from tigersim.core.chance import battle_key, below
from tigersim.core.codes import cell_of, facing_of, unit_of, verb_of
from tigersim.core.compile.jit import jit, jit_inner
from tigersim.core.decisions.actions import apply, legal_actions
from tigersim.core.decisions.places import asks_for_place, legal_cells, legal_facings, list_carriers, may_stay
from tigersim.core.deck import bit, holds, new_deck, pile_of
from tigersim.core.demolition import CHARGE
from tigersim.core.enums import (
    ASSAULT,
    ASSIGN,
    BOARD,
    BUILDING,
    CALL,
    CALLING,
    CLOSED_WATER,
    DESTINATION,
    FIND_COVER,
    FIRE,
    FOLLOW,
    FOLLOWING,
    HELP,
    HELPING,
    MAX_UNITS,
    MOVE,
    NEXT_TARGET,
    NO_CARD,
    NOBODY,
    NOMINATE,
    NOTHING,
    ORDER,
    PACK,
    PASS,
    PHASE_DEPLOY,
    PHASE_RESOLVE,
    PLACE,
    RECOVER,
    RECOVERING,
    REGROUP,
    REGROUPING,
    REROLL,
    REROLLING,
    SAVING,
    SHARING,
    SLOTS,
    SPLIT,
    WATER,
    WRECKED,
)
from tigersim.core.geometry import FACINGS
from tigersim.core.play.engine import carry_on, record_result, set_up
from tigersim.core.play.kernels import KINDS, MIXED, Battles
from tigersim.core.reach import in_reach_straight
from tigersim.core.units import cards_held
from tigersim.rules.cards import rank
from tigersim.rules.fortifications import HEAVY
from tigersim.rules.switches import (
    CardSecrecy,
    Edition,
    Facing,
    FortOccupancy,
    GameEndTiming,
    GliderStats,
    ReshuffleLimit,
    TargetScore,
    VpSelfInflicted,
)
from tigersim.rules.victory import MOST_DECKS

WHOLE_PACK = np.uint64((1 << PACK) - 1)
NONE = np.uint64(0)
decide = KINDS[MIXED].decide

FAULTS = (
    "none",
    "a card is in two places",
    "a card is nowhere",
    "a unit stands where the grid does not know it",
    "the grid knows a unit that does not stand there",
    "the points are not the score of the dead",
    "the number of units standing is wrong",
    "a shocked unit holds cards or acts",
    "a unit lives with enough hits to be destroyed",
    "a dead unit holds cards",
    "a unit holds more cards, or has acted more often, than it may",
    "more than six cards are saved",
    "the battle has too many turns or decks",
    "a unit stands where it may not",
    "turned-over cards and their holders differ",
    "the books on unseen cards are wrong",
    "a recovery card lies beside a sound unit",
    "no action is legal",
    "the action chosen is not legal",
    "the choice depends on cards that nobody has seen",
    "the battle does not end",
    "who is carried and who carries differ",
    "the markers are worth more than they are",
    "a battle that is told is another battle",
    "a place is open in no facing",
    "a card is taken for one that both have seen, or for none",
    "a side does, or is asked about, what is forbidden it",
    "a unit is off the table without reason, or is dealt with there",
    "a player disposes of another's units or cards",
)
(
    SOUND,
    CARD_TWICE,
    CARD_LOST,
    GRID_MISSES,
    GRID_INVENTS,
    WRONG_SCORE,
    WRONG_STANDING,
    SHOCKED_ACTS,
    LIVES_ON,
    DEAD_HOLDS,
    TOO_MANY,
    OVER_LIMIT,
    TOO_LONG,
    IN_BUILDING,
    WRONG_HOLDER,
    WRONG_SECRET,
    NEEDLESS_CARD,
    NO_CHOICE,
    ILLEGAL,
    PEEKS,
    ENDLESS,
    WRONG_CARRIER,
    WRONG_MARKERS,
    TELLING,
    NO_FACING,
    WRONG_SHOWN,
    UNRULY,
    ASTRAY,
    MEDDLING,
) = range(29)
DECK_TURNS = 26
"""Each player draws at least one card a turn, so a deck of 52 lasts no longer."""
HAND_TURNS = 13
"""Turns that twelve saved cards can last, and one in which none is used (AMB-03 until_hands_empty)."""
MOST_DECISIONS = 100_000
TWICE = 63
"""Bit of a set of cards that says that one of them was found twice."""


# --- what must hold at every decision ------------------------------------------------------------------------------


@jit_inner
def _add(cards, card):
    """The set with one more card."""
    return cards | bit(TWICE) if holds(cards, card) else cards | bit(card)


@jit_inner
def _sums(cards):
    """(number of cards in a set, sum of their ranks)."""
    n, ranks = 0, 0
    for card in range(PACK):
        if holds(cards, card):
            n += 1
            ranks += rank(card)
    return n, ranks


@jit_inner
def _card_fault(b, pile):
    """Every card of a pack is in exactly one place; cards that nobody knows are unseen ones and others are not.

    Cards that their owner knows and the enemy does not are private (AMB-09).  Where each side has a deck, its cards are
    in its own places only.
    """
    p = b[0].pile[pile]
    hidden, private, shown = NONE, NONE, p.revealed
    secrecy = b[0].ruling.card_secrecy
    looks_at_hand, looks = secrecy == CardSecrecy.LOOK_AT_HAND, secrecy != CardSecrecy.BLIND_UNTIL_REVEALED
    for k in range(p.next_card, p.deck_size):
        hidden = _add(hidden, p.deck[k])
    for hand in range(2 + 2 * b[0].allies):
        player = b[0].player[hand]
        if pile_of(b, hand) != pile:
            continue
        for k in range(player.n_blind):
            if looks_at_hand:
                private = _add(private, player.blind[k])
            else:
                hidden = _add(hidden, player.blind[k])
        if shown & player.saved != NONE:
            return CARD_TWICE
        shown |= player.saved
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.alive == 0 or pile_of(b, slot // MAX_UNITS) != pile:
            continue
        for k in range(2):
            if u.cards[k] != NO_CARD and u.opened[k] != 0:
                shown = _add(shown, u.cards[k])
            elif u.cards[k] != NO_CARD and looks:
                private = _add(private, u.cards[k])
            elif u.cards[k] != NO_CARD:
                hidden = _add(hidden, u.cards[k])
        if u.recovery_card != NO_CARD and u.recovery_open != 0:
            shown = _add(shown, u.recovery_card)
        elif u.recovery_card != NO_CARD and looks:
            private = _add(private, u.recovery_card)
        elif u.recovery_card != NO_CARD:
            hidden = _add(hidden, u.recovery_card)
    if b[0].ask == ORDER and b[0].phase == PHASE_RESOLVE and pile_of(b, b[0].asked) == pile:
        shown = _add(shown, b[0].card)
    if (
        holds(hidden, TWICE)
        or holds(private, TWICE)
        or holds(shown, TWICE)
        or hidden & shown != NONE
        or private & (hidden | shown) != NONE
        or (hidden | private | shown) & p.discards != NONE
    ):
        return CARD_TWICE
    if hidden | private | shown | p.discards != WHOLE_PACK:
        return CARD_LOST
    if shown & ~p.shown != NONE or (hidden | private) & p.shown != NONE:
        return WRONG_SHOWN
    # besides the cards that nobody knows only discards that nobody saw may count as unseen
    n, ranks = _sums(hidden)
    gone, gone_ranks = _sums(p.discards)
    unseen = p.unseen
    if unseen.n < n or unseen.n > n + gone or unseen.ranks < ranks or unseen.ranks > ranks + gone_ranks:
        return WRONG_SECRET
    never, never_ranks = _sums(WHOLE_PACK & ~p.shown)
    if not looks and (unseen.n != never or unseen.ranks != never_ranks):
        return WRONG_SHOWN
    return SOUND


@jit_inner
def _grid_fault(b, t):
    """Who lives and is placed stands in one cell of the grid, alone; nobody else does."""
    width, cells = t[0].width, t[0].width * t[0].depth
    standing = 0
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.alive == 0 or u.placed == 0:
            if u.alive != 0 and u.carrier != NOBODY and not _is_carried(b, slot):
                return WRONG_CARRIER
            continue
        if u.carrier != NOBODY or u.aboard != _load_of(b, slot):
            return WRONG_CARRIER
        standing += 1
        if u.x < 0 or u.y < 0 or u.x >= width or u.y >= t[0].depth or u.facing < 0 or u.facing >= FACINGS:
            return GRID_MISSES
        cell = cell_at(t, u.x, u.y)
        if b[0].occupant[cell] != slot + 1:
            return GRID_MISSES
        if t[0].kind[cell] == BUILDING and u.profile.enters_buildings == 0:
            return IN_BUILDING
        if (
            t[0].fort[cell] == HEAVY
            and u.profile.vehicle != 0
            and b[0].ruling.fort_occupancy != FortOccupancy.ANY_UNIT_ANY_NUMBER
        ):
            return IN_BUILDING
        swims = u.profile.amphibious != 0 or u.profile.water_only != 0
        if t[0].kind[cell] == WATER and (t[0].water == CLOSED_WATER or not swims):
            return IN_BUILDING
    wrecks = 0
    for cell in range(cells):
        if b[0].occupant[cell] == WRECKED:
            wrecks += 1
        elif b[0].occupant[cell] != 0:
            standing -= 1
    return SOUND if standing == 0 and wrecks == b[0].wrecks else GRID_INVENTS


@jit_inner
def _is_carried(b, slot):
    """An embarked unit is where its carrier is, a friend that lives or has just been destroyed."""
    u = b[0].unit[slot]
    v = b[0].unit[u.carrier]
    if u.carrier // MAX_UNITS != slot // MAX_UNITS or u.x != v.x or u.y != v.y or u.aboard != 0:
        return False
    return v.profile.carrier != 0 and (v.alive != 0 or u.leaving != 0)


@jit_inner
def _load_of(b, slot):
    """Living units that name this one as their carrier."""
    n = 0
    for other in range(SLOTS):
        if b[0].unit[other].alive != 0 and b[0].unit[other].carrier == slot:
            n += 1
    return n


@jit_inner
def _unit_fault(b, slot):
    """Hits, cards and actions of one living unit."""
    u = b[0].unit[slot]
    if u.hits > 0 and (cards_held(b, slot) > 0 or (b[0].ask == ORDER and b[0].subject == slot)):
        return SHOCKED_ACTS
    if u.hits >= u.profile.hits_to_destroy:
        return LIVES_ON
    if u.given > u.profile.max_cards or cards_held(b, slot) > u.given:
        return TOO_MANY
    if u.actions > u.profile.max_actions and b[0].ruling.edition == Edition.SECOND:
        return TOO_MANY
    if u.recovery_card != NO_CARD and u.hits == 0 and u.immobilised == 0:
        return NEEDLESS_CARD
    pending, p = 0, b[0].pile[pile_of(b, slot // MAX_UNITS)]
    for card in range(PACK):
        if holds(p.revealed, card) and p.holder[card] == slot:
            pending += 1
    return SOUND if pending == u.pending else WRONG_HOLDER


@jit_inner
def _score_fault(b):
    """The dead are worth their score to the enemy, and are counted out."""
    for side in range(2):
        dead_cost, alive = 0, 0
        for slot in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
            u = b[0].unit[slot]
            alive += u.alive if u.due >= 0 else 0  # a charge is no unit
            if u.alive == 0:
                taken_away = (
                    u.died == 0
                    and u.profile.airborne == 2
                    and b[0].ruling.glider_stats == GliderStats.REMOVED_AFTER_UNLOADING
                )
                dead_cost += 0 if taken_away else u.profile.score
                if u.cards[0] != NO_CARD or u.cards[1] != NO_CARD or u.pending != 0 or u.recovery_card != NO_CARD:
                    return DEAD_HOLDS
        enemy = b[0].player[1 - side]
        scored = enemy.vp - (enemy.marker_vp + enemy.goal_vp if b[0].over != 0 else 0)
        if scored != dead_cost and not (
            b[0].ruling.vp_self_inflicted == VpSelfInflicted.ONLY_ENEMY_CAUSED and scored < dead_cost
        ):
            return WRONG_SCORE
        if b[0].player[side].standing != alive:
            return WRONG_STANDING
    return SOUND


@jit_inner
def _waiting_fault(b):
    """Who is alive and off the table is due later, sound and without cards, and counted; so is what it carries."""
    waiting = 0
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.alive == 0 or u.placed != 0 or u.due == CHARGE:
            continue
        if u.carrier != NOBODY and (b[0].unit[u.carrier].due == 0 or b[0].unit[u.carrier].placed != 0):
            continue
        if b[0].phase == PHASE_DEPLOY and u.due == 0 and u.carrier == NOBODY:
            continue  # not yet set up
        due = u.due if u.carrier == NOBODY else b[0].unit[u.carrier].due
        if due <= 0 or u.hits > 0 or u.aboard != _load_of(b, slot) or cards_held(b, slot) > 0 or u.given > 0:
            return ASTRAY
        waiting += 1 if u.carrier == NOBODY else 0
    return SOUND if waiting == b[0].reserves else ASTRAY


@jit_inner
def _command_fault(b):
    """Every unit has a player of its side; what the players of a side have scored is no more than its score."""
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.kind >= 0 and (u.commander & 1 != slot // MAX_UNITS or u.commander > 1 + 2 * b[0].allies):
            return MEDDLING
    if b[0].allies != 0:
        for side in range(2):
            if b[0].player[side].scored + b[0].player[side + 2].scored > b[0].player[side].vp:
                return WRONG_SCORE
    return SOUND


@jit_inner
def _marker_fault(b, t):
    """Nobody has less than nothing of the markers, and both together no more than they are worth."""
    worth = 0
    for marker in range(t[0].markers):
        worth += t[0].marker_value[marker]
    mine, theirs = b[0].player[0].marker_vp, b[0].player[1].marker_vp
    return WRONG_MARKERS if mine < 0 or theirs < 0 or mine + theirs > worth else SOUND


@jit_inner
def _most_decks(b):
    """How many decks the ruleset and the victory conditions let a battle last."""
    if b[0].target_score > 0:
        return 3 if b[0].ruling.target_score == TargetScore.MAX_THREE_DECKS else MOST_DECKS
    if b[0].ruling.edition == Edition.FIRST:
        return 1
    if b[0].ruling.reshuffle_limit == ReshuffleLimit.ONLY_EQUALITY_ENDS:
        return MOST_DECKS
    return 4 if b[0].ruling.reshuffle_limit == ReshuffleLimit.THREE_RESHUFFLES else 3


@jit_inner
def _limit_fault(b):
    """Six saved cards at most, and no more turns and decks than the pack allows."""
    for hand in range(2 + 2 * b[0].allies):
        cards, saved = b[0].player[hand].saved, 0
        while cards != NONE:
            cards &= cards - np.uint64(1)
            saved += 1
        if saved > 6:
            return OVER_LIMIT
    decks = _most_decks(b)
    turns = DECK_TURNS + (
        HAND_TURNS * (1 + b[0].allies) if b[0].ruling.game_end_timing == GameEndTiming.UNTIL_HANDS_EMPTY else 0
    )
    return TOO_LONG if b[0].turn > turns * decks or b[0].decks > decks else SOUND


@jit_inner
def _deeds(b, side):
    """What a side has done, or is asked about now, as far as the records show it: bits as in ``player.forbidden``."""
    player = b[0].player[side]
    asked = b[0].ask if b[0].asked == side else NOTHING
    done = 0
    for verb in (MOVE, FIRE, FIND_COVER, ASSAULT):
        if player.verbs[verb] > 0:
            done |= 1 << verb
    if player.followed > 0:
        done |= 1 << FOLLOWING
    if player.verbs[CALL] > 0:
        done |= 1 << CALLING
    if player.saved != NONE or (b[0].allies != 0 and b[0].player[side + 2].saved != NONE):
        done |= 1 << SAVING
    for decision, what in (
        (FOLLOW, FOLLOWING),
        (HELP, HELPING),
        (SPLIT, SHARING),
        (REROLL, REROLLING),
        (RECOVER, RECOVERING),
        (REGROUP, REGROUPING),
        (NEXT_TARGET, CALLING),
    ):
        if asked == decision:
            done |= 1 << what
    for slot in range(side * MAX_UNITS, side * MAX_UNITS + player.units):
        u = b[0].unit[slot]
        if u.alive == 0:
            continue
        if u.carrier != NOBODY:
            done |= 1 << BOARD
        if u.role == HELPER:
            done |= 1 << HELPING
        if u.recovery_card != NO_CARD:
            done |= 1 << RECOVERING
    return done


@jit_inner
def _restraint_fault(b):
    """Nobody has done what is forbidden him, and nobody is asked about it."""
    for side in range(2):
        forbidden = b[0].player[side].forbidden
        if forbidden != 0 and _deeds(b, side) & forbidden != 0:
            return UNRULY
    return SOUND


@jit
def fault(b, t):
    """What is wrong with a battle at a decision or at its end: an index into FAULTS, 0 = nothing."""
    found = _card_fault(b, 0)
    if found == SOUND and b[0].own_decks != 0:
        found = _card_fault(b, 1)
    if found == SOUND:
        found = _command_fault(b)
    if found == SOUND:
        found = _grid_fault(b, t)
    if found == SOUND:
        found = _score_fault(b)
    for slot in range(SLOTS):
        if found == SOUND and b[0].unit[slot].alive != 0:
            found = _unit_fault(b, slot)
    if found == SOUND:
        found = _waiting_fault(b)
    if found == SOUND:
        found = _marker_fault(b, t)
    if found == SOUND:
        found = _restraint_fault(b)
    return found if found != SOUND else _limit_fault(b)


# --- what must hold of every choice --------------------------------------------------------------------------------


@jit_inner
def _place_fault(b, t, w):
    """Every place that a move may end in is open in some facing (AMB-32)."""
    if b[0].ask == DESTINATION and b[0].ruling.facing == Facing.MOVEMENT_DIRECTION:
        for k in range(legal_cells(b, t, w)):
            if legal_facings(b, t, w, w[0].cells[k]) == 0:
                return NO_FACING
    return SOUND


@jit_inner
def _choice_fault(b, t, w, action):
    """The chosen action is one of the legal ones."""
    if asks_for_place(b):
        # the same as the list, without writing out sixteen facings for every cell
        if verb_of(action) == PASS:
            return SOUND if may_stay(b) else ILLEGAL
        cells = legal_cells(b, t, w)
        if verb_of(action) == PLACE:
            for k in range(cells):
                if w[0].cells[k] == cell_of(action):
                    wrong = unit_of(action) != b[0].subject or facing_of(action) >= FACINGS
                    turned = (legal_facings(b, t, w, cell_of(action)) >> facing_of(action)) & 1 != 0
                    return SOUND if turned and not wrong else ILLEGAL
            return ILLEGAL if cells > 0 else NO_CHOICE
        for k in range(list_carriers(b, t, w, 0)):
            if w[0].actions[k] == action:
                return SOUND
        return ILLEGAL
    n = legal_actions(b, t, w)
    if n == 0:
        return NO_CHOICE
    own = b[0].ask in (ASSIGN, RECOVER, NOMINATE) and verb_of(action) != PASS and b[0].phase != PHASE_RESOLVE
    if own and b[0].unit[unit_of(action)].commander != decider(b):
        return MEDDLING
    for k in range(n):
        if w[0].actions[k] == action:
            return SOUND
    return ILLEGAL


@jit_inner
def _hidden_card(b, pile, place, card):
    """The card of a pack at the place of that number, NO_CARD after the last; ``card`` takes its place unless it is -1.

    Places whose cards the player who decides does not know: what he has looked at stays (AMB-09).
    """
    p = b[0].pile[pile]
    n = p.deck_size - p.next_card
    if place < n:
        found = p.deck[p.next_card + place]
        if card >= 0:
            p.deck[p.next_card + place] = card
        return found
    place -= n
    for hand in range(2 + 2 * b[0].allies):
        player = b[0].player[hand]
        if pile_of(b, hand) != pile or (hand == decider(b) and b[0].ruling.card_secrecy == CardSecrecy.LOOK_AT_HAND):
            continue
        if place < player.n_blind:
            found = player.blind[place]
            if card >= 0:
                player.blind[place] = card
            return found
        place -= player.n_blind
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.alive == 0 or (u.commander == decider(b) and b[0].ruling.card_secrecy != CardSecrecy.BLIND_UNTIL_REVEALED):
            continue
        if pile_of(b, slot // MAX_UNITS) != pile:
            continue
        for k in range(2):
            if u.cards[k] != NO_CARD and u.opened[k] == 0:
                if place == 0:
                    found = u.cards[k]
                    if card >= 0:
                        u.cards[k] = card
                    return found
                place -= 1
        if u.recovery_card != NO_CARD and u.recovery_open == 0:
            if place == 0:
                found = u.recovery_card
                if card >= 0:
                    u.recovery_card = card
                return found
            place -= 1
    return NO_CARD


@jit
def swap_hidden(b, w, by):
    """Move every card that the side that decides has not seen ``by`` places on; returns how many there are."""
    cards = w[0].cells  # kernels allocate nothing
    total = 0
    for pile in range(1 + b[0].own_decks):
        n = 0
        while n < PACK:
            card = _hidden_card(b, pile, n, -1)
            if card == NO_CARD:
                break
            cards[n] = card
            n += 1
        for k in range(n):
            _hidden_card(b, pile, k, cards[(k + by) % n])
        total += n
    return total


@jit_inner
def check_all(b, t, w, checked):
    """Play battles as ``engine.play_many`` does and check everything at every decision; stops at the first fault."""
    battles, spare, found = checked.battles, checked.spare, checked.found
    for k in range(battles.results.shape[0]):
        set_up(b, t, w, battles.seed, battles.results[k].number, battles.profiles, battles.armies[k])
        carry_on(b, t, w)
        decisions = 0
        while b[0].over == 0 and found[0] == SOUND:
            found[0] = fault(b, t)
            if found[0] == SOUND:
                found[0] = _place_fault(b, t, w)
            if (
                found[0] == SOUND
                and spare.shape[0] > 0
                and b[0].ruling.card_secrecy == CardSecrecy.BLIND_UNTIL_REVEALED
            ):
                decided = b[0].player[decider(b)].decisions
                spare[0] = b[0]
                swap_hidden(spare, w, 1 + decisions)
                if decide(b, t, w, b) != decide(spare, t, w, spare):
                    found[0] = PEEKS
                b[0].player[decider(b)].decisions = decided  # the answer has used up chance
            action = decide(b, t, w, b)
            if found[0] == SOUND:
                found[0] = _choice_fault(b, t, w, action)
            found[3 + b[0].ask] += 1
            decisions += 1
            if decisions > MOST_DECISIONS:
                found[0] = ENDLESS
            if found[0] == SOUND:
                apply(b, t, w, action)
                carry_on(b, t, w)
        if found[0] == SOUND:
            found[0] = fault(b, t)
        found[2] += decisions
        if found[0] != SOUND:
            found[1] = battles.results[k].number
            return
        record_result(b, t, battles.results[k : k + 1], battles.armies[k])


def play_checked(b, t, w, seed, profiles, armies, results, spare, found):
    """Check whole battles.

    ``spare`` is a battle record, or an array of none to leave out the check that no player peeks.  ``found``: fault,
    battle, decisions made, and then how often each kind of decision was asked.
    """
    from tests.core.whole_battles import NOTHING_TRIED, Checked, either  # it is made of this module

    either(b, t, w, Checked(Battles(seed, profiles, armies, results), spare, found), NOTHING_TRIED)


# --- one thing, many times ------------------------------------------------------------------------------------------


@jit
def straight(b, t, unit, x, y, allowance, road_bonus):
    """``reach.in_reach_straight`` for Python."""
    return in_reach_straight(b, t, unit, x, y, allowance, road_bonus)


@jit
def draw_numbers(key, counts, n):
    """``counts[k]`` = how often ``below(key, ., n)`` gives k, over as many words as ``counts`` adds up to before."""
    words = counts.sum()
    counts[:] = 0
    for k in range(words):
        counts[below(key, k, n)] += 1


@jit
def shuffles(b, n, places):
    """Shuffle the whole pack ``n`` times: ``places`` counts [card][where it came to lie]."""
    for number in range(n):
        b[0].key = battle_key(3, number)
        new_deck(b, 0)
        for k in range(PACK):
            places[b[0].pile[0].deck[k], k] += 1
