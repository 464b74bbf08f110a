"""What blocks a line of sight."""

import pytest

from tigersim.rules.sight import piece_blocks, vehicles_block, wreck_covers_from, wrecks_block

HOLDS_AN_END, TARGET_PIECE_ONLY, HILLS_ELEVATE = 0, 1, 2


@pytest.mark.rule("PT-FIRE-04", "AMB-36")
def test_which_pieces_block() -> None:
    for rule in (HOLDS_AN_END, TARGET_PIECE_ONLY, HILLS_ELEVATE):
        assert piece_blocks(holds_firer=False, holds_target=False, overlooked=False, los_terrain_rule=rule)
        assert not piece_blocks(holds_firer=False, holds_target=True, overlooked=False, los_terrain_rule=rule)
    assert not piece_blocks(holds_firer=True, holds_target=False, overlooked=False)
    assert piece_blocks(holds_firer=True, holds_target=False, overlooked=False, los_terrain_rule=TARGET_PIECE_ONLY)
    assert piece_blocks(holds_firer=False, holds_target=False, overlooked=True)  # no heights
    assert not piece_blocks(holds_firer=False, holds_target=False, overlooked=True, los_terrain_rule=HILLS_ELEVATE)


@pytest.mark.rule("PT-FIRE-08", "AMB-37")
def test_which_bodies_block() -> None:
    assert [wrecks_block(rule) for rule in range(3)] == [True, True, False]
    assert [vehicles_block(rule) for rule in range(3)] == [False, True, False]


@pytest.mark.rule("PT-FIRE-08", "AMB-38")
def test_a_wreck_between_the_unit_and_its_firer() -> None:
    assert wreck_covers_from(10, 3, 1, 0)
    assert wreck_covers_from(4, 4, 1, 0)  # 45 degrees
    assert not wreck_covers_from(4, 5, 1, 0)
    assert not wreck_covers_from(10, 3, 2, 0)  # out of touch
    assert not wreck_covers_from(-10, 0, 1, 0)  # behind
