"""What is printed, from the command line: the catalogue as a table, as JSON and as CSV."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tigersim.catalogue.reading_words import reading_words
from tigersim.catalogue.scenarios import scenarios
from tigersim.catalogue.words import rule_words
from tigersim.cli import app
from tigersim.pricing.report.moves import moves

COLUMNS = [
    "nation",
    "name",
    "source_name",
    "type",
    "improved",
    "advantages",
    "disadvantages",
    "gun",
    "hull_gun",
    "armor",
    "machine_guns",
    "mg_only",
    "mg_optional",
    "howitzer",
    "forward_only",
    "wheeled",
    "amphibious",
    "carries",
    "base_vp",
    "cost",
]

MINE = """\
nation,name,type,advantages,disadvantages
finland,Sisu,armored_car,rugged;fast,rivets
"""


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.stderr
    return result.stdout


def data(*arguments: str) -> Any:
    return json.loads(printed(*arguments, "--json"))


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.csv"
    path.write_text(MINE, encoding="utf-8")
    return str(path)


def test_units_as_json_have_the_columns_of_the_table_in_python() -> None:
    units = data("units")
    assert len(units) == 147
    assert list(units[0]) == COLUMNS
    sherman = next(unit for unit in units if unit["name"] == "M4 Sherman")
    # a medium tank (5) with an advantage (+1) and a disadvantage (-1)
    assert (len(sherman["advantages"]), len(sherman["disadvantages"])) == (1, 1)
    assert (sherman["base_vp"], sherman["cost"]) == (5, 5)


def test_units_as_csv_are_the_same_rows() -> None:
    rows = list(csv.DictReader(io.StringIO(printed("units", "--csv"))))
    assert list(rows[0]) == COLUMNS
    assert [row["name"] for row in rows] == [unit["name"] for unit in data("units")]
    assert [int(row["cost"]) for row in rows] == [unit["cost"] for unit in data("units")]


def test_filters_narrow_the_list_together() -> None:
    heavy = data("units", "--nation", "USSR", "--type", "heavy_tank")
    assert [unit["name"] for unit in heavy] == ["KV-1", "KV-2", "IS-2"]
    assert [unit["name"] for unit in data("units", "--nation", "ussr", "--trait", "poor_command")] == ["T-34a"]


def test_a_filter_may_find_nothing() -> None:
    assert data("units", "--type", "recon") == []
    assert "0 units" in printed("units", "--type", "recon")


def test_own_units_stand_behind_the_printed_ones(mine: str) -> None:
    units = data("units", "--units", mine)
    assert len(units) == 148
    # an armoured car is 3 VP, two advantages +2, one disadvantage -1 (PT-VP-02, PT-VP-05)
    assert (units[-1]["name"], units[-1]["cost"]) == ("Sisu", 4)
    assert "Sisu [finland]" in printed("show", "Sisu", "--units", mine)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("finland,Sisu,armored_car,rugged;faster,", ["row 2", "'advantages'", "fast"]),
        ("finland,Sisu,tonk,,", ["row 2", "'type'", "medium_tank"]),
        ("usa,M4 Sherman,medium_tank,,", ["row 2", "M4 Sherman"]),
        (",Sisu,armored_car,,", ["row 2", "'nation'"]),
    ],
)
def test_a_bad_line_is_named_with_what_is_allowed(tmp_path: Path, line: str, words: list[str]) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(f"nation,name,type,advantages,disadvantages\n{line}\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["units", "--units", str(path)])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    for word in ["bad.csv", *words]:
        assert word in result.stderr


def test_show_names_unit_numbers_and_rules() -> None:
    text = printed("show", "KV-2")
    for word in ("KV-2 [ussr]: heavy tank, 4 VP", "black card", "PT-UNIT-HTANK-01", "underpowered", "medium gun"):
        assert word in text
    shown = data("show", "KV-2")
    assert shown["cost"] == 4
    assert shown["unit"]["source_name"] == "КВ-2"
    assert all(line["label"] and line["value"] for line in shown["profile"])


def test_traits_count_their_units() -> None:
    traits = {trait["id"]: trait for trait in data("traits")}
    # counted in the printed lists, by the spellings that they use
    assert {name: traits[name]["units"] for name in ("improved_armor", "improved_gun", "rivets", "open_top")} == {
        "improved_armor": 16,
        "improved_gun": 14,
        "rivets": 18,
        "open_top": 19,
    }
    assert (traits["fast"]["vp"], traits["slow"]["vp"], traits["wheeled"]["vp"]) == (1, -1, 0)


def test_rules_as_json() -> None:
    rules = data("rules", "--coverage")
    assert len(rules) == 331 + 51
    assert list(rules[0]) == ["id", "title", "chapter", "status", "functions", "tests"]
    assert "functions" not in data("rules")[0]
    simpler = data("rules", "--status", "abstracted")
    assert simpler == [rule for rule in data("rules") if rule["status"] == "abstracted"]
    assert len(simpler) == 51
    assert data("rules", "--status", "not modelled") == []


def test_how_many_rules_there_are_stands_below_them() -> None:
    assert printed("rules").splitlines()[-1] == "382 rules: 331 implemented, 51 abstracted"
    assert printed("rules", "--status", "not modelled").splitlines()[-1] == "0 rules"


@pytest.mark.rule("PT-SCEN-PATROL-02", "PT-SCEN-PATROL-03", "PT-SCEN-PATROL-05")
@pytest.mark.parametrize("name", ["clash of patrols", "patrols reinforced"])
def test_what_a_patrol_is_tells_of_its_column(name: str) -> None:
    shown = " ".join(printed("scenario", name, "--about").split())
    assert shown.count("in a column: the first unit as many inches from the middle of the table as a die shows") == 2
    assert shown.count('each next one 3" behind the last') == 2
    assert "Sets up as in any battle" not in shown
    relief = "3 to 5 infantry units, of its own choice, are there at the start; all others come in turn 2"
    assert shown.count(relief) == (2 if name == "patrols reinforced" else 0)


def test_names_of_scenarios_are_not_cut_off() -> None:
    shown = printed("scenario")
    assert [name for name in scenarios() if f" {name}  " not in shown] == []
    assert "…" not in shown


def test_a_rule_is_found_by_its_id_in_any_case() -> None:
    rule = data("rule", "pt-fire-07")
    assert rule["id"] == "PT-FIRE-07"
    assert rule["functions"]
    assert rule["tests"]
    assert "PT-FIRE-07" in printed("rule", "PT-FIRE-07")


def test_a_rule_says_first_what_it_says() -> None:
    assert data("rule", "PT-FIRE-02")["says"] == rule_words("PT-FIRE-02")
    assert data("rule", "PT-FIRE-02", "--language", "ru")["says"] == rule_words("PT-FIRE-02", "ru")
    assert data("rule", "PT-FIRE-02")["code"] == ["Whether the target is within range."]
    lines = [line.split() for line in printed("rule", "PT-FIRE-02").splitlines() if line.strip()]
    assert lines[1][:5] == ["says", "Infantry", "fires", "only", "at"]


def test_labels_of_rules_are_in_the_language_that_is_asked_for() -> None:
    shown = printed("rule", "PT-FIRE-02", "--language", "ru").splitlines()
    assert shown[0].strip() == "PT-FIRE-02", "titles are English"
    labels = [line.split()[0] for line in shown if line.startswith(" ") and not line.startswith("   ")]
    assert labels == [
        "гласит",
        "обозначение",
        "глава",
        "уровень",
        "редакция",
        "источник",
        "играется",
        "функции",
        "код",
        "тесты",
        "неясно",
    ]
    assert {"базовое", "как написано"} <= {" ".join(line.split()[1:]) for line in shown}
    listed = printed("rules", "--chapter", "fire", "--language", "ru")
    assert "правило" in listed.split()
    assert "implemented" not in listed


def test_rules_say_what_they_say_on_demand() -> None:
    assert "says" not in data("rules", "--chapter", "fire")[0]
    told = data("rules", "--chapter", "fire", "--words")
    assert [row["says"] for row in told] == [rule_words(row["id"]) for row in told]
    assert data("rules", "--chapter", "fire", "--language", "ru")[0]["says"] == rule_words("PT-FIRE-01", "ru")
    assert "no limit to the range of" in " ".join(printed("rules", "--chapter", "fire", "--words").split())


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("rule", "PT-FIRE-02", "--language", "fr"), "unknown language 'fr'; allowed: en, ru"),
        (("rules", "--chapter", "fire", "--language", "fr"), "unknown language 'fr'; allowed: en, ru"),
        (("rules", "--status", "not modelled", "--language", "fr"), "unknown language 'fr'; allowed: en, ru"),
        (("rule", "AMB-43", "--language", "fr"), "unknown language 'fr'; allowed: en, ru"),
        (("rulings", "--language", "fr"), "unknown language 'fr'; allowed: en, ru"),
    ],
)
def test_a_language_that_is_not_there_is_refused(command: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(app, list(command))
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_ruling_is_found_by_number_and_by_switch() -> None:
    assert data("rule", "AMB-43") == data("rule", "save_success_rule")
    assert data("rule", "AMB-43")["default"] == "each_success_cancels_one"


def test_a_ruling_is_told_in_words_and_in_russian() -> None:
    told = data("rule", "AMB-52")
    assert told["options"] == dict(reading_words("AMB-52").options)
    assert told["moves"]["one_die"]["unit"] == "Jagd Panther [germany]"
    assert data("rule", "AMB-52", "--language", "ru")["why"] == reading_words("AMB-52", "ru").why
    assert data("rulings", "--language", "ru")[51]["question"] == reading_words("AMB-52", "ru").question
    assert reading_words("AMB-52", "ru").question in " ".join(printed("rule", "AMB-52", "--language", "ru").split())
    assert reading_words("AMB-43").question in data("rule", "PT-FIRE-07")["rulings"][0]
    lines = printed("rule", "AMB-52", "--csv").splitlines()
    assert f'options.one_die,"{reading_words("AMB-52").options["one_die"]}"' in lines
    assert f'moves.one_die,"{moves("spg_base_armor")["one_die"]}"' in lines


def test_rulings_show_the_chosen_reading() -> None:
    rulings = data("rulings")
    assert len(rulings) == 155
    assert all(ruling["option"] == ruling["default"] for ruling in rulings)


def test_rulings_say_what_an_edition_does_not_ask() -> None:
    first = {each["switch"]: each for each in data("rulings", "--ruleset", "paper_tigers_1")}
    assert first["melee_path"]["unused"] == "there is no close combat (PT1-CARD-03)"
    assert first["ed1_gun_move"]["playable"] == ["as_vehicles", "as_edition_ii"]
    assert "(PT1-CARD-03)" in printed("rulings", "--ruleset", "paper_tigers_1")


def test_generic_units_are_listed_on_demand() -> None:
    assert len(data("units")) == 147
    listed = data("units", "--generic", "--nation", "generic")
    assert len(listed) == 22
    assert {"Towed gun", "Recon"} <= {unit["name"] for unit in listed}
    first = data("units", "--generic", "--ruleset", "paper_tigers_1")
    assert len(first) == 123 + 22 - 5  # no self-propelled guns of three sizes, no craft, no glider
    assert {unit["cost"] for unit in first} == {1, 3, 5}


def test_show_takes_what_is_picked() -> None:
    shown = data("show", "Regulars [france] + mortar")
    assert (shown["unit"]["name"], shown["unit"]["mortar"]) == ("Regulars + mortar", True)
    assert "Fire: mortar" in [row["label"] for row in shown["profile"]]


@pytest.mark.parametrize(
    "command",
    [
        ["units"],
        ["show", "Tiger I"],
        ["traits"],
        ["rulings"],
        ["rules", "--coverage"],
        ["rules", "--coverage", "--words"],
    ],
)
def test_tables_fit_80_columns(command: list[str]) -> None:
    assert max(len(line.rstrip()) for line in printed(*command).splitlines()) <= 80


# --- service ----------------------------------------------------------------------------------------------------------


def test_units_of_a_year_and_a_front() -> None:
    kursk = {row["name"] for row in data("units", "--year", "1943", "--front", "east", "--nation", "germany")}
    assert {"Tiger I", "Panther D", "Marder III"} < kursk
    assert not kursk & {"Tiger II (King Tiger)", "Hetzer", "Panther G", "Pz 38t"}
    assert len(kursk) < len(data("units", "--year", "1943", "--nation", "germany")) + 1
    assert {row["nation"] for row in data("units", "--front", "pacific")} == {"usa", "britain", "ussr", "japan"}


def test_own_units_served_at_any_time(mine: str) -> None:
    found = data("units", "--units", mine, "--nation", "finland", "--year", "1931", "--front", "east")
    assert [row["name"] for row in found] == ["Sisu"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--front", "est"), "unknown front 'est'; did you mean west, east?"),
        (("--year", "1946"), "Invalid value for '--year'"),
        (("--year", "late"), "Invalid value for '--year'"),
    ],
)
def test_a_front_or_year_that_there_is_not(options: tuple[str, str], words: str) -> None:
    result = CliRunner().invoke(app, ["units", *options], env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_unit_tells_its_service_with_the_source(mine: str) -> None:
    assert "In service: 1940 to 1942, east (Wikipedia: Kliment Voroshilov tank)" in printed("show", "KV-2")
    assert "In service: from 1942, west, east, mediterranean (Wikipedia: Tiger I)" in printed("show", "Tiger I")
    assert data("show", "Tiger I")["service"]["entered"] == 1942
    assert data("show", "Sisu", "--units", mine)["service"] is None
    assert "In service" not in printed("show", "Sisu", "--units", mine)
