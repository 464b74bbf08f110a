"""The record of what a unit can do, as the catalogue fills it in."""

from tigersim.core.enums import WEAPONS
from tigersim.core.sizes import record
from tigersim.rules.unit_numbers import SCALARS, WEAPON_FIELDS

PROFILE = record([(name, "i2") for name in SCALARS] + [(name, "i2", (WEAPONS,)) for name in WEAPON_FIELDS])
