"""One machine-gun roll shared among targets: the best way to deal and re-roll the dice.

A roll is worth what its best deal is worth to the firer; a re-roll is worth what it leads to.  Everything is tried, so
the choices are the exact optimum for one roll.  Aims of different rank are packed into one integer, the first in the
highest place, so that worths can be added and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import lcm
from typing import NamedTuple

from tigersim.odds.dice import Roll, rolls
from tigersim.odds.effect import DESTROYED, ONE_HIT, SUPPRESSED, Effect, Victim, effect
from tigersim.odds.rerolls import HIT, LETHAL, AttackTest
from tigersim.rules.flamethrowers import flame_hits
from tigersim.rules.machine_guns import may_deal_away, share_scores
from tigersim.rules.rerolls import ANY_DICE, WHOLE_ROLL
from tigersim.statistics.law import Law

HITS, DESTROYING, EFFECTS, FIRST_ONLY = range(4)
POLICIES = {"hits": HITS, "destroy": DESTROYING, "effects": EFFECTS, "first": FIRST_ONLY}
"""What a deal aims at: targets hit, then suppressed; targets destroyed, then hit; targets hit or suppressed, then hit;
or all dice at the first target.
"""

NOT_SHOT_AT = -1
Part = tuple[int, int, int]


class Share(NamedTuple):
    """One target of a roll as it stands."""

    test: AttackTest
    """With all dice of the roll."""
    target: Victim
    state: int

    @property
    def effect(self) -> Effect:
        """What each outcome of an attack on it does."""
        return effect(self.target, int(self.state == ONE_HIT))

    def outcome(self, dice: int, total: int, high: int, shared: bool, mg_split: int) -> int:
        """What dice dealt to it come to, by their number, sum, and fives and sixes."""
        test = self.test
        scored = test.scored(total)
        if scored >= HIT:
            hits = share_scores(total, test.difficulty, test.lethal_difficulty, shared, mg_split)
            scored = LETHAL if flame_hits(hits, False, test.all_lethal > 0) == 2 else HIT
        return test._replace(dice=dice).with_dice(scored, high)


class Aims(NamedTuple):
    """What is asked of one shared roll."""

    shares: tuple[Share, ...]
    policy: int
    mg_split: int
    """Option of AMB-61."""
    permissions: int
    extent: int
    reroll_for_first: bool
    """Re-rolls aim at hitting the first target with all dice, not at what the policy deals."""


class Deal(NamedTuple):
    """A way to deal the dice of a roll."""

    worth: int
    outcomes: tuple[int, ...]
    """What the dice come to, target by target; ``NOT_SHOT_AT`` = none were dealt to it."""


Choice = tuple[int, Roll] | None
"""How many dice are rolled again, and which of the free ones are kept; None = nothing is rolled again."""


class Merits(dict[Part, tuple[int, int]]):
    """(dice, their sum, fives and sixes) -> what they are worth at a target and come to."""

    def __init__(self, aims: Aims, place: int, shared: bool, whole: int, rank: int) -> None:
        super().__init__({(0, 0, 0): (0, NOT_SHOT_AT)})
        self.share, self.shared = aims.shares[place], shared
        self.policy, self.mg_split = aims.policy, aims.mg_split
        self.whole, self.rank = whole, rank

    def __missing__(self, part: Part) -> tuple[int, int]:
        outcome = self.share.outcome(*part, self.shared, self.mg_split)
        found = self[part] = self._worth(outcome), outcome
        return found

    def _worth(self, outcome: int) -> int:
        share = self.share
        if share.state == DESTROYED:
            return 0
        does = share.effect
        scale = self.whole // does.whole
        hit = self.whole if outcome >= HIT and not share.target.machine_gun_on_armor else 0
        lost_cards = scale * does.after[outcome][SUPPRESSED] if share.state != SUPPRESSED else 0
        gone = scale * does.after[outcome][DESTROYED]
        aims = {
            DESTROYING: (gone, hit, lost_cards),
            EFFECTS: (hit + lost_cards, hit, gone),
        }.get(self.policy, (hit, lost_cards, gone))
        return (aims[0] * self.rank + aims[1]) * self.rank + aims[2]


class SharedRoll:
    """One roll at targets in certain states: what every fall of the dice leads to."""

    def __init__(self, aims: Aims) -> None:
        self.aims, self.shares = aims, aims.shares
        self.dice = aims.shares[0].test.dice
        self.whole: int = lcm(*(share.effect.whole for share in aims.shares))
        self.rank: int = 1 + len(aims.shares) * self.whole * 6 ** (2 * self.dice)
        """More than any sum of one aim can come to."""
        self.alone = Merits(aims, 0, False, self.whole, self.rank)
        self.merits = [Merits(aims, place, True, self.whole, self.rank) for place in range(len(aims.shares))]
        self.deal: Callable[[Roll], Deal] = cache(self._deal)
        self.best: Callable[[Roll, Roll, int], tuple[int, Choice]] = cache(self._best)
        self.again: Callable[[int, Roll, Roll, int], int] = cache(self._again)

    def outcomes(self) -> Law[tuple[int, ...]]:
        """What the roll comes to, target by target."""
        return Law.of((self.deal(faces).outcomes, ways) for faces, ways in self._final_rolls().items())

    def _deal(self, faces: Roll) -> Deal:
        """The best way to deal these dice; of equal ones that with most for the first target.

        Every way is tried; sets of dice are bits.
        """
        everything = (1 << len(faces)) - 1
        parts = list(zip(*_parts(faces), strict=True))
        best, outcome = self.alone[parts[everything]]
        whole = Deal(best, (outcome, *[NOT_SHOT_AT] * (len(self.shares) - 1)))
        others = [place for place in range(1, len(self.shares)) if self.shares[place].state != DESTROYED]
        if self.aims.policy == FIRST_ONLY or not others:
            return whole
        worths = [[merits[part][0] for part in parts] for merits in (self.merits[place] for place in (0, *others))]
        own_worth, second, third = (*worths, [0])[:3]
        needed, split = self.shares[0].test.difficulty, self.aims.mg_split
        equal: list[tuple[int, int, int]] = []
        for own in range(everything - 1, 0, -1):
            size, total, _ = parts[own]
            if not may_deal_away(size, total, needed, split):
                continue
            rest = everything & ~own
            part = rest
            while True:
                worth = own_worth[own] + second[part] + (third[rest & ~part] if len(others) > 1 else 0)
                if worth > best:
                    best, equal = worth, [(own, part, rest & ~part)]
                elif worth == best and equal:
                    equal.append((own, part, rest & ~part))
                if part == 0 or len(others) == 1:
                    break
                part = (part - 1) & rest
        if not equal:
            return whole
        return Deal(best, max(self._preferred(others, parts, dealt) for dealt in equal)[1])

    def _preferred(
        self, others: list[int], parts: list[Part], dealt: tuple[int, int, int]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """(dice target by target, what they come to): of equally good deals the greatest is taken."""
        sizes, outcomes = [0] * len(self.shares), [NOT_SHOT_AT] * len(self.shares)
        for place, bits in zip((0, *others), dealt, strict=False):
            sizes[place] = parts[bits][0]
            outcomes[place] = self.merits[place][parts[bits]][1]
        return tuple(sizes), tuple(outcomes)

    def _worth(self, faces: Roll) -> int:
        """What a roll is worth when it is decided whether to roll again."""
        if not self.aims.reroll_for_first:
            return self.deal(faces).worth
        outcome = self.shares[0].outcome(self.dice, sum(faces), 0, False, 0)
        return int(outcome >= HIT) * self.rank + int(outcome >= LETHAL)

    def _final_rolls(self) -> dict[Roll, int]:
        """The rolls as they lie after all re-rolls, in counts that add up to a power of 6."""
        final: dict[Roll, int] = {}
        lying: dict[tuple[Roll, Roll], int] = {
            (faces, ()): ways * 6 ** (self.dice * min(self.aims.permissions, 1)) for faces, ways in rolls(self.dice)
        }
        for permissions in range(self.aims.permissions, -1, -1):
            then: dict[tuple[Roll, Roll], int] = {}
            for (free, fixed), ways in lying.items():
                choice = self.best(free, fixed, permissions)[1]
                if choice is None:
                    lies = tuple(sorted(free + fixed))
                    final[lies] = final.get(lies, 0) + ways
                    continue
                again, kept = choice
                for faces, count in rolls(again):
                    place = (kept, tuple(sorted(fixed + faces)))
                    then[place] = then.get(place, 0) + ways // 6**again * count
            lying = then
        return final

    def _best(self, free: Roll, fixed: Roll, permissions: int) -> tuple[int, Choice]:
        """(worth of the best choice, times 6^free dice; that choice) with ``free`` dice left."""
        best: tuple[int, Choice] = self._worth(tuple(sorted(free + fixed))) * 6 ** len(free), None
        if permissions == 0:
            return best
        for again in self._numbers(len(free)):
            for kept in _different(free, again):
                worth = self.again(again, kept, fixed, permissions - 1)
                if worth > best[0]:
                    best = worth, (again, kept)
        return best

    def _numbers(self, free: int) -> Sequence[int]:
        """How many dice one permission may re-roll."""
        if self.aims.extent == ANY_DICE:
            return range(1, free + 1)
        return [free] if self.aims.extent == WHOLE_ROLL or free < 2 else [1, free]

    def _again(self, again: int, kept: Roll, fixed: Roll, permissions: int) -> int:
        return sum(ways * self.best(kept, tuple(sorted(fixed + faces)), permissions)[0] for faces, ways in rolls(again))


def _parts(faces: Roll) -> tuple[list[int], list[int], list[int]]:
    """[bits of some of the dice] -> how many they are, their sum, and their fives and sixes."""
    sizes, sums, highs = [0], [0], [0]
    for bits in range(1, 1 << len(faces)):
        face = faces[bits.bit_length() - 1]
        rest = bits - (1 << (bits.bit_length() - 1))
        sizes.append(sizes[rest] + 1)
        sums.append(sums[rest] + face)
        highs.append(highs[rest] + (face >= 5))
    return sizes, sums, highs


def _different(free: Roll, again: int) -> list[Roll]:
    """What is kept of the sorted dice when so many are rolled again; each choice once."""
    return list(
        dict.fromkeys(
            tuple(face for place, face in enumerate(free) if place not in places)
            for places in combinations(range(len(free)), again)
        )
    )
