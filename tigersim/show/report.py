"""One page of finished results: everything in one HTML file that needs no network and no script to be read.

Names of units and whatever else a folder holds are text and never markup: the templates escape all of it, figures are
images, and the page forbids the browser any script but its own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tigersim.atomic import write_whole
from tigersim.errors import InvalidValue, NoResults, RunError
from tigersim.pricing.findings import ABOUT, Findings
from tigersim.pricing.result import Prices
from tigersim.show.pages import content_hash, own_file, templates
from tigersim.show.price_section import of_prices
from tigersim.show.sections import Section, of_findings, of_ladder
from tigersim.version import RULES_VERSION, __version__

if TYPE_CHECKING:
    from tigersim.lab import Ladder

PAGE = "report.html"


def report(folders: str | Path | Sequence[str | Path], out: str | Path | None = None) -> Path:
    """Write one page of the results in one or several folders, a section each, and return where it is.

    A folder holds a price list (``Prices.save``), findings (``Findings.save``) or a ladder (``Ladder.save``).
    ``out``: by default ``report.html`` in the first folder.  The same folders give the same bytes.

    Raises ``RunError`` for a folder without finished results or a page that cannot be written, ``InvalidValue`` for no
    folder or one that is named twice.
    """
    places = [Path(each) for each in ([folders] if isinstance(folders, str | Path) else folders)]
    if not places or len({place.resolve() for place in places}) < len(places):
        raise InvalidValue("folders", [str(place) for place in places], "one or more, none of them twice")
    place = Path(out) if out is not None else places[0] / PAGE
    text = page([section(folder, title) for folder, title in zip(places, _titles(places), strict=True)])
    write_whole(place, lambda passing: passing.write_text(text, encoding="utf-8"))
    return place


def section(folder: Path, title: str) -> Section:
    """What the page says of a folder.  Raises ``RunError`` unless it holds finished results."""
    found = read(folder)
    try:
        if isinstance(found, Prices):
            return of_prices(found, title)
        return of_findings(found, title) if isinstance(found, Findings) else of_ladder(found, title)
    except KeyError as error:
        raise RunError(f"{folder} holds damaged results: {error} is missing") from None


def read(folder: Path) -> Prices | Findings | Ladder:
    """The results in a folder, of whatever kind they are.  Raises ``RunError``."""
    try:
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    except OSError as error:
        begun = (folder / "settings.json").exists()
        mend = "it was begun; give the command that began it again" if begun else f"{ABOUT}: {error.strerror or error}"
        raise NoResults(f"{folder} holds no finished results: {mend}") from None
    except ValueError as error:
        raise RunError(f"{folder} holds damaged results: {ABOUT}: {' '.join(str(error).split())}") from None
    if "said" in about:
        return Findings.load(folder)
    if (folder / "prices.parquet").exists():
        return Prices.load(folder)
    if (folder / "elo.csv").exists():
        # the ladder loads the engine, which other pages do without
        ladder: Ladder = import_module("tigersim.lab.ladder").Ladder.load(folder)
        return ladder
    raise NoResults(f"{folder} holds no price list, no findings of a study and no ladder: these can be reported")


def page(sections: Sequence[Section]) -> str:
    """The page as text."""
    style, script = (own_file(name) for name in ("page.css", "page.js"))
    return (
        templates()
        .get_template("page.html")
        .render(
            sections=sections,
            style=style,
            script=script,
            style_hash=content_hash(style),
            script_hash=content_hash(script),
            version=__version__,
            rules_version=RULES_VERSION,
        )
    )


def _titles(places: Sequence[Path]) -> list[str]:
    """Names of the folders; where two are called alike, their paths."""
    names = [place.resolve().name for place in places]
    alike = Counter(names)
    return [name if alike[name] == 1 else str(place) for name, place in zip(names, places, strict=True)]
