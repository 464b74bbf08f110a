"""What a player may see of a battle: everything that lies open, and no card or die that does not.

No new card is looked at before it is turned over (PT-TURN-05; AMB-09 has other readings, under which the owner knows
his own).  So a view holds the table, all units, the cards that lie open, and how many lie face down; never the rank of
a card that nobody has turned over, nor anything that the dice to come follow from.  Views are plain frozen values: two
battles that differ only in what nobody has seen give equal views.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import Any

from tigersim.catalogue.cards import CARDS
from tigersim.catalogue.profile import Profile, profile
from tigersim.catalogue.profile.airborne import bare
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core import assault, enums, fire
from tigersim.core.decisions import DECISION_NAMES
from tigersim.core.enums import SIDES
from tigersim.game.action import Action, in_words
from tigersim.game.notation import VERBS, WEAPONS
from tigersim.game.tabletop import POSITION_NAMES, Table
from tigersim.rules.cards import difficulty
from tigersim.rules.switches import CardSecrecy

ROLES = {assault.ATTACKER: "attacker", assault.DEFENDER: "defender", assault.HELPER: "helper"}
WRECK = "%"
DICE_KINDS = ("ordinary", "cover", "road", "bonus")
PURPOSES = ("fire", "save", "move", "find cover", "close combat", "recovery")
COLUMNS = (
    *("kind", "alive", "placed", "x", "y", "facing", "hits", "found_cover", "immobilised", "cards", "opened"),
    *("recovery_card", "recovery_open", "carrier", "leader", "actions", "given", "role", "due", "by_air", "commander"),
)
"""The fields of the records of units that both players see; of the cards, only what lies open."""
BY_AIR = ("", "parachute", "glider")
GROUP_PHASES = (
    enums.PHASE_FOLLOW,
    enums.PHASE_ACT,
    enums.PHASE_FIRE,
    enums.PHASE_MOVE,
    enums.PHASE_COVER,
    enums.PHASE_MELEE,
    enums.PHASE_OFF_TABLE,
)
"""Phases in which an order is being carried out."""

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
    """New cards in hand that the viewer knows: his own, under ``look_at_hand`` (AMB-09)."""
    face_down: int
    """Cards in hand that he does not know."""
    drawn: int
    """Cards it was to take this turn."""
    passed: bool
    """It has finished assigning cards."""
    others: tuple[HandView, ...] = ()
    """The hand of the side's other player, if there is one: a partner sees his open cards only (PT-MULTI-02)."""

    @property
    def all_saved(self) -> tuple[str, ...]:
        """The open cards of all hands of the side."""
        return self.saved + tuple(card for hand in self.others for card in hand.saved)

    @property
    def all_face_down(self) -> int:
        """Cards in all hands of the side that the viewer does not know."""
        return self.face_down + sum(hand.face_down for hand in self.others)


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
    """Slots of the leader and of those who follow him."""
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
    """Which of the players of his side the viewer is."""

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
        """In which position the unit in a slot stands (PT-FORT), as ``ts.odds.shot`` takes it: none, light or heavy."""
        one = self.unit(slot)
        if one.place is None or one.carrier is not None:
            return POSITION_NAMES[0]
        return POSITION_NAMES[int(self.table.grid("fort")[one.place[1], one.place[0]])]

    def distance(self, one: int, other: int) -> float:
        """Inches between the bases of the units in two slots (AMB-25); infinite if one of them stands nowhere."""
        places = self.unit(one).place, self.unit(other).place
        if places[0] is None or places[1] is None:
            return float("inf")
        return hypot(*(max(abs(p - q) - 1, 0) for p, q in zip(places[0], places[1], strict=True)))

    def place(self, action: Action) -> Place:
        """The cell that a ``place`` action goes to."""
        return action.cell % self.table.width, action.cell // self.table.width

    def describe(self, action: Action) -> str:
        """An action in words."""
        return in_words(
            action,
            lambda slot: self.unit(slot).name,
            self.table.width,
            self.phase == "nominate",
            lambda slot: self.profile(slot).flame,
            self.decision,
        )

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
        return "\n".join([f"turn {self.turn}, VP {score}, waiting for {self.decision}", *rows])


