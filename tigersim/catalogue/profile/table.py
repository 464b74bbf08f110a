"""A profile as a table that a player understands: what, how much, and by which rules.

Its phrases stand in ``data/words/LANGUAGE/numbers.toml``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.profile.draft import HULL, MACHINE_GUN, MAIN, MORTAR
from tigersim.catalogue.traits import flag_traits, traits
from tigersim.catalogue.words import ENGLISH, book, class_name, plural, rule_words, trait_name
from tigersim.rules.airdrop import BY_PARACHUTE
from tigersim.rules.amphibious import WATER_INCHES
from tigersim.rules.fire import NEAR_INCHES

if TYPE_CHECKING:
    from tigersim.catalogue.profile import Profile

NEAR = 12


class Row(NamedTuple):
    """One line of the table; ``rules`` holds the IDs of rules and rulings."""

    label: str
    value: str
    rules: tuple[str, ...]


class _Phrases:
    """The phrases of one language; ``brief``: as a card has room for them."""

    def __init__(self, language: str, brief: bool) -> None:
        self.language = language
        parts = book("numbers", language)
        self._labels: Mapping[str, str] = parts["labels"]
        self._values: Mapping[str, str] = parts["values"] | (parts["brief"] if brief else {})

    def row(self, label: str, value: str, rules: tuple[str, ...]) -> Row:
        return Row(self._labels[label], value, rules)

    def __call__(self, phrase: str, **given: Any) -> str:
        return self._values[phrase].format(**given)

    def count(self, number: int, phrase: str) -> str:
        return plural(number, self._values[phrase])

    def dice(self, number: int) -> str:
        return self.count(number, "dice") if number else self("may_not")

    def by_color(self, red: int, black: int) -> str:
        return self("by_color", red=self.dice(red), black=self.dice(black))

    def rerolls(self, permissions: int, whole: int = 0) -> str:
        kinds = [self("one_or_all")] * (permissions - whole) + [self("all_dice")] * whole
        if permissions == 1:
            return kinds[0]
        both = self("and_then").join(kinds) if whole else self("one_or_all_times", number=permissions)
        return self("never_twice", rerolls=both)


def table(profile: Profile, language: str = ENGLISH, *, brief: bool = False) -> list[Row]:
    """Rows in the order of a player's questions: kind, fire, survival, movement, action.

    brief: in fewer words, for a card.  Raises ``UnknownName`` for a language that there are no words in.
    """
    said = _Phrases(language, brief)
    parts = (_identity, _weapons, _saves, _movement, _carrying, _orders)
    return [row for part in parts for row in part(profile, said)]


def _from(profile: Profile, fields: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for field in fields for rule in profile.sources.get(field, ())))


_KINDS = {"medium_tank": "tank", "transport": "truck", "towed_gun": "gun"}
"""What the first edition calls these classes; that edition has English words only."""


def _identity(p: Profile, said: _Phrases) -> Iterator[Row]:
    class_id, rules = CLASS_IDS[p.class_id], _from(p, ("class_id",))
    name = class_name(class_id, said.language)
    first = "PT1-UNIT-01" in rules and said.language == ENGLISH
    yield said.row("class", _KINDS.get(class_id, name) if first else name, rules)
    if p.score == p.cost:
        yield said.row("cost", said("cost", cost=p.cost), _from(p, ("cost",)))
    else:
        yield said.row("cost", said("cost_and_score", cost=p.cost, score=p.score), _from(p, ("cost", "score")))


def _weapons(p: Profile, said: _Phrases) -> Iterator[Row]:
    names = {
        MAIN: "fire_rifles" if p.infantry else ("fire_howitzer" if p.howitzer else "fire_main"),
        HULL: "fire_hull",
        MACHINE_GUN: "fire_mg",
        MORTAR: "fire_mortar",
    }
    for slot, name in names.items():
        if p.armed[slot]:
            yield said.row("fire_flame" if p.flame[slot] else name, _weapon(p, slot, said), p.weapon_sources[slot])
    if not any(p.armed):
        yield said.row("fire", said("unarmed"), _from(p, ("armed",)))
    if p.fire_rolls > 1:
        yield said.row("rolls", said("rolls", number=p.fire_rolls), _from(p, ("fire_rolls",)))
    if p.mg_attacks > 1:
        yield said.row("machine_guns", said.count(p.mg_attacks, "attacks"), _from(p, ("mg_attacks",)))
    if p.attack_rerolls:
        rerolls = said.rerolls(p.attack_rerolls, p.attack_whole)
        yield said.row("fire_rerolls", rerolls, _from(p, ("attack_rerolls",)))


_OF_WEAPONS = ("forward_only", "indirect", "suppresses", "machine_gun", "flame")
"""Fields of a weapon that have a phrase of their name."""


def _weapon(p: Profile, slot: int, said: _Phrases) -> str:
    near, far = (p.red_near[slot], p.black_near[slot]), (p.red_far[slot], p.black_far[slot])
    parts = [said.by_color(*near)]
    if p.max_range[slot]:
        parts.append(said("within", inches=p.max_range[slot]))
    elif far != near:
        parts.append(said("beyond", inches=NEAR_INCHES, dice=said.by_color(*far)))
    if p.min_range[slot]:
        parts.append(said("not_within", inches=p.min_range[slot]))
    return "; ".join(parts + [said(field) for field in _OF_WEAPONS if getattr(p, field)[slot]])


def _saves(p: Profile, said: _Phrases) -> Iterator[Row]:
    if p.armored:
        faces = "6" if p.armor_face == 6 else said("faces", face=p.armor_face)
        dice = said.dice(p.armor_front)
        if p.armor_front != p.armor_other:
            dice = said("sides", front=dice, other=said.dice(p.armor_other))
        parts = [said("saves_on", dice=dice, faces=faces)]
        if p.armor_keep_best:
            parts.append(said("best_only"))
        fields = ("armored", "armor_front", "armor_other", "armor_face", "armor_keep_best")
        yield said.row("armor", "; ".join(parts), _from(p, fields))
    if p.terrain_cover:
        yield said.row("cover", said.dice(p.terrain_cover), _from(p, ("terrain_cover",)))
    if p.save_rerolls:
        yield said.row("save_rerolls", said.rerolls(p.save_rerolls, p.save_whole), _from(p, ("save_rerolls",)))
    if p.low_profile:
        yield said.row("low_profile", said("low_profile", points=p.low_profile), _from(p, ("low_profile",)))
    yield said.row("hits", str(p.hits_to_destroy), _from(p, ("hits_to_destroy",)))
    if p.flammable:
        yield said.row("flammable", said("flammable"), _from(p, ("flammable",)))


def _movement(p: Profile, said: _Phrases) -> Iterator[Row]:
    if p.airborne:
        way = "parachute" if p.airborne == BY_PARACHUTE else "glider"
        yield said.row("lands", said(way), _from(p, ("airborne",)))
    if p.immobile:
        yield said.row("movement", said("immobile"), _from(p, ("immobile",)))
        return
    parts = [said.by_color(p.move_red, p.move_black)]
    if p.move_keep:
        parts.append(said.count(p.move_keep, "keep"))
    if p.move_drop:
        parts.append(said("drop"))
    if p.move_bonus:
        parts.append(said.count(p.move_bonus, "bonus"))
    if p.move_cap:
        parts.append(said("cap", inches=p.move_cap))
    if p.road_die:
        parts.append(said("road"))
    if p.water_only:
        parts.append(said("water_only"))
    if p.amphibious:
        parts.append(said("amphibious", inches=WATER_INCHES))
    dice = ("move_red", "move_black", "move_keep", "move_drop", "move_bonus", "move_cap", "road_die")
    yield said.row("movement", "; ".join(parts), _from(p, (*dice, "water_only", "amphibious")))
    if p.move_rerolls:
        yield said.row("move_rerolls", said.rerolls(p.move_rerolls, p.move_whole), _from(p, ("move_rerolls",)))


_CARGO = ("seats", "recon_seats", "hitches", "light_hitches", "tank_berths", "light_truck_berths")
"""Fields that say what is carried; each has a phrase of its name."""
_FATES = {
    "PT-CARRY-05": "hit_and_off",
    "PT-CARRY-06": "hit_and_stay",
    "PT-CARRY-04": "off_before_fire",
    "PT-AMPHIB-05": "at_the_shore",
}
"""What becomes of a unit's passengers, by the rule that says so."""


