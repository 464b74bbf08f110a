"""What ``Design`` takes by name, as types; ``lab.design`` says what each means."""

from __future__ import annotations

from collections.abc import Sequence

from tigersim.catalogue.army_rules import BothSides
from tigersim.game.terms import TermOptions
from tigersim.lab.readings import Readings


class UnseededOptions(TermOptions, total=False):
    """What ``Design`` takes by name besides the seed: own fields, and the options of ``Terms``."""

    players: tuple[str, str]
    playouts: tuple[int, int]
    sizes: tuple[int, int]
    jitter: int
    tables: int | None
    prices: Sequence[int]
    believed: Sequence[float]
    readings: Readings | None
    extra_points: int | None
    army_rules: BothSides


class DesignOptions(UnseededOptions, total=False):
    """What ``Design`` takes by name."""

    seed: int
