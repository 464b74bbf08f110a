"""Exact odds, tables of battles, prices and answers about companion games, each with a hash of its numbers.

Only the public interface is used; words are left out, so that they may be put better.
"""

from __future__ import annotations

import json
import random
import runpy
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from io import StringIO
from typing import Any

import tigersim as ts
from tests.verification.same_bits_battles import BASES, FIRST_EDITION, UPGRADES, digest, every_unit, reading, ruleset_of
from tigersim.errors import TigersimError

Line = tuple[str, Callable[[], str]]
"""The name of an answer, and what works out its hash."""

LISTED = ("by_turn", "reach", "targets", "attacks", "members", "units", "dice")
"""What some of the exact answers list besides their fields."""
CARDS = (None, None, "AS", "2H", "6H", "10C", "QS", "KH", "9D", "3C")
MACHINE_GUNS = ("M4 Sherman", "Infantry [generic] + machine gun", "Half-track [generic]", "Light tank [generic]")
FOOT = ("Regulars [germany]", "Regulars [ussr]", "Conscripts [ussr]", "Infantry [generic] + mortar")
ARMOR = ("M4 Sherman", "T-34c", "Tiger I", "KV-1", "Light tank [generic]", "Tank destroyer [generic]", "Panther A")
SOFT = ("Jeep [usa]", "Towed gun [generic]", "Transport [generic]", "Half-track [generic]", "Armoured car [generic]")
ASKED = {
    **{"shot": 240, "card": 40, "melee": 40, "move": 40, "recovery": 24, "find_cover": 12, "landing": 12, "pool": 20},
    **{"burst": 16, "activation": 20, "duel": 24, "follow": 16, "barrage": 12, "air_strike": 12, "panel": 3},
}
"""How many questions each of the exact odds is asked."""
OF_BOTH_EDITIONS = ("shot", "card", "move", "burst", "activation", "duel", "follow")
NOT_IN_THE_FIRST = ("fortification", "found_cover", "hits_before", "weapon", "second_target")
COMPANIONS = {
    "batalist": (
        *("duel-sampled", "battle-line", "rolled", "prices", "strike", "modifiers", "exchange", "formations"),
        *("destroy", "charge", "duel", "morale", "contest", "mana", "commanders", "ammunition", "ambush"),
        *("reconnaissance", "area-fire", "trap", "wounded", "obedience", "orders", "hero", "weather", "assassin"),
        *("dispute", "march", "side", "boats"),
    ),
    "general-darmee": (
        *("adcs", "double-six", "afford", "faltering", "obey", "task", "initiative", "initiative-turns"),
        *("initiative-after-rolls", "recon", "reserve", "forward", "glory", "assault", "command", "lost-adcs"),
        *("entering", "bundle", "command-phase", "plans", "plans-over-turns", "turn", "unit", "charge-first"),
        "card-under-fire",
    ),
    "victory-day": (
        *("duel", "stat-line", "modifier", "tactical", "redeal", "safest-deck", "redeal-count", "afford", "afford-all"),
        *("resources", "build", "draw", "clock", "seats", "actions", "pairing", "legal", "race", "check"),
        *("best-resources", "plan"),
    ),
}
FEWER = {
    ("batalist", "duel-sampled"): ("--trials", "1000"),
    ("batalist", "battle-line"): ("--trials", "1000"),
    ("batalist", "rolled"): ("--trials", "500"),
    ("batalist", "prices"): ("--battles", "500"),
    ("victory-day", "check"): ("--trials", "5000"),
}
"""Questions that sample are asked for fewer samples."""
COLUMNS = (
    *("battle", "seed", "scenario", "table", "side_a_first", "side_a_south", "player_a", "player_b", "army_a"),
    *("army_b", "cost_a", "cost_b", "vp_a", "vp_b", "margin", "winner", "turns", "decks", "ended_by", "idle_turns_a"),
    *("idle_turns_b", "never_acted_a", "never_acted_b", "waived_a", "waived_b", "forfeited_a", "forfeited_b"),
    *("marker_vp_a", "marker_vp_b", "orders_a", "orders_b", "forbid_a", "forbid_b"),
)
"""Of tables of battles; columns that are added later do not count."""
POOL = (
    *FOOT[:3],
    "Jeep [usa]",
    "M4 Sherman",
    "T-34c",
    "KV-1",
    "Tiger I",
    "M3A1 Stuart",
    "Panther A",
    "SU-85",
    "M18 Hellcat",
)


# --- exact odds ------------------------------------------------------------------------------------------------------


def odds_lines() -> Iterator[Line]:
    """Questions to every one of the exact odds, drawn from the number of each."""
    for name, n in ASKED.items():
        for number in range(n):
            yield f"odds {name} {number}", partial(_asked, name, number)


