"""Student's distribution, to the bit that of ``scipy.stats.t``, whose module takes half a second to import."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import special

Floats = npt.NDArray[np.float64]


def quantile(p: float, freedom: npt.ArrayLike) -> Floats:
    """What stays below with probability ``p``; the shape of ``freedom``, which may be infinite (normal)."""
    return np.asarray(special.stdtrit(_floats(freedom), p), dtype=np.float64)


def below(x: npt.ArrayLike, freedom: npt.ArrayLike) -> Floats:
    """Probability of a value up to ``x``."""
    return np.asarray(special.stdtr(_floats(freedom), _floats(x)), dtype=np.float64)


def above(x: npt.ArrayLike, freedom: npt.ArrayLike) -> Floats:
    """Probability of a value beyond ``x``."""
    return below(-_floats(x), freedom)


def _floats(values: npt.ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64)
