"""What the units are worth: the result of a set of battles, as tables, picture and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from tigersim.catalogue.lists import REFERENCE, WORTH, run_folder
from tigersim.errors import NoResults, named
from tigersim.files.atomic import write_whole
from tigersim.files.documents import is_folder
from tigersim.files.schemas import matrix_of, table_of
from tigersim.game.restrictions import player_name
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.estimate.mispricing import VERDICTS
from tigersim.pricing.report.findings import kind_of
from tigersim.pricing.report.saving import ABOUT, save_tables
from tigersim.pricing.report.schemas import (
    CONDITIONS,
    DETAIL,
    PRICES,
    REPLAYS,
    WORTHS,
    OfPrices,
    check_alike,
    provenance,
)
from tigersim.registry import draw

if TYPE_CHECKING:
    from matplotlib.axes import Axes

OTHERS = {"conditions": CONDITIONS, "replays": REPLAYS}
"""Tables that not every list has."""
LISTS_OF_PRICES = f"give the folder of a run of `tigersim prices`, or the installed one, {WORTH}"


@dataclass(frozen=True)
class Prices:
    """What every unit seems to be worth, in VP, with 95% intervals.

    table: one row per unit; columns ``nation name cost delta delta_low delta_high price price_low price_high range_low
    range_high verdict theta theta_se n``.  delta: worth minus cost, the other prices staying as printed, beyond 3 VP a
    direction (see ``report.answers``); price: the list at which every unit brings what it costs; theta:
    VP of margin that one more such unit brings; n: appearances.  What the battles cannot support is missing, the reason
    stands in ``notes``.

    traits, classes: ``trait printed worth low high units``.  detail: per unit the chance to die, the p-value behind the
    verdict, the nearest whole price with its probability, the places among the bargains that the errors leave open
    (``rank_best``, ``rank_worst``), and the price drawn towards what class and traits say (``shrunk``).  covariance: of
    delta, (U, U), VP squared.  conditions: the same prices under other conditions, where they were asked for
    (``report.ranges``); else no rows.  replays: units far from their cost, played again at other prices
    (``pricing.play.closing``); else no rows.
    """

    table: pd.DataFrame
    traits: pd.DataFrame
    classes: pd.DataFrame
    detail: pd.DataFrame
    covariance: pd.DataFrame
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)
    conditions: pd.DataFrame = field(default_factory=pd.DataFrame)
    replays: pd.DataFrame = field(default_factory=pd.DataFrame)

    @property
    def verdicts(self) -> Verdicts:
        """Units by verdict, the most mispriced first."""
        order = self.table["delta"].abs().sort_values(ascending=False, kind="stable").index
        names = self.detail["key"]
        said = self.table["verdict"]
        return Verdicts({v: [str(names[i]) for i in order if said[i] == v] for v in VERDICTS})

    @property
    def half_width_95(self) -> float:
        """VP; 95% of the units have an interval of delta at most this much to either side."""
        half = 0.5 * (self.table["delta_high"] - self.table["delta_low"])
        return float(half.quantile(0.95)) if half.notna().all() else float("inf")

    @property
    def summary(self) -> str:
        """One line that says what the prices rest on."""
        parts = [f"{self.provenance.get('battles', 0):,} battles", f"{len(self.table)} units"]
        for name in ("tables", "players", "ruleset", "seed", "seeds"):
            value = self.provenance.get(name)
            if value is not None:
                parts.append(self._said(name, value))
        return ", ".join(parts)

    def _said(self, name: str, value: Any) -> str:
        if name == "tables":
            return f"{value:,} tables"
        if name == "seeds":
            return f"seeds {' and '.join(map(str, value))}"
        return f"{name} {self._players(value) if isinstance(value, list | tuple) else value}"

    def _players(self, players: Sequence[str]) -> str:
        """The players, with what they are forbidden if anything is."""
        forbidden = self.provenance.get("forbid", [()] * len(players))
        names = " against ".join(player_name(str(who), what) for who, what in zip(players, forbidden, strict=True))
        return f"{names} (who go by a list of their own)" if self.provenance.get("believed") else names

    @property
    def health(self) -> pd.DataFrame:
        """How the players fared (``lab.Health.frame``); no rows for battles from elsewhere."""
        return pd.DataFrame(self.provenance.get("health", []))

    def efficiency(self, reference: str = REFERENCE) -> pd.DataFrame:
        """What a VP of every unit brings, in percent of a VP of a reference unit.

        reference: the name of a unit of the run (``pricing.report.efficiency``).

        Raises ``UnitNotFound``, and ``InvalidValue`` for a reference that is not priced.
        """
        from tigersim.pricing.report.efficiency import efficiencies  # it knows of prices itself

        return efficiencies(self, reference)

    def plot(self, ax: Axes | None = None) -> Axes:
        """The units ranked by mispricing, with intervals."""
        axes: Axes = draw("prices", self, ax=ax)
        return axes

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and lists, ready for JSON; missing values are None."""
        return {
            "table": records(self.table),
            "traits": records(self.traits),
            "classes": records(self.classes),
            "verdicts": self.verdicts.counts,
            "notes": list(self.notes),
            "provenance": dict(self.provenance),
        }

    def save(self, folder: str | Path) -> Path:
        """Write the tables as parquet files and, last, ``provenance.json``.

        Files: ``prices``, ``traits``, ``classes``, ``detail``, ``covariance``, and ``conditions`` and ``replays`` where
        there are any.  The last file stands next to tables of its own making only.  Raises ``RunError``; a list that
        was there before then stays, unless files could not be moved.
        """
        tables = {"prices": self.table, "traits": self.traits, "classes": self.classes, "detail": self.detail}
        about = {**self.provenance, "notes": list(self.notes), "verdicts": self.verdicts.counts}
        return save_tables(folder, {**tables, "covariance": self.covariance, **self._others()}, about, "prices")

    def _others(self) -> dict[str, pd.DataFrame]:
        """The tables that not every list has, by name."""
        others = {name: getattr(self, name) for name in OTHERS}
        return {name: frame for name, frame in others.items() if len(frame)}

    def write_csv(self, folder: str | Path) -> None:
        """``prices.csv``, with what to print, ``traits.csv``, ``classes.csv``: four decimals."""
        from tigersim.pricing.report.answers import with_answers  # they know of prices themselves
        from tigersim.pricing.report.settled import settled_for

        prices = with_answers(self, settled_for(self))
        tables = {"prices": prices, "traits": self.traits, "classes": self.classes, **self._others()}
        for name, frame in tables.items():
            write_whole(Path(folder) / f"{name}.csv", partial(frame.to_csv, index=False, float_format="%.4f"))

    @classmethod
    def load(cls, folder: str | Path) -> Prices:
        """What ``save`` wrote, in a folder or installed under that name (``catalogue.lists``).

        Raises ``RunError`` where a file is missing or damaged.
        """
        place = run_folder(folder)
        if not is_folder(place):
            raise NoResults(f"{named(place)} holds no finished price list; {LISTS_OF_PRICES}")
        if (kind := kind_of(place)) is not None:
            raise NoResults(f"{named(place.name)} is a study of kind '{kind}', not a run of prices; {LISTS_OF_PRICES}")
        try:
            about = provenance(place / ABOUT, OfPrices)
            table, traits, classes, detail = (
                table_of(place / f"{name}.parquet", schema)
                for name, schema in (("prices", PRICES), ("traits", WORTHS), ("classes", WORTHS), ("detail", DETAIL))
            )
            files = {name: place / f"{name}.parquet" for name in OTHERS}
            more = {name: table_of(path, OTHERS[name]) for name, path in files.items() if path.exists()}
            check_alike(table, detail, more.get("conditions", pd.DataFrame()), place)
            covariance = matrix_of(place / "covariance.parquet", list(detail["key"]))
        except OSError as error:
            problem = f"{Path(str(error.filename)).name}: {error.strerror}"
            raise NoResults(f"{named(place)} holds no finished price list: {problem}") from None
        notes = tuple(about.pop("notes"))
        del about["verdicts"]
        return cls(table, traits, classes, detail, covariance, notes, about, **more)

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {name}" for name, count in self.verdicts.counts.items())
        return f"<Prices: {self.summary}; {counts}>"


class Verdicts(dict[str, list[str]]):
    """Keys of the units by verdict; ``counts`` says how many."""

    @property
    def counts(self) -> dict[str, int]:
        return {name: len(units) for name, units in self.items()}
