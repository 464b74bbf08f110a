"""Battles over all kinds of terms, each drawn from its number, and a hash of everything that comes of one.

Only the public interface is used, so that the same file checks the package before and after its parts are moved.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from hashlib import sha256
from math import isfinite
from typing import Any

import tigersim as ts
from tigersim.errors import TigersimError

Terms = dict[str, Any]
"""Keywords of ``Battle.start`` as plain values: rulesets as (name, switches), armies as text, plans as dictionaries."""

COMPILED = {"heuristic": 4, "tactician": 4, "uniform": 2}
CHOOSER, READER, PLANNER = "(a function)", "(an object)", "planner"
KINDS = {"standard": 34, "scenario": 24, "first edition": 8, "landing": 8, "company": 12, "beach": 5, "flames": 4}
"""What battles are about, and how often next to each other."""
SLOW = {CHOOSER: 2, READER: 2, PLANNER: 2}
"""Players that take long, and how many of a hundred battles, of a few units, one of them plays."""
SIZES = {(1, 3): 4, (3, 6): 8, (5, 9): 5, (10, 16): 2}
FAMILIES = ("mixed", "open", "wooded", "village", "river")
FORBIDDABLE = (
    *("move", "fire", "close_combat", "find_cover", "follow", "mount", "help", "share", "reroll", "recovery"),
    *("regroup", "save", "support"),
)
SUPPORT = {"none": 2, "barrages": 2, "air strikes": 2, "both": 4}
TANKS = ("light_tank", "medium_tank", "heavy_tank")
ON_FOOT = ("infantry", "recon")
BASES = ("paper_tigers_2", "one_save_stops_all", "two_dice_at_least", "improved_costs_one")
FIRST_EDITION = "paper_tigers_1"
UPGRADES = (
    *("Infantry [generic] + mortar", "Infantry [generic] + machine gun", "Heavy towed gun [generic] + howitzer"),
    *("Armoured car [generic] + anti-air", "Infantry [generic] + parachute"),
    *("Infantry [generic] + mortar + parachute", "Infantry [generic] + machine gun + parachute"),
)
AIRBORNE = ("Infantry [generic] + parachute", "Infantry [generic] + machine gun + parachute", "DFS 230 Glider")
GLIDERS = ("Waco Glider", "Horsa Glider", "Glider [generic]")
FLAMES = ("Infantry [generic] + flamethrower", "T-34c + flamethrower", "Light tank [generic] + flamethrower")
CRAFT = ("LCVP", "LCA", "Landing craft [generic]")
WAVES = {"waves": [{"name": "one", "units": 1, "turn": 2}, {"name": "two", "units": 1, "after": "one"}]}
SPOILERS: tuple[Terms, ...] = (
    {"family": "moon"},
    {"target_score": -1},
    {"markers": "some"},
    {"support": "rockets"},
    {"commanders": (3, 1)},
    {"solo": True, "commanders": (2, 2)},
    {"forts": (20, 0)},
    {"landing": {"c": 2}},
    {"landing": {"a": 99}},
    {"forbid": ("a:hope",)},
    {"removed": 0.5},
    {"armies": ("", "Jeep [usa]")},
    {"ruleset": ("paper_tigers_1", {}), "markers": "standard"},
    {"scenario": "reconnaissance mission", "armies": ("Tiger I", "Jeep [usa]")},
    {"seed": -1},
)
"""Terms that are refused, in place of those drawn."""
SPOILT = 0.03
"""How often one of them is."""
MAP = """
............
..WW....BB..
..WW.==.....
.....==..HH.
~~~~~##~~~~~
...,.==.....
..*.........
............
..WW..BB....
....HH......
............
............
"""
OWN_PLANS: tuple[dict[str, Any], ...] = (
    {"title": "Waves", "about": "Reinforcements.", "attacker": WAVES, "defender": WAVES},
    {
        "title": "Relief at the bridge",
        "about": "A fighting withdrawal with reinforcements.",
        "table": {"family": "withdrawal", "markers": "objective"},
        "attacker": {"zones": [{"place": "own third"}], **WAVES},
        "defender": {"zones": [{"place": "bridgehead"}], **WAVES},
        "rules": dict.fromkeys(("side_a_attacks", "crossing", "capture_ends", "demolition", "compensation"), True),
    },
    {
        "title": "A wide table",
        "about": "Six feet by four.",
        "table": {"width": 72, "depth": 48, "forts": [1, 1]},
        "rules": {"support": "both"},
    },
    {
        "title": "A map",
        "about": "Drawn by hand.",
        "table": {"map": MAP, "inches_per_letter": 3, "objective": 5},
        "attacker": {"zones": [{"area": [0, 0, 36, 10]}]},
        "defender": {"zones": [{"area": [0, 0, 36, 12]}, {"place": "objective", "most": "third"}]},
        "rules": {"side_a_attacks": True},
    },
)


# --- drawing terms ---------------------------------------------------------------------------------------------------


def terms_of(number: int) -> Terms:
    """What battle ``number`` is played by: it follows from the number alone."""
    pick = random.Random(number)
    if pick.random() < sum(SLOW.values()) / 100:
        return _slow(pick)
    kind = _weighed(pick, KINDS)
    terms = _ground_for(kind, pick)
    first_edition = kind == "first edition"
    terms["ruleset"] = reading(pick, FIRST_EDITION if first_edition else pick.choice(BASES))
    terms["seed"] = pick.choice((pick.randint(1, 9), pick.randrange(1 << 62)))
    terms["number"], terms["table"] = pick.choice((0, pick.randrange(1000))), pick.choice((0, pick.randrange(1000)))
    if "armies" not in terms:
        types = every_unit(first_edition)
        terms["armies"] = tuple(_army(pick, types, first_edition) for _ in range(2))
    if pick.random() < 0.2:
        sides = ("", "a:", "b:")
        terms["forbid"] = tuple(pick.choice(sides) + pick.choice(FORBIDDABLE) for _ in range(pick.randint(1, 4)))
    terms["players"] = tuple(_weighed(pick, COMPILED) for _ in range(2))
    if kind == "company":
        _company(terms, pick)
    if pick.random() < SPOILT:
        terms |= pick.choice(SPOILERS)
    return terms


def _slow(pick: random.Random) -> Terms:
    """A battle of a few units with a player that takes long, or one written in Python."""
    terms: Terms = {"seed": pick.randint(1, 999), "ruleset": reading(pick, "paper_tigers_2")}
    terms["armies"] = tuple(", ".join(_some(pick, every_unit(), pick.randint(1, 3))) for _ in range(2))
    players = [_weighed(pick, SLOW), pick.choice(("heuristic", "tactician", "uniform"))]
    pick.shuffle(players)
    return terms | {"players": tuple(players), "family": pick.choice(FAMILIES), "support": _weighed(pick, SUPPORT)}


def _ground_for(kind: str, pick: random.Random) -> Terms:
    """The keywords that a kind of battle is about."""
    if kind == "scenario":
        return _plan(pick)
    if kind == "first edition":
        return {"family": pick.choice(FAMILIES)}
    terms: Terms = {"support": _weighed(pick, SUPPORT)}
    if kind == "beach":
        return terms | {"family": "beach", "armies": _from_the_sea(pick)}
    if kind == "flames":
        force = _some(pick, every_unit(), pick.randint(1, 4)) + [pick.choice(FLAMES) for _ in range(pick.randint(1, 2))]
        armies = [", ".join(force), _army(pick, every_unit())]
        pick.shuffle(armies)
        return terms | {"forts": (pick.randint(0, 2), 2), "armies": tuple(armies), "family": pick.choice(FAMILIES)}
    terms["family"] = pick.choice(FAMILIES)
    terms["markers"] = pick.choice(("none", "standard"))
    terms["target_score"] = pick.choice((0, 0, 0, 8, 15))
    terms["forts"] = pick.choice(((0, 0), (pick.randint(0, 3), pick.randint(0, 3))))
    if kind == "landing":
        sides = pick.choice((("a",), ("b",), ("a", "b")))
        terms["landing"] = {side: pick.randint(1, 4) for side in sides}
        terms["armies"] = tuple(_from_the_air(pick) if side in sides else _army(pick, every_unit()) for side in "ab")
    return terms


def _plan(pick: random.Random) -> Terms:
    """A scenario of Appendix B or one of our own, with armies that it allows."""
    plans: list[Any] = [*ts.scenarios()[1:], *OWN_PLANS]
    plan = pick.choice(plans)
    about = ts.Scenario.load(plan).to_dict() if isinstance(plan, str) else plan
    terms: Terms = {"scenario": plan}
    if not {"family", "map"} & set(about.get("table", {})):
        terms["family"] = pick.choice(FAMILIES)
    if "support" not in about.get("rules", {}):
        terms["support"] = _weighed(pick, SUPPORT)
    terms["armies"] = tuple(_force(pick, about.get(role, {})) for role in ("attacker", "defender"))
    return terms


def _force(pick: random.Random, force: dict[str, Any]) -> str:
    """An army that a role of a scenario may have: its size, and its parts by their shares."""
    low, high = force.get("size", (3, 8))
    n = pick.randint(low, high)
    parts = force.get("parts", [])
    pools = [of_types(tuple(part.get("classes", TANKS))) for part in parts] or [every_unit()]
    if len(parts) == 2 and parts[0].get("share") == "half":
        counts = [n // 2, n - n // 2]
    elif len(parts) == 2:
        least = force.get("patrol", (1, 1))[0]
        few = pick.randint(0, max(min(parts[1]["most"], n - least), 0))
        counts = [n - few, few]
    else:
        counts = [n]
    chosen = [name for pool, k in zip(pools, counts, strict=True) for name in _some(pick, pool, k)]
    on_foot = force.get("patrol", (0, 0))[0]
    chosen[:on_foot] = _some(pick, of_types(("infantry",)), on_foot)
    return ", ".join(chosen)


def _from_the_sea(pick: random.Random) -> tuple[str, ...]:
    """Two armies, one of which finds room aboard its landing craft."""
    force = []
    for _ in range(pick.randint(1, 3)):
        if pick.random() < 0.4:
            force += ["LCM", *_some(pick, of_types(TANKS), 1)]
        else:
            force += [pick.choice(CRAFT), *_some(pick, of_types(("infantry",)), 2)]
    armies = [", ".join(force), _army(pick, every_unit())]
    pick.shuffle(armies)
    return tuple(armies)


def _from_the_air(pick: random.Random) -> str:
    """An army some of which jumps or glides down, with what gliders carry."""
    force = [pick.choice(AIRBORNE) for _ in range(pick.randint(1, 4))]
    force += [pick.choice(GLIDERS) for _ in range(pick.randint(0, 2))]
    force += _some(pick, of_types((*ON_FOOT, "light_transport", "light_towed_gun")), pick.randint(0, 3))
    return ", ".join(force + _some(pick, every_unit(), pick.randint(0, 2)))


def _company(terms: Terms, pick: random.Random) -> None:
    """Several players a side, decks, solo play, forces drawn from unit cards."""
    name, switches = terms["ruleset"]
    if switches.get("support_call") == "from_hand":
        terms["ruleset"] = (name, {key: option for key, option in switches.items() if key != "support_call"})
    if pick.random() < 0.4:
        terms |= {"solo": pick.random() < 0.8, "decks": pick.choice((None, 1, 2))}
        if pick.random() < 0.6:
            terms |= {"dummies": pick.choice((0, (0.25, 0.1), 1 / 3)), "removed": pick.choice((0, 0.1, (0, 0.25)))}
        return
    one, other = pick.choice(((2, 1), (1, 2), (2, 2), (1, 1)))
    terms["decks"] = pick.choice((None, 1, 2))
    if pick.random() < 0.5:
        terms["commanders"] = (one, other)
        terms["armies"] = tuple(f"{army}, {_some(pick, every_unit(), 1)[0]}" for army in terms["armies"])
    else:
        groups = [[_army(pick, every_unit(), most=6) for _ in range(n)] for n in (one, other)]
        terms["armies"] = tuple(" & ".join(side) for side in groups)
    if pick.random() < 0.5:
        seats = [[_weighed(pick, COMPILED) for _ in range(n)] for n in (one, other)]
        terms["players"] = tuple(tuple(side) if len(side) > 1 else side[0] for side in seats)


def reading(pick: random.Random, base: str) -> tuple[str, dict[str, str]]:
    """A ruleset as its base and switches: half as they stand, half with some questions read otherwise."""
    if pick.random() < 0.5:
        return base, {}
    options = {}
    for each in _questions(base):
        if len(each["playable"]) > 1 and pick.random() < 0.25:
            options[each["switch"]] = pick.choice(each["playable"])
    return base, options


@cache
def _questions(base: str) -> list[dict[str, Any]]:
    return sorted(ts.RuleSet.load(base).describe(), key=lambda each: each["id"])


def _weighed(pick: random.Random, choices: dict[Any, int]) -> Any:
    return pick.choices(list(choices), list(choices.values()))[0]


def _army(pick: random.Random, pool: Sequence[str], first_edition: bool = False, most: int = 16) -> str:
    """An army as text, some of its units repeated, some with what they may be given when picked."""
    low, high = _weighed(pick, SIZES)
    n = pick.randint(min(low, most), min(high, most))
    names = _some(pick, pool, n)
    if not first_edition:
        names = [pick.choice(UPGRADES) if pick.random() < 0.1 else name for name in names]
    if n >= 4 and pick.random() < 0.5:
        names = [f"2 x {names[0]}", *names[2:]]
    return ", ".join(names)


def _some(pick: random.Random, pool: Sequence[str], n: int) -> list[str]:
    return [pick.choice(pool) for _ in range(n)]


@cache
def every_unit(first_edition: bool = False) -> tuple[str, ...]:
    """Every unit of the catalogue with its nation, in alphabetical order; gliders and landing craft left out."""
    table = ts.units(ts.RuleSet.load(FIRST_EDITION) if first_edition else None, generic=not first_edition)
    kept = table[~table["type"].isin(("glider", "landing_craft"))]
    return tuple(sorted(f"{name} [{nation}]" for name, nation in zip(kept["name"], kept["nation"], strict=True)))


@cache
def of_types(types: tuple[str, ...]) -> tuple[str, ...]:
    """Every unit of some types."""
    table = ts.units(generic=True)
    kept = table[table["type"].isin(types)]
    return tuple(sorted(f"{name} [{nation}]" for name, nation in zip(kept["name"], kept["nation"], strict=True)))


# --- playing ---------------------------------------------------------------------------------------------------------


class Reader:
    """A player written in Python: what it chooses follows from all numbers that its view shows."""

    def choose(self, view: Any, legal_actions: Sequence[Any]) -> Any:
        """One of the legal actions."""
        said = digest([_seen(view), [action.code for action in legal_actions]])
        return legal_actions[int(said, 16) % len(legal_actions)]


def chooser(battle: Any, legal_actions: Sequence[Any]) -> Any:
    """A player that sees the whole battle: it takes the actions by turns."""
    return legal_actions[(7 * battle.decisions + battle.turn) % len(legal_actions)]


def ruleset_of(given: tuple[str, dict[str, str]]) -> ts.RuleSet:
    """The ruleset of a base and switches; those that have no meaning next to the others are left out."""
    base, switches = given
    return ts.RuleSet.load(base).replace(**switches)


def start(terms: Terms) -> ts.Battle:
    """The battle of these terms at its first decision."""
    said = dict(terms)
    said["ruleset"] = ruleset_of(terms["ruleset"])
    if isinstance(terms.get("scenario"), dict):
        said["scenario"] = ts.Scenario.of_dict(terms["scenario"], "same bits")
    ours: dict[Any, Any] = {CHOOSER: chooser, READER: Reader()}
    said["players"] = tuple(ours.get(player, player) for player in terms["players"])
    return ts.Battle.start(**said, logged=False)


def fingerprint(number: int) -> str:
    """Sixteen hexadecimal digits of battle ``number``, or the name of the error that it is refused with."""
    try:
        battle = start(terms_of(number))
        found: list[Any] = []
        for decision in (0, number % 50):
            battle.play_to(decision)
            found += [battle.legal_codes().tolist(), _seen(battle.view("a")), _seen(battle.view("b"))]
        end = battle.play()
    except TigersimError as error:
        return type(error).__name__
    found += [[int(code) for code in battle.taken], _seen(battle.view("a")), _seen(battle.view("b"))]
    found.append((end.vp_a, end.vp_b, end.winner, end.turns, end.decks, end.ended_by, end.marker_vp_a, end.marker_vp_b))
    found.append(end.scored)
    return digest(found)


def digest(found: Any) -> str:
    """Sixteen hexadecimal digits that follow from numbers, texts and lists of these."""
    return sha256(json.dumps(plain(found), separators=(",", ":")).encode()).hexdigest()[:16]


def plain(found: Any) -> Any:
    """Whole numbers of any type as such, other numbers to twelve digits, fractions as text, sequences as lists."""
    if found is None or isinstance(found, str):
        return found
    if isinstance(found, (list, tuple)):
        return [plain(one) for one in found]
    if isinstance(found, Fraction):
        return str(found)
    if isfinite(found) and found == int(found):
        return int(found)
    return f"{float(found):.12g}"


def _seen(view: Any) -> list[Any]:
    """A view as plain numbers: the score, the cards that the viewer knows of, the units."""
    sides = [(side.vp, side.attacker, side.north, side.saved, side.known, side.face_down) for side in view.sides]
    units = [
        (one.slot, one.alive, one.place, one.facing, one.hits, one.found_cover, one.carrier, one.actions, one.given)
        for one in view.units
    ]
    return [view.to_decide, view.turn, view.deck, view.pile, sides, units, view.wrecks]


def in_words(terms: Terms) -> str:
    """The terms of a battle on one line, to start it again by hand."""
    return ", ".join(f"{key}={value!r}" for key, value in sorted(terms.items()))
