"""The question whether samples agree with the exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.question import question
from tigersim.companions.victory_day.forces.cards import cost as cost_of
from tigersim.companions.victory_day.forces.cards import unit_list, units
from tigersim.companions.victory_day.odds import hands
from tigersim.companions.victory_day.odds.building import Target, build_by
from tigersim.companions.victory_day.odds.clock import last_turn
from tigersim.companions.victory_day.odds.fights import SCORE, against_field, fight, pairings
from tigersim.companions.victory_day.odds.pools import paying, random_pays
from tigersim.companions.victory_day.questions import asking
from tigersim.companions.victory_day.questions.combat import ATTACKERS, BLOCKERS
from tigersim.companions.victory_day.rules.combat import CODES
from tigersim.companions.victory_day.rules.drawing import STARTING_HAND

Row = tuple[str, Fraction, float, float]
"""What, its exact value, the sample's mean and its standard error."""
FIELD = (1, 6)
"""Lowest and highest attack and defence of random stat lines."""


@question("VD-Q-19", "check")
def check(
    deck: asking.Deck = 60,
    depots: asking.Depots = 8,
    factories: asking.Factories = 8,
    fuel: asking.Fuel = 8,
    copies: asking.CopiesOf = 4,
    cost: asking.Cost = "armoured car",
    turn: asking.Turn = 4,
    second: asking.Second = False,
    redeal: asking.Redeal = False,
    trials: Annotated[int, "samples of everything"] = 50000,
    seed: Annotated[int, "seed of chance"] = 1,
    *,
    readings: Readings,
) -> Answer:
    """Do samples agree with the exact odds?

    Openings are dealt, drawn and laid, stat lines and pools drawn, units paired at random; z is how many standard
    errors a sample lies from the exact value.
    """
    price = cost_of(cost)
    known, target, rests_on = asking.building(readings, deck, (depots, factories, fuel), copies, price, second, redeal)
    rows = [
        *_openings(known, target, turn, readings.option("deck_destroyed"), trials, seed),
        *_lines(trials, seed),
        *_pools(trials, seed),
        *_pairings(trials, seed),
    ]
    told = [
        {"what": what, "exact": float(exact), "sampled": mean, "z": (mean - float(exact)) / error if error else 0.0}
        for what, exact, mean, error in rows
    ]
    wrong = [row[0] for row in rows if row[3] == 0 and row[2] != float(row[1])]
    worst = max(abs(row["z"]) for row in told if isinstance(row["z"], float))
    return Answer(
        f"{trials:,} samples of each",
        (
            Number.of("compared", "numbers compared", len(rows)),
            Number("worst_z", "largest distance, in standard errors", worst),
            Number.of("wrong", "certain results that did not come", len(wrong)),
        ),
        (Table("Exact and sampled", told),),
        rests_on=(*rests_on, "resource_enters_turned", "deck_destroyed"),
    )


def _chance(what: str, exact: Fraction, mean: float, trials: int) -> Row:
    """A probability: its standard error follows from the exact value."""
    return what, exact, mean, float(exact * (1 - exact) / trials) ** 0.5


