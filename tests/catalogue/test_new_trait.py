"""CONTRIBUTING's "Add a trait", followed on a copy of the package: a row, a field, a rule and its calls."""

from __future__ import annotations

from pathlib import Path

from tests.contributing import Copy, Page

PAGE = Page("Add a trait")
RULE = "PT-ADV-STEADFAST,2,H,Steadfast,advantages,one's own,implemented,\n"
UNITS = "nation,name,type,advantages\nfinland,Plain,medium_tank,\nfinland,Keen,medium_tank,steadfast\n"
USED = """
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import all_units
from tigersim.core import enums, layout, recovery
from tigersim.core.compile.jit import as_written
from tigersim.game.records import profile_records
from tigersim.odds.recovery import recovery as odds
from tigersim.rl.sight import PROFILE

units = {one.name: one for one in all_units("mine.csv")}
plain, keen = units["Plain"], units["Keen"]
assert (profile(plain).steadfast, profile(keen).steadfast) == (0, 1)
assert profile(keen).sources["steadfast"] == ("PT-ADV-STEADFAST",)
assert profile(keen).cost == profile(plain).cost + 1
assert [row.label for row in profile(keen).table()][-1] == "Steadfast"
assert "steadfast" in PROFILE
assert [odds(one, "7H", away).dice for one in (plain, keen) for away in (False, True)] == [2, 3, 3, 3]
b, t, w = layout.battles(1), layout.tables(1), layout.work()
for one, away, dice in ((plain, 0, 2), (plain, recovery.WITHDREW, 3), (keen, 0, 3), (keen, recovery.WITHDREW, 3)):
    b[0].unit[0].profile, b[0].unit[0].recovering, b[0].unit[0].recovery_card = profile_records([one])[0], away, 5
    with as_written():
        recovery.roll_test(b, t, w, 0)
    assert b[0].roll.n == dice
print("used")
"""


def test_the_page_names_files_that_exist() -> None:
    assert len(PAGE.files()) >= 8
    assert PAGE.missing() == []


def test_a_trait_is_used_without_another_line(tmp_path: Path) -> None:
    row, field, function, in_engine, rolled, in_odds, asked = PAGE.examples
    copy = Copy(tmp_path)
    copy.append("tigersim/catalogue/data/traits.toml", f"\n{row}")
    copy.append("tigersim/catalogue/data/rulebook.csv", RULE)
    numbers = "tigersim/rules/unit_numbers.py"
    copy.replace(numbers, "\n\n\nWEAPON_FIELDS", f"\n    {field}\n\nWEAPON_FIELDS")
    copy.append("tigersim/rules/recovery.py", f"\n\n{function}")
    for changes in (in_engine, rolled):
        copy.patch("tigersim/core/recovery.py", changes)
    for changes in (in_odds, asked):
        copy.patch("tigersim/odds/recovery.py", changes)
    (tmp_path / "mine.csv").write_text(UNITS, encoding="utf-8")
    assert copy.run(USED) == "used\n"
