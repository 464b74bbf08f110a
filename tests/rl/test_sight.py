"""Observations: everything that a view shows, and nothing that it does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

import tigersim as ts
from tests.core import checked_battles
from tests.game.test_battle import ARMIES
from tests.game.test_view import moments
from tigersim.catalogue.cards import CARDS
from tigersim.core.compile.jit import as_written
from tigersim.core.decisions import DECISION_NAMES
from tigersim.game.view import OrderView, RollView, SideView, UnitView, View
from tigersim.rl.sight import (
    FACE_DOWN,
    GROUND,
    HANDS,
    HIGH,
    LOW,
    MOMENT,
    ORDER,
    PARTS,
    PROFILE,
    ROLL,
    SHAPES,
    SIZE,
    TEST,
    UNIT,
    observation,
    part,
)


def first_view(wanted: Callable[[View], bool], number: int = 0) -> View:
    """The first view of a random battle that has what is wanted."""
    for k in range(number, number + 40):
        for battle in moments(number=k):
            view = battle.view()
            if wanted(view):
                return view
    raise AssertionError("no such view")


def column(seen: np.ndarray, table: str, names: tuple[str, ...], name: str) -> np.ndarray:
    return part(seen, table)[..., names.index(name)]


def test_parts_lie_side_by_side() -> None:
    assert set(PARTS) == set(SHAPES)
    places = np.zeros(SIZE, dtype=int)
    for name, shape in SHAPES.items():
        places[PARTS[name]] += 1
        assert PARTS[name].stop - PARTS[name].start == int(np.prod(shape))
    assert (places == 1).all()


def test_an_observation_does_not_depend_on_what_nobody_has_seen() -> None:
    changed = 0
    for k, battle in enumerate(moments(number=2)):
        other = battle.copy()
        with as_written():
            checked_battles.swap_hidden(other.record, other._work, 1 + k % 7)
        changed += other.record.tobytes() != battle.record.tobytes()
        assert np.array_equal(observation(other.view()), observation(battle.view()))
    assert changed > 50


def test_numbers_are_in_bounds_and_read_as_the_view() -> None:
    for battle in moments(number=1):
        view = battle.view()
        seen = observation(view)
        assert (seen.dtype, seen.shape) == (np.float32, (SIZE,))
        assert seen.min() >= LOW
        assert seen.max() <= HIGH
        assert np.flatnonzero(part(seen, "decision")).tolist() == [DECISION_NAMES.index(view.decision)]
        hands = part(seen, "hands")
        assert {CARDS[k] for k in np.flatnonzero(hands[HANDS.index("unseen")])} == set(view.unseen)
        assert {CARDS[k] for k in np.flatnonzero(hands[HANDS.index("my_saved")])} == set(view.mine.saved)
        for one in view.units:
            row = one.slot if view.side == "a" else (one.slot + 16) % 32
            x, y = one.place or (-1, -1)
            assert column(seen, "units", UNIT, "x")[row] == x
            assert column(seen, "units", UNIT, "y")[row] == y
            assert column(seen, "units", UNIT, "hits")[row] == one.hits
            assert column(seen, "units", UNIT, "alive")[row] == one.alive
            assert (row < 16) == (one.side == view.side)
            card = 0 if not one.cards else FACE_DOWN if one.cards[0] is None else CARDS.index(one.cards[0]) + 1
            assert column(seen, "units", UNIT, "card")[row] == card
            assert column(seen, "profiles", PROFILE, "cost")[row] == view.profile(one.slot).cost
            assert column(seen, "profiles", PROFILE, "red_near_2")[row] == view.profile(one.slot).red_near[2]
        assert part(seen, "units")[:, UNIT.index("present")].sum() == len(view.units)


def slot_of(slot: int | None, view: View) -> int:
    """Slots as observations count them: own units 1 to 16, the enemy's 17 to 32, 0 none."""
    return 0 if slot is None else slot % 16 + (1 if (slot < 16) == (view.side == "a") else 17)


def card_of(cards: tuple[str | None, ...], k: int) -> int:
    """The number of the k-th card: 1 to 52, 53 face down, 0 none."""
    return 0 if k >= len(cards) else 53 if cards[k] is None else CARDS.index(str(cards[k])) + 1


