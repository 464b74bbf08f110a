"""Flamethrowers in battles: when they fire, what their hits do, who may bring them, and how players use them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tigersim as ts
from tests.core.fire_scenes import TIGER, aboard, cards_left, duel, field_of_fire, fire, ready, ruled, state
from tests.core.positions import SQUAD, TANK, TRUCK, A, B, user_unit
from tests.core.test_forts import attacked, choice, fortified
from tests.quick import quick
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import Unit, unit
from tigersim.core.codes import Fields, fields_of
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import (
    CHANCE_DISMOUNT,
    CHANCE_FIRE,
    CHANCE_SAVE,
    FIRE,
    HULL,
    MACHINE_GUN,
    MAIN,
)
from tigersim.core.play import kernels
from tigersim.errors import RuleForbids
from tigersim.game.action import Action, in_words
from tigersim.game.armies import check_flamethrowers
from tigersim.game.narration import narrate
from tigersim.game.records import army_slots, profile_records, workbench
from tigersim.game.terms import Terms
from tigersim.rules.fortifications import HEAVY, LIGHT

FLAME_SQUAD = user_unit("flame squad", "infantry", flamethrower=True)
FLAME_MG = user_unit("flame and machine gun", "infantry", flamethrower=True, machine_guns=1)
FLAME_TANK = user_unit("flame tank", "medium_tank", flamethrower=True)
BURNING = user_unit("burning squad", "infantry", flamethrower=True)


@pytest.mark.rule("PT-FLAME-01", "PT-FLAME-02", "AMB-137")
def test_red_cards_six_and_twelve_inches() -> None:
    squad = {(B, MAIN), (B, HULL)}
    assert duel(FLAME_SQUAD, SQUAD, 6).targets() == squad
    assert duel(FLAME_SQUAD, SQUAD, 7).targets() == {(B, MAIN)}
    assert duel(FLAME_SQUAD, SQUAD, 6, card="9S").targets() == {(B, MAIN)}
    tank = {(B, MAIN), (B, MACHINE_GUN)}
    assert duel(FLAME_TANK, SQUAD, 12).targets() == tank
    assert duel(FLAME_TANK, SQUAD, 13).targets() == {(B, MACHINE_GUN)}
    assert duel(FLAME_TANK, SQUAD, 12, card="9S").targets() == {(B, MACHINE_GUN)}


@pytest.mark.rule("AMB-137")
def test_a_flamethrower_may_be_all_that_a_unit_fires() -> None:
    alone = ruled(flame_mode="replaces_all_fire")
    assert duel(FLAME_MG, SQUAD, 6, ruleset=alone).targets() == {(B, HULL)}
    assert duel(FLAME_MG, SQUAD, 7, ruleset=alone).targets() == set()
    assert duel(FLAME_TANK, SQUAD, 6, ruleset=alone).targets() == {(B, MAIN)}
    assert duel(FLAME_TANK, SQUAD, 6, card="9S", ruleset=alone).targets() == set()


@pytest.mark.rule("AMB-137")
@pytest.mark.parametrize(("mode", "dice"), [("extra_weapon", 4), ("replaces_all_fire", 4), ("three_dice_flat", 3)])
def test_dice_of_a_heavy_flame_tank(mode: str, dice: int) -> None:
    heavy = user_unit("heavy flame tank", "heavy_tank", flamethrower=True)
    position = duel(heavy, SQUAD, 8, card="10H", ruleset=ruled(flame_mode=mode))
    fire(position, (CHANCE_FIRE, A, (1,) * dice))
    assert int(position.unit(A).rolls) == dice


@pytest.mark.rule("PT-ADV-SKIRT_ARMOR", "AMB-137")
def test_skirt_armour_takes_a_die_of_a_squad_s_flamethrower() -> None:
    for firer, weapon, dice in ((FLAME_SQUAD, HULL, 2), (FLAME_TANK, MAIN, 3)):
        position = duel(firer, "Panzer IV (late)", 4, card="10H")
        fire(position, (CHANCE_FIRE, A, (1,) * dice), weapon=weapon)
        assert int(position.unit(A).rolls) == dice


# --- what a hit does -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FLAME-04", "PT-FIRE-07")
@pytest.mark.parametrize(
    ("faces", "after"), [((1, 1), (0, 0)), ((1, 5), (1, 1)), ((6, 5), (1, 0))], ids=["none", "one", "both"]
)
def test_a_hit_is_lethal_whatever_the_sum(faces: tuple[int, int], after: tuple[int, int]) -> None:
    # nine against nine: no more than an ordinary hit of any other weapon
    position = duel(FLAME_TANK, TANK, 8, card="9H")
    fire(position, (CHANCE_FIRE, A, (3, 3, 3)), (CHANCE_SAVE, B, faces))
    assert state(position, B) == after if after[0] else state(position, B)[0] == 0
    rifles = duel(SQUAD, TANK, 8, card="9H")
    fire(rifles, (CHANCE_FIRE, A, (3, 3, 3)), (CHANCE_SAVE, B, faces))
    assert state(rifles, B) == (1, 0 if 5 in faces else 1)


@pytest.mark.rule("PT-FLAME-04")
def test_a_miss_does_nothing() -> None:
    position = duel(FLAME_SQUAD, SQUAD, 5, card="9H", cards=("2S",))
    fire(position, (CHANCE_FIRE, A, (3, 3, 2)), weapon=HULL)
    assert state(position, B) == (1, 0)
    assert cards_left(position, B) == 1


@pytest.mark.rule("PT-FLAME-03", "PT-FORT-03")
def test_a_hit_destroys_at_once_what_is_in_a_heavy_position() -> None:
    for kind, rolled, alive in ((HEAVY, 0, 0), (LIGHT, 1, 0)):
        position = attacked(FLAME_TANK, SQUAD, kind, card="9H")
        ready(position)
        fire(position, (CHANCE_FIRE, A, (3, 3, 3)), *(((CHANCE_SAVE, B, (5,)),) if rolled else ()))
        assert int(position.unit(B).rolls) == rolled
        assert state(position, B)[0] == (alive if kind == HEAVY else 1)
    shot = attacked(TANK, SQUAD, HEAVY, card="9H")
    ready(shot)
    fire(shot, (CHANCE_FIRE, A, (3, 3, 3)), (CHANCE_SAVE, B, (1, 5)))
    assert state(shot, B) == (1, 0)


@pytest.mark.rule("PT-FLAME-03", "AMB-135")
def test_a_tank_in_a_bunker_burns_with_its_riders() -> None:
    anybody = ruled(fort_occupancy="any_unit_any_number")
    position = field_of_fire(FLAME_TANK, (TANK, 10, 6), (SQUAD, 10, 8), ruleset=anybody)
    position.table = fortified(HEAVY, 10, 6)
    aboard(position, B + 1, B)
    ready(position)
    fire(position, (CHANCE_FIRE, A, (3, 3, 3)), (CHANCE_DISMOUNT, B + 1, (2,)))
    assert position.unit(B).alive == 0
    assert state(position, B + 1) == (1, 1)


@pytest.mark.rule("PT-FLAME-05")
def test_hits_on_carriers_are_lethal() -> None:
    for firer, weapon, dice in ((SQUAD, MAIN, (3, 3, 3)), ("Panzer I", MACHINE_GUN, (3, 3, 2, 1))):
        position = duel(firer, BURNING, card="9H")
        fire(position, (CHANCE_FIRE, A, dice), weapon=weapon)
        assert position.unit(B).alive == 0
    tank = duel(TANK, FLAME_TANK, card="9H")
    fire(tank, (CHANCE_FIRE, A, (3, 3, 3)), (CHANCE_SAVE, B, (5, 1)))
    assert state(tank, B) == (1, 1)


@pytest.mark.rule("PT-FLAME-05", "PT-MG-07")
def test_machine_guns_do_not_hurt_a_flame_tank() -> None:
    position = duel(TANK, FLAME_TANK, card="5H", cards=("2S",))
    fire(position, (CHANCE_FIRE, A, (6, 6, 6, 6)), (CHANCE_SAVE, B, (1, 1)), weapon=MACHINE_GUN)
    assert state(position, B) == (1, 0)
    assert cards_left(position, B) == 0


@pytest.mark.rule("PT-FLAME-05", "PT-CARRY-05")
def test_a_passenger_with_a_flamethrower_does_not_outlive_a_hit_on_its_carrier() -> None:
    for rider, alive in ((SQUAD, 1), (FLAME_SQUAD, 0)):
        position = field_of_fire(TANK, (TRUCK, 10, 6), (rider, 10, 8))
        aboard(position, B + 1, B)
        ready(position)
        fire(position, (CHANCE_FIRE, A, (3, 3, 3)), (CHANCE_DISMOUNT, B + 1, (2,)))
        assert int(position.unit(B + 1).alive) == alive


@pytest.mark.rule("PT-FLAME-05", "AMB-61")
def test_no_sharing_of_dice_makes_a_hit_on_a_carrier_harmless() -> None:
    position = duel("Panzer I", BURNING, card="4H", ruleset=ruled(mg_split="no_lethal_on_split"))
    fire(position, (CHANCE_FIRE, A, (1, 1, 1, 1)), weapon=MACHINE_GUN)
    assert position.unit(B).alive == 0


@pytest.mark.rule("PT-NOTE-TWO_GUNS", "AMB-74")
def test_a_squad_s_flamethrower_is_no_second_gun() -> None:
    position = duel(FLAME_SQUAD, TIGER, 5, card="9H", ruleset=ruled(two_guns_fire="both_guns"))
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)))
    assert int(position.unit(A).rolls) == 3
    assert position.asked[2] == A + 1


# --- who brings them -------------------------------------------------------------------------------------------------


def army(*texts: str) -> list[Unit]:
    return [unit(text) for text in texts]


FLAMES = "Infantry [generic] + flamethrower"
PLAIN = army("T-34c", "T-34c")


@pytest.mark.rule("PT-FORT-04")
@pytest.mark.parametrize(
    ("flames", "heavy", "allowed"),
    [
        ((FLAMES,), 0, False),
        ((FLAMES, FLAMES), 1, True),
        ((FLAMES, FLAMES, FLAMES), 1, False),
        ((FLAMES, FLAMES, FLAMES), 2, True),
        (("T-34c + flamethrower",), 1, True),
        (("T-34c + flamethrower", FLAMES), 1, False),
        (("T-34c + flamethrower", FLAMES, FLAMES), 2, True),
        (("T-34c + flamethrower", "T-34c + flamethrower"), 1, False),
    ],
)
def test_how_many_flamethrowers(flames: tuple[str, ...], heavy: int, allowed: bool) -> None:
    for armies in ((army(*flames), PLAIN), (PLAIN, army(*flames))):
        if allowed:
            check_flamethrowers(armies, heavy)
            continue
        with pytest.raises(RuleForbids, match=f"there are {heavy};") as caught:
            check_flamethrowers(armies, heavy)
        assert caught.value.rule_id == "PT-FORT-04"


@pytest.mark.rule("PT-FORT-04")
def test_flamethrowers_are_the_attacker_s() -> None:
    flames = army(FLAMES)
    check_flamethrowers((PLAIN, PLAIN), 0)
    check_flamethrowers((flames, PLAIN), 1, attacker=1)
    for armies, attacker in (((flames, flames), 0), ((flames, PLAIN), 2), ((PLAIN, flames), 1)):
        with pytest.raises(RuleForbids, match="the attacker's"):
            check_flamethrowers(armies, 2, attacker=attacker)


@pytest.mark.rule("PT-FORT-04")
def test_defenders_of_a_scenario_carry_no_flamethrowers() -> None:
    """Side a attacks in a fighting withdrawal, so these are the defender's."""
    with pytest.raises(RuleForbids, match="the attacker's"):
        ts.Battle.start((PLAIN, army(FLAMES)), scenario="fighting withdrawal", forts=(0, 1))


