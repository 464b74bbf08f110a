"""Prices of units and traits for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from textwrap import fill
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from tigersim.show.tables.layout import WIDTH, Column, filled, numbers, table

if TYPE_CHECKING:
    import pandas as pd

    from tigersim.pricing import Prices
    from tigersim.pricing.play.own_unit import OwnPrice
    from tigersim.pricing.report.settled import Settled

VERDICT_STYLES = {"BARGAIN": "bold green", "TOO DEAR": "bold red", "FAIR": "", "UNDETERMINED": "dim"}
HELD = "*"
"""Behind the verdict of a unit that cannot be cheaper."""


def prices_table(prices: Prices, settled: Settled | None = None) -> Group:
    """All units from the best bargain down: what to print, and which way the cost is off.

    Behind it, how far the price moves under other conditions where they were asked for, else how often the unit took
    the field.
    """
    from tigersim.pricing.report.answers import with_answers

    ranked = with_answers(prices, settled).sort_values("delta", ascending=False, kind="stable")
    ranged = bool(prices.table["range_low"].notna().any())
    rows = [_price_row(row, ranged) for row in ranked.to_dict("records")]
    last = (*numbers("elsewhere"), "verdict") if ranged else ("verdict", *numbers("n"))
    columns = (
        Column("unit", fold=True),
        "nation",
        *numbers("VP", "settled" if settled else "fair", "95%", "delta"),
        *last,
    )
    held = any(str(row[-1 if ranged else -2]).endswith(HELD) for row in rows)
    legend = (
        "VP: printed cost.",
        SETTLED_LEGEND if settled else FAIR_LEGEND,
        DELTA_LEGEND,
        OF_RANGE if ranged else OF_COUNT,
        OF_HELD if held else "",
    )
    return table(columns, rows, below=fill("  ".join(filter(None, legend)), WIDTH), narrow=True)


def _price_row(row: Mapping[Any, Any], ranged: bool) -> tuple[object, ...]:
    """The cells of a unit; without an interval where only a direction is known."""
    from tigersim.pricing.estimate.mispricing import cannot_be_cheaper  # loads scipy, which other tables do without

    verdict = Text(row["verdict"], style=VERDICT_STYLES.get(row["verdict"], ""))
    if cannot_be_cheaper(row["verdict"], row["cost"]):
        verdict.append(HELD)
    half = 0.5 * (row["answer_high"] - row["answer_low"])
    if not isnan(row["answer"]):
        answer, error = f"{row['answer']:.1f}", f"±{half:.2f}"
    else:
        answer, error = direction(row["delta"]), ""
    numbers = (row["cost"], answer, error, "" if isnan(row["delta"]) else delta_written(row["delta"]))
    if ranged:
        apart = (row["range_low"] - row["price"], row["range_high"] - row["price"])
        return (row["name"], row["nation"], *numbers, " ".join(f"{end:+.1f}" for end in apart), verdict)
    return (row["name"], row["nation"], *numbers, verdict, _count(row["n"]))


def direction(delta: float) -> str:
    """In place of the price of a unit that is far from its cost and was not played again."""
    return "?" if isnan(delta) else "far more" if delta > 0 else "far less"


def delta_written(delta: float) -> str:
    """Worth minus cost: exact near the cost, a direction far from it."""
    from tigersim.pricing.estimate.secant import ABOVE

    return f"{delta:+.2f}" if abs(delta) <= ABOVE else f"{delta:+.0f}"


SETTLED_LEGEND = (
    "settled: its price, what it costs on the list that stays as it is when all prices are revised and played by, with "
    "its 95% interval."
)
FAIR_LEGEND = (
    "fair: its price, all other prices as they are, with its 95% interval; far more, far less: than it costs, and "
    "--close plays it again to find the price."
)
DELTA_LEGEND = (
    "delta: worth minus cost, VP, all other prices as printed; in whole VP: a direction, for a straight line goes too "
    "far."
)
OF_COUNT = "n: times it took the field."
OF_RANGE = "elsewhere: how far its price moves over other players, tables and sizes of armies."
OF_HELD = "*: no unit costs less than 1 VP."


def _count(number: int) -> str:
    return str(number) if number < 100_000 else f"{number // 1000}k"


def price_traits_table(traits: pd.DataFrame) -> Group:
    """What each trait is worth next to its printed price, with 95% intervals (``Prices.traits``)."""
    traits = traits.dropna(subset="worth").sort_values("worth", ascending=False, kind="stable")
    forms = ("{trait}", "{printed:+d}", "{worth:+.2f}", "{low:+.2f} {high:+.2f}", "{units}")
    return table(("trait", *numbers("printed", "worth", "95%", "units")), filled(traits, *forms))


def comparison_table(changed: pd.DataFrame) -> Group:
    """Units whose verdict a second price list changes (``pricing.Comparison.changed``)."""
    values = ("{cost}", "{delta_first:+.2f}", "{delta_second:+.2f}", "{low:+.2f} {high:+.2f}")
    rows = filled(changed, "{name}", "{nation}", *values, "{verdict_first} > {verdict_second}")
    columns = (Column("unit", fold=True), "nation", *numbers("VP", "first", "second", "apart, 95%"), "verdicts")
    return table(columns, rows, title="Units whose verdict is another one", narrow=True)


def class_differences_table(classes: pd.DataFrame) -> Group:
    """How far apart two lists are in every class (``pricing.Comparison.classes``)."""
    from tigersim.pricing.estimate.secant import ABOVE

    rows = filled(
        classes.sort_values("difference", ascending=False, kind="stable"),
        *APART,
        lambda row: "yes" if row["differs"] else "no",
    )
    title = "Classes: mean difference of their units, VP, second list minus first"
    below = f"far: units more than {ABOVE:g} VP off their cost, where a straight line goes too far.\n"
    return table(("class", *numbers("units", "far", "apart", "95%"), "beyond chance"), rows, title=title, below=below)


def trait_differences_table(traits: pd.DataFrame) -> Group:
    """The traits by which two lists differ beyond chance (``pricing.Comparison.traits``)."""
    apart = traits[traits["differs"]].sort_values("difference", ascending=False, kind="stable")
    if not len(apart):
        return Group(Text(f"None of {len(traits)} traits differs beyond chance, class and other traits taken off.\n"))
    title = f"Traits: {len(apart)} of {len(traits)} differ beyond chance, class and other traits taken off"
    return table(("trait", *numbers("units", "far", "apart", "95%")), filled(apart, *APART), title=title)


APART = ("{group}", "{units}", "{far}", "{difference:+.2f}", "{low:+.2f} {high:+.2f}")


def class_table(found: OwnPrice) -> Group:
    """All units of the class of a unit of one's own by worth, that unit marked."""
    from tigersim.pricing.estimate.mispricing import cannot_be_cheaper  # loads scipy, which other tables do without

    known = found.beside["settled"].notna()
    held = any(map(cannot_be_cheaper, found.beside["verdict"], found.beside["cost"]))
    rows = filled(
        found.beside,
        lambda row: f"{MARK if row['own'] else ''}{row['unit']}",
        "{cost}",
        lambda row: "" if isnan(row["settled"]) else f"{row['settled']:.1f}",
        lambda row: direction(_way(row["verdict"])) if isnan(row["worth"]) else f"{row['worth']:.1f}",
        lambda row: "" if isnan(row["worth"]) else f"{row['low']:.1f} to {row['high']:.1f}",
        lambda row: row["verdict"] + (HELD if cannot_be_cheaper(row["verdict"], row["cost"]) else ""),
    )
    title = f"{found.unit.type.replace('_', ' ').capitalize()}: what each is worth, all other prices as they are"
    columns = (Column("unit", fold=True), *numbers("VP", "settled", "worth", "95%"), "verdict")
    return table(columns, rows, title=title, below="  ".join([OF_SETTLED] * bool(known.any()) + [OF_HELD] * held))


