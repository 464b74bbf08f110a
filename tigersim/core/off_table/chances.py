"""The exact chances of one attack of off-table support."""

from tigersim.core.aim import chance_after_saves, save_dice_from
from tigersim.core.compile.jit import jit_inner
from tigersim.rules.arithmetic import choose, power, ways_at_least, ways_of_sides
from tigersim.rules.flamethrowers import flame_hits
from tigersim.rules.hits import death_trap_dice
from tigersim.rules.machine_guns import suppression_dice
from tigersim.rules.off_table import support_dice, support_difficulty, support_is_frontal, support_suppresses


@jit_inner
def attack_shares(b, dice, needed, armored):
    """(P(suppresses), P(hits), P(hits and sets off a death trap)) of an attack's dice.

    Exact and disjoint.  So many fives and sixes can set one off that ``death_trap_dice`` says so: the others are fours
    at most.
    """
    ruling = b[0].ruling
    hits, high = ways_at_least(dice, needed), 0
    for fives in range(dice + 1):
        if death_trap_dice(fives, dice, ruling.death_trap):
            for rest in range(dice - fives, 4 * (dice - fives) + 1):
                exactly = ways_of_sides(dice - fives, 4, rest) - ways_of_sides(dice - fives, 4, rest + 1)
                high += choose(dice, fives) * exactly * ways_of_sides(fives, 2, needed - rest - 4 * fives)
    near = 0
    for total in range(dice, needed):
        if support_suppresses(total, needed, armored, ruling.suppression_half, ruling.armored_suppression):
            near = ways_at_least(dice, total) - hits
            break
    rolls = power(6, dice)
    return near / rolls, (hits - high) / rolls, high / rolls


@jit_inner
def support_chances(b, t, w, target, kind, attacks, hits):
    """P(hit), P(destroyed), P(left shocked), P(loses its cards unhurt) of an attack.

    ``attacks``: how many came before it.
    ``hits``: of the target before it.  Exact wherever ``saves_are_exact`` says so.
    """
    v, ruling = b[0].unit[target].profile, b[0].ruling
    needed = support_difficulty(kind, attacks, v.low_profile, ruling.spg_low_profile)
    near, low, high = attack_shares(b, support_dice(kind, v.anti_air != 0), needed, v.armored != 0)
    front = support_is_frontal(kind, ruling.barrage_arc)
    scored = flame_hits(1, False, v.flammable != 0)
    plate, cover = save_dice_from(b, t, target, scored, front, 0)
    dies, shaken = chance_after_saves(b, w, target, scored, True, plate, cover, hits)
    destroyed, shocked = high * dies, high * shaken
    if v.death_trap != 0:
        dies, shaken = chance_after_saves(b, w, target, scored, False, plate, cover, hits)
    destroyed += low * dies
    shocked += low * shaken
    plate, cover = save_dice_from(b, t, target, 0, front, 0)
    plate, cover = suppression_dice(plate, v.armor_face, cover, v.armored != 0, ruling.suppression_save)
    face = 1 if v.armor_face == 6 else 0
    fails = w[0].save[min(v.save_rerolls, 1), 0, plate, face, v.armor_keep_best, cover, 1]
    return low + high, destroyed, shocked, near * fails
