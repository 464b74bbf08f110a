"""Chance: known words, unbiased numbers, streams of their own."""

import itertools

import numpy as np
import pytest

from tests.core import checked_battles
from tests.forms import form
from tigersim.core import chance
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.enums import CHANCE_FIRE, CHANCE_MOVE, CHANCE_PLAYER, CHANCE_SAVE

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # 64-bit words wrap around

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mixed(z: int) -> int:
    """SplitMix64's finaliser in Python's own integers."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def number_below(key: int, count: int, n: int) -> tuple[int, int]:
    """(number, words thrown away) by multiply-shift: of 2^32 fractions each number gets equally many."""
    w = mixed((key + (count + 1) * GAMMA) & MASK)
    thrown = 0
    while (w >> 32) * n & 0xFFFFFFFF < (1 << 32) % n:
        w = mixed((w + GAMMA) & MASK)
        thrown += 1
    return (w >> 32) * n >> 32, thrown


def stream_key(seed: int, number: int, purpose: int, turn: int, who: int) -> np.uint64:
    """What the engine keys a stream with, as the unsigned word that it is."""
    return np.uint64(chance.stream(np.uint64(chance.battle_key(seed, number)), purpose, turn, who))


def test_words_are_those_of_splitmix64() -> None:
    # the first words of SplitMix64 from the state 0, as its authors' program prints them
    known = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]
    assert [int(chance.word(np.uint64(0), k)) for k in range(4)] == known


@pytest.mark.parametrize("n", [1, 2, 6, 13, 52, 1000, 3 << 29])
def test_numbers_below_n(n: int) -> None:
    thrown_away = 0
    for count in range(300):
        expected, thrown = number_below(12345, count, n)
        assert int(chance.below(np.uint64(12345), count, n)) == expected < n
        thrown_away += thrown > 0
    # 2^32 mod n of 2^32 fractions are thrown away: a quarter and more for n = 3 * 2^29, next to none for small n
    share = ((1 << 32) % n) / (1 << 32)
    assert abs(thrown_away - 300 * share) <= 4 * (300 * share * (1 - share)) ** 0.5 + 1e-3


@pytest.mark.rule("PT-GEN-02")
@pytest.mark.parametrize("n", [6, 52])
def test_numbers_are_alike(n: int) -> None:
    words = 6_000 if COMPILER_OFF else 1_000_000
    counts = np.zeros(n, np.int64)
    counts[0] = words
    checked_battles.draw_numbers(np.uint64(chance.battle_key(5, n)), counts, n)
    squares = ((counts - words / n) ** 2 / (words / n)).sum()
    assert abs(squares - (n - 1)) < 4 * (2 * (n - 1)) ** 0.5


@pytest.mark.rule("PT-GEN-02")
def test_a_die_has_six_faces() -> None:
    key = stream_key(1, 1, CHANCE_FIRE, 1, 0)
    assert {int(chance.die(key, k)) for k in range(200)} == {1, 2, 3, 4, 5, 6}


def test_every_purpose_turn_and_unit_has_its_own_stream() -> None:
    purposes = (CHANCE_FIRE, CHANCE_SAVE, CHANCE_MOVE, CHANCE_PLAYER)
    turns = form(3, 9)
    labels = itertools.product((1, 2), range(3), purposes, range(turns), range(32))
    battle = {which: np.uint64(chance.battle_key(*which)) for which in itertools.product((1, 2), range(3))}
    keys = [int(np.uint64(chance.stream(battle[seed, number], *label))) for seed, number, *label in labels]
    assert len(set(keys)) == len(keys) == 2 * 3 * 4 * turns * 32
