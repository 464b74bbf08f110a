"""A profile as a table that a player understands: what, how much, and by which rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tigersim.catalogue.classes import CLASS_IDS, classes
from tigersim.catalogue.profile.draft import HULL, MACHINE_GUN, MAIN, MORTAR
from tigersim.catalogue.traits import flag_traits, traits
from tigersim.rules.airdrop import BY_PARACHUTE

if TYPE_CHECKING:
    from tigersim.catalogue.profile import Profile


class Row(NamedTuple):
    """One line of the table; ``rules`` holds the IDs of rules and rulings."""

    label: str
    value: str
    rules: tuple[str, ...]


def table(profile: Profile) -> list[Row]:
    """Rows in the order of a player's questions: kind, fire, survival, movement, action."""
    parts = (_identity, _weapons, _saves, _movement, _carrying, _orders)
    return [row for part in parts for row in part(profile)]


def _count(number: int, what: str, plural: str | None = None) -> str:
    return f"{number} {what if number == 1 else plural or what + 's'}"


def _dice(number: int) -> str:
    return _count(number, "die", "dice") if number else "may not"


def _by_color(red: int, black: int) -> str:
    return f"red card {_dice(red)}, black card {_dice(black)}"


def _from(profile: Profile, fields: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for field in fields for rule in profile.sources.get(field, ())))


_KINDS = {"medium_tank": "tank", "transport": "truck", "towed_gun": "gun"}
"""What the first edition calls these classes."""


def _identity(p: Profile) -> Iterator[Row]:
    class_id, rules = CLASS_IDS[p.class_id], _from(p, ("class_id",))
    name = classes()[class_id].name
    yield Row("Class", _KINDS.get(class_id, name) if "PT1-UNIT-01" in rules else name, rules)
    if p.score == p.cost:
        yield Row("Cost", f"{p.cost} VP, scored by the enemy who destroys it", _from(p, ("cost",)))
    else:
        value = f"{p.cost} VP; the enemy who destroys it scores {p.score}"
        yield Row("Cost", value, _from(p, ("cost", "score")))


def _weapons(p: Profile) -> Iterator[Row]:
    names = {
        MAIN: "Rifles" if p.infantry else ("Howitzer" if p.howitzer else "Main gun"),
        HULL: "Hull gun",
        MACHINE_GUN: "Machine gun",
        MORTAR: "Mortar",
    }
    for slot, name in names.items():
        if p.armed[slot]:
            called = "flamethrower" if p.flame[slot] else name.lower()
            yield Row(f"Fire: {called}", _weapon(p, slot), p.weapon_sources[slot])
    if not any(p.armed):
        yield Row("Fire", "unarmed", _from(p, ("armed",)))
    if p.fire_rolls > 1:
        yield Row("Rolls per Fire action", f"{p.fire_rolls}, at the same target", _from(p, ("fire_rolls",)))
    if p.mg_attacks > 1:
        value = f"{p.mg_attacks} attacks in each Fire action"
        yield Row("Machine guns", value, _from(p, ("mg_attacks",)))
    if p.attack_rerolls:
        yield Row("Fire re-rolls", _rerolls(p.attack_rerolls, p.attack_whole), _from(p, ("attack_rerolls",)))


_OF_WEAPONS = {
    "forward_only": "front arc only",
    "indirect": "needs no line of sight of its own",
    "suppresses": "suppresses",
    "machine_gun": "harms no armour",
    "flame": "every hit is lethal and destroys what is in a heavy position",
}


def _weapon(p: Profile, slot: int) -> str:
    near, far = (p.red_near[slot], p.black_near[slot]), (p.red_far[slot], p.black_far[slot])
    parts = [_by_color(*near)]
    if p.max_range[slot]:
        parts.append(f'within {p.max_range[slot]}"')
    elif far != near:
        parts.append(f'beyond 12" {_by_color(*far)}')
    if p.min_range[slot]:
        parts.append(f'not within {p.min_range[slot]}"')
    return "; ".join(parts + [said for field, said in _OF_WEAPONS.items() if getattr(p, field)[slot]])


def _rerolls(permissions: int, whole: int = 0) -> str:
    kinds = ["one die or all"] * (permissions - whole) + ["all dice"] * whole
    if permissions == 1:
        return kinds[0]
    both = " and then ".join(kinds) if whole else f"one die or all, {permissions} times"
    return f"{both} (never the same die twice)"


def _saves(p: Profile) -> Iterator[Row]:
    if p.armored:
        faces = "6" if p.armor_face == 6 else f"{p.armor_face} or 6"
        sides = f"{_dice(p.armor_front)} against the front, {_dice(p.armor_other)} otherwise"
        value = f"{_dice(p.armor_front) if p.armor_front == p.armor_other else sides}; saves on {faces}"
        if p.armor_keep_best:
            value += "; only the best die counts"
        fields = ("armored", "armor_front", "armor_other", "armor_face", "armor_keep_best")
        yield Row("Armour", value, _from(p, fields))
    if p.terrain_cover:
        yield Row("Cover in woods or a building", _dice(p.terrain_cover), _from(p, ("terrain_cover",)))
    if p.save_rerolls:
        yield Row("Armour and cover re-rolls", _rerolls(p.save_rerolls, p.save_whole), _from(p, ("save_rerolls",)))
    if p.low_profile:
        yield Row("Low profile", f"+{p.low_profile} to the difficulty of fire at it", _from(p, ("low_profile",)))
    yield Row("Hits to destroy", str(p.hits_to_destroy), _from(p, ("hits_to_destroy",)))
    if p.flammable:
        yield Row("Carries a flamethrower", "every hit on it is lethal", _from(p, ("flammable",)))


