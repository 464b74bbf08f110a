"""Battles as pricing sees them: armies, tables, deaths and the margin in VP.

Armies are kept by slot, not as one column per unit: 147 columns would be nine tenths zeros.  ``difference`` and
``signed_counts`` spread them out, a block at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import repeat
from typing import Any, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from tigersim.errors import InvalidValue, check_names
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.roster import Roster

SIGN = np.array([1.0, -1.0])
"""What a unit of side a and of side b adds to a difference between the sides."""


class OptionalColumns(TypedDict, total=False):
    """Columns of a ``BattleTable`` that not every table of battles has; None = unknown."""

    table: npt.ArrayLike | None
    attacker: npt.ArrayLike | None
    edge: npt.ArrayLike | None
    winner: npt.ArrayLike | None
    dead: npt.ArrayLike | None
    hazard: npt.ArrayLike | None
    chance: npt.ArrayLike | None
    pair: npt.ArrayLike | None


@dataclass(frozen=True, eq=False)
class BattleTable:
    """N battles between units of one roster; S slots a side, empty slots hold unit number -1.

    army: unit numbers, (N, 2, S).
    margin: VP of side a minus VP of side b, (N,).
    table: number of the table of each battle, (N,), from 0 up; all 0 where tables are unknown.
    attacker: +1 if side a attacked (moved first), -1 if side b did, 0 where unknown.
    edge: +1 where side a stands at the table's first edge, -1 where at the other; the effect of a table is the
    advantage of its first edge.
    winner: +1 side a, -1 side b, 0 a draw.
    dead: how many units of the slot died, (N, 2, S), or None.
    hazard: sum over all die rolls of the chance that the unit of the slot died by that roll, given that it lived,
    (N, 2, S), or None; its expectation is that of ``dead``.
    chance: other sums over what chance decided, result minus expectation, for side a and against side b, (N, K), or
    None; their expectation is 0 whatever the players do.
    pair: battles with the same number share their armies and are not independent, or None.
    """

    roster: Roster
    army: npt.NDArray[np.int16]
    margin: Floats
    table: npt.NDArray[np.int32]
    attacker: npt.NDArray[np.int8]
    edge: npt.NDArray[np.int8]
    winner: npt.NDArray[np.int8]
    dead: npt.NDArray[np.uint8] | None = None
    hazard: Floats | None = None
    chance: npt.NDArray[np.float32] | None = None
    pair: npt.NDArray[np.int64] | None = None

    @classmethod
    def from_slots(
        cls, army: npt.ArrayLike, margin: npt.ArrayLike, *, units: object = None, **optional: Unpack[OptionalColumns]
    ) -> BattleTable:
        """Battles from arrays, checked; shapes as in the class.

        army: unit numbers, (N, 2, S), -1 = empty slot.
        margin: VP of side a minus VP of side b, (N,).
        units: anything that ``Roster.of`` takes.
        optional: further columns.  Unless given the winner follows from the margin, and side a is at the first edge.

        Raises ``UnknownName`` for a column that there is not, ``InvalidValue`` for shapes that do not fit, unit numbers
        out of range, and a margin, death or hazard that is no number.
        """
        check_names(optional, OptionalColumns.__annotations__, "column of battles")
        roster = Roster.of(units)
        slots = np.ascontiguousarray(army, dtype=np.int16)
        if slots.ndim != 3 or slots.shape[1] != 2:
            raise InvalidValue("army", f"an array of shape {slots.shape}", "shape (battles, 2 sides, slots)")
        if slots.size and not (-1 <= slots.min() and slots.max() < len(roster)):
            raise InvalidValue("army", f"{slots.min()} to {slots.max()}", f"unit numbers 0 to {len(roster) - 1}, or -1")
        n = len(slots)
        vp = _column("margin", margin, np.float64, (n,))
        usual = {"table": np.zeros(n), "attacker": np.zeros(n), "edge": np.ones(n), "winner": np.sign(vp)}
        given: dict[str, Any] = usual | {name: values for name, values in optional.items() if values is not None}
        forms: dict[str, tuple[Any, ...]] = {
            "table": (np.int32, (n,), 0),
            "attacker": (np.int8, (n,), -1, 1),
            "edge": (np.int8, (n,), -1, 1),
            "winner": (np.int8, (n,), -1, 1),
            "dead": (np.uint8, slots.shape, 0),
            "hazard": (np.float64, slots.shape, 0),
            "chance": (np.float32, (n, *np.shape(given.get("chance", 0))[-1:])),
            "pair": (np.int64, (n,)),
        }
        checked = {name: _column(name, given[name], *form) for name, form in forms.items() if name in given}
        return cls(roster=roster, army=slots, margin=vp, **checked)

    def __len__(self) -> int:
        return len(self.margin)

    def _known(self) -> Iterator[tuple[str, Any]]:
        """The columns with one row per battle that are known, by name."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                yield field.name, value

    def columns(self) -> frozenset[str]:
        """The columns that are known."""
        return frozenset(name for name, _ in self._known())

    @property
    def chances(self) -> int:
        """K: how many sums over chance each battle carries."""
        return 0 if self.chance is None else self.chance.shape[1]

    def rows(self, index: slice | Integers) -> BattleTable:
        """Some of the battles."""
        some: dict[str, Any] = {name: value[index] for name, value in self._known()}
        return replace(self, **some)

    @property
    def difference(self) -> npt.NDArray[np.int8]:
        """X: units of side a minus units of side b, shape (N, U)."""
        return signed_counts(self.army, np.ones(self.army.shape), len(self.roster)).astype(np.int8)

    @property
    def conceded(self) -> Floats:
        """D: deaths of side b less those of side a, (N, U); D @ cost is VP by deaths."""
        if self.dead is None:
            raise InvalidValue("dead", None, "battles with deaths")
        return -signed_counts(self.army, self.dead, len(self.roster))

    def luck(self) -> npt.NDArray[np.float64] | None:
        """Deaths beyond their expectation, by slot (N, 2, S): 0 on average whatever the players do."""
        return None if self.dead is None or self.hazard is None else self.dead - self.hazard


