"""One page of finished results: one HTML file that needs no network and no script.

Names of units and whatever else a folder holds are text and never markup: the templates escape all of it, figures are
images, and the page forbids the browser any script but its own; a battle to watch is a page in a frame, shut off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tigersim.catalogue.lists import either, is_installed, run_folder
from tigersim.errors import DamagedFile, InvalidValue, NoResults, RunError, named
from tigersim.files.atomic import check_writable, write_whole
from tigersim.files.documents import is_file, is_folder, json_of
from tigersim.given import check_name_or_file, list_of
from tigersim.pricing.report.findings import Findings, kind_of
from tigersim.pricing.report.result import Prices
from tigersim.pricing.report.saving import ABOUT
from tigersim.show.glossary import Linker, about, columns, game, title_of
from tigersim.show.pages import content_hash, own_file, templates
from tigersim.show.price_section import of_prices
from tigersim.show.run_replays import Progress, check, watched
from tigersim.show.sections import Section, of_findings, of_ladder
from tigersim.version import RULES_VERSION, __version__

if TYPE_CHECKING:
    from tigersim.lab import Ladder

PAGE = "report.html"
TABLES = ("prices.parquet", "matches.csv")
"""Files that a price list and a ladder are known by."""
STYLES = ("theme.css", "page.css")
SCRIPTS = ("theme.js", "page.js")
"""The first stands in the head of the page, so that it does not begin in the wrong colours."""


def report(
    folders: str | Path | Sequence[str | Path],
    out: str | Path | None = None,
    replays: int = 0,
    futures: int | None = None,
    progress: Progress | None = None,
) -> Path:
    """Write one page of the results in folders, a section each, and return where it is.

    A folder holds a price list (``Prices.save``), findings (``Findings.save``) or a ladder (``Ladder.save``).
    An installed study is given by name.  ``out``: by default ``report.html`` in the first folder, or here for an
    installed study.  ``replays``: so many battles of each price list, the first
    of its seed, can be watched on the page; ``futures``, as for ``show.replay.replay``, are played for the chance to
    win, and ``progress`` is called with (played, in all).  The same folders give the same bytes.

    Raises ``RunError`` for a folder without finished results, a page that cannot be written or battles that cannot be
    played again, ``InvalidValue`` for no folder, one that is named twice, or a number of replays.
    """
    wanted = [folders] if isinstance(folders, str | Path) else list_of("folders", folders, "folders")
    for each in wanted:
        check_name_or_file("folder", each)
    places = [Path(each) for each in wanted]
    if not places or len({place.resolve() for place in places}) < len(places):
        raise InvalidValue("folders", [str(place) for place in places], "one or more, none of them twice")
    place = Path(out) if out is not None else Path(PAGE) if is_installed(places[0]) else places[0] / PAGE
    sources = _sources(places)
    results = [read(folder) for folder in places]
    check_writable(place)  # figures take seconds, battles to watch longer
    sections = [section(found, source) for found, source in zip(results, sources, strict=True)]
    if replays:
        sections = with_replays(places, sections, replays, futures, progress)
    text = page(sections, compared(results, sources))
    write_whole(place, lambda passing: passing.write_text(text, encoding="utf-8"))
    return place


def section(found: Prices | Findings | Ladder, source: str) -> Section:
    """What the page says of the results of a folder, which is called ``source``."""
    if isinstance(found, Prices):
        return of_prices(found, source)
    return of_findings(found, source) if isinstance(found, Findings) else of_ladder(found, source)


def compared(results: Sequence[Prices | Findings | Ladder], sources: Sequence[str]) -> Section | None:
    """What the page says of its price lists together, if there are several."""
    lists = [(source, one) for source, one in zip(sources, results, strict=True) if isinstance(one, Prices)]
    if len(lists) < 2:
        return None
    from tigersim.show.comparison_section import of_several  # loads what one list does without

    return of_several(lists)


def read(place: Path) -> Prices | Findings | Ladder:
    """The results in a folder, or installed under a name.  Raises ``RunError``."""
    folder = run_folder(place)
    try:
        about = json_of(folder / ABOUT)
    except OSError as error:
        if within := _within(folder):
            told = (
                f"{named(folder)} holds no finished results itself; give one of the folders in it: {', '.join(within)}"
            )
            raise NoResults(told) from None
        begun = is_file(folder / "settings.json")
        mend = "it was begun; give the command that began it again" if begun else f"{ABOUT}: {error.strerror or error}"
        raise NoResults(f"{named(folder)} holds no finished results: {mend}{either(place)}") from None
    if not isinstance(about, dict):
        raise DamagedFile(str(folder / ABOUT), None, "holds no settings by name")
    if "said" in about or "kind" in about:
        return Findings.load(folder)
    if (folder / "prices.parquet").exists():
        return Prices.load(folder)
    if (folder / "matches.csv").exists():
        # the ladder loads the engine, which other pages do without
        ladder: Ladder = import_module("tigersim.lab.ladder").Ladder.load(folder)
        return ladder
    raise NoResults(f"{folder} holds no price list, no findings of a study and no ladder: these can be reported")


def _within(folder: Path) -> list[str]:
    """Names of folders in a folder that hold results that can be reported."""
    if not is_folder(folder):
        return []
    places = sorted(place.parent for place in folder.glob(f"*/{ABOUT}"))
    return [place.name for place in places if any(is_file(place / name) for name in TABLES) or kind_of(place)]


def with_replays(
    places: Sequence[Path],
    sections: Sequence[Section],
    replays: int,
    futures: int | None = None,
    progress: Progress | None = None,
) -> list[Section]:
    """The sections, those of price lists with battles to watch.

    Raises ``RunError`` and ``InvalidValue``.
    """
    found = {k: prices for k, place in enumerate(places) if isinstance(prices := read(place), Prices)}
    if not found:
        raise RunError(f"{', '.join(map(str, places))}: no price list, and only its battles can be shown")
    for k, prices in found.items():  # whatever is wrong is said before the first future is played
        check(prices, sections[k].source, replays)
    shown = dict(enumerate(sections))
    for before, (k, prices) in enumerate(found.items()):

        def report_done(done: int, total: int, before: int = before) -> None:
            if progress is not None:
                progress(before * total + done, len(found) * total)

        shown[k] = replace(sections[k], replays=watched(prices, sections[k].source, replays, futures, report_done))
    return list(shown.values())


def page(sections: Sequence[Section], together: Section | None = None) -> str:
    """The page as text; ``together``: what is said of several price lists at once."""
    styles, scripts = ([own_file(name) for name in names] for names in (STYLES, SCRIPTS))
    allowed_styles, allowed_scripts = list(styles), list(scripts)
    if any(section.replays for section in sections):
        # a frame obeys the page that it stands in, so that must let the scripts and the style of replays pass
        from tigersim.show import replay

        allowed_styles += map(own_file, replay.STYLES)
        allowed_scripts += map(own_file, replay.SCRIPTS)
    linked = Linker()
    told = [*([together] if together else []), *sections]
    return (
        templates()
        .get_template("page.html")
        .render(
            sections=told,
            study=_study(sections, together),
            about=about,
            game=game(),
            title_of=title_of,
            linked=linked,
            columns=columns(),
            styles=styles,
            scripts=scripts,
            style_hashes=" ".join(f"'{content_hash(each)}'" for each in allowed_styles),
            script_hashes=" ".join(f"'{content_hash(each)}'" for each in allowed_scripts),
            version=__version__,
            rules_version=RULES_VERSION,
        )
    )


def _study(sections: Sequence[Section], together: Section | None) -> str:
    """The kind of study that the page is called after."""
    if len(sections) == 1:
        return sections[0].study
    return "comparison" if together and all(one.study == "prices" for one in sections) else "several"


def _sources(places: Sequence[Path]) -> list[str]:
    """Names of the folders; where two are called alike, their paths."""
    names = [place.resolve().name for place in places]
    alike = Counter(names)
    return [name if alike[name] == 1 else str(place) for name, place in zip(names, places, strict=True)]
