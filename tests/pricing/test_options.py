"""Every option of a battle reaches prices, fair matches and experiment files by its name, or is refused by it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

import tigersim as ts
from tests.lab.short_list import UNITS
from tigersim.catalogue.lists import WORTH
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import parse_army, unit
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import DataError, InvalidValue, RuleForbids, UnknownName
from tigersim.game.terms import TermOptions, Terms
from tigersim.lab import Design
from tigersim.pricing import BattleTable, fair_match, price_unit
from tigersim.pricing.play import job
from tigersim.pricing.play.fair import _mirrored
from tigersim.pricing.play.job import PriceOptions
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.study.experiment import Experiment, Planned, design_of
from tigersim.pricing.study.kinds import KINDS, read_study

engine = pytest.mark.skipif(COMPILER_OFF, reason="hundreds of battles")
GOOD = 'question = "q"\nwhy = "w"\n'
SOME: dict[str, Any] = {"units": UNITS, "sizes": (3, 6), "seed": 7}
PARACHUTISTS = parse_army("Infantry [generic] + parachute, M4 Sherman")
EVERY: dict[str, Any] = {
    "ruleset": DEFAULT.replace(rivets="extra_if_unsaved"),
    "scenario": "take the position",
    "family": "river",
    "inches": (48, 40),
    "markers": "standard",
    "target_score": 20,
    "support": "both",
    "forts": (2, 1),
    "landing": {"a": 2},
    "forbid": ("a:follow",),
    "commanders": (2, 1),
    "decks": 2,
    "solo": True,
    "dummies": 0.25,
    "removed": (0.25, 0),
    "map": "......\n.H....\n......\n......\n....W.\n......",
    "price_list": PriceList("mine", {"Tiger I [germany]": 90}, 10),
}
"""A value for every option of a battle."""


def written(folder: Path, text: str) -> Path:
    path = folder / "some.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Design]:
    """Call it as ``ts.prices``: the design that would be played."""

    def stop(_self: Any, run: Any, *_: object) -> None:
        raise Asked(run.design)

    class Asked(Exception):
        pass

    def call(*args: Any, **options: Any) -> Design:
        with pytest.raises(Asked) as caught:
            ts.prices(*args, **options)
        found = caught.value.args[0]
        assert isinstance(found, Design)
        return found

    monkeypatch.setattr(job.Job, "__init__", stop)
    return call


# --- prices ----------------------------------------------------------------------------------------------------------


def test_there_is_a_value_for_every_option() -> None:
    assert set(EVERY) == set(TermOptions.__annotations__)


@pytest.mark.parametrize("name", sorted(EVERY))
def test_every_option_of_a_battle_reaches_prices_by_name_or_as_terms(name: str, asked: Callable[..., Design]) -> None:
    option = {name: EVERY[name]}
    units = (*UNITS, *PARACHUTISTS)
    by_name, as_terms = asked(256, units=units, **option), asked(256, units=units, terms=Terms(**option))
    assert by_name.terms == as_terms.terms == Terms(**option)
    assert by_name.terms != Terms()
    assert by_name.tables is None


def test_a_design_is_played_as_it_is_but_for_what_is_named(asked: Callable[..., Design]) -> None:
    design = Design(UNITS, seed=5, sizes=(3, 4), tables=7, family="river")
    assert asked(256, design=design) == design
    other = asked(256, 6, design=design, family="open", jitter=2)
    assert (other.seed, other.terms.family, other.jitter) == (6, "open", 2)
    assert (other.sizes, other.tables, other.units) == ((3, 4), 7, UNITS)
    costs = tuple(range(1, len(UNITS) + 1))
    assert asked(256, design=design, played_by=costs).costs.tolist() == list(costs)


def test_units_that_cost_nothing_are_left_out_of_a_design_too(asked: Callable[..., Design]) -> None:
    rules = DEFAULT.replace(vp_craft="zero")
    design = Design(ruleset=rules)
    assert (design.costs == 0).any()
    assert (asked(256, design=design).costs > 0).all()


def test_how_a_call_was_written_before_still_holds(asked: Callable[..., Design]) -> None:
    one = asked(200_000, 3, 0.2, players=("uniform", "heuristic"), forbid="b:follow", **{"units": UNITS})
    assert (one.seed, one.players, one.terms.forbid) == (3, ("uniform", "heuristic"), ("b:follow",))
    assert asked(n_battles=256, **SOME).seed == 7
    assert asked(**SOME) == asked(target_half_width=0.5, **SOME) == asked(until=0.5, **SOME)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"until": 0}, "number of battles is 0"),
        ({"until": 0.0}, "target half-width is 0"),
        ({"until": 20480.0}, "battles as a whole number"),
        ({"until": 256, "n_battles": 512}, "until is 256"),
        ({"until": 0.3, "target_half_width": 0.2}, "until is 0.3"),
        ({"until": 256, "prices": [1] * 12, "played_by": [2] * 12}, "played_by"),
    ],
)
def test_two_ways_to_say_one_thing_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        ts.prices(units=UNITS, **options)


def test_a_wrong_name_is_met_with_the_nearest_one() -> None:
    with pytest.raises(UnknownName, match="did you mean family"):
        ts.prices(256, famly="river")  # type: ignore[call-arg]
    with pytest.raises(UnknownName, match="did you mean forts"):
        fair_match("Tiger I", "M4 Sherman", 320, fort=(1, 0))  # type: ignore[call-arg]
    with pytest.raises(UnknownName, match="did you mean threads"):
        price_unit(unit("Tiger I"), WORTH, 640, thread=2)  # type: ignore[call-arg]
    with pytest.raises(UnknownName, match="did you mean winner"):
        BattleTable.from_slots(np.zeros((1, 2, 1)), [1.0], units={"Jeep": 2}, winners=[1])  # type: ignore[call-arg]


def test_the_help_of_prices_names_every_option() -> None:
    told = str(ts.prices.__doc__)
    missing = [name for name in PriceOptions.__annotations__ if name not in told]
    assert missing == ["prices"]  # under the name that it has always had here: played_by


# --- a match between two armies --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"dummies": 0.25}, InvalidValue, "dummies"),
        ({"removed": (0, 0.25)}, InvalidValue, "removed"),
        ({"landing": {"a": 2}}, RuleForbids, "side a has neither gliders nor airborne"),
        ({"terms": Terms(family="open"), "family": "river"}, InvalidValue, "family"),
        ({"scenario": "clash of patrols"}, RuleForbids, "PT-"),
    ],
)
def test_a_match_refuses_what_has_no_meaning_there(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        fair_match("2 x Tiger I", "3 x M4 Sherman", 320, **options)


def test_what_is_said_of_an_army_goes_with_it_when_the_sides_change() -> None:
    design = Design((*UNITS, *PARACHUTISTS), players=("uniform", "heuristic"), landing={"a": 2}, forbid="b:follow")
    back = _mirrored(design)
    assert (back.players, dict(back.terms.landing), back.terms.forbid) == (
        ("heuristic", "uniform"),
        {"b": 2},
        ("a:follow",),
    )
    assert _mirrored(back) == design


@engine
def test_a_landing_is_of_its_army_wherever_it_stands() -> None:
    armies = "Infantry [generic] + parachute, 2 x M4 Sherman", "2 x Panzer IV (mid)"
    there = fair_match(*armies, 208, players=("heuristic",) * 2, landing={"a": 2})
    back = fair_match(*armies[::-1], 208, players=("heuristic",) * 2, landing={"b": 2})
    assert np.array_equal(there.margins, -back.margins[..., ::-1])
    plain = fair_match(*armies, 208, players=("heuristic",) * 2)
    assert not np.array_equal(there.margins, plain.margins)


@engine
def test_in_a_scenario_with_roles_both_armies_attack_in_turn() -> None:
    army, settings = "5 x M4 Sherman", {"players": ("heuristic",) * 2, "scenario": "take the position"}
    alike = fair_match(army, army, 208, **settings)
    assert alike.p_interval() == (0.5, 0.5)  # every battle has its mirror image
    assert alike.margins[..., 0].mean() != 0  # but to attack is not to defend
    assert alike.provenance["scenario"] == "take the position"


def test_a_price_beside_a_list_is_by_the_terms_of_the_list() -> None:
    with pytest.raises(InvalidValue, match="family is 'river'; allowed: left out"):
        price_unit(unit("Tiger I"), WORTH, 640, family="river")  # type: ignore[call-arg]


# --- experiment files ------------------------------------------------------------------------------------------------

FILED = """[terms]
family = "river"
inches = [48, 40]
markers = "standard"
target_score = 20
support = "both"
forts = [2, 1]
landing = { a = 2 }
forbid = ["a:follow"]
commanders = [2, 1]
decks = 2
switches = { rivets = "extra_if_unsaved" }
"""


def test_a_file_takes_any_option_in_a_table_of_terms(tmp_path: Path) -> None:
    plan = Experiment.read(written(tmp_path, GOOD + FILED))
    named = {name: value for name, value in EVERY.items() if name in plan.terms.model_fields_set}
    expected = Terms(ruleset=EVERY["ruleset"], **named)
    assert plan.battle_terms() == expected
    assert plan.battle_terms(("b:fire",)).forbidden == (("follow",), ("fire",))
    for option in ('solo = true\ndummies = 0.25\nremoved = [0.25, 0.0]\nscenario = "take the position"\n',):
        terms = Experiment.read(written(tmp_path, f"{GOOD}[terms]\n{option}")).battle_terms()
        assert terms == Terms(**{name: EVERY[name] for name in ("solo", "dummies", "removed", "scenario")})


def test_the_table_of_terms_and_the_design_say_the_same(tmp_path: Path) -> None:
    old = Experiment.read(written(tmp_path, GOOD + '[design]\nfamily = "river"\nforts = [2, 1]\nforbid = ["a:fire"]\n'))
    new = Experiment.read(written(tmp_path, GOOD + '[terms]\nfamily = "river"\nforts = [2, 1]\nforbid = "a:fire"\n'))
    assert design_of(old).provenance() == design_of(new).provenance()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[terms]\nfamly = "river"\n', "terms.famly"),
        ("[terms]\nforts = 3\n", "terms.forts"),
        ('[terms]\nfamily = "rivers"\n', "did you mean river"),
        ('[design]\nfamily = "open"\n[terms]\nfamily = "river"\n', "family is 'open'; allowed: river"),
        ('ruleset = "paper_tigers_1"\n[terms]\nswitches = { rivets = "extra_if_unsaved" }\n', "terms.ruleset"),
        ('kind = "scenarios"\n[terms]\nscenario = "fog of war"\n', "terms.scenario"),
    ],
)
def test_bad_terms_name_file_and_field(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(DataError, match=words) as caught:
        read_study(written(tmp_path, GOOD + text))
    assert "some.toml" in str(caught.value)


def test_a_condition_may_have_terms_of_its_own(tmp_path: Path) -> None:
    text = (
        f'kind = "worth"\n{GOOD}[terms]\nfamily = "river"\nmarkers = "standard"\n'
        'switches = { rivets = "extra_if_unsaved" }\n'
        '[[condition]]\nname = "open"\nfamily = "open"\n'
        '[[condition]]\nname = "by companies"\nswitches = { vp_craft = "zero" }\nterms = { commanders = [2, 2] }\n'
    )
    study: Any = read_study(written(tmp_path, text))
    first, second, third = (study.experiment(one).battle_terms() for one in (None, *study.condition))
    common = Terms(family="river", markers="standard", ruleset=DEFAULT.replace(rivets="extra_if_unsaved"))
    assert first == common
    assert second == common.replace(family="open")
    assert third == common.replace(commanders=(2, 2), ruleset=common.ruleset.replace(vp_craft="zero"))


def test_a_wrong_option_of_a_run_is_met_with_the_nearest_one(tmp_path: Path) -> None:
    plan = Experiment.read(written(tmp_path, GOOD))
    with pytest.raises(UnknownName, match="did you mean threads"):
        plan.run(tmp_path / "run", thread=2)  # type: ignore[call-arg]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_of_study_is_where_the_list_says(kind: str) -> None:
    module, name = KINDS[kind].split(":")
    study = getattr(import_module(module), name)
    assert get_args(study.model_fields["kind"].annotation) == (kind,)
    assert study.__module__ == module
    assert issubclass(study, Planned) or kind in ("duels", "exact_duels")


# --- progress --------------------------------------------------------------------------------------------------------


def test_runs_that_follow_each_other_are_one_progress() -> None:
    told: list[tuple[int, int, float | None]] = []
    joint = JointProgress(lambda *now: told.append(now), 100)
    first = joint.next_run()
    assert first is not None
    first(10, 20, None)
    first(20, 20, 0.5)
    second = joint.next_run()
    assert second is not None
    second(30, 90, None)
    joint.count(5)
    assert told == [(10, 100, None), (20, 100, 0.5), (50, 110, None), (55, 100, None)]
    silent = JointProgress(None)
    assert silent.next_run() is None
    silent.count(3)
    assert silent.played == 3
