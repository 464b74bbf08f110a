"""What a Fire action is resolved from: integers of its attack, its target, its rulings.

The exact odds, the samplers and the tables of the compiled engine all take these records, so they answer one question.
"""

from __future__ import annotations

from typing import NamedTuple

from tigersim.rules.rerolls import ONE_OR_ALL
from tigersim.rules.switches import ArmoredSuppression


class Attack(NamedTuple):
    """The attack rolls of a Fire action."""

    red_dice: int
    """Dice on a red card; 0 = the rules forbid the shot."""
    black_dice: int
    hit_add: int = 0
    """Added to the card's difficulty for the hit (a low profile; AMB-154)."""
    lethal_add: int = 0
    """Added to the card's difficulty before it is doubled for the lethal hit."""
    rolls: int = 1
    """Fire rolls of the action: 2 with rapid fire, or with machine guns that attack apart (AMB-58)."""
    rerolls: int = 0
    """Permissions to re-roll."""
    extent: int = ONE_OR_ALL
    """What a permission extends to (``rules.rerolls``)."""
    objective: int = 0
    """What re-rolls aim at: 0 hit, 1 destroy."""
    machine_gun: int = 0
    suppresses: int = 0
    """1 = a near miss at an unarmoured target suppresses it (AMB-65: by a ruling an armoured one loses a card)."""
    mortar: int = 0
    """1 = a hit brings a second shot (PT-MORTAR-06)."""
    howitzer: int = 0
    """1 = a hit suppresses a neighbour of the target (PT-HOW-03)."""
    all_lethal: int = 0
    """1 = every hit is lethal, whatever the sum: of a flamethrower, or on its carrier (PT-FLAME-04, PT-FLAME-05)."""

    def dice(self, red: bool) -> int:
        """Dice on a card of this colour."""
        return self.red_dice if red else self.black_dice


class Defence(NamedTuple):
    """What the target saves with, and what a hit does to it."""

    armored: int
    hits_to_destroy: int
    armor_dice: int
    """Against an ordinary hit; the save dice include those that cover adds to them (AMB-47)."""
    armor_dice_lethal: int
    armor_face: int
    """Lowest face of an armour die that saves, 5 or 6."""
    keep_best: int
    """1 = at most one armour success counts."""
    cover_dice: int
    suppression_armor_dice: int
    """Dice that may cancel a suppression."""
    suppression_cover_dice: int
    rerolls: int
    """Permissions to re-roll, and what they extend to (``rules.rerolls``)."""
    extent: int
    rivets: int
    death_trap: int


class ShotReadings(NamedTuple):
    """The rulings that a Fire action asks while it is rolled: codes of their options."""

    save_success_rule: int = 0
    suppression_half: int = 0
    rivets: int = 0
    death_trap: int = 0
    mortar_second_shot: int = 0
    howitzer_splash: int = 0
    armored_suppression: int = 0


class Shot(NamedTuple):
    """One Fire action at one target."""

    attack: Attack
    defence: Defence
    readings: ShotReadings
    hits_before: int = 0
    """Of the target."""

    @property
    def machine_gun_on_armor(self) -> bool:
        """Hits take cards, not armour (PT-MG-07)."""
        return bool(self.attack.machine_gun and self.defence.armored)

    @property
    def suppressible(self) -> bool:
        """A near miss costs the target its cards, or an armoured one a card (PT-MG-04, AMB-65)."""
        if not self.defence.armored:
            return bool(self.attack.suppresses)
        by_ruling = self.readings.armored_suppression == ArmoredSuppression.NEAR_MISS_ONE_CARD
        return bool(self.attack.suppresses and by_ruling and not self.attack.machine_gun)
