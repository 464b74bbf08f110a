"""The page of a battle: one file, the same bytes, and whatever a name contains stays text."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import tigersim as ts
from tests.show.html_reader import Page
from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.units import all_units, parse_army
from tigersim.core.enums import ENDED_BY
from tigersim.errors import RunError
from tigersim.game.battle import Battle
from tigersim.replay import Story
from tigersim.show import replay_data
from tigersim.show.pages import TEMPLATES
from tigersim.show.plots.style import BLUE, DARK, VERMILION
from tigersim.show.replay import SCRIPTS, STYLES, Replay, page, replay
from tigersim.show.replay_words import ENDINGS, titles
from tigersim.show.run_replays import sentence
from tigersim.show.sides import LOOKS, SideLook
from tigersim.show.symbols import FILE, OF_CLASS, WRECK, symbol_of
from tigersim.show.unit_words import trait_words

ARMIES = ("2 x T-34c, Regulars [usa]", "Tiger I, SS Grenadiers")
HOSTILE = (
    '</script><script>alert("a")</script>',
    "<img src=x onerror=alert(1)>",
    "\"'><svg onload=alert(2)>&amp;{{ 7 * 7 }}<!--",
)


def started(**options: object) -> Battle:
    return Battle.start(armies=ARMIES, seed=9, **options)  # type: ignore[arg-type]


@cache
def made() -> Replay:
    return replay(started(), futures=20)


def data(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, flags=re.DOTALL)
    assert found is not None
    loaded: dict[str, object] = json.loads(found[1])
    return loaded


def test_the_same_battle_gives_the_same_bytes(tmp_path: Path) -> None:
    battle = started()
    battle.play()
    again = replay(battle, futures=20)
    assert again.html == made().html
    assert again.save(tmp_path / "x.html").read_text(encoding="utf-8") == made().html
    assert replay(started(), futures=21).html != made().html


def test_a_battle_writes_its_page_and_a_notebook_frames_it(tmp_path: Path) -> None:
    battle = started()
    shown = battle.replay(tmp_path / "battle.html")
    page = (tmp_path / "battle.html").read_text(encoding="utf-8")
    assert page == shown.html
    frame = Page(shown._repr_html_()).all("iframe")
    assert [one["srcdoc"] for one in frame] == [page]
    assert frame[0]["sandbox"] == "allow-scripts"  # so it cannot reach the notebook


def test_a_page_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no_folder"):
        made().save(tmp_path / "no_folder" / "x.html")


def accumulated(story: Story, text: str) -> list[dict[str, dict[str, object]]]:
    """The units of every picture, put together from what the page says has changed."""
    units: dict[str, dict[str, object]] = {}
    found = []
    frames = data(text)["frames"]
    assert isinstance(frames, list)
    for frame in frames:
        units = {**units, **frame.get("u", {})}
        found.append(units)
    assert len(found) == len(story.frames)
    return found


def test_the_page_holds_every_picture() -> None:
    story = made().story
    for frame, units in zip(story.frames, accumulated(story, made().html), strict=True):
        for one in frame.view.units:
            place = None if one.place is None else [*one.place, one.facing]
            held = units[str(one.slot)]
            assert (held.get("at"), held.get("hits", 0)) == (place, one.hits)
            assert held.get("cards", []) == [card or "" for card in one.cards]


def test_the_log_stands_in_the_page_line_by_line() -> None:
    battle = started()
    battle.play()
    log = re.search(r'<ol id="log".*?</ol>', made().html, flags=re.DOTALL)
    assert log is not None
    lines = [html.unescape(line) for line in re.findall(r"<span>(.*?)</span>", log[0])]
    assert lines[1:] == battle.log()


@pytest.mark.rule("PT-FORT-01")
def test_positions_stand_in_the_page() -> None:
    assert data(made().html)["table"]["positions"] == []  # type: ignore[index]
    fortified = ts.table("open", seed=3, forts=(2, 1))
    held = replay_data._table(fortified)["positions"]
    assert held == [{"kind": one.kind, "x": one.x, "y": one.y} for one in fortified.positions]
    assert len(held) == 3


def test_lines_of_sight_are_those_of_the_table() -> None:
    table = made().story.table
    rows = data(made().html)["sight"]
    assert isinstance(rows, list)
    cells = table.width * table.depth
    for cell in range(0, cells, 397):
        seen: list[bool] = []
        for k, length in enumerate(rows[cell].split()):
            seen += [k % 2 == 1] * int(length)
        here = (cell % table.width, cell // table.width)
        assert len(seen) == cells
        for other in range(0, cells, 7):
            assert seen[other] == table.sees(here, (other % table.width, other // table.width))


def test_nothing_is_loaded_and_only_our_scripts_run() -> None:
    read = Page(made().html)
    policy = next(str(meta["content"]) for meta in read.all("meta") if "http-equiv" in meta)
    assert "default-src 'none'" in policy
    assert policy.count("'sha256-") == len(SCRIPTS) + len(STYLES)
    assert len(read.all("script")) == len(SCRIPTS) + 1  # and the data, which is none
    loads = {"src", "href", "action", "poster", "data", "style", "srcset"}
    assert not [
        name for _, attributes in read.elements for name in attributes if name in loads or name.startswith("on")
    ]
    assert not read.all("link")
    assert "http:" not in made().html.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in made().html


def test_hostile_names_of_units_stay_text() -> None:
    plain = [ts.unit("Tiger I"), ts.unit("T-34c"), ts.unit("Jeep", nation="usa")]
    mine = [one.model_copy(update={"name": name}) for one, name in zip(plain, HOSTILE, strict=True)]
    battle = Battle.start(armies=([mine[0], mine[1]], [mine[2], mine[1]]), seed=4, explain=True)
    battle.play()
    hostile = replay(battle, futures=5)
    shown, harmless = Page(hostile.html), Page(made().html)
    of_decided = {"strong"}  # only where a turn decided the battle
    assert {tag for tag, _ in shown.elements} <= {tag for tag, _ in harmless.elements} | of_decided
    assert len(shown.all("script")) == len(harmless.all("script"))
    units = data(hostile.html)["units"]
    assert isinstance(units, list)
    assert {unit["name"] for unit in units} == set(HOSTILE)
    assert all(name in "".join(shown.texts["span"]) for name in HOSTILE[1:])
    frame = Page(hostile._repr_html_())
    assert [tag for tag, _ in frame.elements] == ["iframe"]


def test_reasons_stand_at_their_decisions() -> None:
    battle = started(players=("tactician", "heuristic"), explain=True)
    battle.play()
    story = replay(battle, futures=5)
    reasons = data(story.html)["why"]
    assert isinstance(reasons, dict)
    assert len(reasons) == len(battle.explanations)
    for one, (place, told) in zip(battle.explanations, reasons.items(), strict=True):
        assert story.story.frames[int(place)].decisions == one.number + 1
        assert [option[1] for option in told["options"]][:3] == [option.words for option in one.options[:3]]
        taken = [option[1] for option in told["options"] if option[3]]
        assert taken == [one.chosen] if taken else told["chosen"] == one.chosen


def test_sides_look_on_pages_as_they_do_in_pictures() -> None:
    style = (TEMPLATES / "sides.css").read_text(encoding="utf-8")
    found = {
        name: (light, dark)
        for name, light, dark in re.findall(r"--([ab-]+(?:ink)?): light-dark\((.+?), (.+?)\)", style)
    }
    looks = {side: (look.colour, look.dark) for side, look in LOOKS.items()}
    inks = {f"{side}-ink": (look.ink, look.dark_ink) for side, look in LOOKS.items()}
    assert found == looks | inks
    assert [look.colour for look in LOOKS.values()] == [BLUE, VERMILION]
    assert [look.dark for look in LOOKS.values()] == [DARK[BLUE], DARK[VERMILION]]


def luminance(colour: str) -> float:
    """As WCAG 2.1 defines it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("look", LOOKS.values())
