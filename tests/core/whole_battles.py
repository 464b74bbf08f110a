"""One kernel that carries whole battles on: take it where a test would need another, which compiles for long."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tests.core.checked_battles import check_all
from tests.core.tried_actions import try_all
from tigersim.core import layout
from tigersim.core.compile.jit import jit
from tigersim.core.enums import MAX_UNITS
from tigersim.core.play.kernels import NO_BATTLES, Battles


class Checked(NamedTuple):
    """Battles that are played under the checker; without any, one action is tried."""

    battles: Battles
    spare: Any
    """A battle record, or none: then players may peek."""
    found: Any
    """Fault, battle, decisions made, and then how often each kind of decision was asked."""


class Tried(NamedTuple):
    """An action that is tried once for each of ``rows``."""

    template: Any
    seed: int
    action: int
    slots: Any
    other: int
    order: Any
    rows: Any


NOBODY = np.zeros(0, dtype=np.int64)
NOTHING_CHECKED = Checked(
    NO_BATTLES._replace(armies=np.zeros((0, 2, MAX_UNITS), dtype=np.int64)), layout.battles(0), NOBODY
)
NOTHING_TRIED = Tried(layout.battles(0), 0, 0, NOBODY, 0, NOBODY, np.zeros((0, 1, 8)))


@jit
def either(b, t, w, checked, tried):
    """Try an action, or where none is to be tried check battles."""
    if tried.rows.shape[0] > 0:
        try_all(b, t, w, tried)
    else:
        check_all(b, t, w, checked)
