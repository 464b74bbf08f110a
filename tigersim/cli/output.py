"""Where answers go: to people, or to programs as JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import shutil
import sys
import textwrap
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli.commands import INTERRUPTED, complain
from tigersim.cli.groups import Options
from tigersim.cli.options import Json, Picture, shown
from tigersim.errors import InvalidValue

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from rich.console import RenderableType
    from rich.text import Text


@dataclass(frozen=True)
class Output(Options):
    """In which form an answer is printed."""

    json: Json = False
    csv: Annotated[bool, shown("--csv", help="Print comma-separated values.")] = False

    def __post_init__(self) -> None:
        if self.json and self.csv:
            raise InvalidValue("--json --csv", "both", "one of the two")

    def printed(self, whole: Any, table: Any = None, **further: Any) -> bool:
        """Whether a program asked, which has now been answered.

        whole: for JSON; for CSV too, where no table is given.
        table: a data frame, or dictionaries with equal keys.
        further: what else stands in the JSON.
        """
        if self.json:
            print_json({**_plain(whole), **further} if further else whole)
        elif self.csv:
            table = whole if table is None else table
            print_frame(table) if hasattr(table, "to_csv") else print_csv(table)
        return self.json or self.csv


@dataclass(frozen=True)
class Drawn(Output):
    """In which form an answer is printed, and whether it is drawn too."""

    picture: Picture = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.picture is not None:
            from tigersim.show.plots import check_picture

            check_picture(self.picture)  # before anything is waited for

    def draw(self, plot: Callable[[], Axes]) -> None:
        """Write the picture, if one is wanted."""
        if self.picture is not None:
            from tigersim.show.plots import save

            save(plot(), self.picture)


@dataclass(frozen=True)
class ListOutput(Output):
    """In which form a price list is printed."""

    health: Annotated[
        bool, shown("--health", help="Also how the players fared: idle turns, units that never acted, cards unused.")
    ] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.health and self.csv:
            raise InvalidValue("--health --csv", "both", "one of the two")


def print_json(value: Any) -> None:
    """Print JSON: a missing value is null, a fraction text, an array a list, a table its rows."""
    typer.echo(json.dumps(_plain(value), indent=2, ensure_ascii=False, allow_nan=False))


def print_csv(rows: Sequence[Mapping[Any, Any]]) -> None:
    """Print dictionaries with equal keys: lists joined by ";", flags yes or no."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if rows:
        writer.writerow(rows[0])
        writer.writerows([_cell(value) for value in row.values()] for row in rows)
    typer.echo(out.getvalue(), nl=False)


def print_frame(frame: pd.DataFrame) -> None:
    """Print a table as CSV: numbers in full, missing values empty."""
    typer.echo(frame.to_csv(index=False, lineterminator="\n"), nl=False)


def print_rich(*parts: RenderableType) -> None:
    """Print tables and text, in colour on a terminal; 80 columns wide where there is none."""
    from rich.console import Console
    from rich.text import Text

    screen = Console(highlight=False)
    with screen.capture() as printed:
        screen.print(*(Text(part) if isinstance(part, str) else part for part in parts), sep="\n")
    sys.stdout.write(BLANK_ENDS.sub(r"\1", printed.get()))


BLANK_ENDS = re.compile(r"[ ]+((?:\x1b\[[0-9;]*m)*)$", re.MULTILINE)
"""Blanks that a line ends in, which tables fill their columns with; behind them may stand the end of a colour."""


def bold(text: str) -> Text:
    """The line that an answer begins with."""
    from rich.text import Text

    return Text(text, style="bold")


def noted(notes: Iterable[str]) -> list[str]:
    """A line for each note."""
    return [f"Note: {note}." for note in notes]


def print_lines(text: str) -> None:
    """Print text, long lines folded at the width of the terminal, at most 100 columns."""
    width = min(shutil.get_terminal_size((80, 24)).columns, 100)
    for line in text.splitlines():
        typer.echo(textwrap.fill(line, width, subsequent_indent=" " * 5, break_on_hyphens=False) if line else "")


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[..., None]]:
    """A bar on stderr, moved by (done, total[, half-width in VP]); none if stderr is piped."""
    if not sys.stderr.isatty():
        yield lambda done, total, width=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[left]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, pace = bar.add_task(what, total=None, left=""), Pace()

        def move(done: int, total: int, width: float | None = None) -> None:
            pace.note(done, total)
            bar.update(task, completed=done, total=total, description=what + _reached(width), left=pace.left(total))

        yield move


