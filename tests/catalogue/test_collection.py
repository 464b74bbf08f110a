"""What a player owns, from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tigersim.catalogue.collection import owned
from tigersim.catalogue.units import unit
from tigersim.errors import DataError, TigersimError

MINE = {unit("T-34c"): 3, unit("Jeep [usa]"): 2}


def written(folder: Path, text: str, name: str = "mine.csv") -> Path:
    place = folder / name
    place.write_text(text, encoding="utf-8")
    return place


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("unit,count\nT-34c,3\nJeep [usa],2\nKV-1,0\n", "mine.csv"),
        ("\ufeffcount;unit\r\n1;T-34c\r\n\r\n2;T-34c\r\n2;Jeep [usa]\r\n", "mine.csv"),
        ("unit\tcount\tpainted\nT-34c\t3\tyes\nJeep [usa]\t2\tno\n", "mine.tsv"),
        ("3 x T-34c, 2 x Jeep [usa]\n", "mine.txt"),
        ("T-34c\n2 x Jeep [usa]\n2 x T-34c\n", "mine"),
    ],
)
def test_files_of_every_form(tmp_path: Path, text: str, name: str) -> None:
    assert owned(written(tmp_path, text, name)) == MINE


def test_without_a_file() -> None:
    assert owned("3 x T-34c, 2 x Jeep [usa]") == owned(MINE) == MINE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("unit,count\nT-34c,many\n", "row 2, field 'count': 'many' is no whole number"),
        ("unit,count\nT-34c,1\nTigar I,1\n", "row 3, field 'unit': .*Tiger I"),
        ("unit,number\nT-34c,1\n", "field 'count': this column is missing"),
        ("unit,count\nT-34c\n", "row 2: 1 fields"),
        ("unit,count\nT-34c,0\n", "own is 'no units'"),
    ],
)
def test_one_clear_line_for_what_cannot_be_read(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(TigersimError, match=words):
        owned(written(tmp_path, text))


def test_a_text_that_is_no_army_names_its_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"mine\.txt: unknown unit '3 T-34c'; write 3 x T-34c"):
        owned(written(tmp_path, "3 T-34c", "mine.txt"))
    with pytest.raises(DataError, match="cannot be read"):
        owned(tmp_path / "nowhere.csv")
