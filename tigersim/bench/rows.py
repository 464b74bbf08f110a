"""What was measured as rows of one table, each next to what it can be compared with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from math import ceil
from typing import Any

from tigersim.catalogue.lists import WORTH
from tigersim.core.play.compiled_players import DEFAULT_PLAYER
from tigersim.pricing.play.job import TARGET
from tigersim.pricing.report.lists import finished

PER_SECOND, SECONDS, TIMES, BATTLES, MINUTES = "a second", "s", "x", "battles", "min"
ANSWER_IN = {"odds": 0.2, "battle": 1.0, "prices": 1.0}
"""Seconds in which commands are to answer."""


@dataclass(frozen=True)
class Row:
    """One figure: what it is compared with, as words and as a figure in the same unit; None = nothing."""

    name: str
    """By which it is kept."""
    what: str
    measured: float
    unit: str
    against: str = ""
    limit: float | None = None
    ratio: float | None = None
    """Measured by limit."""
    before: float | None = None
    """The figure of an earlier version on this machine."""
    ratio_before: float | None = None
    """Measured by that."""


def rows_of(measured: Mapping[str, Any], earlier: Mapping[str, float] | None = None) -> list[Row]:
    """The rows of all that was measured; earlier: figures of another version by name of the row."""
    found = [*_dice(measured), *_exact(measured), *_battles(measured), *_waiting(measured), *_needed(measured)]
    return [_complete(row, (earlier or {}).get(row.name)) for row in found]


def _complete(row: Row, before: float | None) -> Row:
    ratio = row.measured / row.limit if row.limit and row.ratio is None else row.ratio
    return replace(row, ratio=ratio, before=before, ratio_before=row.measured / before if before else None)


def figures_of(rows: list[Row]) -> dict[str, float]:
    """What is kept of them."""
    return {row.name: row.measured for row in rows}


def records_of(rows: list[Row]) -> list[dict[str, Any]]:
    """The rows as plain values."""
    return [asdict(row) for row in rows]


def _dice(measured: Mapping[str, Any]) -> Iterator[Row]:
    rate = measured.get("per_second", {})
    told = {
        "dice": "shots, every die rolled",
        "table": "shots, outcomes drawn",
        "rerolled": "shots with re-rolls",
    }
    for name, what in told.items():
        if name in rate:
            yield Row(f"{name}_per_second", what, rate[name], PER_SECOND, "NumPy", rate.get("numpy"))
    if "dice" in rate and "generator" in rate:
        yield Row(
            "dice_vs_generator", "every die rolled", rate["dice"], PER_SECOND, "its chance alone", rate["generator"]
        )


def _exact(measured: Mapping[str, Any]) -> Iterator[Row]:
    rate = measured.get("per_second", {})
    told = {
        "exact": ("exact odds, asked again", "icepool"),
        "exact_uncached": ("exact odds, nothing remembered", "icepool"),
        "exact_new": ("exact odds, new questions", "icepool_plain"),
    }
    for name, (what, other) in told.items():
        if name in rate:
            against = "icepool" if other in rate else ""
            yield Row(f"{name}_per_second", what, rate[name], PER_SECOND, against, rate.get(other))


def _battles(measured: Mapping[str, Any]) -> Iterator[Row]:
    for player, rate in measured.get("battles_per_second_per_thread", {}).items():
        yield Row(f"battles_of_{player}", f"battles of the {player}, one thread", rate, PER_SECOND)
    if "two_threads_vs_one" in measured:
        control = measured.get("control_two_processes")
        two = measured["two_threads_vs_one"]
        yield Row("two_threads", "two threads, as fast as one", two, TIMES, "two processes", control)
    for player, ratio in measured.get("largest_vs_standard", {}).items():
        yield Row(f"largest_of_{player}", f"largest battles of the {player}, as long as usual ones", ratio, TIMES)


def _waiting(measured: Mapping[str, Any]) -> Iterator[Row]:
    for name, seconds in measured.get("seconds_to_answer", {}).items():
        what = f"tigersim {name}, until it " + ("shows progress" if name == "prices" else "has answered")
        yield Row(f"start_of_{name}", what, seconds, SECONDS, "wanted", ANSWER_IN[name])
    if "compiling" in measured:
        compiling = measured["compiling"]
        yield Row("compiling", f"compiling battles of the {DEFAULT_PLAYER}", compiling["seconds"], SECONDS)
        spent = compiling["processor_seconds"]
        yield Row("compiling_processor", "the same in processor time", spent, SECONDS)


def _needed(measured: Mapping[str, Any]) -> Iterator[Row]:
    """How many battles a list takes, from the one that comes along: widths go with the root of the number."""
    about = finished(WORTH).provenance
    battles, width = int(about["battles"]), float(about["half_width_95"])
    needed = ceil(battles * (width / TARGET) ** 2)
    yield Row("battles_needed", f"battles for ±{TARGET} VP", needed, BATTLES, f"installed: ±{width:.2f} VP", battles)
    rate = measured.get("battles_per_second_per_thread", {}).get(DEFAULT_PLAYER)
    if rate:
        what = f"the same by the {DEFAULT_PLAYER}, one thread"
        yield Row("minutes_needed", what, needed / rate / 60, MINUTES)