def test_columns_hold_what_their_names_say() -> None:
    for battle in moments(number=5):
        for side in "ab":
            view = battle.view(side)
            seen = observation(view)
            expected = {
                "turn": view.turn, "deck": view.deck, "pile": view.pile, "target_score": view.target_score,
                "asked": view.side == view.to_decide, "named_first": view.side == view.first,
                "cell_x": -1, "cell_y": -1,
                "subject": slot_of(view.subject, view), "card": card_of((view.card,), 0) % 53,
            }  # fmt: skip
            for whose, one in (("my", view.mine), ("their", view.theirs)):
                expected |= {f"{whose}_vp": one.vp, f"{whose}_attack": one.attacker, f"{whose}_north": one.north}
                expected |= {
                    f"{whose}_face_down": one.face_down,
                    f"{whose}_draw": one.drawn,
                    f"{whose}_pass": one.passed,
                }
            assert dict(zip(MOMENT, part(seen, "moment").tolist(), strict=True)) == expected
            for unit in view.units:
                row = part(seen, "units")[slot_of(unit.slot, view) - 1].tolist()
                columns = dict(zip(UNIT, row, strict=True))
                same = {"alive", "facing", "hits", "found_cover", "immobilised", "actions", "given"}
                assert {name: columns[name] for name in same} == {name: getattr(unit, name) for name in same}
                assert (columns["x"], columns["y"]) == (unit.place or (-1, -1))
                assert columns["stands"] == (unit.place is not None)
                assert (columns["card"], columns["second_card"]) == (card_of(unit.cards, 0), card_of(unit.cards, 1))
                turned = (columns["turned_over"], columns["second_turned_over"])
                assert turned == (card_of(unit.turned_over, 0), card_of(unit.turned_over, 1))
                assert columns["recovery"] == card_of(unit.recovery, 0)
                assert columns["carrier"] == slot_of(unit.carrier, view)
                assert columns["follows"] == slot_of(unit.follows, view)
                assert columns["role"] == ("", "attacker", "defender", "helper").index(unit.role)


def test_dice_and_orders_stand_under_their_names() -> None:
    view = first_view(lambda view: view.roll is not None and view.order is not None and view.order.victim is not None)
    assert view.roll is not None
    assert view.order is not None
    roll, order, seen = view.roll, view.order, observation(view)
    faces = column(seen, "roll", ROLL, "face")[: len(roll.dice)].tolist()
    assert (faces, column(seen, "roll", ROLL, "fixed").sum()) == (list(roll.dice), sum(roll.fixed))
    assert column(seen, "test", TEST, "needed") == roll.needed
    assert column(seen, "test", TEST, "permissions") == roll.permissions
    assert column(seen, "order", ORDER, "leader") == slot_of(order.members[0], view)
    assert column(seen, "order", ORDER, "acting") == slot_of(order.acting, view)
    assert column(seen, "order", ORDER, "victim") == slot_of(order.victim, view)
    assert column(seen, "order", ORDER, "card") == card_of((order.card,), 0)
    members = [column(seen, "order", ORDER, name) for name in ("leader", "follower", "second_follower")]
    assert members == [slot_of(slot, view) for slot in (*order.members, None, None)][:3]


def test_the_ground_is_the_table() -> None:
    battle = ts.Battle.start(armies=ARMIES, seed=1, table=1, family="river", markers="standard", forts=(2, 1))
    ground = part(observation(battle.view()), "ground")
    table = ts.table("river", seed=1, number=1, markers="standard", forts=(2, 1))
    assert table.markers
    assert len(table.positions) == 3
    for y in range(36):
        for x in range(36):
            cell = y * 36 + x
            assert ground[GROUND.index("kind"), y, x] == table.record[0].kind[cell]
            assert ground[GROUND.index("road"), y, x] == table.record[0].road[cell]
            assert ground[GROUND.index("fort"), y, x] == table.record[0].fort[cell]
            assert ground[GROUND.index("piece"), y, x] == table.record[0].feature[cell]
    for marker in table.markers:
        assert ground[GROUND.index("marker_vp"), marker.y, marker.x] == marker.vp
    worth = {float(value) for value in np.unique(ground[GROUND.index("marker_vp")])}
    assert worth == {0.0} | {float(marker.vp) for marker in table.markers}


def test_wrecks_and_the_cell_in_hand_are_seen() -> None:
    view = first_view(lambda view: bool(view.wrecks))
    wrecks = part(observation(view), "ground")[GROUND.index("wreck")]
    assert {(int(x), int(y)) for y, x in np.argwhere(wrecks)} == set(view.wrecks)
    without, with_cell = observation(view), observation(view, 36 * 7 + 5)
    moment = [int(column(with_cell, "moment", MOMENT, name)) for name in ("cell_x", "cell_y")]
    assert moment == [5, 7]
    assert np.flatnonzero(without != with_cell).tolist() == [MOMENT.index("cell_x"), MOMENT.index("cell_y")]


