"""The command that writes the static site."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.cli.options import Json
from tigersim.cli.output import print_json, progress_bar


def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the pages are written.")],
    language: Annotated[
        list[str] | None, typer.Option("--language", metavar="CODE", help="Only this language; may be given again.")
    ] = None,
    json: Json = False,
) -> None:
    """Write the site for people without Python: odds, units, armies, findings, rules.

    Every page is one file that loads nothing from anywhere: open it from the disk, put the folder on any server, or
    send a single page by mail. What a visitor asks stands in the address, so every answer is a link.

    ```
    tigersim site pages
    tigersim site pages --language ru
    ```
    """
    from tigersim.site import site as write

    with progress_bar("pages") as progress:
        built = write(folder, only=language, progress=progress)
    name, weight = built.heaviest
    if json:
        about = {"folder": str(built.folder), "start": str(built.start), "pages": built.pages}
        print_json({**about, "heaviest": name, "bytes": weight})
        return
    typer.echo(f"{built.pages} pages, the heaviest {name} ({weight / 1024:,.0f} kB compressed). Open {built.start}")
