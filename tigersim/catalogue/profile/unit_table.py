"""Units as a table, with what they cost under a ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tigersim.catalogue.printed import Unit
from tigersim.catalogue.profile import base_vp, profile
from tigersim.catalogue.rulesets import RuleSet, RuleSetGiven, ruleset_of
from tigersim.catalogue.units import all_units, generic_units, known_to

if TYPE_CHECKING:
    import pandas as pd

UNLISTED = ("mg_implied", "mortar", "flamethrower", "unarmored", "anti_air")
"""What the table of units leaves out: nothing that tells two historical units apart."""


def units(
    ruleset: RuleSetGiven | None = None, path: str | Path | None = None, *, generic: bool = False
) -> pd.DataFrame:
    """All units as a table, one row each, with base points and cost in VP.

    ruleset: a ``RuleSet``, its name or file; under the first edition only the units that it has.
    path: a user's CSV whose units are appended.
    generic: whether the plain units of every class are appended.

    Beside the columns of the list: ``base_vp`` (of the class) and ``cost``.  Raises ``DataError`` as ``all_units``
    does.
    """
    rules = ruleset_of(ruleset)
    listed = all_units(path, rules)
    return as_table(listed + known_to(generic_units(), rules) if generic else listed, rules)


def as_table(units: Iterable[Unit], ruleset: RuleSet | None = None) -> pd.DataFrame:
    """The rows of ``units`` for these units."""
    import pandas as pd

    rows = []
    for one in units:
        row = one.model_dump(exclude=set(UNLISTED))
        rows.append(row | {"base_vp": base_vp(one, ruleset), "cost": profile(one, ruleset).cost})
    return pd.DataFrame(rows)
