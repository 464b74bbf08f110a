"""Shots out of battles, with what came of each: what the worth of targets is fitted to."""

from __future__ import annotations

from typing import NamedTuple

from tigersim.core.aim import chance_to_destroy
from tigersim.core.chance import below, stream
from tigersim.core.codes import target_of, unit_of, verb_of, which_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.actions import apply, legal_actions
from tigersim.core.enums import CHANCE_PLAYER, FIRE, MAX_UNITS
from tigersim.core.evaluation_layout import TURN_FEATURES, UNIT_FEATURES
from tigersim.core.play.copies import make_room
from tigersim.core.play.deciding import UNPLAYED
from tigersim.core.play.engine import carry_on, set_up
from tigersim.core.play.positions import any_player
from tigersim.core.play.racing import WHOLE_TURN, Search, begin, begins_action, imagine, outcome, take_stock
from tigersim.core.players.tactician.attacks import repeated
from tigersim.core.sides import side_of
from tigersim.core.sizes import record

SHOT = record(
    [
        ("battle", "i8"),
        ("decision", "i8"),  # the shots of one decision stand together
        ("destroys", "f4"),  # chance to destroy the target
        ("shocks", "f4"),
        ("value", "f4"),  # VP of the side that fires, by the end of the turn, mean of the futures
        ("of_unit", "f4", (UNIT_FEATURES,)),  # of the target
        ("of_turn", "f4", (TURN_FEATURES,)),  # as the target's side sees it
    ]
)
SHOT_STREAM = (1 << 12) + 1
"""Number of the stream of chance that decisions are drawn by; no player's."""
MOST_SHOTS = 2 * MAX_UNITS
"""Of a decision, that are tried."""
TO_THE_END = Search(futures=1, playouts=1, actions=WHOLE_TURN, doubt=0.0, of_cards=False)
"""How far what follows a shot is looked at."""


class Trials(NamedTuple):
    """How shots are taken."""

    one_in: int
    """Of so many orders one is looked at."""
    futures: int
    """In how many futures each shot is played on."""


@jit_inner
def take_shots(b, t, w, spare, battles, rows, trials):
    """Play battles and try all shots of some decisions that have several.

    Returns how many rows are filled.
    """
    n, decisions = 0, 0
    for k in range(battles.results.shape[0]):
        set_up(b, t, w, battles.seed, battles.results[k].number, battles.profiles, battles.armies[k])
        chance = stream(b[0].key, CHANCE_PLAYER, SHOT_STREAM, 0)
        count = 0
        while True:
            carry_on(b, t, w)
            if b[0].over != 0:
                break
            action = any_player(b, t, w, spare)
            if action == UNPLAYED:
                return UNPLAYED
            if begins_action(b) and n + MOST_SHOTS <= rows.shape[0]:
                count += 1
                if below(chance, count, trials.one_in) == 0:
                    shots = list_shots(b, t, w)
                    if shots > 1:
                        try_shots(b, t, w, spare, shots, trials.futures)
                        n = note_shots(b, t, w, shots, rows, n, decisions)
                        decisions += 1
            apply(b, t, w, action)
    return n


@jit_inner
def list_shots(b, t, w):
    """All shots that are legal, into ``w.option``; returns how many."""
    n = 0
    for k in range(legal_actions(b, t, w)):
        action = w[0].actions[k]
        if verb_of(action) == FIRE and n < MOST_SHOTS:
            w[0].option[n] = action
            n += 1
    return n


@jit_inner
def try_shots(b, t, w, spare, n, futures):
    """What comes of every shot by the end of the turn, VP, into ``w.option_worth``."""
    take_stock(b, t, w, TO_THE_END.of_both)
    for k in range(n):
        w[0].option_worth[k] = 0.0
    make_room(spare, b)
    for future in range(futures):
        imagine(b, t, spare, future)
        for k in range(n):
            begin(b, t, w, spare, w[0].option[k], TO_THE_END)
            w[0].option_worth[k] += outcome(b, t, w, spare, TO_THE_END) / futures


@jit_inner
def note_shots(b, t, w, shots, rows, n, decision):
    """Write the shots of a decision down; returns how many rows are filled then."""
    take_stock(b, t, w, TO_THE_END.of_both)  # the features of the position
    for k in range(shots):
        row, action = rows[n], w[0].option[k]
        unit, target, weapon = unit_of(action), target_of(action), which_of(action)
        row.battle, row.decision, row.value = b[0].number, decision, w[0].option_worth[k]
        one_roll = chance_to_destroy(b, t, w, unit, target, weapon, b[0].card)
        row.destroys, row.shocks = repeated(b, unit, weapon, one_roll[0], one_roll[1])
        for j in range(UNIT_FEATURES):
            row.of_unit[j] = w[0].of_unit[target, j]
        for j in range(TURN_FEATURES):
            row.of_turn[j] = w[0].of_turn[side_of(target), j]
        n += 1
    return n
