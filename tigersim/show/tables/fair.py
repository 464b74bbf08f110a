"""Whether a match is fair, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group

from tigersim.show.tables.layout import Column, filled, numbers, table

if TYPE_CHECKING:
    from tigersim.pricing.play.fair import FairMatch
    from tigersim.pricing.play.foretell import Forecast

MOST_GAINS = 8
"""Units shown that would add most to army a, and least."""
AROUND = 4
"""Handicaps shown on either side of the even one."""


def armies_table(found: FairMatch) -> Group:
    """The two sides: armies, printed VP and players."""
    won, drawn, lost = found.counts
    rows = list(zip("ab", found.armies, found.costs, found.players, (won, lost), strict=True))
    columns = ("", Column("army", fold=True), *numbers(found.counted), Column("led by", fold=True), *numbers("won"))
    below = f"{found.battles:,} battles, {drawn:,} drawn, half of them from either side of the table."
    return table(columns, rows, below=below)


def handicap_table(found: FairMatch) -> Group:
    """Chance of army a to win, with its interval, by handicap; the even one is marked."""
    frame = found.table
    near = frame[(frame["handicap"] - found.handicap).abs() <= AROUND]
    rows = filled(
        near,
        lambda row: f"{row['handicap']:+d}" + (" even" if row["handicap"] == found.handicap else ""),
        "{p_win:.1%}",
        lambda row: f"{100 * row['p_low']:.1f} to {100 * row['p_high']:.1f}",
    )
    columns = (f"{found.counted} to army b", *numbers("a wins", "95%"))
    return table(columns, rows, below=f"Less than 0: {found.counted} given to army a. --csv prints all.")


def gains_table(found: Forecast) -> Group:
    """What one more unit would add to army a: the most and the least."""
    gains = found.gains
    few = gains if len(gains) <= 2 * MOST_GAINS else gains.iloc[[*range(MOST_GAINS), *range(-MOST_GAINS, 0)]]
    rows = filled(few, "{unit}", "{vp:+.1f}", lambda row: f"{100 * row['p_win']:+.0f}")
    columns = (Column("one more of", fold=True), *numbers("VP", "a wins, points"))
    return table(columns, rows, below="What it costs is not taken off. --csv prints all units.")