def test_both_sides_speak_alike() -> None:
    """What side b sees as its own stands where side a sees its own."""
    for battle in moments(number=4):
        a, b = (observation(battle.view(side)) for side in "ab")
        assert np.array_equal(part(a, "units")[:16, :11], part(b, "units")[16:, :11])
        assert np.array_equal(part(a, "profiles"), np.roll(part(b, "profiles"), 16, axis=0))
        mine, theirs = (column(a, "moment", MOMENT, name) for name in ("my_vp", "their_vp"))
        assert (mine, theirs) == tuple(column(b, "moment", MOMENT, name) for name in ("their_vp", "my_vp"))


# --- nothing that the view shows is left out -------------------------------------------------------------------------

OTHERWISE: dict[type, dict[str, Any]] = {  # another value of every field; None: the opposite
    View: {
        "side": lambda view: "b" if view.side == "a" else "a",
        "to_decide": lambda view: "b" if view.to_decide == "a" else "a",
        "decision": "prolong",
        "subject": 7,
        "card": lambda view: "7D" if view.card != "7D" else "8S",
        "phase": "over",
        "turn": 31,
        "deck": 3,
        "first": lambda view: "b" if view.first == "a" else "a",
        "sides": lambda view: view.sides[::-1],
        "units": lambda view: view.units[1:],
        "named": ((3, 2),),
        "pile": 51,
        "unseen": ("2C",),
        "order": lambda view: None if view.order else OrderView("fire", "2C", (1,), 17, "hull", 1, 17),
        "roll": lambda view: None if view.roll else RollView("fire", (1,), (True,), ("road",), 1, 7, ()),
        "wrecks": ((1, 1), (2, 3), (3, 4)),
        "target_score": 77,
        "table": lambda view: ts.table("river", seed=9),
    },
    SideView: {
        "vp": 99, "attacker": None, "north": None, "saved": ("3C", "4C"), "known": ("5C",), "face_down": 11,
        "drawn": 13, "passed": None,
    },
    UnitView: {
        "slot": 9, "unit": ts.unit("Jeep [usa]"), "alive": None, "place": (35, 34), "facing": 15, "hits": 7,
        "found_cover": None, "immobilised": None, "cards": ("2C", None), "turned_over": ("3D",), "recovery": ("4H",),
        "carrier": 5, "follows": 6, "actions": 9, "given": 8, "role": "helper",
        "due": 3, "by_air": "glider",
    },
    RollView: {
        "purpose": "recovery", "dice": lambda roll: tuple(7 - face for face in roll.dice),
        "fixed": lambda roll: tuple(not one for one in roll.fixed), "kinds": lambda roll: ("bonus",) * len(roll.kinds),
        "permissions": 7, "needed": 40, "dealt": lambda roll: (9,) * len(roll.dice),
    },
    OrderView: {
        "verb": "pass", "card": "AH", "members": (3, 2, 1), "target": 9, "weapon": "mortar", "acting": 11, "victim": 12,
    },
}  # fmt: skip
NO_NUMBERS = {
    View: {"ruleset", "commander", "their_pile", "their_unseen"},
    SideView: {"others"},
    UnitView: {"name", "side", "commander"},
}
"""The ruleset is the same all the battle through, and shows in the profiles; names and sides follow from slots.

An agent plays a side alone, and both draw from one deck.
"""


def changed(value: Any, name: str) -> Any:
    """The same with one field otherwise."""
    wanted = OTHERWISE[type(value)][name]
    if callable(wanted):
        wanted = wanted(value)
    elif wanted is None:
        wanted = not getattr(value, name)
    assert wanted != getattr(value, name)
    return replace(value, **{name: wanted})


def test_everything_that_a_view_shows_is_in_the_numbers() -> None:
    view = first_view(lambda view: view.roll is not None and view.order is not None and view.side == "a")
    (mine, theirs), (first, *others) = view.sides, view.units
    changes: list[View] = [changed(view, name) for name in OTHERWISE[View]]
    changes += [replace(view, sides=(changed(mine, name), theirs)) for name in OTHERWISE[SideView]]
    changes += [replace(view, units=(changed(first, name), *others)) for name in OTHERWISE[UnitView]]
    changes += [replace(view, roll=changed(view.roll, name)) for name in OTHERWISE[RollView]]
    changes += [replace(view, order=changed(view.order, name)) for name in OTHERWISE[OrderView]]
    before = observation(view)
    for change in changes:
        assert not np.array_equal(observation(change), before), change
    for kind, otherwise in OTHERWISE.items():
        assert set(otherwise) | NO_NUMBERS.get(kind, set()) == {field.name for field in fields(kind)}


@pytest.mark.parametrize("name", ["cards", "turned_over", "recovery"])
def test_no_unit_has_more_cards_than_there_are_numbers_for(name: str) -> None:
    most = max(len(getattr(one, name)) for battle in moments(number=6) for one in battle.view().units)
    assert 1 <= most <= (1 if name == "recovery" else 2)
