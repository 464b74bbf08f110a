"""Tables for the terminal: 80 columns wide, and as plain text wherever colours would be in the way."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from textwrap import fill
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tigersim.show.cells import written

if TYPE_CHECKING:
    import pandas as pd

    from tigersim.catalogue.profile import Profile
    from tigersim.catalogue.rulebook import RuleEntry
    from tigersim.catalogue.units import Unit
    from tigersim.pricing import Prices
    from tigersim.pricing.report.settled import Settled

WIDTH = 80


@dataclass(frozen=True)
class Column:
    """One column: its heading, whether it holds numbers (set to the right), and whether long cells take more lines."""

    heading: str
    number: bool = False
    fold: bool = False
    style: str = ""


def table(
    columns: Sequence[Column | str],
    rows: Iterable[Sequence[object]],
    *,
    title: str = "",
    below: str = "",
    narrow: bool = False,
) -> Group:
    """A table without a frame; ``title`` stands above it, ``below`` under it; ``narrow`` saves the space between.

    Cells are text as it is, never markup: "Jeep [usa]" stays "Jeep [usa]".
    """
    heads = [Column(column) if isinstance(column, str) else column for column in columns]
    sheet = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(one.heading for one in heads))
    sheet.padding = (0, 0 if narrow else 1, 0, 0)
    sheet.show_edge = not narrow
    for one in heads:
        sheet.add_column(
            one.heading,
            justify="right" if one.number else "left",
            no_wrap=not one.fold,
            overflow="fold" if one.fold else "ellipsis",
            style=one.style,
        )
    for row in rows:
        sheet.add_row(*(cell if isinstance(cell, Text) else Text("" if cell is None else str(cell)) for cell in row))
    above = [Text(title, style="bold")] if title else []
    return Group(*above, sheet, *([Text(below)] if below else []))


def text(shown: RenderableType, width: int = WIDTH) -> str:
    """A table as plain text without any colour code."""
    out = io.StringIO()
    Console(file=out, width=width, color_system=None, highlight=False).print(shown)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


# --- the catalogue ------------------------------------------------------------------------------------------------


def units_table(units: Sequence[tuple[Unit, int]]) -> Group:
    """Units with their cost in VP, class and traits."""
    rows = [
        (one.name, one.nation, ("improved " if one.improved else "") + one.type.replace("_", " "), cost, _traits(one))
        for one, cost in units
    ]
    columns = ("unit", "nation", "type", Column("VP", number=True), Column("+ advantages, - disadvantages", fold=True))
    return table(columns, rows, below=f"{len(rows)} units")


def _traits(unit: Unit) -> str:
    words = [f"+ {name}" for name in unit.advantages] + [f"- {name}" for name in unit.disadvantages]
    return ", ".join(words).replace("_", " ")


def profile_table(unit: Unit, profile: Profile) -> Group:
    """What the dice see of one unit, line by line, with the rules it comes from."""
    kind = ("improved " if unit.improved else "") + unit.type.replace("_", " ")
    title = f"{unit.key}: {kind}, {profile.cost} VP"
    columns = (Column("", fold=True), Column("", fold=True), Column("rules", fold=True, style="dim"))
    rows = [(label, value, ", ".join(ids)) for label, value, ids in profile.table()]
    printed = ", ".join(part for part in (_traits(unit), _notes(unit)) if part)
    return table(columns, rows, title=title, below=f"Printed: {printed}" if printed else "")


def _notes(unit: Unit) -> str:
    """What is noted beside a unit, in words."""
    flags = ("mg_only", "mg_optional", "mortar", "howitzer", "forward_only", "wheeled", "amphibious", "unarmored")
    words = [f"{size} {part}" for part in ("gun", "hull_gun", "armor") if (size := getattr(unit, part))]
    words += [name for name in flags if getattr(unit, name)]
    if unit.machine_guns:
        words.append(f"{unit.machine_guns} machine gun{'s' if unit.machine_guns > 1 else ''}")
    if unit.carries:
        words.append(f"carries {unit.carries}")
    return ", ".join(words).replace("_", " ")


def traits_table(rows: Sequence[Mapping[str, Any]]) -> Group:
    """The vocabulary of traits with price, number of units and effect."""
    columns = ("trait", Column("VP", number=True), Column("units", number=True), Column("effect", fold=True))
    lines = [(row["id"], f"{row['vp']:+d}" if row["vp"] else "0", row["units"], row["effect"]) for row in rows]
    return table(columns, lines)


def facts_table(title: str, facts: Mapping[str, Any]) -> Group:
    """Facts about one thing, one line each; empty facts are left out."""
    rows = [(name, _joined(value)) for name, value in facts.items() if value not in ("", [], (), None)]
    return table(("", Column("", fold=True)), rows, title=title)


def _joined(value: object) -> object:
    """A list of words in one line, a list of phrases or long names in a line each."""
    if not isinstance(value, list | tuple):
        return value
    items = [str(item) for item in value]
    return ("\n" if any(" " in item or len(item) > WIDTH // 3 for item in items) else ", ").join(items)


def rules_table(rows: Sequence[Mapping[str, Any]], *, with_links: bool = False) -> Group:
    """Rules with status and title; ``with_links`` adds how many functions and tests carry each."""
    count = Counter(row["status"] for row in rows)
    below = f"{len(rows)} rules" + (": " if rows else "")
    below += ", ".join(f"{number} {status}" for status, number in count.items())
    columns: list[Column | str] = ["rule", "status", Column("title", fold=True)]
    lines: list[tuple[object, ...]] = [(row["id"], row["status"], row["title"]) for row in rows]
    if with_links:
        columns += [Column("functions", number=True), Column("tests", number=True)]
        lines = [
            (*line, len(row["functions"]) or "", len(row["tests"]) or "") for line, row in zip(lines, rows, strict=True)
        ]
    return table(columns, lines, below=below)


def rulings_table(answers: Sequence[Mapping[str, Any]]) -> Group:
    """Switches with the chosen option and the other playable ones, or why the edition does not ask."""
    columns = ("ruling", "switch", Column("chosen", fold=True), Column("others played", fold=True))
    rows = [
        (
            each["id"],
            each["switch"],
            each["option"],
            each["unused"] or ", ".join(option for option in each["playable"] if option != each["option"]),
        )
        for each in answers
    ]
    return table(columns, rows)


# --- odds ---------------------------------------------------------------------------------------------------------

RANKS = {10: "10 J Q K", 11: "A"}
"""Difficulty -> its cards, where they are not the one of that number."""


HEADINGS = {
    "p_none": "no hit",
    "p_suppressed": "suppr.",
    "p_hit_scored": "hit",
    "p_lethal_scored": "lethal",
    "p_close_combat": "combat",
    "p_recovery": "recover",
    "p_find_cover": "cover",
    "expected_hits": "hits",
    "expected_inches": "inches",
}


def cards_table(title: str, meaning: Mapping[str, str], cards: Sequence[Mapping[str, Any]]) -> Group:
    """Numbers card by card: one line for all cards of a difficulty and a colour, which fare alike.

    ``cards`` have ``difficulty``, ``red``, ``forbidden`` (a rule's ID, or "") and, unless forbidden, the numbers.
    Columns of noughts are left out.
    """
    lines = {(card["difficulty"], not card["red"]): card for card in cards}
    shown = [name for name in meaning if any(card.get(name) for card in cards) and not name.startswith("p_no_")]
    rows = []
    forbidden: dict[str, set[str]] = {}
    for (difficulty, black), card in sorted(lines.items()):
        colour = "black" if black else "red"
        if card["forbidden"]:
            forbidden.setdefault(card["forbidden"], set()).add(colour)
            cells = ["-"] * len(shown)
        else:
            cells = [_number(name, card[name]) for name in shown]
        rows.append((f"{RANKS.get(difficulty, difficulty)} {colour}", *cells))
    headings = [HEADINGS.get(name, name.removeprefix("p_").replace("_", " ")) for name in shown]
    columns: list[Column | str] = ["card", *(Column(heading, number=True) for heading in headings)]
    notes = [f"Forbidden on {' and '.join(sorted(colours))} cards: {rule}." for rule, colours in forbidden.items()]
    return table(columns, rows, title=title, below=" ".join(["Exact, not sampled.", *notes]))


def _number(name: str, value: float) -> str:
    return f"{100 * value:.1f}%" if name.startswith("p_") else f"{value:.2f}"


# --- prices -------------------------------------------------------------------------------------------------------

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
    last = (Column("elsewhere", number=True), "verdict") if ranged else ("verdict", Column("n", number=True))
    columns = (
        "unit",
        "nation",
        Column("VP", number=True),
        Column("fair" if settled is None else "settled", number=True),
        Column("95%", number=True),
        Column("worth", number=True),
        *last,
    )
    held = any(str(row[-1 if ranged else -2]).endswith(HELD) for row in rows)
    legend = (
        "VP: printed cost.",
        SETTLED_LEGEND if settled else FAIR_LEGEND,
        WORTH_LEGEND,
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
    numbers = (row["cost"], answer, error, "" if isnan(row["delta"]) else worth_beside(row["delta"]))
    if ranged:
        apart = (row["range_low"] - row["price"], row["range_high"] - row["price"])
        return (row["name"], row["nation"], *numbers, " ".join(f"{end:+.1f}" for end in apart), verdict)
    return (row["name"], row["nation"], *numbers, verdict, _count(row["n"]))


def direction(delta: float) -> str:
    """In place of the price of a unit that is far from its cost and was not played again."""
    return "?" if isnan(delta) else "far more" if delta > 0 else "far less"


def worth_beside(delta: float) -> str:
    """Worth minus cost: exact near the cost, a direction far from it."""
    from tigersim.pricing.estimate.secant import ABOVE

    return f"{delta:+.2f}" if abs(delta) <= ABOVE else f"{delta:+.0f}"


SETTLED_LEGEND = (
    "settled: what to print, its cost on the list that stays as it is when all prices are revised and played by, with "
    "its 95% interval."
)
FAIR_LEGEND = (
    "fair: what to print, all other prices as they are, with its 95% interval; far more, far less: than it costs, and "
    "--close plays it again to find the price."
)
WORTH_LEGEND = (
    "worth: VP more (+) or less (-) than it costs, all other prices as printed; in whole VP: a direction, for a "
    "straight line goes too far."
)
OF_COUNT = "n: times it took the field."
OF_RANGE = "elsewhere: how far its price moves over other players, tables and sizes of armies."
OF_HELD = "*: no unit costs less than 1 VP."


def _count(number: int) -> str:
    return str(number) if number < 100_000 else f"{number // 1000}k"


def price_traits_table(traits: pd.DataFrame) -> Group:
    """What each trait is worth beside its printed price, with 95% intervals (``Prices.traits``)."""
    traits = traits.sort_values("worth", ascending=False, kind="stable")
    rows = [
        (
            row["trait"],
            f"{row['printed']:+d}",
            f"{row['worth']:+.2f}",
            f"{row['low']:+.2f} {row['high']:+.2f}",
            row["units"],
        )
        for row in traits.to_dict("records")
    ]
    columns = (
        "trait",
        Column("printed", number=True),
        Column("worth", number=True),
        Column("95%", number=True),
        Column("units", number=True),
    )
    return table(columns, rows)


def health_table(rows: Iterable[Mapping[str, Any]]) -> Group:
    """How the players fared, per battle (``lab.Health.records``)."""
    from tigersim.lab.health import OF_BATTLES, OF_PLAYERS  # loads the engine, which other tables do without

    meaning = {**OF_PLAYERS, **OF_BATTLES}
    lines, last = [], ""
    for row in rows:
        player = "" if row["player"] == last else row["player"]
        last = row["player"]
        share = f"{100 * row['share']:.1f}%"
        lines.append((player, meaning[row["count"]], f"{row['mean']:.2f}", row["most"], share))
    columns = (
        Column("player", fold=True),
        Column("per battle", fold=True),
        Column("mean", number=True),
        Column("most", number=True),
        Column("in battles", number=True),
    )
    return table(columns, lines, narrow=True)


# --- the ladder ---------------------------------------------------------------------------------------------------


def ladder_table(matches: pd.DataFrame) -> Group:
    """Matches (``lab.Ladder.matches``, or ``families`` with the family of each line): who beats whom, by how much."""
    by_family = "family" in matches
    lines, last = [], ""
    for row in matches.to_dict("records"):
        match = f"{row['first']} over {row['second']}"
        name, last = "" if match == last else match, match
        score = (f"{100 * row['score']:.1f}%", f"{100 * row['score_low']:.1f}-{100 * row['score_high']:.1f}")
        margin = (f"{row['margin']:+.1f}", f"{row['margin_low']:+.1f} {row['margin_high']:+.1f}")
        games = f"{row['wins']} {row['draws']} {row['losses']}"
        where = (row["family"],) if by_family else ()
        ending = () if by_family else (_milliseconds(row["ms_per_battle"]),)
        lines.append((name, *where, *score, games, *margin, *ending))
    columns = (
        Column("match", fold=True),
        *(("tables",) if by_family else ()),
        Column("score", number=True),
        Column("95%", number=True),
        Column("+ = -", number=True),
        Column("VP", number=True),
        Column("95%", number=True),
        *(() if by_family else (Column("ms", number=True),)),
    )
    return table(columns, lines, below="" if by_family else LADDER_LEGEND, narrow=True)


def _milliseconds(ms: float) -> str:
    return f"{ms:.2f}" if ms < 10 else f"{ms:,.0f}"


LADDER_LEGEND = """\
score: battles won and half of the drawn ones.  + = -: won, drawn, lost.
VP: how far ahead on average.  95%: each mirrored pair is one observation.
ms: milliseconds a battle on one thread."""


def checks_table(matches: pd.DataFrame) -> Group:
    """Matches of new and old weights (``lab.Tuning.checks``): who beats whom, by how much."""
    lines = [
        (
            f"{row['first']} over {row['second']}",
            f"{100 * row['score']:.1f}%",
            f"{100 * row['score_low']:.1f}-{100 * row['score_high']:.1f}",
            f"{row['wins']} {row['draws']} {row['losses']}",
            f"{row['margin']:+.2f}",
        )
        for row in matches.to_dict("records")
    ]
    numbers = (Column(name, number=True) for name in ("score", "95%", "+ = -", "VP"))
    return table((Column("match", fold=True), *numbers), lines, below=CHECKS_LEGEND, narrow=True)


CHECKS_LEGEND = """\
score: battles won and half of the drawn ones.  + = -: won, drawn, lost.
VP: how far ahead on average.  95%: each mirrored pair is one observation."""


def weights_table(changes: pd.DataFrame) -> Group:
    """Weights before and after a search (``lab.Tuning.changes()``)."""
    lines = [
        (row["weight"], f"{row['start']:g}", f"{row['found']:g}", f"{row['steps']:+.1f}")
        for row in changes.to_dict("records")
    ]
    numbers = (Column(name, number=True) for name in ("start", "found", "steps"))
    return table(("weight", *numbers), lines, below="steps: how far it moved, in units of its first step", narrow=True)


def elo_table(players: pd.DataFrame) -> Group:
    """Players by strength (``lab.Ladder.elo``)."""
    rows = [
        (row["player"], f"{row['elo']:.0f}", f"{row['low']:.0f} {row['high']:.0f}", f"{row['battles']:,}")
        for row in players.to_dict("records")
    ]
    columns = ("player", Column("Elo", number=True), Column("95%", number=True), Column("battles", number=True))
    return table(columns, rows, narrow=True)


def thinking_table(budgets: pd.DataFrame) -> Group:
    """What a planner's decisions cost (``lab.Ladder.thinking``)."""
    rows = [
        (
            row["playouts"],
            row["decisions"],
            *(f"{row[name]:.1f}" for name in ("ms_mean", "ms_95", "ms_most")),
            f"{row['ms_per_battle']:,.0f}",
        )
        for row in budgets.to_dict("records")
    ]
    headings = ("playouts", "decisions", "ms each", "95% within", "longest", "ms a battle")
    return table([Column(heading, number=True) for heading in headings], rows, narrow=True)


def comparison_table(changed: pd.DataFrame) -> Group:
    """Units whose verdict is another one on a second price list (``pricing.Comparison.changed``)."""
    rows = [
        (
            row["name"],
            row["nation"],
            row["cost"],
            f"{row['delta_first']:+.2f}",
            f"{row['delta_second']:+.2f}",
            f"{row['low']:+.2f} {row['high']:+.2f}",
            f"{row['verdict_first']} > {row['verdict_second']}",
        )
        for row in changed.to_dict("records")
    ]
    columns = (
        "unit",
        "nation",
        Column("VP", number=True),
        Column("first", number=True),
        Column("second", number=True),
        Column("apart, 95%", number=True),
        "verdicts",
    )
    return table(columns, rows, narrow=True)


def not_modelled(rules: Iterable[RuleEntry], edition: int) -> str:
    """What battles of an edition leave out: the subjects of its rules that are not modelled, biggest first."""
    reasons = [entry.how for entry in rules if entry.edition == edition and entry.status == "not modelled"]
    subjects = Counter(re.split(r" (?:is|are) not modelled", reason)[0] for reason in reasons)
    named = ", ".join(subject for subject, _ in subjects.most_common()) or "nothing"
    return f"Not modelled: {named} (tigersim rules --coverage)."


def not_played(about: Mapping[str, Any]) -> str:
    """What the second edition has and the battles of a run, by their provenance, were fought without; "" for the first
    edition, which has none of it."""
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


SHOWN_ROWS = 25
"""Rows of a study's table on the terminal; all of them stand in its file."""


def plain_table(frame: pd.DataFrame, name: str, rest: str = "") -> Group:
    """Any table of a study: its first rows, and as many columns as fit.

    ``name``: what is above it; ``rest``: where all of it is, unless that is the file ``name``.csv.
    Columns called ``p_...`` or ``share...`` are printed in percent.
    """
    shown = frame.head(SHOWN_ROWS)
    cells = {str(column): [written(str(column), value) for value in shown[column]] for column in shown}
    widths = {column: max([len(column), *map(len, texts)]) + 2 for column, texts in cells.items()}
    kept = [column for k, column in enumerate(cells) if k == 0 or sum(list(widths.values())[: k + 1]) <= WIDTH]
    hidden = [f"{count:,} more {what}" for count, what in _hidden(frame, kept)]
    numbers = set(shown.select_dtypes("number"))
    return table(
        [Column(column.replace("_", " "), number=column in numbers) for column in kept],
        [[cells[column][row] for column in kept] for row in range(len(shown))],
        title=name.replace("_", " "),
        below=f"{' and '.join(hidden)} in {rest or f'{name}.csv'}" if hidden else "",
    )


def _hidden(frame: pd.DataFrame, kept: Sequence[str]) -> list[tuple[int, str]]:
    rows, columns = max(len(frame) - SHOWN_ROWS, 0), frame.shape[1] - len(kept)
    return [(count, what) for count, what in ((rows, "rows"), (columns, "columns")) if count]
