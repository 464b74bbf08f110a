"""Rolled dice from the command line: shots by the thousand, a battle from first to last card."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import tigersim as ts
from tigersim.cli import app
from tigersim.game.restrictions import FORBIDDABLE

ARMIES = ["3 x M4 Sherman, Jeep [usa]", "2 x Tiger I, Panzer IV (mid)"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "80", "NO_COLOR": "1"})


def data(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


SHOT = ["simulate", "shot", "Tiger I", "M4 Sherman", "--card", "QH", "--trials", "20000", "--seed", "3"]


def test_shots_are_counted_beside_the_odds() -> None:
    sample = data(*SHOT)
    fields = sample["fields"]
    assert sum(fields[name]["count"] for name in ("p_none", "p_one_hit", "p_destroyed")) == 20_000
    assert sample["provenance"]["seed"] == 3
    assert sample["provenance"]["question"]["attacker"]["name"] == "Tiger I"
    text = run(*SHOT).stdout
    assert "20,000 trials" in text
    exact = ts.odds.shot("Tiger I", "M4 Sherman", card="QH").p_destroyed
    assert f"exact {100 * exact:.3f}%" in text


def test_threads_do_not_change_the_counts() -> None:
    many = [*SHOT[:-4], "--trials", "1500000"]
    assert data(*many, "--threads", "1")["fields"] == data(*many, "--threads", "2")["fields"]


def test_a_battle_ends_as_it_does_in_python() -> None:
    battle = data("battle", *ARMIES, "--seed", "7")
    outcome = ts.Battle.start(armies=(ARMIES[0], ARMIES[1]), seed=7).play()
    assert (battle["vp_a"], battle["vp_b"], battle["winner"]) == (outcome.vp_a, outcome.vp_b, outcome.winner)
    assert battle["margin"] == battle["vp_a"] - battle["vp_b"]
    assert battle["army_a"] == ARMIES[0]
    assert battle["players"] == ["tactician", "tactician"]


def test_the_log_tells_what_happened_and_the_map_where() -> None:
    text = run("battle", *ARMIES, "--seed", "7", "--log").stdout
    assert "--- turn 1: " in text
    assert "a1 M4 Sherman" in text
    assert "VP, " in text.splitlines()[-1]
    shown = run("battle", *ARMIES, "--seed", "7").stdout
    assert len([line for line in shown.splitlines() if line.count(" ") > 30]) >= 36
    assert max(len(line) for line in shown.splitlines()) <= 80


def test_another_seed_is_another_battle() -> None:
    logs = {run("battle", *ARMIES, "--seed", str(seed), "--log").stdout for seed in (1, 2, 1)}
    assert len(logs) == 2


def test_one_name_plays_both_sides() -> None:
    assert data("battle", *ARMIES, "--players", "uniform")["players"] == ["uniform", "uniform"]
    assert data("battle", *ARMIES, "--players", "heuristic,uniform")["players"] == ["heuristic", "uniform"]


def test_what_is_forbidden_binds_the_sides() -> None:
    forbidden = ["--forbid", "close_combat", "--forbid", "a:fire", "--forbid", "b:fire", "--forbid", "b:move"]
    battle = data("battle", *ARMIES, "--seed", "7", *forbidden)
    assert battle["forbid"] == [["fire", "close_combat"], ["move", "fire", "close_combat"]]
    assert (battle["vp_a"], battle["vp_b"]) == (0, 0)  # nobody may attack
    text = run("battle", *ARMIES, "--seed", "7", "--log", *forbidden).stdout
    assert " fires: " not in text
    assert " fires: " in run("battle", *ARMIES, "--seed", "7", "--log").stdout
    assert data("battle", *ARMIES)["forbid"] == [[], []]


FLAMES = ("2 x Infantry [generic] + flamethrower, M4 Sherman", "2 x Regulars [germany]")


@pytest.mark.rule("PT-FORT-01", "PT-FORT-04")
def test_a_battle_for_positions() -> None:
    battle = data("battle", *FLAMES, "--forts", "1,1")
    assert battle["forts"] == [1, 1]
    assert "forts" not in data("battle", *ARMIES)
    for forts, words in (("0,0", "need 1 heavy position"), ("1", "as in 2,1"), ("20,0", "at most 16")):
        failed = run("battle", *FLAMES, "--forts", forts)
        assert failed.exit_code == 2
        assert words in " ".join(failed.stderr.split())


@pytest.mark.parametrize("command", [["battle"], ["prices"], ["run"]])
def test_help_says_what_can_be_forbidden(command: list[str]) -> None:
    shown = " ".join(re.sub(r"[^\w\s:.,;-]", " ", run(*command, "--help").stdout).split())
    for name, thing in FORBIDDABLE.items():
        assert f"{name}: {thing.meaning}." in shown


HEURISTICS, TACTICIANS = (["battle", *ARMIES, "--seed", "7", "--players", who] for who in ("heuristic", "tactician"))


def test_reasons_stand_in_the_log() -> None:
    plain = run(*TACTICIANS, "--log").stdout
    lines = run(*TACTICIANS, "--explain").stdout.splitlines()
    assert [line for line in lines if not line.startswith("?")] == plain.splitlines()
    heads = [k for k, line in enumerate(lines) if line.startswith("? decision ")]
    assert len(heads) > 30
    for k in heads:
        assert re.fullmatch(r"\? decision \d+, side [ab], [a-z ]+; the tactician's values:", lines[k])
        assert re.match(r"\? >  1\. +-?\d+\.\d\d VP  ", lines[k + 1])  # he does what he thinks best
    assert max(len(line) for line in lines) <= 80


def test_reasons_as_data() -> None:
    battle = data(*TACTICIANS, "--explain")
    assert battle["explanations"]
    for one in battle["explanations"]:
        assert list(one) == ["number", "line", "turn", "side", "decision", "player", "by", "options", "chosen"]
        assert len(one["options"]) > 1
        assert [option["words"] for option in one["options"] if option["chosen"]] == [one["chosen"]]
        assert 0 <= one["line"] < len(battle["log"])
    silent = data(*TACTICIANS)
    assert {key: value for key, value in battle.items() if key not in ("log", "explanations")} == silent
    told = data(*TACTICIANS, "--log")
    assert told["log"] == battle["log"]
    assert "explanations" not in told


def test_a_tactician_may_look_at_other_players() -> None:
    for explain in (["--explain"], ["--explain-by", "tactician"]):
        battle = data(*HEURISTICS, *explain)
        assert {(one["player"], one["by"]) for one in battle["explanations"]} == {("heuristic", "tactician")}
    assert "; the tactician's opinion:" in run(*HEURISTICS, "--explain").stdout


def test_a_planner_may_look_at_other_players() -> None:
    small = ["battle", "T-34c, Jeep [usa]", "Panzer II, Jeep [usa]", "--explain-by", "planner"]
    battle = data(*small, "--players", "tactician")
    assert {one["by"] for one in battle["explanations"]} == {"planner"}
    assert battle["players"] == ["tactician", "tactician"]


def test_a_battle_may_be_played_to_a_score() -> None:
    battle = data("battle", *ARMIES, "--seed", "7", "--to-score", "4")
    assert battle["target_score"] == 4
    assert battle["markers"] == "none"
    reached = max(battle["vp_a"], battle["vp_b"]) >= 4
    assert (battle["ended_by"] in ("PT-VP-17", "AMB-23")) == reached
    names = {0: "draw", 1: "minor victory", 2: "minor victory"}
    assert battle["victory"] == names.get(abs(battle["margin"]), "victory")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["battle", "3 x M4 Shermann", "Tiger I"], "did you mean M4 Sherman"),
        (["battle", "Jeep", "Tiger I"], "Jeep [usa]"),
        (["battle", "", "Tiger I"], "army is ''"),
        (["battle", "0 x Tiger I", "Tiger I"], "allowed: 1 to"),
        (["battle", "Tiger I", "Tiger I", "--players", "heuristics"], "did you mean heuristic"),
        (["battle", "Tiger I", "Tiger I", "--players", "a,b,c"], "allowed: one player for both sides or two"),
        (["battle", "Tiger I", "Tiger I", "--explain-by", "planer"], "unknown player 'planer'; did you mean planner?"),
        (["battle", "Tiger I", "Tiger I", "--explain-by", "heuristic"], "allowed: tactician or planner"),
        (["battle", "Tiger I", "Tiger I", "--explain-by", ""], "unknown player ''"),
        (["battle", "Tiger I", "Tiger I", "--seed", "-1"], "--seed"),
        (["battle", "Tiger I", "Tiger I", "--forbid", "close-combat"], "did you mean close_combat"),
        (["battle", "Tiger I", "Tiger I", "--forbid", "c:fire"], "unknown side 'c' in 'c:fire'; allowed: a, b"),
        (["battle", "Tiger I", "Tiger I", "--markers", "some"], "allowed: none or standard"),
        (["battle", "Tiger I", "Tiger I", "--to-score", "-3"], "allowed: 1 to 1000 VP"),
        (["battle", "Tiger I", "Tiger I", "--set", "front_ark=none"], "did you mean front_arc"),
        (["battle", "Tiger I", "Tiger I", "--set", "los_doubt_roll=tolerance_band"], "(AMB-39) is not modelled"),
        (["simulate", "shot", "Tiger I", "M4 Sherman", "--trials", "0"], "trials is 0; allowed"),
        (["simulate", "shot", "Tiger I", "M4 Sherman", "--method", "guess"], "allowed: dice, table"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


# --- a page to watch -----------------------------------------------------------------------------------------------


def test_a_battle_is_written_as_a_page(tmp_path: Path) -> None:
    page = tmp_path / "battle.html"
    told = data("battle", *ARMIES, "--seed", "7", "--replay", str(page), "--log", "--number", "2")
    assert told["replay"] == str(page)
    assert told["number"] == 2
    battle = ts.Battle.start(armies=(ARMIES[0], ARMIES[1]), seed=7, number=2)
    battle.play()
    assert told["log"] == battle.log()
    assert page.read_text(encoding="utf-8") == battle.replay().html


def test_a_page_that_cannot_be_written_is_refused_before_anybody_plays(tmp_path: Path) -> None:
    for place, reason in ((tmp_path, "is a folder"), (tmp_path / "none" / "x.html", "cannot be written")):
        refused = run("battle", *ARMIES, "--replay", str(place))
        assert refused.exit_code == 1
        assert reason in " ".join(refused.stderr.split())
        assert refused.stdout == ""
    assert not list(tmp_path.iterdir())