def view_of(
    battle: Any, table: Table, names: tuple[str, ...], units: tuple[Unit, ...], ruleset: RuleSet, viewer: int
) -> View:
    """What the player ``viewer`` sees of a BATTLE scalar: 0 or 1 the (first) one of a side, 2 or 3 the second one.

    names: of the unit in each slot, "" = none.  units: what the records' ``kind`` counts.
    """
    own, side = _own_secrets(battle, viewer), viewer & 1
    mine, theirs = (battle.pile[of & int(battle.own_decks)] for of in (side, 1 - side))
    whole = (1 << enums.PACK) - 1
    unseen = ~(int(mine.shown) | own) & whole
    their_unseen = ~int(theirs.shown) & whole if battle.own_decks else unseen
    card = int(battle.card)
    ask = int(battle.ask)
    return View(
        side=SIDES[side],
        to_decide=SIDES[battle.asked],
        decision=DECISION_NAMES[ask],
        subject=_slot(battle.subject),
        card=CARDS[card] if card != enums.NO_CARD else None,
        phase=enums.PHASE_NAMES[battle.phase],
        turn=int(battle.turn),
        deck=int(battle.decks),
        first=SIDES[battle.first],
        sides=(_side(battle, 0, viewer), _side(battle, 1, viewer)),
        units=tuple(_units(battle, names, units, own, viewer)),
        named=_named(battle),
        pile=int(mine.deck_size - mine.next_card),
        unseen=_names(unseen),
        order=_order(battle) if battle.phase in GROUP_PHASES else None,
        roll=_roll(battle) if ask in (enums.REROLL, enums.SPLIT) else None,
        wrecks=tuple(
            zip(battle.wreck_x[: battle.wrecks].tolist(), battle.wreck_y[: battle.wrecks].tolist(), strict=True)
        ),
        target_score=int(battle.target_score),
        table=table,
        ruleset=ruleset,
        their_pile=int(theirs.deck_size - theirs.next_card),
        their_unseen=_names(their_unseen),
        commander=1 + viewer // 2,
    )


def _names(cards: int) -> tuple[str, ...]:
    """The cards of a set, lowest first."""
    return tuple(CARDS[card] for card in range(enums.PACK) if cards >> card & 1)


def _slot(number: Any) -> int | None:
    return None if number == enums.NOBODY else int(number)


def _own_secrets(battle: Any, viewer: int) -> int:
    """The cards that the viewer alone knows, as a set: nought unless a ruling lets him look (AMB-09)."""
    rule = battle.ruling.card_secrecy
    cards = 0
    if rule == CardSecrecy.LOOK_AT_HAND:
        cards |= _set_of(battle.player[viewer].blind[: battle.player[viewer].n_blind].tolist())
    if rule != CardSecrecy.BLIND_UNTIL_REVEALED:
        first = (viewer & 1) * enums.MAX_UNITS
        mine = battle.unit[first : first + int(battle.player[viewer & 1].units)]
        alive = (mine["alive"] != 0) & (mine["commander"] == viewer)
        cards |= _set_of(mine["cards"][alive].ravel().tolist()) | _set_of(mine["recovery_card"][alive].tolist())
    return cards


def _set_of(cards: Iterable[int]) -> int:
    found = 0
    for card in cards:
        if card != enums.NO_CARD:
            found |= 1 << card
    return found