def _movement(p: Profile) -> Iterator[Row]:
    if p.airborne:
        value = "by parachute" if p.airborne == BY_PARACHUTE else "as a glider"
        yield Row("Lands from the air", value, _from(p, ("airborne",)))
    if p.immobile:
        yield Row("Movement", "does not move", _from(p, ("immobile",)))
        return
    parts = [_by_color(p.move_red, p.move_black)]
    if p.move_keep:
        parts.append(f"the best {p.move_keep} count" if p.move_keep > 1 else "only the best counts")
    if p.move_drop:
        parts.append("the lowest does not count")
    if p.move_bonus:
        parts.append(
            f"{_count(p.move_bonus, 'die', 'dice')} more that always {'count' if p.move_bonus > 1 else 'counts'}"
        )
    if p.move_cap:
        parts.append(f'at most {p.move_cap}"')
    if p.road_die:
        parts.append("one die more from a road")
    if p.water_only:
        parts.append("on water only")
    if p.amphibious:
        parts.append('on land and, at most 6", on water')
    dice = ("move_red", "move_black", "move_keep", "move_drop", "move_bonus", "move_cap", "road_die")
    yield Row("Movement", "; ".join(parts), _from(p, (*dice, "water_only", "amphibious")))
    if p.move_rerolls:
        yield Row("Movement re-rolls", _rerolls(p.move_rerolls, p.move_whole), _from(p, ("move_rerolls",)))


_CARGO = {
    "seats": "infantry unit",
    "recon_seats": "recon unit",
    "hitches": "towed gun",
    "light_hitches": "light towed gun",
    "tank_berths": "tank",
    "light_truck_berths": "light transport with the light gun it tows",
}
_FATES = {
    "PT-CARRY-05": "when fire hits it, they take a hit too and get off",
    "PT-CARRY-06": "when fire hits it, they take a hit too and may stay aboard",
    "PT-CARRY-04": "they get off before it fires its weapons",
    "PT-AMPHIB-05": "they get on and off where it touches the shore",
}
"""What becomes of a unit's passengers, by the rule that says so."""


def _carrying(p: Profile) -> Iterator[Row]:
    taken = [field for field in _CARGO if getattr(p, field)]
    if not taken:
        return
    loads = [_cargo(_CARGO[field], getattr(p, field)) for field in taken]
    value = (" and " if p.seats_and_hitches else ", or ").join(loads)
    yield Row("Carries", value, _from(p, taken) + (("AMB-94",) if p.seats_and_hitches else ()))
    rules = _from(p, ("carrier",))
    fates = [fate for rule, fate in _FATES.items() if rule in rules]
    yield Row("Its passengers", "; ".join(["do not fire", *fates]), ("PT-CARRY-03", *rules))


def _cargo(what: str, number: int) -> str:
    if number == 1:
        return f"one {what}"
    plural = what.replace("transport with the light gun it tows", "transports with the light guns they tow")
    return f"{number} {plural}" if plural != what else f"{number} {what}s"


def _orders(p: Profile) -> Iterator[Row]:
    value = f"{_count(p.max_cards, 'card')} and {_count(p.max_actions, 'action')} a turn"
    yield Row("Orders", value, _from(p, ("max_cards", "max_actions")))
    if p.find_terrain:
        value = f"{_dice(p.find_open)} in the open, {_dice(p.find_terrain)} in woods, a building or on a hill"
        yield Row("Find cover", value, _from(p, ("find_open", "find_terrain")))
    if p.melee_dice:
        value = _dice(p.melee_dice) + ("" if p.may_assault else ", defending only")
        yield Row("Close combat", value, _from(p, ("melee_dice", "may_assault")))
    if p.melee_rerolls:
        yield Row("Close combat re-rolls", _rerolls(p.melee_rerolls), _from(p, ("melee_rerolls",)))
    value = _dice(p.recovery_dice) + (", one more after regrouping" if p.may_regroup else ", may not regroup")
    yield Row("Recovery", value, _from(p, ("recovery_dice", "may_regroup")))
    if p.own_rerolls:
        yield Row("Find cover and recovery re-rolls", _rerolls(p.own_rerolls), _from(p, ("own_rerolls",)))
    for flag in (*flag_traits(), "anti_air"):
        if getattr(p, flag) and not (flag == "unreliable" and p.engine_fire):
            yield Row(traits()[flag].label, traits()[flag].effect, _from(p, (flag,)))
