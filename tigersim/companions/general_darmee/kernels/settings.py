"""What ``kernels.phase`` reads, as plain numbers, and samples of it; no compiler needed."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np

from tigersim.companions.general_darmee.forces.engagement import Commander, Engagement
from tigersim.companions.general_darmee.forces.gains import dice_of, in_vain
from tigersim.companions.general_darmee.forces.roster import ARMS, LIMBERED
from tigersim.companions.general_darmee.kernels import places as at
from tigersim.companions.general_darmee.rules.effects import recon_modifier
from tigersim.companions.general_darmee.rules.permissions import guns_are_free
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.general_darmee.rules.tasks import AMMUNITION, PREPARATION
from tigersim.companions.sampling import Sample, sample


def side_terms(one: Commander) -> list[int]:
    """A side of the setting."""
    side, units = one.side, [(brigade, unit) for brigade, told in one.roster.items() for unit in told]
    terms = [side.line, side.reserves, side.off_table, side.faltering, one.adcs, one.cards]
    terms += [guns_are_free(one.army), len(one.plan), len(units)]
    for order in one.plan:
        task, told = order.task, one.units(order)
        turn_by_turn = task.code in (PREPARATION, AMMUNITION)  # whether these are in vain changes in play
        terms += [task.code, order.brigade, task.cost, task.needs_obedience, task.most or 0, order.instead]
        terms += [not turn_by_turn and bool(in_vain(task.code, told))]
        terms += [0 if task.code == PREPARATION else dice_of(task.code, told)]
    terms += [0] * (at.FIRST_UNIT - len(terms))
    for brigade, unit in units:
        terms += [brigade, ARMS.index(unit.arm), unit.casualties, unit.formed, unit.has("recruits"), unit.has("low")]
        terms += [unit.in_command, unit.has(LIMBERED), unit.has("horse")]
    return [int(term) for term in terms] + [0] * (at.SIDE_TERMS - len(terms))


def setting(engagement: Engagement, reading: Reading) -> list[int]:
    """An engagement as the kernel takes it."""
    terms = [engagement.turns, engagement.holder, recon_modifier(*engagement.cover, reading.cover_stacks)]
    terms += [engagement.reach, engagement.charging, engagement.objective, *astuple(reading)]
    terms = [int(term) for term in terms[: at.SHARED_TERMS]]  # how cover is read, the last, is in the modifier
    return [*terms, *side_terms(engagement.own), *side_terms(engagement.enemy)]


def play(engagement: Engagement, reading: Reading, trials: int, seed: int, threads: int | None = None) -> Sample:
    """Play an engagement so many times.  Raises ``InvalidValue``."""
    from tigersim.companions.general_darmee.kernels.phase import play_engagements

    engagement.check(reading)
    return sample(play_engagements, setting(engagement, reading), at.RESULTS, trials, seed, threads)


def play_against(one: Engagement, other: Engagement, reading: Reading, trials: int, seed: int) -> Sample:
    """Play two with the same dice: how much more the second comes to.  Raises ``InvalidValue``."""
    from tigersim.companions.general_darmee.kernels.phase import play_differences

    for each in (one, other):
        each.check(reading)
    return sample(
        play_differences, np.asarray([setting(one, reading), setting(other, reading)]), at.RESULTS, trials, seed
    )
