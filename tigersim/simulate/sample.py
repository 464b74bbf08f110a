"""A sampled answer: counts, shares with 95% intervals, and the exact odds next to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tigersim.statistics.intervals import Interval, wilson, z_score

if TYPE_CHECKING:
    import pandas as pd

    from tigersim.odds.shot import ShotOdds


def _share(field: str, meaning: str) -> property:
    """The share of trials that a field counts, as a property of a sample."""

    def share(self: ShotSample) -> float:
        return self.counts[field] / self.trials

    return property(share, doc=meaning)


@dataclass(frozen=True)
class ShotSample:
    """Many Fire actions, counted; ``p_none + p_one_hit + p_destroyed == 1``."""

    title: str
    """The question in words."""
    trials: int
    counts: Mapping[str, int]
    """Field -> in how many trials."""
    provenance: Mapping[str, Any]
    """All that the same counts need: version, question, ruleset, trials, seed, method."""

    p_none = _share("p_none", "The target has no hit.")
    p_one_hit = _share("p_one_hit", "The target has one hit: it is shocked.")
    p_destroyed = _share("p_destroyed", "The target is destroyed.")
    p_suppressed = _share("p_suppressed", "The target has no hit but loses assigned cards (part of ``p_none``).")
    p_hit_scored = _share("p_hit_scored", "The first attack roll reaches the difficulty.")
    p_lethal_scored = _share("p_lethal_scored", "The first attack roll is a lethal hit (part of ``p_hit_scored``).")
    p_no_shot = _share("p_no_shot", "The rules forbid the shot on the card that was drawn.")

    @property
    def intervals(self) -> dict[str, Interval]:
        """Field -> Wilson's 95% interval."""
        return {field: wilson(count, self.trials) for field, count in self.counts.items()}

    @cached_property
    def exact(self) -> ShotOdds:
        """The exact odds of the same question."""
        from tigersim.odds.shot import shot

        return shot(**self.provenance["question"])

    @property
    def z_scores(self) -> dict[str, float]:
        """Field -> distance from the exact odds in standard errors (beyond 4: something is wrong)."""
        return {field: z_score(count, self.trials, getattr(self.exact, field)) for field, count in self.counts.items()}

    def table(self) -> pd.DataFrame:
        """One row per field: what it is, count, share, 95% interval, exact odds, z-score."""
        import pandas as pd

        exact, scores, intervals = self.exact, self.z_scores, self.intervals
        rows = [
            (field, exact.MEANING[field], n, n / self.trials, *intervals[field], getattr(exact, field), scores[field])
            for field, n in self.counts.items()
        ]
        return pd.DataFrame(rows, columns=["field", "meaning", "count", "share", "low", "high", "exact", "z"])

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers: per field the count, share and interval, and the provenance."""
        fields = {
            field: {"count": count, "share": count / self.trials, "low": interval.low, "high": interval.high}
            for (field, count), interval in zip(self.counts.items(), self.intervals.values(), strict=True)
        }
        return {"fields": fields, "provenance": dict(self.provenance)}

    def show(self) -> str:
        """The answer as text: every share with its 95% interval next to the exact odds."""
        meaning, exact = self.exact.MEANING, self.exact
        lines = [f"{self.title}: {self.trials:,} trials, seed {self.provenance['seed']}"]
        for field, interval in self.intervals.items():
            share, low, high = (f"{100 * x:.3f}" for x in (self.counts[field] / self.trials, *interval))
            lines.append(f"  {share:>7}% [{low}, {high}]  exact {100 * getattr(exact, field):.3f}%  {meaning[field]}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        return str(self)
