"""Battles on the page of a price list: those that its numbers rest on, or a reason why not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.show.html_reader import Page
from tests.show.test_report import LADDER, planted
from tigersim.catalogue.units import all_units
from tigersim.errors import InvalidValue, RunError
from tigersim.lab.batch import Arena
from tigersim.lab.design import Design
from tigersim.pricing import Prices
from tigersim.show.report import report
from tigersim.show.run_replays import MOST, design_of

UNITS = all_units()[:9]
DESIGN = Design(units=UNITS, seed=3, sizes=(2, 3), tables=2)


def listed(**about: Any) -> Prices:
    """A planted list, with the provenance of a run of ``DESIGN``."""
    prices = planted([unit.name for unit in UNITS])
    prices.detail["key"] = [unit.key for unit in UNITS]
    rules = DESIGN.terms.ruleset
    told = {**DESIGN.provenance(), "ruleset": rules.name, "edition": rules.edition, "switches": rules.changed()}
    prices.provenance.clear()  # type: ignore[attr-defined]
    prices.provenance.update({**told, "units": len(UNITS), "battles": 512, **about})  # type: ignore[attr-defined]
    return prices


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    place = tmp_path_factory.mktemp("replays")
    told: list[tuple[int, int]] = []
    folders = [listed().save(place / "run"), LADDER]
    out = report(folders, place / "page.html", replays=2, futures=8, progress=lambda *now: told.append(now))
    assert told[-1] == (16, 16)
    assert told == sorted(told)
    return Page(out.read_text(encoding="utf-8"))


def test_the_design_is_that_of_the_run() -> None:
    assert design_of(listed(), "mine").provenance() == DESIGN.provenance()


def test_the_page_tells_how_the_battles_of_the_run_ended(page: Page) -> None:
    results = Arena(DESIGN).results(0, 2)
    said = [text for text in page.texts["summary"] if text.startswith("Battle ")]
    assert len(said) == 2
    for number, (text, one) in enumerate(zip(said, results, strict=True)):
        a, b = (int(vp) for vp in one.vp)
        won = "a draw" if a == b else f"side {'a' if a > b else 'b'} won"
        score = f"{a} to {b}" if a == b else f"by {max(a, b)} to {min(a, b)}"
        turns = f"{one.turns} turn{'s' if one.turns > 1 else ''}"
        head, tail = text.split("; ")
        assert head.replace(",", "") == f"Battle {number}: {won} {score} VP after {turns}"
        assert re.fullmatch(
            r"(turn \d+|the deployment) decided, when .* to win went from [<>]?\d+% to [<>]?\d+%\."
            r"|no turn decided it: .* to win was [<>]?\d+% at the start and never (rose|moved) by 20% in a turn\.",
            tail,
        )


def test_each_stands_in_a_frame_that_is_shut_off(page: Page) -> None:
    frames = page.all("iframe")
    assert len(frames) == 2
    (policy,) = [a["content"] for a in page.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    for number, frame in enumerate(frames):
        assert frame["sandbox"] == "allow-scripts"
        assert "src" not in frame
        inner = Page(str(frame["data-page"]))
        assert f"number {number} of seed 3" in " ".join(inner.texts["dd"])
        (own,) = [a["content"] for a in inner.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
        hashes = re.findall(r"'sha256-[^']+'", str(own))
        assert len(hashes) > 1
        assert all(each in str(policy) for each in hashes)  # a frame obeys the policy of the page around it


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ({"rules_version": 1}, "mine: its battles cannot be shown: they were of rules version 1, this is"),
        ({"seeds": [1, 2]}, "merged from several runs"),
        ({"repriced": True}, "prices of their own"),
        ({"readings": {"share": 0.5, "tasks": 1}}, "drawn at random"),
        ({"profiles": "0123456789abcdef"}, "the catalogue has other numbers"),
    ],
)
def test_lists_that_cannot_be_played_again_say_why(about: dict[str, Any], words: str) -> None:
    with pytest.raises(RunError, match=words):
        design_of(listed(**about), "mine")


def test_lists_of_other_battles_say_what_they_lack(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="does not say rules_version"):
        report(planted(["a"]).save(tmp_path / "run"), replays=1)
    unknown = listed()
    unknown.detail.loc[0, "key"] = "<b>Mine [usa]"
    with pytest.raises(RunError, match="the catalogue does not have all of its units"):
        design_of(unknown, "mine")
    with pytest.raises(RunError, match="no price list"):
        report(LADDER, tmp_path / "page.html", replays=1)
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize(("battles", "replays", "most"), [(512, MOST + 1, MOST), (2, 3, 2), (512, -1, MOST)])
def test_so_many_battles_and_no_more(tmp_path: Path, battles: int, replays: int, most: int) -> None:
    with pytest.raises(InvalidValue, match=f"replays is {replays}; allowed: 1 to {most}"):
        report(listed(battles=battles).save(tmp_path / "run"), replays=replays)
