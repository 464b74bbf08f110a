"""The landings of a turn: who is due, the card, and each landing step by step."""

from tigersim.core import log
from tigersim.core.asking import ask, attacker
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import NONE, cards_in_pile, pile_of, shuffle
from tigersim.core.enums import CHANCE_LANDING, CHANCE_SLIDE, DRIFT, LAND, NO_CARD, NOBODY, PHASE_ARRIVE, PHASE_LAND
from tigersim.core.hands import hidden_cards, turn_over_top
from tigersim.core.landing import DOWN_STAGE, HEADING_STAGE, NEXT_STAGE, ROLL_STAGE, SLIDE_STAGE
from tigersim.core.landing.chances import record_as_it_comes, record_landing, record_slide
from tigersim.core.landing.flight import drift_end, is_deadly_place, safe_inches, slide_end
from tigersim.core.landing.touchdown import crash, settle
from tigersim.core.log import note, note_roll
from tigersim.core.luck import hide_cards
from tigersim.core.sides import side_of, slots_of
from tigersim.registry import rule
from tigersim.rules.airdrop import (
    NOT_BY_AIR,
    SLIDE_DICE,
    drift_inches,
    landing_dice,
    lands_on_point,
    ones_that_count,
    slide_heading,
    slides,
    turns_over_a_card,
)
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.switches import DeckRunsOutMidDeal, GliderSlide


@jit_inner
@rule("PT-AIRDROP-01")
def send_by_air(b, unit, turn, by_air):
    """The unit does not begin on the table but lands in that turn, as a squad or as a glider."""
    u = b[0].unit[unit]
    if u.due == 0:
        b[0].reserves += 1
    u.due = turn
    u.by_air = by_air


@jit_inner
@rule("PT-AIRDROP-01")
def call_in_landings(b):
    """By agreement all airborne units of a side land in one turn (``scenario.landing``)."""
    for side in range(2):
        turn = b[0].scenario.landing[side]
        if turn > 0:
            for unit in slots_of(b, side):
                by_air = b[0].unit[unit].profile.airborne
                if by_air != NOT_BY_AIR:
                    send_by_air(b, unit, turn, by_air)


@jit_inner
def lands_now(b, unit):
    """Whether the unit waits in the air and is due at the start of the coming turn."""
    u = b[0].unit[unit]
    return u.alive != 0 and u.due > 0 and u.by_air != NOT_BY_AIR and u.due <= b[0].turn + 1


@jit_inner
def next_to_land(b):
    """The unit that lands next, the attacker's before the defender's, or NOBODY."""
    for k in range(2):
        for unit in slots_of(b, attacker(b) if k == 0 else 1 - attacker(b)):
            if lands_now(b, unit):
                return unit
    return NOBODY


@jit_inner
def landings_are_due(b):
    """Whether a unit lands now; without a card to turn over it waits for the next deck."""
    unit = next_to_land(b)
    return unit != NOBODY and can_turn_over(b, side_of(unit))


@jit_inner
def start_landings(b):
    """The turn begins with landings: nobody has turned over a card for them yet."""
    b[0].phase = PHASE_LAND
    b[0].landing.stage = NEXT_STAGE
    b[0].landing.card[0] = b[0].landing.card[1] = NO_CARD


@jit_inner
def can_turn_over(b, side):
    """Whether a side's pile has a card, or may be shuffled anew (AMB-02)."""
    pile = pile_of(b, side)
    return cards_in_pile(b, pile) > 0 or (
        b[0].ruling.deck_runs_out_mid_deal == DeckRunsOutMidDeal.RESHUFFLE_AND_CONTINUE
        and b[0].pile[pile].discards != NONE
    )


@jit_inner
@rule("PT-AIRDROP-04")
def turn_over_for(b, w, side):
    """The top card of the pile, seen by all, is a side's landing card, and goes to the discards."""
    pile = pile_of(b, side)
    if cards_in_pile(b, pile) == 0:
        shuffle(b, pile)
        b[0].pile[pile].ran_out = 1
        hide_cards(b, w, pile, hidden_cards(b, pile))
    card = turn_over_top(b, w, side)
    b[0].landing.card[side] = card
    note(b, w, log.LANDING_CARD, side, card, b[0].turn + 1)


@jit_inner
def step_landing(b, t, w):
    """One step of the landings of this turn; stops where a player has to choose."""
    stage = b[0].landing.stage
    if stage == NEXT_STAGE:
        start_landing(b, w)
    elif stage == ROLL_STAGE:
        roll_landing(b, t, w)
    elif stage == DOWN_STAGE:
        come_down(b, t, w)
    elif stage == SLIDE_STAGE:
        slide(b, t, w)


