"""Progress of several runs as one: what is behind is added to what is under way."""

from __future__ import annotations

from collections.abc import Callable

from tigersim.pricing.play.job import Progress


class Told:
    """``part()`` gives the progress of the next run; ``total``: battles of all of them, where that is known before."""

    def __init__(self, progress: Progress | None, total: int | None = None) -> None:
        self._progress = progress
        self._total = total
        self._behind = 0

    def part(self) -> Progress | None:
        """What the next run is to call."""
        if self._progress is None:
            return None
        tell, behind = self._progress, self._behind

        def told(done: int, total: int, width: float | None) -> None:
            self._behind = behind + done
            tell(behind + done, max(self._total or 0, behind + total), width)

        return told

    def count(self) -> Callable[[int], None] | None:
        """What somebody is to call with every number of battles that he has just played."""
        if self._progress is None:
            return None
        tell = self._progress

        def played(battles: int) -> None:
            self._behind += battles
            tell(self._behind, max(self._total or 0, self._behind), None)

        return played