def test_what_stands_on_a_counter_can_be_read(look: SideLook) -> None:
    for ground, ink in ((look.colour, look.ink), (look.dark, look.dark_ink)):
        lights = sorted((luminance(ground), luminance(ink)))
        assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 4.5


def test_every_kind_of_unit_has_a_symbol() -> None:
    drawn = set(
        re.findall(r'<symbol id="unit-([a-z-]+)" viewBox="0 0 24 16"', (TEMPLATES / FILE).read_text(encoding="utf-8"))
    )
    assert set(OF_CLASS) == set(CLASS_IDS)
    assert drawn == {*OF_CLASS.values(), "mortar", "howitzer", WRECK}
    named = {
        "Tiger I": "heavy-tank",
        "Regulars [usa] + mortar": "mortar",
        "Heavy towed gun [generic] + howitzer": "howitzer",
        "Heavy towed gun [generic]": "gun",
        "Jeep [usa]": "jeep",
        "M10 Wolverine": "tank-destroyer",
        "Horsa Glider": "glider",
    }
    assert {name: symbol_of(parse_army(name)[0]) for name in named} == named
    assert {symbol_of(unit) for unit in all_units()} <= drawn


def test_a_unit_is_told_in_words() -> None:
    tiger = next(one for one in data(made().html)["units"] if one["name"] == "Tiger I")  # type: ignore[attr-defined]
    assert (tiger["kind"], tiger["country"], tiger["traits"]) == ("heavy tank", "Germany", ["unreliable"])
    told = [word for unit in all_units() for word in trait_words(unit)]
    assert not [word for word in told if "_" in word]
    assert {"improved armour", "rivets", "light gun", "medium hull gun", "2 machine guns", "carries 2 infantry"} <= set(
        told
    )


def test_how_it_ended_is_told_without_codes() -> None:
    assert set(ENDINGS) == set(ENDED_BY[1:])
    story = made().story
    assert story.outcome is not None
    for rule in ENDINGS:
        ended = replace(story, outcome=replace(story.outcome, ended_by=rule))
        assert not re.search(r"[A-Z]+-|[{}_]", titles(ended)[1])
    assert titles(story)[1] == "A victory of side a, 6 to 2 VP after 3 turns: side b had no unit left."
    assert re.search(r"the rule is AMB-23: \w+", made().html)


def test_a_battle_that_no_turn_decided_is_told_so() -> None:
    story = replace(made().story, decided=None)
    start = f"{100 * story.prospects[0].win:.0f}"
    assert sentence(story).endswith(
        f"; no turn decided it: its chance to win was {start}% at the start and never rose by 20% in a turn."
    )
    assert 'class="decided"' not in page(story)
