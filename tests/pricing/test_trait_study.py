"""The study of traits as a file: played, kept, gone on with, and its findings read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tigersim.errors import DataError, IdentifiabilityError, InvalidValue, TraitNotFound, UnknownName
from tigersim.pricing.report.findings import Findings, kind_of
from tigersim.pricing.study.kinds import read_study
from tigersim.pricing.study.trait_study import TraitStudy

TEXT = """
question = "What are re-rolls worth to a tank?"
why = "A test."
kind = "traits"
[design]
classes = ["medium_tank", "spg"]
traits = ["improved", "rivets", "heavy_armor"]
seed = 3
players = ["heuristic", "heuristic"]
[stop]
battles = 12000
"""


def written(folder: Path, text: str = TEXT) -> Path:
    path = folder / "some.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Findings]:
    folder = tmp_path_factory.mktemp("study")
    told: list[tuple[int, int, float | None]] = []
    study = read_study(written(folder))
    assert study.matches() == [("heuristic", "heuristic")]
    found = study.run(folder / "run", progress=lambda *now: told.append(now))
    assert isinstance(found, Findings)
    done, total, _ = told[-1]
    assert done == total > 12_000  # the screen comes on top
    found.save(folder / "run")
    assert [now[0] for now in told] == sorted(now[0] for now in told)
    return folder / "run", found


def test_re_rolls_and_rivets_are_worth_what_they_must_be(played: tuple[Path, Findings]) -> None:
    _, found = played
    cells = found.tables["cells"].set_index(["trait", "type"])
    assert len(cells) == 6
    assert (cells.loc["improved", "low"] > 0).all()
    assert (cells.loc["rivets", "high"] < 0).all()
    assert (cells.loc["rivets", "mortality"] > cells.loc["rivets", "mortality_without"]).all()
    assert cells["mortality"].between(0.02, 0.98).all()
    # every price is tau over what a VP of price takes: budget and deaths
    scale = found.provenance["vp_scale"]
    assert np.allclose(cells["worth"], cells["tau"] / (scale + cells["mortality"]))
    assert found.provenance["variance_ratio"] > 1.2
    traits = found.tables["traits"].set_index("trait")
    assert list(traits.index) == ["rivets", "heavy_armor", "improved"]
    assert (traits["classes"] == 2).all()


def test_the_findings_say_what_they_rest_on(played: tuple[Path, Findings]) -> None:
    _, found = played
    text = " ".join(found.said)
    for word in ("6 traits on standard units", "12,000 battles in 6,000 pairs", "2 classes", "heuristic", "seed 3"):
        assert word in text
    counts = found.tables["cells"]["verdict"].value_counts()
    assert f"{counts.get('BARGAIN', 0)} bring more than is asked for them (BARGAIN)" in text
    assert f"{counts.get('TOO DEAR', 0)} bring less (TOO DEAR)" in text


def test_they_are_read_back_and_the_battles_are_not_played_again(
    played: tuple[Path, Findings], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, found = played
    assert kind_of(folder) == "traits"
    assert kind_of(folder.parent) is None
    there = Findings.load(folder)
    assert there.said == found.said
    assert there.tables["cells"].equals(found.tables["cells"])
    monkeypatch.setattr("tigersim.lab.batch.play_many", None)
    again = read_study(folder.parent / "some.toml").run(folder, threads=1)
    assert isinstance(again, Findings)
    assert again.to_dict() == found.to_dict()


def test_what_cannot_be_done_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    study = TraitStudy.read(written(tmp_path))
    for crew in ({"workers": 2}, {"dask": "tcp://10.0.0.5:8786"}):
        with pytest.raises(InvalidValue, match="threads"):
            study.run(tmp_path / "run", **crew)  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="close_combat"):
        study.run(tmp_path / "run", forbid=("close_combt",))
    for wrong, error in (("medium_tonk", UnknownName), ("rivet", TraitNotFound)):
        name = "medium_tank" if error is UnknownName else "rivets"
        text = TEXT.replace(name, wrong)
        with pytest.raises(error):
            TraitStudy.read(written(tmp_path, text)).run(tmp_path / "run")
    with pytest.raises(DataError, match=r"stop\.battles"):
        TraitStudy.read(written(tmp_path, TEXT.replace("12000", "1")))
    assert not (tmp_path / "run").exists()


def test_too_few_battles_say_how_many_would_do(tmp_path: Path) -> None:
    with pytest.raises(IdentifiabilityError, match="play more battles"):
        TraitStudy.read(written(tmp_path, TEXT.replace("12000", "60"))).run(tmp_path / "run")
