"""Terms as plain data and as one line of text.

``river, markers=standard, forts=2+1, a:landing=2, set:SWITCH=OPTION`` is such a line.
The line is a list of items between commas: the name of a scenario or of a family of tables, ``solo``, or
``name=value``.  Numbers of both sides, or of several kinds, have a ``+`` between them, in the order in which the option
has them; what concerns one side has ``a:`` or ``b:`` before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tigersim.catalogue.price_lists import PriceList, price_lists
from tigersim.catalogue.rulesets import DEFAULT, EDITIONS_PLAYED, RuleSet, ruling
from tigersim.catalogue.scenarios import STANDARD, Scenario, scenarios
from tigersim.core.board import ALL_FAMILIES
from tigersim.core.enums import SIDES
from tigersim.errors import DataError, InvalidValue, UnknownName, literal
from tigersim.files.faults import first_fault
from tigersim.game.restrictions import forbid_of
from tigersim.given import check_text

SETTING = "set:"
"""What stands before the switch of a ruling."""


class TermsTable(BaseModel):
    """Terms as plain data: a table of a file, JSON, or the settings of a run.

    ruleset: name, file or what ``RuleSet.to_dict`` gives.  switches: laid over the ruleset.  scenario: name or file.
    plan: a scenario's own fields, what ``Scenario.to_dict`` gives.  forbid: entries such as "a:follow", or a list of
    names for each side.  price_list: name, file or what ``PriceList.to_dict`` gives.  All others: as in ``Terms``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    ruleset: str | dict[str, Any] | None = None
    switches: dict[str, str] = Field(default_factory=dict)
    scenario: str | None = None
    plan: dict[str, Any] | None = None
    family: str | None = None
    inches: list[int] | None = None
    markers: str | None = None
    target_score: int | None = None
    support: str | None = None
    forts: list[int] | None = None
    landing: dict[str, int] | None = None
    forbid: str | list[str] | list[list[str]] | None = None
    commanders: list[int] | None = None
    decks: int | None = None
    solo: bool | None = None
    dummies: float | list[float] | None = None
    removed: float | list[float] | None = None
    map: str | None = None
    price_list: str | dict[str, Any] | None = None

    @classmethod
    def of(cls, data: Mapping[str, Any], where: str = "terms") -> TermsTable:
        """Check data for names and types.  Raises errors that name ``where`` and the field."""
        if not isinstance(data, Mapping):
            raise DataError(where, None, None, f"{literal(data)} is no table of options by name")
        listed = {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}
        try:
            return cls.model_validate(listed)
        except ValidationError as error:
            (field, *_), problem = first_fault(error, cls)
            if field not in cls.model_fields:
                raise UnknownName(str(field), cls.model_fields, where=where, kind="field") from None
            raise DataError(where, None, str(field), problem) from None

    def options(self) -> dict[str, Any]:
        """The keywords of ``Terms``.  Raises what ``RuleSet`` and ``Scenario`` raise."""
        found = {name: value for name in type(self).model_fields if (value := getattr(self, name)) is not None}
        for name in ("ruleset", "switches", "plan"):
            found.pop(name, None)
        if self.ruleset is not None or self.switches:
            found["ruleset"] = self.rules()
        if self.plan is not None:
            found["scenario"] = Scenario.of_dict(self.plan, self.scenario or "scenario")
        for name in ("inches", "forts", "commanders", "dummies", "removed"):
            if isinstance(found.get(name), list):
                found[name] = tuple(found[name])
        if isinstance(self.forbid, list) and any(isinstance(names, list) for names in self.forbid):
            found["forbid"] = forbid_of(cast(list[list[str]], self.forbid))
        return found

    def rules(self) -> RuleSet:
        """The ruleset with its switches.  Raises what ``RuleSet`` raises."""
        if isinstance(self.ruleset, dict):
            base = RuleSet.from_dict(self.ruleset)
        else:
            base = DEFAULT if self.ruleset is None else RuleSet.load(self.ruleset)
        return base.replace(**self.switches) if self.switches else base


def to_text(data: Mapping[str, Any]) -> str:
    """One line for the terms with this plain data (``Terms.to_dict``)."""
    items = list(_items(data))
    return ", ".join(items) if items else STANDARD


def _items(data: Mapping[str, Any]) -> Iterator[str]:
    name = data.get("scenario", STANDARD)
    if "plan" in data and (name not in scenarios() or Scenario.load(name).to_dict() != data["plan"]):
        yield f"plan={json.dumps(data['plan'], ensure_ascii=False, separators=(',', ':'))}"
    elif name != STANDARD:
        yield name
    if "family" in data:
        yield data["family"]
    rules = RuleSet.from_dict(data["ruleset"]) if "ruleset" in data else DEFAULT
    if rules.edition != DEFAULT.edition:
        yield f"edition={rules.edition}"
    if "inches" in data:
        yield f"inches={data['inches'][0]}x{data['inches'][1]}"
    for field in ("markers", "target_score", "support", "decks"):
        if field in data:
            yield f"{field}={data[field]}"
    for field in ("forts", "commanders", "dummies", "removed"):
        if field in data:
            numbers = data[field]
            if field in ("dummies", "removed") and numbers[0] == numbers[1]:
                numbers = numbers[:1]
            yield f"{field}={'+'.join(map(_number, numbers))}"
    if "solo" in data:
        yield "solo"
    for side, turn in data.get("landing", {}).items():
        yield f"{side}:landing={turn}"
    first, second = data.get("forbid", ((), ()))
    for before, names in (("", first),) if first == second else zip(("a:", "b:"), (first, second), strict=True):
        if names:
            yield f"{before}forbid={'+'.join(names)}"
    base = RuleSet.load(_edition(str(rules.edition))).changed()
    for switch in sorted({*base, *rules.changed()}):
        if rules.option(switch) != base.get(switch, ruling(switch).default):
            yield f"{SETTING}{switch}={rules.option(switch)}"
    if "price_list" in data:
        yield f"price_list={_named(data['price_list'])}"
    if "map" in data:
        yield f"map={json.dumps('/'.join(data['map'].split()))}"


