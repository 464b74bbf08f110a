"""Players for the terminal: matches, strength, weights, and what decisions cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Group

from tigersim.show.tables.layout import Column, table

if TYPE_CHECKING:
    import pandas as pd


def health_table(rows: Iterable[Mapping[str, Any]]) -> Group:
    """How the players fared, per battle (``lab.Health.records``)."""
    from tigersim.lab.health import meaning  # loads the engine, which other tables do without

    lines, last = [], ""
    for row in rows:
        player = "" if row["player"] == last else row["player"]
        last = row["player"]
        share = f"{100 * row['share']:.1f}%"
        lines.append((player, meaning(row["count"]), f"{row['mean']:.2f}", row["most"], share))
    columns = (
        Column("player", fold=True),
        Column("per battle", fold=True),
        Column("mean", number=True),
        Column("most", number=True),
        Column("in battles", number=True),
    )
    return table(columns, lines, narrow=True)


def ladder_table(matches: pd.DataFrame) -> Group:
    """Matches (``lab.Ladder.matches``, or ``families``): who wins, by how much."""
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
    """Matches of new and old weights (``lab.Tuning.checks``): who wins, by how much."""
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
