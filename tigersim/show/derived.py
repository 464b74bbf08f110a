"""Tables of studies as people read them: what follows from the columns on file, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


def as_read(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """The table ``name`` with what readers ask of it."""
    return READ[name](frame) if name in READ else frame


def _counters(frame: pd.DataFrame) -> pd.DataFrame:
    """How often the first was expected to win, and whether it wins more or less often than that.

    On file stands how far, in logits, the result lies from what the strengths of both say: a class can win less than
    half of its battles and yet be a counter.
    """
    if not {"logits", "p_first_wins"} <= set(frame):
        return frame
    odds = frame["p_first_wins"] / (1 - frame["p_first_wins"]) * np.exp(-frame["logits"])
    return frame.assign(
        first=frame["first"].str.replace("_", " "),
        against=frame["against"].str.replace("_", " "),
        p_expected=odds / (1 + odds),
        than_expected=np.where(frame["logits"] > 0, "more than expected", "less than expected"),
    )[["first", "against", "p_first_wins", "p_expected", "than_expected", "logits"]]


READ: dict[str, Callable[[pd.DataFrame], pd.DataFrame]] = {"counters": _counters}
"""Name of a table -> how it is read."""
