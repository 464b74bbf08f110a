"""A unit with traits more or fewer: its fields, its name, its cost by the rulebook's arithmetic."""

from __future__ import annotations

import pytest

from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import unit
from tigersim.errors import DataError, InvalidValue, TraitNotFound


@pytest.mark.rule("PT-VP-05")
def test_each_advantage_costs_a_vp_more_and_each_disadvantage_one_less() -> None:
    tiger = unit("Tiger I")  # a heavy tank, 5 VP, unreliable: 4
    assert profile(tiger).cost == 4
    assert profile(tiger.changed(["fast"])).cost == 5
    assert profile(tiger.changed(["fast"], ["unreliable"])).cost == 6
    assert profile(tiger.changed(["rivets", "Slow"])).cost == 2


def test_the_name_tells_what_was_changed_unless_one_is_given() -> None:
    tiger = unit("Tiger I").changed(["fast", "skirt_armor"], ["unreliable"])
    assert tiger.key == "Tiger I with fast and skirt armor without unreliable [germany]"
    assert tiger.source_name == tiger.name
    mine = unit("Armoured car").changed(["fast"], name="Sisu", nation="finland")
    assert (mine.key, mine.type, mine.advantages) == ("Sisu [finland]", "armored_car", ("fast",))
    assert unit("Tiger I").changed() == unit("Tiger I").model_copy(update={"source_name": "Tiger I"})


def test_notes_are_given_and_taken_too() -> None:
    kv = unit("KV-1")
    assert kv.gun == "medium"
    assert kv.changed(["heavy_gun"]).gun == "heavy"
    assert kv.changed(without=["medium_gun"]).gun is None
    assert kv.changed(["improved"]).improved


def test_what_cannot_be_changed_so() -> None:
    tiger = unit("Tiger I")
    with pytest.raises(InvalidValue, match=r"with is 'unreliable'; allowed: what Tiger I .* lacks; it has unr"):
        tiger.changed(["unreliable"])
    with pytest.raises(InvalidValue, match=r"without is 'fast'; allowed: what Tiger I .* has; it has unr"):
        tiger.changed(without=["fast"])
    with pytest.raises(InvalidValue, match="with carries"):
        tiger.changed(["carries"])
    with pytest.raises(TraitNotFound):
        tiger.changed(["shiny"])
    with pytest.raises(DataError, match="field 'armor': needs an armoured unit"):
        unit("Jeep [usa]").changed(["heavy_armor"])
