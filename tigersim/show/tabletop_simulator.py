"""An army as a saved object of Tabletop Simulator: a coloured block for every unit, with its numbers in words.

The text is what the simulator keeps in ``Saves/Saved Objects``: JSON with ``ObjectStates``.  The blocks are objects
that the simulator has itself (``BlockSquare``), so that nothing has to be downloaded.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from tigersim.catalogue.classes import classes
from tigersim.catalogue.price_lists import PriceList, counted_in, scale_of
from tigersim.catalogue.profile import profile
from tigersim.catalogue.traits import traits
from tigersim.catalogue.units import Unit
from tigersim.files.atomic import write_whole

A_ROW = 8
"""Blocks next to each other."""
APART = 2.0
"""Units of length of the simulator between the middles of two blocks; one is about an inch."""
SIZES = {"foot": (0.9, 0.3, 0.9), "gun": (0.8, 0.3, 1.2), "vehicle": (0.9, 0.5, 1.5)}
"""Width, height and depth of a block."""
COLOURS = {
    "usa": (0.35, 0.42, 0.22),
    "britain": (0.62, 0.50, 0.30),
    "ussr": (0.60, 0.18, 0.16),
    "france": (0.20, 0.34, 0.62),
    "germany": (0.38, 0.40, 0.42),
    "italy": (0.45, 0.55, 0.30),
    "japan": (0.75, 0.62, 0.28),
}
OTHER_COLOUR = (0.8, 0.8, 0.8)


def saved_object(
    army: Sequence[Unit], price_list: PriceList | None = None, title: str = "Paper Tigers"
) -> dict[str, Any]:
    """The army as what the simulator loads: plain values for JSON.

    price_list: what units cost; None = the printed costs.
    title: the name that the simulator shows.
    """
    many, met = Counter(army), Counter[Unit]()
    states = []
    for place, one in enumerate(army):
        met[one] += 1
        name = one.name if many[one] == 1 else f"{one.name} {met[one]}"
        states.append(_block(one, name, place, price_list))
    empty = dict.fromkeys(
        ("GameMode", "Date", "Table", "Sky", "Note", "Rules", "LuaScript", "LuaScriptState", "XmlUI"), ""
    )
    return {"SaveName": title, **empty, "Gravity": 0.5, "PlayArea": 0.5, "ObjectStates": states}


def write_saved_object(path: str | Path, army: Sequence[Unit], price_list: PriceList | None = None) -> Path:
    """Write the file; returns where.  Raises ``RunError`` where it cannot be written."""
    place = Path(path)
    text = json.dumps(saved_object(army, price_list, place.stem), indent=2, ensure_ascii=False) + "\n"
    write_whole(place, lambda file: file.write_text(text, encoding="utf-8"))
    return place


def _block(one: Unit, name: str, place: int, price_list: PriceList | None) -> dict[str, Any]:
    numbers = profile(one)
    wide, high, deep = SIZES["foot" if numbers.infantry else "gun" if numbers.towed_gun else "vehicle"]
    red, green, blue = COLOURS.get(one.nation, OTHER_COLOUR)
    row, column = divmod(place, A_ROW)
    return {
        "GUID": sha256(f"{place} {one.key}".encode()).hexdigest()[:6],
        "Name": "BlockSquare",
        "Transform": {
            **{"posX": APART * column, "posY": 1.5, "posZ": -APART * row},
            **{"rotX": 0.0, "rotY": 0.0, "rotZ": 0.0},
            **{"scaleX": wide, "scaleY": high, "scaleZ": deep},
        },
        "Nickname": name,
        "Description": described(one, price_list),
        "GMNotes": "",
        "ColorDiffuse": {"r": red, "g": green, "b": blue},
        **dict.fromkeys(("Locked", "Grid", "Snap", "IgnoreFoW", "GridProjection", "HideWhenFaceDown", "Hands"), False),
        **dict.fromkeys(("Autoraise", "Sticky", "Tooltip"), True),
        **dict.fromkeys(("XmlUI", "LuaScript", "LuaScriptState"), ""),
    }


def described(one: Unit, price_list: PriceList | None = None) -> str:
    """A unit in lines: nation, class and cost, traits, then its numbers as ``tigersim show`` words them."""
    numbers = profile(one)
    cost = numbers.cost if price_list is None else price_list.cost(one)
    named = [traits()[trait].label for trait in (*one.advantages, *one.disadvantages)]
    lines = [f"{one.nation}, {classes()[one.type].name}, {cost} {counted_in(scale_of(price_list))}"]
    lines += [f"Traits: {', '.join(named)}"] if named else []
    lines += [f"{row.label}: {row.value}" for row in numbers.table() if row.label not in ("Class", "Cost")]
    return "\n".join(lines)
