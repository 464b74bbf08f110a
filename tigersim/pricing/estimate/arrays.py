"""Array types of the pricing code; shapes and units stand in the docstrings of their users."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.signedinteger[Any]]
Flags = NDArray[np.bool_]
