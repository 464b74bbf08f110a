"""What the actions of an activation do to the unit itself, and close combat as one of them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tigersim.odds.arguments import RuledUnit
from tigersim.odds.combatants import Combat, fight
from tigersim.odds.effect import DESTROYED, ONE_HIT
from tigersim.odds.move import MovePlan, move_plan
from tigersim.odds.own_tests import own_rerolls, passes
from tigersim.odds.volley import HITS, NOTHING, STATES, Ends
from tigersim.rules.cover import find_cover_dice, finds_cover
from tigersim.rules.hits import is_destroyed
from tigersim.statistics.law import Law

FIRE, MOVE, FIND_COVER, MELEE = "fire", "move", "find_cover", "melee"


class Deeds(NamedTuple):
    """A unit's own actions, but for the card."""

    move: MovePlan
    find_cover_dice: int
    rerolls: tuple[int, int]
    """Of a Find cover roll: permissions, and what they extend to (AMB-100)."""
    hits_to_destroy: int

    @classmethod
    def of(cls, asked: RuledUnit, on_road: bool, in_terrain: bool) -> Deeds:
        """The own actions of a unit that starts on a road, and looks for cover in terrain, or not."""
        profile = asked.profile
        return cls(
            move_plan(asked, on_road),
            find_cover_dice(profile.find_open, profile.find_terrain, in_terrain),
            own_rerolls(asked),
            profile.hits_to_destroy,
        )

    def finds(self, difficulty: int) -> Fraction:
        """P(a Find cover roll succeeds)."""
        return Fraction(*passes(finds_cover, self.find_cover_dice, difficulty, self.rerolls))


class Own(NamedTuple):
    """What the unit's own actions have brought it so far."""

    moved: bool = False
    inches: Fraction = Fraction(0)
    found: bool = False
    hit: bool = False
    destroyed: bool = False
    stuck: bool = False
    skipped: tuple[bool, ...] = ()
    """For each action so far: it was not to be had."""

    @property
    def acts(self) -> bool:
        """It may go on acting (PT-HIT-05)."""
        return not (self.hit or self.destroyed)

    def without_action(self) -> Own:
        return self._replace(skipped=(*self.skipped, True))


def own_results(deeds: Deeds, action: str, card: tuple[bool, int], own: Own) -> Law[Own]:
    """What an action that is to be had brings the unit itself."""
    red, difficulty = card
    own = own._replace(skipped=(*own.skipped, False))
    if action == FIND_COVER:
        return Law.trial(deeds.finds(difficulty)).map(lambda found: own._replace(found=True) if found else own)
    reach = deeds.move.reach(red, difficulty) if action == MOVE else None
    if reach is None:
        return Law.sure(own)
    own = own._replace(found=False)  # the cover found before is lost (PT-COVER-09, PT-MOVE-08)
    moves = sum(reach) - reach[0]
    inches = Fraction(sum(far * count for far, count in enumerate(reach)), moves or 1)
    hurt = deeds.move.own_hit
    dead = hurt and is_destroyed(0, 1, deeds.hits_to_destroy)
    failed = own._replace(hit=hurt and not dead, destroyed=dead, stuck=deeds.move.stuck)
    return Law.of([(own._replace(moved=True, inches=own.inches + inches), moves), (failed, reach[0])])


def melee_ends(combats: tuple[Combat, Combat] | None, difficulty: int, last: Ends | None = None) -> Ends:
    """Where a close combat leaves a target, and behind it P(the attacker is destroyed).

    ``combats``: with the target, and with the target shocked; None: no combat.  ``last`` comes after it.
    """
    if last is None:
        return Ends(tuple((*row, 0) for row in NOTHING.rows), NOTHING.whole)
    if combats is None:
        return last
    return _melee(combats, difficulty, last)


@lru_cache(maxsize=4096)
def _melee(combats: tuple[Combat, Combat], difficulty: int, last: Ends) -> Ends:
    rows = []
    for state in STATES:
        row = [Fraction(0)] * (HITS + 2)
        outcomes = Law.sure((state, True))
        if state != DESTROYED:
            left = fight(combats[state == ONE_HIT], difficulty)
            outcomes = left.map(
                lambda field, state=state: (state if field.defenders & 1 else DESTROYED, bool(field.attackers & 1))  # type: ignore[misc]
            )
        for (end, alive), p in outcomes:
            if alive:
                for place, count in enumerate(last.rows[end]):
                    row[place] += p * Fraction(count, last.whole)
            else:
                row[end] += p
                row[HITS + 1] += p
        rows.append(row)
    return Ends.of(rows)
