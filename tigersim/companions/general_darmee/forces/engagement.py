"""The command phase of both sides, turn by turn.

A plan is a list of orders by priority: each turn every one that is allowed and can still be paid is given.  Who falters
is given from outside, since the chapter on morale is not in the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tigersim.companions.asking import ask_whole
from tigersim.companions.general_darmee.forces.orders import Order, breaches, chains
from tigersim.companions.general_darmee.forces.roster import Roster, Units
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.rules.initiative import NOBODY
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.errors import InvalidValue

ROLLED = -1
"""ADCs of a side: by the dice, not a given number."""
MOST_TURNS, MOST_CARDS, MOST_GIVEN, MOST_REACH = 200, 30, 60, 100


@dataclass(frozen=True)
class Commander:
    """One side, what it wants done, and what it has to find out."""

    side: Side
    plan: Sequence[Order] = ()
    adcs: int = ROLLED
    """A number that is given each turn instead of the dice."""
    cards: int = 0
    """Enemy cards of the Fog of War that Recon! can uncover."""
    roster: Roster = field(default_factory=dict)
    """Units of brigades, of those that are known."""
    army: str = "french"

    def units(self, order: Order) -> Units:
        """What is known of the units that an order is for."""
        return self.roster.get(order.brigade, ())


@dataclass(frozen=True)
class Engagement:
    """Two commanders over some turns."""

    own: Commander
    enemy: Commander
    turns: int = 6
    holder: int = NOBODY
    """Who had the initiative before."""
    cover: tuple[bool, bool] = (False, False)
    """Whether cards lie in a wood, and behind high ground."""
    reach: int = 14
    """How far Forward! should carry."""
    charging: bool = False
    """Whether Forward! lengthens charges, not moves."""
    objective: int = 0
    """In how many turns of an assault its objective is reached; 0: it is not."""

    def check(self, reading: Reading) -> None:
        """Raise ``InvalidValue`` for what cannot be played."""
        ask_whole("turns", self.turns, 1, MOST_TURNS)
        ask_whole("reach", self.reach, 0, MOST_REACH)
        ask_whole("objective", self.objective, 0, MOST_TURNS)
        for one in (self.own, self.enemy):
            ask_whole("adcs", one.adcs, ROLLED, MOST_GIVEN)
            ask_whole("cards", one.cards, 0, MOST_CARDS)
            one.side.dice(reading)  # refuses too many
            wrong = breaches(one.plan, one.side, reading.divisions, reading.attach_reserve)
            if wrong:
                plan = ", ".join(" ".join(map(str, chain)) for chain in chains(one.plan))
                raise InvalidValue("plan", plan, f"what the rules allow; {wrong[0]}")
