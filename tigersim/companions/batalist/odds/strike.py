"""One strike as integers, and the exact law of its damage (BA-Q-01)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from tigersim.companions.batalist.forces.army_book import Battalion
from tigersim.companions.batalist.forces.attack import Attack
from tigersim.companions.batalist.forces.modifiers import active
from tigersim.companions.batalist.rules import fighting
from tigersim.companions.batalist.rules.ranks import FRONT, HEDGEHOG, LOOSE, REAR, ranks
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.companions.batalist.rules.wounds import fighting_ranks, ranks_lost
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.registry import rule
from tigersim.statistics.law import Law

MOST_DICE = 12
"""Dice that one strike may have besides the outer one."""


@dataclass(frozen=True)
class Strike:
    """What decides the damage of one strike, in the order in which kernels read it."""

    strength: int = 0
    """Br or Bs."""
    fighters: int = 0
    flat: int = 0
    """Numbers added to what is divided."""
    protection: int = 1
    plus: int = 0
    """Dice added to what is divided."""
    minus: int = 0
    plus_double: int = 0
    """Dice that count twice (BA-GAP-13)."""
    minus_double: int = 0
    total_dice: int = 0
    """Dice taken off the whole (BA-GAP-22)."""
    die_flat: int = 0
    """Numbers added to the outer die (BA-GAP-23)."""
    cover: int = 0
    """1: a die is added to the protection."""
    halved: int = 0
    negative: int = fighting.FLOOR
    half_up: int = 0

    def __post_init__(self) -> None:
        if self.protection < 1:
            raise InvalidValue("protection", self.protection, "a whole number from 1")
        if self.dice > MOST_DICE:
            raise InvalidValue("dice of one strike", self.dice, f"at most {MOST_DICE}")

    @property
    def dice(self) -> int:
        """Dice besides the outer one and that of cover."""
        return self.plus + self.minus + self.plus_double + self.minus_double + self.total_dice

    @property
    def terms(self) -> tuple[int, ...]:
        """All figures, as kernels take them."""
        return tuple(int(getattr(self, name)) for name in self.__dataclass_fields__)

    def law(self) -> Law[int]:
        """The exact law of its damage: every roll of every die counted."""
        return _law(self)


@lru_cache(maxsize=4096)
def _law(one: Strike) -> Law[int]:
    ways: dict[int, int] = {}
    sums = _sums(one.plus, one.minus, one.plus_double, one.minus_double)
    off = _sums(0, one.total_dice, 0, 0)
    covers = range(1, 7) if one.cover else (0,)
    for (total, n), cover, (less, m), face in product(sums.items(), covers, off.items(), range(1, 7)):
        divided = fighting.numerator(one.strength, one.fighters, one.flat + total)
        done = fighting.damage(
            divided, one.protection + cover, face + one.die_flat + less, one.negative, one.halved, one.half_up
        )
        ways[done] = ways.get(done, 0) + n * m
    return Law.of(ways.items())


@lru_cache(maxsize=256)
def _sums(plus: int, minus: int, plus_double: int, minus_double: int) -> dict[int, int]:
    """What dice added, taken off and counted twice come to, and in how many ways."""
    found = {0: 1}
    for factor in (1,) * plus + (-1,) * minus + (2,) * plus_double + (-2,) * minus_double:
        before, found = found, {}
        for total, ways in before.items():
            for face in range(1, 7):
                found[total + factor * face] = found.get(total + factor * face, 0) + ways
    return found


def strike_of(at: Attack, reading: Reading, under_template: int = 0) -> Strike:
    """The strike of an attack.

    ``under_template``: warriors reached by a jet or a shell (BA-SKL-03, BA-SKL-04).

    Raises ``RuleForbids`` for an attack that may not be made.
    """
    check(at)
    one = Strike(
        strength=strength(at),
        fighters=fighters(at, reading),
        flat=reached(under_template),
        protection=at.target.protection,
        cover=int(adds_cover(at)),
        halved=int(fighting.is_halved(weapon_class(at), at.target.armour_class)),
        negative=reading.negative,
        half_up=reading.half_damage_up,
    )
    for each in active(at, reading):
        one = with_flat(one, each.flat(at.shooting), reading)
        if each.on == "skill" and reading.skill_on_total:
            one = replace(one, total_dice=one.total_dice - each.dice(at.shooting))
        else:
            one = with_dice(one, each.dice(at.shooting), reading)
    return one


def with_dice(one: Strike, dice: int, reading: Reading) -> Strike:
    """A strike with the dice of one more modifier, perhaps one die counted twice (BA-GAP-13)."""
    if abs(dice) == 2 and reading.twice:
        return replace(one, plus_double=one.plus_double + int(dice > 0), minus_double=one.minus_double + int(dice < 0))
    return replace(one, plus=one.plus + max(dice, 0), minus=one.minus + max(-dice, 0))


def with_flat(one: Strike, number: int, reading: Reading) -> Strike:
    """A strike with a plain number more, in the bracket or on the outer die (BA-GAP-23)."""
    if reading.flat_on_die:
        return replace(one, die_flat=one.die_flat + number)
    return replace(one, flat=one.flat + number)


@rule("BA-SKL-03", "BA-SKL-04")
def reached(warriors: int) -> int:
    """+1 for every warrior within reach of a jet or under the template of a shell."""
    return warriors


@rule("BA-MOD-08")
def adds_cover(at: Attack) -> bool:
    """A wood or other cover adds a die to the target's protection, in melee and in shooting."""
    return at.cover