def _asked(name: str, number: int) -> str:
    """The hash of an answer, or the error that the question is refused with."""
    args, keywords = question(name, number)
    try:
        return digest(numbers_of(getattr(ts.odds, name)(*args, **keywords)))
    except TigersimError as error:
        return type(error).__name__


def question(name: str, number: int) -> tuple[Sequence[Any], dict[str, Any]]:
    """The arguments of a question about the odds."""
    pick = random.Random(f"{name} {number}")
    base = FIRST_EDITION if name in OF_BOTH_EDITIONS and pick.random() < 0.1 else pick.choice(BASES)
    args, keywords = QUESTIONS[name](pick)
    if base == FIRST_EDITION:
        keywords = {key: value for key, value in keywords.items() if key not in NOT_IN_THE_FIRST}
    if name != "pool":
        keywords["ruleset"] = ruleset_of((base, {}) if name == "duel" else reading(pick, base))
    return args, keywords


def _anybody(pick: random.Random) -> str:
    pool = pick.choice((FOOT, ARMOR, ARMOR, SOFT, UPGRADES, every_unit()))
    return str(pick.choice(pool))


def _target(pick: random.Random, foot: bool = False, above: bool = False) -> ts.odds.Target:
    """How a target stands; fire from above, off the table, asks for no side of it."""
    return ts.odds.Target(
        pick.choice(FOOT) if foot else _anybody(pick),
        cover=pick.choice(("none", "none", "wood", "building", "hill")),
        found_cover=pick.random() < 0.1,
        aspect="front" if above else pick.choice(("front", "front", "other")),
        hits_before=int(pick.random() < 0.1),
    )


def _shot(pick: random.Random) -> tuple[Sequence[Any], dict[str, Any]]:
    attacker, target = pick.choice((_anybody(pick), *ARMOR[:3], *FOOT[:2])), _anybody(pick)
    keywords: dict[str, Any] = {
        "card": pick.choice(CARDS),
        "distance": pick.choice((3, 5, 8, 10, 12, 17.5)),
        "aspect": pick.choice(("front", "front", "other")),
        "cover": pick.choice(("none", "none", "wood", "building", "hill")),
        "found_cover": pick.random() < 0.2,
        "hits_before": int(pick.random() < 0.1),
        "objective": pick.choice(("hit", "destroy")),
        "fortification": pick.choice(("none", "none", "none", "none", "none", "light", "heavy")),
    }
    if attacker in MACHINE_GUNS:
        keywords["weapon"] = pick.choice(("main", "mg"))
    if "mortar" in attacker:
        keywords["weapon"] = "mortar"
        if pick.random() < 0.5:
            keywords["second_target"] = _target(pick)
    return (attacker, target), keywords


def _melee(pick: random.Random) -> tuple[Sequence[Any], dict[str, Any]]:
    attacker = pick.choice(FOOT if pick.random() < 0.9 else ARMOR)
    target = ts.odds.Fighter(_anybody(pick), shocked=pick.random() < 0.2)
    keywords: dict[str, Any] = {"card": pick.choice((None, "2H", "6H", "KH", "9D"))}
    if pick.random() < 0.4:
        keywords["followers"] = tuple(pick.choice(FOOT) for _ in range(pick.randint(1, 2)))
    if pick.random() < 0.4:
        keywords["helpers"] = tuple(pick.choice(FOOT) for _ in range(pick.randint(1, 2)))
    return (attacker, target), keywords


def _activation(pick: random.Random) -> tuple[Sequence[Any], dict[str, Any]]:
    actions = pick.choice((("fire",), ("fire", "fire"), ("move", "fire"), ("fire", "move"), ("find_cover",)))
    cards = pick.choice((None, tuple(pick.choice(CARDS[2:]) for _ in actions)))
    return (pick.choice(ARMOR + FOOT), _target(pick), actions), {"cards": cards, "on_road": pick.random() < 0.3}


def _follow(pick: random.Random) -> tuple[Sequence[Any], dict[str, Any]]:
    units = tuple(pick.choice(ARMOR[:5] + FOOT[:3]) for _ in range(pick.randint(2, 3)))
    action = pick.choice(("fire", "fire", "move", "find_cover"))
    keywords: dict[str, Any] = {"action": action, "card": pick.choice(CARDS)}
    return (units,), keywords | ({"target": _target(pick)} if action == "fire" else {})


def _duel(pick: random.Random) -> tuple[Sequence[Any], dict[str, Any]]:
    keywords = {"turns": pick.randint(1, 6), "cards": pick.choice((1, 2, (1, 2))), "recovery": pick.choice((1, 0.5))}
    return (_target(pick), pick.choice(ARMOR), pick.choice((5, 10, 20))), keywords


