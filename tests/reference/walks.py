"""Random battles on small tables, both editions: take it for what must hold anywhere."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np

from tests.core.positions import table_of
from tests.quick import quick
from tests.reference.perft import Tree
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit, all_units, generic_units, unit
from tigersim.core import enums
from tigersim.core.compile.jit import as_written
from tigersim.core.play import kernels
from tigersim.errors import RuleForbids
from tigersim.game.options import SUPPORT, allow_support
from tigersim.game.records import army_slots, profile_records, workbench
from tigersim.game.seats import Seats
from tigersim.game.terms import Terms
from tigersim.rules.switches import SWITCHES, ActionChoiceTiming, DismountPlacement

RIVER = (
    "......~.....",
    ".WWW..~.BB..",
    ".WWW..#==...",
    "......~.....",
    "..HH..,.WWW.",
    "..HH..,.WWW.",
    "......~.....",
    "====w=#=====",
    "..BB..~.HH..",
    "..BB..~.HH..",
    "......~.....",
    "......~.....",
)
VILLAGE = (
    "............",
    ".WWW....BB..",
    ".WWW....BB..",
    "............",
    "..HHH...WWW.",
    "..HHH===WWW.",
    "=====...WWW.",
    "............",
    "..BB....HH..",
    "..BB.B..HH..",
    "............",
    "............",
)
LAKE = (
    "...............~~~",
    ".WWWW.....=....~~~",
    ".WWWW..BB.=.....~~",
    ".WWWW..BB.=..~~~~~",
    "..........=.~~~~~~",
    "...HHHHH..=.~~~~~~",
    "...HHHHH..=..~~~~~",
    "...HHHHH..=....,,,",
    "..........=....,,,",
    "==========#=======",
    "~~~~~.....=.......",
    "~~~~~~~...=..WWWWW",
    "~~~~~~~~..=..WWWWW",
    "~~~~~~....=..WWWWW",
    "..........=.......",
    ".BBB...HHH=...BB..",
    ".BBB...HHH=...BB..",
    "..........=.......",
)
COMPANIES = (
    Seats(solo=True),
    Seats(own_decks=True),
    Seats((-1, 0)),
    Seats((1, -1)),
    Seats((-1, -1), own_decks=True),
)
"""Other seats than those of two players with one deck."""
MAPS = {"river": RIVER, "village": VILLAGE, "lake": LAKE}
SMALL = ("river", "village")

KNOWN = (
    "nomination_mode",
    "two_card_initiative",
    "renominate_same_unit",
    "leftover_cards_order",
    "action_choice_timing",
    "revealed_card_lost",
    "open_card_activation",
    "repeat_action",
    "deployment_depth",
    "front_arc",
    "pivot_to_fire",
    "los_units_block",
    "terrain_stop_scope",
    "passing_units",
    "mg_split",
    "suppression_effect",
    "mortar_second_shot",
    "indirect_spotter",
    "howitzer_splash",
    "support_targets",
    "shock_effects",
    "melee_each_reach",
    "melee_path",
    "melee_after_success",
    "melee_supporters_strike",
    "melee_secondary_targets",
    "melee_shocked_defender",
    "melee_guns_help",
    "suicide_assault",
    "follow_eligibility",
    "follow_actions",
    "follow_timing",
    "follow_independent",
    "dismount_placement",
    "mount_procedure",
    "recovery_cards",
    "recovery_order",
    "improved_reroll_extent",
    "no_radio_scope",
    "weak_running_gear",
    "water_movement",
    "support_call",
    "barrage_arc",
    "solo_order",
    "multi_activation",
)
"""The rulings that the naive lists know, of those that leave the units' profiles alone."""
READINGS = {switch: tuple(SWITCHES[switch])[1:] for switch in KNOWN} | {
    "action_choice_timing": (ActionChoiceTiming.MUST_ACT,),
    "dismount_placement": (DismountPlacement.UP_TO_DISTANCE,),
}
"""Switch -> the other readings that the naive lists know."""
PICKS = (
    "Infantry [generic] + mortar",
    "Infantry [generic] + machine gun",
    "Heavy towed gun [generic] + howitzer",
    "Towed gun [generic] + howitzer",
)


@cache
def ground(name: str) -> Any:
    """The table of a map."""
    return table_of(*MAPS[name])


@cache
def pool(edition: str, varied: bool) -> tuple[Unit, ...]:
    """Units to draw armies from; ``varied``: those that carry, are carried, re-roll or have an odd weapon."""
    listed = (*all_units(), *generic_units(), *map(unit, PICKS))
    if varied:
        listed = tuple(one for one in listed if one.nation == "generic" or is_odd(one)) + 3 * tuple(map(unit, PICKS))
    return tuple(one for one in listed if exists(one, ruleset(edition)))


def is_odd(one: Unit) -> bool:
    """Whether its orders are more than a tank's or a squad's."""
    return bool(one.improved or one.hull_gun or one.amphibious or one.carries or "suicide_assault" in one.advantages)


@cache
def ruleset(edition: str) -> RuleSet:
    """An edition, I or II, as it stands."""
    return RuleSet.load(f"paper_tigers_{len(edition)}")


def exists(one: Unit, rules: RuleSet) -> bool:
    """Whether an edition knows the unit."""
    with suppress(RuleForbids):
        profile(one, rules)
        return True
    return False


def a_battle(
    seed: int, maps: tuple[str, ...] = SMALL, forbid: tuple[str, ...] = (), support: str = SUPPORT[0], aces: int = 0
) -> Tree:
    """A battle at its first decision: one in six of the first edition, of the others half under other readings.

    One in four of the others has several players, a deck for each side, or is played solo.  ``support``: what aces
    call, but in the first edition.  ``aces``: so many of them lie on top of the pile.
    """
    pick = random.Random(seed)
    edition = "I" if seed % 6 == 5 else "II"
    units = pool(edition, seed % 3 != 0)
    armies = [[pick.choice(units) for _ in range(pick.randint(2, 6))] for _ in range(2)]
    kinds = armies[0] + armies[1]
    rules = ruleset(edition)
    company = random.Random(f"company {seed}").choice(COMPANIES) if edition == "II" and seed % 4 == 2 else Seats()
    battle = Terms(ruleset=rules, forbid=forbid).record(("uniform", "uniform"), company)
    if edition == "II":
        allow_support(battle, support, rules)
    table, work = ground(pick.choice(maps)), workbench(rules)
    if seed % 2 and edition == "II":
        for switch, options in READINGS.items():
            if pick.random() < 0.2:
                battle[0].ruling[switch] = pick.choice(options)
    cut = len(armies[0])
    slots = np.stack([army_slots(range(cut)), army_slots(range(cut, len(kinds)))])
    with as_written():
        kernels.start(quick(), battle, table, work, seed, 1, profile_records(kinds, rules), slots)
    deck = battle[0].pile[0].deck
    for place, ace in enumerate(range(enums.PACK - aces, enums.PACK)):
        where = deck.tolist().index(ace)
        deck[where], deck[place] = deck[place], ace
    return Tree(battle, table, work)