def strength(at: Attack) -> int:
    """Br or Bs of the striker; without the Melee skill Br is 0 (BA-CMB-02)."""
    if at.shooting:
        return at.striker.shot
    return at.striker.melee if at.striker.has("melee") and not at.of_wounded else 0


def weapon_class(at: Attack) -> int:
    """Class of the weapon used; 0 for bare hands (BA-GAP-56)."""
    if at.shooting:
        return at.striker.shot_class
    return at.striker.melee_class if at.striker.has("melee") and not at.of_wounded else 0


def fighters(at: Attack, reading: Reading) -> int:
    """How many strike, by formation, weapons, wounded and the side of the attack."""
    one = at.striker
    rows = fighting.shooting_ranks(at.formation) if at.shooting else fighting.melee_ranks(one.has("long-weapon"))
    lost = ranks_lost(at.wounded, ranks(one.warriors, one.width))
    rows = fighting_ranks(rows, lost, reading.wounded_ranks)
    if at.shooting:
        flying = at.target.has("flying")
        whole = (
            fighting.shooters_at_flying(one.warriors) if flying else fighting.first_ranks(one.warriors, one.width, rows)
        )
        return fighting.shooters_at_loose(whole, reading.half_fighters_up) if at.target_formation == LOOSE else whole
    if at.in_retreat and reading.backwards and not at.reply:
        up = reading.half_fighters_up
        return fighting.melee_fighters(one.warriors, one.width, rows, at.formation, REAR, 0, 0, up)
    side = at.side if at.reply else FRONT
    return fighting_at(one, rows, at.formation, side, reading)


def fighting_at(one: Battalion, rows: int, formation: int, side: int, reading: Reading) -> int:
    """How many of a battalion fight hand to hand; ``side``: where it was attacked."""
    as_front, corners, up = reading.front_replies, reading.corners, reading.half_fighters_up
    return fighting.melee_fighters(one.warriors, one.width, rows, formation, side, as_front, corners, up)


@rule("BA-CMB-01", "BA-CMB-03", "BA-ORD-08", "BA-SKL-08", "BA-SKL-15", "BA-SKL-24", "BA-WND-07")
def check(at: Attack) -> None:
    """Refuse what may not be done.

    Who retreats into an enemy is forced to fight, with the Melee skill or without (BA-GAP-62).  Raises ``RuleForbids``.
    """
    for one, formation in ((at.striker, at.formation), (at.target, at.target_formation)):
        if one.has("wide") and formation != LOOSE:
            raise RuleForbids("BA-SKL-15", f"{one.title} can stand in loose formation only")
        if one.has("rider") and formation == HEDGEHOG:
            raise RuleForbids("BA-SKL-24", f"{one.title} cannot form a hedgehog")
    if at.of_wounded and not at.reply:
        raise RuleForbids("BA-WND-07", f"the wounded of {at.striker.title} cannot attack")
    if at.in_retreat and at.shooting:
        raise RuleForbids("BA-MOR-08", "who retreats into an enemy fights hand to hand: there is no shot")
    if at.in_retreat and not at.reply and at.formation == HEDGEHOG:
        raise RuleForbids("BA-FRM-02", "a hedgehog cannot move: it retreats nowhere")
    if at.shooting and not at.striker.has("shooter"):
        raise RuleForbids("BA-CMB-03", f"{at.striker.title} has no Shooter skill")
    if not at.shooting and not at.reply and not at.in_retreat and not at.striker.has("melee"):
        raise RuleForbids("BA-CMB-01", f"{at.striker.title} has no Melee skill")
    if not at.shooting and not at.reply and at.target.has("flying"):
        raise RuleForbids("BA-SKL-08", f"{at.target.title} flies: it is no target in melee")


@rule("BA-DEF-24", "BA-SKL-06")
def check_range(one: Battalion, steps: int) -> None:
    """Raise ``RuleForbids`` beyond RS, and with shells nearer than five steps."""
    if steps > one.range:
        raise RuleForbids("BA-DEF-24", f"{one.title} shoots {one.range} steps, not {steps}")
    if one.has("area") and steps < 5:
        raise RuleForbids("BA-SKL-06", f"{one.title} cannot shoot nearer than 5 steps")


@dataclass(frozen=True)
class Exchange:
    """A melee attack and the reply at the same moment, independent of each other."""

    attack: Strike
    reply: Strike


def exchange_of(at: Attack, reading: Reading, attacker_in_cover: bool = False) -> Exchange:
    """The attack and the reply to it; ``attacker_in_cover``: the attacker stands in cover too."""
    return Exchange(strike_of(at, reading), strike_of(replace(at.turned(), cover=attacker_in_cover), reading))
