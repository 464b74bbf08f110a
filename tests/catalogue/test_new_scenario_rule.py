"""CONTRIBUTING's "Add a scenario rule", followed on a copy: two fields of one name, a rule and its call."""

from __future__ import annotations

from pathlib import Path

from tests.contributing import SMALL_TABLES, Copy, Page

PAGE = Page("Add a scenario rule")
RULE = "PT-SCEN-MUD-01,2,S,Muddy roads,scenarios,one's own,implemented,\n"
PLAN = 'title = "{0}"\nabout = "{0}"\n[rules]\nside_a_attacks = true\n{1}\n'
PLAYED = f"""{SMALL_TABLES}
import tigersim as ts

drawn = {{}}
for name in ("dry", "mud"):
    armies = ("3 x Tiger I, 2 x Regulars [germany]", "5 x Regulars [usa]")
    battle = ts.Battle.start(armies, seed=3, family="open", scenario=f"{{name}}.toml")
    while battle.turn < 1:
        battle.play_to(battle.decisions + 1)
    drawn[name] = [int(player.draw) for player in battle.record[0].player[:2]]
(a, b), (fewer, as_before) = drawn["dry"], drawn["mud"]
assert (fewer, as_before) == (max(a - 6, 1), b), drawn
assert a > 1
assert "the attacker draws 6 cards fewer a turn" in ts.Scenario.load("mud.toml").rules.in_force
print("played")
"""


def test_the_page_names_files_that_exist() -> None:
    assert len(PAGE.files()) >= 6
    assert PAGE.missing() == []


def test_a_scenario_rule_is_played_without_another_line(tmp_path: Path) -> None:
    field, in_record, function, imported, call = PAGE.examples
    copy = Copy(tmp_path)
    beside = "    compensation: Annotated"
    copy.replace("tigersim/catalogue/scenario_parts.py", beside, f"    {field}{beside}")
    copy.patch("tigersim/core/battle_layout.py", in_record)
    copy.append("tigersim/catalogue/data/rulebook.csv", RULE)
    copy.append("tigersim/rules/scenarios.py", f"\n\n{function}")
    for changes in (imported, call):
        copy.patch("tigersim/core/sequence.py", changes)
    (tmp_path / "dry.toml").write_text(PLAN.format("Dry", ""), encoding="utf-8")
    (tmp_path / "mud.toml").write_text(PLAN.format("Mud", "muddy_roads = 6"), encoding="utf-8")
    assert copy.run(PLAYED) == "played\n"