def _way(verdict: str) -> float:
    return 1.0 if verdict == "BARGAIN" else -1.0


MARK = "> "
OF_SETTLED = "settled: on the list that stays as it is when all prices are revised and played by."


def trait_worths_table(traits: pd.DataFrame) -> Group:
    """What each trait is worth over the classes, next to its printed VP."""
    rows = filled(
        traits.sort_values("worth", ascending=False, kind="stable"),
        "{trait}",
        lambda row: f"{row['printed']:+d}" if row["printed"] else "0",
        lambda row: _vp(row["worth"]),
        lambda row: f"{_vp(row['low'])} {_vp(row['high'])}",
        lambda row: "" if isnan(row["spread"]) else f"{row['spread']:.1f}",
        lambda row: _vp(row["carried"]),
        lambda row: f"{_vp(row['carried_low'])} {_vp(row['carried_high'])}".strip(),
        "{mispriced}",
        "{classes}",
        "{idle}",
    )
    below = (
        "VP. asks: as printed; worth: mean over the classes, sd: between them;\n"
        "carried: mean over the historical units with it; off: a bargain or too dear on\n"
        "so many of so many classes; 0: classes on which it makes no difference."
    )
    headings = numbers("asks", "worth", "95%", "sd", "carried", "95%", "off", "of", "0")
    return table(("trait", *headings), rows, below=below, narrow=True)


def _vp(value: float) -> str:
    return "" if isnan(value) else f"{value:+.2f}"
