"""Advantages, disadvantages and notes: names, cost and meaning (``data/traits.toml``)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

from pydantic import BaseModel, ConfigDict

from tigersim.errors import TraitNotFound
from tigersim.given import check_text
from tigersim.rules.unit_numbers import SCALARS


class Trait(BaseModel):
    """One entry of the vocabulary of historical units.

    ``vp`` is the change of a unit's cost in victory points (PT-VP-05: +1, -1, notes 0), ``spellings`` the forms that
    Appendix A prints, ``effect`` one sentence for a player, ``rule`` the ID of the rule that defines it, ``rulings``
    those on which the effect of a flag rests.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    kind: Literal["advantage", "disadvantage", "note"]
    label: str
    effect: str
    rule: str
    rulings: tuple[str, ...] = ()
    vp: int
    spellings: tuple[str, ...]


@cache
def traits() -> dict[str, Trait]:
    """All advantages, disadvantages and notes by identifier, in the order of the rulebook."""
    text = resources.files("tigersim.catalogue").joinpath("data/traits.toml").read_text(encoding="utf-8")
    return {name: Trait(id=name, **row) for name, row in tomllib.loads(text).items()}


def trait(name: str) -> Trait:
    """The trait of a name: identifier, with spaces or not, or English label.

    Raises ``TraitNotFound`` with close matches.
    """
    check_text("trait", name, 'a name, as "fast"')
    wanted = name.strip().casefold()
    for one in traits().values():
        if wanted in (one.id, one.id.replace("_", " "), one.label.casefold()):
            return one
    raise TraitNotFound(name, traits())


@cache
def advantages() -> tuple[str, ...]:
    """Identifiers of the advantages, each +1 VP (PT-VP-05)."""
    return tuple(name for name, one in traits().items() if one.kind == "advantage")


@cache
def disadvantages() -> tuple[str, ...]:
    """Identifiers of the disadvantages, each -1 VP (PT-VP-05)."""
    return tuple(name for name, one in traits().items() if one.kind == "disadvantage")


@cache
def flag_traits() -> tuple[str, ...]:
    """Identifiers of the traits that are a number of the profile: 1 for a unit with it, else 0."""
    return tuple(name for name in (*advantages(), *disadvantages()) if name in SCALARS)
