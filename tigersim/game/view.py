"""What a player may see of a battle: what lies open, and no card or die that does not.

No new card is looked at before it is turned over (PT-TURN-05; AMB-09 has other readings, under which the owner knows
its own).  So a view holds the table, all units, the cards that lie open, and how many lie face down; never the rank of
a card that nobody has turned over, nor anything that the dice to come follow from.  Views are plain frozen values: two
battles that differ only in what nobody has seen give equal views.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from tigersim.catalogue.profile import Profile, profile
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core import assault
from tigersim.core.enums import SIDES
from tigersim.game.action import Action, in_words
from tigersim.game.tabletop import POSITION_NAMES, Table

ROLES = {assault.ATTACKER: "attacker", assault.DEFENDER: "defender", assault.HELPER: "helper"}
WRECK = "%"
NOTHING = "nothing"
"""What a battle that is over waits for."""
DICE_KINDS = ("ordinary", "cover", "road", "bonus")
PURPOSES = ("fire", "save", "move", "find cover", "close combat", "recovery")
BY_AIR = ("", "parachute", "glider")

Card = str | None
"""A card as players write it, ``"QH"``; None lies face down and the viewer does not know it."""
Place = tuple[int, int]
"""(x, y) of a cell: inches from the west and from the south edge."""


@dataclass(frozen=True)
class UnitView:
    """A unit, as both players see it."""

    slot: int
    """Its number in actions: 0 to 15 side a, 16 to 31 side b."""
    side: str
    name: str
    """Side, place in the army, name: ``"a1 M4 Sherman"``."""
    unit: Unit
    """As printed and picked; without its machine gun or mortar where it has lost that in landing (PT-AIRDROP-10)."""
    alive: bool
    place: Place | None
    """Where it stands (a passenger where its carrier does); None before it is on the table and after its end."""
    facing: int
    """Sixteenths of a turn from east, counterclockwise: 0 east, 4 north, 8 west, 12 south."""
    hits: int
    found_cover: bool
    immobilised: bool
    cards: tuple[Card, ...]
    """Cards assigned to it and not yet turned over."""
    turned_over: tuple[str, ...]
    """Its cards that lie turned over and have not come up yet."""
    recovery: tuple[Card, ...]
    """Its recovery card, if it has one."""
    carrier: int | None
    """Slot of the unit that carries it."""
    follows: int | None
    """Slot of the unit that it has followed this turn."""
    actions: int
    """Actions made this turn."""
    given: int
    """Cards assigned to it this turn."""
    role: str
    """Its part in the close combat in hand: attacker, defender, helper, or ""."""
    due: int
    """The turn in which it comes onto the table; 0 once it is there."""
    by_air: str
    """How it lands (or has landed) from the air: one of ``BY_AIR``, "" = not at all."""
    commander: int = 1
    """Which of the players of its side commands it: 1, or 2 where there are two (PT-MULTI-02)."""

    @property
    def shocked(self) -> bool:
        """A living unit with a hit takes no cards and does not act (PT-HIT-05, PT-RECOVER-06)."""
        return self.alive and self.hits > 0


@dataclass(frozen=True)
class HandView:
    """The hand of one more player of a side, as the viewer sees it; fields as in ``SideView``."""

    commander: int
    saved: tuple[str, ...]
    known: tuple[str, ...]
    face_down: int
    drawn: int
    passed: bool


@dataclass(frozen=True)
class SideView:
    """One side: its score and its hand, as the viewer sees them.

    Where a side has two players the hand is the viewer's own, of the other side the first player's, and ``others`` has
    the second one's.
    """

    vp: int
    attacker: bool
    north: bool
    """Its table edge is the north one."""
    saved: tuple[str, ...]
    """Cards in hand that lie face up, lowest first."""
    known: tuple[str, ...]
    """New cards in hand that the viewer knows: its own, under ``look_at_hand`` (AMB-09)."""
    face_down: int
    """Cards in hand that it does not know."""
    drawn: int
    """Cards it was to take this turn."""
    passed: bool
    """It has finished assigning cards."""
    others: tuple[HandView, ...] = ()
    """The hand of the side's other player, if there is one: a partner sees its open cards only (PT-MULTI-02)."""


@dataclass(frozen=True)
class RollView:
    """The dice on the table that a player may re-roll or share out."""

    purpose: str
    """One of ``PURPOSES``."""
    dice: tuple[int, ...]
    fixed: tuple[bool, ...]
    """Re-rolled already: may not be re-rolled again (PT-IMPROVED-04)."""
    kinds: tuple[str, ...]
    permissions: int
    needed: int
    """The sum that succeeds; of a save roll, the hits that it is made against."""
    dealt: tuple[int, ...]
    """Slot of the target that each die of a shared burst is dealt to (PT-MG-06); empty for other rolls."""


