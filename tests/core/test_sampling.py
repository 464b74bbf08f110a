"""Dice by the million: the generator, unbiased digits, and the blocks of trials that are rolled side by side."""

import platform
from fractions import Fraction
from itertools import product

import numba
import numpy as np
import pytest

from tests.forms import form
from tigersim.core import sampling
from tigersim.core.chance import GAMMA
from tigersim.core.compile.jit import COMPILER_OFF, jit
from tigersim.core.fire_sampler import digit
from tigersim.core.random_lanes import (
    LANES,
    SHEET,
    STEPS,
    chunk_key,
    fill,
    rejects_below,
    start_lanes,
    success_fraction,
)
from tigersim.rules.shot import Attack, Defence, Shot, ShotReadings
from tigersim.simulate.dice_plan import dice_plan

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # 64-bit words wrap around

SEED, CHUNK = np.uint64(7), np.uint64(0)
FRACTIONS = 65536
"""All the fractions there are."""

PLAIN = Shot(
    Attack(red_dice=3, black_dice=2),
    Defence(
        armored=1,
        hits_to_destroy=2,
        armor_dice=2,
        armor_dice_lethal=2,
        armor_face=5,
        keep_best=0,
        cover_dice=0,
        suppression_armor_dice=2,
        suppression_cover_dice=0,
        rerolls=0,
        extent=0,
        rivets=0,
        death_trap=0,
    ),
    ShotReadings(),
)
CROWDED = PLAIN._replace(
    attack=Attack(red_dice=4, black_dice=1),
    defence=PLAIN.defence._replace(
        armor_dice=3,
        armor_dice_lethal=2,
        armor_face=6,
        cover_dice=1,
        suppression_armor_dice=3,
        suppression_cover_dice=1,
        death_trap=1,
    ),
)
"""Dice of every kind: some on red only, an armour die that lethal hits take away, cover, a death trap."""

ROLL_CARD, ROLL_DICE, FILL = (jit(f) if COMPILER_OFF else numba.njit(f.py_func) for f in (
    sampling.roll_card, sampling.roll_dice, fill
))  # fmt: skip


# --- the generator ----------------------------------------------------------------------------------------------


def test_lanes_are_xoshiro256_plus_plus() -> None:
    # the first words from the state 1, 2, 3, 4, as the authors' own program prints them
    known = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162]
    state = np.repeat(np.arange(1, 5, dtype=np.uint64)[:, None], LANES, axis=1)
    words = np.zeros(SHEET, np.uint64)
    FILL(state, words)
    for lane in range(LANES):
        assert [int(w) for w in words.reshape(STEPS, LANES)[: len(known), lane]] == known


def test_lanes_go_on_where_they_stopped() -> None:
    at_once, in_parts = np.zeros(3 * SHEET, np.uint64), np.zeros(3 * SHEET, np.uint64)
    FILL(start_lanes(SEED), at_once)
    state = start_lanes(SEED)
    for part in np.split(in_parts, 3):
        FILL(state, part)
    assert np.array_equal(at_once, in_parts)


def test_every_lane_and_every_chunk_is_its_own_stream() -> None:
    keys = {int(chunk_key(np.uint64(seed), np.uint64(chunk))) for seed in range(40) for chunk in range(40)}
    assert len(keys) == 1600
    assert len(np.unique(start_lanes(SEED), axis=1).T) == LANES


