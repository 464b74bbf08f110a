"""What remains remarkable where many things are looked at."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tigersim.errors import InvalidValue

Floats = npt.NDArray[np.float64]


def adjusted_p(p: npt.ArrayLike) -> Floats:
    """P-values adjusted for how many there are, (n,), by Benjamini and Hochberg (1995).

    Of those that are at most q a share q is false, at most.  To the bit ``scipy.stats.false_discovery_control``, whose
    module takes half a second to import.

    Raises ``InvalidValue`` for what is no probability.
    """
    values = np.asarray(p, dtype=np.float64)
    odd = values[~((values >= 0) & (values <= 1))]
    if len(odd):
        raise InvalidValue("p", float(odd[0]), "probabilities, 0 to 1")
    order = np.argsort(values)
    scaled = values[order] * (len(values) / np.arange(1, len(values) + 1))
    found = np.empty_like(values)
    found[order] = np.minimum.accumulate(scaled[::-1])[::-1]
    return np.clip(found, 0.0, 1.0)
