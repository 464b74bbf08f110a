"""Which traits a standard unit can be given: one thing changes, and what cannot be asked is named."""

from __future__ import annotations

import csv

import pytest

from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.traits import traits
from tigersim.catalogue.unit_file import SHIPPED
from tigersim.catalogue.units import all_units, generic_units
from tigersim.errors import InvalidValue, TraitNotFound, UnknownName
from tigersim.pricing.estimate.trait_cells import NO_EFFECT, NOT_ASKED, Cells, trait_cells

TOGETHER = {
    "mg": {"machine_guns"},
    "mg_only": {"machine_guns", "mg_only"},
    "mg_optional": {"machine_guns", "mg_optional"},
    "two_guns": {"gun", "hull_gun"},
    "heavy_howitzer": {"gun", "howitzer"},
}
"""Notes that need more than one field to be said; all others are one."""


@pytest.fixture(scope="module")
def cells() -> Cells:
    return trait_cells(all_units(), DEFAULT)


def test_the_two_units_of_a_cell_differ_in_the_trait_alone(cells: Cells) -> None:
    for cell in cells.asked:
        plain, carrier = cell.standard.model_dump(), cell.carrier.model_dump()
        changed = {field for field in plain if plain[field] != carrier[field]} - {"name"}
        assert len(changed) == 1 or changed == TOGETHER[cell.trait], cell.key
        assert (cell.standard.nation, cell.standard.type) == ("generic", cell.type)
        assert cell.standard.advantages == cell.standard.disadvantages == ()
        assert profile(cell.standard) != profile(cell.carrier), cell.key


def test_every_trait_is_asked_of_every_class_or_left_out_with_a_reason(cells: Cells) -> None:
    asked = {(cell.type, cell.trait) for cell in cells.asked}
    out = set(zip(cells.left_out["type"], cells.left_out["trait"], strict=True))
    kinds = {unit.type for unit in generic_units()}
    wanted = {(kind, name) for kind in kinds for name in traits() if name not in NOT_ASKED}
    assert asked | (out - {("every class", name) for name in NOT_ASKED}) == wanted
    assert not asked & out
    assert cells.left_out["reason"].str.len().min() > 0


@pytest.mark.parametrize(
    ("kind", "name", "reason"),
    [
        ("glider", "fast", NO_EFFECT),
        ("heavy_tank", "heavy_gun", NO_EFFECT),
        ("medium_tank", "mg", NO_EFFECT),
        ("infantry", "short_range_gun", NO_EFFECT),
        ("medium_tank", "heavy_howitzer", "only towed and self-propelled guns"),
        ("infantry", "heavy_armor", "has no meaning"),
        ("recon", "mg", "neither machine gun nor mortar"),
        ("transport", "two_guns", "no main gun"),
        ("towed_gun", "mg_optional", "plays like mg"),
        ("transport", "mg_only", "plays like mg"),
        ("every class", "anti_air", "asked for by air strikes alone"),
    ],
)
def test_what_is_left_out(cells: Cells, kind: str, name: str, reason: str) -> None:
    out = cells.left_out
    (said,) = out.loc[(out["type"] == kind) & (out["trait"] == name), "reason"]
    assert reason in said


def test_carriers_are_counted_and_charged(cells: Cells) -> None:
    with SHIPPED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    by_key = {cell.key: cell for cell in cells.asked}
    open_tops = sum("open_top" in row["disadvantages"].split(";") for row in rows if row["type"] == "spg")
    assert by_key["open_top [spg]"].units == open_tops > 0
    improved = sum(row["improved"] == "yes" for row in rows if row["type"] == "infantry")
    assert by_key["improved [infantry]"].units == improved > 0
    assert by_key["fast [medium_tank]"].charged == 1
    assert by_key["rivets [medium_tank]"].charged == -1
    assert by_key["rivets [infantry]"].charged == 0  # no unit costs less than 1 VP
    assert by_key["heavy_gun [medium_tank]"].charged == 0


def test_only_what_is_asked_for(cells: Cells) -> None:
    some = trait_cells(all_units(), DEFAULT, ["spg"], ["Improved gun", "rivets"])
    assert [cell.key for cell in some.asked] == ["improved_gun [spg]", "rivets [spg]"]
    assert some.asked == tuple(cell for cell in cells.asked if cell.key in {"improved_gun [spg]", "rivets [spg]"})
    with pytest.raises(UnknownName, match="did you mean spg"):
        trait_cells(all_units(), DEFAULT, ["spgs"])
    with pytest.raises(TraitNotFound, match="did you mean rivets"):
        trait_cells(all_units(), DEFAULT, traits=["rivet"])
    with pytest.raises(InvalidValue, match="classes and traits"):
        trait_cells(all_units(), DEFAULT, ["glider"], ["fast"])


def test_a_ruling_that_takes_the_vp_takes_the_class() -> None:
    rules = RuleSet.load("paper_tigers_2").replace(vp_craft="zero")
    some = trait_cells(all_units(), rules, ["glider", "spg"], ["rugged"])
    assert [cell.key for cell in some.asked] == ["rugged [spg]"]
    assert list(some.left_out["type"]) == ["glider"]
