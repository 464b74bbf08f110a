"""How results stand in a folder: tables as parquet files next to what they rest on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from tigersim.errors import RunError
from tigersim.files.atomic import write_together

ABOUT = "provenance.json"


def save_tables(folder: str | Path, tables: Mapping[str, pd.DataFrame], about: Mapping[str, Any], what: str) -> Path:
    """Write ``NAME.parquet`` of every table and, last, ``provenance.json``; returns the folder.

    tables: by name.
    about: what they rest on.
    what: is saved, for the error: "prices".

    Raises ``RunError``; files that were there before then stay, unless files could not be moved.
    """
    place = Path(folder)
    text = json.dumps(about, indent=2, ensure_ascii=False, default=str) + "\n"
    files: dict[Path, Callable[[Path], object]] = {
        place / f"{name}.parquet": partial(table.to_parquet, index=False) for name, table in tables.items()
    }
    files[place / ABOUT] = lambda path: path.write_text(text, encoding="utf-8")
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"{what} cannot be written to {place}: {error.strerror or error}") from None
    write_together(files)
    return place
