"""The units at either end of a price list, in words: the greatest bargains, and what is furthest too dear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tigersim.pricing.estimate.frames import records
from tigersim.pricing.estimate.mispricing import BARGAIN, TOO_DEAR
from tigersim.show.plots.prices import beside_cost
from tigersim.show.sections import End
from tigersim.show.sheets import links_of
from tigersim.show.words import beside_cost_in_words

if TYPE_CHECKING:
    from tigersim.pricing import Prices
    from tigersim.pricing.report.settled import Settled

ENDS = 10
"""Bargains told in words, and units that are too dear."""


def ends(prices: Prices, settled: Settled | None) -> Iterator[End]:
    """The greatest bargains, and the units that are furthest too dear, in words."""
    ranked = beside_cost(prices, settled)
    links = row_links(prices)
    for verdict, most, title in ((BARGAIN, False, "bargains"), (TOO_DEAR, True, "too dear")):
        off = ranked[ranked["verdict"] == verdict].sort_values("beside", ascending=most, kind="stable").head(ENDS)
        if len(off):
            units = tuple(
                (links[row["name"], row["nation"]], f"{row['name']} ({nation_name(row['nation'])})", told)
                for row, told in ((row, beside_cost_in_words(row)) for row in records(off))
            )
            yield End(f"{len(units)} {title}", verdict.lower().replace(" ", "-"), units)


def row_links(prices: Prices) -> dict[tuple[str, str], str]:
    """Name and nation of a unit -> the link of its row."""
    keys = list(zip(prices.table["name"], prices.table["nation"], strict=True))
    return dict(zip(keys, links_of([f"{nation} {name}" for name, nation in keys]), strict=True))


def nation_name(nation: str) -> str:
    """A nation as it is written in a sentence."""
    return nation.upper() if nation in INITIALS else nation.title()


INITIALS = ("usa", "ussr")
"""Nations that are written in capitals."""
