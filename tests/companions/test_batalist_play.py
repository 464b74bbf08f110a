"""Batalist with real dice: every simulation against its exact twin, and prices against planted truth."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tests.forms import form
from tigersim.catalogue.companions import Readings, game
from tigersim.companions import batalist as ba
from tigersim.companions.batalist.forces.army_book import battalion, battalions
from tigersim.companions.batalist.forces.attack import DOWNHILL
from tigersim.companions.batalist.kernels import blows, fights, gauntlet
from tigersim.companions.batalist.kernels.parts import Part, parts, played
from tigersim.companions.batalist.kernels.settings import duel_terms, line_terms
from tigersim.companions.batalist.odds.charge import shots_of
from tigersim.companions.batalist.odds.duel import EVERY, OFF, ONCE, Duel, Place
from tigersim.companions.batalist.odds.duel_chain import mean_outcome, outcome
from tigersim.companions.batalist.odds.strike import Strike
from tigersim.companions.batalist.questions.checking import distance
from tigersim.companions.batalist.questions.prices import COST, prices_of
from tigersim.companions.batalist.rules.ranks import COLUMN, FLANK, LOOSE, REAR, WEDGE
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.companions.sampling import sample
from tigersim.statistics.law import D6, Law

DEFAULT = Readings.of(game("batalist"))
TRIALS = 40_000


@pytest.fixture(scope="module")
def every_part() -> list[Part]:
    return list(parts())


def test_dice_come_to_the_exact_figures(every_part: list[Part]) -> None:
    assert len(every_part) == 57
    off = []
    for part in every_part:
        found = played(part, TRIALS, seed=11)
        for k, what, exact in part.exact:
            error = float(exact * (1 - exact) / TRIALS) ** 0.5 if what.startswith("p(") else found.error(k)
            if not abs(distance(found.mean(k), float(exact), error)) < 4:
                off.append((part.name, what, found.mean(k), float(exact), error))
    assert off == []


def test_the_parts_would_notice_a_wrong_figure(every_part: list[Part]) -> None:
    part = next(part for part in every_part if part.kernel == "strikes")
    found = played(part, TRIALS, seed=11)
    assert abs(distance(found.mean(0), float(part.exact[0][2]) + 0.05, found.error(0))) > 4


def test_a_kernel_reads_the_terms_of_a_strike_in_their_order() -> None:
    names = list(Strike.__dataclass_fields__)
    assert len(names) == blows.BLOW
    for name in names:
        constant = {"half_up": "HALF_UP"}.get(name, name.upper())
        assert names[getattr(blows, constant)] == name


@pytest.mark.parametrize("morale", [OFF, ONCE, EVERY])
@pytest.mark.parametrize("first", ["a", "b", "coin"])
def test_duels_agree_with_the_chain(morale: int, first: str) -> None:
    duel = Duel.of(battalion("heavy-infantry"), battalion("cavalry warriors=12"), Reading(), morale)
    exact = mean_outcome(duel, first)
    found = sample(fights.duels, duel_terms(duel, first), 6, TRIALS, seed=5)
    for k, value in enumerate((exact.a, exact.b, exact.neither, exact.exchanges, exact.left_a, exact.left_b)):
        assert abs(distance(found.mean(k), float(value), found.error(k))) < 4, k


def test_a_sampled_duel_is_the_seeds_alone() -> None:
    first, again, other = (ba.duel_sampled(trials=20_000, seed=seed) for seed in (1, 1, 2))
    assert first.numbers == again.numbers
    assert first.numbers != other.numbers
    exact = ba.duel()
    sampled = ba.duel_sampled("line-infantry", "line-infantry", trials=60_000)
    for name in ("p_a", "p_b", "p_neither", "exchanges", "left_a", "left_b"):
        low, high = sampled[name].low, sampled[name].high
        assert low is not None
        assert high is not None
        assert low - (high - low) / 2 < exact[name].value < high + (high - low) / 2


PLACES = {
    "loose against a wedge in cover": Place(LOOSE, WEDGE, cover_b=True),
    "a wedge taken in the rear": Place(WEDGE, WEDGE, side=REAR, height=DOWNHILL),
    "a flank that turns": Place(side=FLANK, cover_a=True),
}


@pytest.mark.parametrize("place", PLACES.values(), ids=list(PLACES))
@pytest.mark.parametrize("reading", [Reading(), Reading(about_face=1, front_replies=1, corners=1, half_fighters_up=1)])
def test_duels_on_their_ground_agree_with_the_chain(place: Place, reading: Reading) -> None:
    duel = Duel.of(battalion("heavy-infantry"), battalion("cavalry warriors=13"), reading, EVERY, place)
    exact = mean_outcome(duel, "coin")
    found = sample(fights.duels, duel_terms(duel, "coin"), 6, TRIALS, seed=6)
    for k, value in enumerate((exact.a, exact.b, exact.neither, exact.exchanges, exact.left_a, exact.left_b)):
        assert abs(distance(found.mean(k), float(value), found.error(k))) < 4, k


def test_a_sampled_duel_is_fought_where_the_counted_one_is() -> None:
    asked = {"formation_a": "wedge", "formation_b": "loose", "cover": "both", "side": "flank", "height": "uphill"}
    exact = ba.duel("pikes", "line-infantry", **asked)
    sampled = ba.duel_sampled("pikes", "line-infantry", **asked, trials=TRIALS)
    assert sampled.title == exact.title
    assert sampled.rests_on == exact.rests_on
    for name in ("p_a", "p_b", "exchanges", "left_a"):
        low, high = sampled[name].low, sampled[name].high
        assert low is not None
        assert high is not None
        assert low - (high - low) / 2 < exact[name].value < high + (high - low) / 2


def twin_of_a_line(duel: Duel, shots: list[Strike], first: str) -> tuple[Fraction, Fraction, Fraction]:
    """Chances that a holds and that b holds, and a's mean losses under fire, for one pair with ammunition enough."""
    initial = duel.a.one.warriors
    lost = Law.sure(0)
    for shot in shots:
        lost = lost.plus(shot.law())
    lost = lost.map(lambda damage: min(damage, initial))
    a = b = Fraction(0)
    for less, chance in lost.chances.items():
        found = outcome(duel, first, (initial - less, duel.b.one.warriors), fresh=False)
        a, b = a + chance * found.a, b + chance * found.b
    return a, b, lost.mean


