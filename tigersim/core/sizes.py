"""How large tables, armies and lists can be, and how a record is declared."""

from __future__ import annotations

from typing import Any

import numpy as np

MAX_WIDTH, MAX_DEPTH = 72, 48
"""Largest table in inches (cells); PT-GEN-03 asks for at least 36 x 36."""
MAX_CELLS = MAX_WIDTH * MAX_DEPTH
LOS_WORDS = MAX_CELLS * (MAX_CELLS // 64)
LOG_ROWS = 8192
LOG_FIELDS = 8
MAX_ACTIONS = 1 << 16
VERBS = 18
"""Verbs of actions that are counted."""
WAVES = 3
"""Waves of reinforcements that a side can have."""
SETUP_TRIES = 96
"""Random places that a tactician tries to set up a unit in."""
KEPT_PLACES, KEPT_SHOTS = 1024, 1024
"""What a player who tries options keeps in mind, see players.tactician.recall; powers of two."""
KEPT_STRENGTHS = 8
"""For how many sets of living and shocked units features are kept, see players.strategist.features; a power of two."""
ZONES = 3
"""Deployment zones of a side that a scenario can have."""
MAX_GROUP = 3
"""PT-FOLLOW-05: units that one card can bring to act."""


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A structured dtype whose scalars have its fields as attributes, compiled or not."""
    return np.dtype((np.record, np.dtype(fields, align=True)))