@dataclass(frozen=True)
class OrderView:
    """The order that is being carried out."""

    verb: str
    card: str
    members: tuple[int, ...]
    """Slots of the leader and of its followers."""
    target: int | None
    weapon: str | None
    acting: int | None
    """Slot of the unit whose shot, move or strike is in hand."""
    victim: int | None
    """Slot of the unit that this shot or strike is at."""


@dataclass(frozen=True)
class View:
    """What the player of ``side`` may see at one decision of a battle."""

    side: str
    to_decide: str
    """The side that is asked."""
    decision: str
    """What it is asked: "deploy", "assign", "nominate", "order", ... or "nothing" once the battle is over."""
    subject: int | None
    """Slot of the unit that the decision is about."""
    card: Card
    """The card that has come up, from its order to the end of what it brings about."""
    phase: str
    turn: int
    deck: int
    """Which deck is being played (PT-VP-15)."""
    first: str
    """The side that names units first this turn."""
    sides: tuple[SideView, SideView]
    """Side a, side b."""
    units: tuple[UnitView, ...]
    """All units of side a, then all of side b, the destroyed ones too."""
    named: tuple[tuple[int, int], ...]
    """(slot, bits of its cards) of the units named for the next pair of actions (PT-TURN-10)."""
    pile: int
    """Cards left to draw."""
    unseen: tuple[str, ...]
    """The cards that the viewer has not seen since they were shuffled, lowest first; any face-down card is one of
    them."""
    order: OrderView | None
    roll: RollView | None
    wrecks: tuple[Place, ...]
    target_score: int
    """VP that are played to (PT-VP-17), 0 = none."""
    table: Table
    """Terrain, markers and lines of sight."""
    ruleset: RuleSet
    their_pile: int = 0
    """Cards left in the deck that the other side draws from: the same one, or its own (PT-MULTI-03)."""
    their_unseen: tuple[str, ...] = ()
    """As ``unseen``, of the cards of that deck."""
    commander: int = 1
    """Which of the players of its side the viewer is."""

    @property
    def mine(self) -> SideView:
        """The viewer's side."""
        return self.sides[SIDES.index(self.side)]

    @property
    def theirs(self) -> SideView:
        """The other side."""
        return self.sides[1 - SIDES.index(self.side)]

    @property
    def friends(self) -> tuple[UnitView, ...]:
        """The viewer's living units."""
        return tuple(one for one in self.units if one.alive and one.side == self.side)

    @property
    def enemies(self) -> tuple[UnitView, ...]:
        """The other side's living units."""
        return tuple(one for one in self.units if one.alive and one.side != self.side)

    def unit(self, slot: int) -> UnitView:
        """The unit in a slot, as actions name it.  Raises ``KeyError`` for an empty one."""
        for one in self.units:
            if one.slot == slot:
                return one
        raise KeyError(slot)

    def profile(self, slot: int) -> Profile:
        """The numbers of the unit in a slot under the battle's ruleset."""
        return profile(self.unit(slot).unit, self.ruleset)

    def position(self, slot: int) -> str:
        """The position that the unit in a slot stands in (PT-FORT): none, light or heavy."""
        one = self.unit(slot)
        if one.place is None or one.carrier is not None:
            return POSITION_NAMES[0]
        return POSITION_NAMES[int(self.table.grid("fort")[one.place[1], one.place[0]])]

    def distance(self, one: int, other: int) -> float:
        """Inches between the bases of two units (AMB-25); infinite if one stands nowhere."""
        places = self.unit(one).place, self.unit(other).place
        if places[0] is None or places[1] is None:
            return float("inf")
        return hypot(*(max(abs(p - q) - 1, 0) for p, q in zip(places[0], places[1], strict=True)))

    def place(self, action: Action) -> Place:
        """The cell that a ``place`` action goes to."""
        return action.cell % self.table.width, action.cell // self.table.width

    def describe(self, action: Action) -> str:
        """An action in words."""
        nominating, width = self.phase == "nominate", self.table.width
        named, flames = (lambda slot: self.unit(slot).name), (lambda slot: self.profile(slot).flame)
        return in_words(action, named, width, nominating, flames, self.decision)

    def __str__(self) -> str:
        """A map: terrain, units (a1, b2, ...), wrecks, and the score."""
        shown = self.table.glyphs()
        top = self.table.depth - 1
        for x, y in self.wrecks:
            shown[top - y][x] = WRECK
        for one in self.units:
            if one.place is not None and one.carrier is None:
                shown[top - one.place[1]][one.place[0]] = one.name.split(" ", 1)[0]
        wide = max(2, *(len(cell) for row in shown for cell in row))  # 3 where a tenth unit stands on the table
        rows = ["".join(f"{cell:<{wide}}" for cell in row).rstrip() for row in shown]
        score = f"{self.sides[0].vp} : {self.sides[1].vp}"
        what = "the battle is over" if self.decision == NOTHING else f"waiting for {self.decision}"
        return "\n".join([f"turn {self.turn}, score {score}, {what}", *rows])
