"""Tables of the pages as records have them: take it for a table that a study fills.

A page has such a table directly under a line ``<!-- record: NAME -->``; ``python -m tests.pages`` writes it anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd

from tigersim.catalogue.units import parse_army
from tigersim.pricing import Prices
from tigersim.pricing.play.forecast_misses import misses_by_chance
from tigersim.pricing.report.compare import Comparison, compare
from tigersim.pricing.report.ranges import by_condition

RESULTS = Path(__file__).resolve().parent.parent / "results"
SKILLS = ("uniform", "heuristics", "tacticians", "strategists")
"""Players of the lists on record, the weakest first."""
SCORE = ("score", "score_low", "score_high")
MARGIN = ("margin", "margin_low", "margin_high")
WINS = ("p_win", "p_low", "p_high")
FIELD = ("p_field", "field_low", "field_high")
"""Columns of a value and of its interval."""


def record(place: str) -> pd.DataFrame:
    """A table of a study: ``002_player_ladder/matches``."""
    return pd.read_csv(RESULTS / f"{place}.csv")


@cache
def lists() -> list[Prices]:
    """The lists by players of each skill."""
    return [Prices.load(RESULTS / f"003_prices_of_{who}") for who in SKILLS]


@cache
def steps() -> list[Comparison]:
    """What changes from each of these lists to the next."""
    return [compare(one, other) for one, other in pairwise(lists())]


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """The lines of a table; raises ``ValueError`` where a row has more cells or fewer than the head."""
    cells = [[str(cell) for _, cell in zip(heads, row, strict=True)] for row in (heads, *rows)]
    first, *others = (f"| {' | '.join(row)} |" for row in cells)
    return [first, f"|{'---|' * len(heads)}", *others]


def told(row: Any, columns: Sequence[str], form: str = ".1f", unit: str = "", times: int = 1) -> str:
    """A value of a row with its interval: ``7.6 [7.3, 7.8]``."""
    value, low, high = (format(times * getattr(row, name), form) for name in columns)
    return f"{value}{unit} [{low}, {high}]"


def percent(row: Any, columns: Sequence[str], form: str = ".1f", unit: str = "") -> str:
    """A share of a row with its interval, in percent: ``70.9 [70.0, 71.7]``."""
    return told(row, columns, form, unit, times=100)


def composition(rules: str) -> str:
    """Rules of armies as a page calls them."""
    return "any units" if rules == "none" else rules.replace("_", " ")


def meeting(condition: str) -> str:
    """``germany against ussr`` with capital letters; another condition as it is."""
    if " against " not in condition:
        return condition
    return " against ".join(
        one.upper() if one.startswith("us") else one.title() for one in condition.split(" against ")
    )


def ladder() -> list[str]:
    """Each player over one below, from the weakest up."""
    names = {"planner:256": "planner", "planner:64": "planner with 64 futures"}
    rows = [
        (
            f"{names.get(row.first, row.first)} over {row.second}",
            f"{row.pairs:,}",
            percent(row, SCORE, unit="%"),
            told(row, MARGIN),
        )
        for row in record("002_player_ladder/matches").itertuples()
    ]
    return table(("Match", "Pairs", "Score", "Margin, VP"), rows)


def never() -> list[str]:
    """What it costs each player never to do one thing, the dearest for the tactician first."""
    found = record("018_one_rule_deviations/families").set_index(["first", "family"])
    rows = []
    for family in found.loc["tactician"].sort_values("score").index:
        cells = [f"`{family.removeprefix('a:forbid=')}`"]
        for who in ("tactician", "strategist"):
            row = found.loc[(who, family)]
            cells += [percent(row, SCORE, unit="%"), f"{row.margin:+.1f}"]
        rows.append(cells)
    return table(("Never", "tactician", "VP", "strategist", "VP"), rows)


def strongest() -> list[str]:
    """What the strongest army wins that a search found, by rules of armies, budget and fineness of points."""
    found = record("023_a_list_to_play_by/proofs").sort_values("scale", kind="stable")
    fineness = ["whole VP" if scale == 1 else f"{scale} points to a VP" for scale in found["scale"].unique()]
    rows = [
        (composition(rules), f"{budget:g}", *(percent(row, WINS, ".0f") for row in part.itertuples()))
        for (rules, budget), part in found.groupby(["army_rules", "budget"], sort=False)
    ]
    return table(("Armies of", "VP", *fineness), rows)


ARMIES = {
    ("three_of_a_kind", 27): ("Hetzer", "Regulars", "Bersaglieri"),
    ("three_of_a_kind", 54): ("Tiger II (King Tiger)", "Panther D", "T-34/85", "KV-1", "Sherman I"),
    ("combined_arms", 27): ("Hetzer", "Foreign Legion"),
    ("combined_arms", 54): ("M7 Priest", "Sdkfz 232", "Sahariana"),
    ("six_to_fourteen", 27): ("Sherman Firefly", "M18 Hellcat", "Foreign Legion"),
    ("six_to_fourteen", 54): ("M7 Priest", "SU-122", "Sdkfz 234/2 Puma", "Sahariana"),
}
"""Rules and budget of an army -> the units to name: no record says which ones matter."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def outlined(army: str, named: Sequence[str]) -> str:
    """An army with some of its units by name and the number of the others; ``KeyError``: a named one is not there."""
    count = dict(Counter(unit.name for unit in parse_army(army)))
    copies = {name: count.pop(name) for name in named}
    said = [f"{number} x {name}" if number > 1 else name for name, number in copies.items()]
    return f"{', '.join(said)}, and {NUMBERS[sum(count.values())]} light ones"


