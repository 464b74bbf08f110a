"""Sizes of tables and woods, as printed."""

import pytest

from tigersim.rules.general import is_table, is_wood


@pytest.mark.rule("PT-GEN-03")
def test_tables_are_three_feet_square_or_larger() -> None:
    assert is_table(36, 36)
    assert is_table(72, 48)
    assert not is_table(36, 35)
    assert not is_table(35, 36)


@pytest.mark.rule("PT-GEN-05")
def test_woods_measure_four_to_nine_inches() -> None:
    assert is_wood(4, 4)
    assert is_wood(9, 4)
    assert not is_wood(3, 4)
    assert not is_wood(9, 10)
