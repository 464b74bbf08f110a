"""Open questions of the rulebook for the terminal: in words, with what each reading moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group

from tigersim.catalogue.reading_words import option_words, reading_words
from tigersim.catalogue.words import ENGLISH, labels
from tigersim.pricing.estimate.mispricing import BAND
from tigersim.pricing.report.moves import Moves, moves, moves_of
from tigersim.show.tables.fitted import SHOWN_ROWS
from tigersim.show.tables.layout import Column, numbers, table

if TYPE_CHECKING:
    from tigersim.catalogue.rulesets import Ruling
    from tigersim.pricing.report.findings import Findings


def ruling_table(entry: Ruling, language: str = ENGLISH) -> Group:
    """A question with its readings in words, why one is the default, and what each other one moves."""
    said, moved, told = reading_words(entry, language), moves(entry), labels("ruling", language)
    rows = [(told["default"], _reading(entry, entry.default, language)), (told["why"], said.why)]
    for option in entry.alternatives:
        lines = [_reading(entry, option, language)]
        if option in entry.playable:
            lines.append(moved[option].said(language) if option in moved else told["not_tried"])
        rows.append((told["or"], "\n".join(lines)))
    rows += [(told["rules"], ", ".join(entry.touches)), (told["note"], entry.note)]
    columns = ("", Column("", fold=True))
    return table(columns, [row for row in rows if row[1]], title=f"{entry.id}: {said.question}")


def _reading(entry: Ruling, option: str, language: str) -> str:
    """An option in words, and as it is typed."""
    played = option in entry.playable
    typed = f"--set {entry.switch}={option}" if played else labels("ruling", language)["not_played"]
    return f"{reading_words(entry, language).options[option]}\n{typed}"


def reading_tables(found: Findings) -> list[Group]:
    """What a study of readings found: the readings beyond noise, then the prices that they move."""
    tried = moves_of(found)
    beyond = [one for one in tried.values() if one.beyond_noise]
    moved = found.tables["moved"]
    shown = moved.head(SHOWN_ROWS).to_dict("records")
    more = len(moved) - len(shown)
    return [
        table(
            (Column("question and reading", fold=True), Column("moves most", fold=True), *numbers("VP", "95%")),
            [_moved(one) for one in beyond],
            title="What each other reading moves",
            below=f"The other {len(tried) - len(beyond)} readings move no unit by more than {BAND:g} VP beyond noise. "
            "All of them stand in rulings.csv.",
        ),
        table(
            (Column("unit", fold=True), *numbers("VP", "95%"), Column("reading", fold=True)),
            [
                (
                    row["unit"],
                    f"{row['effect']:+.2f}",
                    _interval(row["low"], row["high"]),
                    option_words(row["switch"], row["option"]),
                )
                for row in shown
            ],
            title="Prices that a reading moves",
            below=f"{more} more rows in moved.csv" if more else "",
        ),
    ]


def _moved(one: Moves) -> tuple[object, ...]:
    unit = f"{one.unit}, and {one.units - 1} more" if one.units > 1 else one.unit
    return _in_words(one.switch, one.option), unit, f"{one.effect:+.2f}", _interval(one.low, one.high)


def _in_words(switch: str, option: str) -> str:
    """Question and reading in a line each, after the number by which `tigersim rule` tells more."""
    known = reading_words(switch)
    return f"{known.id}: {known.question}\n{option_words(switch, option)}"


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{low:+.2f} {high:+.2f}"
