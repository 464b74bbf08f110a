"""A price list in words: a sentence for every unit, what all of it says, and what to doubt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

from tigersim.catalogue.rulebook import rules
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.estimate.mispricing import (
    BARGAIN,
    EQUIVALENCE,
    FAIR,
    LEAST,
    OFF,
    TOO_DEAR,
    UNDETERMINED,
    cannot_be_cheaper,
)
from tigersim.pricing.report.answers import OPEN, SETTLED, answers, with_answers

if TYPE_CHECKING:
    from tigersim.catalogue.rulebook import RuleEntry
    from tigersim.pricing import Prices
    from tigersim.pricing.report.settled import Settled


def sentence(name: str, row: Mapping[str, Any]) -> str:
    """What a row of ``pricing.report.answers.with_answers`` says of a unit; missing values None."""
    cost = f"{name} costs {row['cost']} VP"
    if row["delta"] is None:
        return f"{cost}; what it is worth these battles cannot tell."
    said = row["verdict"]
    if said in OFF:
        said += f", worth {'more' if said == BARGAIN else 'less'} than it costs"
    if cannot_be_cheaper(row["verdict"], row["cost"]):
        said += f", but no unit costs less than {LEAST} VP"
    reason = {
        FAIR: f"FAIR, its worth is within {EQUIVALENCE:g} VP of its cost",
        UNDETERMINED: "UNDETERMINED, more battles are needed",
    }
    said = reason.get(row["verdict"], said)
    if row.get("answer") is None:
        way = "more" if row["delta"] > 0 else "less"
        more = "How much, battles at another price tell (tigersim prices --close)."
        return f"{cost} and is worth much {way}: {said}. {more}"
    price, low, high = (f"{row[f'answer{end}']:.1f}" for end in ("", "_low", "_high"))
    if row["source"] == SETTLED:
        whole = f"{row['answer_whole']:.0f} in whole VP"
        return f"{cost}; its price on the settled list is {price} ({low} to {high}), {whole}: {said}."
    return f"{cost}; its price is about {price} ({low} to {high}): {said}."


def beside_cost_in_words(row: Mapping[str, Any]) -> str:
    """What a unit costs and what it should cost, as it goes on after its name; missing values None."""
    cost = f"costs {row['cost']} VP"
    if row.get("answer") is None:
        return f"{cost} and is worth much {'more' if row['delta'] > 0 else 'less'}; how much, these battles cannot tell"
    between = " to ".join(f"{row[f'answer{end}']:.1f}" for end in ("_low", "_high"))
    if cannot_be_cheaper(row["verdict"], row["cost"]):
        return f"{cost}; less would be right ({between}), but no unit costs less than {LEAST} VP"
    return f"{cost}; {row['answer_whole']:.0f} would be right ({between})"


def sentences(prices: Prices, settled: Settled | None = None) -> list[str]:
    """One sentence per row of ``Prices.table``, with the nation where names repeat."""
    rows = records(with_answers(prices, settled))
    names = [row["name"] for row in rows]
    keys = [f"{row['name']} [{row['nation']}]" if names.count(row["name"]) > 1 else row["name"] for row in rows]
    return [sentence(key, row) for key, row in zip(keys, rows, strict=True)]


def conclusion(prices: Prices, settled: Settled | None = None) -> tuple[str, ...]:
    """Which column is the price, how many units have which verdict, and how sure that is."""
    counts, most = prices.verdicts.counts, prices.half_width_95
    table = prices.table
    least = sum(map(cannot_be_cheaper, table["verdict"], table["cost"]))
    held = f" ({least} of them cost {LEAST} VP, less than which no unit costs)" if least else ""
    meaning = {
        BARGAIN: "worth more than half a VP more than the cost, beyond reasonable doubt",
        TOO_DEAR: f"worth more than half a VP less than the cost, beyond reasonable doubt{held}",
        FAIR: f"within {EQUIVALENCE:g} VP of the cost beyond reasonable doubt",
        UNDETERMINED: "so more battles are needed to tell",
    }
    said = [
        f"{counts[verdict] or 'None'} of {len(prices.table)} units {'are' if counts[verdict] > 1 else 'is'} {verdict}"
        + (f", {meaning[verdict]}." if counts[verdict] else ".")
        for verdict in meaning
    ]
    known = [f"95% of the intervals of worth reach at most {most:.2f} VP to either side."] if isfinite(most) else []
    return (*_to_print(prices, settled), *said, *known)


def _to_print(prices: Prices, settled: Settled | None) -> Iterator[str]:
    """Which column is the price, and of how many units only a direction is known."""
    found = answers(prices, settled)
    changed = int((found["answer_whole"] != prices.table["cost"].to_numpy(dtype=float))[found["answer"].notna()].sum())
    if settled is not None:
        yield (
            "The price is the column settled: what a unit costs on the list that stays as it is when all prices are "
            f"revised and played by. In whole VP {changed} of {len(found)} prices change. The list to print "
            "(tigersim list tenths) counts in tenths of a VP."
        )
    elif found["answer"].notna().any():
        yield f"The price is the column fair, all other prices as they are: {changed} whole prices change."
    if left := int((found["source"] == OPEN).sum()):
        yield (
            f"Of {left} units only a direction is known: a straight line from their cost goes too far. "
            "`tigersim prices --close` plays them again to find their price."
        )


def doubts(prices: Prices) -> Iterator[str]:
    """What no interval covers: players, tables, armies, rules, readings, distance."""
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
            f"The company. Worth is averaged over random armies of {low} to {high} units. What shines only together "
            "with one other unit does not show it here."
        )
    if "edition" in about:
        left_out = f"{not_played(about)} {not_modelled(rules(), about['edition'])}".strip()
        yield f"The rules left out cannot show their worth. {left_out}"
    yield (
        "Large differences. Worth follows a straight line from the printed cost. Beyond 3 VP it is a direction: units "
        "that were charged what the line says came out too dear when they were played again, eight of eight. The "
        "settled or the fair price is the number to go by."
    )
    yield (
        "What units are for. In these battles assaults are rare, nothing has to be held or carried, and a third of the "
        "units never acts: infantry, trucks, gliders and landing craft are priced without what they are for."
    )
    yield "The list as a whole. Only differences between units have a meaning: the list keeps its total value."


def not_modelled(rules: Iterable[RuleEntry], edition: int) -> str:
    """The subjects of an edition's rules that are not modelled, biggest first."""
    reasons = [entry.how for entry in rules if entry.edition == edition and entry.status == "not modelled"]
    subjects = Counter(re.split(r" (?:is|are) not modelled", reason)[0] for reason in reasons)
    named = ", ".join(subject for subject, _ in subjects.most_common()) or "nothing"
    return f"Not modelled: {named} (tigersim rules --coverage)."


def not_played(about: Mapping[str, Any]) -> str:
    """What the second edition has and the battles of a run were fought without.

    By their provenance; "" for the first edition, which has none of it.
    """
    from tigersim.catalogue.scenarios import STANDARD

    if about.get("edition") != 2:
        return ""
    without = {
        "scenarios": about.get("scenario", STANDARD) == STANDARD,
        "fire from off the table": about.get("support", "none") == "none",
        "fortified positions": not any(about.get("forts", ())),
        "landings": True,
    }
    return f"Not played here: {', '.join(subject for subject, true in without.items() if true)}."
