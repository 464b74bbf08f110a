"""Close combat of several units: who may strike which enemy, who strikes back, who falls back."""

from itertools import product

import pytest

from tigersim.rules.close_combat import (
    in_assault_reach,
    may_attack_unit,
    may_help,
    may_strike_at,
    strike_destroys,
    strikes_back,
    takes_suicide_die,
    takes_the_place,
    withdraws,
)
from tigersim.rules.switches import (
    MeleeAfterSuccess,
    MeleeEachReach,
    MeleeGunsHelp,
    MeleeSecondaryTargets,
    MeleeShockedDefender,
    MeleeSupportersStrike,
    SuicideAssault,
)

FLAG = (False, True)


@pytest.mark.rule("PT-MELEE-02", "PT-MELEE-07", "AMB-76")
def test_reach_of_an_assault() -> None:
    # exactly six inches is within six
    assert in_assault_reach(36, True)
    assert not in_assault_reach(37, True)
    assert not in_assault_reach(37, False)
    # leader_only: followers are exempt, the leader never is
    assert in_assault_reach(37, False, MeleeEachReach.LEADER_ONLY)
    assert not in_assault_reach(37, True, MeleeEachReach.LEADER_ONLY)


@pytest.mark.rule("PT-MELEE-10", "PT-FOLLOW-10", "AMB-80")
def test_whom_an_attacker_may_strike() -> None:
    assert may_attack_unit(True, True, 0, False)
    assert not may_attack_unit(True, False, 1, True)
    assert may_attack_unit(False, False, 9, False)
    assert not may_attack_unit(False, False, 10, True)
    # helpers_only: a bystander may not be attacked, the target and a helper may
    assert not may_attack_unit(False, False, 9, False, MeleeSecondaryTargets.HELPERS_ONLY)
    assert may_attack_unit(False, False, 9, True, MeleeSecondaryTargets.HELPERS_ONLY)
    assert may_attack_unit(False, True, 0, False, MeleeSecondaryTargets.HELPERS_ONLY)


@pytest.mark.rule("PT-MELEE-08", "PT-MELEE-03", "PT-HIT-05", "AMB-79", "AMB-81", "AMB-82")
def test_who_may_help() -> None:
    assert may_help(False, False, 9)
    assert not may_help(False, False, 10)
    assert not may_help(True, False, 4)
    assert not may_help(False, True, 4)
    assert not may_help(False, False, 4, attacks_done=True)
    # named_after_attack: only then, and only for a target that still stands
    assert not may_help(False, False, 4, True, False, MeleeSupportersStrike.NAMED_AFTER_ATTACK)
    assert may_help(False, False, 4, True, True, MeleeSupportersStrike.NAMED_AFTER_ATTACK)
    assert not may_help(False, False, 4, False, True, MeleeSupportersStrike.NAMED_AFTER_ATTACK)
    # always: the shocked may help too; never bars them as the default does
    assert may_help(True, False, 4, melee_shocked_defender=MeleeShockedDefender.ALWAYS)
    assert not may_help(True, False, 4, melee_shocked_defender=MeleeShockedDefender.NEVER)
    # may_help: guns too
    assert may_help(False, True, 4, melee_guns_help=MeleeGunsHelp.MAY_HELP)


@pytest.mark.rule("PT-MELEE-05", "PT-MELEE-08", "PT-MELEE-09", "AMB-79", "AMB-81")
def test_who_strikes_back() -> None:
    for alive, attacked, shocked, stands in product(FLAG, repeat=4):
        assert strikes_back(alive, attacked, shocked, stands) == alive
        # only_if_target_survives: a helper that nobody attacked needs the target
        assert strikes_back(alive, attacked, shocked, stands, MeleeSupportersStrike.ONLY_IF_TARGET_SURVIVES) == (
            alive and (attacked or stands)
        )
        # never: the shocked do not strike
        assert strikes_back(
            alive, attacked, shocked, stands, MeleeSupportersStrike.ALL_SURVIVORS_STRIKE, MeleeShockedDefender.NEVER
        ) == (alive and not shocked)
        assert (
            strikes_back(
                alive,
                attacked,
                shocked,
                stands,
                MeleeSupportersStrike.ALL_SURVIVORS_STRIKE,
                MeleeShockedDefender.ALWAYS,
            )
            == alive
        )


@pytest.mark.rule("PT-MELEE-11")
def test_the_declared_target_strikes_at_the_leader() -> None:
    assert may_strike_at(True, True, True)
    assert not may_strike_at(True, False, True)
    assert may_strike_at(True, False, False)
    assert may_strike_at(False, False, True)


@pytest.mark.rule("PT-MELEE-04", "PT-MELEE-05", "PT-MELEE-12")
def test_a_strike_needs_the_difficulty_of_the_card() -> None:
    assert [strike_destroys(total, 8) for total in (7, 8, 18)] == [False, True, True]


@pytest.mark.rule("PT-ADV-SUICIDE_ASSAULT", "AMB-84")
def test_the_extra_die_is_taken_as_wished_or_by_force() -> None:
    for attacking, wanted in product(FLAG, repeat=2):
        assert takes_suicide_die(True, attacking, wanted) == wanted
        assert takes_suicide_die(True, attacking, wanted, SuicideAssault.ATTACK_ONLY) == (wanted and attacking)
        assert takes_suicide_die(True, attacking, wanted, SuicideAssault.MANDATORY)
        assert not any(takes_suicide_die(False, attacking, wanted, option) for option in range(3))


@pytest.mark.rule("PT-MELEE-06", "PT-MELEE-13", "AMB-78")
def test_where_the_attackers_stand_afterwards() -> None:
    assert [withdraws(True, option) for option in range(3)] == [True] * 3
    assert [withdraws(False, option) for option in range(3)] == [False, False, True]
    assert [takes_the_place(False, True, option) for option in range(3)] == [False, True, False]
    assert not takes_the_place(True, True, MeleeAfterSuccess.OCCUPY)
    assert not takes_the_place(False, False, MeleeAfterSuccess.OCCUPY)
