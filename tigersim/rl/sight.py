"""A view as an array of numbers, in the game's own units, the own side always first.

``PARTS`` says where what stands: ``part(seen, "units")`` is the table of units, a row each, whose columns are ``UNIT``.
Slots are counted from 1, own units 1 to 16, the enemy's 17 to 32, 0 = none; cards from 1 in order of initiative (2C) to
52 (AH), 0 = none, 53 = face down.  x and y are inches, facings sixteenths of a turn, scores VP.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from math import prod

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.cards import CARDS
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core import enums, layout
from tigersim.core.decisions import DECISION_NAMES
from tigersim.errors import InvalidValue
from tigersim.game.notation import VERBS, WEAPONS
from tigersim.game.options import TABLE_INCHES
from tigersim.game.tabletop import Table
from tigersim.game.view import BY_AIR, DICE_KINDS, PURPOSES, ROLES, UnitView, View
from tigersim.rules.unit_numbers import SCALARS, WEAPON_FIELDS

Floats = npt.NDArray[np.float32]

MOMENT = (
    *("turn", "deck", "pile", "target_score", "asked", "named_first", "subject", "card", "cell_x", "cell_y"),
    *("my_vp", "my_attack", "my_north", "my_face_down", "my_draw", "my_pass"),
    *("their_vp", "their_attack", "their_north", "their_face_down", "their_draw", "their_pass"),
)
"""What there is one number of.  ``cell_x``, ``cell_y``: of a place whose facing is to be chosen, else -1."""
HANDS = ("my_saved", "their_saved", "my_known", "unseen")
"""Sets of cards: 52 numbers each, 1 = it is in the set."""
ROLL = ("face", "fixed", "kind", "dealt_to")
TEST = ("purpose", "permissions", "needed")
ORDER = ("leader", "follower", "second_follower", "target", "acting", "victim", "weapon", "card")
UNIT = (
    *("present", "alive", "stands", "x", "y", "facing", "hits", "found_cover", "immobilised"),
    *("card", "second_card", "turned_over", "second_turned_over", "recovery"),
    *("carrier", "follows", "actions", "given", "role", "due", "by_air"),
)
PROFILE = (*SCALARS, *(f"{name}_{weapon}" for name in WEAPON_FIELDS for weapon in range(enums.WEAPONS)))
"""The numbers of a unit that the dice see, as in ``tigersim.catalogue.profile.Profile``; weapons by slot."""
GROUND = ("kind", "piece", "road", "fort", "marker_vp", "wreck")
FACE_DOWN = len(CARDS) + 1
ROLE_NAMES = ("", *ROLES.values())

SHAPES: dict[str, tuple[int, ...]] = {
    "moment": (len(MOMENT),),
    "decision": (len(DECISION_NAMES),),
    "phase": (len(enums.PHASE_NAMES),),
    "hands": (len(HANDS), len(CARDS)),
    "roll": (enums.MAX_DICE, len(ROLL)),
    "test": (len(TEST),),
    "verb": (len(VERBS),),
    "order": (len(ORDER),),
    "named": (2, 2),
    "units": (enums.SLOTS, len(UNIT)),
    "profiles": (enums.SLOTS, len(PROFILE)),
    "ground": (len(GROUND), TABLE_INCHES, TABLE_INCHES),
}
"""Part -> shape.  ``decision``, ``phase``, ``verb`` (of the order in hand): a 1 at the number it has in ``enums``;
``named``: slot and bits of the cards of the units named; ``ground``: maps [y, x]."""


_ENDS = [0, *accumulate(map(prod, SHAPES.values()))]
PARTS = {name: slice(*ends) for name, ends in zip(SHAPES, pairwise(_ENDS), strict=True)}
"""Where each part stands."""
SIZE = _ENDS[-1]
LOW, HIGH = -1.0, 1000.0
"""No number is beyond these."""


def part(seen: Floats, name: str) -> Floats:
    """A part of an observation in its own shape; a change of it is one of the observation."""
    return seen[PARTS[name]].reshape(SHAPES[name])


def check_board(width: int, depth: int) -> None:
    """Raises ``InvalidValue`` for a table larger than the board that programs learn on."""
    if max(width, depth) > TABLE_INCHES:
        why = f"{TABLE_INCHES}x{TABLE_INCHES}, the board that programs learn on (edition I needs a larger one)"
        raise InvalidValue("size of the table", f"{width}x{depth}", why)


def observation(view: View, cell: int | None = None) -> Floats:
    """All that a view shows, as ``SIZE`` numbers; ``cell``: as in ``Menu``.

    Raises ``InvalidValue`` for a table that is larger than ``check_board`` allows.
    """
    check_board(view.table.width, view.table.depth)
    seen = np.zeros(SIZE, dtype=np.float32)
    part(seen, "moment")[:] = _moment(view, cell)
    part(seen, "decision")[DECISION_NAMES.index(view.decision)] = 1
    part(seen, "phase")[enums.PHASE_NAMES.index(view.phase)] = 1
    for row, cards in enumerate((view.mine.saved, view.theirs.saved, view.mine.known, view.unseen)):
        part(seen, "hands")[row, [CARDS.index(card) for card in cards]] = 1
    _see_roll(seen, view)
    _see_order(seen, view)
    for row, (slot, bits) in enumerate(view.named):
        part(seen, "named")[row] = (_slot(slot, view), bits)
    units, profiles = part(seen, "units"), part(seen, "profiles")
    for one in view.units:
        row = _slot(one.slot, view) - 1
        units[row] = _unit(one, view)
        profiles[row] = _profile(one.unit, view.ruleset)
    ground = part(seen, "ground")
    ground[: len(GROUND) - 1] = _ground(view.table)
    for x, y in view.wrecks:
        ground[-1, y, x] = 1
    return seen


def _slot(slot: int | None, view: View) -> int:
    """A slot counted from the viewer's side, from 1; 0 = none."""
    if slot is None:
        return 0
    return 1 + (slot if view.side == "a" else (slot + enums.MAX_UNITS) % enums.SLOTS)