@pytest.mark.parametrize("morale", [OFF, ONCE, EVERY])
@pytest.mark.parametrize("formation", [COLUMN, LOOSE, WEDGE])
def test_battle_lines_agree_with_charge_and_duel(morale: int, formation: int) -> None:
    attacker = battalion("line-infantry")
    defender = battalion("line-infantry warriors=12 skills=melee+shooter shot=1 range=12")
    duel = Duel.of(attacker, defender, Reading(), morale, Place(formation))
    shots = shots_of(defender, attacker, 8, True, DEFAULT, formation)
    assert len(shots) == (4 if formation == WEDGE else 2)
    exact = twin_of_a_line(duel, shots, "a")
    found = sample(fights.lines, line_terms(duel, "a", 1, False, shots), 10, TRIALS, seed=3)
    for k, value in zip((0, 1, 4), exact, strict=True):
        assert abs(distance(found.mean(k), float(value), found.error(k))) < 4, k
    three = sample(fights.lines, line_terms(duel, "a", 3, False, shots), 10, TRIALS, seed=4)
    assert abs(distance(three.mean(0), 3 * float(exact[0]), three.error(0))) < 4


def test_ammunition_runs_out_along_the_line() -> None:
    many = replace(battalion("line-infantry"), warriors=60)
    archers = battalion("line-infantry warriors=12 skills=melee+shooter shot=1 range=12")
    duel = Duel.of(many, archers, Reading())
    shots = shots_of(archers, many, 12, True, DEFAULT) * 2
    found = sample(fights.lines, line_terms(duel, "a", 3, True, shots), 10, 20_000, seed=8)
    exact = D6.times(3).expect(lambda supply: min(supply, 3 * len(shots)))
    assert abs(distance(found.mean(9), float(exact), found.error(9))) < 4
    unlimited = sample(fights.lines, line_terms(duel, "a", 3, False, shots), 10, 100, seed=8)
    assert unlimited.mean(9) == 3 * len(shots)


# Prices

FIGHTERS = [one for one in battalions().values() if one.has("melee")]
KEYS = [one.key for one in FIGHTERS]


