"""What fits of all tests of prices have in common."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def _few_errors_behind_ranks(request: pytest.FixtureRequest) -> Iterator[None]:
    """The places of units by 100 random errors: by 4,000 they took a third of a fit, of a real list the most.

    Only ``test_rank_intervals`` asks for places; all else runs the same lines and looks at other numbers.
    """
    with pytest.MonkeyPatch.context() as patch:
        if request.path.stem != "test_rank_intervals":
            patch.setattr("tigersim.pricing.estimate.rank_intervals.DRAWS", 100)
        yield
