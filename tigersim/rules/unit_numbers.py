"""The numbers of a unit that the dice see, in profiles and in the engine's records."""

from __future__ import annotations

from dataclasses import dataclass, fields

Slots = tuple[int, int, int, int]
"""One number per weapon slot: the main gun, the hull gun, the machine gun, the mortar."""


@dataclass(frozen=True, slots=True)
class UnitNumbers:
    """Numbers of a unit; flags are 0 or 1, distances inches, costs VP."""

    # identity
    class_id: int  # index into CLASS_IDS
    infantry: int  # infantry or recon
    towed_gun: int
    vehicle: int
    armored: int
    tank: int  # counts as a tank
    spg: int
    cost: int  # VP to buy it
    hits_to_destroy: int  # 1 or 2
    low_profile: int  # added to the difficulty of fire at it: 0 or 2
    enters_buildings: int
    # weapons, by slot; near = within 12 inches; 0 dice = may not fire
    armed: Slots
    red_near: Slots
    black_near: Slots
    red_far: Slots
    black_far: Slots
    max_range: Slots  # 0 = no limit
    min_range: Slots  # the target must be farther than this; 0 = none
    forward_only: Slots  # fires into the front arc only
    machine_gun: Slots  # harms no armour
    suppresses: Slots  # a near miss suppresses
    indirect: Slots  # needs no line of sight of its own
    flame: Slots  # a flamethrower: every hit is lethal, and destroys what is in a heavy position
    # fire
    fire_rolls: int  # rolls per Fire action: 1 or 2
    attack_rerolls: int  # permissions to re-roll one die or all: 0 to 2
    howitzer: int  # a hit suppresses a neighbour of the target
    flammable: int  # carries a flamethrower: every hit on it is lethal
    # saves
    armor_front: int  # dice against fire at the front
    armor_other: int  # dice against fire from elsewhere
    armor_face: int  # lowest face that saves: 5 or 6
    armor_keep_best: int  # only the best armour die counts
    vulnerable_armor: int  # one armour die fewer against a lethal hit
    save_rerolls: int  # 0 to 2
    terrain_cover: int  # cover dice in woods or a building
    rivets: int
    death_trap: int
    skirt_armor: int
    open_top: int
    # movement
    move_red: int  # dice, the road die not counted; 0 = may not move
    move_black: int
    move_keep: int  # so many best dice count; 0 = all
    move_drop: int  # so many lowest dice do not count
    move_bonus: int  # dice rolled beside these, all of which count
    move_cap: int  # inches per action; 0 = no limit
    road_die: int  # one die more when starting on a road
    move_rerolls: int  # 0 to 2
    unreliable: int  # a failed movement roll is a hit
    engine_fire: int
    weak_running_gear: int
    amphibious: int
    water_only: int
    immobile: int
    # command
    max_cards: int
    max_actions: int
    # find cover
    find_open: int  # dice
    find_terrain: int
    # close combat
    melee_dice: int
    may_assault: int
    suicide_assault: int
    melee_rerolls: int
    # recovery
    recovery_dice: int
    may_regroup: int
    # what its destruction scores, and what rulings add
    score: int  # VP
    own_rerolls: int  # re-rolls of Find cover and recovery
    mg_attacks: int  # attacks per Fire action of its machine guns: 1 or 2
    attack_whole: int  # how many of the permissions re-roll the whole roll only
    save_whole: int
    move_whole: int
    # carrying: either one kind of load or another, unless seats_and_hitches
    load: int  # what the unit is as a load (carrying.py), 0 = none
    carrier: int  # how it carries (carrying.py), 0 = not at all
    seats: int  # infantry or recon units
    recon_seats: int  # recon units only
    hitches: int  # towed guns of any size
    light_hitches: int  # light towed guns only
    tank_berths: int
    light_truck_berths: int  # light transports, each with the gun it tows
    seats_and_hitches: int
    # landing from the air
    airborne: int  # how it may land: 0 not, 1 by parachute, 2 as a glider
    rifles_red: int  # dice of its rifles once its machine gun or mortar is lost; 0 = it has none to lose
    rifles_black: int
    rifles_range: int
    # optional chapters
    anti_air: int  # air strikes roll a die fewer at it


WEAPON_FIELDS = tuple(one.name for one in fields(UnitNumbers) if one.type == "Slots")
"""What is said of each weapon: fire dice by card colour within 12 inches and beyond, limits in inches, and its kind."""
SCALARS = tuple(one.name for one in fields(UnitNumbers) if one.name not in WEAPON_FIELDS)
"""What is said of the unit as a whole."""
