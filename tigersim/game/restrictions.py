"""Restricted players: with an action or a rule forbidden, to measure what that is worth.

A restriction binds the side: what is forbidden is never among its legal actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tigersim.core import enums
from tigersim.core.enums import SIDES
from tigersim.errors import UnknownName, brief
from tigersim.given import check_text, list_of


class Forbiddable(NamedTuple):
    """What can be forbidden: its ``bit`` of ``player.forbidden``, what the side then never does."""

    bit: int
    meaning: str


FORBIDDABLE = {
    "move": Forbiddable(enums.MOVE, "give the order Move"),
    "fire": Forbiddable(enums.FIRE, "give the order Fire"),
    "close_combat": Forbiddable(enums.ASSAULT, "order close combat; who is attacked still strikes back"),
    "find_cover": Forbiddable(enums.FIND_COVER, "give the order Find cover"),
    "follow": Forbiddable(enums.FOLLOWING, "follow a unit that acts"),
    "mount": Forbiddable(enums.BOARD, "get on a carrier, nor start on one"),
    "help": Forbiddable(enums.HELPING, "help a friend that is attacked in close combat"),
    "share": Forbiddable(enums.SHARING, "share a burst among several targets"),
    "reroll": Forbiddable(enums.REROLLING, "re-roll dice"),
    "recovery": Forbiddable(enums.RECOVERING, "lay recovery cards"),
    "regroup": Forbiddable(enums.REGROUPING, "withdraw before a recovery test"),
    "save": Forbiddable(enums.SAVING, "keep cards for another turn"),
    "support": Forbiddable(enums.CALLING, "call support from off the table"),
}
"""Everything that can be forbidden, by name."""

Forbidden = tuple[tuple[str, ...], tuple[str, ...]]
"""Names of what side a and side b never do, in the order of ``FORBIDDABLE``."""


def by_side(forbid: str | Iterable[str]) -> Forbidden:
    """What each side is forbidden, from names such as "follow" (both) and "a:follow" (one).

    Raises ``UnknownName`` for a side or a name that there is not.
    """
    sides: tuple[set[str], set[str]] = (set(), set())
    for entry in [forbid] if isinstance(forbid, str) else list_of("forbid", forbid, "names of what to forbid"):
        check_text("forbid", entry, "names of what to forbid, as 'follow' or 'a:follow'")
        side, colon, name = entry.rpartition(":")
        if colon and side not in SIDES:
            raise UnknownName(side, SIDES, where=f"'{brief(entry)}'", kind="side")
        if name not in FORBIDDABLE:
            raise UnknownName(name, FORBIDDABLE, kind="name of what to forbid")
        for k in [SIDES.index(side)] if colon else range(len(SIDES)):
            sides[k].add(name)
    first, second = (tuple(name for name in FORBIDDABLE if name in names) for names in sides)
    return first, second


def forbid_of(forbidden: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The entries that ``by_side`` reads, from the names of what each side never does."""
    first, second = forbidden
    both = [name for name in FORBIDDABLE if name in first and name in second]
    known = [name for name in FORBIDDABLE if name in first or name in second]
    unknown = [name for name in (*first, *second) if name not in FORBIDDABLE]
    alone = [f"{SIDES[name in second]}:{name}" for name in (*known, *unknown) if name not in both]
    return (*both, *alone)


def mask(names: Iterable[str]) -> int:
    """The names as ``player.forbidden`` holds them."""
    return sum(1 << FORBIDDABLE[name].bit for name in set(names))


def names_of(bits: int) -> tuple[str, ...]:
    """The names of a ``mask``."""
    return tuple(name for name, thing in FORBIDDABLE.items() if bits >> thing.bit & 1)


def player_name(player: str, names: Sequence[str]) -> str:
    """A player with what it is forbidden: "heuristic without follow, mount"."""
    return f"{player} without {', '.join(names)}" if names else player
