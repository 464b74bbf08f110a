"""How the two sides look, by colour and by form, in every picture and on every page.

The one place for it: pictures take it from here, pages from ``templates/sides.css``, which a test holds equal.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SideLook:
    """Colour of a side on light ground and on dark ground, the ink on it, its form in words and as a marker."""

    colour: str
    dark: str
    ink: str
    dark_ink: str
    form: str
    marker: str


LOOKS = {
    "a": SideLook("#005a96", "#56b4e9", "#ffffff", "#000000", "disc", "o"),
    "b": SideLook("#d55e00", "#ff8c42", "#000000", "#000000", "square", "s"),
}
"""Side -> its look.  The colours are those of the style sheet, told apart by the colour-blind; the forms need none."""
