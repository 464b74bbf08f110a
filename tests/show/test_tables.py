"""Tables for the terminal say what the data say, in 80 columns, without markup taking a bite."""

import re
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulebook import rules
from tigersim.catalogue.units import all_units, unit
from tigersim.core import layout
from tigersim.lab import Health
from tigersim.pricing.report.settled import Settled
from tigersim.show.tables.catalogue import profile_table, units_table
from tigersim.show.tables.layout import table, text
from tigersim.show.tables.players import elo_table, health_table, ladder_table, thinking_table
from tigersim.show.tables.prices import class_table, price_traits_table, prices_table, trait_worths_table
from tigersim.show.words import not_modelled, not_played


def lines(shown: Any) -> list[str]:
    return text(shown).splitlines()


def test_names_in_brackets_are_no_markup() -> None:
    shown = table(["unit"], [["Jeep [usa]"]], title="[bold]", below="[/bold]")
    assert lines(shown)[0] == "[bold]"
    assert "Jeep [usa]" in text(shown)
    assert lines(shown)[-1] == "[/bold]"


def test_every_profile_fits_80_columns() -> None:
    for one in all_units():
        assert max(map(len, lines(profile_table(one, profile(one))))) <= 80, one.key


def test_the_list_of_units_fits_and_counts() -> None:
    shown = lines(units_table([(one, profile(one).cost) for one in all_units()]))
    assert max(map(len, shown)) <= 80
    assert shown[-1] == "147 units"
    assert not any("…" in line for line in shown)


def test_notes_stand_below_the_profile() -> None:
    lee = unit("M3 Lee")
    printed, served = lines(profile_table(lee, profile(lee)))[-2:]
    assert printed.startswith("Printed: - rivets, light gun, medium hull gun")
    assert served == "In service: 1941 to 1943, mediterranean, pacific (Wikipedia: M3 Lee)"


@pytest.fixture
def prices() -> Any:
    table = pd.DataFrame(
        {
            "nation": ["usa", "germany", "japan"],
            "name": ["M4 Sherman", "Sturgeschutz III (early)", "Marines"],
            "cost": [5, 2, 1],
            "delta": [0.1, -0.8, 1.5],
            "delta_low": [-0.1, -1.1, 1.2],
            "delta_high": [0.3, -0.5, 1.8],
            "price": [4.6, 1.14, float("nan")],
            "range_low": [float("nan")] * 3,
            "range_high": [float("nan")] * 3,
            "verdict": ["FAIR", "UNDETERMINED", "BARGAIN"],
            "n": [1000, 1001, 1002],
        }
    )
    traits = pd.DataFrame(
        {"trait": ["fast"], "printed": [1], "worth": [0.4], "low": [0.2], "high": [0.6], "units": [6]}
    )
    detail = pd.DataFrame({"key": ["M4 Sherman [usa]", "Sturgeschutz III (early) [germany]", "Marines [japan]"]})
    summary = "300 battles, 3 units, seed 1"
    return SimpleNamespace(
        table=table, traits=traits, detail=detail, replays=pd.DataFrame(), provenance={}, summary=summary
    )


def test_prices_go_from_the_best_bargain_down(prices: Any) -> None:
    shown = lines(prices_table(prices))
    rows = [line.split() for line in shown if any(line.startswith(name) for name in prices.table["name"])]
    assert rows == [
        ["Marines", "japan", "1", "2.5", "±0.30", "+1.50", "BARGAIN", "1002"],
        ["M4", "Sherman", "usa", "5", "5.1", "±0.20", "+0.10", "FAIR", "1000"],
        ["Sturgeschutz", "III", "(early)", "germany", "2", "1.2", "±0.30", "-0.80", "UNDETERMINED", "1001"],
    ]
    assert max(map(len, shown)) <= 80


def test_far_from_its_cost_a_unit_has_a_direction_and_no_interval(prices: Any) -> None:
    """Unless it was played again: 18 VP off at 3 VP and -6 at 21, its fair price is 16.5."""
    table = prices.table
    prices.table = table.assign(delta=[-3.2, -0.8, 18.0], delta_low=[-3.4, -1.1, 17.7], delta_high=[-3.0, -0.5, 18.3])
    prices.table["cost"] = [5, 2, 3]
    prices.table["verdict"] = ["TOO DEAR", "UNDETERMINED", "BARGAIN"]
    shown = [line.split() for line in lines(prices_table(prices))]
    assert ["Marines", "japan", "3", "far", "more", "+18", "BARGAIN", "1002"] in shown
    assert ["M4", "Sherman", "usa", "5", "far", "less", "-3", "TOO", "DEAR", "1000"] in shown
    row = {"key": "Marines [japan]", "look": 1, "charged": 21, "delta": -6.0, "delta_se": 0.1}
    prices.replays = pd.DataFrame([row])
    shown = [line.split() for line in lines(prices_table(prices))]
    # 0.75 * hypot(0.75 * 0.1, 0.25 * 0.153) = 0.063, and 1.96 times that
    assert ["Marines", "japan", "3", "16.5", "±0.12", "+18", "BARGAIN", "1002"] in shown


