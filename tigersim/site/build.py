"""The site written into a folder: every page of every language, and the way in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from gzip import compress
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tigersim.files.atomic import write_whole
from tigersim.show.pages import content_hash
from tigersim.site.page import Page
from tigersim.site.pages import NAVIGATION, pages_of
from tigersim.site.words import Words, languages
from tigersim.version import RULES_VERSION, __version__

ASSETS = Path(__file__).resolve().parent / "assets"
COMMON = ("theme.js", "site.js")
"""Scripts of every page, before its own; the first runs before anything is drawn."""
MOST_BYTES = 1_000_000
"""What a page may weigh on its way, compressed."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    folder: where.
    start: the page to open first.
    pages: number of pages.
    heaviest: file and bytes, compressed, of the heaviest page.
    """

    folder: Path
    start: Path
    pages: int
    heaviest: tuple[str, int]


def site(
    folder: str | Path, *, only: Sequence[str] | None = None, progress: Callable[[int, int], None] | None = None
) -> Written:
    """Write the site.  Files of an earlier one in the folder are replaced, others stay.

    only: languages, by default all.
    progress: called with the pages written so far and their number.

    Raises ``UnknownName`` for a language that the site does not have, ``RunError`` where nothing can be written.
    """
    place = Path(folder)
    chosen = tuple(only or languages())
    spoken = {language: Words(language) for language in chosen}
    written = {language: tuple(pages_of(words)) for language, words in spoken.items()}
    count, total = 0, sum(map(len, written.values())) + 1
    heaviest = ("", 0)
    for language, pages in written.items():
        for page, text in texts(spoken[language], pages, chosen):
            file = place / language / page.path
            _write(file, text)
            weight = len(compress(text.encode("utf-8"), 6))
            heaviest = max(heaviest, (f"{language}/{page.path}", weight), key=lambda one: one[1])
            count += 1
            if progress is not None:
                progress(count, total)
    start = place / "index.html"
    _write(start, _templates().get_template("languages.html").render(languages=spoken, version=__version__))
    if progress is not None:
        progress(total, total)
    return Written(place, start, total, heaviest)


def texts(words: Words, pages: Sequence[Page], chosen: Iterable[str]) -> Iterator[tuple[Page, str]]:
    """Each page of a language as HTML."""
    for page in pages:
        yield page, _html(words, page, tuple(chosen))


def _html(words: Words, page: Page, chosen: tuple[str, ...]) -> str:
    style = Markup("").join(_asset(name) for name in ("site.css", *page.styles))
    scripts = [_asset(name) for name in (*COMMON, *page.scripts)]
    texts = {part: words.part(part) for part in ("site", *page.words)}
    text: str = (
        _templates()
        .get_template(page.template)
        .render(
            **page.context,
            page=page,
            root=page.root,
            t=words,
            language=words.language,
            others=[(one, _called(one)) for one in chosen if one != words.language],
            navigation=NAVIGATION,
            style=style,
            style_hash=content_hash(style),
            first=scripts[0],
            scripts=scripts[1:],
            script_hashes=[content_hash(script) for script in scripts],
            texts=_json(texts),
            data=None if page.data is None else _json(page.data),
            version=__version__,
            rules_version=RULES_VERSION,
        )
    )
    return text


@cache
def _called(language: str) -> str:
    """What a language calls itself."""
    return Words(language)("site.language")


def _json(value: Any) -> Markup:
    """A value as JSON that may stand in a page: nothing in it ends the element that it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


@cache
def _templates() -> Environment:
    """Templates of the site; whatever is put into them is text and never markup."""
    return Environment(
        loader=PackageLoader("tigersim.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


@cache
def _asset(name: str) -> Markup:
    return Markup((ASSETS / name).read_text(encoding="utf-8"))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, lambda place: place.write_text(text, encoding="utf-8"))
