"""What a page says of several price lists together: every unit in each of them, and how far each is from the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.report.compare import compare
from tigersim.show.sections import Section
from tigersim.show.sheets import Cell, Column, Sheet, interval, links_of, number, single
from tigersim.show.tables.prices import delta_written

if TYPE_CHECKING:
    from tigersim.pricing import Prices
    from tigersim.pricing.report.compare import Comparison

UnitKey = tuple[str, str]
"""Nation and name."""


@dataclass(frozen=True)
class _List:
    """A price list under a letter; ``beside``: against the first list, None of that itself or if nothing is shared."""

    letter: str
    prices: Prices
    beside: Comparison | None

    def rows(self) -> dict[UnitKey, dict[str, Any]]:
        """Its units."""
        return {(row["nation"], row["name"]): row for row in records(self.prices.table)}

    def differences(self) -> dict[UnitKey, dict[str, Any]]:
        """What its units differ by from the first list."""
        known = [] if self.beside is None else records(self.beside.table)
        return {(row["nation"], row["name"]): row for row in known}


def of_several(lists: Sequence[tuple[str, Prices]]) -> Section:
    """The section of two or more price lists, each with the name of its folder.

    The first is the one that the others are held against.
    """
    found = [
        _List(letter, prices, _beside(lists[0][1], prices) if k else None)
        for k, (letter, (_, prices)) in enumerate(zip(_letters(len(lists)), lists, strict=True))
    ]
    legend = tuple(
        (one.letter, f"{source}: {one.prices.summary}") for one, (source, _) in zip(found, lists, strict=True)
    )
    return Section(
        kind="Comparison",
        study="comparison",
        source=f"{len(lists)} price lists",
        said=tuple(_said(found)),
        sheets=(_sheet(found),),
        facts=legend,
        notes=tuple(dict.fromkeys(note for one in found if one.beside for note in one.beside.notes)),
    )


def _letters(count: int) -> list[str]:
    """A, B, ... Z, A2, B2, ..."""
    return [ascii_uppercase[k % 26] + (str(k // 26 + 1) if k >= 26 else "") for k in range(count)]


def _beside(first: Prices, other: Prices) -> Comparison | None:
    try:
        return compare(first, other)
    except InvalidValue:  # they share fewer than two units
        return None


def _said(found: Sequence[_List]) -> Iterator[str]:
    first = found[0].letter
    for one in found[1:]:
        if one.beside is None:
            yield f"{first} and {one.letter} share fewer than two units and cannot be compared."
            continue
        low, high = one.beside.rms_interval
        table = one.beside.table
        yield (
            f"{one.letter} and {first}: their {len(table)} units are {one.beside.rms:.2f} VP apart ({low:.2f} to "
            f"{high:.2f}; root mean square, errors of chance taken off). {int(table['differs'].sum())} differ beyond "
            f"chance, and {len(one.beside.changed)} have another verdict."
        )


def _sheet(found: Sequence[_List]) -> Sheet:
    """Every unit with its worth in each list, what it differs by from the first list, and its verdicts."""
    rows, apart = [one.rows() for one in found], [one.differences() for one in found]
    units = list(dict.fromkeys(key for of in rows for key in of))
    first = rows[0]
    units.sort(key=lambda key: -(first.get(key, {}).get("delta") or float("-inf")) if key in first else float("inf"))
    return Sheet(
        "compared",
        "Every unit in every list",
        tuple(_columns([one.letter for one in found])),
        tuple(tuple(_cells(key, rows, apart)) for key in units),
        links=links_of([f"{nation} {name}" for nation, name in units], "compared"),
    )


def _columns(letters: Sequence[str]) -> Iterator[Column]:
    first = letters[0]
    yield Column("unit", ("name",), meaning="The unit.")
    yield Column("nation", ("nation",), choice=True, meaning="The nation of the unit.")
    yield Column("VP", ("cost",), number=True, meaning="What the list says the unit costs.")
    for one in letters:
        said = f"How many VP the unit is worth more (+) or less (-) than it costs, in list {one}."
        yield Column(f"worth in {one}", (f"worth_{one}",), number=True, meaning=said)
    for one in letters[1:]:
        said = f"Worth in list {one} minus worth in list {first}, in VP."
        yield Column(f"{one} minus {first}", (f"difference_{one}",), number=True, meaning=said)
        names = (f"difference_{one}_low", f"difference_{one}_high")
        yield Column(f"95% of {one} minus {first}", names, number=True, meaning="The 95% interval of that difference.")
        said = "Whether that is more than chance; 5% of those called so are wrong, on average."
        yield Column(f"{one} differs", (f"differs_{one}",), choice=True, meaning=said)
    for one in letters:
        said = f"What list {one} says of the cost of the unit."
        yield Column(f"verdict in {one}", (f"verdict_{one}",), choice=True, meaning=said)


def _cells(
    key: UnitKey, rows: Sequence[dict[UnitKey, dict[str, Any]]], apart: Sequence[dict[UnitKey, dict[str, Any]]]
) -> Iterator[Cell]:
    """The cells of a unit, in the order of ``_columns``; empty where a list does not have it."""
    nation, name = key
    cost = next(of[key]["cost"] for of in rows if key in of)
    yield from (Cell(name), Cell(nation), single(cost, "d"))
    for of in rows:
        delta = of.get(key, {}).get("delta")
        yield number("" if delta is None else delta_written(delta), delta)
    for differences in apart[1:]:
        row = differences.get(key, {})
        yield single(row.get("difference"), "+z.2f")
        yield interval(row.get("low"), row.get("high"), "+z.2f")
        yield Cell("" if not row else "yes" if row["differs"] else "no")
    for of in rows:
        verdict = of.get(key, {}).get("verdict", "")
        yield Cell(verdict, mark=verdict.lower().replace(" ", "-"))