@contextmanager
def counted(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, moved by how many more are done."""
    with progress_bar(what) as move:
        done = 0

        def tell(more: int) -> None:
            nonlocal done
            done += more
            move(done, total)

        yield tell


BattleProgress = Callable[[int, int, float | None], None]
"""Called with battles played, battles expected in all, and the half-width reached (VP; None before the first look)."""

SPELL = 2.0
"""Seconds between two looks at the pace; so often a line is written where there is no terminal to draw a bar on."""
COMPILING_SPELL = 10.0
"""The same while compiling, which takes a minute or two."""
RECENT = 15
"""Looks that the time left is told by: half a minute."""


class Pace:
    """How fast it goes, and so how long the rest takes."""

    def __init__(self) -> None:
        self._looks: deque[tuple[float, int]] = deque(maxlen=RECENT)

    def note(self, done: int, total: int) -> bool:
        """Look how much is done, unless the last look was a moment ago; returns whether it did."""
        now = time.monotonic()
        if self._looks and now - self._looks[-1][0] < SPELL and done < total:
            return False
        self._looks.append((now, done))
        return True

    def left(self, total: int) -> str:
        """The time left in words, empty while nobody can know.

        By the median of the paces from look to look: battles that were read from the disk, a hundred thousand at once,
        say nothing of how long the rest is played.
        """
        paces = [(late - soon) / (end - begin) for (begin, soon), (end, late) in pairwise(self._looks) if end > begin]
        pace = median_low(paces) if paces else 0
        rest = total - self._looks[-1][1]
        return f"about {_span(rest / pace)} left" if pace > 0 and rest > 0 else ""


@contextmanager
def battle_progress() -> Iterator[BattleProgress]:
    """Progress of battles on stderr: a bar, or, if stderr is piped, a line every few seconds.

    Both say how long it will take.
    """
    if not sys.stderr.isatty():
        yield _lines_of_progress()
        return
    with progress_bar("battles") as move:
        yield move


@contextmanager
def under_way(*matches: Sequence[str], folder: Path | None = None) -> Iterator[BattleProgress]:
    """Battles being played: compiled first, with progress on stderr.

    matches: which players meet.
    folder: where battles are kept; Ctrl-C says so, and how to go on.
    """
    for players in matches:
        make_ready(*players)
    try:
        with battle_progress() as progress:
            yield progress
    except KeyboardInterrupt:
        if folder is None:
            raise
        complain(f"interrupted; what was played is kept in {folder}, and the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None


def _lines_of_progress() -> BattleProgress:
    pace = Pace()

    def tell(done: int, total: int, width: float | None) -> None:
        if pace.note(done, total):
            left = pace.left(total)
            typer.echo(f"{done:,} of about {total:,} battles{_reached(width)}{left and ', ' + left}", err=True)

    return tell


def _span(seconds: float) -> str:
    """A time in words, in its largest unit."""
    whole = round(seconds)
    minutes, hours = whole // 60, whole // 3600
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min" if minutes else f"{whole} s"


def _reached(width: float | None) -> str:
    return "" if width is None else f", so far ±{width:.2f} VP"


def make_ready(*players: str) -> None:
    """Compile what battles of these players need, unless it is there, and say so on stderr.

    Raises ``PlayerNotFound``.
    """
    from tigersim.core.play.warm import is_warm
    from tigersim.game.records import policy_number

    for name in players:
        policy_number(name)
    if not is_warm(players):
        compile_now([players])


def compile_now(matches: Sequence[Sequence[str]]) -> None:
    """Compile what battles of these matches need, with progress and the time left on stderr."""
    from tigersim.core.play.kernels import kind_of
    from tigersim.core.play.warm import warm_all
    from tigersim.lab.compiling import watched

    what = ", ".join(" against ".join(dict.fromkeys(players)) for players in matches)
    typer.echo(f"compiling battles of {what}, once; this takes a minute or two", err=True)
    with compiling_progress() as told, watched([kind_of(players) for players in matches], told):
        warm_all(matches)


@contextmanager
def compiling_progress() -> Iterator[Callable[[int, int, float | None], None]]:
    """Progress of compiling on stderr: a bar, or, if stderr is piped, a line every few seconds."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        with Progress(
            BarColumn(), TextColumn("{task.description}"), console=Console(stderr=True), transient=True
        ) as bar:
            task = bar.add_task("compiling")
            yield lambda done, total, left: bar.update(
                task, completed=done, total=total, description=_compiled(done, total, left)
            )
        return
    said = time.monotonic()

    def tell(done: int, total: int, left: float | None) -> None:
        nonlocal said
        if time.monotonic() - said >= COMPILING_SPELL and left is not None:
            said = time.monotonic()
            typer.echo(_compiled(done, total, left), err=True)

    yield tell


def _compiled(done: int, total: int, left: float | None) -> str:
    """How far compiling is; what follows the last function is the whole, which nothing tells the progress of."""
    soon = "" if left is None else f", about {_span(left)} left" if left >= 1 else ", nearly ready"
    if done >= total:
        return f"compiling: {total:,} functions are done, now the whole{soon}"
    return f"compiling: {done:,} of {total:,} functions{soon}"


def ready_for_replays() -> None:
    """Tell on stderr if what a page of a battle asks of the engine must be compiled first."""
    say_if_compiling("kernels.shot_chances", "replays", "about a minute")


def say_if_compiling(kernel: str, what: str, time: str) -> None:
    """Tell on stderr what must be compiled first, unless ``kernel`` is there."""
    from tigersim.core.compile.jit import is_kept

    if not is_kept(kernel):
        typer.echo(f"compiling {what}, once; this takes {time}", err=True)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, str) or value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Fraction):
        return str(value)
    if hasattr(value, "to_csv"):  # a data frame
        return _plain(value.to_dict("records"))
    for own_form in ("model_dump", "to_dict"):  # a unit, a ruleset
        if hasattr(value, own_form):
            return _plain(getattr(value, own_form)())
    if isinstance(value, Iterable):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):  # a numpy scalar
        return _plain(value.item())
    return None if value != value else str(value)  # noqa: PLR0124  (pandas' missing value is unequal to itself)


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, list | tuple):
        return ";".join(str(item) for item in value)
    return value


def files_in(folder: Path | None) -> list[str]:
    """A line that names what is in a folder of results; none without a folder."""
    if folder is None:
        return []
    kept = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    return [f"Files in {folder}: {', '.join(kept)}.\n"]
