"""Players for the terminal: matches, strength, weights, and what decisions cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Group

from tigersim.show.tables.layout import Column, filled, numbers, table

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
    columns = (Column("player", fold=True), Column("per battle", fold=True), *numbers("mean", "most", "in battles"))
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
        time = () if by_family else (_milliseconds(row["ms_per_battle"]),)
        lines.append((name, *where, *score, games, *margin, *time))
    ending = () if by_family else ("ms",)
    tables = ("tables",) if by_family else ()
    columns = (Column("match", fold=True), *tables, *numbers("score", "95%", "+ = -", "VP", "95%", *ending))
    return table(columns, lines, below="" if by_family else LADDER_LEGEND, narrow=True)


def _milliseconds(ms: float) -> str:
    return f"{ms:.2f}" if ms < 10 else f"{ms:,.0f}"


CHECKS_LEGEND = """\
score: battles won and half of the drawn ones.  + = -: won, drawn, lost.
VP: how far ahead on average.  95%: each mirrored pair is one observation."""
LADDER_LEGEND = f"{CHECKS_LEGEND}\nms: milliseconds a battle on one thread."


def checks_table(matches: pd.DataFrame) -> Group:
    """Matches of new and old weights (``lab.Tuning.checks``): who wins, by how much."""
    lines = filled(
        matches,
        "{first} over {second}",
        "{score:.1%}",
        lambda row: f"{100 * row['score_low']:.1f}-{100 * row['score_high']:.1f}",
        "{wins} {draws} {losses}",
        "{margin:+.2f}",
    )
    columns = (Column("match", fold=True), *numbers("score", "95%", "+ = -", "VP"))
    return table(columns, lines, below=CHECKS_LEGEND, narrow=True)


def weights_table(changes: pd.DataFrame) -> Group:
    """Weights before and after a search (``lab.Tuning.changes()``)."""
    lines = filled(changes, "{weight}", "{start:g}", "{found:g}", "{steps:+.1f}")
    columns = ("weight", *numbers("start", "found", "steps"))
    return table(columns, lines, below="steps: how far it moved, in units of its first step", narrow=True)


def elo_table(players: pd.DataFrame) -> Group:
    """Players by strength (``lab.Ladder.elo``)."""
    rows = filled(players, "{player}", "{elo:.0f}", "{low:.0f} {high:.0f}", "{battles:,}")
    return table(("player", *numbers("Elo", "95%", "battles")), rows, narrow=True)


def thinking_table(budgets: pd.DataFrame) -> Group:
    """What a planner's decisions cost (``lab.Ladder.thinking``)."""
    times = ("{ms_mean:.1f}", "{ms_95:.1f}", "{ms_most:.1f}", "{ms_per_battle:,.0f}")
    headings = ("playouts", "decisions", "ms each", "95% within", "longest", "ms a battle")
    return table(numbers(*headings), filled(budgets, "{playouts}", "{decisions}", *times), narrow=True)
