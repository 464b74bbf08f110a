"""What a page says of one folder of results: sentences, figures, tables, doubts, notes."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tigersim.catalogue.reading_words import option_words
from tigersim.catalogue.rulesets import rulings
from tigersim.game.restrictions import player_name
from tigersim.show.finding_figures import pictures
from tigersim.show.glossary import OTHER, title_of
from tigersim.show.plots import elo_plot, new_axes, svg
from tigersim.show.reading_frames import tables_in_words
from tigersim.show.run_replays import Watched
from tigersim.show.sheets import Cell, Column, Sheet, sheet_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tigersim.lab import Ladder
    from tigersim.pricing.report.findings import Findings

WIDTH = 5.2
"""Inches of a figure: its letters can still be read where a telephone shrinks it."""


@dataclass(frozen=True)
class Figure:
    """A picture on a page."""

    source: str
    """The picture itself, as an address."""
    alt: str
    """What it shows, for readers who cannot see it."""
    caption: str

    @classmethod
    def of(cls, ax: Axes, alt: str, caption: str) -> Figure:
        """The figure of ``ax``, which is closed.

        As an image nothing in it can be script, whatever names say.
        """
        return cls(f"data:image/svg+xml;base64,{b64encode(svg(ax).encode()).decode()}", alt, caption)


@dataclass(frozen=True)
class End:
    """Units at one end of a list, in words."""

    title: str
    mark: str
    """The style of their verdict."""
    units: tuple[tuple[str, str, str], ...]
    """Triples (link of the row, unit, what is said of it)."""


@dataclass(frozen=True)
class Section:
    """What the page says of one folder."""

    kind: str
    """Of its results."""
    source: str
    """The folder that it comes from."""
    said: tuple[str, ...]
    """What was found, sentence by sentence."""
    sheets: tuple[Sheet, ...]
    facts: tuple[tuple[str, str], ...] = ()
    """The chief settings: what the numbers rest on."""
    figures: tuple[Figure, ...] = ()
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    rulings: Sheet | None = None
    """Where it left the default readings of the rules."""
    provenance: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """All settings."""
    study: str = OTHER
    """The kind of study, by which the glossary has a title and a sentence."""
    words: bool = False
    """Whether it needs the columns of price lists explained."""
    ends: tuple[End, ...] = ()
    """Units that stand out, in words."""
    replays: tuple[Watched, ...] = field(default=(), repr=False)

    @property
    def title(self) -> str:
        """What it is about, as it goes on after "Paper Tigers:"."""
        return title_of(self.study)


def of_findings(found: Findings, source: str) -> Section:
    """The section of any study: its sentences, all of its tables."""
    about = found.provenance
    return Section(
        kind=found.kind.replace("_", " ").capitalize(),
        study=found.kind,
        source=source,
        said=found.said,
        sheets=finding_sheets(found),
        facts=facts(about),
        figures=tuple(_figures(found)),
        notes=found.notes,
        rulings=other_rulings(about),
        provenance=settings(about),
    )


def finding_sheets(found: Findings) -> tuple[Sheet, ...]:
    """All tables of a study, those of readings in words."""
    tables = tables_in_words(found) if found.kind == "rulings" else found.tables
    return tuple(sheet_of(frame, name) for name, frame in tables.items())


def _figures(found: Findings) -> Iterator[Figure]:
    """The pictures of a study, where its kind has any."""
    for one in pictures(found):
        ax = None if one.inches is None else new_axes(WIDTH, one.inches(found))
        yield Figure.of(one.draw(found, ax), one.alt(found), one.caption)


LADDER = {
    "players": "Players by strength",
    "matches": "Matches",
    "families": "Matches by family of tables",
    "thinking": "What the decisions of a planner cost, in milliseconds",
}
"""Table of a ladder -> its title."""
SCORES = {f"score{end}": f"share_of_points{end}" for end in ("", "_low", "_high")}
"""Columns that the page writes in percent."""


def of_ladder(found: Ladder, source: str) -> Section:
    """The section of a ladder: a sentence per match, Elo, matches on all tables and by family."""
    about = found.provenance
    players = dict.fromkeys([*found.elo["player"], *found.matches["first"]])
    return Section(
        kind="Ladder",
        study="ladder",
        source=source,
        said=tuple(_match(row) for row in found.matches.to_dict("records")),
        sheets=ladder_sheets(found),
        facts=facts({"battles": int(found.matches["battles"].sum()), "players": ", ".join(players), **about}),
        figures=(_strength(found),) if len(found.elo) else (),
        rulings=other_rulings(about),
        provenance=settings(about),
    )


def _strength(found: Ladder) -> Figure:
    """The players in Elo."""
    ranks = ", ".join(f"{row['player']} {row['elo']:.0f}" for row in found.elo.to_dict("records"))
    return Figure.of(
        elo_plot(found, new_axes(WIDTH, 1.6 + 0.3 * len(found.elo))),
        f"How strong the players are, in Elo: {ranks}. The table of players has the intervals.",
        f"Elo with 95% intervals. {found.summary}.",
    )


def ladder_sheets(found: Ladder) -> tuple[Sheet, ...]:
    """All tables of a ladder."""
    tables = {"players": found.elo, "matches": found.matches, "families": found.families, "thinking": found.thinking}
    return tuple(
        sheet_of(frame.rename(columns=SCORES), name, LADDER[name]) for name, frame in tables.items() if len(frame)
    )


def _match(row: Mapping[Any, Any]) -> str:
    """A match in a sentence: settled where the interval of the score leaves out one half."""
    low, high = row["score_low"], row["score_high"]
    who = (
        f"{row['first']} beats" if low > 0.5 else f"{row['first']} loses to" if high < 0.5 else f"{row['first']} meets"
    )
    open_ = "" if low > 0.5 or high < 0.5 else ", which does not settle who is better"
    return (
        f"{who} {row['second']}: {100 * row['score']:.1f}% of the points ({100 * low:.1f}% to {100 * high:.1f}%) in "
        f"{row['battles']:,} battles, {row['margin']:+.1f} VP on average{open_}."
    )


# --- what the results rest on ----------------------------------------------------------------------------------------

FACTS = {
    "battles": "Battles",
    "units": "Units",
    "players": "Players",
    "sizes": "Units in an army",
    "tables": "Tables",
    "family": "Family of tables",
    "families": "Families of tables",
    "markers": "Markers",
    "forts": "Positions, light and heavy",
    "ruleset": "Rules",
    "seed": "Seed",
    "seeds": "Seeds",
}
"""Setting -> how the page calls it."""
JOINED = {"sizes": " to ", "forts": " and ", "families": ", ", "seeds": ", "}
"""Lists that are settings of one line, and how they are joined."""


def facts(about: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Pairs (what, value) of the chief settings that a provenance has."""
    found = ((term, _fact(name, about[name], about)) for name, term in FACTS.items() if name in about)
    return tuple((term, said) for term, said in found if said)


