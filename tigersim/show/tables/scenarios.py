"""Scenarios for the terminal: the list, one in words, and which side it favours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group
from rich.text import Text

from tigersim.catalogue.price_lists import counted_in
from tigersim.catalogue.scenario_parts import Force, Zone
from tigersim.catalogue.scenarios import FOLDER, Scenario, scenarios
from tigersim.pricing.report.findings import Findings
from tigersim.rules.scenarios import COLUMN_INCHES
from tigersim.show.tables.layout import Column, filled, numbers, table


def listed(plans: Sequence[Scenario] | None = None) -> Any:
    """A table of scenarios (default: those that come with tigersim): ``name title about rules``."""
    import pandas as pd

    chosen = [Scenario.load(name) for name in scenarios()] if plans is None else plans
    rows = [(plan.name, plan.title, plan.about, "; ".join(plan.ids)) for plan in chosen]
    return pd.DataFrame(rows, columns=["name", "title", "about", "rules"])


def list_table() -> Group:
    """The scenarios that come with tigersim."""
    rows = [(row["name"], row["about"]) for row in listed().to_dict("records")]
    below = "tigersim scenario NAME plays one, with --about it says what it is. Copy a file to write your own."
    return table(["scenario", Column("what it is", fold=True)], rows, below=below)


def description(plan: Scenario) -> Group:
    """A scenario in words: table, forces, deployment, what is special."""
    ground = plan.table
    size = f'{ground.width or 36} by {ground.depth or 36}"'
    where = "its own map" if ground.map is not None else f"{ground.family or 'any'} tables"
    lines = [
        plan.title,
        plan.about,
        f"Table: {where}, {size}; markers: {'the objective' if ground.objective else ground.markers or 'as agreed'}.",
        f"Attacker: {_force(plan.attacker, plan.rules.column)}",
        f"Defender: {_force(plan.defender, plan.rules.column)}",
        f"Special: {', '.join(plan.rules.in_force) or 'nothing'}.",
        f"Rules: {', '.join(plan.ids) or 'your own (PT-MISC-03)'}.",
    ]
    if plan.name in scenarios():
        lines.append(f"File: {FOLDER / (plan.name.replace(' ', '_') + '.toml')}")
    return Group(*map(Text, lines))


def _force(force: Force, column: bool) -> str:
    size = f"{force.size[0]} to {force.size[1]} units" if force.size else "any number of units"
    of = "; ".join(f"{_share(part)}{part.names}" for part in force.parts)
    where = "; ".join(_zone(zone) for zone in force.zones) or "as in any battle"
    if column:
        behind = f'each next one {COLUMN_INCHES}" behind the last, towards its own edge'
        where = f"in a column: the first unit as many inches from the middle of the table as a die shows, {behind}"
    late = "".join(f" {_wave(force, units)} in turn {turn}." for units, turn in force.arrivals())
    return f"{size}{': ' + of if of else ''}. Sets up {where}.{late}"


def _wave(force: Force, units: int) -> str:
    if force.patrol is None:
        return f"{units} of the last come"
    fewest, most = force.patrol
    return f"{fewest} to {most} infantry units, of its own choice, are there at the start; all others come"


def _share(part: Any) -> str:
    return {"half": "half ", "rest": "", "at most": f"at most {part.most} of "}[part.share]


def _zone(zone: Zone) -> str:
    at = zone.place or 'in an area of {2} by {3}" at {0}", {1}"'.format(*(zone.area or ()))
    return at if zone.most == "all" else f"{at} (at most a {zone.most} of the units)"


def balance_table(found: Findings) -> Group:
    """What ``pricing.study.scenario_study`` found."""
    frame = found.tables["balance"]
    rows = filled(
        frame,
        "{condition}",
        "{p_attacker:.1%}",
        lambda row: f"{100 * row['p_low']:.1f} {100 * row['p_high']:.1f}",
        "{margin:+.1f}",
        "{margin_low:+.1f} {margin_high:+.1f}",
        "{handicap:+d}",
        "{handicap_low:+d} {handicap_high:+d}",
    )
    counted = counted_in(found.provenance.get("price_list", {}).get("scale", 1))
    columns = ("condition", *numbers("attacker wins", "95%", "ahead", "95%", "handicap", "95%"))
    below = f"{frame['battles'].iloc[0]:,} battles each; ahead and the defender's handicap at the end in {counted}."
    notes = [Text(f"Note: {note}.") for note in found.notes]
    return Group(*map(Text, found.said), table(columns, rows, below=below), *notes)
