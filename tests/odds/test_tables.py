"""The arrays for kernels say what the single questions say, and the rules' own choices are the optimum."""

from itertools import product

import numpy as np
import pytest

from tests.forms import some
from tests.reference import brute_force
from tigersim.odds import tables
from tigersim.odds.dice import rolls
from tigersim.odds.rerolls import HIT, HIT_HIGH, LETHAL, LETHAL_HIGH, AttackTest, attack_outcomes
from tigersim.odds.saves import SaveRoll, save_outcomes
from tigersim.rules.rerolls import ANY_DICE, WHOLE_ROLL, SaveDice, best_attack_reroll, best_save_reroll

ATTACK = tables.attack_table()
SAVE = tables.save_table()


@pytest.mark.rule("PT-FIRE-06", "PT-FIRE-07", "PT-DIS-DEATH_TRAP")
def test_attack_table_counted_out() -> None:
    assert ATTACK.shape == (2, 8, 15, 4)
    assert not ATTACK[:, 0].any()
    for dice, difficulty in product((1, 2, 3), (2, 7, 10, 14)):
        counted = np.zeros(4)
        for faces in product(range(1, 7), repeat=dice):
            if sum(faces) >= difficulty:
                counted[2 * (sum(faces) >= 2 * difficulty) + (max(faces) >= 5)] += 1
        assert ATTACK[0, dice, difficulty] == pytest.approx(counted / 6**dice, abs=1e-15)


@pytest.mark.rule("PT1-FIRE-04")
def test_no_hit_is_lethal_in_the_first_edition() -> None:
    first = tables.attack_table(0, 1)
    assert not first[..., 2:].any()
    assert first.sum(axis=-1) == pytest.approx(ATTACK.sum(axis=-1), abs=1e-15)
    assert first[0, ..., 0] == pytest.approx(ATTACK[0, ..., 0] + ATTACK[0, ..., 2], abs=1e-15)


@pytest.mark.rule("PT-IMPROVED-02")
@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_the_rules_choice_of_attack_reroll_is_the_optimum(dice: int) -> None:
    """Playing ``best_attack_reroll`` roll by roll gives exactly the distribution of the optimum."""
    for difficulty in range(2, 15):
        test = AttackTest(dice, difficulty, difficulty)
        played = [0] * 6
        fresh = attack_outcomes(test)
        for faces, ways in rolls(dice):
            total, high = sum(faces), sum(face >= 5 for face in faces)
            choice = best_attack_reroll(dice, total, faces[0], 0, difficulty)
            if choice == 0:
                played[test.outcome(total, high)] += ways * 6**dice
            elif choice == 1:
                for face in range(1, 7):
                    now = test.outcome(total - faces[0] + face, high - (faces[0] >= 5) + (face >= 5))
                    played[now] += ways * 6 ** (dice - 1)
            else:
                for outcome, count in enumerate(fresh):
                    played[outcome] += ways * count
        assert tuple(played) == attack_outcomes(test, 1)
        whole = sum(played)
        assert ATTACK[1, dice, difficulty] == pytest.approx(
            [played[place] / whole for place in (HIT, HIT_HIGH, LETHAL, LETHAL_HIGH)], abs=1e-15
        )


@pytest.mark.rule("PT-ARMOR-01", "PT-COVER-01", "AMB-43")
@pytest.mark.parametrize("permissions", [0, 1])
@pytest.mark.parametrize(("armor", "cover"), [(0, 0), (1, 0), (2, 0), (3, 0), (0, 2), (2, 1), (1, 2), (0, 4), (5, 0)])
def test_save_table_counted_out(permissions: int, armor: int, cover: int) -> None:
    class Rules:
        save_success_rule = "each_success_cancels_one"

    # of five dice, whose every roll and re-roll is listed, three cases in the short form: among them each choice of all
    cases = list(product((1, 2), (5, 6), (0, 1)))
    for hits, face, keep_best in some(cases, 3) if armor + cover == 5 else cases:

        class Target:
            armor_face, armor_keep_best, save_whole = face, keep_best, 0

        spread = brute_force.save_roll(armor, cover, Target, hits, Rules, permissions)
        expected = [brute_force.chance(spread, lambda what, u=unsaved: what[0] == u) for unsaved in range(3)]
        got = SAVE[permissions, hits - 1, armor, face - 5, keep_best, cover]
        assert got == pytest.approx([float(p) for p in expected], abs=1e-12)