def test_gauntlets_end_with_a_side_that_is_gone() -> None:
    played = gauntlet.play(FIGHTERS, 2_000, 1, Reading(), OFF, "coin")
    there = played.army >= 0
    gone = (played.dead.astype(bool) == there).all(axis=2)
    assert gone.any(axis=1).all()
    assert not (played.dead.astype(bool) & ~there).any()
    assert (np.diff(played.dead.astype(int), axis=2) <= 0).all()  # they fall in the order of their line
    fallen = played.dead.sum(axis=2).astype(int)
    assert (played.margin(COST) == COST * (fallen[:, 1] - fallen[:, 0])).all()
    sizes = there.sum(axis=2)
    assert set(np.unique(sizes)) == {1, 2, 3}


def test_gauntlets_of_one_against_one_are_duels() -> None:
    played = gauntlet.play(FIGHTERS, 60_000, 2, Reading(), OFF, "coin")
    single = (played.army[:, :, 1] < 0).all(axis=1)
    for i, j in ((0, 2), (3, 0), (1, 3)):
        chosen = single & (played.army[:, 0, 0] == i) & (played.army[:, 1, 0] == j)
        won = (played.dead[chosen, 0, 0] == 0) & (played.dead[chosen, 1, 0] == 1)
        exact = float(mean_outcome(Duel.of(FIGHTERS[i], FIGHTERS[j], Reading()), "coin").a)
        assert abs(won.mean() - exact) < 4 * (exact * (1 - exact) / chosen.sum()) ** 0.5


def test_intervals_cover_worths_that_were_planted() -> None:
    worth = np.array([60.0, 150.0, 75.0, 115.0])
    scale = worth.sum() / (COST * len(worth))
    truth = worth / scale - COST  # no deaths: what delta is then (``pricing.play.study.NO_DEATHS``)
    inside = []
    for seed in range(form(40, 150)):
        army = gauntlet.drawn_lines(len(worth), 1_000, seed)
        by_side = np.append(worth, 0.0)[army].sum(axis=2)
        noise = np.random.default_rng(1_000 + seed).normal(0, 80, len(army))
        table = prices_of(KEYS, army, by_side[:, 0] - by_side[:, 1] + noise).table
        inside.append((table["delta_low"] <= truth) & (truth <= table["delta_high"]))
    share = np.mean(inside)
    # Of 600 intervals, or 160, four each hang together: they tell as much as some 450, or 120.  The short form's bound
    # is three deviations of 2.0% below 95%: it finds intervals half as wide (67%), but few that are too wide.
    assert form(0.89, 0.92) <= share <= form(0.999, 0.98)


def test_intervals_of_prices_cover_the_price_of_very_many_battles() -> None:
    many = gauntlet.play(FIGHTERS, form(100_000, 200_000), 999, Reading(), OFF, "coin")
    truth = prices_of(KEYS, many.army, many.margin(COST), many.dead).table["price"]
    assert truth.sum() == pytest.approx(COST * len(KEYS))
    inside = []
    for seed in range(form(40, 100)):
        few = gauntlet.play(FIGHTERS, 1_500, seed, Reading(), OFF, "coin")
        table = prices_of(KEYS, few.army, few.margin(COST), few.dead).table
        inside.append((table["price_low"] <= truth) & (truth <= table["price_high"]))
    # the short form: as above
    assert form(0.89, 0.91) <= np.mean(inside) <= form(0.999, 0.985)


def test_a_battalion_in_two_names_has_one_price() -> None:
    found = ba.prices("pikes; pikes warriors=24; heavy-infantry", battles=8_000)
    one, same, heavy = found.numbers
    assert one.low is not None
    assert same.high is not None
    assert one.low < same.value < (one.high or 0)
    assert heavy.value > 1.5 * one.value
    assert ba.prices("pikes; cavalry", battles=2_000, seed=3).numbers == ba.prices("pikes; cavalry", 2_000, 3).numbers


def test_prices_rest_on_how_duels_are_read() -> None:
    plain, tested = (ba.prices(readings={"duel_morale": option}) for option in ("off", "half_loss"))
    assert plain.numbers != tested.numbers
    assert "duel_morale" in plain.rests_on
