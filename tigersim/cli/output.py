"""Where the answers go: a table for people, JSON or CSV for programs.  Rich is loaded only for a table."""

from __future__ import annotations

import csv
import io
import json
import math
import shutil
import sys
import textwrap
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tigersim.errors import InvalidValue

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import RenderableType
    from rich.text import Text


def print_json(value: Any) -> None:
    """Print ``value`` as JSON: a missing value or NaN is null, a fraction is text, an array a list."""
    typer.echo(json.dumps(_plain(value), indent=2, ensure_ascii=False, allow_nan=False))


def print_csv(rows: Sequence[Mapping[Any, Any]]) -> None:
    """Print dictionaries with equal keys as CSV: lists joined by ";", flags yes or no, missing values empty."""
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

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # for the command line to answer, as after any other output

    Screen(highlight=False).print(*parts, sep="\n")


def print_lines(text: str) -> None:
    """Print text, long lines folded at the width of the terminal, at most 100 columns."""
    width = min(shutil.get_terminal_size((80, 24)).columns, 100)
    for line in text.splitlines():
        typer.echo(textwrap.fill(line, width, subsequent_indent=" " * 5, break_on_hyphens=False) if line else "")


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[..., None]]:
    """A bar on stderr with the time left, moved by (done, total[, half-width in VP]); none if stderr is piped."""
    if not sys.stderr.isatty():
        yield lambda done, total, width=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total, width=None: bar.update(
            task, completed=done, total=total, description=what + _reached(width)
        )


BattleProgress = Callable[[int, int, float | None], None]
"""Called with battles played, battles expected in all, and the half-width reached (VP; None before the first look)."""

SPELL = 2.0
"""Seconds between two lines of progress where there is no terminal to draw a bar on."""
RECENT = 15
"""Lines whose pace tells the time left: half a minute, so that battles read from the disk do not count for long."""


@contextmanager
def battle_progress() -> Iterator[BattleProgress]:
    """Progress of battles on stderr: a bar with the time left, or, if stderr is piped, a line every few seconds;
    both say how long it will take."""
    if not sys.stderr.isatty():
        yield _lines_of_progress()
        return
    with progress_bar("battles") as move:
        yield move


def _lines_of_progress() -> BattleProgress:
    lines: deque[tuple[float, int]] = deque(maxlen=RECENT)

    def tell(done: int, total: int, width: float | None) -> None:
        now = time.monotonic()
        if not lines or now - lines[-1][0] >= SPELL or done >= total:
            lines.append((now, done))
            typer.echo(f"{done:,} of about {total:,} battles{_reached(width)}{_left(lines, total)}", err=True)

    return tell


def _left(lines: Sequence[tuple[float, int]], total: int) -> str:
    """How long the rest takes at the pace of the last lines: pairs (seconds, battles done)."""
    (begin, before), (now, done) = lines[0], lines[-1]
    if done >= total or done <= before:
        return ""
    seconds = round((total - done) * (now - begin) / (done - before))
    minutes, hours = seconds // 60, seconds // 3600
    span = f"{hours} h {minutes % 60} min" if hours else f"{minutes} min" if minutes else f"{seconds} s"
    return f", about {span} left"


def _reached(width: float | None) -> str:
    return "" if width is None else f", so far ±{width:.2f} VP"


def make_ready(*players: str) -> None:
    """Compile what battles of these players need, unless it is there; says on stderr what takes so long."""
    from tigersim.core.play.warm import is_warm, warm

    if not is_warm(players):
        time = "under a minute" if set(players) == {"heuristic"} else "a minute or two"
        typer.echo(
            f"compiling battles of {' against '.join(dict.fromkeys(players))}, once; this takes {time}", err=True
        )
        warm(players)


def ready_for_replays() -> None:
    """Tell on stderr if what a page of a battle asks of the engine must be compiled first."""
    say_if_compiling("kernels.shot_chances", "replays", "about a minute")


def say_if_compiling(kernel: str, what: str, time: str) -> None:
    """Tell on stderr what must be compiled first, if ``kernel`` of these sources never was here: "board._survey"."""
    from tigersim.core.compile.jit import is_kept

    if not is_kept(kernel):
        typer.echo(f"compiling {what}, once; this takes {time}", err=True)


def one_form(json_: bool, csv_: bool) -> None:
    """Refuse ``--json`` together with ``--csv``."""
    if json_ and csv_:
        raise InvalidValue("--json --csv", "both", "one of the two")


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, str) or value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Fraction):
        return str(value)
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


def files_in(folder: Path | None) -> list[Text]:
    """A line that names what is in a folder of results; none without a folder."""
    from rich.text import Text

    if folder is None:
        return []
    kept = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    return [Text(f"Files in {folder}: {', '.join(kept)}.\n")]