def _side(battle: Any, side: int, viewer: int) -> SideView:
    player, first = battle.player[side], viewer if viewer & 1 == side else side
    others = [] if battle.split[side] == 0 else [side + 2 if first == side else side]
    return SideView(
        vp=int(player.vp),
        attacker=bool(player.attacker),
        north=bool(player.north),
        **_hand(battle, first, viewer),
        others=tuple(HandView(1 + hand // 2, **_hand(battle, hand, viewer)) for hand in others),
    )


def _hand(battle: Any, hand: int, viewer: int) -> dict[str, Any]:
    """The cards of one player."""
    player = battle.player[hand]
    new = int(player.n_blind)
    looks = hand == viewer and battle.ruling.card_secrecy == CardSecrecy.LOOK_AT_HAND
    return {
        "saved": _names(int(player.saved)),
        "known": _names(_set_of(player.blind[:new].tolist())) if looks else (),
        "face_down": 0 if looks else new,
        "drawn": int(player.draw),
        "passed": bool(player.passed),
    }


def _units(battle: Any, names: tuple[str, ...], units: tuple[Unit, ...], own: int, viewer: int) -> Iterable[UnitView]:
    """All units, read column by column: a record's single fields are slow to come by."""
    read = zip(*(battle.unit[column].tolist() for column in COLUMNS), strict=True)
    turned: dict[int, list[str]] = {}
    for pile in battle.pile[: 1 + battle.own_decks]:
        for card in range(enums.PACK):
            if int(pile.revealed) >> card & 1:
                turned.setdefault(int(pile.holder[card]), []).append(CARDS[card])
    standing = battle.unit["placed"].tolist()
    for slot, (name, fields) in enumerate(zip(names, read, strict=True)):
        if name:
            of = dict(zip(COLUMNS, fields, strict=True))
            kind = units[of["kind"]]
            if int(battle.landing.lost) >> slot & 1:
                kind = bare(kind)
            stands = of["placed"] != 0 or (of["carrier"] != enums.NOBODY and standing[of["carrier"]] != 0)
            known = own if of["commander"] == viewer else 0  # with two decks an enemy may hold the same cards
            yield _unit(slot, name, of, kind, stands, tuple(turned.get(slot, ())), known)


def _unit(
    slot: int, name: str, of: dict[str, Any], unit: Unit, on_table: bool, turned: tuple[str, ...], own: int
) -> UnitView:
    alive = bool(of["alive"])
    stands = alive and on_table
    cards = [(card, opened) for card, opened in zip(of["cards"], of["opened"], strict=True) if card != enums.NO_CARD]
    recovery = [(of["recovery_card"], of["recovery_open"])] if of["recovery_card"] != enums.NO_CARD else []
    return UnitView(
        slot=slot,
        side=SIDES[slot // enums.MAX_UNITS],
        name=name,
        unit=unit,
        alive=alive,
        place=(of["x"], of["y"]) if stands else None,
        facing=of["facing"] if stands else 0,
        hits=of["hits"],
        found_cover=bool(of["found_cover"]),
        immobilised=bool(of["immobilised"]),
        cards=tuple(_face(card, opened, own) for card, opened in cards),
        turned_over=turned if alive else (),
        recovery=tuple(_face(card, opened, own) for card, opened in recovery),
        carrier=_slot(of["carrier"]),
        follows=_slot(of["leader"]),
        actions=of["actions"],
        given=of["given"],
        role=ROLES.get(of["role"], ""),
        due=of["due"] if alive else 0,
        by_air=BY_AIR[of["by_air"]],
        commander=1 + of["commander"] // 2,
    )


def _face(card: int, opened: int, own: int) -> Card:
    """A card as the viewer sees it."""
    return CARDS[card] if opened or own >> card & 1 else None


def _named(battle: Any) -> tuple[tuple[int, int], ...]:
    """Units that were named and have not turned over their cards yet."""
    if battle.phase != enums.PHASE_NOMINATE:
        return ()
    return tuple(
        (int(battle.nominated[player]), int(battle.chosen[player]))
        for player in range(2 + 2 * int(battle.allies))
        if battle.nominated[player] != enums.NOBODY
    )


def _order(battle: Any) -> OrderView:
    group, shot, melee = battle.group, battle.shot, battle.melee
    acting, victim = None, None
    if battle.phase in (enums.PHASE_FIRE, enums.PHASE_OFF_TABLE):
        acting, victim = int(shot.unit), _slot(shot.target)
    elif battle.phase in (enums.PHASE_MOVE, enums.PHASE_COVER):
        acting = int(shot.unit)
    elif battle.phase == enums.PHASE_MELEE and melee.striker != enums.NOBODY:
        acting, victim = int(melee.striker), _slot(melee.victim)
    aimed = group.verb in (enums.FIRE, enums.ASSAULT, enums.CALL)
    return OrderView(
        verb=VERBS[int(group.verb)],
        card=CARDS[group.card],
        members=tuple(group.member[: group.members].tolist()),
        target=int(group.target) if aimed else None,
        weapon=WEAPONS[group.weapon] if group.verb == enums.FIRE else None,
        acting=acting,
        victim=victim,
    )


def _roll(battle: Any) -> RollView:
    roll, n = battle.roll, int(battle.roll.n)
    purpose, needed = _test(battle)
    return RollView(
        purpose=purpose,
        dice=tuple(roll.dice[:n].tolist()),
        fixed=tuple(fixed != 0 for fixed in roll.fixed[:n].tolist()),
        kinds=tuple(DICE_KINDS[kind] for kind in roll.kind[:n].tolist()),
        permissions=int(roll.permissions),
        needed=needed,
        dealt=tuple(roll.dealt[:n].tolist()) if battle.ask == enums.SPLIT else (),
    )


def _test(battle: Any) -> tuple[str, int]:
    """What the dice on the table are for, and what they need."""
    if battle.phase == enums.PHASE_RECOVERY_TESTS:
        return "recovery", difficulty(int(battle.unit[battle.subject].recovery_card))
    if battle.phase == enums.PHASE_MELEE:
        return "close combat", int(battle.melee.difficulty)
    if battle.phase in (enums.PHASE_FIRE, enums.PHASE_OFF_TABLE):
        if battle.shot.stage in (fire.ATTACK_STAGE, fire.SPLIT_STAGE):
            return "fire", int(battle.shot.difficulty)
        return "save", 1 if battle.shot.suppressing else int(battle.shot.hits)
    return ("move" if battle.phase == enums.PHASE_MOVE else "find cover"), difficulty(int(battle.shot.card))
