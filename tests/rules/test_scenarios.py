"""What the scenarios of Appendix B add, as arithmetic: columns, edges, wrecks on the bridge."""

from __future__ import annotations

import pytest

from tigersim.rules.scenarios import (
    column_inches,
    fewest_in_patrol,
    is_at_edge,
    is_clear_of,
    wreck_bars_bridge,
    wreck_may_stay_on_bridge,
)


@pytest.mark.rule("PT-SCEN-PATROL-02", "PT-SCEN-PATROL-03")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_patrol_is_measured_from_base_to_base(die: int) -> None:
    near = [column_inches(die, place, 3, 18) for place in range(3)]
    assert near[0] == die  # from the middle of the table to its near edge
    # a base is an inch deep: its far edge is an inch behind, and 3 inches from there the next one begins
    assert [near[k + 1] - (near[k] + 1) for k in range(2)] == [3, 3]


@pytest.mark.rule("PT-SCEN-PATROL-03")
@pytest.mark.parametrize("die", range(1, 7))
def test_five_units_of_a_patrol_fill_half_a_table(die: int) -> None:
    # five bases and four gaps of 3 inches are 17 inches long: in 18 the first one stands an inch from the middle
    assert [column_inches(die, place, 5, 18) for place in range(5)] == [1, 5, 9, 13, 17]
    # in 24 inches it may stand where the die says, up to six
    assert column_inches(die, 0, 5, 24) == die
    # seven do not fit: nobody is set up on the other side's half for that
    assert column_inches(die, 0, 7, 18) == 0


@pytest.mark.rule("PT-SCEN-PATROL-05", "AMB-139")
def test_how_many_of_a_patrol_must_be_there() -> None:
    assert [fewest_in_patrol(3, reading) for reading in range(3)] == [3, 1, 3]


@pytest.mark.rule("PT-SCEN-RECCE-03", "PT-SCEN-FOG-03")
def test_six_inches_from_an_edge_or_nearer() -> None:
    assert [rows for rows in range(10) if is_at_edge(rows)] == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.rule("PT-SCEN-FOG-05")
def test_a_foot_from_enemies_at_the_edge() -> None:
    # enemies in columns 20 to 22: 12 whole columns between
    assert [x for x in range(48) if is_clear_of(x, 20, 22)] == [*range(8), *range(35, 48)]


@pytest.mark.rule("PT-SCEN-BRIDGE-03", "AMB-155")
def test_what_a_wreck_on_the_only_bridge_does() -> None:
    passed_by, bars_bridge, pushed_off = range(3)
    assert [wreck_bars_bridge(one) for one in (passed_by, bars_bridge, pushed_off)] == [False, True, False]
    assert [wreck_may_stay_on_bridge(one) for one in (passed_by, bars_bridge, pushed_off)] == [True, True, False]
