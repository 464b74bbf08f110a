"""What units are worth, for the terminal: a few next to each other, or many in rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from tigersim.catalogue.worth_in_short import MEANING, counted
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.report.duel_table import ABOUT, duels_of
from tigersim.pricing.report.worth import best_and_worst, reading_in_words
from tigersim.show.tables.cells import whole_percent
from tigersim.show.tables.layout import Column, filled, numbers, table
from tigersim.show.tables.prices import VERDICT_STYLES, direction

if TYPE_CHECKING:
    import pandas as pd

    from tigersim.pricing.report.worth import Worth

ABREAST = 3
"""The most units that stand next to each other; more are rows."""
NAMED = 2
"""Enemies that duel alike and are named; of more the number is told."""
TO_PRINT_LEGEND = (
    "To print: the list that makes strong armies of equal cost even (tigersim list tenths; ten points make a VP). "
    "Price: what it costs on the list that stays as it is when all prices are revised and played by, with its 95% "
    "interval; in whole VP, print the whole number nearest to it. Both are estimates of one thing, {:.1f} VP apart "
    "over all units (root mean square)."
)
RUN_LEGEND = (
    "To print: the price that this run found, with its 95% interval; the list that comes along is of other terms."
)
ELSEWHERE_LEGEND = "Elsewhere: its price under other players, tables and sizes of armies (95%)."


def worth_table(found: Worth) -> Group:
    """What units are worth: up to three next to each other with what moves them, more in rows."""
    return _abreast(found) if len(found.table) <= ABREAST else _rows(found)


def _legend(found: Worth) -> str:
    known = found.table["points"].notna().any()
    ranged = found.table["elsewhere_low"].notna().any()
    return " ".join(
        [TO_PRINT_LEGEND.format(found.apart) if known else RUN_LEGEND, *([ELSEWHERE_LEGEND] if ranged else [])]
    )


def _rows(found: Worth) -> Group:
    rows = filled(
        found.table.astype(object).where(found.table.notna(), None),
        "{name}",
        "{nation}",
        "{cost:.0f}",
        lambda row: Text(_vp(row["to_print"]) or direction(row["delta"]), style="bold"),
        lambda row: _vp(row["price"]),
        lambda row: "" if row["price"] is None else f"{row['price_low']:.1f} to {row['price_high']:.1f}",
        _elsewhere,
        lambda row: Text(row["verdict"] + ("*" if row["at_least"] else ""), VERDICT_STYLES.get(row["verdict"], "")),
    )
    columns = (
        Column("unit", fold=True),
        "nation",
        *numbers("VP", "print", "price", "95%", "elsewhere"),
        "verdict",
    )
    least = " *: no unit costs less than 1 VP." if found.table["at_least"].any() else ""
    return table(columns, rows, below=f"VP: as printed. {_legend(found)}{least}", narrow=True)


def _abreast(found: Worth) -> Group:
    keys, rows = found.keys, records(found.table)
    lines = [dict(_lines(found, key, row)) for key, row in zip(keys, rows, strict=True)]
    labels = list(dict.fromkeys(label for each in lines for label in each))
    cells = [(label, *(each.get(label, "") for each in lines)) for label in labels]
    heads = [key if len(keys) > 1 else "" for key in keys]
    below = f"{_legend(found)} Traits: VP that one adds to a plain unit of the class. Duels: VP that it destroys minus "
    below += f"VP that it loses within six turns at printed costs, mean over 10 and 20 inches, {ABOUT}."
    return table(["", *(Column(head, fold=True) for head in heads)], cells, below=below)


def _lines(found: Worth, key: str, row: Mapping[Any, Any]) -> Iterator[tuple[str, str | Text]]:
    """Label and cell of one unit."""
    yield "printed", f"{row['cost']:.0f} VP"
    points = "" if row["points"] is None else f" ({counted(row['points'])})"
    answer = f"{direction(row['delta'])} VP" if row["to_print"] is None else f"{_vp(row['to_print'])} VP{points}"
    yield "to print", Text(answer, style="bold")
    if row["price"] is not None:
        yield "price", f"{row['price']:.1f} VP ({row['price_low']:.1f} to {row['price_high']:.1f})"
        yield "in whole VP", f"{row['whole']:.0f} VP"
    if row["elsewhere_low"] is not None:
        yield "elsewhere", f"{_elsewhere(row)} VP"
    held = "; no unit costs less than 1 VP" if row["at_least"] else ""
    verdict = Text(row["verdict"], style=VERDICT_STYLES.get(row["verdict"], ""))
    yield "verdict", verdict.append(f": {MEANING[row['verdict']]}{held}", style="not bold")
    if row["conditions"] is not None:
        yield "", f"the same in {row['same']:.0f} of {row['conditions']:.0f} conditions"
    traits = _several(_trait(one) for one in records(found.traits[found.traits["unit"] == key]))
    yield "its traits", traits or "none that makes a difference"
    yield (
        "unclear rules",
        _several(_reading(one) for one in records(found.readings[found.readings["unit"] == key])) or "none moves it",
    )
    best, worst = best_and_worst(key)
    yield "best duels", _several(map(_duel, records(best)))
    yield "worst duels", _several(map(_duel, records(worst)))
    others = [one for one in found.keys if one != key]
    if others and len(best) + len(worst):
        there = duels_of(key).set_index("enemy")
        met = [{"enemy": one, **there.loc[one].to_dict()} for one in others if one in there.index]
        yield "each other", _several(map(_duel, met))


def _several(lines: Any) -> str:
    return "\n".join(lines)


def _trait(row: Mapping[Any, Any]) -> str:
    asked = f", printed {row['printed']:+d}" if row["printed"] else ""
    return f"{row['trait'].replace('_', ' ')} {row['worth']:+.1f} ({row['low']:+.1f} to {row['high']:+.1f}{asked})"


def _reading(row: Mapping[Any, Any]) -> str:
    return f"{row['effect']:+.1f} {row['id']} {reading_in_words(row['switch'], row['option'])}"


def _duel(row: Mapping[Any, Any]) -> str:
    names = row["enemy"].split(", ")
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    wins, loses = (whole_percent(_mean(row, f"p_{what}_")) for what in ("wins", "loses"))
    return f"{row['gain']:+.1f} {', '.join(names[:NAMED])}{more}: wins {wins}%, loses {loses}%"


def _mean(row: Mapping[Any, Any], start: str) -> float:
    chances = [float(value) for name, value in row.items() if name.startswith(start)]
    return sum(chances) / len(chances)


def _vp(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _elsewhere(row: Mapping[Any, Any]) -> str:
    return "" if row["elsewhere_low"] is None else f"{row['elsewhere_low']:.1f} to {row['elsewhere_high']:.1f}"


def duels_of_table(key: str, frame: pd.DataFrame) -> Group:
    """All exact duels of a unit, the best first."""
    inches = [name.removeprefix("p_wins_") for name in map(str, frame) if name.startswith("p_wins_")]
    chances = [f"p_{what}_{each}" for each in inches for what in ("wins", "loses")]
    heads = [f'{what} {each}"' for each in inches for what in ("wins", "loses")]
    rows = [
        (row["enemy"], f"{row['gain']:+.2f}", *(f"{whole_percent(row[name])}%" for name in chances))
        for row in frame.to_dict("records")
    ]
    below = (
        "VP: what it destroys minus what it loses on average within six turns, at printed costs, mean over the "
        f"distances. Wins, loses: the enemy, or the unit itself, is destroyed within six turns, {ABOUT}."
    )
    return table(("enemy", *numbers("VP", *heads)), rows, title=f"Duels of {key}", below=below, narrow=True)
