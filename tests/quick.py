"""The kernel that carries battles on in tests: any that plays all quick players and is there, so that none waits."""

from __future__ import annotations

from tigersim.core.play.compiled_players import QUICK
from tigersim.core.play.kernels import kind_of


def quick() -> str:
    """The kind of match that it is of (``core.play.kernels.KINDS``)."""
    return kind_of(QUICK)
