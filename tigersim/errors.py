"""Every error that a user can cause: one line that says what was wrong, and what is allowed.

The command line prints ``str(error)`` and leaves with status 2, or 1 where something failed that was rightly asked;
nothing else of tigersim's own reaches a user.  What was given is quoted in ``MOST_QUOTED`` characters at most, and no
message holds a control character: those are written as Python writes them in text, "\\x1b".
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import get_close_matches

MOST_QUOTED = 60
"""Characters of what was given that a message repeats."""
MOST_SAID = 2_000
"""Characters of a whole message, whatever it quotes."""


def visible(text: str) -> str:
    """A text with every character that a terminal would obey, or not show, written as an escape."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


def brief(text: object, most: int = MOST_QUOTED) -> str:
    """What was given, cut to so many characters, control characters visible."""
    shown = visible(_plain(text))
    return shown if len(shown) <= most else shown[: most - 3] + "..."


def named(path: object) -> str:
    """A path as messages call it: whole, unless it is longer than names of files are."""
    return brief(path, 255)


def _plain(value: object) -> str:
    """Any value as text; a whole number of thousands of digits by how many it has."""
    try:
        return str(value)
    except (ValueError, RecursionError):
        return f"a number of more than {sys.get_int_max_str_digits():,} digits" if type(value) is int else "a value"


def literal(value: object) -> str:
    """A value as Python writes it, briefly: text stays within its quotes."""
    if not isinstance(value, str):
        try:
            return brief(repr(value))
        except (ValueError, RecursionError):
            return _plain(value)
    return repr(value) if len(value) <= MOST_QUOTED else repr(value[: MOST_QUOTED - 3] + "...")


class TigersimError(Exception):
    """Base of all errors that a user's input can cause."""

    def __str__(self) -> str:
        text = " ".join(super().__str__().splitlines())
        return brief(text, MOST_SAID)


class UnknownName(TigersimError, LookupError):
    """A name that does not exist, with the closest names that do.

    ``kind`` says what was looked up ("unit", "trait", "switch"), ``allowed`` holds the valid names, ``advice`` says how
    such a name is written or where they are listed: given with the error it stands in place of names that are near.
    """

    kind = "name"
    advice = ""

    def __init__(
        self, name: str, allowed: Iterable[str], *, where: str = "", kind: str | None = None, advice: str = ""
    ) -> None:
        self.name = name
        self.allowed = list(allowed)
        self.kind = kind or self.kind
        self.close = close_matches(str(name), self.allowed)
        place = f" in {where}" if where else ""
        if advice:
            hint = advice
        elif self.close:
            hint = "did you mean " + ", ".join(self.close) + "?"
        elif len(self.allowed) <= 24:
            hint = "allowed: " + ", ".join(self.allowed)
        else:
            hint = f"{len(self.allowed)} names are known, none is close"
        if self.advice and not advice:
            hint += f"; {self.advice}"
        super().__init__(f"unknown {self.kind} '{brief(name)}'{place}; {hint}")


class UnitNotFound(UnknownName):
    kind = "unit"


class TraitNotFound(UnknownName):
    kind = "trait"


class CardNotFound(UnknownName):
    kind = "card"
    advice = "a card is rank and suit, as in QH or 5H"


class RuleNotFound(UnknownName):
    kind = "rule"


class RuleSetNotFound(UnknownName):
    kind = "ruleset"


class SwitchNotFound(UnknownName):
    kind = "switch"
    advice = "tigersim rulings lists them"


class ScenarioNotFound(UnknownName):
    kind = "scenario"


class PlayerNotFound(UnknownName):
    kind = "player"


def check_names(given: Iterable[str], known: Iterable[str], kind: str) -> None:
    """Raises ``UnknownName`` for a name that is not known; kind: of name, "option of a job"."""
    allowed = list(known)
    for name in given:
        if name not in allowed:
            raise UnknownName(name, allowed, kind=kind)


class InvalidValue(TigersimError, ValueError):
    """A value out of its range: names the field, the value and what is allowed."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        self.field = field
        self.value = value
        super().__init__(f"{field} is {literal(value)}; allowed: {allowed}")


class DataError(TigersimError, ValueError):
    """A bad cell of a data file: names file, row and field, the problem and what is allowed."""

    def __init__(self, file: str, row: int | str | None, field: str | None, problem: str) -> None:
        self.file, self.row, self.field = file, row, field
        place = named(file)
        if row is not None:
            place += f", row {row}"
        if field is not None:
            place += f", field '{brief(field)}'"
        super().__init__(f"{place}: {problem}")


class RuleForbids(TigersimError):
    """The rules forbid what was asked; ``rule_id`` names the rule."""

    def __init__(self, rule_id: str, message: str) -> None:
        self.rule_id = rule_id
        super().__init__(f"{message} ({rule_id})")


class NotModelled(TigersimError):
    """A rule, switch value or option that this version does not model and never ignores."""


class PlayerError(TigersimError):
    """A player written in Python failed, or chose what is not legal; ``player`` names its class."""

    def __init__(self, player: str, side: str, problem: str) -> None:
        self.player, self.side = player, side
        super().__init__(f"player {player} (side {side}) {problem}")


class MissingExtra(TigersimError, ImportError):
    """An optional part of tigersim was asked for whose packages are not installed."""

    def __init__(self, package: str, extra: str) -> None:
        self.package, self.extra = package, extra
        super().__init__(f"{package} is not installed; it comes with: pip install 'tigersim[{extra}]'")


class IdentifiabilityError(TigersimError):
    """The battles cannot answer the question; the message says why, and how to mend it."""


class RunError(TigersimError):
    """A run directory cannot be written, read or resumed."""


class NoResults(RunError):
    """A folder does not hold the run or the results that were asked for."""


class DamagedFile(NoResults):
    """A file of a finished run is not as it was written; names file, field and what to do."""

    def __init__(self, file: str, field: str | None, problem: str) -> None:
        self.file, self.field = file, field
        place = named(file) if field is None else f"{named(file)}, field '{brief(field)}'"
        super().__init__(f"{place}: {problem}; {PUT_BACK}")


PUT_BACK = "put back the file as the run wrote it, or play the run again"
"""What helps with a file that was changed after it was written."""


def close_matches(name: str, allowed: Iterable[str], n: int = 4) -> list[str]:
    """Up to ``n`` allowed names near to ``name``, upper and lower case alike."""
    by_lower: dict[str, str] = {}
    for candidate in allowed:
        by_lower.setdefault(candidate.lower(), candidate)
    wanted = name.lower()
    near = get_close_matches(wanted[:MOST_SAID], by_lower, n=n, cutoff=0.6)
    near += [key for key in by_lower if wanted and wanted in key and key not in near]
    return [by_lower[key] for key in near[:n]]
