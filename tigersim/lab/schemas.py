"""Schemas of the settings of a run and of the files of a ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tigersim.errors import DamagedFile, DataError
from tigersim.files.documents import LARGEST
from tigersim.files.faults import first_fault
from tigersim.files.schemas import MOST_NUMBER, Schema, chance, number, text, whole

Count = Annotated[int, Field(ge=0, le=LARGEST)]
Number = Annotated[float, Field(ge=-MOST_NUMBER, le=MOST_NUMBER)]
TWO = Field(min_length=2, max_length=2)
Pair = Annotated[Sequence[Count], TWO]
Names = Annotated[Sequence[str], TWO]


class Part(BaseModel):
    """A part of a provenance: fields that readers take have a type, others may be there."""

    model_config = ConfigDict(strict=True, extra="allow")


class NamedRules(Part):
    """A ruleset as provenance keeps it."""

    name: str
    edition: int = 2
    switches: Mapping[str, str] = Field(default_factory=dict)


class Drawn(Part):
    """``readings`` of a run: how they were drawn."""

    share: Annotated[float, Field(ge=0, le=1)]
    tasks: Annotated[int, Field(ge=1, le=LARGEST)]


class DesignSettings(Part):
    """What a design is made of (``Design.provenance``), as far as it is there."""

    units: Sequence[str] = ()
    seed: Count = 0
    ahead_version: Count = 1
    players: Names = ("", "")
    forbid: Annotated[Sequence[Sequence[str]], TWO] = ((), ())
    playouts: Annotated[Sequence[Count | None], TWO] = (None, None)
    commanders: Pair = (0, 0)
    ruleset: NamedRules = Field(default_factory=lambda: NamedRules(name=""))
    sizes: Pair = (0, 0)
    jitter: Count = 0
    tables: Count | None = 0
    scenario: str = ""
    plan: Mapping[str, Any] = Field(default_factory=dict)
    family: str = ""
    markers: str = ""
    target_score: Count = 0
    support: str = ""
    forts: Pair = (0, 0)
    repriced: bool = False
    believed: Sequence[Number] = ()
    costs: Sequence[Count] = ()
    readings: Drawn | None = None
    army_rules: Annotated[Sequence[Mapping[str, Any]], Field(max_length=2)] = ()
    decks: Count | None = None
    solo: bool = False
    dummies: Number | Sequence[Number] = 0
    removed: Number | Sequence[Number] = 0


def check_settings(about: Mapping[str, Any]) -> None:
    """Check that the settings of a run have the types of a design's.  Raises ``DataError``."""
    fault = _fault(about, DesignSettings)
    if fault is not None:
        raise DataError("settings of the run", None, *fault)


def checked(about: Any, model: type[Part], path: Path) -> dict[str, Any]:
    """The provenance, if it fits the model.  Raises ``DamagedFile`` naming file and field."""
    if not isinstance(about, dict):
        raise DamagedFile(str(path), None, "holds no settings by name")
    fault = _fault(about, model)
    if fault is not None:
        raise DamagedFile(str(path), *fault)
    return about


def _fault(about: Mapping[str, Any], model: type[Part]) -> tuple[str | None, str] | None:
    """(field, problem) of the first value that does not fit the model, None = all fit."""
    try:
        model.model_validate(dict(about))
    except ValidationError as error:
        at, problem = first_fault(error, model)
        return field_of(about, at), problem
    return None


def field_of(about: Any, place: tuple[int | str, ...]) -> str | None:
    """The field that a model complains of, as the file calls it."""
    named = []
    for part in place:
        if isinstance(about, Mapping | list | tuple):
            named.append(str(part))
        try:
            about = about[part]
        except (LookupError, TypeError):
            about = None
    return ".".join(named) or None


# --- ladders ---------------------------------------------------------------------------------------------------------


class Met(Part):
    """A match of a ladder."""

    players: Names
    pairs: Count


class OfLadder(Part):
    """``provenance.json`` of a ladder."""

    matches: Annotated[Sequence[Met], Field(min_length=1)]
    families: Sequence[str]
    ruleset: NamedRules
    seed: Count
    timed_playouts: Sequence[Count] = ()
    sizes: Pair = (0, 0)
    tables: Count = 0
    units: Sequence[str] | Count = 0
    markers: str = ""
    forts: Pair = (0, 0)


_MET = {
    **{"first": text(), "second": text(), "battles": whole(low=1), "score": chance()},
    **dict.fromkeys(("wins", "draws", "losses"), whole()),
    **dict.fromkeys(("score_low", "score_high", "margin", "margin_low", "margin_high"), number()),
    "ms_per_battle": number(low=0),
}
_ENDS = (("score_low", "score", "score_high"), ("margin_low", "margin", "margin_high"))
_ELO = {"player": text(), **dict.fromkeys(("elo", "low", "high"), number()), "battles": whole()}
_THINKING = {"playouts": whole(), "decisions": whole()}
_THINKING |= dict.fromkeys(("ms_mean", "ms_95", "ms_most", "ms_per_battle"), number(low=0))
LADDER = {
    "matches": Schema(_MET, intervals=_ENDS, rows=1),
    "families": Schema({**_MET, "family": text()}, key=("first", "second", "family"), intervals=_ENDS),
    "elo": Schema(_ELO, key=("player",), intervals=(("low", "elo", "high"),), rows=1),
    "thinking": Schema(_THINKING, key=("playouts",)),
}
"""Table of a ladder -> its schema."""