# --- digits ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-GEN-02")
@pytest.mark.parametrize("sizes", [(52, 6, 6), (1, 6, 6), (6, 6, 6), (6, 1, 1)])
def test_digits_of_a_fraction_are_exactly_uniform(sizes: tuple[int, ...]) -> None:
    # from the definition, over every fraction: each combination of digits comes from equally many of them
    counts: dict[tuple[int, ...], int] = {}
    thrown_away = 0
    for fraction in range(FRACTIONS):
        digits, x = [], fraction
        for size in sizes:
            digits.append(x * size >> 16)
            x = x * size & 0xFFFF
        if x < rejects_below(*sizes):
            thrown_away += 1
        else:
            counts[tuple(digits)] = counts.get(tuple(digits), 0) + 1
    assert set(counts) == set(product(*map(range, sizes)))
    assert set(counts.values()) == {FRACTIONS // int(np.prod(sizes))}
    assert thrown_away == FRACTIONS % int(np.prod(sizes)) > 0


@pytest.mark.parametrize("face", range(1, 7))
def test_success_fraction(face: int) -> None:
    # a save die succeeds from its fraction on: exactly where the digit reaches the face
    succeeds = [1 + (x * 6 >> 16) >= face for x in range(FRACTIONS)]
    assert succeeds == [x >= success_fraction(face - 1) for x in range(FRACTIONS)]


def test_digit_rejects_exactly() -> None:
    # of 2^32 fractions a size of 3 * 2^30 throws a quarter away; what is left is even over the three thirds
    # a share of 0.32 instead of the quarter is found, in the long form 0.28
    n = 200 if COMPILER_OFF else form(1_500, 6_000)
    state = SEED
    size = 3 << 30
    thirds = np.zeros(3)
    drawn_again = 0
    for _ in range(n):
        number, after = digit(state, size)
        assert 0 <= number < size
        drawn_again += int(after) != (int(state) + int(GAMMA)) % 2**64  # more than one step of the stream
        thirds[number >> 30] += 1
        state = np.uint64(after)
    assert abs(drawn_again - n / 4) < 4 * (n * 3 / 16) ** 0.5
    assert chi_square(thirds, np.full(3, n / 3)) < 15


def chi_square(seen: np.ndarray, expected: np.ndarray) -> float:
    return float(((seen - expected) ** 2 / expected).sum())


# --- blocks of trials --------------------------------------------------------------------------------------------


def ways(dice: int) -> np.ndarray:
    """How many rolls of so many dice have each sum (0 = all ones)."""
    found = np.ones(1, int)
    for _ in range(dice):
        found = np.convolve(found, np.ones(6, int))
    return found


def rolled(shot: Shot, fractions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(index after the card's row, colours) for one block of fractions."""
    plan = dice_plan(shot, None)
    assert plan is not None
    index, red = np.zeros(len(fractions), np.uint16), np.zeros(len(fractions), np.uint16)
    ROLL_CARD(fractions, index, red, plan.card_row)
    return index, red


EVERY_FRACTION = np.arange(FRACTIONS, dtype=np.uint16)


@pytest.mark.rule("PT-CARD-06", "PT-CARD-07")
def test_card_row_over_every_fraction() -> None:
    index, red = rolled(PLAIN, EVERY_FRACTION)
    kept = index[index < sampling.REJECTED]
    assert FRACTIONS - len(kept) == FRACTIONS % (52 * 36) > 0  # the rejected ones, each marked
    stride = 16 * 3  # sums 3 to 18 are sixteen totals, two armour dice have 0 to 2 successes
    seen = np.zeros((26, 11), int)
    np.add.at(seen, (kept // stride, kept % stride), 1)
    each = FRACTIONS // (52 * 36)
    assert np.array_equal(seen, np.tile(2 * each * ways(2), (26, 1)))  # two cards of a rank and colour
    odd = index[: len(index)] // stride % 2 == 1
    assert np.array_equal(red[index < sampling.REJECTED] == 0xFFFF, odd[index < sampling.REJECTED])


@pytest.mark.parametrize("colour", [0, 0xFFFF], ids=["black", "red"])
def test_die_row_over_every_fraction(colour: int) -> None:
    plan = dice_plan(PLAIN, None)
    assert plan is not None
    assert len(plan.die_rows) == 1
    index = np.zeros(FRACTIONS, np.uint16)
    ROLL_DICE(EVERY_FRACTION, index, np.full(FRACTIONS, colour, np.uint16), plan.die_rows[0])
    kept = index[index < sampling.REJECTED]
    assert FRACTIONS - len(kept) == FRACTIONS % 216 > 0
    seen = np.zeros((3, 16), int)
    np.add.at(seen, (kept // 16, kept % 16), 1)
    third_die = ways(1) if colour else np.array([6, 0, 0, 0, 0, 0])  # only a red card rolls a third die
    saves = np.array([16, 16, 4])  # of 36 rolls of two armour dice: none, one, two fives or sixes
    assert np.array_equal(seen[:, :6], FRACTIONS // 216 * np.outer(saves, third_die))
    assert not seen[:, 6:].any()


@pytest.mark.rule("PT-DIS-DEATH_TRAP")
def test_natural_fives_and_sixes_are_marked() -> None:
    index, red = rolled(CROWDED, EVERY_FRACTION)
    accepted = index < sampling.REJECTED
    marked = (index & sampling.FIVE_OR_SIX) != 0
    each = FRACTIONS // (52 * 36)
    assert (marked & accepted & (red == 0xFFFF)).sum() == each * 26 * 20  # 20 of 36 pairs show one
    assert (marked & accepted & (red == 0)).sum() == each * 26 * 6 * 2  # a black card rolls one of the two dice


def test_rejected_draws_are_drawn_again() -> None:
    plan = dice_plan(PLAIN, None)
    assert plan is not None
    row = plan.card_row.copy()
    row[sampling.BELOW] = 60000  # throws most draws away
    for trials in (1, 507, 509, 3000):
        counts = sampling.count_rolls(SEED, CHUNK, trials, row, plan.die_rows, plan.table)
        assert counts[sampling.TRIAL] == trials
        assert counts[sampling.ONE_HIT] + counts[sampling.DESTROYED] <= counts[sampling.HIT_SCORED] <= trials


def test_table_entries_follow_the_rules_one_by_one() -> None:
    plan = dice_plan(PLAIN, None)
    assert plan is not None
    entry = plan.table[(10 * 2 + 1) * 48 + 1 * 16 + (17 - 3)]  # a red queen, 10; sum 17; one armour die saved
    assert fields(entry) == {sampling.TRIAL, sampling.HIT_SCORED}
    entry = plan.table[(3 * 2 + 1) * 48 + 1 * 16 + (17 - 3)]  # a red five: 17 is lethal, one of two hits is saved
    assert fields(entry) == {sampling.TRIAL, sampling.HIT_SCORED, sampling.LETHAL_SCORED, sampling.ONE_HIT}
    entry = plan.table[(3 * 2 + 1) * 48 + (17 - 3)]
    assert fields(entry) == {sampling.TRIAL, sampling.HIT_SCORED, sampling.LETHAL_SCORED, sampling.DESTROYED}
    assert not plan.table[sampling.REJECTED :].any()


def fields(entry: np.uint64) -> set[int]:
    return {field for field in range(sampling.FIELDS) if int(entry) >> (sampling.FIELD_BITS * field) & 511}


def test_too_many_dice_are_left_to_the_other_kernel() -> None:
    attack, defence = PLAIN.attack, PLAIN.defence
    many = defence._replace(armor_dice=3, armor_dice_lethal=2, cover_dice=4)
    assert dice_plan(Shot(attack._replace(red_dice=5), many, ShotReadings()), None) is None
    assert dice_plan(PLAIN._replace(attack=attack._replace(rolls=2)), None) is None
    assert dice_plan(PLAIN._replace(attack=attack._replace(rerolls=1)), None) is None
    assert dice_plan(PLAIN._replace(defence=defence._replace(rerolls=1)), None) is None
    assert dice_plan(Shot(attack, defence._replace(death_trap=1), ShotReadings(death_trap=1)), None) is None


@pytest.mark.skipif(COMPILER_OFF or bool(numba.config.BOUNDSCHECK), reason="no machine code, or with checks")
@pytest.mark.skipif(platform.machine().lower() not in ("x86_64", "amd64"), reason="names of x86 instructions")
def test_blocks_are_rolled_in_vector_registers() -> None:
    kernel = numba.njit(nogil=True)(sampling.count_rolls.py_func)
    plan = dice_plan(PLAIN, None)
    assert plan is not None
    kernel(SEED, CHUNK, 1000, *plan)
    (code,) = kernel.inspect_asm().values()
    assert "pmulhuw" in code  # the digits, in lanes of 16 bits
    assert "%ymm" in code or "%zmm" in code


# --- draws from a table ------------------------------------------------------------------------------------------


def test_draws_at_exact_cuts() -> None:
    # cuts on whole 65536ths need no second look; a cut one 2^-80 above lies in the same 65536th
    coarse = np.array([0, 16384, 16384, 65535], np.uint16)
    fine = np.array([0, 0, 1 << 63, (1 << 64) - 1], np.uint64)
    n = 1000 if COMPILER_OFF else 1 << 20
    below = sampling.count_draws(SEED, CHUNK, n, coarse, fine)
    assert below[0] == 0
    assert below[3] == n
    assert 0 <= below[1] <= below[2] <= n
    assert abs(below[1] - n / 4) < 4 * (n * 3 / 16) ** 0.5


@pytest.mark.skipif(COMPILER_OFF, reason="some millions of draws")
def test_boundary_draws_take_more_bits() -> None:
    # everything hangs on one 65536th: only the 64 bits drawn on top decide between the two cuts inside it
    coarse, fine = np.array([30000] * 2, np.uint16), np.array([1 << 62, 3 << 62], np.uint64)
    n = 1 << 26
    below = sampling.count_draws(SEED, CHUNK, n, coarse, fine)
    between = below[1] - below[0]
    expected = n / FRACTIONS / 2
    assert abs(between - expected) < 4 * expected**0.5
    for count, cut in zip(below, (Fraction(30000 * 4 + 1, 4 * 65536), Fraction(30000 * 4 + 3, 4 * 65536)), strict=True):
        share = float(cut)
        assert abs(count - n * share) < 4 * (n * share * (1 - share)) ** 0.5
