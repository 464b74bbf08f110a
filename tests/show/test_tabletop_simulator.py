"""An army as a saved object: the fields that the simulator reads, and the numbers of every unit."""

from __future__ import annotations

import json
from pathlib import Path

from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import parse_army
from tigersim.show.tabletop_simulator import described, write_saved_object

PLACE = {f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"}


def test_a_block_for_every_unit(tmp_path: Path) -> None:
    army = parse_army("9 x T-34c, Regulars [ussr]")
    place = write_saved_object(tmp_path / "reds.json", army, PriceList.load("tenths"))
    saved = json.loads(place.read_text(encoding="utf-8"))
    blocks = saved["ObjectStates"]
    assert saved["SaveName"] == "reds"
    assert len(blocks) == len({block["GUID"] for block in blocks}) == 10
    assert {block["Name"] for block in blocks} == {"BlockSquare"}
    assert [block["Nickname"] for block in blocks][7:] == ["T-34c 8", "T-34c 9", "Regulars"]
    places = {(block["Transform"]["posX"], block["Transform"]["posZ"]) for block in blocks}
    assert len(places) == 10
    for block in blocks:
        assert set(block["Transform"]) == PLACE
        assert all(0 <= shade <= 1 for shade in block["ColorDiffuse"].values())
        assert "http" not in json.dumps(block)


def test_a_block_says_what_the_unit_can_do() -> None:
    (tank,) = parse_army("KV-2")
    lines = described(tank).splitlines()
    assert lines[0] == f"ussr, heavy tank, {profile(tank).cost} VP"
    assert any(line.startswith("Traits: ") for line in lines)
    assert any(line.startswith("Armour: 3 dice") for line in lines)
    assert "points" in described(tank, PriceList.load("tenths")).splitlines()[0]