@jit_inner
@rule("PT-AIRDROP-04", "PT-AIRDROP-05", "PT-AIRDROP-12")
def start_landing(b, w):
    """The next unit; its owner turns over a card if one is due and chooses the point."""
    land = b[0].landing
    unit = next_to_land(b)
    if unit == NOBODY:
        b[0].phase = PHASE_ARRIVE
        return
    side = side_of(unit)
    if turns_over_a_card(land.card[side] == NO_CARD, b[0].ruling.airdrop_card):
        if not can_turn_over(b, side):
            b[0].phase = PHASE_ARRIVE
            return
        turn_over_for(b, w, side)
    b[0].card = land.card[side]
    land.unit = unit
    land.drifted = land.ones = 0
    ask(b, LAND, side, unit)


@jit_inner
@rule("PT-AIRDROP-05", "PT-AIRDROP-08")
def choose_point(b, w, x, y, facing):
    """The owner has chosen the point, and PT-AIRDROP-08: which way a glider flies (AMB-129)."""
    land = b[0].landing
    land.x = x
    land.y = y
    land.heading = facing
    land.stage = ROLL_STAGE
    note(b, w, log.DROPPED, land.unit, x, y, facing)


@jit_inner
@rule("PT-AIRDROP-05", "PT-AIRDROP-06", "PT-AIRDROP-07")
def roll_landing(b, t, w):
    """The roll against the card.  PT-AIRDROP-07: a miss drifts as the opponent says."""
    land = b[0].landing
    unit, card = land.unit, b[0].card
    needed, n = difficulty(card), landing_dice(is_red(card))
    total = throw_dice(b, w, unit, CHANCE_LANDING, n, needed)
    land.ones = ones_on_table(b)
    record_landing(b, t, unit, n, needed, total)
    land.stage = DOWN_STAGE
    if not lands_on_point(total, needed):
        land.drifted = 1
        ask(b, DRIFT, 1 - side_of(unit), unit)


@jit_inner
@rule("PT-AIRDROP-07", "PT-AIRDROP-08")
def choose_direction(b, w, facing):
    """Take the opponent's choice: which way the drop drifts or the glider slides (AMB-129)."""
    land = b[0].landing
    if land.stage == HEADING_STAGE:
        land.heading = facing
        land.stage = SLIDE_STAGE
        return
    land.direction = facing
    note(b, w, log.DRIFTS, land.unit, facing, drift_inches(difficulty(b[0].card)))


@jit_inner
@rule("PT-AIRDROP-06", "PT-AIRDROP-07", "PT-AIRDROP-08", "PT-AIRDROP-11")
def come_down(b, t, w):
    """It comes down.  PT-AIRDROP-11: to its death.  PT-AIRDROP-08: or slides on."""
    land = b[0].landing
    unit = land.unit
    if land.drifted != 0:
        land.x, land.y = drift_end(b, t, land.x, land.y, land.direction, drift_inches(difficulty(b[0].card)))
    if is_deadly_place(t, land.x, land.y):
        if land.drifted != 0:
            record_as_it_comes(b, unit)
        crash(b, t, w, unit)
    elif not slides(b[0].unit[unit].by_air):
        settle(b, t, w, unit, land.ones)
    elif b[0].ruling.glider_slide == GliderSlide.OPPONENT_HEADING:
        land.stage = HEADING_STAGE
        ask(b, DRIFT, 1 - side_of(unit), unit)
    else:
        land.heading = slide_heading(land.heading, land.direction, land.drifted != 0, b[0].ruling.glider_slide)
        land.stage = SLIDE_STAGE


@jit_inner
@rule("PT-AIRDROP-08", "PT-AIRDROP-09", "PT-AIRDROP-11")
def slide(b, t, w):
    """Three dice of inches along the heading, and their ones."""
    land = b[0].landing
    unit, before = land.unit, land.ones
    safe = safe_inches(b, t, land.x, land.y, land.heading)
    inches = throw_dice(b, w, unit, CHANCE_SLIDE, SLIDE_DICE, 0)
    ones = ones_that_count(before, ones_on_table(b), b[0].ruling.airdrop_hits)
    record_slide(b, unit, before, safe, ones, inches > safe)
    land.x, land.y = slide_end(b, t, land.x, land.y, land.heading, inches)
    if inches > safe:
        crash(b, t, w, unit)
    else:
        settle(b, t, w, unit, ones)


@jit_inner
def throw_dice(b, w, unit, purpose, n, needed):
    """Throw the dice of a landing, of the turn that begins, into ``b.roll``; returns their sum."""
    chance = stream(b[0].key, purpose, b[0].turn + 1, unit)
    roll = b[0].roll
    roll.n = n
    roll.permissions = roll.whole = 0
    total = 0
    for k in range(n):
        roll.dice[k] = die(chance, k)
        roll.fixed[k] = roll.kind[k] = 0
        total += roll.dice[k]
    note_roll(b, w, unit, purpose, needed, total)
    return total


@jit_inner
def ones_on_table(b):
    """How many dice of the roll show a one."""
    n = 0
    for k in range(b[0].roll.n):
        if b[0].roll.dice[k] == 1:
            n += 1
    return n
