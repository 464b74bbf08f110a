"""Who wins between two armies, foretold by the model of armies without a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from tigersim.catalogue.army_rules import OneSide, army_rules_of
from tigersim.catalogue.army_text import ArmyGiven, units_of
from tigersim.catalogue.price_lists import FOLDER, PriceList
from tigersim.catalogue.units import UnitsGiven, format_army, listed_units
from tigersim.core.enums import MAX_UNITS
from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.army_model import ArmyModel
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.play.forecast_misses import PRINTED, expected_miss, lists_with_model

SHIPPED = Path(__file__).resolve().parents[2] / "catalogue" / "data" / "army_model.json"
"""The model that comes along: the fit of ``experiments/022_what_an_army_is_worth.toml``."""

OF_LIST = "{}.army_model.json"
"""The model of battles by a list that comes along, next to the list: the last one of the study that made it."""
LIST = "list"
"""What provenance calls the list whose battles a model knows, where its misses were measured (``forecast_misses``)."""
OURS = {"forecast_by": "the model"}


@dataclass(frozen=True, eq=False)
class Forecast:
    """What is foretold of battles between army a and army b.

    armies: as text.
    p_win: chance of army a to win, a draw counting half.
    margin: VP of a minus VP of b, on average.  sd: VP, of one battle around it.
    gains: what one more of each unit changes for army a: columns ``unit``, ``vp`` more of margin, ``p_win`` more.
    missed: points of a hundred by which forecasts of such a chance missed true rates of wins, root mean square.
    provenance: of the model.
    """

    armies: tuple[str, str]
    p_win: float
    margin: float
    sd: float
    gains: pd.DataFrame
    missed: float
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def said(self) -> tuple[str, ...]:
        """The forecast in sentences."""
        ahead = f"{abs(self.margin):.1f} VP {'ahead' if self.margin >= 0 else 'behind'}"
        return (
            f"Foretold without a battle: army a wins {100 * self.p_win:.0f}%, a draw counting half, and is {ahead} on "
            f"average; {doubt(self.missed)}.",
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, ready for JSON."""
        return {
            **{f"army_{side}": army for side, army in zip("ab", self.armies, strict=True)},
            **{"p_win": self.p_win, "margin": self.margin, "sd": self.sd, "missed": self.missed},
            **{"gains": records(self.gains), "provenance": dict(self.provenance)},
        }

    def __str__(self) -> str:
        return " ".join(self.said)

    def __repr__(self) -> str:
        return str(self)


@lru_cache(maxsize=4)
def army_model(path: Path = SHIPPED) -> ArmyModel:
    """A model of armies from a file, by default the one that comes along.  Raises ``DataError``."""
    found = ArmyModel.load(path)
    return replace(found, provenance={LIST: PRINTED, **found.provenance}) if path == SHIPPED else found


def foretell(
    a: ArmyGiven,
    b: ArmyGiven,
    *,
    units: UnitsGiven | None = None,
    model: ArmyModel | None = None,
    rules: OneSide | None = None,
) -> Forecast:
    """Foretell battles of tacticians between two armies, on random tables of the mixed family.

    a, b: the armies, as ``"3 x M4 Sherman, Jeep [usa]"`` or lists of units.
    units: where names are looked up; default: the catalogue.
    model: by default the one that comes along.
    rules: of army a; what one more unit adds is told of those that they allow.

    Raises ``UnitNotFound`` for a unit that the model does not know, ``InvalidValue`` for an army without units or with
    too many, and what ``parse_army`` raises.
    """
    by = model or army_model()
    known = listed_units(units)
    chosen = [units_of(army, known) for army in (a, b)]
    for army in chosen:
        if not 1 <= len(army) <= MAX_UNITS:
            raise InvalidValue("army", f"{len(army)} units", f"1 to {MAX_UNITS}")
    keys = [[one.key for one in army] for army in chosen]
    counts = [np.bincount(by.numbers_of(army), minlength=len(by.units))[None].astype(np.float32) for army in keys]
    found = by.foretell_counts(*counts)
    gains = by.gains(*keys)
    table = pd.DataFrame({"unit": by.units, "vp": gains.margin, "p_win": gains.p_win})
    if rules is not None:
        more = {one.key for one in army_rules_of(rules).open_to(chosen[0], known)}
        table = table[table["unit"].isin(more)]
    first, second = (format_army(army, known) for army in chosen)
    return Forecast(
        (first, second),
        float(found.p_win[0]),
        float(found.margin[0]),
        float(found.sd[0]),
        table.sort_values("vp", ascending=False, ignore_index=True),
        missed(by, found.p_win),
        by.provenance,
    )


class ModelOf(NamedTuple):
    """A model of armies, and the list whose battles it knows: "" the printed costs, None not the one asked for."""

    model: ArmyModel
    name: str | None


def model_for(price_list: PriceList | None) -> ModelOf:
    """The model that knows battles by a list; that of printed costs, with no name, where none comes along."""
    if price_list is None:
        return ModelOf(army_model(), PRINTED)
    for name in lists_with_model():
        if PriceList.load(name) == price_list:
            return ModelOf(replace(army_model(FOLDER / OF_LIST.format(name)), provenance={LIST: name}), name)
    return ModelOf(army_model(), None)


def doubt(points: float, of: str = "") -> str:
    """How far forecasts are from the truth, in words.

    points: ``missed``, not a number where nobody has measured.  of: whose rate is meant.
    """
    if isnan(points):
        return "how far such forecasts miss has not been measured"
    return f"such forecasts miss the true rate{of} by {points:.0f} points (root mean square)"


def missed(model: ArmyModel, chances: npt.ArrayLike) -> float:
    """Points by which forecasts of these chances to win are to be expected to miss, root mean square.

    Of a model that does not come along: by which it missed in the study that fitted it, pairs of all kinds.
    """
    if LIST in model.provenance:
        return expected_miss(model.provenance[LIST], chances)
    rows = [one for one in model.provenance.get("kinds", ()) if OURS.items() <= one.items()]
    return float(rows[0]["missed"]) if rows else float("nan")
