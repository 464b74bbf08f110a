"""What is printed of a unit: one line of Appendix A or of a user's list, checked for sense.

What its words mean in dice is told by ``tigersim.catalogue.profile``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError, field_validator, model_validator

from tigersim.catalogue.capacity import capacity, loads_of
from tigersim.catalogue.classes import CLASS_IDS, classes
from tigersim.catalogue.traits import advantages, disadvantages, trait, traits
from tigersim.errors import DataError, InvalidValue, brief, close_matches, literal
from tigersim.given import check_text, list_of

NATIONS = ("usa", "britain", "ussr", "france", "germany", "italy", "japan")
"""The nations of Appendix A, in its order; a user's own units may belong to any other."""

SIZES = ("light", "medium", "heavy")
MACHINE_GUNS = (0, 1, 2)

Size = Literal["light", "medium", "heavy"]

COUNTED = re.compile(r"(\d+)\s*[x×]\s+(.+)", re.IGNORECASE)
"""An entry of an army that asks for several units of a kind."""


NOTES: dict[str, dict[str, Any]] = {
    **{f"{size}_gun": {"gun": size} for size in SIZES},
    **{f"{size}_armor": {"armor": size} for size in SIZES},
    "forward_only": {"forward_only": True},
    "heavy_howitzer": {"gun": "heavy", "howitzer": True},
    "amphibious": {"amphibious": True},
    "wheeled": {"wheeled": True},
    "mg": {"machine_guns": 1},
    "mg_only": {"machine_guns": 1, "mg_only": True},
    "mg_optional": {"machine_guns": 1, "mg_optional": True},
    "improved": {"improved": True},
}
"""Note -> fields of a unit that it sets."""


class FieldError(ValueError):
    """One field of a unit is wrong: ``field`` names it, ``problem`` says what is allowed."""

    def __init__(self, field: str, problem: str) -> None:
        self.field, self.problem = field, problem
        super().__init__(f"{field}: {problem}")


def spaced(text: str) -> str:
    """Letters and digits in lower case, any run of other characters a single space."""
    folded = text.casefold().replace("ё", "е")
    return " ".join("".join(c if c.isalnum() else " " for c in folded).split())


def one_of(field: str, value: str, allowed: Sequence[str]) -> str:
    if value not in allowed:
        near = close_matches(value, allowed, n=3)
        hint = f" (nearest: {', '.join(near)})" if near else ""
        raise FieldError(field, f"'{brief(value)}' is not known; allowed: {', '.join(allowed)}{hint}")
    return value


