"""The scenarios: what they are, their rules in sentences, and which side they favour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tigersim.catalogue.lists import run_folder
from tigersim.catalogue.scenarios import Scenario, scenarios
from tigersim.catalogue.words import rule_words
from tigersim.pricing.report.findings import Findings
from tigersim.site.page import Page
from tigersim.site.words import Words

STUDIES = {"printed": "013_scenarios", "list": "025_scenarios_under_the_list"}
"""Costs that armies are bought by -> the study of balance under them."""
EQUAL = "equal cost"
EVEN = 0.5


def pages(words: Words) -> Iterator[Page]:
    """One page: every scenario has an anchor."""
    balance = {costs: _balance(study) for costs, study in STUDIES.items()}
    told = [_told(name, Scenario.load(name), words, balance) for name in scenarios()]
    places = [(one["anchor"], one["title"], one["says"]) for one in told]
    yield Page(
        "scenarios.html",
        words("scenarios.title"),
        words("scenarios.about"),
        "scenarios.html",
        {"scenarios": told, "places": places},
    )


def _balance(study: str) -> dict[Any, Mapping[Any, Any]]:
    table = Findings.load(run_folder(study)).tables["balance"]
    return {row["scenario"]: row for row in table[table["condition"] == EQUAL].to_dict("records")}


def _told(name: str, scenario: Scenario, words: Words, balance: Mapping[str, Mapping[Any, Any]]) -> dict[str, Any]:
    return {
        "anchor": name.replace(" ", "-"),
        "title": words(f"scenario_titles.{name}"),
        "says": words(f"scenario_abouts.{name}"),
        "rules": [(rule, rule_words(rule, words.language)) for rule in scenario.ids],
        "balance": [
            (words(f"scenarios.by_{costs}"), *_favours(table[name], words)) for costs, table in balance.items()
        ],
    }


def _favours(row: Mapping[Any, Any], words: Words) -> tuple[str, str]:
    """What the attacker wins at equal cost, with its interval, and for which side that speaks."""
    low, high = float(row["p_low"]), float(row["p_high"])
    side = "attacker" if low > EVEN else "defender" if high < EVEN else "nobody"
    return words.interval(row["p_attacker"], low, high), words(f"scenarios.favours_{side}")
