"""The table of shots; several of one decision stand together.

As parquet on disk and as arrays in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tigersim.core.evaluation_layout import OF_TURN, OF_UNIT
from tigersim.errors import DamagedFile
from tigersim.files.atomic import write_whole
from tigersim.lab.training.position_table import Array, is_held_out

TASK_BITS, ROUND_BITS = 32, 48
"""Where the numbers of task and round stand in that of a decision."""
OF_SHOT = ("battle", "decision", "destroys", "shocks", "value")


@dataclass(frozen=True, eq=False)
class Shots:
    """Shots and their targets, in order.

    units: (n, features) of the targets.  moment: (n, features) of the turn as the target's side sees it.
    destroys, shocks: (n,) exact chances.  value: (n,) VP of the side that fires at the end of the turn, luck taken out,
    mean of some futures.  battle, decision: (n,) which.
    """

    units: Array
    moment: Array
    battle: Array
    decision: Array
    destroys: Array
    shocks: Array
    value: Array

    def __len__(self) -> int:
        return len(self.value)

    @classmethod
    def of_records(cls, rows: Any, task: int) -> Shots:
        """From ``SHOT`` records of the battles of one task."""
        columns = {name: rows[name].copy() for name in ("destroys", "shocks", "value")}
        number = task << TASK_BITS
        return cls(
            units=rows["of_unit"].astype(np.float16),
            moment=rows["of_turn"].astype(np.float32),
            battle=rows["battle"] + number,
            decision=rows["decision"] + number,
            **columns,
        )

    @classmethod
    def joined(cls, parts: Sequence[Shots]) -> Shots:
        """All shots of all parts."""
        return cls(*(np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(cls)))

    def of_round(self, number: int) -> Shots:
        """The same shots, with numbers of decisions that no other round has."""
        return replace(self, decision=self.decision + (number << ROUND_BITS))

    @property
    def held_out(self) -> Array:
        """Which shots are of battles that no fit sees."""
        return is_held_out(self.battle)

    def save(self, path: Path) -> None:
        """Write it as parquet."""
        import pyarrow as pa
        from pyarrow import parquet

        columns = {name: getattr(self, name) for name in OF_SHOT}
        columns |= {f"unit_{name}": self.units[:, k] for k, name in enumerate(OF_UNIT)}
        columns |= {f"turn_{name}": self.moment[:, k] for k, name in enumerate(OF_TURN)}
        write_whole(path, partial(parquet.write_table, pa.table(columns), compression="zstd"))

    @classmethod
    def load(cls, path: Path) -> Shots:
        """What ``save`` wrote.  Raises ``DamagedFile``."""
        import pyarrow as pa
        from pyarrow import parquet

        try:
            rows = parquet.read_table(path)
            units = np.stack([rows[f"unit_{name}"].to_numpy() for name in OF_UNIT], axis=1)
            moment = np.stack([rows[f"turn_{name}"].to_numpy() for name in OF_TURN], axis=1)
            return cls(units=units, moment=moment, **{name: rows[name].to_numpy() for name in OF_SHOT})
        except (KeyError, ValueError, OSError, pa.ArrowInvalid) as error:
            raise DamagedFile(str(path), None, f"is no table of shots with these features ({error})") from None