def started(armies: list[list[str | Unit]], table: Any) -> Any:
    """A battle whose sides are settled."""
    units = [[unit(one) if isinstance(one, str) else one for one in side] for side in armies]
    kinds = [*units[0], *units[1]]
    slots = np.stack([army_slots(range(len(units[0]))), army_slots(range(len(units[0]), len(kinds)))])
    battle = Terms().record(("heuristic", "heuristic"))
    with as_written():
        kernels.start(quick(), battle, table, workbench(), 0, 1, profile_records(kinds), slots)
    return battle[0]


@pytest.mark.rule("PT-FORT-04", "PT-SETUP-02", "PT-SETUP-03")
def test_who_carries_flamethrowers_attacks_and_the_table_says_where_the_defender_is() -> None:
    for carrier in range(2):
        armies: list[list[str | Unit]] = [[SQUAD], [SQUAD]]
        armies[carrier] = [FLAME_SQUAD]
        for edge in (1, 2):
            table = fortified(HEAVY, 3, 0, *["." * 12] * 12)
            table[0].defender_edge = edge
            with_edge = started(armies, table)
            attackers = [int(player.attacker) for player in with_edge.player[:2]]
            north = [int(player.north) for player in with_edge.player[:2]]
            assert attackers == [int(carrier == 0), int(carrier == 1)]
            assert north[1 - carrier] == (edge == 2)
            assert sum(north) == 1


