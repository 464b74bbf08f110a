"""What a page says of a price list: what to print, which way units are off, what to doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tigersim.catalogue.units import all_units, generic_units
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.report.answers import with_answers
from tigersim.pricing.report.ranges import by_condition, verdict_changes
from tigersim.pricing.report.settled import settled_for
from tigersim.show.plots import new_axes, price_plot, range_plot, trait_plot
from tigersim.show.plots.prices import beside_cost
from tigersim.show.sections import WIDTH, Figure, Section, facts, other_rulings, settings
from tigersim.show.sheets import Cell, Column, Sheet, interval, number, sheet_of, single
from tigersim.show.tables.cells import whole_percent
from tigersim.show.tables.prices import delta_written
from tigersim.show.unit_ends import ends, row_links
from tigersim.show.words import conclusion, doubts, sentences

if TYPE_CHECKING:
    import pandas as pd

    from tigersim.pricing import Prices
    from tigersim.pricing.report.settled import Settled

TOP = 12
"""Units at either end of the picture of the most mispriced."""


def of_prices(prices: Prices, source: str) -> Section:
    """The section of a price list, with the settled list of the same game where that is at hand."""
    about, settled = prices.provenance, settled_for(prices)
    return Section(
        kind="Price list",
        study="prices",
        source=source,
        said=conclusion(prices, settled),
        sheets=price_sheets(prices, settled),
        facts=facts(about),
        figures=tuple(_figures(prices, settled)),
        doubts=tuple(doubts(prices)),
        notes=(*prices.notes, *([settled.source] if settled else [])),
        rulings=other_rulings(about),
        provenance=settings(about),
        words=True,
        ends=tuple(ends(prices, settled)),
    )


# --- figures ---------------------------------------------------------------------------------------------------------


def _figures(prices: Prices, settled: Settled | None = None) -> Iterator[Figure]:
    """The most mispriced units and the traits, where there is anything to draw."""
    ranked = beside_cost(prices, settled)
    if len(ranked):
        top = TOP if len(ranked) > 2 * TOP else None
        ends = [f"{row['name']} ({row['beside']:+.1f} VP)" for row in ranked.iloc[[0, -1]].to_dict("records")]
        what = "Fair price" if settled is None else "Settled price"
        shown = (
            f"the {TOP} best bargains and the {TOP} furthest too dear, of {len(ranked)}"
            if top
            else f"all {len(ranked)}"
        )
        yield Figure.of(
            price_plot(prices, new_axes(WIDTH, 1.6 + 0.17 * min(len(ranked), 2 * TOP)), top=top, settled=settled),
            f"{what} minus printed cost of {shown} units with 95% intervals, from {ends[0]} to {ends[1]}. "
            "The table of units has every number.",
            f"{what} minus printed cost, {shown} units: right of the line a bargain, left of it too dear. A triangle: "
            f"far off, how far is not known. 95% intervals; printed cost after the name. {prices.summary}.",
        )
    known = prices.table.dropna(subset=["price", "range_low"]).sort_values("price", kind="stable")
    if len(known):
        widest = known.iloc[(known["range_high"] - known["range_low"]).to_numpy().argmax()]
        yield Figure.of(
            range_plot(prices, new_axes(WIDTH, 1.6 + 0.17 * min(len(known), 2 * TOP)), top=TOP, settled=settled),
            f"Prices with 95% intervals and their range over conditions; the widest is that of {widest['name']}, "
            f"{widest['range_low']:.1f} to {widest['range_high']:.1f} VP. The table of units has every number.",
            f"What the {min(TOP, len(known))} cheapest and dearest units should cost, and how far that moves over "
            f"other players, tables and sizes of armies. 95% intervals; printed cost after the name. {prices.summary}.",
        )
    if prices.traits["worth"].notna().any():
        traits = prices.traits.dropna(subset="worth").sort_values("worth", kind="stable").to_dict("records")
        ends = [f"{row['trait']} ({row['worth']:+.1f} VP)" for row in (traits[0], traits[-1])]
        yield Figure.of(
            trait_plot(prices, new_axes(WIDTH, 1.4 + 0.19 * len(traits))),
            f"Worth of {len(traits)} traits with 95% intervals and their printed price, from {ends[0]} to "
            f"{ends[1]}. The table of traits has every number.",
            f"What a trait is worth, and its printed price; number of units with it in brackets. 95% intervals. "
            f"{prices.summary}.",
        )


# --- tables ----------------------------------------------------------------------------------------------------------

CLASS = Column("class", ("class",), choice=True)
RANGE = Column("range", ("range_low", "range_high"), number=True)
UNITS = (
    Column("unit", ("name",)),
    Column("in words", ("in_words",), prose=True),
    Column("nation", ("nation",), choice=True),
    Column("VP", ("cost",), number=True),
    Column("print", ("answer_whole",), number=True),
    Column("verdict", ("verdict",), choice=True),
    Column("settled", ("settled",), number=True),
    Column("95% of settled", ("settled_low", "settled_high"), number=True),
    Column("fair", ("fair",), number=True),
    Column("95% of fair", ("fair_low", "fair_high"), number=True),
    Column("delta", ("delta",), number=True),
    Column("price", ("price",), number=True),
    Column("95% of price", ("price_low", "price_high"), number=True),
    RANGE,
    Column("n", ("n",), number=True),
    CLASS,
)
OPTIONAL = ("class", "range_low", "settled", "settled_low", "fair", "fair_low", "answer_whole")
"""First names of the columns that are left out where they are known of no unit."""


def price_sheets(prices: Prices, settled: Settled | None = None) -> tuple[Sheet, ...]:
    """All tables of a price list: its units, and whatever else it has."""
    more = (
        sheet_of(prices.replays, "replays", "Units far from their cost, played again"),
        sheet_of(by_condition(prices), "conditions", "The same list elsewhere: VP from this one"),
        sheet_of(verdict_changes(prices), "verdicts", "Units that are judged otherwise elsewhere"),
        _trait_sheet(prices.traits, "traits"),
        _trait_sheet(prices.classes, "classes"),
        _health_sheet(prices.provenance),
    )
    return (unit_sheet(prices, settled), *(sheet for sheet in more if sheet.rows))


def unit_sheet(prices: Prices, settled: Settled | None = None) -> Sheet:
    """Every unit, the best bargain first; what is known of no unit is left out."""
    table = with_answers(prices, settled).reset_index(drop=True)
    more = prices.detail.reset_index(drop=True).drop(columns=table.columns, errors="ignore")
    table = table.join(more).assign(words=sentences(prices, settled))
    ranked = table.sort_values("delta", ascending=False, kind="stable", na_position="last")
    links = row_links(prices)
    classes = {one.key: one.type.replace("_", " ") for one in (*all_units(), *generic_units())}
    rows = [tuple(_unit(row, classes.get(row["key"], ""))) for row in records(ranked)]
    kept = [k for k, one in enumerate(UNITS) if one.names[0] not in OPTIONAL or any(row[k].text for row in rows)]
    return Sheet(
        "prices",
        "Every unit",
        tuple(UNITS[k] for k in kept),
        tuple(tuple(row[k] for k in kept) for row in rows),
        ("delta", "descending"),
        links=tuple(links[row["name"], row["nation"]] for row in records(ranked)),
    )


def _unit(row: Mapping[str, Any], class_: str) -> Iterator[Cell]:
    """The cells of a unit, in the order of ``UNITS``."""
    delta = row["delta"]
    yield from (Cell(row["name"]), Cell(row["words"]), Cell(row["nation"]), single(row["cost"], "d"))
    yield single(row.get("answer_whole"), ".0f")
    yield Cell(row["verdict"], mark=row["verdict"].lower().replace(" ", "-"))
    for what in ("settled", "fair"):
        price, low, high = (row.get(f"{what}{end}") for end in ("", "_low", "_high"))
        yield from (single(price, ".2f"), interval(low, high, ".2f"))
    yield number("" if delta is None else delta_written(delta), delta)
    yield from (single(row["price"], ".2f"), interval(row["price_low"], row["price_high"], ".2f"))
    yield interval(row["range_low"], row["range_high"], ".2f")
    yield from (single(row["n"], ",d"), Cell(class_))


def percent(chance: float) -> str:
    """A probability; 100% and 0% are said of certainty only."""
    return f"{whole_percent(chance)}%"


def _trait_sheet(frame: pd.DataFrame, name: str) -> Sheet:
    """Traits or classes, the most valuable first: printed price, worth, units that have it."""
    what = "class" if name == "classes" else "trait"
    columns = (
        Column(what, ("trait",)),
        Column("printed", ("printed",), number=True),
        Column("worth", ("worth",), number=True),
        Column("95%", ("low", "high"), number=True),
        Column("units", ("units",), number=True),
    )
    ranked = frame.sort_values("worth", ascending=False, kind="stable") if len(frame) else frame
    rows = tuple(
        (
            Cell(str(row["trait"]).replace("_", " ")),
            single(row["printed"], "+g"),
            single(row["worth"], "+z.2f"),
            interval(row["low"], row["high"], "+z.2f"),
            single(row["units"], "g"),
        )
        for row in records(ranked)
    )
    return Sheet(name, f"What a {what} is worth, in VP", columns, rows, ("worth", "descending"))


def _health_sheet(about: Mapping[str, Any]) -> Sheet:
    """How the players fared, per battle (``lab.Health.records``)."""
    import pandas as pd

    rows: Sequence[Mapping[str, Any]] = about.get("health", [])
    if not rows:
        return Sheet("health", "", (), ())
    from tigersim.lab.health import meaning  # loads the engine, which other pages do without

    frame = pd.DataFrame(list(rows))[["player", "count", "mean", "most", "share"]]
    frame["count"] = frame["count"].map(meaning)
    named = frame.rename(columns={"count": "per_battle", "share": "share_of_battles"})
    return sheet_of(named, "health", "How the players fared, per battle")
