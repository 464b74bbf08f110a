"""Actions as text that parses back: ``a1 fire b3 mg``, ``b2 place 12,8 NNE``.

As UCI writes moves in chess: the unit by side and place in its army, the verb with hyphens for spaces, and what the
verb needs.  Nothing depends on the battle but the width of the table, which turns x,y into the number of a cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tigersim.catalogue.cards import CARDS
from tigersim.core import enums
from tigersim.core.codes import Fields, fields_of
from tigersim.core.enums import SIDES
from tigersim.errors import InvalidValue
from tigersim.game.narration import COMPASS
from tigersim.game.options import TABLE_INCHES
from tigersim.given import check_text

VERBS = {
    enums.PASS: "pass",
    enums.PLACE: "place",
    enums.GIVE: "give",
    enums.CHOOSE: "choose",
    enums.MOVE: "move",
    enums.FIRE: "fire",
    enums.ONE_DIE: "re-roll one die",
    enums.ALL_DICE: "re-roll all dice",
    enums.DROP: "drop",
    enums.GO_ON: "go on",
    enums.FIND_COVER: "find cover",
    enums.ASSAULT: "close combat",
    enums.NAME: "name",
    enums.BOARD: "board",
    enums.SHIFT: "share die",
    enums.SOME_DICE: "re-roll some dice",
    enums.CALL: "call support",
    enums.BLOW: "blow the bridge",
}
WEAPONS = ("main", "hull", "mg", "mortar")
"""The weapons by slot, as ``ts.odds.shot`` takes them; a flamethrower goes by the slot that it stands in."""


def _numbered(*words: str) -> dict[str, int]:
    return {word: number for number, word in enumerate(words)}


class Kind(NamedTuple):
    """A kind of word in an action's text: its field, words with their values, what it may be."""

    field: str
    words: Mapping[str, int]
    allowed: str


UNITS = _numbered(*(f"{side}{k}" for side in SIDES for k in range(1, enums.MAX_UNITS + 1)))
FACINGS = _numbered(*("".join(part[0] for part in name.split("-")).upper() for name in COMPASS))
DICE = {
    "+".join(str(k + 1) for k in range(enums.MAX_DICE) if bits >> k & 1): bits for bits in range(1, 1 << enums.MAX_DICE)
}
FACE_DOWN = {"first": enums.HIDDEN, "second": enums.HIDDEN + 1, "unseen": enums.BLIND}
NOT_TURNED = {"first": 1, "second": 2, "both": 3}
"""Which cards of a unit are chosen before they are turned over, as bits."""
A_UNIT = f"a1 to b{enums.MAX_UNITS}"
KINDS = {
    "unit": Kind("unit", UNITS, A_UNIT),
    "target": Kind("target", UNITS, A_UNIT),
    "weapon": Kind("which", _numbered(*WEAPONS), ", ".join(WEAPONS)),
    "card": Kind("which", {**_numbered(*CARDS), **FACE_DOWN}, "a card such as QH; face down first, second or unseen"),
    "ace": Kind("which", _numbered(*CARDS), "a card such as AS"),
    "cards": Kind("which", {**_numbered(*CARDS), **NOT_TURNED}, "first, second, both, or a card such as QH"),
    "die": Kind("which", _numbered(*(str(k + 1) for k in range(enums.MAX_DICE))), f"1 to {enums.MAX_DICE}"),
    "dice": Kind("which", DICE, "numbers of dice such as 1+3"),
    "facing": Kind("facing", FACINGS, ", ".join(FACINGS)),
}
PLACE = "x,y"
FORMS: dict[int, tuple[str, ...]] = {
    enums.PASS: (),
    enums.GO_ON: (),
    enums.MOVE: ("unit",),
    enums.FIND_COVER: ("unit",),
    enums.NAME: ("unit",),
    enums.BLOW: ("unit",),
    enums.ALL_DICE: ("unit",),
    enums.FIRE: ("unit", "target", "weapon"),
    enums.ASSAULT: ("unit", "target"),
    enums.BOARD: ("unit", "target"),
    enums.CALL: ("unit", "target", "[ace]"),
    enums.GIVE: ("unit", "card"),
    enums.DROP: ("[unit]", "card"),
    enums.CHOOSE: ("unit", "cards"),
    enums.ONE_DIE: ("unit", "die"),
    enums.SOME_DICE: ("unit", "dice"),
    enums.SHIFT: ("unit", "die", "target"),
    enums.PLACE: ("unit", PLACE, "facing"),
}
"""Verb -> the words of its text, the unit before the verb; one in brackets is left out where its field is 0."""
VERB_WORDS = {name.replace(" ", "-"): verb for verb, name in VERBS.items()}
EXAMPLE = "a1 fire b3 mg"


