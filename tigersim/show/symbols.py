"""Which symbol of ``templates/symbols.svg`` stands for a unit: one shape for each kind, told apart at 16 pixels."""

from __future__ import annotations

from tigersim.catalogue.printed import Unit

FILE = "symbols.svg"
WRECK = "wreck"

OF_CLASS = {
    "infantry": "infantry",
    "recon": "recon",
    "armored_car": "armoured-car",
    "light_armored_car": "armoured-car",
    "half_track": "carrier",
    "carrier": "carrier",
    "light_half_track": "carrier",
    "light_carrier": "carrier",
    "light_tank": "light-tank",
    "medium_tank": "tank",
    "heavy_tank": "heavy-tank",
    "tank_destroyer": "tank-destroyer",
    "spg": "spg",
    "light_spg": "spg",
    "heavy_spg": "spg",
    "transport": "truck",
    "light_transport": "jeep",
    "towed_gun": "gun",
    "light_towed_gun": "gun",
    "heavy_towed_gun": "gun",
    "landing_craft": "landing-craft",
    "glider": "glider",
}
"""Class of units -> its symbol."""


def symbol_of(unit: Unit) -> str:
    """The name of a unit's symbol; a towed howitzer and a squad with a mortar have one of their own."""
    if unit.mortar:
        return "mortar"
    if unit.howitzer and unit.type.endswith("towed_gun"):
        return "howitzer"
    return OF_CLASS[unit.type]
