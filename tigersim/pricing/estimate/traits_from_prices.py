"""Stage two: what a class of units, an advantage, a disadvantage or a note is worth.

    worth of unit i = worth of its class + sum of the worths of its traits + residual,   residual ~ N(0, s^2)

The worths of stage one come with a known covariance V; the fit is generalised least squares with V + s^2 I, and s^2 is
estimated by restricted maximum likelihood (REML).  Worth is not censored: a unit whose printed sum fell below 1 VP and
was raised to it enters with its own worth, so traits are compared with the sum as printed, before it is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy
from scipy import linalg

from tigersim.catalogue.traits import traits as vocabulary
from tigersim.errors import InvalidValue, TraitNotFound
from tigersim.pricing.estimate.arrays import Floats
from tigersim.statistics import student

COLUMNS = ("trait", "printed", "worth", "low", "high", "units")
NEEDED = ("type", "base_vp", "advantages", "disadvantages")
FLAGS = {
    "improved": "improved",
    "howitzer": "heavy_howitzer",
    "forward_only": "forward_only",
    "amphibious": "amphibious",
    "wheeled": "wheeled",
    "mg_only": "mg_only",
    "mg_optional": "mg_optional",
}
"""Columns of a unit that say yes or no, and the trait they stand for."""
LEAST, TINY = 1e-4, 1e-6
"""The least residual that is looked for: this part of the spread of the worths, and in VP."""
ALIKE = 1e-8
"""A column shorter than this, apart from what the columns before it explain, is told by them."""


@dataclass(frozen=True)
class Decomposition:
    """Tables (``COLUMNS``; VP, 95% intervals) of traits and of classes; residual_sd: s, in VP.

    shrunk: the worths drawn towards what class and traits say (``shrinkage``), (U,), VP; NaN where they cannot be.
    """

    traits: pd.DataFrame
    classes: pd.DataFrame
    residual_sd: float
    notes: tuple[str, ...]
    shrunk: Floats | float = np.nan


def decompose(frame: pd.DataFrame, worth: Floats, cov: Floats) -> Decomposition:
    """Split worths (U,) of units (rows of ``ts.units()``) into classes and traits.

    Where the frame lacks the columns, or there are not more units than traits, the tables are empty and a note says so.
    """
    missing = [column for column in NEEDED if column not in frame]
    if missing:
        return _nothing(f"no trait table: the list of units has no column {', '.join(missing)}")
    known = np.isfinite(worth)
    shrunk = np.full(len(worth), np.nan)
    frame, worth, cov = frame[known], worth[known], cov[np.ix_(known, known)]
    design, pooled = _design(frame)
    kept, implied = _independent(design)
    names = [str(name) for name in design]
    if len(worth) <= len(kept):
        return _nothing(f"no trait table: {len(worth)} priced units do not exceed {len(kept)} classes and traits")
    x = design.iloc[:, kept].to_numpy()
    coef, coef_cov, variance = reml(x, worth, cov)
    shrunk[known] = towards(x @ coef, worth, cov, variance)
    half = student.quantile(0.975, len(worth) - len(kept)) * np.sqrt(np.diagonal(coef_cov))
    rows = {names[place]: (coef[k], coef[k] - half[k], coef[k] + half[k]) for k, place in enumerate(kept)}
    classes = {str(name): vp for name, vp in zip(frame["type"], frame["base_vp"], strict=True)}
    printed = {name: trait.vp for name, trait in vocabulary().items()}
    table = pd.DataFrame(
        [
            (
                name,
                classes[name] if name in classes else sum(printed[part] for part in name.split(" + ")),
                *rows.get(name, (np.nan,) * 3),
                int((design[name] != 0).sum()),
            )
            for name in names
        ],
        columns=list(COLUMNS),
    )
    is_class = table["trait"].isin(list(classes))
    notes = _notes(table[~is_class], [names[place] for place in implied], pooled) + _raised(frame)
    return Decomposition(
        table[~is_class].reset_index(drop=True),
        table[is_class].reset_index(drop=True),
        float(np.sqrt(variance)),
        notes,
        shrunk,
    )


def towards(expected: Floats, worth: Floats, cov: Floats, variance: float) -> Floats:
    """Best linear prediction of worths, ``variance`` being theirs around ``expected``."""
    whole = cov + variance * np.eye(len(worth))
    return np.asarray(expected + variance * linalg.solve(whole, worth - expected, assume_a="pos"))


def class_and_trait_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """One 0-1 column per class and trait that tells something new: (U, k) of full rank.

    frame: the units, rows of ``ts.units()``.

    Raises ``InvalidValue`` where the frame lacks the columns, and ``TraitNotFound``.
    """
    missing = [column for column in NEEDED if column not in frame]
    if missing:
        raise InvalidValue("list of units", f"without {', '.join(missing)}", f"the columns {', '.join(NEEDED)}")
    design, _ = _design(frame)
    return design.iloc[:, _independent(design)[0]]


def reml(x: Floats, y: Floats, known: Floats) -> tuple[Floats, Floats, float]:
    """y = x b + e, e ~ N(0, known + s^2 I): coefficients, covariance and s^2 (REML)."""

    def fit(variance: float) -> tuple[Floats, Floats, float]:
        factor = linalg.cholesky(known + variance * np.eye(len(y)), lower=True)
        white_x = linalg.solve_triangular(factor, x, lower=True)
        white_y = linalg.solve_triangular(factor, y, lower=True)
        q, r = np.linalg.qr(white_x)
        coef = linalg.solve_triangular(r, q.T @ white_y)
        left = white_y - white_x @ coef
        logs = np.log(np.diagonal(factor)).sum() + np.log(np.abs(np.diagonal(r))).sum()
        inverse = linalg.solve_triangular(r, np.eye(len(coef)))
        return coef, inverse @ inverse.T, float(logs + 0.5 * left @ left)

    spread = float(np.sqrt(np.mean((y - y.mean()) ** 2)))
    # not from 0: the worths of stage one share the level of the printed list, so known alone may be singular
    low, high = max(LEAST * spread, TINY), max(3 * spread, 2 * TINY)
    best = scipy.optimize.minimize_scalar(lambda s: fit(s * s)[2], bounds=(low, high), method="bounded")
    variance = float(best.x) ** 2
    return *fit(variance)[:2], variance


def _design(frame: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """One column per class and trait that occurs; traits that always go together are one."""
    columns = {name: (frame["type"] == name).to_numpy() for name in frame["type"].unique()}
    for name in {trait for column in ("advantages", "disadvantages") for mine in frame[column] for trait in mine}:
        if name not in vocabulary():
            raise TraitNotFound(name, vocabulary(), where="the list of units")
    of_trait = traits_of(frame)
    same: dict[bytes, str] = {}
    for trait in vocabulary():
        column = np.array([trait in mine for mine in of_trait])
        if not column.any():
            continue
        first, name = same.get(column.tobytes()), trait
        if first is not None:
            del columns[first]
            name = f"{first} + {trait}"
        same[column.tobytes()] = name
        columns[name] = column
    return pd.DataFrame(columns).astype(np.float64), [name for name in columns if " + " in name]


def traits_of(frame: pd.DataFrame) -> list[set[str]]:
    """Advantages, disadvantages and notes of units (rows of ``ts.units()``)."""
    rows = zip(frame["advantages"], frame["disadvantages"], _noted(frame), strict=True)
    return [{*advantages, *disadvantages} | noted for advantages, disadvantages, noted in rows]


def _noted(frame: pd.DataFrame) -> list[set[str]]:
    """The notes of each unit, in the vocabulary of traits."""
    found: list[set[str]] = []
    for row in frame.to_dict("records"):
        mine = {trait for column, trait in FLAGS.items() if row.get(column) in (True,)}
        gun, hull, armor = (row.get(column) for column in ("gun", "hull_gun", "armor"))
        if isinstance(hull, str):
            mine.add("two_guns")
        elif isinstance(gun, str):
            mine.add(f"{gun}_gun")
        if isinstance(armor, str):
            mine.add(f"{armor}_armor")
        if row.get("machine_guns", 0) and not mine & {"mg_only", "mg_optional", "two_guns"}:
            mine.add("mg")
        found.append(mine)
    return found


def _independent(design: pd.DataFrame) -> tuple[list[int], list[int]]:
    """Places of the columns that tell something new, in order, and of the others."""
    kept: list[int] = []
    implied: list[int] = []
    basis = np.zeros((len(design), 0))
    for place, name in enumerate(design):
        column = design[name].to_numpy()
        rest = column - basis @ (basis.T @ column)
        rest -= basis @ (basis.T @ rest)
        length = np.linalg.norm(rest)
        if length > ALIKE * np.linalg.norm(column):
            kept.append(place)
            basis = np.column_stack([basis, rest / length])
        else:
            implied.append(place)
    return kept, implied


def _notes(table: pd.DataFrame, implied: Sequence[str], pooled: Sequence[str]) -> tuple[str, ...]:
    single = [name for name, units in zip(table["trait"], table["units"], strict=True) if units == 1]
    notes = []
    if single:
        names = ", ".join(single).replace("_", " ")
        notes.append(f"traits of one unit only, not to be told from that unit's own peculiarities: {names}")
    if pooled:
        notes.append(f"traits that always go together, worth given for both: {', '.join(pooled)}")
    if implied:
        notes.append(f"no worth of its own, since classes and other traits tell it: {', '.join(implied)}")
    return tuple(note.replace("_", " ") for note in notes)


def _raised(frame: pd.DataFrame) -> tuple[str, ...]:
    """A note that names the units whose printed sum is below the cost that they are given."""
    if "cost" not in frame or "name" not in frame:
        return ()
    units = zip(
        frame["name"], frame["base_vp"], frame["advantages"], frame["disadvantages"], frame["cost"], strict=True
    )
    raised = [name for name, base, plus, minus, cost in units if base + len(plus) - len(minus) < cost]
    if not raised:
        return ()
    return (f"their printed sum is below 1 VP, they enter the trait table with their own worth: {', '.join(raised)}",)


def _nothing(note: str) -> Decomposition:
    empty = pd.DataFrame({column: pd.Series(dtype=object if column == "trait" else float) for column in COLUMNS})
    return Decomposition(empty, empty.copy(), float("nan"), (note,))
