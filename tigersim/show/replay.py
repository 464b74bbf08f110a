"""A battle to watch: one HTML file with table, dice and chances, that needs no network.

What happened is data (``tigersim.replay``) and goes into the page as JSON, in which no ``<``, ``>`` or ``&`` is left;
the log stands in the page as text.  Names of units are never markup, and the page forbids the browser any script but
its own.
"""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tigersim.files.atomic import write_whole
from tigersim.game.battle import Battle
from tigersim.replay import FUTURES, Story, tell
from tigersim.replay.futures import Progress
from tigersim.show.pages import content_hash, own_file, templates
from tigersim.show.replay_data import data_of
from tigersim.show.replay_words import facts, items, titles, turns
from tigersim.version import RULES_VERSION, __version__

SCRIPTS = ("replay_sight.js", "replay_table.js", "replay_curves.js", "replay.js")
STYLE = "replay.css"
HEIGHT = 900
"""Pixels that a notebook gives the page."""


@dataclass(frozen=True)
class Replay:
    """A battle to watch.  ``story``: all that it shows, as data; ``html``: the page."""

    story: Story
    html: str

    def save(self, path: str | Path) -> Path:
        """Write the page and return where it is.  Raises ``RunError`` where that cannot be done."""
        place = Path(path)
        write_whole(place, lambda passing: passing.write_text(self.html, encoding="utf-8"))
        return place

    def _repr_html_(self) -> str:
        """The page in a frame of its own, for notebooks."""
        return (
            f'<iframe srcdoc="{html.escape(self.html, quote=True)}" title="{html.escape(titles(self.story)[0])}" '
            f'sandbox="allow-scripts" width="100%" height="{HEIGHT}" style="border:0"></iframe>'
        )


def replay(battle: Battle, futures: int = FUTURES, progress: Progress | None = None) -> Replay:
    """The page of what has been played of a battle; one not begun is played on a copy.

    ``futures``: how many are played from the start of each turn for the chance to win; ``progress`` is called with
    (played, in all).  The same battle gives the same bytes.  Raises ``InvalidValue`` for a number of futures.
    """
    story = tell(battle, futures, progress)
    return Replay(story, page(story))


def page(story: Story) -> str:
    """The page as text."""
    title, result = titles(story)
    style, scripts = own_file(STYLE), [own_file(name) for name in SCRIPTS]
    return (
        templates()
        .get_template("replay.html")
        .render(
            title=title,
            result=result,
            story=story,
            items=items(story),
            turns=turns(story),
            facts=facts(story),
            data=embedded(data_of(story)),
            style=style,
            scripts=scripts,
            style_hash=content_hash(style),
            script_hashes=" ".join(f"'{content_hash(script)}'" for script in scripts),
            version=__version__,
            rules_version=RULES_VERSION,
        )
    )


def embedded(data: dict[str, Any]) -> str:
    """Data as JSON that can stand in a page: nothing in it ends the element around it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
