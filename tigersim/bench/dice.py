"""How fast the dice are: ratios measured in one process, in turns, as medians.

Single numbers drift by a third from minute to minute on shared machines; ratios of interleaved runs do not.  The
question is the plain one: M4 Sherman at a Panzer IV (mid), any card, no re-rolls, two armour dice.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from importlib.util import find_spec
from itertools import islice
from math import prod
from random import Random
from statistics import median
from timeit import timeit
from typing import Any, NamedTuple

import numpy as np

from tigersim import odds, simulate
from tigersim.bench.generator import make_words
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import all_units
from tigersim.odds.dice import DIFFICULTIES
from tigersim.odds.resolve import resolve_shot
from tigersim.rules.shot import Shot
from tigersim.simulate.dice_plan import dice_plan

QUESTION: dict[str, Any] = {"attacker": "M4 Sherman", "target": "Panzer IV (mid)"}
REROLLED: dict[str, Any] = {"attacker": "Crusader III", "target": "Jagd Panther"}
"""A question with re-rolls on both sides, which is rolled die by die."""

NUMPY_TRIALS, DICE_TRIALS, TABLE_TRIALS, REROLL_TRIALS = 1 << 21, 1 << 25, 1 << 27, 1 << 19
NUMPY_BLOCK = 65536
EXACT_CALLS, ICEPOOL_CALLS = 200, 3
NEW_QUESTIONS = 1000
"""Exact questions of a turn that have not been asked before."""


def numpy_shots(shot: Shot, trials: int, seed: int) -> dict[str, int]:
    """The plain question in NumPy: SFC64, one byte a number, in blocks that stay in the cache.

    For a shot without re-rolls, cover and traits; ``red_dice`` is one more than ``black_dice``.
    """
    red_dice, armor_dice, armor_face = shot.attack.red_dice, shot.defence.armor_dice, shot.defence.armor_face
    rng = np.random.Generator(np.random.SFC64(seed))
    one_hit = destroyed = hit_scored = lethal_scored = 0
    for start in range(0, trials, NUMPY_BLOCK):
        n = min(NUMPY_BLOCK, trials - start)
        card = rng.integers(0, 52, n, np.int8)
        red = card & 2
        red >>= 1
        card >>= 2  # rank - 2
        needed = np.minimum(card, 8)
        needed += 2
        needed += card == 12
        dice = rng.integers(1, 7, (red_dice + armor_dice, n), np.int8)
        total = dice[0]
        total *= red
        for k in range(1, red_dice):
            total += dice[k]
        hit = total >= needed
        needed += needed
        lethal = total >= needed
        unsaved = np.add(hit, lethal, dtype=np.int8)
        for k in range(red_dice, len(dice)):
            unsaved -= dice[k] >= armor_face
        one_hit += int(np.count_nonzero(unsaved == 1))
        destroyed += int(np.count_nonzero(unsaved == 2))
        hit_scored += int(np.count_nonzero(hit))
        lethal_scored += int(np.count_nonzero(lethal))
    ended = {"p_none": trials - one_hit - destroyed, "p_one_hit": one_hit, "p_destroyed": destroyed}
    return {**ended, "p_hit_scored": hit_scored, "p_lethal_scored": lethal_scored}


def icepool_shot(shot: Shot) -> tuple[Fraction, Fraction, Fraction]:
    """The plain question in icepool, written for speed: P(no hit), P(one hit), P(destroyed).

    Dice are summed once per colour, cards of the same difficulty are one weighted branch, the armour is rolled once
    against the mixture of all of them.
    """
    import icepool

    scores, cards = [], []
    for red, colour in DIFFICULTIES.items():
        total = shot.attack.dice(red) @ icepool.d6
        for value, count in colour:
            hit, lethal = total.quantity(">=", value), total.quantity(">=", 2 * value)
            scores.append(icepool.Die({0: total.denominator() - hit, 1: hit - lethal, 2: lethal}))
            cards.append(count)
    saves = shot.defence.armor_dice @ (icepool.d6 >= shot.defence.armor_face)
    left = (icepool.Die(scores, times=cards) - saves).clip(0, 2)
    none, one, two = (Fraction(left.quantity(hits), left.denominator()) for hits in range(3))
    return none, one, two


def is_plain(shot: Shot) -> bool:
    """Whether ``icepool_shot`` answers for it: one attack roll, armour saves, and nothing else."""
    attack, defence = shot.attack, shot.defence
    extras = (
        *(attack.hit_add, attack.lethal_add, attack.rerolls, attack.rolls - 1, attack.machine_gun, shot.hits_before),
        *(defence.hits_to_destroy - 2, defence.armor_dice_lethal - defence.armor_dice, defence.keep_best),
        *(defence.cover_dice, defence.rerolls, defence.rivets, defence.death_trap),
    )
    return not any(extras) and bool(attack.red_dice and attack.black_dice)


def different_questions(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many different questions, in random order, of any unit that fires far at any other."""
    targets = [unit.key for unit in all_units()]
    shooters = [key for key in targets if profile(key).red_near[0] and profile(key).red_far[0]]
    circumstances: dict[str, Sequence[Any]] = {
        "attacker": shooters,
        "target": targets,
        "distance": (10, 20),
        "aspect": ("front", "other"),
        "cover": ("none", "wood"),
        "found_cover": (False, True),
    }
    questions = []
    for number in Random(seed).sample(range(prod(map(len, circumstances.values()))), count):
        question: dict[str, Any] = {}
        left = number
        for field, choices in circumstances.items():
            left, place = divmod(left, len(choices))
            question[field] = choices[place]
        questions.append(question)
    return questions


