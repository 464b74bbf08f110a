"""Follow me!, against following every unit's dice."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.odds.sample_units import FRAIL_TRAP, LIGHT_GUN, MG_SQUAD, MORTAR_SQUAD, MUTE, RIFLES, SCOUTS, VETERANS, made
from tests.odds.test_other_rolls import CRAWLER
from tests.odds.test_shot import as_unit
from tests.reference import brute_force
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.odds.follow import Member
from tigersim.odds.targets import Target

RADIOLESS = made("Radioless", "medium_tank", disadvantages=("no_radio",))
LED = "leader_must_succeed"
Group = list[tuple[str | Unit, dict[str, Any]]]

FIRES: list[tuple[Group, str | Unit, str, dict[str, Any], str]] = [
    ([("Tiger I", {}), ("M4 Sherman", {"distance": 14, "aspect": "other"})], "T-34c", "8H", {}, "hit"),
    ([(RIFLES, {}), (VETERANS, {}), (MG_SQUAD, {"weapon": "mg"})], RIFLES, "7S", {"cover": "wood"}, "hit"),
    ([("T-60", {}), ("T-60", {}), (MORTAR_SQUAD, {"weapon": "mortar"})], FRAIL_TRAP, "4D", {}, "hit"),
    ([(VETERANS, {}), ("Tiger I", {}), (VETERANS, {})], FRAIL_TRAP, "8H", {"hits_before": 0}, "destroy"),
    ([(SCOUTS, {}), (MG_SQUAD, {"weapon": "mg"})], "M4 Sherman", "5H", {"hits_before": 1}, "hit"),
]


def rolls_of(
    group: Group, target: Any, card: str, where: dict[str, Any], objective: str, rules: RuleSet
) -> list[list[Any]]:
    rolls = []
    for unit, own in group:
        firer = profile(as_unit(unit), rules)
        roll = brute_force.FireRoll(firer, target, card, rules, **{**where, **own, "objective": objective})
        rolls.append([roll] * brute_force.rolls_of_action(firer, roll.where["weapon"], rules))
    return rolls


def play(units: list[list[Any]], state: Any) -> dict[Any, Fraction]:
    """State of the target after these units, each firing as it would alone."""
    spread = {state: Fraction(1)}
    for rolls in units:
        after: dict[Any, Fraction] = {}
        for now, p in spread.items():
            finals = {(*now, 0): Fraction(1)} if now[0] == 9 else brute_force.fire_one_by_one(rolls, now)[1]
            for (hits, lost, _), q in finals.items():
                after[hits, lost] = after.get((hits, lost), Fraction(0)) + p * q
        spread = after
    return spread


def total(spread: dict[Any, Fraction], hits: int) -> Fraction:
    return sum((p for state, p in spread.items() if state[0] == hits), Fraction(0))


@pytest.mark.rule("PT-FOLLOW-03", "PT-FOLLOW-04", "PT-FOLLOW-05", "PT-HIT-02", "AMB-88")
@pytest.mark.parametrize("case", FIRES, ids=[str(number) for number in range(len(FIRES))])
def test_fire_of_a_group(case: tuple[Group, str | Unit, str, dict[str, Any], str]) -> None:
    group, target, card, where, objective = case
    aim = profile(as_unit(target))
    units = rolls_of(group, aim, card, where, objective, DEFAULT)
    got = odds.follow(
        [Member(unit, **own) for unit, own in group], "fire", card, Target(target, **where), 10, objective
    )
    state = (where.get("hits_before", 0), False)
    if objective == "destroy":  # each roll weighs all that are still to come
        _, final, _ = brute_force.fire_one_by_one([roll for rolls in units for roll in rolls], state)
        assert got.exact.p_destroyed == brute_force.chance(final, lambda what: what[0] == 9)
        return
    for place, member in enumerate(got.members, start=1):
        spread = play(units[:place], state)
        assert member.values == (total(spread, 1), total(spread, 9))
    spread = play(units, state)
    assert (got.exact.p_none, got.exact.p_one_hit) == (total(spread, 0), total(spread, 1))
    assert got.exact.p_suppressed == spread.get((0, True), 0)


def succeeded(rolls: list[Any], state: Any) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    """State of the target after a leader who has hit, and after one who has not."""
    hit: dict[Any, Fraction] = {}
    missed = {state: Fraction(1)}
    for number, roll in enumerate(rolls):
        still: dict[Any, Fraction] = {}
        for now, p in missed.items():
            for outcome, q in roll.rolled(brute_force.hit_then_lethal).items():
                scores = outcome[0] in ("hit", "lethal")
                for (hits, lost, _), r in roll.after(now, outcome).items():
                    if not scores:
                        still[hits, lost] = still.get((hits, lost), Fraction(0)) + p * q * r
                        continue
                    for end, s in (
                        play([rolls[number + 1 :]], (hits, lost)).items()
                        if rolls[number + 1 :]
                        else [((hits, lost), 1)]
                    ):
                        hit[end] = hit.get(end, Fraction(0)) + p * q * r * s
        missed = still
    return hit, missed


@pytest.mark.rule("PT-FOLLOW-04", "AMB-88")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_fire_behind_a_leader_who_must_hit(number: int) -> None:
    group, target, card, where, _ = FIRES[number]
    group = group[:2]
    rules = DEFAULT.replace(follow_independent=LED)
    units = rolls_of(group, profile(as_unit(target), rules), card, where, "hit", rules)
    hit, missed = succeeded(units[0], (0, False))
    ends = dict(missed)
    for state, p in hit.items():
        for end, q in play(units[1:], state).items():
            ends[end] = ends.get(end, Fraction(0)) + p * q
    got = odds.follow(
        [Member(unit, **own) for unit, own in group], "fire", card, Target(target, **where), ruleset=rules
    )
    assert (got.exact.p_one_hit, got.exact.p_destroyed) == (total(ends, 1), total(ends, 9))
    assert sum(got.counts[:3]) == got.whole


@pytest.mark.rule("PT-FOLLOW-01", "PT-FOLLOW-04", "PT-MOVE-01", "AMB-88")
@pytest.mark.parametrize("reading", ["independent", LED])
@pytest.mark.parametrize(("inches", "card"), [(0, "8S"), (7, "8S"), (5, "7C")])
def test_moves_of_a_group(reading: str, inches: float, card: str) -> None:
    rules = DEFAULT.replace(follow_independent=reading)
    group = ["M4 Sherman", VETERANS, "BT-7"]
    reaches = [brute_force.move(profile(as_unit(unit), rules), card, rules) for unit in group]
    number = [Fraction(0)] * 4
    each, far = [Fraction(0)] * 3, [Fraction(0)] * 3
    for ends in product(*(reach.items() for reach in reaches)):
        p = ends[0][1] * ends[1][1] * ends[2][1]
        joined = reading == "independent" or ends[0][0] != 0
        gone = [int(went) if place == 0 or joined else 0 for place, (went, _) in enumerate(ends)]
        arrived = [went > 0 and went >= inches for went in gone]
        number[sum(arrived)] += p
        for place in range(3):
            each[place] += p * arrived[place]
            far[place] += p * gone[place]
    got = odds.follow(group, "move", card, ruleset=rules, inches=inches)
    assert got.units == tuple(enumerate(number))
    assert (got.exact.p_all, got.exact.p_none) == (number[3], number[0])
    assert [member.values for member in got.members] == list(zip(each, far, strict=True))


@pytest.mark.rule("PT-FOLLOW-01", "PT-FOLLOW-04", "PT-COVER-05", "AMB-86", "AMB-88")
def test_cover_for_a_group() -> None:
    in_wood = brute_force.plain(3, 9)
    open_ground = brute_force.plain(2, 9)
    group = [Member(RIFLES, terrain="wood"), Member("M4 Sherman")]
    got = odds.follow(group, "find_cover", "9S").exact
    assert (got.p_all, got.p_none) == (in_wood * open_ground, (1 - in_wood) * (1 - open_ground))
    led = DEFAULT.replace(follow_independent=LED)
    assert odds.follow(group, "find_cover", "9S", ruleset=led).exact.p_none == 1 - in_wood
    with pytest.raises(RuleForbids, match="PT-COVER-04"):
        odds.follow(group, "find_cover", "9H")
    few = DEFAULT.replace(follow_actions="move_fire_melee_only")
    with pytest.raises(RuleForbids, match="AMB-86"):
        odds.follow(group, "find_cover", "9S", ruleset=few)
    assert odds.follow(group[:1], "find_cover", "9S", ruleset=few).exact.p_all == in_wood


@pytest.mark.rule("PT-FOLLOW-04", "PT-DIS-POOR_COMMAND", "PT-DIS-SLOW", "AMB-86", "AMB-88")
def test_groups_over_the_deck() -> None:
    # a leader who may not act on black cards leads nobody there; a follower who may not move on red stands by
    fire = odds.follow([MUTE, "M4 Sherman"], "fire", target="Panzer IV (mid)")
    reds = [
        odds.follow([MUTE, "M4 Sherman"], "fire", card, "Panzer IV (mid)").exact
        for card in brute_force.DECK
        if card[-1] in "DH"
    ]
    assert fire.exact.p_no_action == Fraction(1, 2)
    assert fire.exact.p_destroyed == sum(one.p_destroyed for one in reds) / 52
    moves = odds.follow(["M4 Sherman", CRAWLER], "move")
    black = sum(odds.move(CRAWLER, card).exact.p_success for card in brute_force.DECK if card[-1] in "CS")
    assert moves.members[1].values[0] == black / 52
    assert moves.exact.p_no_action == 0
    assert moves.exact.expected_units == sum(member.values[0] for member in moves.members)
    assert all("order of the chain" in answer.show(steps=True) for answer in (moves, fire))
    assert set(fire.table()["field"]) >= {"p_destroyed", "p_destroyed_after_2"}
    assert set(moves.table()["field"]) >= {"p_all", "p_success_1", "expected_inches_2"}


@pytest.mark.rule("PT-FOLLOW-05", "PT-FOLLOW-08", "PT-DIS-NO_RADIO", "AMB-109")
def test_forbidden_groups() -> None:
    assert odds.follow(["M4 Sherman", RADIOLESS], "move", "5S").p_all > 0
    bars = DEFAULT.replace(no_radio_scope="cannot_follow")
    with pytest.raises(RuleForbids, match="AMB-109"):
        odds.follow(["M4 Sherman", RADIOLESS], "move", "5S", ruleset=bars)
    assert odds.follow([RADIOLESS, "M4 Sherman"], "move", "5S", ruleset=bars).p_all > 0
    with pytest.raises(RuleForbids, match="PT-DIS-SLOW"):
        odds.follow(["M4 Sherman", CRAWLER], "move", "5H")
    with pytest.raises(RuleForbids, match="PT-FIRE-02"):
        odds.follow(["M4 Sherman", RIFLES], "fire", "5H", "Tiger I", 20)
    for arguments, field in (
        (([RIFLES] * 4,), "units"),
        (("Tiger I",), "units"),
        (([3],), "units"),
        (([RIFLES], "sleep"), "action"),
        (([RIFLES], "fire", "5H"), "target"),
        (([RIFLES], "move", "5H", None, 10, "hit", None), "inches"),
    ):
        with pytest.raises(InvalidValue, match=field if field != "inches" else "distance"):
            odds.follow(*arguments, **({"inches": -1} if field == "inches" else {}))  # type: ignore[arg-type]
    assert odds.follow([LIGHT_GUN], "move", "5S").exact.p_all == odds.move(LIGHT_GUN, "5S").exact.p_success
