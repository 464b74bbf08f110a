"""Rulesets: the switches, their options, and every way a user can get one wrong."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from tests import cases, switches
from tigersim.catalogue import rulesets as module
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, rulesets, ruling, rulings
from tigersim.errors import DataError, NotModelled, RuleSetNotFound, SwitchNotFound, UnknownName
from tigersim.rules.switches import SWITCHES, Edition

SINGLE_READING = {"support_lethal", "cross_references"}
"""Questions to which no second answer is known."""

FIRST = RuleSet.load("paper_tigers_1")
LIVE = [(each.switch, option) for each in rulings() for option in each.live]
REFUSED = [(each.switch, option) for each in rulings() for option in each.alternatives if option not in each.playable]


SWITCH, OPTION = "save_success_rule", "one_success_cancels_all"
OTHER = {"vp_improved": "plus_1"}


def edition_of(switch: str) -> RuleSet:
    """The edition that asks the question."""
    return FIRST if switch.startswith("ed1_") else DEFAULT


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_there_are_155_rulings_in_order() -> None:
    assert [each.id for each in rulings()] == [f"AMB-{number:02d}" for number in range(1, 156)]
    assert len({each.switch for each in rulings()}) == 155


def test_every_ruling_is_complete() -> None:
    for each in rulings():
        assert each.title, each.id
        assert each.question.endswith("?"), each.id
        assert each.switch.isidentifier(), each.id
        assert len(set(each.options)) == len(each.options), each.id
        assert bool(each.alternatives) == (each.switch not in SINGLE_READING), each.id
        assert each.live == tuple(option for option in each.alternatives if option in each.live), each.id
        assert bool(each.note) == (each.live != each.alternatives), each.id


def test_switch_names_do_not_hide_the_methods() -> None:
    taken = set(dir(RuleSet)) | {"name", "edition", "changes"}
    assert [each.switch for each in rulings() if each.switch in taken] == []


def test_every_default_is_the_first_option() -> None:
    for each in rulings():
        assert each.options[0] == each.default
        assert getattr(DEFAULT, each.switch) == each.default
        assert DEFAULT.code(each.switch) == 0
    assert DEFAULT.changed() == {}
    assert (DEFAULT.name, DEFAULT.edition, str(DEFAULT)) == ("paper_tigers_2", 2, "paper_tigers_2")


@cases.each(("switch", "option"), LIVE)
def test_a_playable_option_can_be_chosen(switch: str, option: str) -> None:
    start = edition_of(switch)
    changed = start.replace(**{switch: option})
    assert getattr(changed, switch) == changed.option(switch) == option
    assert changed.code(switch) == 1 + ruling(switch).alternatives.index(option)
    assert changed.changed() == start.changed() | {switch: option}


@cases.each(("switch", "option"), LIVE)
def test_rules_read_live_options_by_name(switch: str, option: str) -> None:
    start = edition_of(switch)
    readings = start.replace(**{switch: option}).readings
    chosen = getattr(readings, switch)
    assert chosen == 1 + ruling(switch).alternatives.index(option)
    assert chosen.name == option.upper()
    assert sum(readings) == sum(start.readings) + chosen


def test_the_default_in_numbers() -> None:
    assert DEFAULT.readings == (0,) * 154
    assert DEFAULT.readings.edition == Edition.SECOND


def test_the_enumerations_are_those_of_the_data() -> None:
    """Run ``python -m tests.switches`` after an edit to rulings.csv."""
    assert switches.SWITCHES_PY.read_text(encoding="utf-8") == switches.text()
    options = {each.switch: [option.upper() for option in each.options] for each in rulings() if each.alternatives}
    assert {switch: [*each.__members__] for switch, each in SWITCHES.items()} == {
        "edition": ["SECOND", "FIRST"],
        **options,
    }
    assert all([int(code) for code in each] == list(range(len(each))) for each in SWITCHES.values())


@cases.each(("switch", "option"), REFUSED)
def test_an_option_that_is_not_played_is_refused(switch: str, option: str) -> None:
    with pytest.raises(NotModelled, match=f"{switch} = {option}.*allowed: {ruling(switch).default}"):
        DEFAULT.replace(**{switch: option})


def test_a_default_can_always_be_named() -> None:
    assert DEFAULT.replace(**{each.switch: each.default for each in rulings()}) == DEFAULT


def test_replace_leaves_the_original_alone() -> None:
    changed = DEFAULT.replace(**{SWITCH: OPTION})
    assert DEFAULT.changed() == {}
    assert changed != DEFAULT
    assert changed.replace(**{SWITCH: ruling(SWITCH).default}) == DEFAULT
    with pytest.raises(AttributeError):
        changed.edition = 1  # type: ignore[misc]


def test_equal_rulesets_have_equal_hashes_whatever_their_names() -> None:
    one, two = DEFAULT.replace(**{SWITCH: OPTION}), DEFAULT.replace(**{SWITCH: OPTION})
    renamed = RuleSet("other", one.edition, one.changes)
    assert one == two == renamed
    assert len({one, two, renamed, DEFAULT}) == 2


def test_the_order_of_changes_does_not_matter() -> None:
    assert DEFAULT.replace(**{SWITCH: OPTION}, **OTHER) == DEFAULT.replace(**OTHER).replace(**{SWITCH: OPTION})


def test_it_survives_copies_and_pickles() -> None:
    changed = DEFAULT.replace(**{SWITCH: OPTION})
    for twin in (copy.copy(changed), copy.deepcopy(changed), pickle.loads(pickle.dumps(changed))):
        assert twin == changed
        assert twin.name == changed.name


def test_provenance_round_trip() -> None:
    for ruleset in (DEFAULT, DEFAULT.replace(**{SWITCH: OPTION})):
        again = RuleSet.from_dict(ruleset.to_dict())
        assert again == ruleset
        assert again.name == ruleset.name


@pytest.mark.parametrize("missing", ["name", "edition", "switches"])
def test_provenance_must_be_whole(missing: str) -> None:
    data = DEFAULT.to_dict()
    del data[missing]
    with pytest.raises(DataError, match=f"field '{missing}': is missing"):
        RuleSet.from_dict(data)


def test_unknown_switches_name_close_ones() -> None:
    with pytest.raises(SwitchNotFound, match="did you mean save_success_rule"):
        DEFAULT.replace(save_sucess_rule="one_success_cancels_all")
    with pytest.raises(SwitchNotFound, match="did you mean save_success_rule"):
        DEFAULT.code("save_sucess_rule")
    with pytest.raises(AttributeError, match="did you mean save_success_rule"):
        DEFAULT.save_sucess_rule  # noqa: B018
    assert not hasattr(DEFAULT, "_repr_html_")


def test_unknown_options_name_close_ones() -> None:
    with pytest.raises(UnknownName, match=r"option of save_success_rule 'one_succes_cancels_all'.*did you mean one_s"):
        DEFAULT.replace(save_success_rule="one_succes_cancels_all")


def test_an_option_must_be_text() -> None:
    with pytest.raises(DataError, match="'save_success_rule': True is no option; allowed: each_success_cancels_one"):
        DEFAULT.replace(save_success_rule=True)  # type: ignore[arg-type]


def test_describe_lists_every_switch() -> None:
    rows = DEFAULT.replace(**{SWITCH: OPTION}).describe()
    assert [row["switch"] for row in rows] == [each.switch for each in rulings()]
    changed = [row for row in rows if row["option"] != row["default"]]
    assert [(row["switch"], row["option"]) for row in changed] == [(SWITCH, OPTION)]
    assert all(row["option"] in row["playable"] and row["question"] for row in rows)


@pytest.mark.parametrize("name", rulesets())
def test_every_named_ruleset_loads(name: str) -> None:
    assert RuleSet.load(name).name == name
    assert RuleSet.load(name).readings._fields == tuple(SWITCHES)


def test_named_rulesets_differ() -> None:
    assert rulesets()[0] == "paper_tigers_2"
    assert len({RuleSet.load(name) for name in rulesets()}) == len(rulesets())


def test_unknown_rulesets_name_close_ones() -> None:
    with pytest.raises(RuleSetNotFound, match="did you mean paper_tigers_2"):
        RuleSet.load("paper_tiger")


def test_a_users_own_file(tmp_path: Path) -> None:
    path = write(tmp_path, f'title = "Mine"\nbase = "paper_tigers_2"\n[switches]\n{SWITCH} = "{OPTION}"\n')
    for source in (path, str(path)):
        mine = RuleSet.load(source)
        assert mine == DEFAULT.replace(**{SWITCH: OPTION})
        assert mine.name == "mine"
        assert str(mine) == f"mine ({SWITCH} = {OPTION})"


def test_a_users_file_without_changes(tmp_path: Path) -> None:
    assert RuleSet.load(write(tmp_path, 'base = "paper_tigers_2"\n')) == DEFAULT


@pytest.mark.parametrize(
    ("text", "error", "problem"),
    [
        ("base = = 1", DataError, "is no TOML.*line 1"),
        ("", DataError, "field 'base': is missing; allowed: paper_tigers_2"),
        ("edition = 2", DataError, "field 'base': is missing"),
        ('base = "paper_tigers_2"\nedition = 2', DataError, "field 'edition'.*leave it out"),
        ('base = "paper_tiger_2"', RuleSetNotFound, "did you mean paper_tigers_2"),
        ("base = 2", RuleSetNotFound, "unknown ruleset '2'"),
        ('bas = "paper_tigers_2"', UnknownName, "unknown field 'bas'.*did you mean base"),
        ('base = "paper_tigers_2"\nswitches = 3', DataError, "field 'switches': is no table"),
        ('base = "paper_tigers_2"\n[switches]\nrivet = "counts_as_lethal"', SwitchNotFound, "did you mean rivets"),
        ('base = "paper_tigers_2"\n[switches]\nrivets = "counts_lethal"', UnknownName, "did you mean counts_as_lethal"),
        ('base = "paper_tigers_2"\n[switches]\nrivets = 1', DataError, "field 'rivets': 1 is no option"),
        (
            'base = "paper_tigers_2"\n[switches]\ndistance_metric = "centre_to_centre"',
            NotModelled,
            "allowed: edge_to_edge",
        ),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, text: str, error: type[Exception], problem: str) -> None:
    with pytest.raises(error, match=problem) as caught:
        RuleSet.load(write(tmp_path, text))
    assert "mine.toml" in str(caught.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"absent\.toml: cannot be read: No such file"):
        RuleSet.load(tmp_path / "absent.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes(b'title = "caf\xe9"\n')
    with pytest.raises(DataError, match="is not UTF-8 text"):
        RuleSet.load(path)


def test_it_is_quick_to_import() -> None:
    code = f"import sys, {module.__name__}\nprint(sorted({{'pandas', 'numpy', 'pydantic'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