def _support(pick: random.Random) -> tuple[Sequence[Any], dict[str, Any]]:
    return ([_target(pick, above=True) for _ in range(pick.randint(1, 3))],), {}


QUESTIONS: dict[str, Callable[[random.Random], tuple[Sequence[Any], dict[str, Any]]]] = {
    "shot": _shot,
    "card": lambda pick: ((pick.choice(CARDS), _anybody(pick)), {"distance": pick.choice((5, 10, 20))}),
    "melee": _melee,
    "move": lambda pick: ((_anybody(pick), pick.choice(CARDS)), {"on_road": pick.random() < 0.5}),
    "recovery": lambda pick: (
        (_anybody(pick), pick.choice(CARDS)),
        {"regroup": pick.random() < 0.3, "engine_hit": pick.random() < 0.3},
    ),
    "find_cover": lambda pick: ((_anybody(pick), pick.choice(CARDS), pick.choice(("none", "wood", "hill"))), {}),
    "landing": lambda pick: (
        (pick.choice(("Infantry [generic] + parachute", "Waco Glider", "DFS 230 Glider")), pick.choice(CARDS)),
        {"clear": pick.choice((None, 3))},
    ),
    "pool": lambda pick: ((pick.randint(1, 8), pick.randint(1, 30)), {"rerolls": pick.randint(0, 2)}),
    "burst": lambda pick: (
        (pick.choice(MACHINE_GUNS), [_target(pick, foot=True) for _ in range(pick.randint(1, 3))]),
        {"card": pick.choice(CARDS), "policy": pick.choice(("hits", "destroy", "effects", "first"))},
    ),
    "activation": _activation,
    "duel": _duel,
    "follow": _follow,
    "barrage": _support,
    "air_strike": _support,
    "panel": lambda pick: ((pick.choice(ARMOR),), {"distance": pick.choice((5, 10))}),
}


def numbers_of(found: Any) -> Any:
    """The numbers of any answer: fractions, those in what it lists besides, rows of tables; words are left out."""
    if hasattr(found, "to_dict") and hasattr(found, "columns"):
        return [numbers_of(row) for row in found.to_dict("records")]
    if hasattr(found, "exact"):
        return [_rows(vars(found.exact)), [numbers_of(getattr(found, name, None)) for name in LISTED]]
    if is_dataclass(found):
        return [numbers_of(getattr(found, one.name)) for one in fields(found)]
    if isinstance(found, dict):
        return _rows(found)
    if isinstance(found, (list, tuple)):
        return [numbers_of(one) for one in found]
    return found if isinstance(found, (Fraction, float, int)) or hasattr(found, "dtype") else None


def _rows(found: dict[str, Any]) -> list[Any]:
    return [[key, numbers_of(found[key])] for key in sorted(found)]


# --- tables of battles, prices ---------------------------------------------------------------------------------------


def design(**terms: Any) -> ts.Design:
    """A small design: a dozen units, armies of three to six, four tables."""
    units = tuple(ts.unit(name) for name in terms.pop("units", POOL))
    return ts.Design(**{"units": units, "sizes": (3, 6), "tables": 4, "seed": 7, **terms})


def designs() -> dict[str, dict[str, Any]]:
    """Designs of every kind by name."""
    infantry = (*FOOT[:3], "Infantry [generic]", "Recon [generic]", "Conscripts [ussr]")
    return {
        "standard": {},
        "every unit": {"units": every_unit(), "sizes": (6, 10), "tables": None},
        "heuristics": {"players": ("heuristic", "heuristic")},
        "strategists": {"players": ("strategist", "tactician"), "sizes": (3, 5)},
        "believed": {"believed": tuple(range(5, 17))},
        "mixed players": {"players": ("uniform", "tactician")},
        "planners": {"players": ("planner", "heuristic"), "playouts": (16, 16), "sizes": (2, 3)},
        "markers": {"markers": "standard", "target_score": 12, "family": "village"},
        "support": {"support": "both", "forts": (2, 1), "family": "wooded"},
        "forbid": {"forbid": ("a:follow", "save"), "jitter": 8},
        "seats": {"commanders": (2, 1), "decks": 2},
        "solo": {"solo": True, "dummies": 0.25, "removed": (0.1, 0.0)},
        "prices": {"prices": tuple(range(5, 17))},
        "inches": {"inches": (48, 36), "family": "river"},
        "first edition": {"ruleset": ts.RuleSet.load(FIRST_EDITION), "units": POOL[:-2]},
        "reading": {"ruleset": ruleset_of(reading(random.Random(0), "paper_tigers_2"))},
        "patrols": {"scenario": "clash of patrols", "units": infantry},
        "reinforced": {"scenario": "patrols reinforced", "units": (*infantry, "T-34c", "KV-1")},
        "hill": {"scenario": "take the position", "extra_points": 4},
        "bridge": {"scenario": "fighting withdrawal"},
        "fog": {"scenario": "fog of war", "support": "barrages"},
        "pincer": {"scenario": "caught in a vice", "units": ("T-34c", "KV-1", "Tiger I", "M4 Sherman")},
        "recce": {"scenario": "reconnaissance mission", "units": every_unit(), "sizes": (4, 8)},
    }


