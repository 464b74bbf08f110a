"""What was probably meant where units are named and a command takes none."""

from __future__ import annotations

from collections.abc import Sequence

from tigersim.errors import TigersimError

MOST = 3
"""Units that a hint repeats."""


def units_in(words: Sequence[str]) -> list[str]:
    """Those of the words that name a unit, as they were given."""
    from tigersim.catalogue.units import AmbiguousUnit, unit

    found = []
    for word in words:
        try:
            unit(word)
        except AmbiguousUnit:
            pass
        except TigersimError:
            continue
        found.append(word)
    return found[:MOST]


def ask_worth(words: Sequence[str]) -> str:
    """The command that says what the units among the words are worth; "" where there are none."""
    named = " ".join(f'"{word}"' for word in units_in([word for word in words if not word.startswith("-")]))
    return f"tigersim worth {named}" if named else ""
