"""``python -m tests.lists`` copies the studies that come with the package from results/.

Run it whenever one of these studies was played again; a test holds the copies equal to results/, file by file.
"""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

from tigersim.catalogue.lists import LISTS, QUESTIONS, WORTHS
from tigersim.catalogue.price_lists import FOLDER
from tigersim.pricing.play.foretell import SHIPPED

RESULTS = Path(__file__).resolve().parents[1] / "results"
EXPERIMENTS = RESULTS.with_name("experiments")
STUDIES = (
    "006_what_every_unit_is_worth",
    "007_prices_that_have_settled",
    "008_traits_on_standard_units",
    "009_exploits",
    "010_does_it_hold",
    "011_unclear_rules",
    "012_duels",
    "013_scenarios",
    "022_what_an_army_is_worth",
    "023_a_list_to_play_by",
    "025_scenarios_under_the_list",
    "026_who_beats_whom",
    "028_the_list_attacked",
)
FILES = {
    "022_what_an_army_is_worth/army_model.json": SHIPPED,
    "023_a_list_to_play_by/price_list.toml": FOLDER / "tenths.toml",
    "023_a_list_to_play_by/army_model.json": FOLDER / "tenths.army_model.json",
}
"""Single files of studies that come with the package -> where they are installed."""
KINDS = ("*.parquet", "provenance.json")
"""What is read of a study: pictures, and tables for spreadsheets, stay in results/."""


def files_of(study: Path) -> dict[str, bytes]:
    """Name and contents of the files of a study that are installed."""
    return {path.name: path.read_bytes() for kind in KINDS for path in sorted(study.glob(kind))}


def questions() -> str:
    """The questions of the installed studies, as the file that is installed."""
    asked = {
        name: tomllib.loads((EXPERIMENTS / f"{name}.toml").read_text(encoding="utf-8"))["question"] for name in STUDIES
    }
    return json.dumps(asked, indent=2, ensure_ascii=False) + "\n"


def worths() -> str:
    """What each unit is worth by the studies that are installed, as the file that is installed."""
    from tigersim.catalogue.units import all_units
    from tigersim.catalogue.worth_in_short import KEPT
    from tigersim.pricing.estimate.frames import records
    from tigersim.pricing.report.worth import worth

    found = worth(*all_units())
    rows = {
        key: {name: round(row[name], 8) if isinstance(row[name], float) else row[name] for name in KEPT}
        for key, row in zip(found.keys, records(found.table), strict=True)
    }
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(row)}" for key, row in rows.items()) + "\n}\n"


if __name__ == "__main__":
    for source, place in FILES.items():
        place.parent.mkdir(exist_ok=True)
        shutil.copyfile(RESULTS / source, place)
    shutil.rmtree(LISTS, ignore_errors=True)
    for name in STUDIES:
        (LISTS / name).mkdir(parents=True)
        for file, contents in files_of(RESULTS / name).items():
            (LISTS / name / file).write_bytes(contents)
    QUESTIONS.write_text(questions(), encoding="utf-8")
    WORTHS.write_text(worths(), encoding="utf-8")