def table_lines() -> Iterator[Line]:
    """A small table of battles for every kind of design, one of them by several threads."""
    for name in designs():
        yield f"battles {name}", partial(_battles, name, 24 if name in ("planners", "strategists") else 300)
    yield "battles two threads", partial(_battles, "standard", 600, threads=2)


def _battles(name: str, n: int, threads: int = 1) -> str:
    try:
        found = ts.battles(design(**designs()[name]), n, threads=threads)
    except TigersimError as error:
        return type(error).__name__
    return digest([found[column].tolist() for column in COLUMNS])


def price_lines() -> Iterator[Line]:
    """Prices, an even match, a match of two players, a series, samples of shots."""
    units = [ts.unit(name) for name in POOL]
    quick = ("heuristic", "heuristic")
    few: dict[str, Any] = {"units": units, "sizes": (3, 6), "jitter": 7, "seed": 5, "threads": 1, "players": quick}
    yield "prices", lambda: _frame(ts.prices(6000, tables=16, **few).table)
    yield "prices markers", lambda: _frame(ts.prices(6000, markers="standard", support="both", **few).table)
    yield "prices hill", lambda: _frame(ts.prices(4000, scenario="take the position", **few).table)
    yield "fair match", lambda: digest(numbers_of(ts.fair_match("3 x T-34c", "2 x Tiger I", 640, 3).to_dict()))
    yield "match", lambda: digest([one.margin for one in ts.match("heuristic", "uniform", 20, 3).battles])
    yield "series", lambda: digest(numbers_of(_standings()))
    for player in ("tactician", "planner"):
        yield f"explain {player}", partial(_weighed, player)
    for method in ("dice", "table"):
        for number in range(3):
            yield f"samples {method} {number}", partial(_sampled, method, number)


def _weighed(player: str) -> str:
    """The worth of the options of the first decisions of a battle that a player weighs."""
    battle = ts.Battle.start(armies=("2 x T-34c", "Tiger I, Jeep [usa]"), seed=4, players=("tactician", "tactician"))
    found = []
    for decision in range(60):
        battle.play_to(decision)
        found.append([[option.action.code, option.worth] for option in battle.explain(player)])
    return digest(found)


def _sampled(method: str, number: int) -> str:
    (attacker, target), _ = question("shot", number)
    try:
        found = ts.simulate.shots(attacker, target, trials=20_000, method=method, threads=1)
        return digest(_rows(dict(found.counts)))
    except TigersimError as error:
        return type(error).__name__


def _frame(table: Any) -> str:
    """The hash of a table: its columns by name, numbers to twelve digits, words left out."""
    return digest([[str(name), numbers_of(table[name].tolist())] for name in sorted(table.columns)])


def _standings() -> Any:
    return ts.series(["3 x T-34c", "2 x Tiger I"], 3, 2, players="tactician").standings


# --- companion games -------------------------------------------------------------------------------------------------


def companion_lines() -> Iterator[Line]:
    """Every question of the companion games with its defaults, as the command line answers it in JSON."""
    for game, names in COMPANIONS.items():
        for name in names:
            yield f"companion {game} {name}", partial(_companion, game, name)


def _companion(game: str, name: str) -> str:
    told = command("companion", game, name, *FEWER.get((game, name), ()), "--json")
    if not told.startswith("{"):
        return "failed"
    answer = json.loads(told)
    numbers = [[key, *_counted(one)] for key, one in answer["numbers"].items()]
    return digest([numbers, [_counted(row) for one in answer["tables"] for row in one["rows"]]])


def _counted(row: dict[str, Any]) -> list[Any]:
    """The numbers of a row of JSON, and fractions that stand there as text."""
    return [value for key, value in row.items() if key == "exact" or isinstance(value, (int, float))]


def command(*words: str) -> str:
    """What ``tigersim`` prints when it is called with these words."""
    said, before = StringIO(), sys.argv
    sys.argv = ["tigersim", *words]
    try:
        with redirect_stdout(said), redirect_stderr(StringIO()):
            runpy.run_module("tigersim", run_name="__main__", alter_sys=False)
    except SystemExit:
        pass
    finally:
        sys.argv = before
    return said.getvalue()
