"""The table of positions: one row a position, one a unit in it.

As parquet on disk and as arrays in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.core.enums import MAX_UNITS
from tigersim.core.evaluation_layout import OF_SIDE, OF_TURN, OF_UNIT
from tigersim.errors import DamagedFile
from tigersim.files.atomic import write_together

Array = npt.NDArray[Any]
OF_POSITION = ("battle", "turn", "asked", "fresh", "wild", "margin", "soon", "value")
HELD_OUT = 10
"""Per cent of the battles that no fit sees."""


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions and their units, in order.

    units: (u, features) of the living, side a's before side b's in every position.  counts: (n, 2) how many.
    moment: (n, 2, features) of the turn, by side.  sides: (n, 2, features).  luck: (n, kinds) of side a since.
    battle: (n,) which battle.  turn, asked, fresh, wild, margin, soon, value: (n,), see ``core.play.positions``.
    """

    units: Array
    counts: Array
    moment: Array
    sides: Array
    luck: Array
    battle: Array
    turn: Array
    asked: Array
    fresh: Array
    wild: Array
    margin: Array
    soon: Array
    value: Array

    def __len__(self) -> int:
        return len(self.margin)

    @classmethod
    def of_records(cls, rows: Any, task: int) -> Positions:
        """From ``POSITION`` records of the battles of one task."""
        alive = rows["alive"].astype(bool)
        return cls(
            units=rows["of_unit"][alive].astype(np.float16),
            counts=alive.reshape(len(rows), 2, MAX_UNITS).sum(axis=2),
            moment=rows["of_turn"].astype(np.float32),
            sides=rows["of_side"].astype(np.float32),
            luck=rows["luck"].astype(np.float32),
            **{name: rows[name].copy() for name in OF_POSITION if name != "battle"},
            battle=rows["battle"] + (task << 32),
        )

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """All positions of all parts."""
        return cls(*(np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(cls)))

    @property
    def held_out(self) -> npt.NDArray[np.bool_]:
        """Which positions are of battles that no fit sees."""
        return is_held_out(self.battle)

    def save(self, path: Path) -> None:
        """Write NAME.units.parquet and NAME.parquet, both or neither."""
        import pyarrow as pa
        from pyarrow import parquet

        units = pa.table({name: self.units[:, k] for k, name in enumerate(OF_UNIT)})
        columns = {name: getattr(self, name) for name in OF_POSITION}
        for side, letter in enumerate("ab"):
            columns[f"units_{letter}"] = self.counts[:, side]
            columns |= {f"{name}_{letter}": self.moment[:, side, k] for k, name in enumerate(OF_TURN)}
            columns |= {f"side_{name}_{letter}": self.sides[:, side, k] for k, name in enumerate(OF_SIDE)}
        columns |= {f"luck_{k}": self.luck[:, k] for k in range(self.luck.shape[1])}
        positions = pa.table(columns)
        write_together(
            {
                units_of(path): lambda place: parquet.write_table(units, place, compression="zstd"),
                path: lambda place: parquet.write_table(positions, place, compression="zstd"),
            }
        )

    @classmethod
    def load(cls, path: Path) -> Positions:
        """What ``save`` wrote.  Raises ``DamagedFile``."""
        import pyarrow as pa
        from pyarrow import parquet

        try:
            units, rows = parquet.read_table(units_of(path)), parquet.read_table(path)
            luck = sorted(name for name in rows.column_names if name.startswith("luck_"))
            stack = {
                "units": np.stack([units[name].to_numpy() for name in OF_UNIT], axis=1),
                "counts": np.stack([rows[f"units_{letter}"].to_numpy() for letter in "ab"], axis=1),
                "moment": _by_side(rows, OF_TURN, ""),
                "sides": _by_side(rows, OF_SIDE, "side_"),
                "luck": np.stack([rows[name].to_numpy() for name in luck], axis=1),
            }
            return cls(**stack, **{name: rows[name].to_numpy() for name in OF_POSITION})
        except (KeyError, ValueError, OSError, pa.ArrowInvalid) as error:
            raise DamagedFile(str(path), None, f"is no table of positions with these features ({error})") from None


def is_held_out(battle: Array) -> npt.NDArray[np.bool_]:
    """Which battles no fit sees, by their numbers."""
    mixed = battle.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return np.asarray((mixed >> np.uint64(33)) % np.uint64(100) < np.uint64(HELD_OUT))


def units_of(path: Path) -> Path:
    """The file of the units that belongs to a file of positions."""
    return path.with_name(f"{path.stem}.units.parquet")


def _by_side(rows: Any, names: Sequence[str], prefix: str) -> Array:
    sides = [[rows[f"{prefix}{name}_{letter}"].to_numpy() for name in names] for letter in "ab"]
    return np.ascontiguousarray(np.transpose(np.array(sides), (2, 0, 1)))
