"""Schemas of tables: columns, types, ranges, keys and intervals that readers rely on.

One ``Schema`` per table says what its readers rely on; columns that it does not name may be there, as long as they hold
numbers, texts or truth values.  ``table_of`` reads a file through one: what it returns can be formatted, sorted and
drawn, and whatever is wrong with the file is a ``DamagedFile`` that names it and the column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tigersim.errors import DamagedFile, brief, literal
from tigersim.files.documents import is_plain

if TYPE_CHECKING:
    import pandas as pd

MOST_TEXT = 2_000
"""Characters of one cell."""
MOST_NUMBER = 1e12
"""What no number of a table reaches, unless it may be infinite."""
MOST_WHOLE = 2**53
"""Beyond it whole numbers are not exact as numbers of a table."""


@dataclass(frozen=True)
class Column:
    """What a column may hold.

    kind: of its values.  low, high: the ends of what is allowed.  missing: whether a value may be.  endless: whether
    it may be infinite.  words: the only texts that are allowed, if any."""

    kind: Literal["text", "whole", "number", "flag"]
    low: float = -MOST_NUMBER
    high: float = MOST_NUMBER
    missing: bool = False
    endless: bool = False
    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """What may stand there, in words."""
        if self.kind == "text":
            said = ", ".join(self.words) or f"text of up to {MOST_TEXT:,} characters"
        elif self.kind == "flag":
            said = "true, false"
        else:
            what = "a whole number" if self.kind == "whole" else "a number"
            low = f" from {self.low:g}" if self.low > -MOST_NUMBER else ""
            high = f" to {self.high:g}" if self.high < MOST_NUMBER else ""
            said = what + low + high + (", infinite too" if self.endless else "")
        return said + (", or nothing" if self.missing else "")


def text(*words: str, missing: bool = False) -> Column:
    """A column of texts, or of these words only."""
    return Column("text", words=words, missing=missing)


def whole(low: float = 0, high: float = MOST_WHOLE, *, missing: bool = False) -> Column:
    """A column of whole numbers, by default from 0 up."""
    return Column("whole", low, high, missing)


def number(
    low: float = -MOST_NUMBER, high: float = MOST_NUMBER, *, missing: bool = False, endless: bool = False
) -> Column:
    """A column of finite numbers, unless they may be missing or infinite."""
    return Column("number", low, high, missing, endless)


def chance(*, missing: bool = False) -> Column:
    """A column of probabilities."""
    return Column("number", 0.0, 1.0, missing)


def flag() -> Column:
    """A column of truth values."""
    return Column("flag")


@dataclass(frozen=True)
class Schema:
    """What a table must be.

    columns: those that must be there.  key: columns that together tell the rows apart.  intervals: triples (low,
    value, high) of columns in order; "" for the value where there is none.  rows: the fewest.  whole: what must hold of
    the table as a whole: called with it, returns (column, problem) or None."""

    columns: Mapping[str, Column]
    key: tuple[str, ...] = ()
    intervals: tuple[tuple[str, str, str], ...] = ()
    rows: int = 0
    whole: Callable[[pd.DataFrame], tuple[str, str] | None] = field(default=lambda frame: None)

    def check(self, frame: pd.DataFrame, file: str) -> pd.DataFrame:
        """The table with the types that are named here.  Raises ``DamagedFile``."""
        names = _names(frame, file)
        if len(frame) < self.rows:
            raise DamagedFile(file, None, f"has {len(frame)} rows; at least {self.rows} are needed")
        if not len(frame):
            return self._empty(frame)
        missing = [name for name in self.columns if name not in names]
        if missing:
            raise DamagedFile(file, missing[0], "the column is missing")
        found = {name: _checked(frame[name], self.columns.get(name), file, name) for name in names}
        checked = frame.assign(**{name: values for name, values in found.items() if values is not None})
        self._keys(checked, file)
        self._intervals(checked, file)
        fault = self.whole(checked)
        if fault is not None:
            raise DamagedFile(file, *fault)
        return checked

    def _empty(self, frame: pd.DataFrame) -> pd.DataFrame:
        """A table without rows has all columns that its readers ask for."""
        import pandas as pd

        lacking = {name: column for name, column in self.columns.items() if name not in frame}
        columns = {name: pd.Series([], dtype=_TYPES[column.kind]) for name, column in lacking.items()}
        return frame.assign(**columns)

    def _keys(self, frame: pd.DataFrame, file: str) -> None:
        if self.key and frame.duplicated(list(self.key)).any():
            row = int(frame.duplicated(list(self.key)).to_numpy().argmax())
            twice = ", ".join(brief(frame[name].iloc[row]) for name in self.key)
            raise DamagedFile(file, self.key[-1], f"row {row} holds '{twice}' for the second time")

    def _intervals(self, frame: pd.DataFrame, file: str) -> None:
        for names in self.intervals:
            columns = [name for name in names if name]
            for first, second in pairwise(columns):
                # a comparison with what is missing is never true
                wrong = (frame[first] > frame[second] + TOUCH).to_numpy()
                if wrong.any():
                    row = int(wrong.argmax())
                    raise DamagedFile(file, second, f"row {row} holds less than its '{first}'")


TOUCH = 1e-9
"""Ends of an interval may miss each other by so much: they are computed apart."""
NUMBERS = Schema({})
"""A table of which nothing is known but that people read it."""


def _names(frame: pd.DataFrame, file: str) -> list[str]:
    for name in frame.columns:
        if not isinstance(name, str) or not name.isprintable() or len(name) > 100:
            raise DamagedFile(file, None, f"has a column called {literal(name)}")
    if not frame.columns.is_unique:
        raise DamagedFile(file, str(frame.columns[frame.columns.duplicated()][0]), "names two columns")
    return list(frame.columns)


def _checked(values: pd.Series[Any], column: Column | None, file: str, name: str) -> Any:
    """The values with the type of their column, None where they have it."""
    try:
        plain = values.tolist()
    except Exception as error:  # text is decoded now, and damaged text is anybody's error
        raise DamagedFile(file, name, f"cannot be read: {brief(error)}") from None
    kind = _kind(plain) if column is None else column.kind
    rule = column or Column(kind, -inf, inf, missing=True, endless=True)
    fits = _FITS[kind]
    for row, value in enumerate(plain):
        if (_is_missing(value) and not rule.missing) or not (_is_missing(value) or fits(value, rule)):
            what = "is missing" if _is_missing(value) else f"is {literal(value)}"
            raise DamagedFile(file, name, f"row {row} {what}; allowed: {rule.allowed}")
    if column is None or values.dtype in _KEPT[kind]:
        return None
    return values.astype("float64" if rule.missing and kind == "whole" else _TYPES[kind])


_TYPES: dict[str, Any] = {"text": "object", "whole": "int64", "number": "float64", "flag": "bool"}
_KEPT = {"text": ("object", "str"), "whole": ("int64",), "number": ("int64", "float64"), "flag": ("bool",)}
"""Types that a column of a kind may keep; of others it gets that of ``_TYPES``."""


def _kind(plain: Sequence[Any]) -> Literal["text", "whole", "number", "flag"]:
    """The kind of a column that no schema names."""
    some = next((value for value in plain if not _is_missing(value)), None)
    if isinstance(some, bool):
        return "flag"
    return "number" if isinstance(some, int | float) else "text"


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)  # noqa: PLR0124  (nan alone is unequal to itself)


def _is_text(value: Any, rule: Column) -> bool:
    if not isinstance(value, str) or len(value) > MOST_TEXT or not is_plain(value):
        return False
    return not rule.words or value in rule.words


def _is_number(value: Any, rule: Column) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return rule.low <= value <= rule.high or (rule.endless and abs(value) == inf)


def _is_whole(value: Any, rule: Column) -> bool:
    return _is_number(value, rule) and value == int(value)


_FITS: dict[str, Callable[[Any, Column], bool]] = {
    "text": _is_text,
    "number": _is_number,
    "whole": _is_whole,
    "flag": lambda value, rule: isinstance(value, bool),
}


def table_of(path: Path, schema: Schema = NUMBERS) -> pd.DataFrame:
    """The checked table of a file.  Raises ``OSError`` for none, ``DamagedFile`` naming it."""
    import pandas as pd

    with path.open("rb"):  # what is not there is another matter than what is damaged
        pass
    try:
        frame = pd.read_csv(path) if path.suffix == ".csv" else pd.read_parquet(path)
    except Exception as error:  # damaged bytes make these readers raise anything
        raise DamagedFile(str(path), None, f"is no {path.suffix[1:]} file: {brief(error)}") from None
    return schema.check(frame, str(path))


def matrix_of(path: Path, names: Sequence[str]) -> pd.DataFrame:
    """A table of variances and covariances of ``names``.  Raises as ``table_of`` does."""
    import numpy as np

    file = str(path)
    frame = table_of(path, Schema({name: number(missing=True) for name in names}))
    if list(frame.columns) != list(names) or len(frame) != len(names):
        raise DamagedFile(file, None, "its rows and columns are not those of the list beside it")
    values = frame.to_numpy(dtype=np.float64)
    own = np.diagonal(values)
    for row in np.flatnonzero(own < 0).tolist():
        raise DamagedFile(file, names[row], f"row {row} is {own[row]:g}; a variance is 0 or more")
    known = np.isfinite(values)
    size = np.sqrt(np.outer(own, own))
    wrong = (known != known.T) | (np.abs(values - values.T) > 1e-9 * size) | (np.abs(values) > (1 + 1e-6) * size)
    for row, column in np.argwhere(wrong).tolist():
        raise DamagedFile(file, names[column], f"row {row} is no covariance of these two")
    return frame