def _carrying(p: Profile, said: _Phrases) -> Iterator[Row]:
    taken = [field for field in _CARGO if getattr(p, field)]
    if not taken:
        return
    loads = [said.count(getattr(p, field), field) for field in taken]
    value = said("and" if p.seats_and_hitches else "or").join(loads)
    yield said.row("carries", value, _from(p, taken) + (("AMB-94",) if p.seats_and_hitches else ()))
    rules = _from(p, ("carrier",))
    fates = [said(fate) for rule, fate in _FATES.items() if rule in rules]
    yield said.row("passengers", "; ".join([said("no_fire"), *fates]), ("PT-CARRY-03", *rules))


def _orders(p: Profile, said: _Phrases) -> Iterator[Row]:
    value = said("orders", cards=said.count(p.max_cards, "cards"), actions=said.count(p.max_actions, "actions"))
    yield said.row("orders", value, _from(p, ("max_cards", "max_actions")))
    if p.find_terrain:
        value = said("find_cover", open=said.dice(p.find_open), terrain=said.dice(p.find_terrain))
        yield said.row("find_cover", value, _from(p, ("find_open", "find_terrain")))
    if p.melee_dice:
        dice = said.dice(p.melee_dice)
        value = dice if p.may_assault else said("defending_only", dice=dice)
        yield said.row("close_combat", value, _from(p, ("melee_dice", "may_assault")))
    if p.melee_rerolls:
        yield said.row("melee_rerolls", said.rerolls(p.melee_rerolls), _from(p, ("melee_rerolls",)))
    value = said("regrouping" if p.may_regroup else "no_regrouping", dice=said.dice(p.recovery_dice))
    yield said.row("recovery", value, _from(p, ("recovery_dice", "may_regroup")))
    if p.own_rerolls:
        yield said.row("own_rerolls", said.rerolls(p.own_rerolls), _from(p, ("own_rerolls",)))
    for flag in (*flag_traits(), "anti_air"):
        if getattr(p, flag) and not (flag == "unreliable" and p.engine_fire):
            one = traits()[flag]
            effect = one.effect if said.language == ENGLISH else rule_words(one.rule, said.language)
            yield Row(trait_name(flag, said.language), effect, _from(p, (flag,)))
