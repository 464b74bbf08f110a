"""Battles of short lines of battalions, drawn and played: prices are read from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tigersim.companions.batalist.forces.army_book import Battalion
from tigersim.companions.batalist.kernels import fights
from tigersim.companions.batalist.kernels.blows import BLOW
from tigersim.companions.batalist.kernels.settings import FIRST
from tigersim.companions.batalist.odds.duel import Duel
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.core.compile.jit import as_written

LINE = 3
"""Battalions of one line, at most: sizes must differ for worth to be seen (``pricing.estimate.scale``)."""


@dataclass(frozen=True)
class Gauntlets:
    """Battles that were played: ``army`` and ``dead`` have the shape (battles, 2 sides, LINE).

    Numbers of battalions, -1 for none; 1 where one was destroyed or left.
    """

    army: npt.NDArray[np.int16]
    dead: npt.NDArray[np.uint8]

    def margin(self, cost: float) -> npt.NDArray[np.float64]:
        """Points destroyed by side a minus points destroyed by side b, at one cost of all."""
        fallen = self.dead.sum(axis=2, dtype=np.float64)
        return np.asarray(cost * (fallen[:, 1] - fallen[:, 0]))


def drawn_lines(battalions: int, battles: int, seed: int) -> npt.NDArray[np.int16]:
    """Lines of one to ``LINE`` battalions on both sides, each as likely as any other."""
    dice = np.random.default_rng(seed)
    army = dice.integers(0, battalions, (battles, 2, LINE)).astype(np.int16)
    size = dice.integers(1, LINE + 1, (battles, 2, 1))
    return np.where(np.arange(LINE) < size, army, -1).astype(np.int16)


def play(
    battalions: Sequence[Battalion], battles: int, seed: int, reading: Reading, morale: int, first: str
) -> Gauntlets:
    """Play ``battles`` battles.  Raises ``RuleForbids`` for a battalion that cannot attack."""
    army = drawn_lines(len(battalions), battles, seed)
    dead = np.zeros(army.shape, dtype=np.uint8)
    blows = np.zeros((len(battalions), len(battalions), 2, BLOW), dtype=np.int64)
    sizes = np.zeros((len(battalions), 3), dtype=np.int64)
    for i, one in enumerate(battalions):
        for j, other in enumerate(battalions):
            side = Duel.of(one, other, reading, morale).a
            blows[i, j] = side.attack.terms, side.reply.terms
            sizes[i] = one.warriors, one.width, side.ranks
    terms = np.zeros(fights.DUEL, dtype=np.int64)
    terms[fights.MORALE], terms[fights.FIRST] = morale, FIRST[first]
    with as_written():
        fights.gauntlets(np.uint64(seed), 0, sizes, blows, army, terms, dead)
    return Gauntlets(army, dead)
