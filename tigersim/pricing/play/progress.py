"""How far a job has come: what callers are told, and several runs counted as one."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, float | None], None]
"""Called with (battles played, battles expected in all, half-width reached so far in VP or None)."""


class JointProgress:
    """Progress of several runs as one; ``total`` battles may be set anew at any time."""

    def __init__(self, progress: Progress | None, total: int = 0) -> None:
        self.total = total
        self.played = 0
        self._progress = progress

    def next_run(self) -> Progress | None:
        """Callback for a run: receives its battles, their expected total and the half-width."""
        if self._progress is None:
            return None
        tell, before = self._progress, self.played

        def run_progress(played: int, total: int, width: float | None) -> None:
            self.played = before + played
            tell(self.played, max(self.total, before + total), width)

        return run_progress

    def count(self, battles: int) -> None:
        """Callback: receives the number of battles just played."""
        self.played += battles
        if self._progress is not None:
            self._progress(self.played, max(self.total, self.played), None)
