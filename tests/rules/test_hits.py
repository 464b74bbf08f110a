"""Hits: what gets through, shock, destruction."""

import pytest

from tigersim.rules.hits import (
    death_trap_dice,
    death_trap_springs,
    hits_taken,
    hits_to_save,
    is_destroyed,
    may_save,
)
from tigersim.rules.switches import DeathTrap, OneHitDestroys, Rivets


@pytest.mark.rule("PT-HIT-04", "AMB-44")
def test_one_hit_units_may_save() -> None:
    assert may_save(1)
    assert not may_save(1, OneHitDestroys.NO_SAVES)
    assert may_save(2, OneHitDestroys.NO_SAVES)


@pytest.mark.rule("PT-FIRE-07", "PT-DIS-RIVETS", "PT-MG-07", "AMB-103")
def test_hits_to_save() -> None:
    assert [hits_to_save(hits, False, False) for hits in range(3)] == [0, 1, 2]
    assert [hits_to_save(hits, True, False) for hits in range(3)] == [0, 1, 2]
    assert [hits_to_save(hits, True, False, Rivets.COUNTS_AS_LETHAL) for hits in range(3)] == [0, 2, 2]
    assert [hits_to_save(hits, True, True) for hits in range(3)] == [0, 0, 0]


@pytest.mark.rule("PT-DIS-RIVETS", "PT-MG-07", "AMB-103")
def test_rivets_add_a_hit() -> None:
    assert [hits_taken(unsaved, True, False) for unsaved in range(3)] == [1, 2, 3]
    assert [hits_taken(unsaved, True, False, Rivets.EXTRA_IF_UNSAVED) for unsaved in range(3)] == [0, 2, 3]
    assert [hits_taken(unsaved, True, False, Rivets.COUNTS_AS_LETHAL) for unsaved in range(3)] == [0, 1, 2]
    assert [hits_taken(unsaved, False, False) for unsaved in range(3)] == [0, 1, 2]
    assert hits_taken(1, True, True) == 0


@pytest.mark.rule("PT-DIS-DEATH_TRAP", "AMB-104")
def test_death_trap() -> None:
    assert death_trap_dice(1, 3)
    assert not death_trap_dice(0, 3)
    assert not death_trap_dice(2, 3, DeathTrap.ALL_DICE)
    assert death_trap_dice(3, 3, DeathTrap.ALL_DICE)
    assert death_trap_springs(1, True)
    assert not death_trap_springs(0, True)
    assert not death_trap_springs(2, False)
    assert death_trap_springs(1, True, 1)
    assert not death_trap_springs(1, True, 1, DeathTrap.ARMOR_ROLL_WITH_NO_SUCCESS)
    assert death_trap_springs(1, True, 0, DeathTrap.ARMOR_ROLL_WITH_NO_SUCCESS)


@pytest.mark.rule("PT-HIT-02", "PT-HIT-03", "PT-HIT-04", "PT-DIS-DEATH_TRAP")
def test_destruction() -> None:
    assert not is_destroyed(0, 1, 2)
    assert is_destroyed(1, 1, 2)
    assert is_destroyed(0, 2, 2)
    assert is_destroyed(0, 1, 1)
    assert not is_destroyed(1, 0, 2)
    assert is_destroyed(0, 1, 2, True)