def test_the_settled_price_leads_where_there_is_one(prices: Any) -> None:
    keys = prices.detail["key"]
    columns = ["settled", "settled_low", "settled_high", "settled_whole"]
    frame = pd.DataFrame([[4.4, 4.2, 4.6, 4], [1.3, 1.2, 1.4, 1], [2.2, 2.0, 2.4, 2]], columns=columns, index=keys)
    shown = lines(prices_table(prices, Settled(frame, {})))
    assert shown[0].split()[:5] == ["unit", "nation", "VP", "settled", "95%"]
    assert any(line.split() == ["M4", "Sherman", "usa", "5", "4.4", "±0.20", "+0.10", "FAIR", "1000"] for line in shown)
    assert max(map(len, shown)) <= 80


@pytest.mark.rule("PT-VP-06")
def test_a_unit_that_cannot_be_cheaper_is_marked(prices: Any) -> None:
    prices.table = prices.table.assign(verdict=["FAIR", "TOO DEAR", "TOO DEAR"], delta=[0.1, -0.8, -0.7])
    shown = lines(prices_table(prices))
    assert [line.split()[-2] for line in shown if line.startswith(("Marines", "Sturge"))] == ["DEAR*", "DEAR"]
    assert "no unit costs less than 1 VP" in " ".join(shown)
    prices.table["verdict"] = ["FAIR", "TOO DEAR", "FAIR"]
    assert "no unit costs less than 1 VP" not in " ".join(lines(prices_table(prices)))


def test_how_far_a_price_moves_elsewhere_takes_the_place_of_the_count(prices: Any) -> None:
    prices.table = prices.table.assign(range_low=[4.1, 1.0, None], range_high=[5.2, 1.4, None])
    shown = lines(prices_table(prices))
    assert any(line.split()[-3:] == ["-0.5", "+0.6", "FAIR"] for line in shown)
    assert "elsewhere: how far its price moves over other players" in " ".join(shown)
    assert not any("…" in line for line in shown)
    assert max(map(len, shown)) <= 80


def test_trait_worths_stand_beside_their_price(prices: Any) -> None:
    assert any(
        line.split() == ["fast", "+1", "+0.40", "+0.20", "+0.60", "6"]
        for line in lines(price_traits_table(prices.traits))
    )


def left_out(how: str, *, status: str = "not modelled", edition: int = 2) -> Any:
    return SimpleNamespace(status=status, edition=edition, how=how)


def subjects_left_out(entries: Iterable[Any], edition: int) -> list[str]:
    sentence = not_modelled(entries, edition)
    found = re.fullmatch(r"Not modelled: (.+) \(tigersim rules --coverage\)\.", sentence)
    assert found is not None
    return found[1].split(", ")


@pytest.mark.parametrize("edition", [2, 1])
def test_nothing_is_left_out_of_either_edition(edition: int) -> None:
    assert subjects_left_out(rules(), edition) == ["nothing"]


def test_a_rule_that_is_left_out_of_the_real_ones_is_named() -> None:
    entries = [*rules(), left_out("camels are not modelled")]
    assert subjects_left_out(entries, 2) == ["camels"]
    assert subjects_left_out(entries, 1) == ["nothing"]


def test_what_battles_were_fought_without_is_named() -> None:
    about = {"edition": 2, "scenario": "standard battle"}
    everything = "Not played here: scenarios, fire from off the table, fortified positions, landings."
    assert not_played(about) == not_played({"edition": 2, "forts": [0, 0]}) == everything
    assert "scenarios" not in not_played({**about, "scenario": "fog of war"})
    assert "off the table" not in not_played({**about, "support": "both"})
    assert "positions" not in not_played({**about, "forts": [0, 1]})
    assert not_played({**about, "edition": 1}) == ""


def test_the_biggest_subject_left_out_comes_first() -> None:
    entries = [left_out("a hat is not modelled yet"), left_out("no reason"), *[left_out("coats are not modelled")] * 2]
    entries += [left_out("played", status="abstracted"), left_out("shoes are not modelled", edition=1)]
    assert subjects_left_out(entries, 2) == ["coats", "a hat", "no reason"]