# --- players ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["heuristic", "tactician"])
def test_players_use_the_weapon_that_destroys_most_surely(player: str) -> None:
    def fired(firer: Unit, target: str, inches: int, card: str) -> int:
        position = duel(firer, target, inches, card=card)
        position.state.player["forbidden"] = ~(1 << FIRE)  # a squad this near may prefer close combat
        code = choice(position, player)
        assert fields_of(code).verb == FIRE
        return int(fields_of(code).which)

    assert fired(FLAME_SQUAD, SQUAD, 6, "5H") == HULL
    assert fired(FLAME_SQUAD, SQUAD, 7, "5H") == MAIN
    assert fired(FLAME_MG, SQUAD, 6, "5H") == HULL
    assert fired(FLAME_MG, SQUAD, 7, "5H") == MACHINE_GUN
    assert fired(FLAME_TANK, SQUAD, 10, "5H") == MAIN
    assert fired(FLAME_TANK, SQUAD, 20, "5H") == MACHINE_GUN


def test_the_log_and_the_actions_call_a_flamethrower_by_its_name() -> None:
    for firer, weapon in ((FLAME_SQUAD, HULL), (FLAME_TANK, MAIN)):
        position = duel(firer, SQUAD, 5, card="9H")
        position.work[0].logging = 1
        fire(position, (CHANCE_FIRE, A, (1, 1, 1)), weapon=weapon)
        lines = narrate(position.work[0].log[: position.work[0].log_rows], str)
        assert f"{A} with 9H: flamethrower at {B}" in lines
        action = Action(Fields(FIRE, A, B, weapon).code)
        flames = profile(firer).flame
        assert in_words(action, str, 40, False, lambda _, own=flames: own) == f"{A}: fire flamethrower at {B}"
