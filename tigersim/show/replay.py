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

from markupsafe import Markup

from tigersim.files.atomic import write_whole
from tigersim.game.battle import Battle
from tigersim.replay import FUTURES, Story, tell
from tigersim.replay.futures import Progress
from tigersim.show.pages import content_hash, own_file, templates
from tigersim.show.replay_data import data_of
from tigersim.show.replay_words import facts, items, played_by, rule_of_ending, titles, turns
from tigersim.show.symbols import FILE
from tigersim.version import RULES_VERSION, __version__

EARLY = ("theme.js", "replay_address.js")
"""Scripts in the head: what must be known before anything is shown."""
SCRIPTS = (
    *EARLY,
    *("replay_cards.js", "replay_sight.js", "replay_ground.js", "replay_zoom.js", "replay_tip.js", "replay_table.js"),
    *("replay_curves.js", "replay_steps.js", "replay_beside.js", "replay.js"),
)
STYLES = ("theme.css", "sides.css", "replay.css")
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
            f'sandbox="allow-scripts" allow="fullscreen" width="100%" height="{HEIGHT}" style="border:0"></iframe>'
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
    styles, scripts = ([own_file(name) for name in names] for names in (STYLES, SCRIPTS))
    return (
        templates()
        .get_template("replay.html")
        .render(
            title=title,
            result=result,
            rule=rule_of_ending(story),
            story=story,
            items=items(story),
            turns=turns(story),
            played_by=played_by(story),
            facts=facts(story),
            data=embedded(data_of(story)),
            symbols=own_file(FILE),
            styles=styles,
            early=scripts[: len(EARLY)],
            scripts=scripts[len(EARLY) :],
            style_hashes=hashes(styles),
            script_hashes=hashes(scripts),
            version=__version__,
            rules_version=RULES_VERSION,
        )
    )


def hashes(texts: list[Markup]) -> str:
    """Styles or scripts as a content security policy names them."""
    return " ".join(f"'{content_hash(text)}'" for text in texts)


def embedded(data: dict[str, Any]) -> str:
    """Data as JSON that can stand in a page: nothing in it ends the element around it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
