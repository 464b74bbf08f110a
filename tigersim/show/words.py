"""A price list in words: a sentence for every unit, what all of it says, and what to doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

from tigersim.catalogue.rulebook import rules
from tigersim.pricing.frames import records
from tigersim.pricing.mispricing import EQUIVALENCE, FAIR, MISPRICED, UNDETERMINED
from tigersim.show.tables import not_modelled, not_played

if TYPE_CHECKING:
    from tigersim.pricing import Prices


def sentence(name: str, row: Mapping[str, Any]) -> str:
    """What a row of ``Prices.table`` says of a unit, its worth being printed cost plus delta; missing values None."""
    cost = f"{name} costs {row['cost']} VP"
    if row["delta"] is None:
        return f"{cost}; what it is worth these battles cannot tell."
    worth, low, high = (row["cost"] + row[column] for column in ("delta", "delta_low", "delta_high"))
    reason = {
        MISPRICED: "a bargain" if row["delta"] > 0 else "too dear",
        FAIR: f"its worth is within {EQUIVALENCE:g} VP of its cost",
        UNDETERMINED: "more battles are needed",
    }
    said = f"{row['verdict']}, {reason[row['verdict']]}" if row["verdict"] in reason else row["verdict"]
    return f"{cost} and is worth about {worth:.1f} ({low:.1f} to {high:.1f}): {said}."


def sentences(prices: Prices) -> list[str]:
    """One sentence per row of ``Prices.table``; units of one name are told apart by their nation."""
    rows = records(prices.table)
    names = [row["name"] for row in rows]
    keys = [f"{row['name']} [{row['nation']}]" if names.count(row["name"]) > 1 else row["name"] for row in rows]
    return [sentence(key, row) for key, row in zip(keys, rows, strict=True)]


def conclusion(prices: Prices) -> tuple[str, ...]:
    """How many units are mispriced, and which way; how many are fair; how many are open; how sure that is."""
    counts, most = prices.verdicts.counts, prices.half_width_95
    wrong = prices.table[prices.table["verdict"] == MISPRICED]
    cheap = int((wrong["delta"] > 0).sum())
    meaning = {
        MISPRICED: f"off by more than half a VP beyond reasonable doubt: {cheap} worth more than the cost "
        f"(bargains), {len(wrong) - cheap} worth less (too dear)",
        FAIR: f"within {EQUIVALENCE:g} VP of the cost beyond reasonable doubt",
        UNDETERMINED: "so more battles are needed to tell",
    }
    said = [
        f"{counts[verdict] or 'None'} of {len(prices.table)} units {'are' if counts[verdict] > 1 else 'is'} {verdict}"
        + (f", {meaning[verdict]}." if counts[verdict] else ".")
        for verdict in meaning
    ]
    known = [f"95% of the intervals of worth reach at most {most:.2f} VP to either side."] if isfinite(most) else []
    return (*said, *known)


def doubts(prices: Prices) -> Iterator[str]:
    """What no interval covers, as far as the provenance tells: players, tables, armies, rules, readings, distance."""
    about = prices.provenance
    yield "The intervals cover chance, and only chance. They cover none of what follows."
    if "players" in about:
        yield (
            "The players. A price is a price for the players who played, here "
            f"{' against '.join(map(str, about['players']))}; others may make more of a unit, or less."
        )
    if "family" in about:
        light, heavy = about.get("forts", (0, 0))
        held = f", with {light} light and {heavy} heavy positions of the defender" if light or heavy else ""
        tables = f"random tables of the family {about['family']}{held}"
        yield f"The tables. All are {tables}; on others a unit may be worth more."
    if "sizes" in about:
        low, high = about["sizes"]
        yield (
            f"The company. Worth is averaged over random armies of {low} to {high} units. What shines only beside one "
            "other unit does not show it here."
        )
    if "edition" in about:
        left_out = f"{not_played(about)} {not_modelled(rules(), about['edition'])}".strip()
        yield f"The rules left out cannot show their worth. {left_out}"
    yield (
        "Large differences. Worth follows a straight line from the printed cost; for a unit that is worth several "
        "times its cost the price in a list revised throughout is the better guide."
    )
    yield "The list as a whole. Only differences between units have a meaning: the list keeps its total value."
