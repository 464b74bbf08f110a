"""What the numbers of a validation leave out, in sentences printed next to them."""

from __future__ import annotations

from collections.abc import Sequence

EQUAL = (
    "The fresh armies are drawn at near-equal printed cost: that printed costs tell next to nothing of them is how "
    "they are drawn, and no finding."
)
RANDOM = (
    "That is of random armies of all nations mixed; chosen armies, or armies of one or two classes, lie further apart."
)
CORRELATION = (
    "A correlation near 1 between worth by wins and by margins is that of all units; the dearest lie several VP apart."
)


def circles(left_out: Sequence[str], price: float) -> str:
    """Which classes are in no circle, and what the rest of the results is not."""
    names = ", ".join(left_out).replace("_", " ")
    without = f"; {names} are left out: no army of them costs {price:g} VP" if left_out else ""
    return (
        f"The circles are of classes at equal price, each against each{without}. The rest of the results is no success "
        "of the list: there one class is stronger than another of equal price."
    )


def with_caveats(said: Sequence[str], left_out: Sequence[str], price: float) -> tuple[str, ...]:
    """The sentences of a validation, each with what it leaves out."""
    even, forecasts, turning, *rest = said
    return (f"{even} {RANDOM}", f"{forecasts} {EQUAL}", f"{turning} {circles(left_out, price)}", CORRELATION, *rest)
