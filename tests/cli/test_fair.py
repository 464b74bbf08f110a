"""Is this match fair, and what should my unit cost, from the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tigersim.cli import app
from tigersim.core.compile.jit import COMPILER_OFF

MATCH = ("fair", "2 x T-34c", "3 x Jeep [usa]", "--battles", "208", "--players", "heuristic", "--threads", "1")
LIST = Path(__file__).resolve().parents[2] / "results" / "001_first_price_list"
MINE = "nation,name,type,advantages\nfinland,Sisu,armored_car,rugged\n"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments], env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of battles")
def test_a_match_as_text_json_and_csv() -> None:
    text, answer = run(*MATCH), json.loads(run(*MATCH, "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(run(*MATCH, "--csv").stdout)))
    flat = " ".join(text.stdout.split())
    assert text.exit_code == 0
    assert "208 of about 208 battles" in text.stderr
    assert f"Army a wins {100 * answer['p_win']:.1f}%" in flat
    assert "208 battles" in flat
    assert max(len(line.rstrip()) for line in text.stdout.splitlines()) <= 130
    assert (answer["army_a"], answer["cost_a"], answer["cost_b"]) == ("2 x T-34c", 12, 6)
    assert answer["won"] + answer["drawn"] + answer["lost"] == answer["battles"] == 208
    (even,) = (row for row in rows if int(row["handicap"]) == answer["handicap"])
    assert float(even["p_win"]) == answer["p_win_with_handicap"]


@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of battles")
def test_an_own_unit_is_priced_beside_a_list(tmp_path: Path) -> None:
    mine = tmp_path / "mine.csv"
    mine.write_text(MINE, encoding="utf-8")
    asked = ("price-unit", str(mine), "--list", str(LIST), "--battles", "640", "--seed", "5", "--threads", "1")
    text, (answer,) = run(*asked), json.loads(run(*asked, "--json").stdout)
    (row,) = csv.DictReader(io.StringIO(run(*asked, "--csv").stdout))
    flat = " ".join(text.stdout.split())
    assert text.exit_code == 0
    assert f"Sisu [finland] is worth {answer['worth']:.1f} VP" in flat
    assert "> Sisu [finland]" in flat
    assert float(row["worth"]) == answer["worth"]
    assert answer["delta_low"] < answer["delta"] < answer["delta_high"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fair", "Tiger I", "Tigger"], "unknown unit 'Tigger'"),
        (["fair", "Tiger I", "M4 Sherman", "--battles", "3"], "200 to 160,000"),
        (["fair", "Tiger I", "M4 Sherman", "--json", "--csv"], "one of the two"),
        (["fair", "Tiger I", "M4 Sherman", "--family", "moon"], "moon"),
        (["price-unit", "nowhere.csv"], "nowhere.csv"),
        (["price-unit", "MINE", "--unit", "Nobody", "--list", str(LIST)], "unknown unit 'Nobody'"),
        (["price-unit", "MINE", "--list", "nowhere"], "nowhere holds no finished price list"),
        (["price-unit", "EMPTY"], "holds no unit"),
        (["odds", "panel", "Tiger I", "--json", "--csv"], "one of the two"),
    ],
)
def test_one_clear_line_for_what_cannot_be_asked(arguments: list[str], words: str, tmp_path: Path) -> None:
    for name, text in {"MINE": MINE, "EMPTY": "nation,name,type\n"}.items():
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    files = {name: str(tmp_path / f"{name}.csv") for name in ("MINE", "EMPTY")}
    result = run(*(files.get(word, word) for word in arguments))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_panel_as_text_and_csv() -> None:
    asked = ("odds", "panel", "Tiger I", "M4 Sherman", "Truck [germany]")
    text = run(*asked)
    sherman, truck = csv.DictReader(io.StringIO(run(*asked, "--csv").stdout))
    assert text.exit_code == 0
    assert f"{100 * float(sherman['p_destroyed']):.1f}%" in text.stdout
    assert truck["weapon_back"] == ""
    assert "Exact, not sampled." in text.stdout


def test_the_luck_of_a_battle_as_text_and_json() -> None:
    asked = ("battle", "2 x T-34c", "2 x Hetzer", "--seed", "3", "--luck")
    text, answer = run(*asked), json.loads(run(*asked, "--json").stdout)
    assert text.exit_code == 0
    assert [one["unit"] for one in answer["fates"]] == ["a1 T-34c", "a2 T-34c", "b1 Hetzer", "b2 Hetzer"]
    lost = {side: sum(one["cost"] for one in answer["fates"] if one["side"] == side and one["dead"]) for side in "ab"}
    assert (answer["vp_a"], answer["vp_b"]) == (lost["b"], lost["a"])
    assert all(one["kind"] in text.stdout for one in answer["fortune"])


def test_rules_of_armies_are_checked_and_bound_what_may_be_added() -> None:
    match = ("fair", "3 x T-34c, KV-1", "3 x Panzer IV (mid), Tiger I", "--foretell", "--nation", "ussr,germany")
    assert {row["unit"].split("[")[1] for row in json.loads(run(*match, "--json").stdout)["gains"]} == {"ussr]"}
    limited = json.loads(run(*match, "--army-rules", "three_of_a_kind", "--json").stdout)["gains"]
    assert "T-34c [ussr]" not in {row["unit"] for row in limited}
    broken = run(*match, "--year", "1941")
    assert broken.exit_code == 2
    assert "T-34c is not of ussr; in service in 1941" in " ".join(broken.stderr.split())
    other = run("fair", "4 x T-34c", "Tiger I", "--army-rules", "three_of_a_kind")
    assert "army a is '4 x T-34c, and at most 3 of one unit are allowed'" in " ".join(other.stderr.split())


def test_a_forecast_plays_no_battles() -> None:
    refused = run("fair", "T-34c", "Tiger I", "--foretell", "--battles", "200")
    assert refused.exit_code == 2
    assert "a forecast plays no battles" in " ".join(refused.stderr.split())
