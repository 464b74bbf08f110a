"""Whether a match is fair, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group

from tigersim.show.tables.layout import Column, table

if TYPE_CHECKING:
    from tigersim.pricing.play.fair import FairMatch

AROUND = 4
"""Handicaps shown on either side of the even one."""


def armies_table(found: FairMatch) -> Group:
    """The two sides: armies, printed VP and players."""
    won, drawn, lost = found.counts
    rows = list(zip("ab", found.armies, found.costs, found.players, (won, lost), strict=True))
    columns = ("", "army", Column("VP", number=True), "led by", Column("won", number=True))
    below = f"{found.battles:,} battles, {drawn:,} drawn, half of them from either side of the table."
    return table(columns, rows, below=below)


def handicap_table(found: FairMatch) -> Group:
    """Chance of army a to win, with its interval, by handicap; the even one is marked."""
    frame = found.table
    near = frame[(frame["handicap"] - found.handicap).abs() <= AROUND]
    handicaps: list[dict[str, Any]] = near.to_dict("records")  # type: ignore[assignment]
    rows = [
        (
            f"{row['handicap']:+d}" + (" even" if row["handicap"] == found.handicap else ""),
            f"{100 * row['p_win']:.1f}%",
            f"{100 * row['p_low']:.1f} to {100 * row['p_high']:.1f}",
        )
        for row in handicaps
    ]
    columns = (Column("VP to army b"), Column("a wins", number=True), Column("95%", number=True))
    return table(columns, rows, below="Less than 0: VP given to army a. --csv prints all.")
