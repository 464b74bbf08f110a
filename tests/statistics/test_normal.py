"""The density of the normal beside that of scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tigersim.statistics.normal import density


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_density_is_that_of_scipy_to_the_bit(dtype: type) -> None:
    x = np.concatenate([np.random.default_rng(1).normal(0, 4, 20_000), [0.0, -40.0, 1e-300]]).astype(dtype)
    assert density(x).tolist() == stats.norm.pdf(x).tolist()
