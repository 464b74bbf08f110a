"""Whether players who try options recall what a search would find: in futures of whole battles of every kind.

    python -m tests.verification.recalled [--battles 32]

A minute to compile, seconds a kind.  From every order of a battle of tacticians, and wherever a unit is set up, four
futures are played on for twelve decisions.  There the best shot, the best place, what is gained by it and where to set
up are asked for as a strategist's futures ask (``players.tactician.recall``), and looked for once more.  Each line:
shots asked for, part of them that was found before, and how many answers about shots and places are not what a search
finds; the exit status is 1 if any is.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from tigersim.catalogue.rulesets import RuleSet
from tigersim.core import layout
from tigersim.core.codes import verb_of
from tigersim.core.compile.jit import jit, jit_inner
from tigersim.core.decisions.actions import apply
from tigersim.core.enums import DEPLOY, DESTINATION, NOBODY, ORDER, PLACE
from tigersim.core.play.copies import copy_battle, make_room
from tigersim.core.play.engine import carry_on, set_up
from tigersim.core.play.kernels import Battles
from tigersim.core.play.racing import begins_action, imagine, take_stock
from tigersim.core.players.tactician.attacks import best_shot, find_best_shot
from tigersim.core.players.tactician.decide import decide as tactician
from tigersim.core.players.tactician.moving import (
    ALL_PLACES,
    best_place,
    find_best_place,
    gain_of_place,
    staying_and_going,
)
from tigersim.core.players.tactician.outlook import NO_BOUND, prepare
from tigersim.core.players.tactician.recall import question, shot_of
from tigersim.core.players.tactician.setting_up import deploy, find_setup
from tigersim.lab.batch import Arena
from tigersim.lab.design import Design

ASKED, BEFORE, FALSE = 0, 1, 2
"""Entries of what is counted: shots asked for, of them found before, answers about shots and places that are wrong."""
PACE = 6
KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"markers": "standard"},
    {"support": "both"},
    {"forts": (3, 3)},
    {"commanders": (2, 2), "decks": 2},
    {"solo": True},
    {"scenario": "caught in a vice"},
    {"scenario": "clash of patrols"},
    {"scenario": "fighting withdrawal"},
    {"scenario": "fog of war"},
    {"scenario": "patrols reinforced"},
    {"scenario": "reconnaissance mission"},
    {"scenario": "take the position"},
    {"ruleset": RuleSet("paper_tigers", 2, (("los_units_block", "wrecks_and_vehicles"),))},
    {"ruleset": RuleSet("paper_tigers", 2, (("passenger_targeting", "cannot_fire_only"),))},
    {"ruleset": RuleSet("paper_tigers_1", 1)},
)
AT_ONCE = 4
"""Battles on one table."""


def main() -> int:
    """Play all kinds."""
    ask = argparse.ArgumentParser(description="Whether players who try options recall what a search would find.")
    ask.add_argument("--battles", type=int, default=32, help="of each kind (32)")
    battles, wrong = ask.parse_args().battles, 0
    for kind in KINDS:
        asked, before, false = counted(Design(players=("tactician", "tactician"), seed=5, **kind), battles)
        wrong += false
        named = ", ".join(f"{name} {value}" for name, value in kind.items()) or "standard battle"
        print(f"{named}: {asked} shots, {before / asked:.0%} found before, {false} false answers", flush=True)
    return 1 if wrong else 0


def counted(design: Design, battles: int) -> list[int]:
    """What is counted in so many battles of a design, by the entries above."""
    arena, counts = Arena(design), np.zeros(3, np.int64)
    arena._equip(design.terms.ruleset)
    own, spare = arena._own, layout.battles(2)
    for first in range(0, battles, AT_ONCE):
        results = layout.results(AT_ONCE)
        results["number"] = np.arange(first, first + AT_ONCE)
        played = Battles(design.seed, own.profiles, design.armies(first, AT_ONCE), results)
        table = arena.table(design.table_of(first // AT_ONCE))
        count_false_answers(own.battle[:1], table, own.work, spare, played, 4, counts)
    return [int(count) for count in counts]


@jit
def count_false_answers(b, t, w, spare, battles, futures, counts):
    """Play battles by tacticians; look from orders and setting up into so many futures, twelve decisions far."""
    for k in range(battles.results.shape[0]):
        set_up(b, t, w, battles.seed, battles.results[k].number, battles.profiles, battles.armies[k])
        carry_on(b, t, w)
        while b[0].over == 0:
            if begins_action(b) or b[0].ask == DEPLOY:
                take_stock(b, t, w, False)
                w[0].judged = 1
                make_room(spare, b)
                for future in range(futures):
                    imagine(b, t, spare, future)
                    copy_battle(spare, spare[1:2], t)
                    look_ahead(spare, t, w, 12, counts)
                w[0].judged = 0
            apply(b, t, w, tactician(b, t, w))
            carry_on(b, t, w)


@jit_inner
def look_ahead(b, t, w, decisions, counts):
    """Compare what is recalled with what is found, decision by decision."""
    for _ in range(decisions):
        if b[0].over != 0:
            return
        if b[0].ask == ORDER:
            compare_shots(b, t, w, counts)
        if b[0].ask == DEPLOY:
            compare_setups(b, t, w, counts)
        if (b[0].ask == ORDER or b[0].ask == DESTINATION) and b[0].unit[b[0].subject].carrier == NOBODY:
            compare_places(b, t, w, counts)
        apply(b, t, w, tactician(b, t, w))
        carry_on(b, t, w)


@jit_inner
def compare_setups(b, t, w, counts):
    """Where to set up, recalled and found."""
    place = deploy(b, t, w)
    judged, w[0].judged = w[0].judged, 0  # nothing is looked up
    found = find_setup(b, t, w, b[0].subject)
    w[0].judged = judged
    if verb_of(place) == PLACE and place != found:
        counts[FALSE] += 1


@jit_inner
def compare_shots(b, t, w, counts):
    """The best shot of the unit that has an order."""
    unit, card = b[0].subject, b[0].card
    prepare(b, t, w)
    code = question(w, unit, w[0].judgements << 8 | card)
    counts[ASKED] += 1
    counts[BEFORE] += 1 if w[0].kept_shot[shot_of(code)].situation == code else 0
    recalled, found = best_shot(b, t, w, unit, card), find_best_shot(b, t, w, unit, card)
    counts[FALSE] += 1 if recalled[0] != found[0] or recalled[1] != found[1] else 0


@jit_inner
def compare_places(b, t, w, counts):
    """The best place of a unit, and what it gains by going there, for a little and in any case."""
    unit = b[0].subject
    prepare(b, t, w)
    recalled = best_place(b, t, w, unit, PACE, 0, ALL_PLACES, -NO_BOUND)
    found = find_best_place(b, t, w, unit, PACE, 0, ALL_PLACES, -NO_BOUND)
    counts[FALSE] += 1 if recalled[0] != found[0] or recalled[1] != found[1] else 0
    for least in (0.5, 0.0):
        gain = gain_of_place(b, t, w, unit, PACE, least)
        here, there = staying_and_going(b, t, w, unit, PACE, least)
        counts[FALSE] += 1 if gain != (there - here if there > -NO_BOUND else 0.0) else 0


if __name__ == "__main__":
    raise SystemExit(main())
