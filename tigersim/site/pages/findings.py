"""What was found: the list to print, traits, strong armies, evenness, with what to doubt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tigersim.catalogue.lists import TO_PRINT, TRAITS, run_folder
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import all_units
from tigersim.pricing.report.findings import Findings
from tigersim.site.page import Page
from tigersim.site.words import Words

LIST_STUDY = "023_a_list_to_play_by"
SHOWN = 10
"""Units whose costs change most, each way."""
DOUBTS = ("chance", "players", "tables", "company", "roles", "whole")


def pages(words: Words) -> Iterator[Page]:
    """One page."""
    chosen = PriceList.load(TO_PRINT)
    study = Findings.load(run_folder(LIST_STUDY))
    context = {
        "scale": chosen.scale,
        **_changes(chosen, words),
        "traits": _traits(words),
        "strongest": _strongest(study, chosen, words),
        "even": _even(study, words),
        "doubts": [words(f"findings.doubt_{name}") for name in DOUBTS],
    }
    yield Page("findings.html", words("findings.title"), words("findings.about"), "findings.html", context)


def _changes(chosen: PriceList, words: Words) -> dict[str, Any]:
    """The units whose costs rise and fall most."""
    rows = [
        (chosen.points[one.key] / chosen.scale - profile(one).cost, one)
        for one in all_units()
        if one.key in chosen.points
    ]
    rows.sort(key=lambda row: row[0])

    def told(part: list[Any]) -> list[tuple[str, str, str, str]]:
        return [
            (
                words.unit(one),
                words(f"nations.{one.nation}"),
                words.number(profile(one).cost),
                words.number(chosen.points[one.key] / chosen.scale, 1),
            )
            for _, one in part
        ]

    return {"up": told(rows[::-1][:SHOWN]), "down": told(rows[:SHOWN])}


def _traits(words: Words) -> list[tuple[str, str, str]]:
    table = Findings.load(run_folder(TRAITS)).tables["traits"]
    rows = table.dropna(subset=["worth"]).sort_values("worth", ascending=False).to_dict("records")
    return [
        (
            words(f"traits.{row['trait']}"),
            words.signed(row["printed"], 0),
            f"{words.signed(row['worth'])} [{words.signed(row['low'])}, {words.signed(row['high'])}]",
        )
        for row in rows
    ]


def _limits(study: Findings) -> str:
    """The rules of composition that the list is printed with."""
    about = study.provenance
    return str(about.get("limits") or about["army_rules"][0])


def _strongest(study: Findings, chosen: PriceList, words: Words) -> list[tuple[str, str, str]]:
    """What the strongest armies found under the list and within its limits win, by budget."""
    table = study.tables["proofs"]
    part = table[(table["scale"] == chosen.scale) & (table["army_rules"] == _limits(study))]
    return [
        (
            words.number(row["budget"]),
            words.interval(row["p_win"], row["p_low"], row["p_high"]),
            words.army(row["army"]),
        )
        for row in part.to_dict("records")
    ]


def _even(study: Findings, words: Words) -> list[tuple[str, str, str]]:
    """How far pairs of equal cost within the limits of the list lie from even: printed and by the list."""
    table = study.tables["even"]
    kinds = ("all units", "one nation", "two classes", "one class")
    points = table[table["army_rules"] == _limits(study)].set_index(["list", "kind"])["points"]
    lists = [name for name in table["list"].unique() if name != "printed"]
    return [
        (
            words(f"findings.even_{kind.replace(' ', '_')}"),
            words.number(points["printed", kind], 1),
            words.number(points[lists[-1], kind], 1),
        )
        for kind in kinds
    ]
