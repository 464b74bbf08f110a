"""A unit for each trait or note that the lists lack alone: take it for exact odds."""

from typing import Any

from tigersim.catalogue.units import Unit


def made(name: str, type: str, **fields: Any) -> Unit:
    return Unit(nation="test", name=name, source_name=name, type=type, **fields)


RIFLES = made("Rifles", "infantry")
MG_SQUAD = made("Machine-gun squad", "infantry", machine_guns=1)
MORTAR_SQUAD = made("Mortar squad", "infantry", mortar=True)
VETERANS = made("Veterans", "infantry", improved=True)
SCOUTS = made("Scouts", "recon")
GUN = made("Gun", "towed_gun")
LIGHT_GUN = made("Light gun", "light_towed_gun")
HOWITZER = made("Howitzer", "heavy_towed_gun", howitzer=True)
HALF_TRACK = made("Half-track", "half_track")
OLD_HALF_TRACK = made("Old half-track", "light_half_track", improved=True)
SKIRTED = made("Skirted", "medium_tank", advantages=("skirt_armor",))
FRAIL = made("Frail", "heavy_tank", disadvantages=("vulnerable_armor",))
FRAIL_TRAP = made("Frail trap", "medium_tank", disadvantages=("vulnerable_armor", "death_trap"))
RIVETED_TRAP = made("Riveted trap", "light_tank", improved=True, disadvantages=("rivets", "death_trap"))
ACE = made("Ace", "medium_tank", improved=True, advantages=("rapid_fire",))
TWICE_SAVED = made("Twice saved", "spg", improved=True, advantages=("improved_armor",))
MUTE = made("Mute", "medium_tank", disadvantages=("poor_command",))
SLOW_LOADER = made("Slow loader", "medium_tank", disadvantages=("slow_rate_of_fire",))
SHORT = made("Short", "medium_tank", disadvantages=("short_range_gun",))
FLAME_SQUAD = made("Flame squad", "infantry", flamethrower=True)
FLAME_VETERANS = made("Flame veterans", "infantry", flamethrower=True, improved=True, machine_guns=1)
FLAME_TANK = made("Flame tank", "medium_tank", flamethrower=True, improved=True, advantages=("rapid_fire",))
HEAVY_FLAME = made(
    "Heavy flame tank", "heavy_tank", flamethrower=True, disadvantages=("vulnerable_armor", "death_trap")
)
