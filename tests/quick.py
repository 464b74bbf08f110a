"""A kernel of battles of quick players that is there: take it to carry one on, so that no other is compiled."""

from __future__ import annotations

from tigersim.core.play.compiled_players import QUICK
from tigersim.core.play.kernels import kind_of


def quick() -> str:
    """The kind of match that it is of (``core.play.kernels.KINDS``)."""
    return kind_of(QUICK)
