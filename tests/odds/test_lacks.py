"""What an army lacks: each line against what the rules say of the army."""

from __future__ import annotations

import pytest

from tests.odds.sample_units import FLAME_SQUAD, FLAME_TANK, GUN, HALF_TRACK, MORTAR_SQUAD, RIFLES
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulebook import rules
from tigersim.catalogue.units import all_units, parse_army, unit
from tigersim.odds.lacks import HARDEST, SELDOM, Lack, lacks
from tigersim.odds.shot import shot

ALL_ROUND = "3 x T-34c, KV-1, Regulars [ussr]"


def of(army: str | list, about: str, **how: int) -> list[Lack]:
    units = parse_army(army) if isinstance(army, str) else army
    return [one for one in lacks(units, **how) if one.about == about]


def test_an_army_of_all_arms_lacks_next_to_nothing() -> None:
    assert [one.about for one in lacks(parse_army("2 x T-34c, KV-1, GAZ-76 (jeep), T-34a"))] == ["infantry", "arms"]
    assert not of(ALL_ROUND, "armour")
    assert not of(ALL_ROUND, "squads")
    assert not of(ALL_ROUND, "infantry")
    assert not of(ALL_ROUND, "cards")


def test_rifles_reach_a_foot_so_nothing_hurts_armour_beyond_it() -> None:
    (lack,) = of("4 x Regulars [ussr]", "armour")
    assert 'beyond 12"' in lack.said
    assert profile(unit("Regulars [ussr]")).max_range[0] == 12
    near = shot("Regulars [ussr]", "Heavy tank [generic]", None, 12)
    assert near.p_one_hit + near.p_destroyed > SELDOM


def test_the_figure_is_that_of_the_exact_odds() -> None:
    (lack,) = of("3 x M3A1 Stuart", "armour")
    odds = shot("M3A1 Stuart", HARDEST, None, 13)
    assert f"M3A1 Stuart, {odds.p_one_hit + odds.p_destroyed:.1%}" in lack.said
    assert odds.p_one_hit + odds.p_destroyed < SELDOM


def test_no_front_is_harder_than_the_one_that_is_tried() -> None:
    def hurt(target: str) -> float:
        odds = shot("Medium tank [generic]", target, None, 10)
        return float(odds.p_one_hit + odds.p_destroyed)

    assert hurt(HARDEST) == min(hurt(one.key) for one in all_units() if profile(one).armored)


def test_a_howitzer_has_a_least_range_and_needs_a_friend() -> None:
    (lack,) = of("M7 Priest", "armour")
    assert 'within 6"' in lack.said
    assert "M7 Priest" in of("M7 Priest", "spotters")[0].said
    assert not of("M7 Priest, Jeep [usa]", "spotters")
    assert of([MORTAR_SQUAD], "spotters")
    assert not of([MORTAR_SQUAD, MORTAR_SQUAD], "spotters")


def test_what_is_unarmed_or_tied_to_the_water_is_named() -> None:
    (lack,) = of("T-34c, 2 x Truck [germany]", "arms")
    assert lack.said == "2 of its 3 units cannot fire: 2 x Truck [germany]"
    assert of("T-34c, LCVP", "movement")[0].said == "1 of its 2 units can move on water only: 1 x LCVP"


def test_cards_by_the_dice_of_the_draw() -> None:
    # a tank takes two cards; the sum of two dice is above 2 in 35 of 36, the higher die in 32 of 36 turns
    assert "in 97% of the turns" in of("KV-1", "cards", enemy_units=5)[0].said
    assert "in 89% of the turns" in of("KV-1", "cards")[0].said
    # E min(2D6, 12) = 7
    assert "7.0 of its 12 units" in of("12 x T-34c", "cards")[0].said
    assert not of("8 x T-34c", "cards")


def test_room_aboard_is_counted_by_kind_of_load() -> None:
    places = profile(HALF_TRACK).seats
    assert not of([HALF_TRACK, *[RIFLES] * places], "room")
    (lack,) = of([HALF_TRACK, *[RIFLES] * (places + 1)], "room")
    assert lack.said == f"Room aboard for {places} of its {places + 1} squads (infantry and recon)"
    assert of([GUN, RIFLES], "room")[1].said == "Room aboard for 0 of its 1 towed guns"


@pytest.mark.parametrize(
    ("army", "words"), [([FLAME_SQUAD] * 3, "2 heavy positions"), ([FLAME_TANK], "a heavy position")]
)
def test_flamethrowers_need_positions(army: list, words: str) -> None:
    assert words in of(army, "flamethrowers")[0].said


def test_every_rule_that_is_named_exists() -> None:
    known = {one.id for one in rules()}
    armies = (
        "2 x Truck [germany]",
        "M7 Priest",
        "LCVP, 12 x Regulars [usa]",
        "KV-1 + flamethrower",
        "2 x Towed gun [generic]",
    )
    for army in armies:
        for lack in lacks(parse_army(army)):
            assert lack.rules
            assert all(rule in known or rule.startswith("AMB-") for rule in lack.rules), lack
            assert str(lack).endswith(")")