def _fact(name: str, value: Any, about: Mapping[str, Any]) -> str:
    if name == "players" and isinstance(value, list | tuple):
        forbidden = about.get("forbid", [()] * len(value))
        return " against ".join(player_name(str(who), what) for who, what in zip(value, forbidden, strict=True))
    if isinstance(value, list | tuple):
        return JOINED[name].join(map(str, value)) if name in JOINED else f"{len(value):,}" if name == "units" else ""
    if isinstance(value, Mapping):
        return str(value.get("name", ""))
    return f"{value:,}" if isinstance(value, int) and name != "seed" else str(value)


def settings(about: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Pairs (setting, value) of all that a provenance has; what is no text as JSON."""
    return tuple(
        (str(name), value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
        for name, value in about.items()
    )


def other_rulings(about: Mapping[str, Any]) -> Sheet | None:
    """The questions that were not answered by the default reading; None if there are none."""
    ruleset = about.get("ruleset")
    switches = about.get("switches") or (ruleset.get("switches") if isinstance(ruleset, Mapping) else None)
    if not isinstance(switches, Mapping) or not switches:
        return None
    known = {ruling.switch: ruling for ruling in rulings()}
    columns = ("ruling", "question", "read as", "default", "set by")
    rows: Iterable[tuple[str, ...]] = (
        (
            known[name].id,
            known[name].question,
            option_words(name, str(option)),
            option_words(name, known[name].default),
            f"{name}={option}",
        )
        if name in known
        else (str(name), "not asked by this version", str(option), "", f"{name}={option}")
        for name, option in switches.items()
    )
    return Sheet(
        "rulings",
        "Rules read otherwise than by default",
        tuple(Column(name, (name.replace(" ", "_"),)) for name in columns),
        tuple(tuple(Cell(text) for text in row) for row in rows),
    )