def _openings(known: hands.Dealing, target: Target, turn: int, reading: int, trials: int, seed: int) -> Iterator[Row]:
    from tigersim.companions.sampling import sample
    from tigersim.companions.victory_day.kernels import openings as played

    others = known.deck - known.resources - target.copies
    setting = [*target.by_kind, target.copies, others, *target.cost, known.second, known.first_turn_draw]
    setting += [known.redeal, known.max_redeals, known.redeal_hand, target.enter_turned, reading, turn]
    result = sample(played.openings, setting, played.BY_TURN + played.PER_TURN * turn, trials, seed)
    late = int(target.enter_turned)
    usable = [hands.mean_in_play(known, t - late) for t in range(1 + late, turn + 1)]

    yield _chance(
        "redealable hand", hands.redealable(known.deck, known.resources), result.mean(played.REDEALABLE), trials
    )
    if known.redeal:
        yield "redeals", hands.mean_redeals(known), result.mean(played.REDEALT), result.error(played.REDEALT)
        yield _chance("two redeals", hands.redeal_counts(known, 2)[2], result.mean(played.TWICE), trials)
    spendable = sum(usable, start=Fraction(0))
    yield "resources to spend", spendable, result.mean(played.SPENDABLE), result.error(played.SPENDABLE)
    if not known.redeal or known.redeal_hand == STARTING_HAND:
        end = last_turn(known.deck, known.second, Fraction(0), known.first_turn_draw, STARTING_HAND, reading)
        yield "turn of the last card", Fraction(end), result.mean(played.LAST_TURN), result.error(played.LAST_TURN)
    for t in range(1, turn + 1):
        at = played.BY_TURN + played.PER_TURN * (t - 1)
        k = at + played.IN_PLAY
        yield f"turn {t}: resources in play", hands.mean_in_play(known, t), result.mean(k), result.error(k)
        chances = [
            ("no resource card missed", played.NEVER_MISSED, hands.never_missed(known, t)),
            ("unit can be built", played.BUILT, build_by(known, target, t)),
            ("cost can be paid", played.PAID, build_by(known, target, t, drawn=False)),
        ]
        if not known.redeal:
            chances.append(("unit drawn", played.DRAWN, hands.at_least_one(known.deck, target.copies, known.seen(t))))
        for what, k, exact in chances:
            yield _chance(f"turn {t}: {what}", exact, result.mean(at + k), trials)


def _lines(trials: int, seed: int) -> Iterator[Row]:
    from tigersim.companions.sampling import sample
    from tigersim.companions.victory_day.kernels.lines import random_lines

    field = range(FIELD[0], FIELD[1] + 1)
    all_lines = [(attack, defence) for attack in field for defence in field]
    helped = units()["example unit"]
    better = (helped.attack + helped.bonus[0], helped.defence + helped.bonus[1])
    tank = units()["medium tank"]
    fixed = [(tank.attack, tank.defence), (helped.attack, helped.defence), better]
    for line in (None, *fixed):
        exact = against_field([line] if line else all_lines, field)
        result = sample(random_lines, [*FIELD, *(line or (0, 0))], len(CODES), trials, seed)
        for code, letter in enumerate(CODES):
            who = f"{line[0]}/{line[1]}" if line else "any line"
            yield _chance(f"{who} against any: {letter}", exact[code], result.mean(code), trials)


def _pools(trials: int, seed: int) -> Iterator[Row]:
    from tigersim.companions.sampling import sample
    from tigersim.companions.victory_day.kernels.lines import pools

    car = cost_of("armoured car")
    for n in (4, 5, 6):
        result = sample(pools, [*car, n, 0], 1, trials, seed)
        yield _chance(f"{n} random resources pay an armoured car", random_pays(n, car), result.mean(0), trials)
    two = (2 * car[0], 2 * car[1], 2 * car[2])
    for n in (10, 13):
        result = sample(pools, [*two, n, 1], 1, trials, seed)
        yield _chance(f"a pool of {n} pays two of them", Fraction(*paying(n, two)), result.mean(0), trials)


def _pairings(trials: int, seed: int) -> Iterator[Row]:
    import numpy as np

    from tigersim.companions.sampling import sample
    from tigersim.companions.victory_day.kernels.lines import pairings as random_pairings

    ours, theirs = unit_list(ATTACKERS, "attackers"), unit_list(BLOCKERS, "blockers")
    found = pairings(ours, theirs)
    mean = Fraction(sum(kills - losses for _, kills, losses in found), len(found))
    scores = np.array([[SCORE[fight(one, other)] for other in theirs] for one in ours])
    result = sample(random_pairings, scores, 1, trials, seed)
    yield "score of a random pairing", mean, result.mean(0), result.error(0)
