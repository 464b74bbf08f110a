"""What a player sees, read from the record of a battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tigersim.catalogue.cards import CARDS
from tigersim.catalogue.profile.airborne import bare
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core import enums, fire
from tigersim.core.decisions import DECISION_NAMES
from tigersim.core.enums import SIDES
from tigersim.game.notation import VERBS, WEAPONS
from tigersim.game.tabletop import Table
from tigersim.game.view import BY_AIR, DICE_KINDS, ROLES, Card, HandView, OrderView, RollView, SideView, UnitView, View
from tigersim.rules.cards import difficulty
from tigersim.rules.switches import CardSecrecy

COLUMNS = (
    *("kind", "alive", "placed", "x", "y", "facing", "hits", "found_cover", "immobilised", "cards", "opened"),
    *("recovery_card", "recovery_open", "carrier", "leader", "actions", "given", "role", "due", "by_air", "commander"),
)
"""The fields of the records of units that both players see; of the cards, only what lies open."""
GROUP_PHASES = (
    *(enums.PHASE_FOLLOW, enums.PHASE_ACT, enums.PHASE_FIRE, enums.PHASE_MOVE),
    *(enums.PHASE_COVER, enums.PHASE_MELEE, enums.PHASE_OFF_TABLE),
)
"""Phases in which an order is being carried out."""


def view_of(
    battle: Any, table: Table, names: tuple[str, ...], units: tuple[Unit, ...], ruleset: RuleSet, viewer: int
) -> View:
    """What a player sees of a BATTLE scalar.

    viewer: 0 or 1 the (first) player of a side, 2 or 3 the second one.
    names: of the unit in each slot, "" = none.  units: what the records' ``kind`` counts.
    """
    own, side = _own_secrets(battle, viewer), viewer & 1
    mine, theirs = (battle.pile[of & int(battle.own_decks)] for of in (side, 1 - side))
    whole = (1 << enums.PACK) - 1
    unseen = ~(int(mine.shown) | own) & whole
    their_unseen = ~int(theirs.shown) & whole if battle.own_decks else unseen
    card, ask = int(battle.card), int(battle.ask)
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
        wrecks=tuple(zip(*(at[: battle.wrecks].tolist() for at in (battle.wreck_x, battle.wreck_y)), strict=True)),
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
    """The cards that the viewer alone knows, as a set; none unless a ruling lets it look."""
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
    return sum(1 << card for card in set(cards) - {enums.NO_CARD})


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
    records = np.asarray(battle.unit)
    read = zip(*(records[column].tolist() for column in COLUMNS), strict=True)
    turned: dict[int, list[str]] = {}
    piles = np.asarray(battle.pile)[: 1 + int(battle.own_decks)]
    for revealed, holders in zip(piles["revealed"].tolist(), piles["holder"].tolist(), strict=True):
        for card, holder in enumerate(holders):
            if revealed >> card & 1:
                turned.setdefault(holder, []).append(CARDS[card])
    lost = int(battle.landing.lost)
    standing = records["placed"].tolist()
    for slot, (name, fields) in enumerate(zip(names, read, strict=True)):
        if name:
            of = dict(zip(COLUMNS, fields, strict=True))
            kind = units[of["kind"]]
            if lost >> slot & 1:
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
