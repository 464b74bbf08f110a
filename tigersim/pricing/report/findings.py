"""What a study found: sentences, tables, and what they rest on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from tigersim.catalogue.lists import either, run_folder
from tigersim.errors import DamagedFile, NoResults, named
from tigersim.files.atomic import write_whole
from tigersim.files.documents import json_of
from tigersim.files.schemas import table_of
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.report.saving import ABOUT, save_tables
from tigersim.pricing.report.schemas import OfFindings, check_study, provenance, study_schema


@dataclass(frozen=True)
class Findings:
    """What a study found.

    kind: of the study (``pricing.study.kinds``).
    said: what was found, sentence by sentence, the chief thing first.
    tables: by name, the chief one first; their columns are explained where the study is.
    notes: what limits it.
    provenance: all that decides its bits.
    """

    kind: str
    said: tuple[str, ...]
    tables: Mapping[str, pd.DataFrame]
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return "\n".join(self.said)

    def __repr__(self) -> str:
        return str(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and lists, ready for JSON; missing values are None."""
        return {
            "kind": self.kind,
            "said": list(self.said),
            "tables": {name: records(table) for name, table in self.tables.items()},
            "notes": list(self.notes),
            "provenance": dict(self.provenance),
        }

    def save(self, folder: str | Path) -> Path:
        """Write ``NAME.parquet`` of every table and ``provenance.json``.  Raises ``RunError``."""
        about = {
            **self.provenance,
            "kind": self.kind,
            "said": list(self.said),
            "notes": list(self.notes),
            "tables": list(self.tables),
        }
        return save_tables(folder, self.tables, about, "findings")

    def write_csv(self, folder: str | Path) -> None:
        """``NAME.csv`` of every table, for people and spreadsheets; four decimals."""
        for name, table in self.tables.items():
            write_whole(Path(folder) / f"{name}.csv", partial(table.to_csv, index=False, float_format="%.4f"))

    @classmethod
    def load(cls, folder: str | Path) -> Findings:
        """What ``save`` wrote, in a folder or installed under that name (``catalogue.lists``).

        Raises ``RunError`` where a file is missing or damaged.
        """
        place = run_folder(folder)
        try:
            about = provenance(place / ABOUT, OfFindings)
            kind, said, notes, names = (about.pop(name) for name in ("kind", "said", "notes", "tables"))
            tables = {name: table_of(place / f"{name}.parquet", study_schema(kind, name)) for name in names}
            check_study(kind, tables, place)
        except OSError as error:
            problem = f"{Path(str(error.filename)).name}: {error.strerror}"
            raise NoResults(f"{named(place)} holds no findings: {problem}{either(folder)}") from None
        return cls(kind, tuple(said), tables, tuple(notes), about)


def kind_of(folder: str | Path) -> str | None:
    """The kind of study whose findings a folder holds; None where it holds none."""
    try:
        about = json_of(run_folder(folder) / ABOUT)
    except (OSError, DamagedFile):
        return None
    if not isinstance(about, dict) or not {"kind", "said"} & set(about):
        return None
    return str(about.get("kind"))
