"""A page about armies as a link: what it is asked stands in the address, after its "#".

``#a=3%20x%20T-34c%2C%20KV-1&b=2%20x%20Tiger%20I&budget=27&list=tenths``: army ``a``, its enemy ``b``, the VP to spend
and the list to play by, each where it is said.  The page reads and writes the same text in JavaScript: values are
encoded as ``encodeURIComponent`` does it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import isfinite
from urllib.parse import quote, unquote

from tigersim.errors import InvalidValue, check_names

PAGE = "en/armies.html"
"""The page, in the folder of the site."""
OF_ADDRESSES = "/:%~@!$&'()*+,;=?[]\\"
"""What stands as it is in the folder or address of a site; a space would end the link in a chat."""
SITE = "site"
"""The folder of the site where nothing else is said."""
VARIABLE = "TIGERSIM_SITE"
"""The variable of the environment that says where the site is."""
FIELDS = ("a", "b", "budget", "list")
KEPT = "-_.!~*'()"
"""Signs that JavaScript's ``encodeURIComponent`` leaves as they are, besides letters and digits."""
MOST_BUDGET = 10_000


@dataclass(frozen=True)
class ArmyState:
    """What a page about armies is asked.

    a, b: armies as text, "" = none.
    budget: VP; None = not said.
    price_list: the name of a list to play by, "" = the printed costs.

    Raises ``InvalidValue`` for a budget that is none, and for text that no address can hold.
    """

    a: str = ""
    b: str = ""
    budget: float | None = None
    price_list: str = ""

    def __post_init__(self) -> None:
        for name in ("a", "b", "price_list"):
            try:
                getattr(self, name).encode("utf-8")
            except UnicodeEncodeError:
                raise InvalidValue(name, getattr(self, name), "text of whole characters") from None
        if self.budget is not None and not (isfinite(self.budget) and 0 < self.budget <= MOST_BUDGET):
            raise InvalidValue("budget", self.budget, f"more than 0, up to {MOST_BUDGET:,} VP")

    @property
    def fragment(self) -> str:
        """The text after "#": what is said, in the order of ``FIELDS``."""
        budget = "" if self.budget is None else _number(self.budget)
        said = zip(FIELDS, (self.a, self.b, budget, self.price_list), strict=True)
        return "&".join(f"{name}={quote(value, safe=KEPT)}" for name, value in said if value)

    def link(self, base: str | None = None) -> str:
        """The address of the page; base: the folder of the site, by default what TIGERSIM_SITE says, or ``site``."""
        folder = base or os.environ.get(VARIABLE) or SITE
        return f"{quote(folder.rstrip('/'), safe=OF_ADDRESSES)}/{PAGE}#{self.fragment}"


def state_of(fragment: str) -> ArmyState:
    """What ``ArmyState.fragment`` wrote; a "#" before it does not matter.

    Raises ``UnknownName`` for a field that there is not, ``InvalidValue`` for a value that cannot be read.
    """
    given: dict[str, str] = {}
    for part in fragment.removeprefix("#").split("&"):
        name, _, value = part.partition("=")
        if not part:
            continue
        check_names([name], FIELDS, "field of an address")
        if name in given:
            raise InvalidValue(name, value, "one value; it stands twice")
        try:
            given[name] = unquote(value, errors="strict")
        except UnicodeDecodeError:
            raise InvalidValue(name, value, "UTF-8 text, encoded with percent signs") from None
    return ArmyState(given.get("a", ""), given.get("b", ""), _budget(given.get("budget", "")), given.get("list", ""))


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))


def _budget(text: str) -> float | None:
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        raise InvalidValue("budget", text, "a number of VP") from None
    return int(value) if isfinite(value) and value == int(value) else value
