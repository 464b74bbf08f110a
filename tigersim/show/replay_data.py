"""A story as plain values for the script of its page, each picture as what has changed."""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.catalogue.classes import classes
from tigersim.catalogue.price_lists import PriceList
from tigersim.core import enums
from tigersim.game.tabletop import Table
from tigersim.game.view import HandView, SideView, UnitView, View
from tigersim.replay import Frame, Prospect, Story
from tigersim.rules.sight import vehicles_block, wrecks_block
from tigersim.show.replay_words import COUNTRIES, NATIONS, luck_words, roll_words
from tigersim.show.symbols import symbol_of
from tigersim.show.unit_words import trait_words

SHOWN = 6
"""So many of the best options of a decision stand in the page."""
DIGITS = 4


def data_of(story: Story) -> dict[str, Any]:
    """Everything that the script draws.

    ``frames``: t turn, a actor, g target, r roll, k luck, x suppressed; u units, s sides (VP and the hand of each of
    their players), w wrecks, p pile, each only where it is another than in the picture before.
    """
    first = story.frames[0].view
    blocking = int(first.ruleset.code("los_units_block"))
    return {
        "table": _table(story.table),
        "sight": _sight(story.table),
        "wrecksBlock": wrecks_block(blocking),
        "vehiclesBlock": vehicles_block(blocking),
        "counted": story.counted_in,
        "units": [_unit(one, first, story.price_list) for one in first.units],
        "commanders": [1 + len(one.others) for one in first.sides],
        "frames": _frames(story),
        "turns": [_prospect(one) for one in story.prospects],
        "decided": story.decided,
        "why": _reasons(story),
    }


def _table(table: Table) -> dict[str, Any]:
    kinds, features = table.grid("kind"), table.grid("feature")
    pieces = []
    for number in range(1, int(table.record[0].features) + 1):
        cells = np.flatnonzero(features == number)
        pieces.append({"kind": enums.TERRAIN_NAMES[int(kinds.ravel()[cells[0]])], "cells": cells.tolist()})
    wet = (enums.WATER, enums.FORD, enums.BRIDGE)
    return {
        "width": table.width,
        "depth": table.depth,
        "pieces": pieces,
        "water": np.flatnonzero(np.isin(kinds, wet)).tolist(),
        "ford": np.flatnonzero(kinds == enums.FORD).tolist(),
        "bridge": np.flatnonzero(kinds == enums.BRIDGE).tolist(),
        "road": np.flatnonzero(table.grid("road")).tolist(),
        "markers": [{"vp": one.vp, "x": one.x, "y": one.y} for one in table.markers],
        "positions": [{"kind": one.kind, "x": one.x, "y": one.y} for one in table.positions],
    }


def _sight(table: Table) -> list[str]:
    """For each cell the lengths of runs of cells that it does not see and sees, in turn."""
    cells, words = table.width * table.depth, int(table.record[0].words)
    matrix = np.ascontiguousarray(table.record[0].los[: cells * words]).astype("<u8").view(np.uint8)
    rows = []
    for bits in np.unpackbits(matrix.reshape(cells, 8 * words), axis=1, bitorder="little")[:, :cells]:
        runs = np.diff([0, *(np.flatnonzero(np.diff(bits)) + 1).tolist(), cells]).tolist()
        rows.append(" ".join(map(str, [0, *runs] if bits[0] else runs)))
    return rows


def _unit(one: UnitView, view: View, price_list: PriceList | None) -> dict[str, Any]:
    label, name = one.name.split(" ", 1)
    profile = view.profile(one.slot)
    return {
        "slot": one.slot,
        "side": one.side,
        "label": label,
        "name": name,
        "nation": NATIONS.get(one.unit.nation, one.unit.nation[:2].upper()),
        "country": COUNTRIES.get(one.unit.nation, one.unit.nation.replace("_", " ")),
        "kind": classes()[one.unit.type].name,
        "symbol": symbol_of(one.unit),
        "traits": trait_words(one.unit),
        "vehicle": bool(profile.vehicle),
        "commander": one.commander,
        "cost": profile.cost if price_list is None else price_list.cost(one.unit, view.ruleset),
    }


def _frames(story: Story) -> list[dict[str, Any]]:
    """The pictures, each without what is as in the one before."""
    found: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for frame in story.frames:
        now = _state(frame)
        changed = {key: value for key, value in now.items() if before.get(key) != value and key != "u"}
        units = {slot: value for slot, value in now["u"].items() if before.get("u", {}).get(slot) != value}
        found.append(_events(story, frame) | changed | ({"u": units} if units else {}))
        before = now
    return found


def _events(story: Story, frame: Frame) -> dict[str, Any]:
    """What has just happened."""
    happened: dict[str, Any] = {"t": frame.turn}
    if frame.actor is not None:
        happened["a"] = frame.actor
    if frame.target is not None:
        happened["g"] = frame.target
    if frame.roll is not None:
        roll = frame.roll
        happened["r"] = {
            "for": roll.purpose,
            "dice": roll.dice,
            "kinds": roll.kinds,
            "passed": roll.passed,
            "words": roll_words(story, roll),
        }
    if frame.luck is not None:
        happened["k"] = {"vp": round(frame.luck.vp, DIGITS), "words": luck_words(frame.luck, story.counted_in)}
    return happened


def _state(frame: Frame) -> dict[str, Any]:
    view = frame.view
    return {
        "u": {str(one.slot): _stands(one) for one in view.units},
        "s": [[one.vp, [[list(hand.saved), hand.face_down] for hand in _hands(one)]] for one in view.sides],
        "w": [list(place) for place in view.wrecks],
        "p": view.pile,
        "x": list(frame.suppressed),
    }


def _hands(side: SideView) -> tuple[SideView | HandView, ...]:
    """The hand of each player of a side."""
    return (side, *side.others)


def _stands(one: UnitView) -> dict[str, Any]:
    """A unit, without fields that are 0."""
    full = {
        "at": None if one.place is None else [*one.place, one.facing],
        "hits": one.hits,
        "dead": int(not one.alive),
        "found": int(one.found_cover),
        "stuck": int(one.immobilised),
        "cards": [card or "" for card in one.cards],
        "open": list(one.turned_over),
        "recovery": [card or "" for card in one.recovery],
        "on": one.carrier,
    }
    return {key: value for key, value in full.items() if value or (key == "on" and value == 0)}


def _prospect(one: Prospect) -> dict[str, Any]:
    values = {"win": one.win, "low": one.low, "high": one.high}
    values |= {"margin": one.margin, "marginLow": one.margin_low, "marginHigh": one.margin_high}
    rounded = {key: round(value, DIGITS) for key, value in values.items()}
    return {"turn": one.turn, "frame": one.frame, "over": one.futures == 0, **rounded}


def _reasons(story: Story) -> dict[str, Any]:
    """Picture -> what the options of the decision before it were worth."""
    places: dict[int, int] = {}
    for place, frame in enumerate(story.frames):
        places.setdefault(frame.decisions, place)
    found = {}
    for one in story.explanations:
        if one.number + 1 not in places:
            continue
        ranked = [
            [place, option.words, round(option.worth, 2) + 0.0, int(option.chosen)]
            for place, option in enumerate(one.options, 1)
            if place <= SHOWN or option.chosen
        ]
        whose = f"the {one.by}'s values" if one.by == one.player else f"the {one.by}'s opinion"
        found[str(places[one.number + 1])] = {
            "heading": f"side {one.side}, {one.decision}: {whose}",
            "options": ranked,
            "more": len(one.options) - len(ranked),
            "chosen": "" if any(option[3] for option in ranked) else one.chosen,
        }
    return found
