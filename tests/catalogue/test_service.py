"""When and where units served: every unit once, with its source, and what is plainly known of 1940 to 1945."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import tigersim as ts
from tigersim.catalogue.service import FILE, FRONTS, read_service, served, service
from tigersim.catalogue.units import all_units
from tigersim.errors import DataError

ROWS = FILE.read_text(encoding="utf-8").splitlines()


def test_every_unit_has_one_row_with_years_fronts_and_a_source() -> None:
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["nation"], row["name"]) for row in rows] == [(one.nation, one.name) for one in all_units()]
    for row in rows:
        assert 1930 <= int(row["entered"]) <= int(row["left"] or 1945) <= 1945, row
        fronts = row["fronts"].split(";")
        assert fronts == [front for front in FRONTS if front in fronts], row
        assert row["source"] == "generic" or row["source"].startswith("Wikipedia: "), row


@pytest.mark.parametrize(
    ("year", "front", "there", "not_there"),
    [
        # the French campaign
        (1940, "west", "Char B-1, Somua S-35, Panzer II, Mathilda", "Tiger I, Sherman I, Churchill I, T-34a"),
        # the first Soviet winter
        (1941, "east", "T-34a, KV-1, T-60, BT-7, Panzer III (mid)", "Tiger I, SU-152, Panther D, IS-2"),
        # El Alamein
        (1942, "mediterranean", "Sherman I, Crusader III, M-13/40, Panzer IV (mid)", "Cromwell, Panther A, M-11/39"),
        # Kursk
        (1943, "east", "Tiger I, Panther D, SU-152, T-34c, T-70", "Tiger II, T-34/85, IS-2, Hetzer, Panther G"),
        # Normandy to the Ardennes
        (1944, "west", "Tiger II, Sherman Firefly, M36 Jackson, Hetzer", "Comet, M26 Pershing, Crusader III"),
        # Iwo Jima and Okinawa
        (1945, "pacific", "Type 95 Ha-Go, LVT-A, Marines [usa], Marines [japan]", "M26 Pershing, Tiger I, Comet"),
    ],
)
def test_well_known_campaigns_have_their_units(year: int, front: str, there: str, not_there: str) -> None:
    for name in there.split(", "):
        assert served(ts.unit(name), year, front), name
    for name in not_there.split(", "):
        assert not served(ts.unit(name), year, front), name


def test_a_choice_changes_no_service_and_own_units_are_there_at_any_time(tmp_path: Path) -> None:
    assert service(ts.unit("Regulars [france] + mortar")) == service(ts.unit("Regulars [france]"))
    mine = tmp_path / "mine.csv"
    mine.write_text("nation,name,type\nfinland,Sisu,armored_car\n", encoding="utf-8")
    sisu = ts.unit("Sisu", among=all_units(mine))
    assert service(sisu) is None
    assert served(sisu, 1931, "pacific")


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (
            "usa,M4 Shermann,1942,,west,generic",
            "row 2, field 'name': no unit is called 'M4 Shermann .usa.'; nearest: M4",
        ),
        ("usa,M5A1 Stuart,1943,,west,generic", "row 3, field 'name': 'M5A1 Stuart .usa.' stands in two rows"),
        ("usa,M3A1 Stuart,1929,,west,generic", "field 'entered': '1929' is no year from 1930 to 1945"),
        ("usa,M3A1 Stuart,,,west,generic", "field 'entered': '' is no year"),
        ("usa,M3A1 Stuart,1942,1946,west,generic", "field 'left': '1946' is no year"),
        ("usa,M3A1 Stuart,1942,1941,west,generic", "field 'left': 1941 is before the year in which it entered"),
        ("usa,M3A1 Stuart,1942,,north,generic", "field 'fronts': 'north' is no front; allowed: west, east"),
        ("usa,M3A1 Stuart,1942,,,generic", "field 'fronts': allowed: one or several"),
        ("usa,M3A1 Stuart,1942,,west;west,generic", "field 'fronts': allowed: one or several"),
        ("usa,M3A1 Stuart,1942,,west, ", "field 'source': is empty"),
        ("usa,M3A1 Stuart,1942,,west", "row 2: must have the columns"),
        ("usa,M3A1 Stuart,1942,,west,generic,more", "row 2: must have the columns"),
        ("", "has no row for M3A1 Stuart .usa."),
    ],
)
def test_a_damaged_row_is_named(tmp_path: Path, row: str, words: str) -> None:
    path = tmp_path / "service.csv"
    path.write_text("\n".join([ROWS[0], *([row] if row else []), *ROWS[2:]]), encoding="utf-8")
    with pytest.raises(DataError, match=words):
        read_service(path, all_units())
