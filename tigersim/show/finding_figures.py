"""The pictures of a study, by its kind: which there are, their size, what they show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tigersim.catalogue.reading_words import option_words
from tigersim.show import plots
from tigersim.show.plots.forest import height
from tigersim.show.plots.prices import list_plot, trait_worth_plot
from tigersim.show.plots.validation import MOST, READING_ROW

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from tigersim.pricing.report.findings import Findings

TOP = 12
"""Units at either end of the picture of a list."""


@dataclass(frozen=True)
class Picture:
    """A picture of a kind of study."""

    name: str
    """Of its file."""
    needs: tuple[str, ...]
    """Tables that it is drawn from."""
    draw: Callable[[Findings, Axes | None], Axes]
    """On given axes, or on its own."""
    inches: Callable[[Findings], float] | None
    """Its height on a page; None for a picture that knows its own size."""
    alt: Callable[[Findings], str]
    """What it shows, for readers who cannot see it."""
    caption: str
    """What it shows, for all others."""


def pictures(found: Findings) -> Iterator[Picture]:
    """The pictures of these findings: those of their kind whose tables have rows."""
    for one in OF_KIND.get(found.kind, ()):
        if all(name in found.tables and len(found.tables[name]) for name in one.needs):
            yield one


def _ends(table: pd.DataFrame, name: str | Sequence[str], value: str, form: str) -> str:
    """The rows of the smallest and of the largest value in words."""
    ranked = table.dropna(subset=value).sort_values(value, kind="stable")
    names = [name] if isinstance(name, str) else name
    ends = [
        f"{' '.join(str(row[one]) for one in names)} ({row[value]:{form}})"
        for _, row in ranked.iloc[[0, -1]].iterrows()
    ]
    return f"from {ends[0]} to {ends[1]}"


def _curves(found: Findings) -> str:
    table = found.tables["calibration"]
    said = [
        f"{name}: forecasts {part['forecast'].min():.2f} to {part['forecast'].max():.2f}, "
        f"at most {(part['came'] - part['forecast']).abs().max():.2f} from what came"
        for name, part in table.groupby("forecast_by", sort=False)
    ]
    return f"Forecast chances against shares of battles won. By {'; by '.join(said)}."


def _with_readings(moved: pd.DataFrame) -> pd.DataFrame:
    """The prices that readings move, with the readings in words."""
    words = [option_words(switch, option) for switch, option in zip(moved["switch"], moved["option"], strict=True)]
    return moved.assign(reading=[f"if {text[:1].lower()}{text[1:].rstrip('.')}" for text in words])


OF_KIND: dict[str, tuple[Picture, ...]] = {
    "traits": (
        Picture(
            "traits",
            ("traits", "cells"),
            trait_worth_plot,
            lambda found: height(len(found.tables["traits"]), 0.2),
            lambda found: (
                f"Worth of traits on standard units, and their printed VP, "
                f"{_ends(found.tables['traits'], 'trait', 'worth', '+.1f')}."
            ),
            "What a trait is worth on standard units: the mean over the classes with its 95% interval, each class, and "
            "the printed VP.",
        ),
    ),
    "equilibrium": (
        Picture(
            "list",
            ("list",),
            lambda found, ax: list_plot(found, ax, top=TOP),
            lambda found: height(min(len(found.tables["list"]), 2 * TOP)),
            lambda found: (
                f"Prices of the list that has settled, and the printed costs, "
                f"{_ends(found.tables['list'], ['name'], 'price', '.1f')} VP."
            ),
            f"The {TOP} cheapest and the {TOP} dearest units of the list that has settled, with 95% intervals, next to "
            "what they cost in print.",
        ),
    ),
    "validation": (
        Picture(
            "calibration",
            ("calibration", "forecasts"),
            plots.calibration_plot,
            lambda _: 5.2,
            _curves,
            "What prices foretell of fresh armies, and what came. On the diagonal a forecast means what it says; the "
            "further its marks lie apart, the more it tells.",
        ),
        Picture(
            "matched",
            ("matched",),
            plots.matched_plot,
            lambda found: height(len(found.tables["matched"]), 0.32),
            lambda found: (
                f"How far true win rates of armies of equal price lie from a half, "
                f"{_ends(found.tables['matched'], 'list', 'points', '.1f')} points."
            ),
            "How even armies of equal price are under each list: the further left, the more even.",
        ),
        Picture(
            "counters",
            ("counters",),
            plots.counters_matrix,
            None,
            lambda found: (
                f"Shares of battles won between armies of one class, "
                f"{_ends(found.tables['counters'], ['first', 'against'], 'p_first_wins', '.0%')}."
            ),
            "Counters among armies of one class and equal price: share of the battles that the row wins "
            "against the column, where it is another than their strengths say.",
        ),
    ),
    "exploit": (
        Picture(
            "exploits",
            ("exploits",),
            plots.exploit_plot,
            lambda found: height(len(found.tables["exploits"].groupby(["list", "copies"])), 0.46),
            lambda found: (
                f"Battles won by the strongest army found under each list, "
                f"{_ends(found.tables['exploits'], 'list', 'p_win', '.1%')}."
            ),
            "What the strongest army that was found under each list wins against random armies of its budget.",
        ),
    ),
    "list": (
        Picture(
            "fineness",
            ("proofs",),
            plots.fineness_plot,
            lambda found: height(len(found.tables["proofs"].groupby(["army_rules", "scale"])), 0.34),
            lambda found: (
                f"Battles won by the strongest army that a fresh search finds, "
                f"{_ends(found.tables['proofs'], ['army_rules', 'scale', 'budget'], 'p_win', '.1%')}."
            ),
            "What the strongest army that a fresh search finds wins against random armies of its cost, by the points "
            "that make a VP and the rules of composition.",
        ),
    ),
    "armies": (
        Picture(
            "tenths",
            ("tenths",),
            plots.tenths_plot,
            lambda _: 5.2,
            lambda found: (
                f"Forecasts of battles between armies against what came, bias "
                f"{_ends(found.tables['tenths'], ['kind', 'tenth'], 'bias', '+.1f')} points."
            ),
            "What the model of armies foretells of fresh pairs of armies, and what came, by tenths of all pairs and of "
            "those of each kind.",
        ),
    ),
    "rulings": (
        Picture(
            "rulings",
            ("moved",),
            plots.readings_plot,
            lambda found: height(min(len(found.tables["moved"]), MOST), READING_ROW),
            lambda found: (
                f"Changes of prices by other readings of unclear rules, "
                f"{_ends(_with_readings(found.tables['moved']), ['unit', 'reading'], 'effect', '+.1f')} VP."
            ),
            "The readings of unclear rules that move a price furthest, with 95% intervals.",
        ),
    ),
    "duels": (
        Picture(
            "duels",
            ("duels",),
            plots.duel_plot,
            lambda found: height(len(found.tables["duels"]), 0.12),
            lambda found: (
                f"How many X are an even fight for the Y, in {len(found.tables['duels'])} duels, next to how "
                "many their printed costs say."
            ),
            "How many of the first unit equal the second, with 95% intervals, next to how many the printed costs say.",
        ),
    ),
}
"""Kind of study -> its pictures, the chief one first."""
