"""Experiment files: every setting in one place, errors that name the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from tigersim.errors import DataError, NotModelled, SwitchNotFound, UnknownName
from tigersim.lab.ladder_file import read_ladder
from tigersim.lab.tune_file import read_tuning
from tigersim.pricing.study.experiment import Experiment, design_of
from tigersim.pricing.study.kinds import read_study

ROOT = Path(__file__).resolve().parents[2]
GOOD = 'question = "q"\nwhy = "w"\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "some.toml"
    path.write_text(text, encoding="utf-8")
    return path


FILES = sorted((ROOT / "experiments").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_committed_experiments_can_be_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    read = read_ladder if "[[matches]]" in text else read_tuning if "[search]" in text else read_study
    found = read(path)
    plan = found[0] if isinstance(found, tuple) else found
    assert plan.question.endswith("?")
    assert plan.why.strip()


def test_defaults_are_those_of_the_main_job(tmp_path: Path) -> None:
    plan = Experiment.read(written(tmp_path, GOOD))
    assert plan.design.players == ("tactician", "tactician")
    assert plan.design.sizes == (6, 10)
    assert plan.stop.battles is None
    assert plan.stop.target_half_width == 0.25


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('why = "w"\n', "question"),
        (GOOD + "[design]\nseed = -1\n", "design.seed"),
        (GOOD + "[design]\nplayer = 3\n", "design.player"),
        (GOOD + '[design]\nsizes = ["a", 2]\n', "design.sizes"),
        (GOOD + "[stop]\nbattles = 0\n", "stop.battles"),
        (GOOD + "[stop]\ntarget_half_width = 0\n", "stop.target_half_width"),
    ],
)
def test_a_bad_field_is_named(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(DataError, match=named) as caught:
        Experiment.read(written(tmp_path, text))
    assert "some.toml" in str(caught.value)


@pytest.mark.rule("PT-FORT-01")
def test_positions_are_a_key_of_the_design(tmp_path: Path) -> None:
    plan = Experiment.read(written(tmp_path, GOOD + "[design]\nforts = [2, 1]\n"))
    assert plan.design.forts == (2, 1)
    assert design_of(plan).terms.forts == (2, 1)
    assert Experiment.read(written(tmp_path, GOOD)).design.forts == (0, 0)
    with pytest.raises(DataError, match=r"design\.forts"):
        Experiment.read(written(tmp_path, GOOD + "[design]\nforts = [2]\n"))


def test_what_is_forbidden_is_checked_before_anything_is_played(tmp_path: Path) -> None:
    plan = Experiment.read(written(tmp_path, GOOD + '[design]\nforbid = ["a:close_combat", "folow"]\n'))
    assert plan.design.forbid == ("a:close_combat", "folow")
    with pytest.raises(UnknownName, match="did you mean follow"):
        plan.run(tmp_path / "run")
    plan = Experiment.read(written(tmp_path, GOOD))
    with pytest.raises(UnknownName, match="did you mean mount"):
        plan.run(tmp_path / "run", forbid=("b:mont",))
    assert not (tmp_path / "run").exists()


def test_no_toml_and_no_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no TOML"):
        Experiment.read(written(tmp_path, "question = "))
    with pytest.raises(DataError, match="No such file"):
        Experiment.read(tmp_path / "missing.toml")


def test_rulings_are_checked_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(SwitchNotFound):
        Experiment.read(written(tmp_path, GOOD + '[switches]\nnonsense = "x"\n')).run(tmp_path / "run")
    text = GOOD + '[switches]\nlos_doubt_roll = "tolerance_band"\n'
    with pytest.raises(NotModelled, match="AMB-39"):
        Experiment.read(written(tmp_path, text)).run(tmp_path / "run")
    assert not (tmp_path / "run").exists()
