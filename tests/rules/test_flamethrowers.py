"""Flamethrowers: who carries them, their dice and reach, and what their hits come to."""

from __future__ import annotations

import pytest

from tigersim.rules.flamethrowers import burns_out, flame_dice, flame_hits, flame_range, may_carry_flamethrower
from tigersim.rules.fortifications import HEAVY, LIGHT, NO_POSITION

SQUAD, SCOUTS = (True, False, False, False), (True, True, False, False)
MEDIUM, TIGER, TRUCK = (False, False, True, True), (False, False, True, False), (False, False, False, False)


@pytest.mark.rule("PT-FORT-04", "AMB-136")
def test_infantry_and_tanks_carry_flamethrowers() -> None:
    for ruling, tanks in ((0, {MEDIUM, TIGER}), (2, {MEDIUM})):
        for one in (SQUAD, SCOUTS, MEDIUM, TIGER, TRUCK):
            assert may_carry_flamethrower(*one, False, ruling) is (one in tanks | {SQUAD})
    for one in (SQUAD, MEDIUM, TIGER):
        assert may_carry_flamethrower(*one, True, 1)
        assert not may_carry_flamethrower(*one, False, 1)
    assert not may_carry_flamethrower(*TRUCK, True, 1)


@pytest.mark.rule("PT-FLAME-01", "AMB-137")
def test_dice_on_red_cards_only() -> None:
    for own in range(1, 5):
        assert [flame_dice(True, own, ruling) for ruling in range(3)] == [own, own, 3]
        assert [flame_dice(False, own, ruling) for ruling in range(3)] == [0, 0, 0]


@pytest.mark.rule("PT-FLAME-02")
def test_reach() -> None:
    assert flame_range(True) == 6
    assert flame_range(False) == 12


@pytest.mark.rule("PT-FLAME-04", "PT-FLAME-05")
def test_every_hit_is_lethal() -> None:
    for flame, flammable in ((True, False), (False, True), (True, True)):
        assert [flame_hits(scored, flame, flammable) for scored in range(3)] == [0, 2, 2]
    assert [flame_hits(scored, False, False) for scored in range(3)] == [0, 1, 2]


@pytest.mark.rule("PT-FLAME-03")
def test_a_hit_destroys_at_once_what_is_in_a_heavy_position() -> None:
    assert burns_out(1, True, HEAVY)
    assert burns_out(2, True, HEAVY)
    assert not burns_out(0, True, HEAVY)
    assert not burns_out(2, False, HEAVY)
    assert not burns_out(2, True, LIGHT)
    assert not burns_out(2, True, NO_POSITION)