def test_the_health_of_players_fits_and_names_each_once() -> None:
    health = Health(("heuristic without close_combat, find_cover, follow", "uniform"))
    results = layout.results(3)
    results["waived"][:, 1] = 0, 5, 1
    health.add(results)
    shown = lines(health_table(health.records()))
    assert max(map(len, shown)) <= 80
    text = " ".join("\n".join(shown).split())
    assert text.count("uniform") == text.count("both sides") == text.count("heuristic without") == 1
    waived = [line for line in shown if "cards turned over and waived" in line]
    assert waived[1].split()[-3:] == ["2.00", "5", "66.7%"]


def test_matches_fit_and_say_who_won() -> None:
    row = {"first": "planner:1024", "second": "tactician", "score": 0.98333, "score_low": 0.97, "score_high": 1.0,
           "wins": 15_000, "draws": 120, "losses": 880, "margin": 10.26, "margin_low": 9.5, "margin_high": 11.04,
           "ms_per_battle": 4321.9}  # fmt: skip
    shown = lines(ladder_table(pd.DataFrame([row])))
    assert max(map(len, shown)) <= 80
    text = " ".join("\n".join(shown).split())
    for words in ("98.3%", "97.0-100.0", "15000 120 880", "+10.3", "+9.5 +11.0", "4,322"):
        assert words in text
    families = pd.DataFrame([{**row, "family": name} for name in ("mixed", "river")])
    shown = lines(ladder_table(families))
    assert max(map(len, shown)) <= 80
    assert "\n".join(shown).count("tactician") == 1
    assert any("river" in line and "98.3%" in line for line in shown)


def test_strengths_and_costs() -> None:
    players = pd.DataFrame(
        [("tactician", 1123.4, 1100.6, 1146.2, 8000)], columns=["player", "elo", "low", "high", "battles"]
    )
    assert any(line.split() == ["tactician", "1123", "1101", "1146", "8,000"] for line in lines(elo_table(players)))
    names = ["playouts", "decisions", "ms_mean", "ms_95", "ms_most", "ms_per_battle"]
    costs = pd.DataFrame([(256, 181, 21.26, 60.04, 99.99, 4300.4)], columns=names)
    assert any(
        line.split() == ["256", "181", "21.3", "60.0", "100.0", "4,300"] for line in lines(thinking_table(costs))
    )


def test_traits_on_standard_units_fit_80_columns() -> None:
    frame = pd.DataFrame(
        {
            "trait": ["improved_movement", "slow_rate_of_fire", "mg_optional"],
            "printed": [1, -1, 0],
            "worth": [-10.5, 0.254, np.nan],
            "low": [-12.1, -0.1, np.nan],
            "high": [-9.0, 0.6, np.nan],
            "spread": [10.25, np.nan, np.nan],
            "carried": [-10.5, 0.0, np.nan],
            "carried_low": [-12.1, np.nan, np.nan],
            "carried_high": [-9.0, np.nan, np.nan],
            "mispriced": [22, 0, 0],
            "classes": [22, 1, 0],
            "idle": [0, 21, 22],
        }
    )
    shown = lines(trait_worths_table(frame))
    assert max(map(len, shown)) <= 80
    names = frame["trait"].str.replace("_", " ")
    rows = [[name, *line.removeprefix(name).split()] for line in shown for name in names if line.startswith(name)]
    assert rows == [
        ["slow rate of fire", "-1", "+0.25", "-0.10", "+0.60", "+0.00", "0", "1", "21"],
        ["improved movement", "+1", "-10.50", "-12.10", "-9.00", "10.2", "-10.50", "-12.10", "-9.00", "22", "22", "0"],
        ["mg optional", "0", "0", "0", "22"],
    ]


@pytest.mark.rule("PT-VP-06")
def test_a_unit_of_a_class_that_cannot_be_cheaper_is_marked() -> None:
    numbers = {"settled": 0.2, "worth": 0.3, "low": 0.1, "high": 0.5, "verdict": "TOO DEAR", "own": False}
    rows = [{"unit": "Truck [usa]", "cost": 1, **numbers}, {"unit": "DUKW [usa]", "cost": 2, **numbers}]
    found: Any = SimpleNamespace(beside=pd.DataFrame(rows), unit=SimpleNamespace(type="transport"))
    said = text(class_table(found))
    assert [line.split()[-1] for line in said.splitlines() if "[usa]" in line] == ["DEAR*", "DEAR"]
    assert "*: no unit costs less than 1 VP." in said
