"""What a release must show: everything that must hold at every decision, over as many battles as there is time for.

    python -m tests.verification.invariants --battles 50000 --keep invariants.jsonl

The long form of ``tests/core/test_engine.py``: battles of all pairs of players, of 1 to 16 units a side, on random
tables of several sizes.  What is rare at a table is common here: three battles in ten have landings from the air, most
of them on small tables; four play a scenario, those with arrivals most often, or one of two of our own with waves of
reinforcements, half of them with landings; half are played under random readings of the rules, half by several players
a side, with a deck for each side or in solo play; most have support that aces call, half fortified positions, a quarter
something forbidden.  Some battles of each chunk are played again with the event log on: nothing but the log may change.

Battles come in chunks of 250, the pairs of players by turns.  ``--keep`` writes a line for each chunk that is done; the
same command goes on where it was stopped, and refuses a file of other sources.  ``--chunk PAIR:NUMBER`` plays one chunk
again.  The last line begins with "sound:" or "FAULT:"; the exit status is 1 after a fault.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.core import checked_battles
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, rulings
from tigersim.catalogue.scenarios import Scenario, scenarios
from tigersim.catalogue.units import Unit, all_units, generic_units, unit
from tigersim.core import layout
from tigersim.core.board import FAMILIES
from tigersim.core.compile.jit import as_written, source_hash
from tigersim.core.decisions import DECISION_NAMES
from tigersim.core.enums import MAX_UNITS
from tigersim.core.muster import muster
from tigersim.core.play.compiled_players import QUICK
from tigersim.errors import InvalidValue, RuleForbids, TigersimError
from tigersim.game.ground import make_table
from tigersim.game.options import FAMILY, MARKERS, SUPPORT
from tigersim.game.records import workbench
from tigersim.game.restrictions import FORBIDDABLE
from tigersim.lab.design import Design
from tigersim.version import RULES_VERSION

PAIRS = tuple(f"{one}-{other}" for one in QUICK for other in QUICK)
CHUNK = 250
"""Battles on one table under one reading."""
TOLD = 5
"""Of which are played again with the log on."""
INCHES = (24, 24, 30, 36, 36)
PLAN_INCHES = ((36, 36), (36, 36), (48, 48), (72, 48))
SIZES = ((6, 10), (1, 16), (1, 4))
KINDS = {"standard": 3, "landing": 3, "scenario": 4}
"""What battles are about, and how often of ten."""
OFTEN = ("patrols reinforced", "fog of war", "fighting withdrawal")
"""Scenarios with decisions of their own: three times as often as the others."""
WAVES = {"waves": [{"name": "one", "units": 1, "turn": 2}, {"name": "two", "units": 2, "after": "one"}]}
OWN_PLANS: tuple[dict[str, Any], ...] = (
    {"title": "Waves", "about": "Reinforcements of both sides.", "attacker": WAVES, "defender": WAVES},
    {
        "title": "Relief at the bridge",
        "about": "A fighting withdrawal with reinforcements.",
        "table": {"family": "withdrawal", "markers": "objective"},
        "attacker": {"zones": [{"place": "own third"}], **WAVES},
        "defender": {"zones": [{"place": "bridgehead"}], **WAVES},
        "rules": dict.fromkeys(("side_a_attacks", "crossing", "capture_ends", "demolition", "compensation"), True),
    },
)


class Chunk(NamedTuple):
    """Battles that are checked together."""

    design: Design
    first: int
    table: int
    inches: int
    landing: dict[str, int]


class Found(NamedTuple):
    """What came of a chunk: what is wrong ("" = nothing), and how often each kind of decision was asked."""

    pair: str
    number: int
    fault: str
    asked: list[int]


def main() -> int:
    about = (__doc__ or "").replace("``", "")
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=50_000, help="of all pairs together (50000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=32, help="different tables of each kind (32)")
    parser.add_argument("--players", nargs="+", choices=PAIRS, default=PAIRS, help="pairs of players (all of them)")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=Path, help="file that keeps what is done, so that the command can go on later")
    parser.add_argument("--chunk", metavar="PAIR:NUMBER", help="play this chunk only, and say what it is about")
    options = parser.parse_args()
    terms = {"rules_version": RULES_VERSION, "sources": source_hash(), "seed": options.seed, "tables": options.tables}
    if options.chunk:
        pair, number = options.chunk.split(":")
        print(told(a_chunk(tuple(pair.split("-")), int(number), options.seed, options.tables)))
        done = [one_chunk(pair, int(number), options.seed, options.tables)]
    else:
        done = all_chunks(options, terms)
    return verdict(done, options.seed)


def all_chunks(options: argparse.Namespace, terms: dict[str, Any]) -> list[Found]:
    """Every chunk that is asked for, those that are kept already included, up to the first with a fault."""
    each = -(-options.battles // (CHUNK * len(options.players)))
    wanted = [(pair, number) for number in range(each) for pair in options.players]
    known = {(one.pair, one.number): one for one in kept(options.keep, terms)}
    done = [known[which] for which in wanted if which in known]
    left = iter([which for which in wanted if which not in known])
    began = time.perf_counter()
    with ThreadPoolExecutor(options.threads) as pool:
        for found in played(pool, left, options):
            done.append(found)
            if options.keep:
                with options.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(found._asdict()) + "\n")
            if found.fault:
                break
            if len(done) % (10 * len(options.players)) == 0 or len(done) == len(wanted):
                print(f"{CHUNK * len(done):,} battles, {time.perf_counter() - began:.0f} s", flush=True)
    return done


def played(pool: ThreadPoolExecutor, left: Iterator[tuple[str, int]], options: argparse.Namespace) -> Iterator[Found]:
    """What comes of each chunk, in order, never more of them under way than there are threads."""

    def begin(which: tuple[str, int]) -> Any:
        return pool.submit(one_chunk, *which, options.seed, options.tables)

    running = [begin(which) for _, which in zip(range(options.threads), left, strict=False)]
    while running:
        yield running.pop(0).result()
        running += [begin(which) for _, which in zip(range(1), left, strict=False)]


def kept(path: Path | None, terms: dict[str, Any]) -> list[Found]:
    """The chunks that a file holds, without faults; begins the file.  Leaves with a message if it is of other terms."""
    if path is None:
        return []
    if not path.exists():
        path.write_text(json.dumps(terms) + "\n", encoding="utf-8")
        return []
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    if json.loads(first) != terms:
        sys.exit(f"{path}: was begun with other sources or another seed ({first}); now {json.dumps(terms)}")
    return [one for one in (Found(**json.loads(line)) for line in lines) if not one.fault]


def verdict(done: list[Found], seed: int) -> int:
    """Print how often each decision was asked, and the last line; returns the exit status."""
    asked = np.sum([one.asked for one in done], axis=0)
    for k in np.argsort(asked, kind="stable"):
        if k > 0:
            print(f"{asked[k]:15,} {DECISION_NAMES[k]}")
    for one in done:
        if one.fault:
            print(f"FAULT: {one.pair}:{one.number}, seed {seed}: {one.fault}")
            return 1
    pairs = len({one.pair for one in done})
    counted = f"{CHUNK * len(done):,} battles, {pairs} pairs of players, {int(asked.sum()):,} decisions"
    never = ", ".join(DECISION_NAMES[k] for k in range(1, len(asked)) if asked[k] == 0) or "none"
    print(f"sound: {counted}, never asked: {never}; rules version {RULES_VERSION}, seed {seed}")
    return 0


def one_chunk(pair: str, number: int, seed: int, tables: int) -> Found:
    """Play a chunk; what the program refuses of its own making is a fault too."""
    try:
        chunk = a_chunk(tuple(pair.split("-")), number, seed, tables)
        found = check(chunk)
    except TigersimError as error:
        return Found(pair, number, f"refused: {error}", [0] * len(DECISION_NAMES))
    asked = [int(n) for n in found[3:]]
    fault = f"battle {found[1]} ({told(chunk)}): {checked_battles.FAULTS[found[0]]}" if found[0] else ""
    return Found(pair, number, fault, asked)


def told(chunk: Chunk) -> str:
    """What a chunk is about."""
    design = chunk.design
    settings = f"sizes {design.sizes}, {chunk.inches}-inch table {chunk.table}"
    return f"{design.terms}; {settings}, landing {chunk.landing}"


def a_chunk(players: tuple[str, ...], number: int, seed: int, tables: int) -> Chunk:
    """Chunk ``number`` of a pair of players: its settings follow from its number."""
    name = f"{seed} {players} {number}"
    pick = random.Random(name)
    kind = pick.choices(list(KINDS), list(KINDS.values()))[0]
    ruleset = a_reading(pick) if pick.random() < 0.5 else DEFAULT
    if ruleset.edition == 1:
        kind = "standard"
    company_of = company(name, ruleset) if pick.random() < 0.5 else {}
    if company_of and ruleset.edition == 2 and ruleset.option("support_call") == "from_hand":
        ruleset = ruleset.replace(support_call="instead_of_unit_action")  # aces from the hand: one player a side
    landing = landings(name) if kind == "landing" or (kind == "scenario" and pick.random() < 0.5) else {}
    victory: dict[str, Any] = {}
    if ruleset.edition == 2:
        victory["support"] = pick.choices(SUPPORT, (1, 2, 2, 4))[0]
    if kind == "scenario":
        victory |= {"scenario": a_plan(pick), "inches": pick.choice(PLAN_INCHES)}
    elif ruleset.edition == 2:
        victory |= {"markers": pick.choice(MARKERS), "target_score": pick.choice((0, 0, 0, 15))}
        victory["forts"] = pick.choice(((0, 0), (pick.randint(0, 3), pick.randint(0, 3))))
    units = tuple(one for one in every_unit() if exists(one, ruleset))
    if kind == "scenario" or company_of:  # their armies are drawn without flamethrowers
        units = tuple(one for one in units if not profile(one, ruleset).flammable)
    if kind == "landing":  # gliders, who jumps, and what gliders carry
        units = tuple(one for one in units if profile(one, ruleset).airborne or profile(one, ruleset).load)
    first, second = players
    design = Design(
        units=units,
        seed=seed,
        players=(first, second),
        ruleset=ruleset,
        sizes=pick.choice(SIZES),
        family=FAMILY if kind == "scenario" else pick.choice(FAMILIES),
        forbid=restrictions(name) if pick.random() < 0.25 else (),
        **victory,
        **company_of,
    )
    return Chunk(design, number * CHUNK, pick.randrange(tables), pick.choice(INCHES), landing)


def a_plan(pick: random.Random) -> Scenario:
    """A scenario of Appendix B, or one of our own."""
    names = scenarios()[1:]
    plans = [*names, *OWN_PLANS]
    plan = pick.choices(plans, [3 if one in OFTEN else 1 for one in plans])[0]
    return Scenario.load(plan) if isinstance(plan, str) else Scenario.of_dict(plan, "invariants")


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
    """What ``checked_battles.play_checked`` finds in the battles of a chunk."""
    ground = table_of(chunk)
    found, _ = play(chunk, ground, CHUNK)
    for number in range(chunk.first, chunk.first + TOLD if found[0] == checked_battles.SOUND else 0):
        one = chunk._replace(first=number)
        if play(one, ground, 1)[1] != play(one, ground, 1, told=True)[1]:
            found[:2] = checked_battles.TELLING, number
    return found


def table_of(chunk: Chunk) -> Any:
    """The table that the battles of a chunk are played on."""
    design = chunk.design
    if not design.terms.scenario.is_standard:
        return design.make_table(chunk.table, design.terms.ruleset)
    terms, inches = design.terms, chunk.inches
    ground = (design.seed, chunk.table, inches, inches, terms.family, terms.markers)
    with suppress(InvalidValue):  # a small table may have no room for all of them
        return make_table(*ground, terms.forts, terms.ruleset)
    return make_table(*ground, ruleset=terms.ruleset)


def armies_of(design: Design, first: int, n: int) -> np.ndarray:
    """A design's armies; flamethrowers are on either side, and who carries the first attacks."""
    if not design.burns:
        return design.armies(first, n)
    armies = np.empty((n, 2, MAX_UNITS), dtype=np.int64)
    muster(design.seed, first, design.costs, *design.sizes, design._gap, armies, np.empty(MAX_UNITS, dtype=np.int64))
    return armies


def play(chunk: Chunk, ground: Any, n: int, told: bool = False) -> tuple[np.ndarray, bytes]:
    """What ``checked_battles.play_checked`` finds in ``n`` battles, and everything that the last one leaves."""
    design = chunk.design
    found = np.zeros(3 + len(DECISION_NAMES), np.int64)
    results = layout.results(n)
    results["number"] = np.arange(chunk.first, chunk.first + n)
    battle = design.battle_record()
    for side, turn in chunk.landing.items():
        battle[0].scenario.landing["ab".index(side)] = turn
    work = workbench(design.terms.ruleset)
    work[0].logging = told
    with as_written():
        checked_battles.play_checked(
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
        found[0] = checked_battles.TELLING
    return found, battle.tobytes() + results.tobytes()


if __name__ == "__main__":
    sys.exit(main())
