"""The command that compiles beforehand what battles need."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.output import Output, compile_now, print_rich
from tigersim.core.play.compiled_players import DEFAULT_PLAYER, POLICIES
from tigersim.errors import InvalidValue

OURS = re.compile(r"[0-9a-f]{16}")
"""Names of folders of compiled code."""


@takes_options
def warm(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[A,B]...",
            help=f"Who will play: one of {', '.join(POLICIES[:-1])} and {POLICIES[-1]} against itself, or two of them.",
            show_default=DEFAULT_PLAYER,
            autocompletion=completion.players,
        ),
    ] = None,
    everybody: Annotated[bool, typer.Option("--all", help="All compiled players, in any match of two.")] = False,
    *,
    output: Output,
) -> None:
    """Compile now what battles need, so that the first command that plays begins at once.

    The engine is compiled once for each kind of match: of heuristics, of tacticians, of any of the quick players, and
    of any at all; what is ready for more players plays for fewer, too. It is kept in a folder of this user, which the
    last line names; environment variable TIGERSIM_CACHE sets another. A new version compiles anew, into another folder
    there, and an older one may be deleted. The first call takes a minute or two on two cores, and says how long; what
    is ready is left as it is.

    ```
    tigersim warm
    tigersim warm heuristic tactician,uniform
    tigersim warm --all --json
    ```
    """
    from tigersim.core.play.kernels import KINDS, kind_of
    from tigersim.core.play.warm import is_warm
    from tigersim.game.records import policy_number

    matches: list[tuple[str, ...]] = [about.players for about in KINDS.values()] if everybody else []
    for words in players or ([] if everybody else [DEFAULT_PLAYER]):
        pair = [name.strip() for name in words.split(",")]
        if len(pair) > 2:
            raise InvalidValue("players", words, "one player or two, as in heuristic,uniform")
        for name in pair:
            policy_number(name)  # it is known
        matches.append(tuple(dict.fromkeys(pair)))
    matches = list(dict.fromkeys(matches))
    ready = {match: is_warm(match) for match in matches}
    begun = time.monotonic()
    if missing := [match for match in matches if not ready[match]]:
        compile_now(missing)
    seconds = round(time.monotonic() - begun, 1) if missing else 0.0
    rows = [{"match": _called(match), "kernel": kind_of(match), "was_ready": ready[match]} for match in matches]
    about = _folder()
    if not output.printed({"ready": rows, "seconds": seconds, **about}, rows):
        from tigersim.show.tables.layout import table

        lines = [(row["match"], "was ready" if row["was_ready"] else "is ready now") for row in rows]
        took = f"Compiled in {seconds:.0f} s.\n" if missing else ""
        print_rich(
            table(["battles of", ""], lines),
            f"{took}Compiled code is in {about['folder']}: {about['megabytes']} MB.",
            *([f"Folders of other versions there take {about['others_megabytes']} MB."] if about["others"] else []),
        )


def _called(match: Sequence[str]) -> str:
    """A match in words: one player against itself, one against another, or any two of several."""
    return " against ".join(match) if len(match) <= 2 else f"any two of {', '.join(match)}"


def _folder() -> dict[str, Any]:
    """Where compiled code is, and how large that and the folders of other versions next to it are."""
    from tigersim.core.compile.jit import folder_of

    here = folder_of()
    others = [
        place for place in here.parent.iterdir() if place.is_dir() and place != here and OURS.fullmatch(place.name)
    ]
    return {
        "folder": str(here),
        "megabytes": _megabytes(here),
        "others": len(others),
        "others_megabytes": sum(map(_megabytes, others)),
    }


def _megabytes(folder: Path) -> int:
    return round(sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6)