def attacked() -> list[str]:
    """What the strongest army of a longer search wins against random armies, the field, and when strategists play."""
    hands = (
        record("028_the_list_attacked/hands").set_index(["player", "army_rules", "budget", "army"]).loc["strategist"]
    )
    rows = []
    for row in record("028_the_list_attacked/attacks").itertuples():
        judged = hands.loc[(row.army_rules, row.budget, row.army)]
        won = (percent(row, WINS, ".0f"), percent(row, FIELD, ".0f"), percent(judged, WINS, ".0f"))
        army = outlined(row.army, ARMIES[row.army_rules, row.budget])
        rows.append((composition(row.army_rules), f"{row.budget:g}", *won, army))
    heads = ("random armies", "the field", "strategists, random armies", "the army")
    return table(("Armies of", "VP", *heads), rows)


def changed() -> list[str]:
    """What the strongest army wins where only so many printed costs are changed, by budget."""
    found = record("023_a_list_to_play_by/patches").sort_values("budget", kind="stable")
    budgets = [f"{budget:g} VP" for budget in found["budget"].unique()]
    rows = [
        (changes, *(percent(row, WINS, ".0f") for row in part.itertuples()))
        for changes, part in found.groupby("changes")
    ]
    return table(("Printed costs changed", *budgets), rows)


KINDS = ("all", "all units", "one nation", "one class", "two classes", "few kinds", "one unit", "extremes")
"""Kinds of armies in the order of the page; nations that meet follow as the study has them."""


def even() -> list[str]:
    """How far pairs of armies of equal cost lie from an even match, by kind, list and limits."""
    found = record("023_a_list_to_play_by/even").set_index(["kind", "list", "army_rules"])
    rows = []
    for kind in dict.fromkeys((*KINDS, *found.index.unique("kind"))):
        part = found.loc[kind]
        columns = [("printed", "none"), ("this list", "none"), ("this list", "six_to_fourteen")]
        cells = [
            told(part.loc[at], ("points", "low", "high")) if at in part.index else "too few pairs" for at in columns
        ]
        name = "all kinds" if kind == "all" else kind
        rows.append((name, part["pairs"][columns[1]], *cells, part["pairs"].get(columns[2], "")))
    return table(("Both armies of", "pairs", "printed", "this list", "within its limits", "pairs"), rows)


def meetings() -> list[str]:
    """Who wins where two nations meet, and how far the list and prices for these two alone lie from even."""
    rows = [
        (
            f"{row.first} against {row.second}",
            f"{row.units_first:.0f}, {row.units_second:.0f}",
            percent(row, ("p_first", "p_low", "p_high")),
            told(row, ("points", "low", "high")),
            told(row, ("closest", "closest_low", "closest_high")),
        )
        for row in record("027_nations_that_meet/meetings").itertuples()
    ]
    heads = ("units of both", "the first wins, %", "this list", "prices for these two alone")
    return table(("First against second", *heads), rows)


def pools() -> list[str]:
    """How far the list lies from one of units that people field together."""
    found = by_condition(Prices.load(RESULTS / "021_armies_that_people_field"))
    rows = [
        (meeting(row.condition), row.units, row.other_verdicts, f"{row.price_apart:.1f}") for row in found.itertuples()
    ]
    return table(("Armies of", "units", "other verdicts", "VP apart"), rows)


def skill() -> list[str]:
    """What better players change of each class, those first that strategists take most from."""
    second, third = (step.classes.set_index("group") for step in steps()[1:])
    rows = []
    for name in third["difference"].round(2).sort_values(kind="stable").index:
        cells = [
            told(row, ("difference", "low", "high"), "+.2f") + (" *" if row.differs else "")
            for row in (second.loc[name], third.loc[name])
        ]
        rows.append((name.replace("_", " "), third["units"][name], *cells))
    return table(("Class", "Units", "Heuristic to tactician", "Tactician to strategist"), rows)


def forecasts() -> list[str]:
    """How far forecasts of two armies are off, by the chance that they foretell."""
    rows = [
        (f"{40 + row.off:g} to {50 + row.off:g}%", f"{row.pairs:,}", told(row, ("missed", "low", "high")))
        for row in misses_by_chance()
    ]
    heads = ("foretold chance of the stronger army", "pairs", "off by, points (root mean square)")
    return table(heads, rows)


TABLES: dict[str, Callable[[], list[str]]] = {
    one.__name__: one for one in (ladder, never, strongest, attacked, changed, even, meetings, pools, skill, forecasts)
}
"""What a page calls a table -> what makes its lines."""