def _two_cards(cards: Sequence[str | None]) -> tuple[int, int]:
    numbers = [FACE_DOWN if card is None else 1 + CARDS.index(card) for card in cards]
    first, second = (*numbers, 0, 0)[:2]
    return first, second


def _moment(view: View, cell: int | None) -> tuple[float, ...]:
    width = view.table.width
    place = (-1, -1) if cell is None else (cell % width, cell // width)
    card = 0 if view.card is None else 1 + CARDS.index(view.card)
    asked, first = view.to_decide == view.side, view.first == view.side
    mine, theirs = (
        (one.vp, one.attacker, one.north, one.face_down, one.drawn, one.passed) for one in (view.mine, view.theirs)
    )
    subject = _slot(view.subject, view)
    return (view.turn, view.deck, view.pile, view.target_score, asked, first, subject, card, *place, *mine, *theirs)


def _see_roll(seen: Floats, view: View) -> None:
    if view.roll is None:
        return
    roll = view.roll
    part(seen, "test")[:] = (1 + PURPOSES.index(roll.purpose), roll.permissions, roll.needed)
    dealt = [_slot(slot, view) for slot in roll.dealt] or [0] * len(roll.dice)
    for k, face in enumerate(roll.dice):
        part(seen, "roll")[k] = (face, roll.fixed[k], DICE_KINDS.index(roll.kinds[k]), dealt[k])


def _see_order(seen: Floats, view: View) -> None:
    if view.order is None:
        return
    order = view.order
    part(seen, "verb")[list(VERBS.values()).index(order.verb)] = 1
    members = [_slot(slot, view) for slot in (*order.members, None, None)][: layout.MAX_GROUP]
    weapon = 0 if order.weapon is None else 1 + WEAPONS.index(order.weapon)
    others = [_slot(slot, view) for slot in (order.target, order.acting, order.victim)]
    part(seen, "order")[:] = (*members, *others, weapon, 1 + CARDS.index(order.card))


def _unit(one: UnitView, view: View) -> tuple[float, ...]:
    x, y = one.place or (-1, -1)
    stands = one.place is not None
    return (
        *(1, one.alive, stands, x, y, one.facing, one.hits, one.found_cover, one.immobilised),
        *(*_two_cards(one.cards), *_two_cards(one.turned_over), _two_cards(one.recovery)[0]),
        *(_slot(one.carrier, view), _slot(one.follows, view), one.actions, one.given, ROLE_NAMES.index(one.role)),
        *(one.due, BY_AIR.index(one.by_air)),
    )


@lru_cache(maxsize=1024)
def _profile(unit: Unit, ruleset: RuleSet) -> Floats:
    numbers = profile(unit, ruleset)
    scalars = [getattr(numbers, name) for name in SCALARS]
    weapons = [number for name in WEAPON_FIELDS for number in getattr(numbers, name)]
    return np.array([*scalars, *weapons], dtype=np.float32)


@lru_cache(maxsize=8)
def _ground(table: Table) -> Floats:
    """The maps of a table that do not change, [map, y, x]."""
    maps = np.stack([table.grid(name) for name in ("kind", "feature", "road", "fort", "marker")]).astype(np.float32)
    worth = np.zeros(enums.MAX_MARKERS + 1, dtype=np.float32)
    worth[1:] = table.record[0].marker_value
    maps[-1] = worth[table.grid("marker")]
    return maps
