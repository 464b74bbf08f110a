"""Support from off the table as people ask for it: battles, designs, what provenance keeps of it, the command line."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

import tigersim as ts
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import unit
from tigersim.cli import app
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.game.battle import Battle
from tigersim.game.records import SUPPORT, fingerprint, profile_records
from tigersim.lab.batch import Arena
from tigersim.lab.design import Design
from tigersim.lab.single import single_battle

ARMIES = ("3 x T-34c, KV-1, 2 x Regulars [usa]", "3 x Panzer IV (mid), Tiger I, 2 x Regulars [germany]")
FIRST = RuleSet.load("paper_tigers_1")
RECORDED = "e249fef83f7f4d4e"
"""The fingerprint of the 147 units in every result on record: made before anybody hindered aircraft."""
slow = pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")


def calls(battle: Battle) -> list[str]:
    """The calls in the log of a battle that is played to its end."""
    battle.play()
    return [line for line in battle.log() if "calls a" in line]


@slow
@pytest.mark.rule("PT-SUPPORT-01")
@pytest.mark.parametrize("players", ["uniform", "heuristic", "tactician"])
def test_battles_with_support(players: str) -> None:
    found: dict[str, list[str]] = {support: [] for support in SUPPORT}
    for number in range(12):
        for support in SUPPORT:
            pair = (players, players)
            battle = Battle.start(armies=ARMIES, seed=2, number=number, players=pair, support=support)
            found[support] += calls(battle)
    assert found["none"] == []
    assert {line.split(" on ")[0].split(" calls ")[1] for line in found["barrages"]} == {"a barrage"}
    assert {line.split(" on ")[0].split(" calls ")[1] for line in found["air strikes"]} == {"an air strike"}
    assert {line.split(" on ")[0].split(" calls ")[1] for line in found["both"]} == {"a barrage", "an air strike"}


@slow
def test_a_view_tells_of_the_call() -> None:
    for number in range(30):
        battle = Battle.start(armies=ARMIES, seed=2, number=number, support="both")
        while not battle.is_over:
            battle.play_to(battle.decisions + 1)
            if battle.decision == "next target":
                view = battle.view()
                assert view.phase == "off-table fire"
                assert view.order is not None
                assert (view.order.verb, view.order.members) == ("call support", (view.subject,))
                assert view.order.target is not None
                words = [view.describe(action) for action in battle.legal_actions()]
                assert words[0] == "pass"
                assert all("call support on" in one for one in words[1:])
                assert battle.explain()[0].words in words
                return
    raise AssertionError("nobody called")


@slow
def test_a_battle_of_a_design_is_that_of_its_batch() -> None:
    design = Design(support="both", seed=4, players=("heuristic", "tactician"))
    results = Arena(design).results(0, 8)
    for number in range(8):
        outcome = single_battle(design, number).play()
        assert (outcome.vp_a, outcome.vp_b) == tuple(results[number].vp)
    assert results["verbs"][:, :, 16].sum() > 0


def test_provenance_names_support_only_where_there_is_any() -> None:
    plain, supported = Design().provenance(), Design(support="air strikes").provenance()
    assert "support" not in plain
    assert supported == {**plain, "support": "air strikes"}
    for about in (plain, supported):
        again = Design.of_provenance(about, Design().units)
        assert again.provenance() == about
    assert Design.of_provenance(plain, Design().units).support == "none"
    assert replace(Design(), support="both").mirror().support == "both"


def test_results_on_record_are_of_the_same_units() -> None:
    assert Design().provenance()["profiles"] == RECORDED
    plain, armed = (profile_records([unit(name)]) for name in ("Truck [france]", "Truck [france] + anti-air"))
    assert fingerprint(plain) != fingerprint(armed)


@pytest.mark.parametrize("support", ["", "all", "Barrages"])
def test_other_support_is_refused(support: str) -> None:
    for ask in (lambda: Design(support=support), lambda: Battle.start(armies=ARMIES, support=support)):
        with pytest.raises(InvalidValue, match="none, barrages, air strikes, both"):
            ask()


@pytest.mark.rule("PT1-UNIT-01")
def test_the_first_edition_has_none() -> None:
    with pytest.raises(RuleForbids, match="no off-table support"):
        Design(ruleset=FIRST, support="both")
    with pytest.raises(RuleForbids, match="no off-table support"):
        Battle.start(armies=("Tiger I", "KV-1"), ruleset=FIRST, support="barrages")


def run(*words: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(app, [*words], env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_commands_of_the_odds() -> None:
    one = json.loads(run("odds", "barrage", "Tiger I", "--order", "1", "--json"))
    assert one["exact"]["p_hit"] == "1/12"
    assert one["exact"]["p_target_1_one_hit"] == "1/27"  # two dice save a hit unless both show less than a 5
    strike = run("odds", "air-strike", "Tiger I", "Regulars [germany]; cover=wood", "--order", "1,2,2", "--steps")
    assert "Attack 3, at target 2: 3 dice against 15" in strike
    assert run("odds", "air-strike", "KV-1", "--csv").splitlines()[0] == "field,meaning,value,exact"
    assert ts.odds.air_strike("KV-1").exact.p_hit == ts.odds.air_strike(ts.unit("KV-1")).exact.p_hit


@pytest.mark.parametrize("words", [("--order", "1,x"), ("--order", "3"), ("--order", "1,1,1")])
def test_wrong_orders_are_refused(words: tuple[str, str]) -> None:
    result = CliRunner().invoke(app, ["odds", "barrage", "Tiger I", *words])
    assert result.exit_code == 2


@slow
def test_the_commands_of_battles() -> None:
    told = json.loads(run("battle", *ARMIES, "--support", "both", "--players", "heuristic", "--json"))
    assert told["support"] == "both"
    plain = json.loads(run("battle", *ARMIES, "--players", "heuristic", "--json"))
    assert plain["support"] == "none"
    assert CliRunner().invoke(app, ["battle", *ARMIES, "--support", "rockets"]).exit_code == 2