def measure_sampling(repeats: int = 7) -> dict[str, Any]:
    """Ratios of medians over ``repeats`` interleaved runs on one thread, and their rates.

    ``resolutions_vs_numpy`` (every die rolled) and ``table_vs_numpy`` (outcomes drawn): trials a second against
    ``numpy_shots``; ``resolutions_vs_generator``: against the random words of as many trials with nothing rolled of
    them, the limit, 1 at most.  ``exact_vs_icepool``: exact answers a second against icepool, the same question
    again and again; ``exact_uncached_vs_icepool``: with all that was worked out forgotten before each call;
    ``exact_new_vs_icepool``: questions asked for the first time, all traits among them, against other plain ones in
    icepool.  All three are None, with a note, where icepool is not installed.
    """
    shot = resolve_shot(**QUESTION).shot
    plan = dice_plan(shot, None)
    assert plan is not None, "a plain question"
    fractions = 1 + len(plan.die_rows)
    new = iter(different_questions((repeats + 1) * NEW_QUESTIONS))
    tasks = {
        "numpy": Task(lambda: numpy_shots(shot, NUMPY_TRIALS, 1), NUMPY_TRIALS),
        "dice": Task(_sampled(QUESTION, "dice", DICE_TRIALS), DICE_TRIALS),
        "generator": Task(lambda: make_words(np.uint64(1), np.uint64(0), DICE_TRIALS, fractions), DICE_TRIALS),
        "table": Task(_sampled(QUESTION, "table", TABLE_TRIALS), TABLE_TRIALS),
        "rerolled": Task(_sampled(REROLLED, "dice", REROLL_TRIALS), REROLL_TRIALS),
        "exact": Task(lambda: [odds.shot(**QUESTION) for _ in range(EXACT_CALLS)], EXACT_CALLS),
        "exact_uncached": Task(lambda: odds.shot(**QUESTION), 1, forget),
        "exact_new": Task(lambda: _ask(islice(new, NEW_QUESTIONS)), NEW_QUESTIONS, _warm_up),
    }
    with_icepool = find_spec("icepool") is not None
    if with_icepool:
        others = _plain_shots(ICEPOOL_CALLS)
        tasks["icepool"] = Task(lambda: [icepool_shot(shot) for _ in range(ICEPOOL_CALLS)], ICEPOOL_CALLS)
        tasks["icepool_plain"] = Task(lambda: [icepool_shot(other) for other in others], ICEPOOL_CALLS)
    rate = _rates(tasks, repeats)
    ours = {"resolutions": "dice", "table": "table", "rerolled": "rerolled"}
    exact = {"exact": "icepool", "exact_uncached": "icepool", "exact_new": "icepool_plain"}
    result: dict[str, Any] = {f"{name}_vs_numpy": rate[task] / rate["numpy"] for name, task in ours.items()}
    result["resolutions_vs_generator"] = rate["dice"] / rate["generator"]
    for name, other in exact.items():
        result[f"{name}_vs_icepool"] = rate[name] / rate[other] if with_icepool else None
    result |= {"per_second": rate, "repeats": repeats}
    return result if with_icepool else {**result, "note": "icepool is not installed: no ratio to it"}


def _sampled(question: dict[str, Any], method: str, trials: int) -> Callable[[], object]:
    return lambda: simulate.shots(**question, method=method, trials=trials, threads=1)


def _ask(questions: Iterable[dict[str, Any]]) -> None:
    for question in questions:
        odds.shot(**question)


def _warm_up() -> None:
    """Ask as many questions of another draw."""
    _ask(different_questions(NEW_QUESTIONS, seed=2))


def _plain_shots(count: int) -> list[Shot]:
    """So many different plain shots."""
    shots = (resolve_shot(**question).shot for question in different_questions(NEW_QUESTIONS, seed=2))
    return list(islice(filter(is_plain, shots), count))


def forget() -> None:
    """Empty every cache of the exact odds but that of units and profiles."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tigersim.odds.") and name != "tigersim.odds.arguments":
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()


class Task(NamedTuple):
    """Something to time: ``run`` does it so many ``times``, ``before`` comes off the clock."""

    run: Callable[[], object]
    times: int
    before: Callable[[], object] = lambda: None


def _rates(tasks: dict[str, Task], repeats: int) -> dict[str, float]:
    """Task -> how often a second, from the median time; the tasks take turns, one not counted.

    The garbage collector waits meanwhile: its full passes would fall on whatever task is due.
    """
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for turn in range(repeats + 1):
        for name, task in tasks.items():
            task.before()
            gc.collect()
            spent = timeit(task.run, number=1)
            if turn > 0:
                times[name].append(spent)
    return {name: task.times / median(times[name]) for name, task in tasks.items()}
