"""The rulebook's table, the registry, the docstrings and the markers of the tests say the same."""

import pkgutil
import re
from collections import Counter
from pathlib import Path

import pytest

import tigersim.rules
from tests import coverage_table
from tests.coverage_table import carried, marked, registered
from tigersim import registry
from tigersim.catalogue.companions import games
from tigersim.catalogue.rulebook import LEVELS, STATUSES, RuleEntry, coverage, rule_entry, rules
from tigersim.catalogue.rulesets import Ruling, rulings
from tigersim.errors import RuleNotFound

ENTRIES = {entry.id: entry for entry in rules()}
RULING_IDS = {ruling.id for ruling in rulings()}


def test_331_rules_of_the_second_edition_and_51_of_the_first() -> None:
    assert Counter(entry.edition for entry in rules()) == {2: 331, 1: 51}
    assert len(ENTRIES) == 382
    assert all(re.fullmatch(r"PT1?-[A-Z]+(-[A-Z_]+)?(-\d\d)?", rule_id) for rule_id in ENTRIES)
    assert all(rule_id.startswith("PT1-") == (entry.edition == 1) for rule_id, entry in ENTRIES.items())


def test_every_row_is_complete() -> None:
    for entry in rules():
        assert entry.level in LEVELS, entry
        assert entry.status in STATUSES, entry
        assert entry.title, entry
        assert entry.chapter, entry
        assert re.match(r"(II|I) \S|no such rule in I", entry.source), entry
        assert entry.how or entry.status == "implemented", f"{entry.id}: say how it is abstracted or why it is left out"


def test_a_rule_family_lives_in_one_chapter() -> None:
    homes: dict[str, set[str]] = {}
    for entry in rules():
        family = "PT1" if entry.edition == 1 else entry.id.split("-")[1]
        homes.setdefault(family, set()).add(entry.chapter)
    assert {family: chapters for family, chapters in homes.items() if len(chapters) > 1} == {}


def test_files_of_rules_are_named_after_chapters() -> None:
    files = {module.name for module in pkgutil.iter_modules(tigersim.rules.__path__)}
    for_several = {"arithmetic", "edges", "rerolls", "shot", "sight", "support_weapons", "switches", "unit_numbers"}
    assert files - {entry.chapter for entry in rules()} == for_several


def test_every_ruling_touches_rules_that_exist() -> None:
    for ruling in rulings():
        assert ruling.touches, ruling.id
        assert set(ruling.touches) <= set(ENTRIES), ruling.id


def test_only_known_rules_are_registered_and_marked() -> None:
    known = set(ENTRIES) | RULING_IDS | {one.id for game in games().values() for one in game.entries}
    assert sorted(set(registered()) - known) == []
    assert sorted(set(marked()) - known) == []


def test_an_implemented_rule_has_a_function_that_users_reach_and_a_test() -> None:
    implemented = [rule_id for rule_id, entry in ENTRIES.items() if entry.status == "implemented"]
    assert [rule_id for rule_id in implemented if rule_id not in carried()] == []
    assert [rule_id for rule_id in implemented if rule_id not in marked()] == []


def test_a_rule_that_is_not_modelled_has_neither() -> None:
    left_out = [rule_id for rule_id, entry in ENTRIES.items() if entry.status == "not modelled"]
    assert {rule_id: registered()[rule_id] for rule_id in left_out if rule_id in registered()} == {}
    assert {rule_id: marked()[rule_id] for rule_id in left_out if rule_id in marked()} == {}


def test_the_docstring_of_a_rule_begins_with_one_short_line_of_words() -> None:
    """The IDs stand in the decorator, from which pages and commands print them."""
    told = ("tigersim.rules.", "tigersim.catalogue.")
    for name in {name for names in registered().values() for name in names if name.startswith(told)}:
        first = (pkgutil.resolve_name(name).__doc__ or "").split("\n")[0]
        assert re.fullmatch(r"(?!(PT1?|AMB)-).{9,90}[.]", first), f"{name}: {first}"


def test_a_docstring_ends_with_the_rules_that_it_does_not_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "REGISTRY", {})

    @registry.rule("PT-FIRE-07", "PT-FIRE-08", "AMB-53")
    def hits() -> None:
        """Hits of a roll.

        PT-FIRE-08: of any.
        """

    assert hits.__doc__ == "Hits of a roll.\n\nPT-FIRE-08: of any.\n\nRules: PT-FIRE-07, AMB-53."


def test_the_coverage_table_is_up_to_date() -> None:
    assert coverage() == coverage_table.table(rules()), "run python -m tests.coverage_table"
    assert coverage_table.out_of_date() == []


def test_coverage_holds_every_rule_in_rulebook_order() -> None:
    table = coverage()
    assert [row["id"] for row in table] == list(ENTRIES)
    assert all(set(row) == {"id", "title", "chapter", "status", "functions", "tests"} for row in table)


def test_markers_are_found_wherever_pytest_takes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_sample.py").write_text(
        "import pytest\n"
        "pytestmark = [pytest.mark.slow, pytest.mark.rule('A')]\n"
        "@pytest.mark.rule('B', 'C')\n"
        "class TestThing:\n"
        "    @pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.rule('D'))])\n"
        "    def test_inner(self, x): pass\n"
        "def test_outer(): pass\n"
        "def helper(): pass\n"
    )
    monkeypatch.setattr(coverage_table, "TESTS", folder)
    inner, outer = "tests/test_sample.py::TestThing::test_inner", "tests/test_sample.py::test_outer"
    assert coverage_table.marked() == {"A": [inner, outer], "B": [inner], "C": [inner], "D": [inner]}


def test_a_marker_must_be_a_plain_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_sample.py").write_text("@pytest.mark.rule(RULE)\ndef test_it(): pass\n")
    monkeypatch.setattr(coverage_table, "TESTS", tmp_path)
    with pytest.raises(TypeError, match="plain rule IDs"):
        coverage_table.marked()


def test_a_rule_is_found_by_its_id() -> None:
    entry = rule_entry("PT-FIRE-07")
    assert isinstance(entry, RuleEntry)
    assert (entry.id, entry.chapter, entry.level, entry.edition) == ("PT-FIRE-07", "fire", "B", 2)
    assert rule_entry("pt-fire-07") is entry


@pytest.mark.parametrize("name", ["AMB-43", "amb-43", "save_success_rule"])
def test_a_ruling_is_found_by_id_and_by_switch(name: str) -> None:
    found = rule_entry(name)
    assert isinstance(found, Ruling)
    assert found.id == "AMB-43"
    assert found.default == "each_success_cancels_one"


def test_an_unknown_rule_names_close_ones() -> None:
    with pytest.raises(RuleNotFound, match="PT-FIRE-0"):
        rule_entry("PT-FIRE-99")