def signed_counts(army: npt.NDArray[np.int16], weight: npt.ArrayLike, units: int, sign: Floats = SIGN) -> Floats:
    """Sum of ``weight`` (N, 2, S) by unit, times the sign of the side, (N, ``units``)."""
    n, _, slots = army.shape
    place = army.reshape(n, 2 * slots).astype(np.intp) + (1 + np.arange(n)[:, None] * (units + 1))
    signed = np.asarray(weight, dtype=np.float64) * sign[:, None]
    spread = np.bincount(place.ravel(), weights=signed.ravel(), minlength=n * (units + 1))
    return spread.reshape(n, units + 1)[:, 1:].astype(np.float64, copy=False)


def joined(parts: Sequence[BattleTable]) -> BattleTable:
    """Several tables of one roster as one, slots padded.  Raises ``InvalidValue``."""
    if len(parts) == 1:
        return parts[0]
    names = [part.columns() for part in parts]
    if any(part.roster.keys != parts[0].roster.keys for part in parts):
        raise InvalidValue("battles", "parts with different units", "one list of units for all parts")
    if any(name != names[0] for name in names):
        odd = sorted(frozenset.union(*names) - frozenset.intersection(*names))
        raise InvalidValue("battles", f"parts with and without {', '.join(odd)}", "the same columns in all parts")
    width = max(part.army.shape[2] for part in parts)
    columns: dict[str, Any] = {
        name: np.concatenate([_padded(name, getattr(part, name), width) for part in parts])
        for name, _ in parts[0]._known()
    }
    return replace(parts[0], **columns)


def blocks(parts: Iterable[BattleTable], size: int) -> Iterator[BattleTable]:
    """The battles of all parts in order, ``size`` at a time; the last block may be smaller."""
    return sized(parts, repeat(size))


def sized(parts: Iterable[BattleTable], sizes: Iterator[int]) -> Iterator[BattleTable]:
    """The battles of all parts in order, in blocks of these sizes (the last may be smaller)."""
    waiting: list[BattleTable] = []
    count, size = 0, next(sizes)
    for part in parts:
        start = 0
        while start < len(part):
            piece = part.rows(slice(start, start + size - count))
            waiting.append(piece)
            count += len(piece)
            start += len(piece)
            if count == size:
                yield joined(waiting)
                waiting, count, size = [], 0, next(sizes, size)
    if waiting:
        yield joined(waiting)


def _padded(name: str, slots: npt.NDArray[Any], width: int) -> npt.NDArray[Any]:
    if slots.ndim != 3 or slots.shape[2] == width:
        return slots
    empty = -1 if name == "army" else 0
    return np.pad(slots, ((0, 0), (0, 0), (0, width - slots.shape[2])), constant_values=empty)


def _column(
    name: str,
    values: npt.ArrayLike,
    kind: type[np.generic],
    shape: tuple[int, ...],
    low: float | None = None,
    high: float | None = None,
) -> npt.NDArray[Any]:
    """One column as an array of ``kind``, its shape and its range checked."""
    given = np.asarray(values)
    if given.shape != shape:
        raise InvalidValue(name, f"an array of shape {given.shape}", f"shape {shape}")
    number = given.astype(np.float64, copy=False) if given.dtype.kind in "fc" else given
    bad = ~np.isfinite(number) if number.dtype.kind == "f" else np.zeros(shape, dtype=bool)
    bad |= number < low if low is not None else False
    bad |= number > high if high is not None else False
    if bad.any():
        first = np.argwhere(bad)[0]
        allowed = "a number" + (f" from {low}" if low is not None else "") + (f" to {high}" if high is not None else "")
        raise InvalidValue(f"{name} of battle {first[0]}", given[tuple(first)], allowed)
    return np.ascontiguousarray(given, dtype=kind)
