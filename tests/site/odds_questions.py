"""Random questions about a shot with the exact answers: take it as the expected side of the page of odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from tigersim.catalogue.cards import CARDS
from tigersim.catalogue.picks import pick
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, ruling
from tigersim.catalogue.units import Unit, all_units, generic_units
from tigersim.errors import RuleForbids
from tigersim.odds.combatants import Fighter
from tigersim.odds.melee import MeleeOdds, melee
from tigersim.odds.shot import ShotOdds, shot

PICKS = {"mg": "machine gun", "mortar": "mortar", "flame": "flamethrower", "howitzer": "howitzer"}
WEAPONS = ("main", "hull", *PICKS)
SWITCHES = ("save_success_rule", "spg_base_armor", "gun_note_override")
SHOCKED = "PT-HIT-05"
"""A shocked unit does nothing."""


@dataclass(frozen=True)
class Question:
    """A shot as the page asks for it."""

    a: Unit
    b: Unit
    card: str
    distance: float
    arc: str
    aspect: str
    cover: str
    found: bool
    fort: str
    hits: int
    own: int
    weapon: str
    readings: tuple[str, ...]

    @property
    def asked(self) -> dict[str, str]:
        """As it stands in the address."""
        return {
            "a": self.a.key,
            "b": self.b.key,
            "card": self.card,
            "distance": f"{self.distance:g}",
            "arc": self.arc,
            "aspect": self.aspect,
            "cover": self.cover,
            "found": "yes" if self.found else "no",
            "fort": self.fort,
            "hits": str(self.hits),
            "own": str(self.own),
            "weapon": self.weapon,
        } | {ruling(switch).id: option for switch, option in zip(SWITCHES, self.readings, strict=True)}

    @cached_property
    def ruleset(self) -> RuleSet:
        return DEFAULT.replace(**dict(zip(SWITCHES, self.readings, strict=True)))

    def firer(self) -> Unit:
        """The firer with its weapon, picked for it where it has none in print.

        Raises ``RuleForbids`` where a gun may not be declared a howitzer.
        """
        if self.weapon not in PICKS:
            return self.a
        own = profile(self.a)
        slot = {"mg": own.armed[2], "mortar": own.armed[3], "flame": own.flammable, "howitzer": 0}[self.weapon]
        if slot:
            return self.a
        try:
            return pick(self.a, PICKS[self.weapon])
        except RuleForbids:
            if self.weapon == "howitzer":
                raise
            return self.a

    def shot_of(self, firer: Unit) -> ShotOdds:
        """The exact odds.  Raises ``RuleForbids``."""
        return shot(
            firer,
            self.b,
            self.card or None,
            self.distance,
            self.aspect,
            self.cover,
            self.ruleset,
            found_cover=self.found,
            fortification=self.fort,
            hits_before=self.hits,
            arc=self.arc,
            weapon="main" if self.weapon == "howitzer" else self.weapon,
        )

    def answer(self) -> ShotOdds | str:
        """The exact odds, or the rule that forbids the shot."""
        if self.own:
            return SHOCKED
        try:
            firer, why = self.firer(), ""
        except RuleForbids as forbids:
            firer, why = self.a, forbids.rule_id
        try:
            found = self.shot_of(firer)
        except RuleForbids as forbids:
            # where the target may not stand is asked before what is fired at it
            return forbids.rule_id if not why or forbids.rule_id == "AMB-135" else why
        return why or found

    def combat(self) -> MeleeOdds | str:
        """The exact odds of a close combat of the two, or the rule that forbids it."""
        if self.own:
            return SHOCKED
        try:
            return melee(self.a, Fighter(self.b, shocked=bool(self.hits)), self.card or None, self.ruleset)
        except RuleForbids as forbids:
            return forbids.rule_id


def questions(number: int, seed: int) -> Iterator[Question]:
    """So many questions over all units, cards and conditions."""
    random = Random(seed)
    units = all_units() + generic_units()
    for _ in range(number):
        a, b = random.choices(units, k=2)
        fragile = [profile(one).hits_to_destroy == 1 for one in (a, b)]
        weapon = random.choice((*["main"] * 7, *["mg"] * 3, *WEAPONS))
        near = 6.0 if weapon == "flame" else random.choice((3, 6, 6.5, 10, 12, 12.5, 18, 40))
        yield Question(
            a,
            b,
            random.choice(("", *CARDS)) if random.random() < 0.7 else "",
            near,
            random.choice(("front", "front", "front", "other")),
            random.choice(("front", "other")),
            random.choice(("none", "wood", "building", "hill")),
            random.random() < 0.3,
            random.choice(("none", "none", "none", "light", "heavy")),
            int(random.random() < 0.3 and not fragile[1]),
            int(random.random() < 0.03 and not fragile[0]),
            weapon,
            tuple(random.choice(ruling(switch).options) for switch in SWITCHES),
        )