def test_save_table_sums_to_one_for_each_ruling() -> None:
    assert SAVE.shape == (2, 2, 10, 2, 2, 7, 3)
    rolled = np.ones((2, 2, 10, 2, 2, 7))
    rolled[:, :, 5:, :, :, 1:] = 0  # nobody rolls five dice of armour and cover dice besides them
    for option in range(3):
        table = tables.save_table(option)
        assert np.allclose(table.sum(axis=-1), rolled, atol=1e-12)
        # a re-roll never raises the expected hits
        expected = table @ np.arange(3)
        assert (expected[1] <= expected[0] + 1e-12).all()


@pytest.mark.rule("PT-IMPROVED-02")
@pytest.mark.parametrize(("armor", "cover"), [(1, 0), (3, 0), (2, 1), (1, 2), (0, 3)])
@pytest.mark.parametrize(("face", "keep_best"), [(5, 0), (6, 0), (5, 1)])
def test_the_rules_choice_of_save_reroll_is_the_optimum(armor: int, cover: int, face: int, keep_best: int) -> None:
    for hits, option in product((1, 2), range(3)):
        save = SaveRoll(hits, armor, face, keep_best, cover, option)
        played = [0] * 6
        saving = [7 - face] * armor + [2] * cover
        for saved in product((True, False), repeat=armor + cover):
            ways = 1
            for ok, faces in zip(saved, saving, strict=True):
                ways *= faces if ok else 6 - faces
            a, c = sum(saved[:armor]), sum(saved[armor:])
            choice = best_save_reroll(SaveDice(hits, armor, a, cover, c, face, bool(keep_best), option, 0, 0))
            again = {0: [], 1: [saved[:armor].index(False)] if choice == 1 else [], 3: list(range(armor + cover))}
            again[2] = [armor + saved[armor:].index(False)] if choice == 2 else []
            places = again[choice]
            for fall in product((True, False), repeat=len(places)):
                weight = ways * 6 ** (armor + cover - len(places))
                now = list(saved)
                for place, ok in zip(places, fall, strict=True):
                    now[place] = ok
                    weight *= saving[place] if ok else 6 - saving[place]
                good_armor, good_cover = sum(now[:armor]), sum(now[armor:])
                played[2 * save.unsaved(good_armor, good_cover) + (good_armor > 0)] += weight
        assert tuple(played) == save_outcomes(save, 1), (hits, option)


@pytest.mark.rule("PT-IMPROVED-02", "AMB-99", "AMB-101")
@pytest.mark.parametrize(("extent", "name"), [(ANY_DICE, "any_subset"), (WHOLE_ROLL, "whole_roll")])
def test_tables_of_other_rerolls_counted_out(extent: int, name: str) -> None:
    attack, save = tables.attack_table(extent=extent), tables.save_table(extent=extent)
    assert np.array_equal(attack[0], ATTACK[0])
    assert np.array_equal(save[0], SAVE[0])

    class Rules:
        save_success_rule = "each_success_cancels_one"

    for dice, difficulty in ((2, 7), (3, 10), (3, 5)):

        def result(roll: tuple[int, ...], d: int = difficulty) -> tuple[int, bool]:
            return int(sum(roll) >= d) + int(sum(roll) >= 2 * d), max(roll) >= 5

        def value(spread: brute_force.Spread) -> tuple[object, ...]:
            return tuple(brute_force.chance(spread, lambda what, n=n: what[0] >= n) for n in (1, 2))

        spread = brute_force.best_roll(dice, 1, result, value, name)
        expected = [float(spread.get((hits, high), 0)) for hits in (1, 2) for high in (False, True)]
        assert attack[1, dice, difficulty] == pytest.approx(expected, abs=1e-12)
    for armor, cover, hits, keep_best in ((2, 1, 2, 0), (3, 0, 2, 0), (2, 0, 1, 1)):

        class Target:
            armor_face, armor_keep_best = 5, keep_best

        spread = brute_force.save_roll(armor, cover, Target, hits, Rules, 1, name)
        expected = [float(brute_force.chance(spread, lambda what, u=unsaved: what[0] == u)) for unsaved in range(3)]
        assert save[1, hits - 1, armor, 0, keep_best, cover] == pytest.approx(expected, abs=1e-12)