class Unit(BaseModel):
    """A unit as printed, before any rule gives it dice.

    gun: the main gun (the turret's, where ``hull_gun`` notes a second one that fires only forward); None where no gun
    is noted.
    machine_guns: those printed, not those that the class brings.
    mg_implied: they are read as the only armament though the word "only" is not printed (AMB-59).
    carries: a ``capacity``, "" where nothing is printed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    nation: str
    name: str
    source_name: str
    type: Annotated[str, AfterValidator(lambda value: one_of("type", value, CLASS_IDS))]
    improved: bool = False
    advantages: tuple[str, ...] = ()
    disadvantages: tuple[str, ...] = ()
    gun: Size | None = None
    hull_gun: Size | None = None
    armor: Size | None = None
    machine_guns: int = 0
    mg_only: bool = False
    mg_implied: bool = False
    mg_optional: bool = False
    mortar: bool = False
    flamethrower: bool = False
    howitzer: bool = False
    forward_only: bool = False
    wheeled: bool = False
    amphibious: bool = False
    unarmored: bool = False
    carries: str = ""
    anti_air: bool = False

    @property
    def key(self) -> str:
        """The unit's unmistakable name: ``"Jeep [usa]"``."""
        return f"{self.name} [{self.nation}]"

    def __str__(self) -> str:
        return self.key

    def changed(
        self, with_: Sequence[str] = (), without: Sequence[str] = (), name: str | None = None, nation: str | None = None
    ) -> Unit:
        """The unit with some traits more and some fewer, as ``ts.unit("Tiger I").changed(without=["unreliable"])``.

        with_, without: identifiers or titles of advantages, disadvantages and notes.
        name, nation: of the new unit; by default the nation stays, and the name tells what was changed.

        Its cost follows by the rulebook's arithmetic.  Raises ``TraitNotFound`` for an unknown trait, ``InvalidValue``
        for one that is there already, is not there or cannot be given so, and ``DataError`` for a unit that makes no
        sense.
        """
        for field, text in (("name", name), ("nation", nation)):
            if text is not None:
                check_text(field, text, "a name, or None")
        fields, has = self.model_dump(), {*self.advantages, *self.disadvantages}
        for field, given, add in (("with_", with_, True), ("without", without, False)):
            for one in map(trait, list_of(field, given, 'traits, as ["fast"]')):
                word, names = "with" if add else "without", ", ".join(self._traits()) or "no traits"
                noted = NOTES.get(one.id)
                if one.kind == "note" and noted is None:
                    raise InvalidValue(
                        f"{word} {one.id}", self.key, f"what a list of units in a file says; here {', '.join(NOTES)}"
                    )
                there = one.id in has if noted is None else one.id in self._traits()
                if there is add:
                    raise InvalidValue(word, one.id, f"what {self.key} {'lacks' if add else 'has'}; it has {names}")
                if noted is not None:
                    fields |= noted if add else {each: Unit.model_fields[each].default for each in noted}
                else:
                    kind = f"{one.kind}s"
                    kept = tuple(each for each in fields[kind] if each != one.id)
                    fields[kind] = (*kept, one.id) if add else kept
        label = "".join(
            f" {word} {' and '.join(trait(each).id.replace('_', ' ') for each in given)}"
            for word, given in (("with", with_), ("without", without))
            if given
        )
        fields |= {"name": name or self.name + label, "nation": nation or self.nation}
        fields["source_name"] = fields["name"]
        try:
            return Unit(**fields)
        except ValidationError as errors:
            cause = errors.errors(include_url=False)[0].get("ctx", {}).get("error")
            if isinstance(cause, FieldError):
                raise DataError(fields["name"], None, cause.field, cause.problem) from None
            raise

    def _traits(self) -> list[str]:
        """Identifiers of its traits and of those notes that can be given or taken one by one."""
        noted = [
            name
            for name, fields in NOTES.items()
            if all(getattr(self, field) == value for field, value in fields.items())
        ]
        return [*self.advantages, *self.disadvantages, *noted]

    @field_validator("nation")
    @classmethod
    def _check_nation(cls, value: str) -> str:
        if value in NATIONS:
            return value
        if not re.fullmatch(r"[a-z][a-z_]*", value):
            raise FieldError("nation", f"'{brief(value)}' must be lower-case letters, as in: {', '.join(NATIONS)}")
        near = close_matches(value, NATIONS, n=1)
        if near and near[0][0] == value[0] and abs(len(near[0]) - len(value)) <= 1:
            raise FieldError(
                "nation", f"'{brief(value)}' is nearly '{near[0]}'; allowed: {', '.join(NATIONS)} or a new name"
            )
        return value

    @field_validator("name")
    @classmethod
    def _check_name(cls, value: str) -> str:
        if not spaced(value):
            raise FieldError("name", "must hold letters or digits")
        if not value.isprintable() or value != value.strip() or set(value) & set(",[]+"):
            raise FieldError(
                "name", f"{literal(value)} must be printable, without comma, bracket, plus or space at its ends"
            )
        if COUNTED.fullmatch(value):
            raise FieldError(
                "name", f"'{brief(value)}' reads as a count of units; no name may begin with a number and an x"
            )
        return value

    @field_validator("source_name", "carries")
    @classmethod
    def _check_text(cls, value: str, info: Any) -> str:
        if not value.isprintable():
            raise FieldError(info.field_name, f"{literal(value)} must be printable text on one line")
        return value

    @field_validator("carries")
    @classmethod
    def _check_carries(cls, value: str) -> str:
        try:
            capacity(value)
        except ValueError as problem:
            raise FieldError("carries", str(problem)) from None
        return value

    @field_validator("advantages", "disadvantages")
    @classmethod
    def _check_traits(cls, value: tuple[str, ...], info: Any) -> tuple[str, ...]:
        field = info.field_name
        known = advantages() if field == "advantages" else disadvantages()
        for name in value:
            if name not in known and name in traits():
                raise FieldError(field, f"'{brief(name)}' is a {traits()[name].kind}; allowed: {', '.join(known)}")
            one_of(field, name, known)
            if value.count(name) > 1:
                raise FieldError(field, f"'{brief(name)}' stands twice; each may be given once")
        return value

    @field_validator("machine_guns")
    @classmethod
    def _check_machine_guns(cls, value: int) -> int:
        if value not in MACHINE_GUNS:
            raise FieldError("machine_guns", f"{value} machine guns; allowed: 0, 1, 2")
        return value

    @model_validator(mode="after")
    def _check_together(self) -> Unit:
        """Refuse what no rule gives a meaning to, so that no note is silently without effect."""
        row = classes()[self.type]
        if self.flamethrower and not (self.type == "infantry" or row.cost.tank):
            raise FieldError("flamethrower", "only infantry and tanks carry one (PT-FORT-04); allowed: empty")
        if self.type == "recon" and (self.machine_guns or self.mortar):
            field = "machine_guns" if self.machine_guns else "mortar"
            raise FieldError(field, "recon has neither machine gun nor mortar (PT-UNIT-RECON-04)")
        if (self.mg_only or self.mg_optional) and not self.machine_guns:
            raise FieldError("machine_guns", "0, but mg_only or mg_optional is set; allowed: 1, 2")
        if self.mg_implied and not self.mg_only:
            raise FieldError("mg_implied", "says how mg_only is meant, which is not set; allowed: empty")
        if self.mg_only and (self.mg_optional or self.gun or self.hull_gun):
            raise FieldError("mg_only", "stands beside another weapon or mg_optional; leave one of them out")
        if row.kind == "infantry":
            for field in ("gun", "hull_gun", "armor", "howitzer", "forward_only", "wheeled"):
                if getattr(self, field):
                    raise FieldError(field, f"has no meaning for {row.name}; allowed: empty")
        if self.hull_gun and not (self.gun or self.machine_guns):
            raise FieldError("hull_gun", "stands beside a turret gun or machine guns; for a single gun use gun")
        if self.armor and (not row.save.armored or self.unarmored):
            raise FieldError("armor", "needs an armoured unit; allowed: empty")
        if self.howitzer and row.kind != "towed_gun" and not self.type.endswith("spg"):
            raise FieldError("howitzer", "only towed and self-propelled guns are howitzers (PT-HOW-01)")
        wrong = [load for load in capacity(self.carries) if load not in loads_of(self.type)]
        if wrong:
            allowed = ", ".join(loads_of(self.type)) or "empty"
            raise FieldError("carries", f"{row.name} cannot carry {wrong[0]}; allowed: {allowed}")
        if self.unarmored and not self.type.endswith(("half_track", "carrier")):
            raise FieldError("unarmored", "only half-tracks and carriers may be unarmoured (PT-UNIT-HTRACK-01)")
        return self
