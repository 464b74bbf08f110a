"""Price lists in whole VP: printed, revised by a finished run, or from a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from tigersim.catalogue.lists import run_folder
from tigersim.catalogue.price_lists import IN_FOLDER, PriceList, price_lists
from tigersim.catalogue.unit_file import delimiter
from tigersim.errors import DataError, InvalidValue, NoResults, RunError, named
from tigersim.files.documents import is_file, is_folder
from tigersim.lab.design import MOST_PRICE, Design
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.mispricing import whole_vp
from tigersim.pricing.report.belief import Belief
from tigersim.pricing.report.findings import Findings, kind_of
from tigersim.pricing.report.result import Prices
from tigersim.pricing.report.saving import ABOUT

PRINTED = "printed"
REVISED = "revised"


def finished(folder: str | Path) -> Prices:
    """The price list of a run, in a folder or installed.  Raises ``RunError``."""
    place = run_folder(folder)
    if is_folder(place) and not is_file(place / ABOUT):
        mend = "run `tigersim prices` first and give its folder (--worth)"
        raise NoResults(f"{named(place)} holds no finished price list; {mend}")
    return Prices.load(folder)


def rows_of(prices: Prices, design: Design) -> list[int]:
    """Where the units of a design stand in a price list.  Raises ``InvalidValue``."""
    at = {key: row for row, key in enumerate(prices.detail["key"])}
    missing = [unit.key for unit in design.units if unit.key not in at]
    if missing:
        raise InvalidValue("worth", f"a list without {', '.join(missing[:3])}", "a run that prices all units played")
    return [at[unit.key] for unit in design.units]


def belief_at(prices: Prices, design: Design) -> Belief:
    """What a price list says of the units of a design at the costs that the design plays by."""
    rows, whole = rows_of(prices, design), Belief.of(prices)
    here = Belief(whole.mean[rows], whole.cov[np.ix_(rows, rows)], whole.mortality[rows])
    return here.repriced(design.costs - prices.table["cost"].to_numpy(dtype=np.int64)[rows])


def revised_prices(prices: Prices, design: Design) -> Integers:
    """The revised list in whole VP, at least 1, (U,).  Raises ``InvalidValue``."""
    return _whole(prices.table["price"].to_numpy(dtype=float)[rows_of(prices, design)], "worth")


def whole_list(name: str, worth: Prices, design: Design) -> Integers:
    """The prices called ``name``, (U,), whole VP.

    name: "printed"; "revised", of ``worth``; a folder, or an installed list by name: revised there (``list_in``); a CSV
    file with the columns ``key`` and ``price``.
    worth: a finished list.
    design: whose units are priced.

    Raises ``RunError``, ``DataError`` or ``InvalidValue``.
    """
    if name == PRINTED:
        return np.asarray(design.costs)
    if name == REVISED:
        return revised_prices(worth, design)
    if Path(name).suffix == ".csv":
        return _from_file(Path(name), design)
    return _whole(list_in(name, design), name)


def list_to_play(name: str) -> PriceList | None:
    """The list to play by that is called so: one that comes along, a TOML file, or the folder of a study of one.

    None for a name of another kind.  Raises what ``PriceList.load`` raises.
    """
    meant = name in price_lists() or Path(name).suffix == ".toml" or is_file(Path(name) / IN_FOLDER)
    return PriceList.load(name) if meant else None


def list_in(folder: str | Path, design: Design) -> Floats:
    """A list from a folder of prices or of a study "equilibrium".  Raises ``RunError``."""
    if kind_of(folder) is None:
        prices = finished(folder)
        return prices.table["price"].to_numpy(dtype=np.float64)[rows_of(prices, design)]
    table = Findings.load(folder).tables.get("list")
    if table is None or not {"name", "nation", "price"} <= set(table):
        raise NoResults(f"{named(folder)} holds no revised list; make one with an experiment of kind 'equilibrium'")
    price = {f"{row.name} [{row.nation}]": row.price for row in table.itertuples(index=False)}
    missing = [unit.key for unit in design.units if unit.key not in price]
    if missing:
        raise RunError(f"the revised list in {folder} has no price of {', '.join(missing[:3])}")
    return np.array([price[unit.key] for unit in design.units], dtype=np.float64)


def _from_file(path: Path, design: Design) -> Integers:
    try:
        mark = delimiter(path.read_text(encoding="utf-8-sig"))
        # where columns are parted by semicolons, prices have a comma
        frame = pd.read_csv(path, sep=mark, decimal="," if mark == ";" else ".", encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise DataError(str(path), None, None, " ".join(str(error).split())) from None
    for column in ("key", "price"):
        if column not in frame:
            raise DataError(str(path), None, column, "the column is missing")
    given = dict(zip(frame["key"], pd.to_numeric(frame["price"], errors="coerce"), strict=True))
    missing = [unit.key for unit in design.units if unit.key not in given]
    if missing:
        raise DataError(str(path), None, "key", f"no price for {', '.join(missing[:3])}")
    return _whole(np.array([given[unit.key] for unit in design.units], dtype=float), str(path))


def _whole(prices: Floats, field: str) -> Integers:
    if not np.isfinite(prices).all() or prices.max() > MOST_PRICE:
        raise InvalidValue(field, "a list with missing or boundless prices", f"prices up to {MOST_PRICE} VP")
    return whole_vp(prices)
