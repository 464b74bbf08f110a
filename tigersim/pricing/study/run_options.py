"""How a study is carried out, for all kinds alike."""

from __future__ import annotations

from typing import NamedTuple, cast

from tigersim.errors import check_names
from tigersim.lab.crew import CrewOptions
from tigersim.pricing.play.progress import Progress


class RunOptions(CrewOptions, total=False):
    """What every study takes by name when it is run, besides what plays it (``CrewOptions``).

    forbid: what the players never do, more than the file forbids.
    progress: called with (battles played, battles expected in all, half-width so far in VP or None).
    """

    forbid: tuple[str, ...]
    progress: Progress | None


class How(NamedTuple):
    """The options of a run, apart."""

    forbid: tuple[str, ...]
    progress: Progress | None
    crew: CrewOptions


def how_to_run(options: RunOptions) -> How:
    """The options of a run, checked.  Raises ``UnknownName`` for one that there is not."""
    check_names(options, RunOptions.__annotations__, "option of a run")
    crew = {name: value for name, value in options.items() if name in CrewOptions.__annotations__}
    return How(options.get("forbid", ()), options.get("progress"), cast(CrewOptions, crew))
