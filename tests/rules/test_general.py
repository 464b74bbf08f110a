"""Sizes of tables, as printed."""

import pytest

from tigersim.rules.general import is_table, smallest_side
from tigersim.rules.switches import Edition


@pytest.mark.rule("PT-GEN-03")
def test_tables_are_three_feet_square_or_larger() -> None:
    assert is_table(36, 36)
    assert is_table(72, 48)
    assert not is_table(36, 35)
    assert not is_table(35, 36)


@pytest.mark.rule("PT1-GEN-02")
def test_tables_of_the_first_edition_are_a_metre_square_or_larger() -> None:
    assert (smallest_side() - 1) * 2.54 < 91.44 <= smallest_side() * 2.54  # three feet of 30.48 cm
    assert (smallest_side(Edition.FIRST) - 1) * 2.54 < 100 <= smallest_side(Edition.FIRST) * 2.54
    assert is_table(40, 40, Edition.FIRST)
    assert not is_table(39, 48, Edition.FIRST)
    assert not is_table(48, 39, Edition.FIRST)
