"""A short list of units of many classes: take it for a design that a test can afford to play."""

import pytest

from tigersim.catalogue.units import parse_army
from tigersim.lab import Design

UNITS = tuple(
    parse_army(
        "M4 Sherman, M36 Jackson, Jeep [usa], Tiger I, Panzer II, Hetzer, Sdkfz 222, SS Grenadiers, Regulars [france], "
        "KV-2, T-34/85, Comet"
    )
)


QUICK = ("heuristic", "heuristic")
"""Players of tests that ask for many battles and do not mind who plays them: they take a fifth of the time."""


def small(**settings: object) -> Design:
    """An experiment with these twelve units, 3 to 6 a side, on three tables, played quickly."""
    return Design(**{"units": UNITS, "seed": 5, "sizes": (3, 6), "tables": 3, "players": QUICK, **settings})


def few_units(patch: pytest.MonkeyPatch) -> None:
    """From now on plans of price studies are about these units: fewer battles tell them."""
    for module in ("play.job", "study.experiment"):
        patch.setattr(f"tigersim.pricing.{module}.priced_units", lambda units, rules: UNITS)
