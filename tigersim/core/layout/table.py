"""The record of a table: terrain, zones, markers, lines of sight."""

from __future__ import annotations

from tigersim.core.enums import MAX_MARKERS
from tigersim.core.layout.sizes import LOS_WORDS, MAX_CELLS, record

TABLE = record(
    [
        ("number", "i8"),
        ("width", "i8"),
        ("depth", "i8"),
        ("words", "i8"),  # 64-bit words per row of the line-of-sight matrix
        ("features", "i8"),
        ("kind", "i1", (MAX_CELLS,)),  # terrain of a cell
        ("feature", "i1", (MAX_CELLS,)),  # which piece of terrain the cell belongs to, 0 = none
        ("road", "i1", (MAX_CELLS,)),
        ("family", "i8"),  # index into board.ALL_FAMILIES
        ("water", "i8"),  # whether there is water on the table, and who may be on it (enums)
        ("los_rule", "i8"),  # the reading of AMB-36 that ``los`` was surveyed by
        ("defender_edge", "i8"),  # the defender's table edge: 0 = left to chance, 1 = south, 2 = north
        ("sea", "i8"),  # 1 = the attacker comes over the sea that covers its deployment zone (PT-AMPHIB-02)
        ("zoned", "i8"),  # 1 = ``zone`` says where units are set up, in place of PT-SETUP-04
        ("zone", "u1", (MAX_CELLS,)),  # bit per deployment zone that the cell belongs to, see core.zones
        ("river_rows", "i8"),  # rows from the defender's edge to the far bank's first, where crossing counts
        ("objective_x", "i8"),  # the middle of the scenario's objective, where there is one
        ("objective_y", "i8"),
        ("hill_by_edge", "i8"),  # 1 = the big hill's edge is near the middle of the table (AMB-140), given
        ("big_hill", "i8"),  # number of the hill that gives a bonus die against hits from below, 0 = none
        ("fort", "i1", (MAX_CELLS,)),  # fortified position in the cell: 0 none, 1 light, 2 heavy (PT-FORT)
        ("forts", "i8"),  # how many cells hold one
        ("markers", "i8"),
        ("marker", "i1", (MAX_CELLS,)),  # number + 1 of the marker that the cell belongs to, 0 = none
        ("marker_value", "i8", (MAX_MARKERS,)),  # VP
        ("los", "u8", (LOS_WORDS,)),  # bit matrix, row = from, bit = to
    ]
)
