"""Capacities: of the classes, as printed for a unit, and what each unit is as a load."""

from __future__ import annotations

from typing import Any

import pytest

from tigersim.catalogue.capacity import LOADS, capacity
from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.profile import profile
from tigersim.catalogue.profile.carrying import FIELDS
from tigersim.catalogue.units import all_units
from tigersim.rules.carry import (
    CRAFT,
    FOOT,
    GLIDER,
    GUN,
    HALF_TRACK,
    LIGHT_GUN,
    LIGHT_TRUCK,
    NO_LOAD,
    RECON,
    RIDDEN_TANK,
    TANK,
    TRUCK,
)

NOTHING = dict.fromkeys(FIELDS.values(), 0)


def make(type: str, **fields: Any) -> Unit:
    return Unit(nation="testland", name="Test", source_name="Test", type=type, **fields)


def berths(unit: Unit | str) -> dict[str, int]:
    """What the unit can carry, the loads it cannot take left out."""
    p = profile(unit)
    return {field: getattr(p, field) for field in NOTHING if getattr(p, field)}


FULL = {"seats": 1, "hitches": 1}
BY_CLASS: dict[str, tuple[dict[str, int], int]] = {
    "half_track": (FULL, HALF_TRACK),
    "carrier": (FULL, HALF_TRACK),
    "light_half_track": (FULL, HALF_TRACK),
    "light_carrier": (FULL, HALF_TRACK),
    "light_tank": ({"seats": 1}, RIDDEN_TANK),
    "medium_tank": ({"seats": 1}, RIDDEN_TANK),
    "heavy_tank": ({"seats": 1}, RIDDEN_TANK),
    "tank_destroyer": ({"seats": 1}, RIDDEN_TANK),
    "transport": (FULL, TRUCK),
    "light_transport": ({"recon_seats": 1, "light_hitches": 1}, TRUCK),
}


@pytest.mark.rule(
    "PT-CARRY-01",
    "PT-CARRY-08",
    "PT-CARRY-11",
    "PT-CARRY-12",
    "PT-UNIT-HTRACK-03",
    "PT-UNIT-TANK-02",
    "PT-UNIT-TRUCK-01",
    "PT-UNIT-LTRUCK-01",
)
@pytest.mark.parametrize("name", CLASS_IDS)
def test_capacity_by_class(name: str) -> None:
    p = profile(make(name))
    carries, carrier = BY_CLASS.get(name, ({}, 0))
    assert berths(make(name)) == carries
    assert p.carrier == carrier
    assert p.seats_and_hitches == 0
    assert ("Carries" in {row.label for row in p.table()}) == bool(carries)


LOAD = {
    "infantry": FOOT,
    "recon": RECON,
    "towed_gun": GUN,
    "light_towed_gun": LIGHT_GUN,
    "heavy_towed_gun": GUN,
    "light_tank": TANK,
    "medium_tank": TANK,
    "heavy_tank": TANK,
    "tank_destroyer": TANK,
    "light_transport": LIGHT_TRUCK,
}


@pytest.mark.rule("PT-CARRY-01", "PT-CARRY-08", "PT-CARRY-12", "PT-AMPHIB-04")
@pytest.mark.parametrize("name", CLASS_IDS)
def test_what_a_class_is_as_a_load(name: str) -> None:
    assert profile(make(name)).load == LOAD.get(name, NO_LOAD)


PRINTED = {
    "LCVP": ({"seats": 2}, CRAFT),
    "LCM": ({"seats": 2, "tank_berths": 1}, CRAFT),
    "LCA": ({"seats": 2}, CRAFT),
    "Waco Glider": ({"seats": 2, "light_truck_berths": 1}, GLIDER),
    "Horsa Glider": ({"seats": 2, "light_truck_berths": 1}, GLIDER),
    "Hamilcar Glider": ({"seats": 3, "light_truck_berths": 2}, GLIDER),
    "DFS 230 Glider": ({"seats": 1}, GLIDER),
    "Gotha Glider": ({"seats": 2, "light_truck_berths": 1}, GLIDER),
}


@pytest.mark.rule("PT-NOTE-CAPACITY", "PT-AMPHIB-04")
@pytest.mark.parametrize("name", PRINTED)
def test_printed_capacity(name: str) -> None:
    assert (berths(name), profile(name).carrier) == PRINTED[name]
    assert "PT-NOTE-CAPACITY" in profile(name).sources["seats"]


def test_only_craft_and_gliders_have_a_printed_capacity() -> None:
    assert [one.name for one in all_units() if one.carries] == [one.name for one in all_units() if one.name in PRINTED]


@pytest.mark.rule("PT-NOTE-CAPACITY")
def test_a_printed_capacity_takes_the_place_of_the_class() -> None:
    assert berths(make("transport", carries="2 infantry")) == {"seats": 2}
    assert berths(make("spg", carries="1 recon")) == {"recon_seats": 1}
    assert profile(make("spg", carries="1 recon")).carrier == RIDDEN_TANK


@pytest.mark.rule("PT-NOTE-CAPACITY")
def test_capacities_as_text() -> None:
    assert capacity("") == {}
    assert capacity(" 2  infantry or 1 tank ") == {"infantry": 2, "tank": 1}
    assert capacity("2 light_transport towing 2 light_towed_gun") == {"light_transport": 2}
    assert capacity(" or ".join(f"{n} {word}" for n, word in enumerate(LOADS, 1))) == {
        word: n for n, word in enumerate(LOADS, 1)
    }
    for wrong in ("two infantry", "0 infantry", "10 infantry", "1 infantry and 1 tank", "or", "1 tank or", "1 Tank"):
        with pytest.raises(ValueError, match="allowed"):
            capacity(wrong)


OFF = "do not fire; when fire hits it, they take a hit too and get off"
ROWS = {
    "2 1/2 Ton Truck": (
        "one infantry unit, or one towed gun",
        OFF,
    ),
    "Jeep [britain]": (
        "one recon unit, or one light towed gun",
        OFF,
    ),
    "Type 1 Ho-Ha": (
        "one infantry unit, or one towed gun",
        "do not fire; when fire hits it, they take a hit too and may stay aboard",
    ),
    "T-34c": (
        "one infantry unit",
        f"{OFF}; they get off before it fires its weapons",
    ),
    "LCM": (
        "2 infantry units, or one tank",
        f"{OFF}; they get on and off where it touches the shore",
    ),
    "Hamilcar Glider": (
        "3 infantry units, or 2 light transports with the light guns they tow",
        OFF,
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_table_says_who_rides(name: str) -> None:
    rows = {row.label: row for row in profile(name).table()}
    assert (rows["Carries"].value, rows["Its passengers"].value) == ROWS[name]
    assert "PT-CARRY-03" in rows["Its passengers"].rules
