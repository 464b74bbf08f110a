"""``shots``: one question, many trials, in chunks that any number of threads may share."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from fractions import Fraction
from itertools import islice
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from tigersim.catalogue.cards import card_name
from tigersim.catalogue.rulesets import ruleset_of
from tigersim.catalogue.units import Unit
from tigersim.core import sampling
from tigersim.core.fire_sampler import count_actions
from tigersim.errors import InvalidValue, NotModelled, RuleForbids
from tigersim.given import whole_number
from tigersim.odds.arguments import card_words, read_card
from tigersim.odds.circumstances import AllKeywords, Circumstances
from tigersim.odds.resolve import resolve
from tigersim.rules.cards import is_red
from tigersim.rules.rerolls import ANY_DICE
from tigersim.rules.shot import Shot
from tigersim.simulate.dice_plan import dice_plan
from tigersim.simulate.outcomes import outcome_law
from tigersim.simulate.roll_tables import roll_tables
from tigersim.simulate.sample import ShotSample
from tigersim.version import RULES_VERSION, __version__

CHUNK = 1 << 20
"""Trials of one chunk.  A chunk has its own stream of chance, so counts do not depend on who plays it."""

METHODS = ("dice", "table")
Counts = NDArray[np.int64]
Counter = Callable[[np.uint64, np.uint64, int], Counts]
"""(seed, chunk, trials) -> counts per field of ``core.sampling``."""

REPORTED = {
    "p_one_hit": sampling.ONE_HIT,
    "p_destroyed": sampling.DESTROYED,
    "p_suppressed": sampling.SUPPRESSED,
    "p_hit_scored": sampling.HIT_SCORED,
    "p_lethal_scored": sampling.LETHAL_SCORED,
    "p_no_shot": sampling.NO_SHOT,
}


def shots(
    attacker: str | Unit,
    target: str | Unit,
    card: str | int | None = None,
    *,
    trials: int = 10_000_000,
    seed: int = 1,
    method: str = "dice",
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **circumstances: Unpack[AllKeywords],
) -> ShotSample:
    """Play one Fire action many times and count what came of it.

    attacker, target, card: as in ``odds.shot``.
    trials: how often it is played.
    seed: 0 to 2^64 - 1; the counts depend on it and on the method only.
    method: dice (draws every card and rolls every die) or table (draws whole outcomes from their exact probabilities).
    threads: how many work at it; None: as many as there are cores.
    progress: called with (trials done, trials) when a part is done.

    Further keywords, as in ``odds.shot``: distance, aspect, cover, found_cover, hits_before, weapon, objective,
    ruleset, fortification, arc.

    Raises ``UnitNotFound``, ``CardNotFound``, ``InvalidValue`` or ``UnknownName`` for a wrong argument, and
    ``RuleForbids`` with the rule's ID for a shot that the rules forbid.
    """
    where = Circumstances.of("simulate.shots", circumstances)
    trials = whole_number("trials", trials, 1, 2**62)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    if threads is not None:
        threads = whole_number("threads", threads, 1, 4096)
    if method not in METHODS:
        raise InvalidValue("method", method, ", ".join(METHODS))
    number = read_card(card)
    rules = ruleset_of(where.ruleset)
    where = where._replace(ruleset=rules)
    action = resolve(attacker, target, where)
    if number is not None and action.forbidden(is_red(number)):
        raise RuleForbids(action.forbidden(is_red(number)), f"{attacker} may not fire on {card_name(number)}")
    if method == "dice":
        _check_dice(action.shot)
    counter = (dice_counter if method == "dice" else table_counter)(action.shot, number)
    counts = count(counter, trials, seed, threads or _cores(), progress)
    fields = {"p_none": trials - int(counts[sampling.ONE_HIT] + counts[sampling.DESTROYED])}
    fields |= {field: int(counts[place]) for field, place in REPORTED.items()}
    provenance = {
        "version": __version__,
        "rules_version": RULES_VERSION,
        "ruleset": rules.name,
        "switches": rules.changed(),
        "question": {"attacker": attacker, "target": target, "card": number, **where._asdict()},
        "shot": {part: getattr(action.shot, part)._asdict() for part in ("attack", "defence", "readings")},
        "trials": trials,
        "seed": seed,
        "method": method,
        "chunk": CHUNK,
    }
    drawn = card_words(number)
    title = f'{attacker} fires at {target}: {drawn}, {where.distance:g}", {where.aspect}'
    return ShotSample(title, trials, fields, provenance)


def _check_dice(shot: Shot) -> None:
    """Raise ``NotModelled`` for choices that rolling die by die does not know."""
    if any(side.rerolls and side.extent == ANY_DICE for side in (shot.attack, shot.defence)):
        raise NotModelled('method "dice" re-rolls one die or all (AMB-99); method "table" knows any dice')
    if shot.attack.mortar and shot.attack.rerolls and shot.attack.objective:
        raise NotModelled('method "dice" aims a mortar\'s re-rolls at hitting only; method "table" also at destroying')


def _cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def dice_counter(shot: Shot, card: int | None) -> Counter:
    """Counts trials die by die: many side by side where that can be, else one after another."""
    plan = dice_plan(shot, card)
    if plan is not None:
        return lambda seed, chunk, trials: sampling.count_rolls(seed, chunk, trials, *plan)
    drawn = -1 if card is None else card
    tables = roll_tables(shot)
    return lambda seed, chunk, trials: count_actions(seed, chunk, trials, drawn, shot, tables)


def table_counter(shot: Shot, card: int | None) -> Counter:
    """Counts trials drawn from the exact law of outcomes."""
    outcomes = outcome_law(shot, card)
    coarse, fine = cuts(list(outcomes.chances.values()))

    def draw(seed: np.uint64, chunk: np.uint64, trials: int) -> Counts:
        below = sampling.count_draws(seed, chunk, trials, coarse, fine)
        counts = np.zeros(sampling.FIELDS, np.int64)
        counts[sampling.TRIAL] = trials
        for fields, times in zip(outcomes.ways, np.diff(below, prepend=0, append=trials), strict=True):
            counts[list(fields)] += times
        return counts

    return draw


def cuts(probabilities: list[Fraction]) -> tuple[NDArray[np.uint16], NDArray[np.uint64]]:
    """Where one outcome ends and the next begins in 0..1, rounded down at 2^-80."""
    coarse, fine = [], []
    below = Fraction(0)
    for probability in probabilities[:-1]:
        below += probability
        upper, lower = divmod(int(below * 2**80), 2**64)
        coarse.append(upper)
        fine.append(lower)
    return np.array(coarse, np.uint16), np.array(fine, np.uint64)


def count(
    counter: Counter, trials: int, seed: int, threads: int, progress: Callable[[int, int], object] | None = None
) -> Counts:
    """Sum of the counts of all chunks."""
    total = np.zeros(sampling.FIELDS, np.int64)
    with closing(_played(counter, trials, seed, threads)) as chunks:
        for chunk in chunks:
            total += chunk
            if progress is not None:
                progress(int(total[sampling.TRIAL]), trials)
    return total


def _played(counter: Counter, trials: int, seed: int, threads: int) -> Generator[Counts, None, None]:
    """The counts of the chunks, as they come in."""
    chunks = ((k, min(CHUNK, trials - k * CHUNK)) for k in range(-(-trials // CHUNK)))

    def play(chunk: tuple[int, int]) -> Counts:
        with np.errstate(over="ignore"):  # 64-bit words wrap around by design; matters with the compiler off
            return counter(np.uint64(seed), np.uint64(chunk[0]), chunk[1])

    if threads == 1 or trials <= CHUNK:
        yield from map(play, chunks)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: set[Future[Counts]] = {pool.submit(play, chunk) for chunk in islice(chunks, 2 * threads)}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                waiting |= {pool.submit(play, chunk) for chunk in islice(chunks, len(done))}
        finally:
            pool.shutdown(cancel_futures=True)
