"""The smallest patch: the fewest whole prices to change until no army found wins too much.

What units are believed to be worth orders the raises: each time the unit in the best army by worth whose raise takes
most from the best army, to its price in a list to aim at first and then 1 VP at a time.  After some raises a search
under the new list looks what is left, and corrects the belief.

Raising has an end: when the good units are dear, a random army of the same budget is weak, and what was middling is a
bargain.  Where no look gets lower any more, the whole list is revised to that one at once, so that the units that cost
too much come down, and raising goes on from there.  Once the bar is reached, raising is begun anew with all that has
been learnt, and changes are taken back, those first that seem to matter least, each time with a search of its own.  The
patch is the smallest that was found this way; that none is smaller is not proven, nor that no list keeps under the bar
where none was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from scipy import special

from tigersim.pricing.estimate.arrays import Integers
from tigersim.pricing.play.armies import Army, Market, best_army, counts_of
from tigersim.pricing.play.contest import Stage, Standing
from tigersim.pricing.play.exploit import Effort, afresh, search
from tigersim.pricing.report.belief import Belief

FIELD = 1024
"""Armies of the field whose mean worth the best one is held against."""
TRIFLE = 0.2
"""VP of margin that the best army by worth may win by changes that are taken back, where no look speaks against it."""


@dataclass(frozen=True)
class Bounds:
    """How far a patch may go.

    bar: share of its battles that no army may reach.  beyond: VP that a price may rise above both the one aimed at and
    the old one.  raises: at most, between two looks.  looks, backs: searches while prices move, and while changes are
    taken back.  patience: looks without a lower figure before raising alone is given up, and before all is.
    """

    bar: float = 0.55
    beyond: int = 3
    raises: int = 16
    looks: int = 20
    backs: int = 6
    patience: int = 3


class Draft(NamedTuple):
    """A list in the making: whole prices (U,), and what units are believed to be worth at them."""

    costs: Integers
    belief: Belief

    def at(self, units: Sequence[int] | Integers, prices: Sequence[int] | Integers) -> Draft:
        """With other prices of some units."""
        costs = self.costs.copy()
        costs[units] = prices
        return Draft(costs, self.belief.repriced(costs - self.costs))


@dataclass(frozen=True, eq=False)
class Look:
    """A search under a list.

    doing: "raise", "revise", "confirm", "anew", "take back" or "last look".
    best: of the armies found, the one that wins most of its fresh battles.
    ahead: VP of margin that the belief promises the best army by worth.
    stays: whether the list was gone on from.
    """

    doing: str
    draft: Draft
    changed: int
    best: Standing
    armies: tuple[Army, ...]
    spread: float
    ahead: float
    stays: bool = True


@dataclass(frozen=True, eq=False)
class Patch:
    """A patch: prices (U,) before, after and aimed at, and whether it stays under the bar."""

    start: Integers
    costs: Integers
    aim: Integers
    final: Look
    looks: tuple[Look, ...]
    reached: bool


@dataclass(eq=False)
class Patcher:
    """Mends a list.

    market: at the prices to be mended.
    aim: (U,) whole prices to go towards.
    light, full: how hard to seek on the way, and in the last look.
    looked: called after every look.
    """

    stage: Stage
    market: Market
    aim: Integers
    light: Effort
    full: Effort
    bounds: Bounds
    seed: int
    looked: Callable[[], None] = lambda: None
    looks: list[Look] = field(default_factory=list)

    def run(self, belief: Belief) -> Patch:
        """Raise, take back what is not needed if the bar was reached, look a last time."""
        risen = mended = self.rise(Draft(self.market.costs, belief))
        if risen.best.p_win < self.bounds.bar:
            mended = self.take_back(self._anew(risen, self.bounds.bar), self.bounds.bar)
        final = self._look("last look", mended.draft, mended.armies, self.full)
        if final.best.p_win >= self.bounds.bar and mended is not risen:
            self.looks[-1] = replace(final, stays=False)
            final = self._look("last look", risen.draft, risen.armies, self.full)
        return Patch(
            self.market.costs, final.draft.costs, self.aim, final, tuple(self.looks), final.best.p_win < self.bounds.bar
        )

    # --- looking --------------------------------------------------------------------------------------------------

    def _market(self, costs: Integers) -> Market:
        return replace(self.market, costs=costs)

    def _changed(self, costs: Integers) -> list[int]:
        return [int(unit) for unit in np.flatnonzero(costs != self.market.costs)]

    def _look(self, doing: str, draft: Draft, first: Iterable[Army], effort: Effort) -> Look:
        """Search under a list, with a seed of its own, and play the armies found afresh."""
        market, seed = self._market(draft.costs), self.seed + len(self.looks) + 1
        found = search(self.stage, market, draft.belief, effort, seed, tuple(first))
        standings = afresh(self.stage, market, found.armies, effort.fresh_pairs, seed)
        best = max(standings, key=lambda one: one.p_win)
        known = Draft(draft.costs, found.belief)
        ahead = self._ahead(known)[0]
        look = Look(doing, known, len(self._changed(draft.costs)), best, found.armies, found.spread, ahead)
        self.looks.append(look)
        self.looked()
        return look

    def _ahead(self, draft: Draft) -> tuple[float, Army]:
        """VP that the best army by worth is ahead of the field by worth, and that army."""
        market = self._market(draft.costs)
        total, army = best_army(draft.belief.mean, market)
        drawn = market.field(FIELD, np.random.default_rng([self.seed, 2]))
        return total - float((counts_of(drawn, len(draft.costs)) @ draft.belief.mean).mean()), army

    @staticmethod
    def _allowed(look: Look, share: float) -> float:
        """VP that the belief may promise the best army, if none is to win more than ``share``.

        Corrected by what the belief promised of this list and what came.
        """
        wanted, came = float(look.spread * special.ndtri(share)), look.best.margin
        return wanted * look.ahead / came if wanted < came < look.ahead else wanted - max(came - look.ahead, 0.0)

    # --- raising --------------------------------------------------------------------------------------------------

    def rise(self, draft: Draft) -> Look:
        """Move prices until a look stays under the bar or nothing is won; the lowest look."""
        look = lowest = self._look("raise", draft, (), self.light)
        stale, revised = 0, False
        while lowest.best.p_win >= self.bounds.bar and len(self.looks) < self.bounds.looks:
            doing, after = "raise", None if stale == self.bounds.patience else self._raised(look)
            if after is None and not revised:
                doing, after, stale, revised = "revise", self._all_revised(lowest.draft), 0, True
            if after is None:
                break
            look = self._look(doing, after, look.armies, self.light)
            if look.best.p_win < self.bounds.bar:
                look = self._look("confirm", look.draft, look.armies, self.full)
            stale = 0 if look.best.p_win < lowest.best.p_low else stale + 1  # lower beyond chance
            lowest = min(lowest, look, key=lambda one: one.best.p_win)
        return lowest

    def _all_revised(self, draft: Draft) -> Draft | None:
        """Every unit at the price aimed at; None if they are there, or if nothing would come down."""
        units = np.flatnonzero(draft.costs != self.aim)
        return draft.at(units, self.aim[units]) if (self.aim < self.market.costs).any() and len(units) else None

    def _raised(self, look: Look) -> Draft | None:
        """The list after one raise or more; None where no unit of the best armies may rise further."""
        draft, allowed = look.draft, self._allowed(look, self.bounds.bar)
        for done in range(self.bounds.raises):
            ahead, army = self._ahead(draft)
            if done and ahead - self._doubt(draft, army) <= allowed:
                break
            after = self._one_raise(draft, [army]) or self._one_raise(draft, look.armies)
            if after is None:
                return draft if done else None
            draft = after
        return draft

    def _doubt(self, draft: Draft, army: Army) -> float:
        """Standard error of what the belief promises an army, VP."""
        counts = counts_of([army], len(draft.costs))[0]
        return float(np.sqrt(counts @ draft.belief.cov @ counts))

    def _one_raise(self, draft: Draft, armies: Iterable[Army]) -> Draft | None:
        """The raise of a unit of these armies after which the best army by worth has least."""
        options = []
        for unit in sorted({unit for army in armies for unit in army}):
            price = max(int(draft.costs[unit]) + 1, int(self.aim[unit]))
            if price <= max(self.aim[unit], self.market.costs[unit]) + self.bounds.beyond:
                after = draft.at([unit], [price])
                options.append((best_army(after.belief.mean, self._market(after.costs))[0], unit, after))
        return min(options, key=lambda option: option[:2])[2] if options else None

    # --- taking back ----------------------------------------------------------------------------------------------

    def take_back(self, look: Look, goal: float) -> Look:
        """Give units their old prices again as long as no army found wins more than ``goal``."""
        needed: set[int] = set()
        for _ in range(self.bounds.backs):
            units = self._spare(look, goal, needed)
            if not units:
                break
            after = self._look("take back", self._restored(look.draft, units), look.armies, self.light)
            if after.best.p_win < goal:
                look = after
            else:
                self.looks[-1] = replace(after, stays=False)
                needed.update(units[len(units) // 2 :])
        return look

    def _anew(self, look: Look, goal: float) -> Look:
        """All raises once more with what has been learnt, if that takes fewer changes."""
        draft = self._restored(look.draft, self._changed(look.draft.costs))
        allowed = self._allowed(look, goal)
        for _ in range(self.bounds.raises * self.bounds.looks):
            ahead, army = self._ahead(draft)
            if ahead <= allowed:
                break
            after = self._one_raise(draft, [army])
            if after is None:
                return look
            draft = after
        if len(self._changed(draft.costs)) >= look.changed:
            return look
        after_all = self._look("anew", draft, look.armies, self.light)
        if after_all.best.p_win < goal:
            return after_all
        self.looks[-1] = replace(after_all, stays=False)
        return look

    def _restored(self, draft: Draft, units: list[int]) -> Draft:
        return draft.at(units, self.market.costs[units])

    def _spare(self, look: Look, goal: float, needed: set[int]) -> list[int]:
        """Changed units that seem not to matter, or the least of them where that is not sure."""
        allowed = max(self._allowed(look, goal), look.ahead + TRIFLE)
        draft, units = look.draft, [unit for unit in self._changed(look.draft.costs) if unit not in needed]
        alone = {unit: self._ahead(self._restored(draft, [unit])) for unit in units}
        units.sort(key=lambda unit: alone[unit][0])
        spare: list[int] = []
        for unit in units:
            if alone[unit][0] > allowed:
                break
            if self._ahead(self._restored(draft, [*spare, unit]))[0] <= allowed:
                spare.append(unit)
        if not spare and units:
            ahead, army = alone[units[0]]
            if ahead - self._doubt(self._restored(draft, units[:1]), army) <= allowed:
                spare = units[:1]
        return spare
