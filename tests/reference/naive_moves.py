"""Legal actions listed slowly from the rulebook: take it as the expected side of a decision.

It shares the layout of the records and the words of ``core.enums`` with the engine, and not one function.  ``moves``
gives the actions of the decision that a battle waits for; ``followers`` those who could join an order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tests.reference.naive_ground import DIRECTIONS, Cell, Ground, Walker, crossed, in_front, touch
from tigersim.core import enums
from tigersim.core.enums import BUILDING, HILL, MAX_UNITS, NO_CARD, NOBODY, PACK, WATER, WEAPONS, WOOD
from tigersim.rules import carry
from tigersim.rules.switches import (
    ActionChoiceTiming,
    DeploymentDepth,
    DismountPlacement,
    Edition,
    FollowActions,
    FollowEligibility,
    GliderStats,
    HowitzerSplash,
    ImprovedRerollExtent,
    IndirectSpotter,
    LeftoverCardsOrder,
    MeleeEachReach,
    MeleeGunsHelp,
    MeleePath,
    MeleeSecondaryTargets,
    MeleeShockedDefender,
    MgSplit,
    MountProcedure,
    MultiActivation,
    NoRadioScope,
    OpenCardActivation,
    PivotToFire,
    RecoveryCards,
    RenominateSameUnit,
    RepeatAction,
    RevealedCardLost,
    ShockEffects,
    SoloOrder,
    SupportCall,
    SupportTargets,
    SuppressionEffect,
    TwoCardInitiative,
    WeakRunningGear,
)

ATTACKER, HELPER = 1, 3
"""Parts in a close combat, as ``unit.role`` holds them."""
MAY_LEAVE = 2
"""``unit.leaving`` of a passenger that may stay."""
NEAR = 12
"""PT-FIRE-02: where the dice and the range of many weapons change."""


class Move(NamedTuple):
    """An action in its six fields."""

    verb: int
    unit: int = 0
    target: int = 0
    which: int = 0
    cell: int = 0
    facing: int = 0


def unpacked(code: int) -> Move:
    """An action from the integer that the engine writes it as: a byte a field, two for the cell."""
    return Move(code & 255, code >> 8 & 255, code >> 16 & 255, code >> 24 & 255, code >> 32 & 65535, code >> 48 & 255)


def packed(move: Move) -> int:
    """The integer of an action."""
    return sum(field << shift for field, shift in zip(move, (0, 8, 16, 24, 32, 48), strict=True))


def moves(battle: Any, table: Any) -> list[Move]:
    """Every legal action of the decision that the battle waits for."""
    return Lister(battle, table).moves()


def followers(battle: Any, table: Any, order: Move) -> set[int]:
    """The units that could follow the order, before it is given; the engine has to ask for them."""
    lister = Lister(battle, table)
    return {
        slot
        for slot in lister.friends(order.unit // MAX_UNITS)
        if lister.may_follow(slot, [order.unit], order.verb, lister.b.card, order.target)
    }


def helpers(battle: Any, table: Any, target: int) -> set[int]:
    """The units that could help the target of a close combat in which nobody takes part yet."""
    lister = Lister(battle, table)
    return {slot for slot in lister.standing(target // MAX_UNITS) if lister.may_help(slot, target)}


def is_red(card: int) -> bool:
    """PT-GEN-01: diamonds and hearts."""
    return card % 4 >= 2


def rank(card: int) -> int:
    """2 to 14."""
    return card // 4 + 2


def cards_of(cards: int) -> list[int]:
    """The cards of a set."""
    return [card for card in range(PACK) if cards >> card & 1]


class Lister:
    """One decision of a battle."""

    def __init__(self, battle: Any, table: Any) -> None:
        self.ground = Ground(battle, table)
        self.b = self.ground.b
        self.ruling = self.b.ruling
        self.first_edition = self.ruling.edition == Edition.FIRST
        self.subject, self.asked = self.b.subject, self.b.asked
        self.commander = self.who_decides()

    def who_decides(self) -> int:
        """PT-MULTI-02: whoever commands the unit; the firer, where an enemy is the subject; else who was addressed."""
        if not self.b.allies:
            return int(self.asked)
        if self.subject == NOBODY:
            return int(self.b.speaker)
        owned = self.subject if self.subject // MAX_UNITS == self.asked else self.b.shot.unit
        return int(self.u(owned).commander)

    def pack_of(self, side: int) -> Any:
        """The pack that a side's cards are of (PT-MULTI-03)."""
        return self.b.pile[side if self.b.own_decks else 0]

    def forbidden(self, side: int, what: int) -> bool:
        """Whether the experiment forbids a side something, by the bit of ``player.forbidden``."""
        return bool(int(self.b.player[side].forbidden) & 2**what)

    # --- who is where ----------------------------------------------------------------------------------------------

    def u(self, slot: int) -> Any:
        """The record of a unit."""
        return self.b.unit[slot]

    def at(self, slot: int) -> Cell:
        """Where a unit is; aboard, where its carrier is."""
        return self.u(slot).x, self.u(slot).y

    def alive(self, side: int) -> list[int]:
        """The living units of a side."""
        return [slot for slot in range(side * MAX_UNITS, (side + 1) * MAX_UNITS) if self.u(slot).alive]

    def own(self) -> list[int]:
        """The units on the table of the player who decides (PT-MULTI-02)."""
        return [slot for slot in self.friends(self.asked) if self.u(slot).commander == self.commander]

    def friends(self, side: int) -> list[int]:
        """The units of a side that live, on the table or aboard one another."""
        return [slot for slot in self.alive(side) if self.is_here(slot)]

    def is_here(self, slot: int) -> bool:
        """Whether a living unit stands on the table or on one that does."""
        u = self.u(slot)
        return bool(u.placed or (self.aboard(slot) and self.u(u.carrier).placed))

    def aboard(self, slot: int) -> bool:
        """Whether another unit carries it."""
        return self.u(slot).carrier != NOBODY

    def standing(self, side: int) -> list[int]:
        """The units of a side that stand on the table."""
        return [slot for slot in self.alive(side) if self.u(slot).placed]

    def gap(self, one: int, other: int) -> int:
        """Squared distance of two units."""
        return self.ground.gap(self.at(one), self.at(other))

    def within(self, one: int, other: int, inches: int) -> bool:
        """AMB-25: within includes the exact distance."""
        return self.gap(one, other) <= inches * inches

    def pending(self, slot: int) -> list[int]:
        """Cards of a unit that are turned over and unresolved."""
        pack = self.pack_of(slot // MAX_UNITS)
        return [card for card in cards_of(pack.revealed) if pack.holder[card] == slot]

    def assigned(self, slot: int) -> list[tuple[int, int]]:
        """(place, card) of the cards next to a unit."""
        return [(k, card) for k, card in enumerate(self.u(slot).cards) if card != NO_CARD]

    # --- the list --------------------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """The actions of the decision asked for."""
        listers: dict[int, Callable[[], Iterable[Move]]] = {
            enums.DEPLOY: self.deploy,
            enums.ASSIGN: self.assign,
            enums.NOMINATE: self.nominate,
            enums.ORDER: self.order,
            enums.DESTINATION: self.destination,
            enums.REROLL: self.reroll,
            enums.EFFECT: self.effect,
            enums.RECOVER: self.recover,
            enums.REGROUP: self.regroup,
            enums.DISCARD: self.discard,
            enums.PROLONG: self.yes_or_no,
            enums.FOLLOW: self.follow,
            enums.HELP: self.help,
            enums.STRIKE: self.strike,
            enums.DARE: self.yes_or_no,
            enums.SPLIT: self.split,
            enums.SECOND_SHOT: self.second_shot,
            enums.SPLASH: self.splash,
            enums.WRECK: self.yes_or_no,
            enums.DISMOUNT: self.dismount,
            enums.TEST: self.test,
            enums.OCCUPY: self.yes_or_no,
            enums.LAND: self.land,
            enums.DRIFT: self.drift,
            enums.NEXT_TARGET: self.next_target,
        }
        return list(listers[self.b.ask]())

    def yes_or_no(self) -> list[Move]:
        """Prolong, dare, wreck, occupy."""
        return [Move(enums.PASS), Move(enums.GO_ON)]

    def places(self, cells: Iterable[Cell]) -> list[Move]:
        """AMB-32: every cell with every facing."""
        return [
            Move(enums.PLACE, self.subject, cell=y * self.ground.width + x, facing=facing)
            for x, y in cells
            for facing in range(len(DIRECTIONS))
        ]

    # --- setting up ------------------------------------------------------------------------------------------------

    def deploy(self) -> list[Move]:
        """PT-SETUP-04, AMB-24: free ground within a third of the table of the own edge, or a carrier set up before."""
        third = self.ground.depth // 3
        if self.ruling.deployment_depth == DeploymentDepth.LONGEST_DIMENSION:
            third = min(max(self.ground.depth, self.ground.width) // 3, self.ground.depth // 2)
        north = bool(self.b.player[self.asked].north)
        rows = range(self.ground.depth - third, self.ground.depth) if north else range(third)
        walker = Walker(self.ground, self.subject)
        cells = [c for c in self.ground.cells if c[1] in rows and self.ground.holder[c] == 0 and walker.may_stand(c)]
        berths = [v for v in self.loading(self.asked) if self.has_berth(v, self.subject)]
        if self.by_sea():
            cells = [c for c in cells if self.ground.kind[c] == WATER]
            berths = [v for v in berths if self.all_aboard(self.subject, v)]
        return self.places(cells) + [Move(enums.BOARD, self.subject, v) for v in berths]

    def loading(self, side: int) -> list[int]:
        """Who may take a unit aboard while the armies are set up: also a glider that lands later (PT-AIRDROP-03)."""
        gliders = [slot for slot in self.alive(side) if self.u(slot).due and self.u(slot).by_air == 2]
        return sorted(self.standing(side) + gliders)

    def by_sea(self) -> bool:
        """Whether the side that is asked attacks from the sea."""
        return bool(self.ground.sea and self.b.player[self.asked].attacker)

    def all_aboard(self, unit: int, vehicle: int) -> bool:
        """Whether everybody else who does not swim finds a berth once the unit has this one: every way is tried."""
        self.u(unit).carrier = vehicle
        waiting = [
            slot
            for slot in self.alive(self.asked)
            if not (self.u(slot).placed or self.aboard(slot) or self.u(slot).due)
        ]
        waiting.sort(key=lambda slot: -self.u(slot).profile.load)  # light transports before the guns that they tow
        found = not waiting or any(
            self.all_aboard(waiting[0], other)
            for other in self.standing(self.asked)
            if self.has_berth(other, waiting[0])
        )
        self.u(unit).carrier = NOBODY
        return found

    # --- landing ---------------------------------------------------------------------------------------------------

    def land(self) -> list[Move]:
        """PT-AIRDROP-05, AMB-129: any point where nobody stands, with any heading."""
        return self.places(cell for cell in self.ground.cells if self.ground.holder[cell] == 0)

    def drift(self) -> list[Move]:
        """PT-AIRDROP-07: in any of the sixteen directions from the point."""
        return self.places([(self.b.landing.x, self.b.landing.y)])

    # --- cards -----------------------------------------------------------------------------------------------------

    def gifts(self, units: Iterable[int], saved_only: bool = False) -> list[Move]:
        """Every card of the hand to each unit; the cards that nobody has seen are one and the same (AMB-09)."""
        player = self.b.player[self.commander]
        which = cards_of(player.saved)
        if self.b.ask == enums.RECOVER and self.forbidden(self.asked, enums.RECOVERING):
            return [Move(enums.PASS)]
        if player.n_blind and not saved_only:
            which.append(enums.BLIND)
        return [Move(enums.PASS)] + [Move(enums.GIVE, unit, 0, card) for unit in units for card in which]

    def assign(self) -> list[Move]:
        """PT-TURN-08, PT-HIT-05, PT-DIS-NO_RADIO: to units without a hit that have room for one more."""
        room = [
            slot
            for slot in self.own()
            if self.u(slot).hits == 0 and len(self.assigned(slot)) < self.u(slot).profile.max_cards
        ]
        return self.gifts(room)

    def nominate(self) -> list[Move]:
        """PT-TURN-10, PT-TURN-11, AMB-15, AMB-19; or which card comes up next, where that is the owner's choice."""
        if self.b.phase == enums.PHASE_RESOLVE:
            return self.next_card()
        if self.b.scenario.solo:
            return self.one_card()
        holders = [slot for slot in self.own() if self.assigned(slot)]
        last = self.b.player[self.commander].last_unit
        if self.ruling.renominate_same_unit == RenominateSameUnit.OTHER_UNIT_IF_ANY and any(
            slot != last for slot in holders
        ):
            holders = [slot for slot in holders if slot != last]
        found = []
        for slot in holders:
            held = {k for k, _ in self.assigned(slot)}
            opened = {k for k in held if self.u(slot).opened[k]}
            for bits in (1, 2, 3):
                chosen = {k for k in (0, 1) if bits >> k & 1}
                if chosen <= held and self.in_turn(chosen, held, opened):
                    found.append(Move(enums.CHOOSE, slot, 0, bits))
        return found

    def one_card(self) -> list[Move]:
        """PT-SOLO-03, AMB-149, AMB-19: the card assigned first, or one that lies open."""
        held = {k for k, _ in self.assigned(self.subject)}
        opened = {k for k in held if self.u(self.subject).opened[k]}
        open_to_it = {k for k in held if self.in_turn({k}, held, opened)}
        wanted = held if self.ruling.solo_order == SoloOrder.RANDOM_CARD else {min(held)} | opened
        return [Move(enums.CHOOSE, self.subject, 0, 1 << k) for k in sorted(wanted & open_to_it or open_to_it)]

    def in_turn(self, chosen: set[int], held: set[int], opened: set[int]) -> bool:
        """AMB-19: as the owner likes; or an open card before a hidden one (1) or after it (2)."""
        first = {
            OpenCardActivation.OPEN_UNTIL_NAMED: set(),
            OpenCardActivation.OPEN_FIRST: opened,
            OpenCardActivation.OPEN_LAST: held - opened,
        }[self.ruling.open_card_activation]
        return chosen == held or not first or len(held) == 1 or bool(chosen & first)

    def next_card(self) -> list[Move]:
        """AMB-14, AMB-16: the cards of the unit that acts next, or of all units of a side left alone.

        Where there are two decks it is the deciding side's, for if both had the same claim dice have said so.
        """
        units = [slot for slot in range(2 * MAX_UNITS) if self.u(slot).alive and self.pending(slot)]
        if self.b.own_decks:
            units = [slot for slot in units if slot // MAX_UNITS == self.asked]
        players = 4 if self.b.allies else 2
        alone = all(named == NOBODY for named in self.b.nominated[:players]) and not self.b.scenario.solo
        if self.ruling.two_card_initiative != TwoCardInitiative.PER_CARD and not (
            alone and self.ruling.leftover_cards_order == LeftoverCardsOrder.OWNER_ORDER_AFTER_REVEAL
        ):
            sums = self.ruling.two_card_initiative == TwoCardInitiative.SUM_OF_CARDS
            worth = {
                unit: (sum(rank(card) for card in self.pending(unit)) if sums else 0, max(self.pending(unit)))
                for unit in units
            }
            units = [max(units, key=lambda unit: worth[unit])]
        elif not (alone and self.ruling.leftover_cards_order == LeftoverCardsOrder.OWNER_ORDER_AFTER_REVEAL):
            units = [max(units, key=lambda unit: max(self.pending(unit)))]
            return [Move(enums.CHOOSE, units[0], 0, max(self.pending(units[0])))]
        found = [Move(enums.CHOOSE, unit, 0, card) for unit in units for card in self.pending(unit)]
        return sorted(found, key=lambda move: move.which)

    def recover(self) -> list[Move]:
        """PT-RECOVER-02, AMB-110, AMB-95: one card to each unit with a hit or that cannot move."""
        return self.gifts(
            (
                slot
                for slot in self.own()
                if (
                    self.u(slot).hits
                    or (
                        self.u(slot).immobilised
                        and self.ruling.weak_running_gear == WeakRunningGear.IMMOBILISED_MAY_TEST
                    )
                )
                and self.u(slot).recovery_card == NO_CARD
            ),
            saved_only=self.ruling.recovery_cards == RecoveryCards.SAVED_ONLY,
        )

    def discard(self) -> list[Move]:
        """PT-END-04, AMB-20: any card of the hand."""
        return [Move(enums.DROP, which=move.which) for move in self.gifts([0])[1:]]

    def effect(self) -> list[Move]:
        """PT-MG-07, AMB-18: an assigned card of the armoured target; a hidden one is chosen blind."""
        u, found = self.u(self.subject), []
        for k, card in self.assigned(self.subject):
            found.append(card if u.opened[k] else enums.HIDDEN + k)
        if self.ruling.revealed_card_lost == RevealedCardLost.LOST:
            found += self.pending(self.subject)
        return [Move(enums.DROP, self.subject, 0, which) for which in found]

    # --- orders ----------------------------------------------------------------------------------------------------

    def order(self) -> list[Move]:
        """PT-TURN-17, PT-CARD-06 to 08, AMB-17, AMB-21: what the unit may do with the card; a follower's shot."""
        unit, card = self.subject, self.b.card
        if self.b.phase == enums.PHASE_ACT:
            found = self.shots(unit, card)
        else:
            found = [Move(verb, unit) for verb in (enums.MOVE, enums.FIND_COVER) if self.can_do(unit, verb, card)]
            found += self.shots(unit, card) if self.can_do(unit, enums.FIRE, card) else []
            found += self.assaults(unit, card) if self.may_repeat(unit, enums.ASSAULT) else []
            found += self.calls(unit, card)
        return (
            found
            if found and self.ruling.action_choice_timing == ActionChoiceTiming.MUST_ACT
            else [Move(enums.PASS), *found]
        )

    def assaults(self, unit: int, card: int) -> list[Move]:
        """Every enemy that close combat may be ordered on."""
        enemies = self.standing(1 - unit // MAX_UNITS)
        return [Move(enums.ASSAULT, unit, enemy) for enemy in enemies if self.may_assault(unit, enemy, card)]

    def may_repeat(self, unit: int, verb: int) -> bool:
        """AMB-21: the same kind of action twice in a turn, or not; never what the side is forbidden."""
        if self.forbidden(unit // MAX_UNITS, verb):
            return False
        return self.ruling.repeat_action == RepeatAction.ALLOWED or not self.u(unit).done >> verb & 1

    def can_do(self, unit: int, verb: int, card: int) -> bool:
        """Whether the unit has dice, and for Fire a target, for this action on this card."""
        u, red = self.u(unit), is_red(card)
        p = u.profile
        if not self.may_repeat(unit, verb):
            return False
        if verb == enums.MOVE:
            ashore = p.water_only and not self.aboard(unit) and self.ground.kind[self.at(unit)] != WATER
            if self.must_stand(unit) or (
                self.ruling.mount_procedure == MountProcedure.VEHICLE_STATIONARY
                and self.aboard(unit)
                and self.u(u.carrier).drove
            ):
                return False
            return not (u.immobilised or p.immobile or ashore) and (p.move_red if red else p.move_black) > 0
        if self.aboard(unit):
            return False
        if verb == enums.FIND_COVER:
            return not red and not self.first_edition and (p.find_terrain if self.folds(unit) else p.find_open) > 0
        return self.riders_have_room(unit) and bool(self.shots(unit, card))

    def must_stand(self, unit: int) -> bool:
        """AMB-93: a carrier does not move in a turn in which it is boarded or left, where that is the ruling."""
        return bool(self.ruling.mount_procedure == MountProcedure.VEHICLE_STATIONARY and self.u(unit).ramp)

    def folds(self, unit: int) -> bool:
        """PT-COVER-05, AMB-41: in woods, a building or on a hill; a vehicle's base touches a building."""
        kinds = self.ground.kind
        beside = [cell for cell in self.ground.cells if touch(cell, self.at(unit))]
        if self.u(unit).profile.vehicle and any(kinds[cell] == BUILDING for cell in beside):
            return True
        return kinds[self.at(unit)] in (WOOD, BUILDING, HILL)

    def riders_have_room(self, unit: int) -> bool:
        """PT-CARRY-04, AMB-91: a tank may not fire if its riders have no place to get off to."""
        u = self.u(unit)
        if self.first_edition or u.profile.carrier != carry.RIDDEN_TANK:
            return True
        riders = [slot for slot in self.alive(unit // MAX_UNITS) if self.u(slot).carrier == unit]
        return all(Walker(self.ground, rider).thrown(1, True) for rider in riders)

    # --- fire ------------------------------------------------------------------------------------------------------

    def shots(self, unit: int, card: int) -> list[Move]:
        """Every target with every weapon."""
        return [
            Move(enums.FIRE, unit, target, weapon)
            for target in self.standing(1 - unit // MAX_UNITS)
            for weapon in range(WEAPONS)
            if self.may_shoot(unit, target, weapon, card)
        ]

    def may_shoot(self, unit: int, target: int, weapon: int, card: int) -> bool:
        """PT-FIRE-01 to 03 and the chapters of the weapons: dice, range, arc, line of sight."""
        p, gap = self.u(unit).profile, self.gap(unit, target)
        if self.aboard(unit) or not self.u(target).placed or not p.armed[weapon] or self.is_scenery(target):
            return False
        if self.fire_dice(unit, target, weapon, card) <= 0:
            return False
        if (p.max_range[weapon] and gap > p.max_range[weapon] ** 2) or (
            p.min_range[weapon] and gap <= p.min_range[weapon] ** 2
        ):
            return False
        (ax, ay), (x, y) = self.at(unit), self.at(target)
        front = in_front(self.u(unit).facing, (x - ax, y - ay), self.ruling.front_arc)
        if p.forward_only[weapon] and not front and self.ruling.pivot_to_fire == PivotToFire.NO_PIVOT:
            return False
        if p.machine_gun[weapon] and self.u(target).profile.armored and not self.feels_suppression(target):
            return False
        return self.ground.sees(self.at(unit), self.at(target)) or bool(
            p.indirect[weapon] and self.spotted(unit, target)
        )

    def is_scenery(self, target: int) -> bool:
        """AMB-126 not_a_unit: a glider on the ground is nobody's target."""
        return self.ruling.glider_stats == GliderStats.NOT_A_UNIT and bool(
            self.u(target).profile.carrier == carry.GLIDER
        )

    def fire_dice(self, unit: int, target: int, weapon: int, card: int) -> int:
        """PT-CARD-06, PT-CARD-07, PT-ADV-SKIRT_ARMOR: dice of a shot."""
        p = self.u(unit).profile
        far = self.gap(unit, target) > NEAR * NEAR
        if is_red(card):
            dice = p.red_far[weapon] if far else p.red_near[weapon]
        else:
            dice = p.black_far[weapon] if far else p.black_near[weapon]
        return dice - (1 if p.infantry and self.u(target).profile.skirt_armor else 0)

    def feels_suppression(self, target: int) -> bool:
        """PT-MG-07, AMB-18, AMB-62: there is a card to take away, or the unit may not follow either."""
        return bool(
            self.assigned(target)
            or (self.ruling.revealed_card_lost == RevealedCardLost.LOST and self.pending(target))
            or self.ruling.suppression_effect == SuppressionEffect.NO_ACTIONS_THIS_TURN
        )

    def spotted(self, unit: int, target: int) -> bool:
        """PT-MORTAR-02, PT-HOW-01, AMB-68: any other friend on the table sees it."""
        return any(
            self.ground.sees(self.at(friend), self.at(target))
            for friend in self.standing(unit // MAX_UNITS)
            if friend != unit and self.may_spot(friend)
        )

    def may_spot(self, friend: int) -> bool:
        """AMB-68, AMB-75: any friend, or none that is shocked, or none without a radio."""
        silent = self.ruling.indirect_spotter == IndirectSpotter.RADIO and self.u(friend).profile.max_cards == 1
        return not silent and not (
            self.u(friend).hits
            and (
                self.ruling.indirect_spotter == IndirectSpotter.NOT_SHOCKED
                or self.ruling.shock_effects == ShockEffects.NO_SPOT_NO_HOLD
            )
        )

    def split(self) -> list[Move]:
        """PT-MG-06, AMB-61: a die to an enemy within 3 inches of the first target; the first target keeps one.

        Dice are dealt in their order, so that no sharing is listed twice.
        """
        roll, shot = self.b.roll, self.b.shot
        unit, first = shot.unit, shot.first_target
        if self.forbidden(self.asked, enums.SHARING):
            return [Move(enums.PASS)]
        dice = range(roll.n)
        kept = [k for k in dice if roll.dealt[k] == first]
        after = max((k for k in dice if k not in kept), default=-1)
        left = sum(roll.dice[k] for k in kept)
        others = [
            target
            for target in self.standing(self.side_against(unit))
            if target != first
            and self.within(first, target, 3)
            and self.may_shoot(unit, target, shot.weapon, shot.card)
        ]
        found = [Move(enums.PASS)]
        for k in kept:
            spare = self.ruling.mg_split != MgSplit.SURPLUS_ONLY or left - roll.dice[k] >= shot.difficulty
            if k > after and len(kept) > 1 and spare:
                found += [Move(enums.SHIFT, self.subject, target, k) for target in others]
        return found

    def side_against(self, unit: int) -> int:
        """The enemy's side."""
        return 1 - unit // MAX_UNITS

    def second_shot(self) -> list[Move]:
        """PT-MORTAR-06, AMB-67: the same target or one within 6 inches of it, a legal shot of its own."""
        shot = self.b.shot
        unit, weapon, last = shot.unit, shot.weapon, shot.first_target
        targets = [
            target
            for target in self.standing(self.side_against(unit))
            if (target == last or self.within(last, target, 6)) and self.may_shoot(unit, target, weapon, shot.card)
        ]
        return [Move(enums.PASS), *(Move(enums.FIRE, unit, target, weapon) for target in targets)]

    def splash(self) -> list[Move]:
        """PT-HOW-03, PT-SUPPORT-06, AMB-70: an unarmoured enemy that would feel it within 6 inches of the target."""
        hit = self.b.shot.target
        armored_too = (
            self.b.phase == enums.PHASE_OFF_TABLE and self.ruling.howitzer_splash == HowitzerSplash.BARRAGE_ANY_UNIT
        )
        return [
            Move(enums.NAME, other)
            for other in self.standing(self.side_against(self.b.shot.unit))
            if other != hit
            and not self.is_scenery(other)
            and (armored_too or not self.u(other).profile.armored)
            and self.feels_suppression(other)
            and self.within(hit, other, 6)
        ]

    def calls(self, unit: int, card: int) -> list[Move]:
        """PT-SUPPORT-01, AMB-131: with an ace, support at every enemy in view, unless aces are played from the hand."""
        if self.ruling.support_call == SupportCall.FROM_HAND or self.b.support.called or not self.calls_support(card):
            return []
        return [Move(enums.CALL, unit, enemy) for enemy in self.standing(1 - self.asked) if self.seers(enemy)]

    def calls_support(self, card: int) -> bool:
        """PT-SUPPORT-01: black aces call barrages (bit 0), red ones air strikes (bit 1), as far as they are allowed."""
        if rank(card) != 14 or self.forbidden(self.asked, enums.CALLING):
            return False
        return bool(self.b.scenario.off_table & (2 if is_red(card) else 1))

    def seers(self, enemy: int) -> list[int]:
        """PT-SUPPORT-03, PT-SUPPORT-07, AMB-68: the friends that see an enemy, who calls or not."""
        return [
            friend
            for friend in self.standing(self.asked)
            if self.may_spot(friend) and self.ground.sees(self.at(friend), self.at(enemy))
        ]

    def next_target(self) -> list[Move]:
        """PT-SUPPORT-03, 04, 08, 12, AMB-71: what support fire attacks next; AMB-131: or an ace of the hand."""
        if self.b.phase != enums.PHASE_OFF_TABLE:
            aces = [card for card in cards_of(self.b.player[self.asked].saved) if self.calls_support(card)]
            enemies = [(enemy, self.seers(enemy)) for enemy in self.standing(1 - self.asked)]
            played = [Move(enums.CALL, seen[0], enemy, ace) for ace in aces for enemy, seen in enemies if seen]
            return [Move(enums.PASS), *played]
        support = self.b.support
        twice = [slot for slot in range(enums.SLOTS) if support.twice >> slot & 1]
        near = [
            slot
            for slot in (*self.standing(0), *self.standing(1))
            if slot not in twice and (slot == support.last or self.within(support.last, slot, 6))
        ]
        found = [slot for slot in near if slot // MAX_UNITS != self.asked]
        if self.ruling.support_targets == SupportTargets.ANY_UNIT:
            others = [slot for slot in near if slot != support.last]
            least = min((self.gap(support.last, slot) for slot in others), default=0)
            found = [slot for slot in near if slot == support.last or self.gap(support.last, slot) == least]
        calls = [Move(enums.CALL, self.subject, slot) for slot in found]
        return (
            calls
            if self.ruling.support_targets == SupportTargets.ANY_UNIT and support.kind == 1
            else [Move(enums.PASS), *calls]
        )

    def reroll(self) -> list[Move]:
        """PT-IMPROVED-02, PT-IMPROVED-04, AMB-99, AMB-101: one die not re-rolled yet, or all of them."""
        roll = self.b.roll
        if self.forbidden(self.asked, enums.REROLLING):
            return [Move(enums.PASS)]
        loose = [k for k in range(roll.n) if not roll.fixed[k]]
        found = [Move(enums.PASS), Move(enums.ALL_DICE, self.subject)]
        if roll.permissions > roll.whole:
            found += [Move(enums.ONE_DIE, self.subject, 0, k) for k in loose]
            if self.ruling.improved_reroll_extent == ImprovedRerollExtent.ANY_SUBSET:
                every = sum(1 << k for k in loose)
                some = [bits for bits in range(every) if bits & every == bits and bits.bit_count() > 1]
                found += [Move(enums.SOME_DICE, self.subject, 0, bits) for bits in some]
        return found

    # --- moving ----------------------------------------------------------------------------------------------------

    def destination(self) -> list[Move]:
        """PT-MOVE-01, PT-FOLLOW-02, PT-CARRY-02: where the move may end, or the carrier that it brings the unit to."""
        unit = self.subject
        walker = Walker(self.ground, unit)
        allowance, bonus = self.b.allowance, self.b.road_bonus
        if walker.aboard:  # measured from the carrier's edge, half an inch from either centre
            return [Move(enums.PASS), *self.places(self.kept_together(walker.reach(allowance + 1)))]
        ways = walker.ways(allowance, bonus)
        ends = {cell for cell in ways if walker.free(cell)}
        together = self.near_group(ends)
        carriers = [
            Move(enums.BOARD, unit, vehicle)
            for vehicle in self.standing(self.asked)
            if self.has_berth(vehicle, unit)
            and any(touch(cell, self.at(vehicle)) for cell in ways)
            and (not together or self.near_group({self.at(vehicle)}))  # aboard, it ends where its carrier is
        ]
        return self.places(together or ends) + carriers

    def kept_together(self, cells: set[Cell]) -> set[Cell]:
        """PT-FOLLOW-02, AMB-87: a follower ends within 3 inches of another of the group where it can."""
        return self.near_group(cells) or cells

    def near_group(self, cells: set[Cell]) -> set[Cell]:
        """Those within 3 inches of another unit of the group; for its leader, all of them."""
        group = [self.b.group.member[k] for k in range(self.b.group.members)]
        if self.subject == group[0]:
            return cells
        others = [self.at(slot) for slot in group if slot != self.subject and self.u(slot).alive]
        return {cell for cell in cells if any(self.ground.gap(cell, other) <= 9 for other in others)}

    def has_berth(self, vehicle: int, unit: int) -> bool:
        """PT-CARRY-01, 08, 11, 12, PT-AMPHIB-04, AMB-92, AMB-94: the carrier has room for this kind of load.

        Who carries a unit does not get aboard another unit.
        """
        if self.forbidden(unit // MAX_UNITS, enums.BOARD):
            return False
        load = self.u(unit).profile.load
        loaded = any(self.u(slot).carrier == unit for slot in self.alive(unit // MAX_UNITS))
        if vehicle == unit or not load or loaded or self.aboard(unit):
            return False
        p = self.u(vehicle).profile
        if self.ruling.mount_procedure == MountProcedure.VEHICLE_STATIONARY and self.u(vehicle).drove:
            return False
        loads = [
            self.u(slot).profile.load for slot in self.alive(vehicle // MAX_UNITS) if self.u(slot).carrier == vehicle
        ]
        jeeps = loads.count(carry.LIGHT_TRUCK)  # in a glider, each with a light gun
        places = {
            carry.FOOT: p.seats,
            carry.RECON: max(p.seats, p.recon_seats),
            carry.GUN: p.hitches,
            carry.LIGHT_GUN: max(p.hitches, p.light_hitches, jeeps),
            carry.TANK: p.tank_berths,
            carry.LIGHT_TRUCK: p.light_truck_berths,
        }[load]
        alike = [other for other in loads if self.berth_kind(other) == self.berth_kind(load)]
        mixed = {self.berth_kind(other) for other in loads} | {self.berth_kind(load)}
        airborne = mixed == {"light truck", "gun"} and carry.GUN not in (load, *loads)
        together = len(mixed) == 1 or airborne or (p.seats_and_hitches and mixed == {"foot", "gun"})
        return len(alike) < places and bool(together)

    def berth_kind(self, load: int) -> str:
        """What takes the same place aboard."""
        if load in (carry.FOOT, carry.RECON):
            return "foot"
        if load in (carry.GUN, carry.LIGHT_GUN):
            return "gun"
        return "tank" if load == carry.TANK else "light truck"

    def dismount(self) -> list[Move]:
        """PT-CARRY-06: whether to leave a half-track; PT-CARRY-07, AMB-91: as far as the die says, in any direction."""
        if self.u(self.subject).leaving == MAY_LEAVE:
            return self.yes_or_no()
        return self.places(
            Walker(self.ground, self.subject).thrown(
                self.b.thrown, self.ruling.dismount_placement == DismountPlacement.UP_TO_DISTANCE
            )
        )

    def regroup(self) -> list[Move]:
        """PT-RECOVER-07, PT-RECOVER-08, AMB-97: up to 6 inches, away from the nearest enemy and never nearer to it."""
        start = self.at(self.subject)
        enemies = [self.at(enemy) for enemy in self.standing(1 - self.asked)]
        if not enemies or self.forbidden(self.asked, enums.REGROUPING):
            return [Move(enums.PASS)]
        nearest = min(enemies, key=lambda enemy: self.ground.gap(start, enemy))
        away = Walker(self.ground, self.subject).reach(6, shun=nearest)
        here = self.ground.gap(start, nearest)
        return [Move(enums.PASS), *self.places(cell for cell in away if self.ground.gap(cell, nearest) > here)]

    def test(self) -> list[Move]:
        """AMB-96: the units of the player whose recovery cards lie open and untested."""
        return [Move(enums.NAME, slot) for slot in self.own() if self.u(slot).recovery_card != NO_CARD]

    # --- follow me! ------------------------------------------------------------------------------------------------

    def follow(self) -> list[Move]:
        """PT-FOLLOW-05: one more unit for the group, or none."""
        group = self.b.group
        members = [group.member[k] for k in range(group.members)]
        names = [
            Move(enums.NAME, slot)
            for slot in self.friends(self.asked)
            if self.may_follow(slot, members, group.verb, group.card, group.target)
        ]
        return [Move(enums.PASS), *names]

    def may_follow(self, unit: int, members: list[int], verb: int, card: int, target: int) -> bool:
        """PT-FOLLOW-01, 05 to 10, AMB-85, AMB-86, AMB-109: whether the unit may be the next of the group."""
        u = self.u(unit)
        if self.forbidden(unit // MAX_UNITS, enums.FOLLOWING):
            return False
        if (
            self.ruling.multi_activation == MultiActivation.NO_FOLLOW_ACROSS_PLAYERS
            and u.commander != self.u(members[0]).commander
        ):
            return False
        if unit in members or len(members) >= 3 or u.hits or not self.may_repeat(unit, verb):
            return False
        fresh = (
            not (self.assigned(unit) or self.pending(unit))
            if self.ruling.follow_eligibility == FollowEligibility.NO_CARDS_NOW
            else u.given == 0
        )
        if (
            not fresh
            or (self.ruling.suppression_effect == SuppressionEffect.NO_ACTIONS_THIS_TURN and u.silenced)
            or (self.ruling.follow_actions == FollowActions.MOVE_FIRE_MELEE_ONLY and verb == enums.FIND_COVER)
        ):
            return False
        if not self.first_edition:
            silent = self.ruling.no_radio_scope == NoRadioScope.CANNOT_FOLLOW and u.profile.max_cards == 1
            if silent or u.actions >= u.profile.max_actions or u.leader not in (NOBODY, members[0]):
                return False
        before = members[0] if verb == enums.ASSAULT else members[-1]
        if not self.within(before, unit, 3):
            return False
        if verb == enums.ASSAULT:
            return any(
                self.may_be_struck(unit, enemy, target, card) for enemy in self.standing(self.side_against(unit))
            )
        return self.can_do(unit, verb, card)

    # --- close combat ----------------------------------------------------------------------------------------------

    def may_assault(self, unit: int, target: int, card: int, leader: bool = True) -> bool:
        """PT-MELEE-02 to 04, AMB-76, AMB-77: a red card, 6 inches, a place next to the target, no water between."""
        u = self.u(unit)
        if self.first_edition or not is_red(card) or not u.profile.may_assault or u.immobilised or self.aboard(unit):
            return False
        if self.must_stand(unit) and not touch(self.at(unit), self.at(target)):
            return False
        if self.is_scenery(target):
            return False
        near = self.within(unit, target, 6) or (
            self.ruling.melee_each_reach == MeleeEachReach.LEADER_ONLY and not leader
        )
        return near and self.place_beside(unit, target)

    def place_beside(self, unit: int, target: int) -> bool:
        """PT-MELEE-04, AMB-77: a place touching the target where the attacker may stand, and a way to it."""
        walker = Walker(self.ground, unit)
        places = {
            cell
            for cell in self.ground.cells
            if touch(cell, self.at(target)) and walker.free(cell) and (cell == walker.at or walker.bears(cell))
        }
        if self.ruling.melee_path == MeleePath.LEGAL_PATH_6:
            return bool(places & walker.ways(6))
        if (
            self.ruling.melee_path == MeleePath.NO_VEHICLES_INTO_BUILDINGS
            and walker.profile.vehicle
            and self.ground.kind[self.at(target)] == BUILDING
        ):
            return False
        (ax, ay), (x, y) = self.at(unit), self.at(target)
        between = [(ax + i, ay + j) for i, j in crossed(x - ax, y - ay)[1:-1]]
        wet = any(self.ground.kind[cell] == WATER for cell in between)
        return bool(places) and (walker.swims or not wet)

    def may_be_struck(self, unit: int, enemy: int, target: int, card: int) -> bool:
        """PT-MELEE-10, PT-FOLLOW-10, AMB-76, AMB-80: which units a follower may attack."""
        if enemy != target:
            spot = self.at(target)
            if self.b.phase == enums.PHASE_MELEE:  # the target may have fallen: what counts is where it stood
                spot = self.b.melee.target_x, self.b.melee.target_y
            if self.ground.gap(spot, self.at(enemy)) > 9:
                return False
            if (
                self.ruling.melee_secondary_targets == MeleeSecondaryTargets.HELPERS_ONLY
                and self.u(enemy).role != HELPER
            ):
                return False
        return self.may_assault(unit, enemy, card, leader=False)

    def help(self) -> list[Move]:
        """PT-MELEE-08, AMB-81, AMB-82: a friend of the target within 3 inches of it, neither shocked nor a gun."""
        target = self.b.melee.target
        names = [slot for slot in self.standing(self.asked) if self.may_help(slot, target)]
        return [Move(enums.PASS), *(Move(enums.NAME, slot) for slot in names)]

    def may_help(self, unit: int, target: int) -> bool:
        """Whether the unit may be named as a helper of the target."""
        u = self.u(unit)
        if self.forbidden(unit // MAX_UNITS, enums.HELPING):
            return False
        if (u.hits and self.ruling.melee_shocked_defender != MeleeShockedDefender.ALWAYS) or (
            u.profile.towed_gun and self.ruling.melee_guns_help != MeleeGunsHelp.MAY_HELP
        ):
            return False
        return unit != target and u.role == 0 and self.within(target, unit, 3)

    def strike(self) -> list[Move]:
        """PT-MELEE-10, PT-MELEE-11: which units a follower attacks or a defender strikes at."""
        unit, melee, group = self.subject, self.b.melee, self.b.group
        target, leader = melee.target, group.member[0]
        if self.u(unit).role == ATTACKER:
            names = [e for e in self.standing(1 - self.asked) if self.may_be_struck(unit, e, target, group.card)]
        else:
            # an attacker is who has attacked: a follower that let its turn go by never came near
            names = [slot for slot in self.alive(1 - self.asked) if self.u(slot).role == ATTACKER]
            if unit == target and leader in names:
                names = [leader]
        return [Move(enums.PASS), *(Move(enums.NAME, slot) for slot in names)]