def _named(data: dict[str, Any]) -> str:
    """A price list by its name if it comes along, else all of it in braces."""
    known = (name for name in price_lists() if PriceList.load(name).to_dict() == data)
    return next(known, json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def _number(value: float) -> str:
    """A number so that it is read back as it was, a share as a fraction where that is shorter."""
    share = Fraction(value).limit_denominator(100)
    return str(share) if float(share) == value else repr(value)


# --- reading ---------------------------------------------------------------------------------------------------------


def from_text(text: str) -> dict[str, Any]:
    """The plain data of a line.  Raises ``UnknownName`` and ``InvalidValue`` that name the item."""
    check_text("terms", text, "text, as 'river, forts=2+1'")
    data: dict[str, Any] = {}
    switches: dict[str, str] = {}
    forbidden: list[str] = []
    for name, value in _pairs(text):
        side, colon, field = name.rpartition(":")
        if value is None:
            field, entry = _word(name)
        elif name.startswith(SETTING):
            switches[name.removeprefix(SETTING)] = value
            continue
        elif field == "forbid":
            forbidden += [f"{side}{colon}{one}" for one in value.split("+")]
            continue
        elif colon and field == "landing":
            if side not in SIDES:
                raise UnknownName(side, SIDES, where=f"'{name}'", kind="side")
            field, entry = "landing", {**data.pop("landing", {}), side: _read(field, value, int, "a turn")}
        elif name == "solo":
            raise InvalidValue(name, value, "the word solo alone, without a value")
        elif name in READERS:
            reader, form = READERS[name]
            field, entry = ("ruleset" if name == "edition" else name), _read(name, value, reader, form)
        else:
            raise UnknownName(name, NAMES, where="the terms", kind="option")
        if field in data:
            raise InvalidValue(field, entry, "one; the terms have it twice")
        data[field] = entry
    if forbidden:
        data["forbid"] = forbidden
    if switches:
        data["switches"] = switches
    return data


def _word(word: str) -> tuple[str, Any]:
    """Field and value of an item that is one name."""
    if word == "solo":
        return word, True
    if word in scenarios():
        return "scenario", word
    if word in ALL_FAMILIES:
        return "family", word
    known = [*scenarios(), *ALL_FAMILIES, "solo", *NAMES]
    raise UnknownName(word, known, where="the terms", kind="scenario, family of tables or option")


def _pairs(text: str) -> Iterator[tuple[str, str | None]]:
    """Name and value of every item; a value in quotes or braces is read as JSON, commas and all."""
    at = 0
    while at < len(text):
        comma, equals = text.find(",", at), text.find("=", at)
        end = len(text) if comma < 0 else comma
        if not 0 <= equals < end:
            if word := text[at:end].strip():
                yield word, None
            at = end + 1
            continue
        name, start = text[at:equals].strip(), equals + 1
        while text[start : start + 1] == " ":
            start += 1
        if text[start : start + 1] in ('"', "{"):
            try:
                value, end = json.JSONDecoder().raw_decode(text, start)
            except ValueError:
                raise InvalidValue(name, text[start:], "text in quotes or braces that are closed") from None
            rest = text[end:].lstrip()
            if rest and not rest.startswith(","):
                raise InvalidValue(name, rest, "a comma before the next item")
            yield name, value if isinstance(value, str) else json.dumps(value)
            at = len(text) - len(rest) + 1
        else:
            yield name, text[start:end].strip()
            at = end + 1


def _read(name: str, value: str, reader: Callable[[str], Any], form: str) -> Any:
    try:
        return reader(value)
    except (ValueError, ArithmeticError):
        raise InvalidValue(name, value, form) from None


def _counts(text: str) -> list[int]:
    return [int(part) for part in text.split("+")]


def _shares(text: str) -> list[float]:
    found = [float(Fraction(part)) for part in text.split("+")]
    return found * 2 if len(found) == 1 else found


def _edition(text: str) -> str:
    """The name of its ruleset."""
    if int(text) not in EDITIONS_PLAYED:
        raise ValueError(text)
    return f"paper_tigers_{int(text)}"


READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "scenario": (str, "a name or a file"),
    "plan": (json.loads, "the fields of a scenario in braces"),
    "family": (str, "a name"),
    "edition": (_edition, "1 or 2"),
    "inches": (lambda text: [int(part) for part in text.split("x")], "WIDTHxDEPTH, as in inches=72x48"),
    "markers": (str, "a name"),
    "target_score": (int, "a whole number"),
    "support": (str, "a name"),
    "decks": (int, "1 or 2"),
    "forts": (_counts, "LIGHT+HEAVY, as in forts=2+1"),
    "commanders": (_counts, "A+B, as in commanders=2+1"),
    "dummies": (_shares, "a share or A+B, as in dummies=1/3+0"),
    "removed": (_shares, "a share or A+B, as in removed=1/3+0"),
    "price_list": (lambda text: json.loads(text) if text.startswith("{") else text, "a name or a file"),
    "map": (lambda text: "\n".join(text.split("/")), 'rows of letters, as in map="...WW./..HH..", north first'),
}
"""Item with a value -> how it is read, and how it is written."""
NAMES = (*READERS, "a:landing", "b:landing", "forbid", "a:forbid", "b:forbid", "solo", "set:SWITCH")
