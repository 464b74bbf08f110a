"""What remains remarkable where many things are looked at."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def adjusted_p(p: npt.ArrayLike) -> Floats:
    """P-values adjusted for their number (n,): those at most q are discoveries, at most a share q of them false.

    Benjamini and Hochberg 1995.  To the bit ``scipy.stats.false_discovery_control``, whose module takes half a second
    to import.
    """
    values = np.asarray(p, dtype=np.float64)
    order = np.argsort(values)
    scaled = values[order] * (len(values) / np.arange(1, len(values) + 1))
    found = np.empty_like(values)
    found[order] = np.minimum.accumulate(scaled[::-1])[::-1]
    return np.clip(found, 0.0, 1.0)
