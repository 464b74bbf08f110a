"""Everything that must hold at every decision, over 100,000 battles: the long form of ``tests/core/test_engine.py``.

    python tests/verification/invariants.py [--battles 100000] [--seed 1] [--tables 32] [--players PAIR ...]

Battles of all pairs of players, of 1 to 16 units a side, flamethrowers among them, on random tables of two sizes, half
of them with fortified positions, a third under random readings of the rules, a quarter with something forbidden, some
with several players a side, a deck for each side or in solo play; in one of five the airborne units of one side or both
land from the air; three quarters have support that aces call; one in five plays a scenario.  Some battles of each table
are played again with the event log on: nothing but the log may change.  Prints one line per pair of players; exits with
1 at the first fault, naming the battle.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.core import drivers
from tigersim.arena import FAMILY, MARKERS, SUPPORT, make_table, workbench
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, rulings
from tigersim.catalogue.scenarios import Scenario, scenarios
from tigersim.catalogue.units import Unit, all_units, generic_units, unit
from tigersim.core import layout
from tigersim.core.board import FAMILIES
from tigersim.core.enums import DECISION_NAMES, MAX_UNITS
from tigersim.core.jit import as_written
from tigersim.core.muster import muster
from tigersim.core.players import QUICK
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.forbid import FORBIDDABLE
from tigersim.lab.design import Design

CHUNK = 250
"""Battles on one table under one reading."""
TOLD = 5
"""Of which are played again with the log on."""
INCHES = (36, 24)
SIZES = ((6, 10), (1, 16), (1, 4))


class Chunk(NamedTuple):
    """Battles that are checked together."""

    design: Design
    first: int
    table: int
    inches: int
    landing: dict[str, int]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=32)
    every = [f"{one}-{other}" for one in QUICK for other in QUICK]
    parser.add_argument("--players", nargs="+", choices=every, default=every, help="pairs of players (all of them)")
    options = parser.parse_args()
    pairs = [tuple(pair.split("-")) for pair in options.players]
    chunks = -(-options.battles // (CHUNK * len(pairs)))
    print(f"{'players':22} {'battles':>8} {'decisions':>11} {'seconds':>8}  least often asked")
    for players in pairs:
        began = time.perf_counter()
        work = [a_chunk(players, k, options.seed, options.tables) for k in range(chunks)]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(check, work))
        for chunk, one in zip(work, found, strict=True):
            if one[0]:
                design, where = chunk.design, f"{chunk.inches}-inch table {chunk.table}"
                settings = f"sizes {design.sizes}, {where}, {design.ruleset}, forbidden {design.forbid}"
                settings += f", landing {chunk.landing}" if chunk.landing else ""
                print(f"battle {one[1]} ({settings}): {drivers.FAULTS[one[0]]}")
                return 1
        asked = np.sum(found, axis=0)[3:]
        rare = min((int(n), DECISION_NAMES[k]) for k, n in enumerate(asked) if n)
        seconds = time.perf_counter() - began
        decisions = int(asked.sum())
        print(
            f"{'-'.join(players):22} {chunks * CHUNK:8,} {decisions:11,} {seconds:8.1f}  {rare[1]} ({rare[0]:,})",
            flush=True,
        )
    return 0


def a_chunk(players: tuple[str, ...], number: int, seed: int, tables: int) -> Chunk:
    """Chunk ``number`` of a pair of players: its settings follow from its number."""
    pick = random.Random(f"{seed} {players} {number}")
    ruleset = a_reading(pick) if number % 3 == 2 else DEFAULT
    units = tuple(one for one in every_unit() if exists(one, ruleset))
    victory: dict[str, Any] = {"markers": pick.choice(MARKERS), "target_score": pick.choice((0, 0, 0, 15))}
    victory |= {"support": SUPPORT[number % len(SUPPORT)]}
    victory["forts"] = (pick.randint(0, 3), pick.randint(0, 3)) if number % 2 else (0, 0)
    if ruleset.edition == 1:
        victory = {}
    family = pick.choice(FAMILIES)
    if ruleset.edition == 2 and number % 5 == 4:  # by a stream of its own, so that the others stay
        setting = random.Random(f"scenario {seed} {players} {number}")
        plan = Scenario.load(setting.choice(scenarios()[1:]))
        victory = {"scenario": plan, "inches": setting.choice(((36, 36), (36, 36), (48, 48), (72, 48)))}
    sizes = SIZES[number % len(SIZES)]
    first, second = players
    company_of = company(f"{seed} {players} {number}", ruleset) if number % 5 == 4 else {}
    landing = landings(f"{seed} {players} {number}") if number % 5 == 4 and ruleset.edition == 2 else {}
    if "scenario" in victory or company_of:  # their armies are drawn without flamethrowers
        units = tuple(one for one in units if not profile(one, ruleset).flammable)
    if landing and "scenario" not in victory:  # gliders, who jumps, and what gliders carry
        units = tuple(one for one in units if profile(one, ruleset).airborne or profile(one, ruleset).load)
    design = Design(
        units=units,
        seed=seed,
        players=(first, second),
        ruleset=ruleset,
        sizes=sizes,
        family=FAMILY if "scenario" in victory else family,
        forbid=restrictions(f"{seed} {players} {number}") if number % 4 == 3 else (),
        **victory,
        **company_of,
    )
    return Chunk(design, number * CHUNK, pick.randrange(tables), pick.choice(INCHES), landing)


def landings(seed: str) -> dict[str, int]:
    """Side -> turn in which its airborne units land, for one side or both."""
    pick = random.Random(f"landing {seed}")
    sides = pick.choice((("a",), ("b",), ("a", "b")))
    return {side: pick.randint(1, 4) for side in sides}


def restrictions(seed: str) -> tuple[str, ...]:
    """One to four things that one side, or both, may not do."""
    pick = random.Random(f"forbidden {seed}")
    sides = ("", "a:", "b:")
    return tuple(pick.choice(sides) + pick.choice(list(FORBIDDABLE)) for _ in range(pick.randint(1, 4)))


def company(seed: str, ruleset: RuleSet) -> dict[str, Any]:
    """Several players a side, a deck for each side, solo play, forces drawn from unit cards: one or two of them."""
    pick = random.Random(f"company {seed}")
    if ruleset.edition == 1:
        return {}
    drawn = {"dummies": (pick.choice((0, 0.25)), pick.choice((0, 1 / 3))), "removed": pick.choice((0, 0.1, 1 / 3))}
    if pick.random() < 0.3:
        return {"solo": True, "decks": pick.choice((1, 2)), **pick.choice(({}, drawn))}
    return {"commanders": pick.choice(((2, 1), (1, 2), (2, 2), (1, 1))), "decks": pick.choice((1, 2))}


def a_reading(pick: random.Random) -> RuleSet:
    """Each switch that battles play is left alone, or set to one of its other options."""
    reading = RuleSet.load("paper_tigers_1") if pick.random() < 0.2 else DEFAULT
    for each in rulings():
        if each.live and pick.random() < 0.3:
            with suppress(RuleForbids):  # it has no meaning in this edition
                reading = reading.replace(**{each.switch: pick.choice(each.live)})
    return reading


@cache
def every_unit() -> tuple[Unit, ...]:
    """The historical units, one of every class, and foot units and guns with what they may be given when picked."""
    picks = ["Infantry [generic] + mortar", "Infantry [generic] + machine gun", "Heavy towed gun [generic] + howitzer"]
    picks += [f"{pick} + parachute" for pick in ("Infantry [generic]", *picks[:2])]
    picks += ["Armoured car [generic] + anti-air"]
    picks += [f"{name} + flamethrower" for name in ("Infantry [generic]", "T-34c", "Light tank [generic]")]
    return (*all_units(), *generic_units(), *(unit(pick) for pick in picks))


def exists(wanted: Unit, ruleset: RuleSet) -> bool:
    """Whether the unit may be picked under a reading (edition I knows six kinds only, without choices)."""
    with suppress(RuleForbids):
        profile(wanted, ruleset)
        return True
    return False


def check(chunk: Chunk) -> np.ndarray:
    """What ``drivers.play_checked`` finds in the battles of a chunk."""
    ground = table_of(chunk)
    found, _ = play(chunk, ground, CHUNK)
    for number in range(chunk.first, chunk.first + TOLD if found[0] == drivers.SOUND else 0):
        one = chunk._replace(first=number)
        if play(one, ground, 1)[1] != play(one, ground, 1, told=True)[1]:
            found[:2] = drivers.TELLING, number
    return found


def table_of(chunk: Chunk) -> Any:
    """The table that the battles of a chunk are played on."""
    design = chunk.design
    if not design.scenario.is_standard:
        return design.make_table(chunk.table, design.ruleset)
    los_rule = design.ruleset.code("los_terrain_rule")
    inches = chunk.inches
    ground = (design.seed, chunk.table, inches, inches, design.family, design.markers, los_rule)
    with suppress(InvalidValue):  # a small table may have no room for all of them
        return make_table(*ground, design.forts)
    return make_table(*ground)


def armies_of(design: Design, first: int, n: int) -> np.ndarray:
    """A design's armies; flamethrowers are on either side, and who carries the first attacks."""
    if not design.burns:
        return design.armies(first, n)
    armies = np.empty((n, 2, MAX_UNITS), dtype=np.int64)
    muster(design.seed, first, design.costs, *design.sizes, design.jitter, armies, np.empty(MAX_UNITS, dtype=np.int64))
    return armies


def play(chunk: Chunk, ground: Any, n: int, told: bool = False) -> tuple[np.ndarray, bytes]:
    """What ``drivers.play_checked`` finds in ``n`` battles, and everything that the last one leaves."""
    design = chunk.design
    found = np.zeros(3 + len(DECISION_NAMES), np.int64)
    results = layout.results(n)
    results["number"] = np.arange(chunk.first, chunk.first + n)
    battle = design.battle_record()
    for side, turn in chunk.landing.items():
        battle[0].scenario.landing["ab".index(side)] = turn
    work = workbench(design.ruleset)
    work[0].logging = told
    with as_written():
        drivers.play_checked(
            battle,
            ground,
            work,
            design.seed,
            design.profiles,
            armies_of(design, chunk.first, n),
            results,
            layout.battles(0 if told else 1),
            found,
        )
    if told and work[0].log_rows == 0:
        found[0] = drivers.TELLING
    return found, battle.tobytes() + results.tobytes()


if __name__ == "__main__":
    sys.exit(main())
