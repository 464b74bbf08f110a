"""Two battalions in a duel: how they meet, their strikes, and who tests morale."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tigersim.catalogue.companions import Readings
from tigersim.companions.batalist.forces.army_book import Battalion
from tigersim.companions.batalist.forces.attack import LEVEL, Attack
from tigersim.companions.batalist.odds.strike import Strike, exchange_of, fighting_at
from tigersim.companions.batalist.rules.fighting import melee_ranks
from tigersim.companions.batalist.rules.ranks import COLUMN, FRONT, LOOSE, WEDGE, attacked_side
from tigersim.companions.batalist.rules.readings import REPLY, STRIKE, Reading, mattering

OFF, ONCE, EVERY = range(3)
"""Morale in duels: none, once at half losses, at every further loss (BA-GAP-20, BA-GAP-29)."""
RULINGS = ("duel_first", "duel_morale", "half_loss_test")
"""Rulings that a duel rests on, besides those of its strikes (and ``flank_turn``, where b is not met in front)."""


@dataclass(frozen=True)
class Place:
    """How two battalions meet in a duel; they keep their formations."""

    formation_a: int = COLUMN
    formation_b: int = COLUMN
    cover_a: bool = False
    cover_b: bool = False
    side: int = FRONT
    """Side of b on which a's attacks fall until b has turned (BA-GAP-64)."""
    height: int = LEVEL
    """Of a's attacks; b's are the other way round."""

    def attack(self, a: Battalion, b: Battalion, side: int) -> Attack:
        """The ordered attack of a that falls on a side of b."""
        at = Attack(a, b, side=side, height=self.height, cover=self.cover_b)
        return replace(at, formation=self.formation_a, target_formation=self.formation_b)

    def turned(self) -> Place:
        """How they meet as b sees it, which attacks front to front only."""
        return Place(self.formation_b, self.formation_a, self.cover_b, self.cover_a, FRONT, -self.height)


OPEN = Place()
"""In column, front to front, on open ground."""


@dataclass(frozen=True)
class Fighter:
    """One side of a duel: its battalion and its strikes."""

    one: Battalion
    attack: Strike
    reply: Strike
    formation: int
    reading: Reading
    """What of it decides who fights in this formation: equal duels are counted out once."""

    @classmethod
    def of(cls, one: Battalion, blows: tuple[Strike, Strike], formation: int, reading: Reading) -> Fighter:
        """A side with its attack and its reply, and of the readings what matters to it."""
        matters = Reading(
            front_replies=reading.front_replies,
            corners=reading.corners if formation == WEDGE else 0,
            half_fighters_up=reading.half_fighters_up if formation == LOOSE else 0,
        )
        return cls(one, *blows, formation, matters)

    @property
    def ranks(self) -> int:
        """Ranks that fight."""
        return melee_ranks(self.one.has("long-weapon"))

    def blow(self, ordered: bool, warriors: int, side: int = FRONT) -> Strike:
        """Its strike with so many warriors left; ``side``: where a reply's striker was attacked."""
        left = replace(self.one, warriors=warriors)
        fighting = fighting_at(left, self.ranks, self.formation, FRONT if ordered else side, self.reading)
        return replace(self.attack if ordered else self.reply, fighters=fighting)


@dataclass(frozen=True)
class Duel:
    """Two battalions whose ordered attacks take turns.

    The die of the order lets every attack hurt now and then, so each duel ends.
    """

    a: Fighter
    b: Fighter
    morale: int = OFF
    side: int = FRONT
    """Side of b on which a attacks until b has turned."""
    surprise: Strike | None = None
    """a's attack on that side, if it is not the front."""
    about_face: bool = False
    """b's first go only turns it (BA-GAP-64)."""

    @property
    def states(self) -> int:
        """Numbers of warriors that both sides can have."""
        return self.a.one.warriors * self.b.one.warriors

    @classmethod
    def of(cls, a: Battalion, b: Battalion, reading: Reading, morale: int = OFF, place: Place = OPEN) -> Duel:
        """The duel of two battalions.  Raises ``RuleForbids`` where one of them cannot attack."""
        forth = exchange_of(place.attack(a, b, FRONT), reading, place.cover_a)
        back = exchange_of(place.turned().attack(b, a, FRONT), reading, place.cover_b)
        side = attacked_side(place.side, place.formation_b, b.warriors, b.has("long-body"))
        who_fights = reading if side != FRONT else replace(reading, front_replies=0)
        return cls(
            Fighter.of(a, (forth.attack, back.reply), place.formation_a, who_fights),
            Fighter.of(b, (back.attack, forth.reply), place.formation_b, who_fights),
            morale,
            side,
            exchange_of(place.attack(a, b, side), reading).attack if side != FRONT else None,
            bool(reading.about_face) and side != FRONT,
        )

    def side_of(self, side: int, warriors: int) -> int:
        """The side on which a's attack falls when so many of b are left: one alone turns round."""
        return attacked_side(side, self.b.formation, warriors, self.b.one.has("long-body"))

    def strike(self, of_b: bool, ordered: bool, warriors: int, side: int) -> Strike:
        """A strike of one side with so many warriors left, while a stands at a side of b."""
        if of_b or not ordered or side == FRONT or self.surprise is None:
            return (self.b if of_b else self.a).blow(ordered, warriors, side if of_b else FRONT)
        return replace(self.surprise, fighters=self.a.blow(True, warriors).fighters)


def morale_of(readings: Readings) -> int:
    """How duels test morale under these readings."""
    if readings["duel_morale"] == "off":
        return OFF
    return EVERY if readings["half_loss_test"] == "every_loss" else ONCE


def duel_rulings(one: Battalion, other: Battalion, readings: Readings, place: Place = OPEN) -> tuple[str, ...]:
    """The rulings on strikes that matter to a duel, whatever number of warriors is left."""

    def strikes(reading: Reading) -> list[Strike]:
        duel = Duel.of(one, other, reading, place=place)
        return [
            duel.strike(of_b, ordered, n, side)
            for side in dict.fromkeys((FRONT, duel.side))
            for of_b, fighter in ((False, duel.a), (True, duel.b))
            for ordered in (True, False)
            for n in range(1, fighter.one.warriors + 1)
        ]

    flanked = Duel.of(one, other, Reading.of(readings), place=place).side != FRONT
    mattered = mattering(
        readings, lambda reading: [each.law() for each in dict.fromkeys(strikes(reading))], (*STRIKE, *REPLY)
    )
    return (*mattered, *(("flank_turn",) if flanked else ()))
