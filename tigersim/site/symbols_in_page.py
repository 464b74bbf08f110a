"""The symbols of kinds of units, as pages hold them: those that they use and no others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from markupsafe import Markup

from tigersim.show.pages import own_file
from tigersim.show.symbols import FILE


@cache
def _symbols() -> dict[str, str]:
    return {found[1]: found[0] for found in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', own_file(FILE), re.DOTALL)}


def symbols(names: Iterable[str]) -> Markup:
    """The definitions of some symbols, to stand once in a page: ``<svg><use href="#unit-tank"></use></svg>`` shows one.

    Raises ``KeyError`` for a symbol that there is not.
    """
    held = "".join(_symbols()[name] for name in sorted(set(names)))
    return Markup(f'<svg width="0" height="0" class="unseen" aria-hidden="true">{held}</svg>')
