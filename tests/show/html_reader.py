"""A strict reader of HTML pages: take it for what a page holds."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

EMPTY = {"br", "img", "input", "link", "meta", "wbr", "hr"}


@dataclass
class Grid:
    """A table as read: its caption, the names of its columns, and rows of (text, values)."""

    caption: str = ""
    names: list[list[str]] = field(default_factory=list)
    sorted: list[str | None] = field(default_factory=list)
    rows: list[list[tuple[str, list[str]]]] = field(default_factory=list)

    def column(self, name: str) -> list[str]:
        """The texts of the column whose first name this is."""
        place = [names[0] for names in self.names].index(name)
        return [row[place][0] for row in self.rows]

    def values(self, name: str) -> list[list[str]]:
        """What its cells hold for sorting and for spreadsheets."""
        place = [names[0] for names in self.names].index(name)
        return [row[place][1] for row in self.rows]


class Page(HTMLParser):
    """elements: (tag, attributes) in order.  texts: of leaf-like elements by tag.  Raises on tags that do not match."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.grids: list[Grid] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[tuple[str, list[str]]] = []
        self.feed(text)
        self.close()
        assert not self._open, f"never closed: {self._open}"

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of this kind."""
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def pictures(self) -> list[ElementTree.Element]:
        """The embedded figures, parsed as XML."""
        head = "data:image/svg+xml;base64,"
        sources = [str(image["src"]) for image in self.all("img")]
        assert all(source.startswith(head) for source in sources)
        return [ElementTree.fromstring(base64.b64decode(source.removeprefix(head))) for source in sources]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice: {names}"
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        if tag not in EMPTY:
            self._open.append((tag, []))
        self._table(tag, attributes)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        raise AssertionError(f"<{tag}/> is not HTML")

    def handle_endtag(self, tag: str) -> None:
        opened, parts = self._open.pop()
        assert opened == tag, f"</{tag}> where <{opened}> is open"
        text = "".join(parts)
        self.texts.setdefault(tag, []).append(text)
        if self._open:
            self._open[-1][1].append(text)
        if tag == "caption":
            self.grids[-1].caption = text
        if tag in ("td", "th") and self.grids[-1].rows:
            row = self.grids[-1].rows[-1]
            row[-1] = (text, row[-1][1])

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1][1].append(data)

    def _table(self, tag: str, attributes: dict[str, str | None]) -> None:
        if tag == "table":
            self.grids.append(Grid())
        elif tag == "tr" and any(name == "tbody" for name, _ in self._open):
            self.grids[-1].rows.append([])
        elif tag in ("td", "th") and any(name == "tbody" for name, _ in self._open):
            held = attributes.get("data-values")
            self.grids[-1].rows[-1].append(("", [] if held is None else held.split(" ")))
        elif tag == "th" and "data-names" in attributes:
            self.grids[-1].names.append(json.loads(str(attributes["data-names"])))
            self.grids[-1].sorted.append(attributes.get("aria-sort"))
