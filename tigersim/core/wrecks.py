"""Wrecks: destroyed vehicles that their owners leave on the table (chapter 1.6)."""

from tigersim.core import log
from tigersim.core.asking import ask_owner
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import WRECK, WRECKED
from tigersim.core.ground import on_only_bridge
from tigersim.core.log import note
from tigersim.core.sides import slots_of
from tigersim.core.units import cell_of
from tigersim.registry import rule
from tigersim.rules.scenarios import wreck_may_stay_on_bridge


@jit_inner
@rule("PT-FIRE-08", "AMB-155")
def ask_wreck(b, t):
    """The owner of a vehicle destroyed just now says whether it stays on the table (AMB-37)."""
    for side in range(2):
        for unit in slots_of(b, side):
            if b[0].unit[unit].wreck_due != 0:
                if on_only_bridge(t, cell_of(b, t, unit)) and not wreck_may_stay_on_bridge(b[0].ruling.bridge_wreck):
                    b[0].unit[unit].wreck_due = 0
                    b[0].wrecks_due -= 1
                    continue
                ask_owner(b, WRECK, unit)
                return


@jit_inner
@rule("PT-FIRE-08", "PT-GEN-07")
def settle_wreck(b, t, w, unit, stays):
    """A wreck lies where the vehicle stood, blocks lines of sight and bars the way."""
    b[0].unit[unit].wreck_due = 0
    b[0].wrecks_due -= 1
    cell = cell_of(b, t, unit)
    if not stays or b[0].occupant[cell] != 0:
        return
    b[0].occupant[cell] = WRECKED
    b[0].wreck_x[b[0].wrecks] = b[0].unit[unit].x
    b[0].wreck_y[b[0].wrecks] = b[0].unit[unit].y
    b[0].wrecks += 1
    note(b, w, log.WRECK_LEFT, unit, b[0].unit[unit].x, b[0].unit[unit].y)
