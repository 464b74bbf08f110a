"""A page of the site before it is written: what it is called, what it shows, what its scripts look up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Page:
    """One page in one language.

    path: file under the folder of the language, "odds.html" or "units/tiger-i-germany.html".
    title: in the language of the page; the game's name is put after it.
    about: one sentence for search engines and previews of links.
    template: file in ``templates/`` that extends ``base.html``.
    context: what the template shows.
    data: what its scripts look up, plain values for JSON; None = no data.
    scripts: files in ``assets/`` after ``site.js``, in their order.
    styles: files in ``assets/`` after ``site.css``.
    words: parts of the file of words that its scripts use, after "site".
    listed: whether the search finds it.
    also: other names that the search finds it by.
    """

    path: str
    title: str
    about: str
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    data: Any = None
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    listed: bool = True
    also: str = ""

    @property
    def root(self) -> str:
        """Address of the folder of its language, seen from the page: "" or "../"."""
        return "../" * self.path.count("/")
