"""The main job from the command line: a list worth reading, a folder that can go on, a clean stop."""

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from typer.testing import CliRunner, Result

from tests.cli.all_commands import QUICK, without_pictures
from tigersim.cli import app
from tigersim.cli.options import DEFAULT_SIZES, two_players, two_sizes
from tigersim.lab import Design, Run
from tigersim.pricing import Prices
from tigersim.pricing.play.job import WIDE

BATTLES = 20_480
SMALL = ("prices", "--battles", str(BATTLES), "--seed", "5", *QUICK)
"""A list that is played in a moment."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a small run and what it printed."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    result = run(*SMALL, "--out", str(folder))
    assert result.exit_code == 0, result.stderr
    return folder, result.stdout


@pytest.fixture(scope="module")
def rows(played: tuple[Path, str]) -> list[dict[str, str]]:
    """What the same command prints as CSV."""
    with pytest.MonkeyPatch.context() as patch:
        without_pictures(patch)
        return list(csv.DictReader(io.StringIO(run(*SMALL, "--out", str(played[0]), "--csv").stdout)))


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    without_pictures(monkeypatch)


def test_the_list_says_what_it_rests_on_and_what_is_left_out(played: tuple[Path, str]) -> None:
    folder, text = played
    head = " ".join(text[: text.index("unit ")].split())
    for word in (
        "20,480 battles",
        "147 units",
        "heuristic",
        "paper_tigers_2",
        "seed 5",
        "Not modelled: nothing",
        str(folder),
    ):
        assert word in head
    assert "Not played here: scenarios, fire from off the table, fortified positions, landings." in head


def test_the_list_is_ranked_and_fits(played: tuple[Path, str]) -> None:
    folder, text = played
    assert max(len(line.rstrip()) for line in text.splitlines() if str(folder) not in line) <= 80
    table = Prices.load(folder).table.sort_values("delta", ascending=False)
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("unit ")) + 2
    for line, name in zip(lines[first : first + 147], table["name"], strict=True):
        assert line.startswith(f"{name} ")


def test_the_folder_holds_battles_tables_settings_and_pictures(played: tuple[Path, str]) -> None:
    folder, _ = played
    assert (folder / "battles" / "part-00000.parquet").is_file()
    for name in ("settings.json", "provenance.json", "prices.parquet", "traits.parquet", "prices.png", "traits.png"):
        assert (folder / name).stat().st_size > 0
    about = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    assert about["battles"] == BATTLES
    assert about["seed"] == 5


@pytest.mark.usefixtures("no_pictures")
def test_the_same_command_uses_the_battles_that_are_there(played: tuple[Path, str]) -> None:
    folder, _ = played
    part = folder / "battles" / "part-00000.parquet"
    before = (part.stat().st_mtime_ns, part.read_bytes())
    result = run(*SMALL, "--out", str(folder), "--json")
    assert (part.stat().st_mtime_ns, part.read_bytes()) == before
    answer = json.loads(result.stdout)
    assert len(answer["table"]) == 147
    assert list(answer["table"][0]) == list(Prices.load(folder).table.columns)
    assert sum(answer["verdicts"].values()) == 147
    assert len(answer["provenance"]["health"]) == len(Prices.load(folder).health)


@pytest.mark.usefixtures("no_pictures")
def test_more_battles_go_on_from_what_is_there(played: tuple[Path, str], tmp_path: Path) -> None:
    """To the same bits as if they had been asked for at once, and whoever plays."""
    folder, _ = played
    shutil.copytree(folder, tmp_path / "grown")
    parts = {}
    for name, crew in (("grown", ["--workers", "2"]), ("at_once", ["--threads", "1"])):
        result = run(
            "prices", "--battles", "21000", "--seed", "5", *QUICK, "--out", str(tmp_path / name), "--json", *crew
        )
        assert result.exit_code == 0, result.stderr
        kept = [path for path in (tmp_path / name).rglob("*") if path.suffix in (".parquet", ".json")]
        parts[name] = {path.relative_to(tmp_path / name): path.read_bytes() for path in kept}
    assert parts["grown"] == parts["at_once"]
    assert len(parts["grown"]) == 2 + 7
    assert "from what is there" in " ".join(run("prices", "--help").stdout.split())


@pytest.mark.usefixtures("no_pictures")
def test_two_runs_are_merged(played: tuple[Path, str], tmp_path: Path) -> None:
    folder, _ = played
    list(
        Run(tmp_path / "six", Design(seed=6, tables=None, jitter=WIDE, players=two_players(QUICK[1]))).batches(
            0, BATTLES // 256
        )
    )
    both = tmp_path / "both"
    result = run("merge", str(folder), str(tmp_path / "six"), "--out", str(both))
    assert result.exit_code == 0, result.stderr
    head = " ".join(result.stdout.split())
    assert f"{2 * BATTLES:,} battles, 147 units, 80 tables" in head
    assert "seeds 5 and 6" in head
    assert {path.name for path in both.iterdir()} >= {"prices.parquet", "provenance.json", "prices.png", "traits.png"}
    common = Prices.load(both)
    assert [one["battles"] for one in common.provenance["runs"]] == [BATTLES, BATTLES]
    both_wide, one_wide = (
        list_.table["delta_high"] - list_.table["delta_low"] for list_ in (common, Prices.load(folder))
    )
    assert both_wide.median() < 0.8 * one_wide.median()  # half the variance: 0.71
    assert "same 'seed' (5)" in refused("merge", str(folder), str(folder), "--out", str(both), status=1)
    assert "holds no run" in refused("merge", str(folder), str(both), "--out", str(tmp_path / "all"))
    assert "2 or more" in refused("merge", str(folder), "--out", str(both))


def test_csv_is_the_table(rows: list[dict[str, str]]) -> None:
    assert len(rows) == 147
    assert {row["verdict"] for row in rows} <= {"BARGAIN", "TOO DEAR", "FAIR", "UNDETERMINED"}


@pytest.mark.usefixtures("no_pictures")
def test_closing_plays_units_far_from_their_cost_again(
    played: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, before = played
    assert "far more" in before
    assert "--close plays them again to find their price" in " ".join(before.split())
    asked: list[tuple[Design, Path]] = []

    def close_run(found: Prices, design: Design, place: Path, **how: Any) -> Prices:
        asked.append((design, place))
        best = found.table["delta"].idxmax()
        row = {"key": found.detail["key"][best], "look": 1, "charged": 20, "delta": -0.4, "delta_se": 0.1}
        return replace(found, replays=pd.DataFrame([row]))

    monkeypatch.setattr("tigersim.pricing.play.closing.close_run", close_run)
    result = run(*SMALL, "--out", str(folder), "--close")
    assert result.exit_code == 0, result.stderr
    (design, place) = asked[0]
    assert place == folder
    assert (len(design.units), design.seed, design.prices) == (147, 5, ())
    first = next(line for line in result.stdout.splitlines() if " BARGAIN" in line)
    assert "far more" not in first
    assert " 19." in first


def test_csv_says_what_to_print(rows: list[dict[str, str]]) -> None:
    assert rows
    for row in rows:
        near = abs(float(row["delta"])) <= 3
        assert (row["fair"] != "") == near
        assert row["source"] == ("near its cost" if near else "")


def test_traits_of_a_run(played: tuple[Path, str]) -> None:
    folder, _ = played
    worths = json.loads(run("traits", "--run", str(folder), "--json").stdout)
    rivets = next(row for row in worths if row["trait"] == "rivets")
    assert (rivets["printed"], rivets["units"]) == (-1, 18)
    assert "seed 5" in run("traits", "--run", str(folder)).stdout


@pytest.mark.usefixtures("no_pictures")
def test_the_health_of_the_players_is_shown_when_asked_for(played: tuple[Path, str]) -> None:
    folder, text = played
    shown = run(*SMALL, "--out", str(folder), "--health").stdout
    assert "turns without an order" in shown
    assert "turns without an order" not in text
    row = next(line for line in shown.splitlines() if "units that never acted" in line).split()
    health = Prices.load(folder).health.set_index("count")
    assert row[-2:] == [str(health["most"]["never_acted"]), f"{100 * health['share']['never_acted']:.1f}%"]


@pytest.mark.usefixtures("no_pictures")
def test_an_experiment_and_the_command_may_forbid_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(
        'question = "q"\nwhy = "w"\n[design]\nplayers = ["heuristic", "heuristic"]\nforbid = ["a:mount"]\n'
        "[stop]\nbattles = 20480\n",
        encoding="utf-8",
    )
    result = run("run", "plan.toml", "--forbid", "b:follow", "--forbid", "save", "--health")
    assert result.exit_code == 0, result.stderr
    folder = Path("results/plan-without-b-follow-without-save")
    about = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    assert about["forbid"] == [["mount", "save"], ["follow", "save"]]
    assert json.loads((folder / "settings.json").read_text(encoding="utf-8"))["forbid"] == about["forbid"]
    shown = " ".join(result.stdout.split())
    assert "heuristic without mount, save against heuristic without follow, save" in shown
    assert "turns without an order" in shown


def refused(*arguments: str, status: int = 2) -> str:
    """The one line on stderr of a command that cannot be carried out (1) or asked like that (2)."""
    result = run(*arguments)
    assert result.exit_code == status
    assert result.stdout == ""
    errors = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1
    return errors[0]


def test_a_folder_with_another_run_is_refused(played: tuple[Path, str]) -> None:
    folder, _ = played
    assert "'seed'" in refused("prices", "--battles", "256", "--seed", "6", *QUICK, "--out", str(folder), status=1)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    assert str(blocked) in refused("prices", "--battles", "256", "--out", str(blocked / "run"), status=1)


def test_a_folder_without_a_run_has_no_traits(tmp_path: Path) -> None:
    assert str(tmp_path) in refused("traits", "--run", str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--battles", "0"], "number of battles is 0; allowed"),
        (["--target", "0"], "target half-width is 0.0; allowed"),
        (["--tables", "0"], "tables is 0; allowed"),
        (["--players", "heuristik"], "did you mean heuristic"),
        (["--threads", "0"], "--threads"),
        (["--workers", "0"], "--workers"),
        (["--workers", "2", "--dask", "tcp://127.0.0.1:1"], "workers and dask"),
        (["--ruleset", "paper_tigers"], "paper_tigers_2"),
        (["--set", "front_arc=round"], "option of front_arc"),
        (["--set", "los_doubt_roll=tolerance_band"], "(AMB-39) is not modelled"),
        (["--json", "--csv"], "one of the two"),
        (["--health", "--csv"], "one of the two"),
        (["--forbid", "folow"], "did you mean follow"),
        (["--forbid", "side:follow"], "unknown side 'side' in 'side:follow'"),
    ],
)
def test_bad_settings_are_one_line_and_status_2(tmp_path: Path, arguments: list[str], words: str) -> None:
    assert words in refused("prices", "--out", str(tmp_path / "run"), *arguments)


def test_a_cluster_that_does_not_answer_is_a_failure(tmp_path: Path) -> None:
    line = refused("prices", "--out", str(tmp_path / "run"), "--dask", "nonsense::", status=1)
    assert "no Dask scheduler answers at nonsense::" in line


def test_an_experiment_is_not_begun_with_an_unknown_name(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('question = "q"\nwhy = "w"\n', encoding="utf-8")
    assert "did you mean mount" in refused("run", str(plan), "--forbid", "mont", "--out", str(tmp_path / "run"))
    assert not (tmp_path / "run").exists()


def test_too_few_battles_are_a_named_error(tmp_path: Path) -> None:
    assert "battles" in refused("prices", "--battles", "256", *QUICK, "--out", str(tmp_path / "run"), status=1)


def stop(folder: Path) -> tuple[int, str, list[str]]:
    """Start a long run, press Ctrl-C when battles have been played; status, last line of stderr, and those before."""
    command: list[Any] = [sys.executable, "-m", "tigersim", "prices", "--battles", "9000000", *QUICK, "--out", folder]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "NO_COLOR": "1"}
    ) as process:
        assert process.stderr is not None
        told = []
        for line in process.stderr:
            told.append(line)
            if "battles" in line and not line.startswith(("0 of", "compiling")):
                break
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    *more, last = errors.splitlines()
    return process.returncode, last, [*told, *more]


def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(tmp_path: Path) -> None:
    status, line, told = stop(tmp_path / "run")
    assert status == 130
    assert line.startswith("error: interrupted; what was played is kept in")
    assert "the same command goes on" in line
    part = tmp_path / "run" / "battles" / "part-00000.parquet"
    assert part.is_file(), told
    assert not list(part.parent.glob(".*"))


def test_an_army_has_the_usual_sizes_unless_asked() -> None:
    assert two_sizes(DEFAULT_SIZES) == Design().sizes


# --- armies by rules --------------------------------------------------------------------------------------------------


def test_one_nation_against_another_is_priced_without_the_others(tmp_path: Path) -> None:
    armies = ["--nation", "italy,japan", "--year", "1943", "--sizes", "5,8"]
    command = [*SMALL, *armies, "--out", str(tmp_path / "run")]
    result = run(*command)
    assert result.exit_code == 0, result.stderr
    text = " ".join(result.stdout.split())
    assert "armies have rules: italy; in service in 1943, against japan; in service in 1943" in text
    assert "an army has 5 to 8 units" in text
    assert "130 units are not priced, since no army may have them: M3A1 Stuart [usa]," in text
    found = Prices.load(tmp_path / "run")
    assert set(found.table["nation"]) == {"italy", "japan"}
    assert found.provenance["army_rules"] == [
        {"nations": ["italy"], "year": 1943},
        {"nations": ["japan"], "year": 1943},
    ]
    assert found.provenance["sizes"] == [5, 8]
    assert len(found.provenance["left_out"]) == 147 - len(found.table)
    # the same command goes on from what is there: nothing is played, the list is the same
    again = run(*command, "--json")
    assert again.exit_code == 0, again.stderr
    pd.testing.assert_frame_equal(Prices.load(tmp_path / "run").table, found.table)
    other = run(*SMALL, "--nation", "italy", "--out", str(tmp_path / "run"))
    assert other.exit_code != 0  # another run is in this folder


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--nation", "germny"), "unknown nation 'germny' in --nation; did you mean germany?"),
        (("--nation", "usa,ussr,italy"), "--nation is 'usa,ussr,italy'; allowed: one value for both sides, or two"),
        (("--year", "43"), "--year is '43'; allowed: a year from 1930 to 1945"),
        (("--front", "north"), "unknown front 'north' in --front"),
        (("--army-rules", "three"), "unknown army rules 'three'; did you mean three_of_a_kind?"),
        (("--army-rules", "no.toml"), "no.toml: cannot be read"),
        (("--nation", "germany", "--front", "pacific"), "none of 40 units served on the front pacific"),
        (("--nation", "usa", "--year", "1940", "--army-rules", "three_of_a_kind"), "sizes up to 6 would do"),
        (("--army-rules", "six_to_fourteen", "--sizes", "3,5"), "sizes within 6 to 14 would do"),
        (("--sizes", "3"), "--sizes is '3'; allowed: the fewest and the most units, as in 6,10"),
        (("--sizes", "8,8"), "sizes is (8, 8); allowed: two different numbers"),
        (("--sizes", "9,17"), "sizes is (9, 17); allowed: fewest and most units a side, within 1 to 16"),
        (("--army-rules", "three_of_a_kind", "--scenario", "fog of war"), "Fog of war says its own forces"),
    ],
)
def test_rules_that_cannot_be_are_refused_before_anything_is_played(options: tuple[str, ...], words: str) -> None:
    result = run("prices", *options)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
