"""Which markers a place is on, and which it is near (PT-VP-10)."""

from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inner
from tigersim.core.geometry import gap_squared
from tigersim.registry import rule
from tigersim.rules.victory import MARKER_INCHES, is_at_marker


@jit_inner
@rule("PT-VP-10")
def markers_near(t, x, y):
    """(markers under the cell, markers within 3 inches of it), one bit each."""
    inside, near = 0, 0
    reach = MARKER_INCHES + 1
    for row in range(max(y - reach, 0), min(y + reach + 1, t[0].depth)):
        for column in range(max(x - reach, 0), min(x + reach + 1, t[0].width)):
            marker = int(t[0].marker[cell_at(t, column, row)]) - 1  # a byte would not hold its bit
            if marker >= 0 and is_at_marker(gap_squared(x, y, column, row)):
                near |= 1 << marker
                if column == x and row == y:
                    inside |= 1 << marker
    return inside, near
