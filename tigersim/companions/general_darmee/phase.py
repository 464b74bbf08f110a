"""The command phase of both sides, turn by turn.

A plan is a list of orders by priority: each turn every one that is allowed and can still be paid is given.  Who falters
is given from outside, since the chapter on morale is not in the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tigersim.companions.general_darmee import phase_terms as at
from tigersim.companions.general_darmee.adc_odds import adc_law
from tigersim.companions.general_darmee.effects import recon_modifier
from tigersim.companions.general_darmee.initiative_roll import NOBODY
from tigersim.companions.general_darmee.permissions import guns_are_free
from tigersim.companions.general_darmee.reading import Ruled
from tigersim.companions.general_darmee.roster import ARMS, LIMBERED, Roster, Units
from tigersim.companions.general_darmee.side import Side
from tigersim.companions.general_darmee.tasks import AMMUNITION, PREPARATION, Order, breaches, chains
from tigersim.companions.general_darmee.uses import dice_of, in_vain
from tigersim.companions.question import ask_whole
from tigersim.companions.sampling import Sample, sample
from tigersim.errors import InvalidValue

ROLLED = -1
"""ADCs of a side: by the dice, not a given number."""
MOST_TURNS, MOST_CARDS, MOST_GIVEN, MOST_REACH = 200, 30, 60, 100


@dataclass(frozen=True)
class Commander:
    """One side, what it wants done, and what it has to find out."""

    side: Side
    plan: Sequence[Order] = ()
    adcs: int = ROLLED
    """A number that is given each turn instead of the dice."""
    cards: int = 0
    """Enemy cards of the Fog of War that Recon! can uncover."""
    roster: Roster = field(default_factory=dict)
    """Units of brigades, of those that are known."""
    army: str = "french"

    def units(self, order: Order) -> Units:
        """What is known of the units that an order is for."""
        return self.roster.get(order.brigade, ())

    def terms(self) -> list[int]:
        """This side of the setting."""
        side, units = self.side, [(brigade, one) for brigade, told in self.roster.items() for one in told]
        terms = [side.line, side.reserves, side.off_table, side.faltering, self.adcs, self.cards]
        terms += [guns_are_free(self.army), len(self.plan), len(units)]
        for order in self.plan:
            task, told = order.task, self.units(order)
            turn_by_turn = task.code in (PREPARATION, AMMUNITION)  # whether these are in vain changes in play
            terms += [task.code, order.brigade, task.cost, task.needs_obedience, task.most or 0, order.instead]
            terms += [not turn_by_turn and bool(in_vain(task.code, told))]
            terms += [0 if task.code == PREPARATION else dice_of(task.code, told)]
        terms += [0] * (at.FIRST_UNIT - len(terms))
        for brigade, one in units:
            terms += [brigade, ARMS.index(one.arm), one.casualties, one.formed, one.has("recruits"), one.has("low")]
            terms += [one.in_command, one.has(LIMBERED), one.has("horse")]
        return [int(term) for term in terms] + [0] * (at.SIDE_TERMS - len(terms))


@dataclass(frozen=True)
class Engagement:
    """Two commanders over some turns."""

    own: Commander
    enemy: Commander
    turns: int = 6
    holder: int = NOBODY
    """Who had the initiative before."""
    cover: tuple[bool, bool] = (False, False)
    """Whether cards lie in a wood, and behind high ground."""
    reach: int = 14
    """How far Forward! should carry."""
    charging: bool = False
    """Whether Forward! lengthens charges, not moves."""
    objective: int = 0
    """In how many turns of an assault its objective is reached; 0: it is not."""

    def check(self, ruled: Ruled) -> None:
        """Raise ``InvalidValue`` for what cannot be played."""
        ask_whole("turns", self.turns, 1, MOST_TURNS)
        ask_whole("reach", self.reach, 0, MOST_REACH)
        ask_whole("objective", self.objective, 0, MOST_TURNS)
        for one in (self.own, self.enemy):
            ask_whole("adcs", one.adcs, ROLLED, MOST_GIVEN)
            ask_whole("cards", one.cards, 0, MOST_CARDS)
            adc_law(one.side, ruled)  # refuses too many dice
            wrong = breaches(one.plan, one.side, ruled.divisions, ruled.attach_reserve)
            if wrong:
                plan = ", ".join(" ".join(map(str, chain)) for chain in chains(one.plan))
                raise InvalidValue("plan", plan, f"what the rules allow; {wrong[0]}")

    def setting(self, ruled: Ruled) -> list[int]:
        """The engagement as the kernel takes it."""
        shared = {
            at.TURNS: self.turns,
            at.HOLDER: self.holder,
            at.MODIFIER: recon_modifier(*self.cover, ruled.cover_stacks),
            at.REACH: self.reach,
            at.CHARGING: self.charging,
            at.OBJECTIVE: self.objective,
            at.OBEY_FROM: ruled.obey_from,
            at.FALTERING_OBEY_FROM: ruled.faltering_obey_from,
            at.REMOVES: ruled.removes,
            at.EXTRA: ruled.extra,
            at.POOL: ruled.pool,
            at.PER_BRIGADE: ruled.per_brigade,
            at.BONUS: ruled.bonus,
            at.SHORTFALL: ruled.shortfall,
            at.COUNT_DOUBLE: ruled.count_double,
            at.COUNT_FLED: ruled.count_fled,
            at.UNITS_OF_LENGTH: ruled.units,
            at.BOTH_BONUSES: ruled.both_bonuses,
            at.GLORY_GIVES: ruled.glory,
            at.BEFORE_OBEYING: ruled.before_obeying,
            at.MOST_REROLLS: ruled.most_rerolls,
            at.DIVISIONS: ruled.divisions,
            at.RESERVE_ROLLS: ruled.reserve_rolls,
            at.PREPARATION_OBEYS: ruled.preparation_obeys,
            at.ATTACH_RESERVE: ruled.attach_reserve,
            at.STANDS_AT_ONCE: ruled.stands_at_once,
            at.ASSAULT_OBEYS: ruled.assault_obeys,
            at.GUNS_BY_ANY: ruled.guns_by_any,
        }
        terms = [int(shared[place]) for place in range(at.SHARED_TERMS)]
        return [*terms, *self.own.terms(), *self.enemy.terms()]


def play(engagement: Engagement, ruled: Ruled, trials: int, seed: int, threads: int | None = None) -> Sample:
    """Play an engagement so many times.  Raises ``InvalidValue``."""
    from tigersim.companions.general_darmee.phase_kernel import play_engagements

    engagement.check(ruled)
    return sample(play_engagements, engagement.setting(ruled), at.RESULTS, trials, seed, threads)


def play_against(one: Engagement, other: Engagement, ruled: Ruled, trials: int, seed: int) -> Sample:
    """Play two with the same dice: how much more the second comes to.  Raises ``InvalidValue``."""
    from tigersim.companions.general_darmee.phase_kernel import play_differences

    for each in (one, other):
        each.check(ruled)
    return sample(play_differences, np.asarray([one.setting(ruled), other.setting(ruled)]), at.RESULTS, trials, seed)
