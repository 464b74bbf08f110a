"""A position as one line of text: how the battle began, and what has been decided since.

``6 | river, forts=2+1 | 2 x KV-1 | Tiger I | heuristic, uniform | 1.0.0 | *40, #1a2b3c4d``: version of the rules,
terms, armies, players, seed.battle.table, history.  All chance follows from the seed and the numbers of the battle
and its table, so a position is its history.  Decisions of compiled players are counted (``*12``): they follow, and a
checksum tells whether they still do.  Those of others stand as actions are written: ``*40, a1 fire b3 mg, *12``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from tigersim.catalogue.units import Unit, format_army
from tigersim.errors import InvalidValue
from tigersim.game.player import AnyPlayer, Side, player_name
from tigersim.game.seats import BETWEEN_PLAYERS
from tigersim.game.terms import Terms
from tigersim.given import check_text
from tigersim.version import RULES_VERSION

BETWEEN, BETWEEN_DECISIONS, SAME_SIDE, ABSENT = " | ", ", ", "+", "?"
FORM = "VERSION | TERMS | ARMY A | ARMY B | PLAYERS | SEED.BATTLE.TABLE | DECISIONS, as Battle.position gives it"
Players = tuple[Side, Side]


class Beginning(NamedTuple):
    """What a battle began with, besides its terms."""

    groups: Sequence[Sequence[Sequence[Unit]]]
    """Battlegroups of each side."""
    seed: int
    number: int
    table: int


class Decision(NamedTuple):
    """What was decided; ``text``: as it is written, "" where a compiled player decided."""

    code: int
    text: str


class PositionText(NamedTuple):
    """A line of text, read."""

    terms: Terms
    armies: tuple[str, str]
    players: Players
    seed: int
    number: int
    table: int
    history: tuple[str, ...]


class History:
    """What has been decided in a battle, and who sat there."""

    def __init__(self, players: Players) -> None:
        self.decisions: list[Decision] = []
        self.players = [(0, players)]
        """(decisions taken before, who sits there from then on)."""

    def copy(self) -> History:
        """An independent copy."""
        other = History(self.players[0][1])
        other.decisions, other.players = self.decisions.copy(), self.players.copy()
        return other

    def seat(self, players: Players) -> None:
        """Others sit down, or the same again."""
        if players != self.players[-1][1]:
            self.players.append((len(self.decisions), players))

    def to_text(self) -> str:
        """The decisions, and every change of players where it happened."""
        words: list[str] = []
        changes = dict(self.players[1:])
        run = 0
        for number in range(len(self.decisions) + 1):
            if number in changes or number == len(self.decisions) or self.decisions[number].text:
                words += [f"*{run}"] if run else []
                run = 0
            if number in changes:
                words.append(f"@{','.join(map(_names, changes[number]))}")
            if number < len(self.decisions):
                text = self.decisions[number].text
                run += not text
                words += [text] if text else []
        return BETWEEN_DECISIONS.join([*words, f"#{checksum(self.decisions)}"])


def checksum(decisions: Sequence[Decision]) -> str:
    """Eight hexadecimal digits that follow from all decisions."""
    return f"{crc32(' '.join(str(one.code) for one in decisions).encode()):08x}"


def to_text(terms: Terms, began: Beginning, history: History) -> str:
    """The line for a position."""
    armies = (f" {BETWEEN_PLAYERS} ".join(format_army(group) for group in side) for side in began.groups)
    numbers = f"{began.seed}.{began.number}.{began.table}"
    players = ", ".join(map(_names, history.players[0][1]))
    rules = str(terms).replace("|", "\\u007c")  # it stands within JSON, as part of a scenario
    return BETWEEN.join([str(RULES_VERSION), rules, *armies, players, numbers, history.to_text()])


def _names(side: Side) -> str:
    """Who plays a side; a player written in Python has no name that others know."""
    pair: Sequence[Any] = side if isinstance(side, (tuple, list)) else [side]
    return SAME_SIDE.join(player_name(one) if isinstance(one, str) else ABSENT for one in pair)


def from_text(text: str) -> PositionText:
    """Read a position.  Raises ``InvalidValue``, and what ``Terms.parse`` raises."""
    check_text("position", text, FORM)
    parts = [part.strip() for part in text.strip().split("|")]
    if len(parts) != 7:
        raise InvalidValue("position", text, FORM)
    version, terms, army_a, army_b, players, numbers, history = parts
    if version != str(RULES_VERSION):
        allowed = f"{RULES_VERSION}: this version plays other rules; install the one that wrote the position"
        raise InvalidValue("rules version of the position", version, allowed)
    try:
        seed, number, table = (int(part) for part in numbers.split("."))
    except ValueError:
        raise InvalidValue("seed, battle and table", numbers, "three whole numbers, as in 1.0.0") from None
    words = tuple(history.split(BETWEEN_DECISIONS))
    sat = players_of(players)
    return PositionText(Terms.parse(terms), (army_a, army_b), sat, seed, number, table, words)


def players_of(text: str) -> Players:
    """Who plays, from their names."""
    sides = [_side(side.strip()) for side in text.split(",")]
    if len(sides) != 2:
        raise InvalidValue("players of the position", text, "two sides, as in heuristic, tactician")
    return sides[0], sides[1]


def _side(text: str) -> Side:
    names: list[AnyPlayer] = [absent if name == ABSENT else name for name in text.split(SAME_SIDE)]
    return names[0] if len(names) == 1 else tuple(names)


def absent(battle: object, legal: object) -> Any:
    """Stands for a player written in Python, which a text cannot bring along."""
    raise InvalidValue("player", ABSENT, "one of your own: Battle.from_position(text, players=(..., ...))")


def play_again(
    words: Sequence[str], seat: Callable[[Players], None], compiled: Callable[[], None], take: Callable[[str], None]
) -> None:
    """Go through a history, word by word.

    ``seat``: lets others sit down.  ``compiled``: lets a compiled player decide once.  ``take``: takes a decision.
    Raises what they raise.
    """
    for word in words:
        if word.startswith("#"):
            continue
        if word.startswith("@"):
            seat(players_of(word[1:]))
        elif word.startswith("*") and word[1:].isdecimal():
            for _ in range(int(word[1:])):
                compiled()
        else:
            take(word)


def check_history(words: Sequence[str], history: History) -> None:
    """Raises ``InvalidValue`` where what was played again is not what the text tells of."""
    wanted = [word for word in words if word.startswith("#")]
    found = f"#{checksum(history.decisions)}"
    if wanted and wanted != [found]:
        allowed = f"{found} by this version, whose players decide otherwise than those that led to the position"
        raise InvalidValue("checksum of the position", wanted[0], allowed)