def written(code: int, width: int = TABLE_INCHES, turned: bool = False) -> str | None:
    """The text of an action; None for a code that no action has.

    width: int, inches from west to east of the table.
    turned: bool, whether a card that is chosen has been turned over, so that it has a name.
    """
    fields = fields_of(code)
    used, words = Fields(fields.verb), []
    for place in FORMS.get(fields.verb, ()):
        name = place.strip("[]")
        field = "cell" if name == PLACE else KINDS[name].field
        value = getattr(fields, field)
        used = used._replace(**{field: value})
        if value == 0 and place != name:
            continue
        words.append(f"{value % width},{value // width}" if name == PLACE else _word(name, value, turned))
    if fields.verb not in FORMS or used.code != code or "" in words:
        return None
    before = 1 if "unit" in FORMS[fields.verb] or len(words) == len(FORMS[fields.verb]) > 0 else 0
    return " ".join([*words[:before], VERBS[fields.verb].replace(" ", "-"), *words[before:]])


@cache
def _word(kind: str, value: int, turned: bool) -> str:
    """The word of a value, "" = none; of two the later, of cards turned over the card."""
    found = [word for word, number in KINDS[kind].words.items() if number == value]
    return (found[0] if turned else found[-1]) if found else ""


def read(text: str, width: int = TABLE_INCHES) -> int:
    """The code of the action that a text means, in upper or lower case.

    width: int, inches from west to east of the table.
    Raises ``InvalidValue`` with what may stand there.
    """
    check_text("action", text, f"text, such as {EXAMPLE}")
    words = text.lower().split()
    at = next((k for k, word in enumerate(words[:2]) if word in VERB_WORDS), None)
    if at is None:
        allowed = f"{A_UNIT}, a verb and what it needs, such as {EXAMPLE}; verbs: {', '.join(VERB_WORDS)}"
        raise InvalidValue("action", text, allowed)
    verb = VERB_WORDS[words[at]]
    form = list(FORMS[verb])
    found = words[:at] + words[at + 1 :]
    if len(found) < len(form):
        form = [place for place in form if not place.startswith("[")]
    form = [place.strip("[]") for place in form]
    if len(found) != len(form) or (at == 1) != ("unit" in form):
        raise InvalidValue("action", text, usage(verb))
    fields = Fields(verb)
    for name, word in zip(form, found, strict=True):
        field, value = _read_place(word, width) if name == PLACE else _read_word(name, word)
        if value is None:
            allowed = f"x below {width}" if name == PLACE else KINDS[name].allowed
            raise InvalidValue("action", text, f"{usage(verb)}; {name.upper()}: {allowed}")
        fields = fields._replace(**{field: value})
    return fields.code


@cache
def _read_word(kind: str, word: str) -> tuple[str, int | None]:
    """(field, value) of a word, None = no such word."""
    values = {one.lower(): value for one, value in KINDS[kind].words.items()}
    return KINDS[kind].field, values.get(word)


def _read_place(word: str, width: int) -> tuple[str, int | None]:
    """(field, number of the cell) of a place, None = no cell."""
    found = re.fullmatch(r"([0-9]{1,3}),([0-9]{1,3})", word)
    if found is None or int(found[1]) >= width:
        return "cell", None
    return "cell", int(found[2]) * width + int(found[1])


def usage(verb: int) -> str:
    """How the text of a verb is built: ``UNIT fire TARGET WEAPON``."""
    form = [place.upper() for place in FORMS[verb]]
    before = [place for place in form[:1] if "UNIT" in place]
    return " ".join([*before, VERBS[verb].replace(" ", "-"), *form[len(before) :]])
