"""An attack: the striker, its target, and all that matters between them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tigersim.companions.batalist.forces.army_book import Battalion
from tigersim.companions.batalist.rules.ranks import COLUMN, FRONT, LOOSE

LEVEL, DOWNHILL, UPHILL = 0, 1, -1


@dataclass(frozen=True)
class Attack:
    """One strike of a battalion at another, with all that matters to it."""

    striker: Battalion
    target: Battalion
    shooting: bool = False
    ordered: bool = True
    """A Melee Attack order is carried out; a reply has none."""
    reply: bool = False
    side: int = FRONT
    height: int = LEVEL
    formation: int = COLUMN
    target_formation: int = COLUMN
    moved: bool = False
    target_moved: bool = False
    cover: bool = False
    """The target stands in a wood or other cover."""
    in_water: bool = False
    wounded: int = 0
    """Wounded lying behind the striker."""
    of_wounded: bool = False
    """The striker is a battalion of wounded."""
    in_retreat: bool = False
    """The striker ran into the target in its retreat."""
    unbidden: bool = False
    """The attack is made without an order, as by bloodthirsty warriors."""
    mercy: bool = False
    night: bool = False
    sun_in_face: bool = False
    weather: str = "clear"

    def turned(self) -> Attack:
        """The reply to it: the sides changed, heights mirrored."""
        return replace(
            self,
            striker=self.target,
            target=self.striker,
            ordered=False,
            reply=True,
            height=-self.height,
            formation=self.target_formation,
            target_formation=self.formation,
            moved=self.target_moved,
            target_moved=self.moved,
        )


def at_first(one: Battalion) -> int:
    """The formation in which a battalion begins: column, or loose if it is wide (BA-SKL-15)."""
    return LOOSE if one.has("wide") else COLUMN
