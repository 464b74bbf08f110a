"""The page of a battle in a browser: playing, stepping, jumping, lines of sight, keys, a telephone; nothing loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tigersim as ts
from tests.browser.conftest import Opener
from tigersim.game.battle import Battle
from tigersim.replay import Story
from tigersim.rules.sight import line_crosses
from tigersim.show.replay import Replay, replay

HOSTILE = "<img src=x onerror=document.title='broken'>"


@pytest.fixture(scope="module")
def made() -> Replay:
    mine = ts.unit("Jeep", nation="usa").model_copy(update={"name": HOSTILE})
    sherman, tiger = ts.unit("M4 Sherman"), ts.unit("Tiger I")
    battle = Battle.start(armies=([sherman, sherman, mine], [tiger, ts.unit("Hetzer")]), seed=4, explain=True)
    battle.play()
    return replay(battle, futures=30)


@pytest.fixture(scope="module")
def file(made: Replay, tmp_path_factory: pytest.TempPathFactory) -> str:
    return made.save(tmp_path_factory.mktemp("replay") / "battle.html").as_uri()


@pytest.fixture
def page(opened: Opener, file: str) -> Iterator[Page]:
    with opened(file) as there:
        yield there


def at(page: Page) -> int:
    return int(page.locator("#slider").input_value())


def line_of(page: Page) -> str:
    return page.locator("#told p").first.inner_text()


def first_line(story: Story, frame: int) -> str:
    return story.frames[frame].lines[0].strip()


def test_steps_forward_and_back_tell_the_log(page: Page, made: Replay) -> None:
    for frame in (1, 2, 3):
        page.get_by_role("button", name="One step on").click()
        assert (at(page), line_of(page)) == (frame, first_line(made.story, frame))
    page.get_by_role("button", name="One step back").click()
    assert (at(page), line_of(page)) == (2, first_line(made.story, 2))
    expect(page.locator("#log li[aria-current=true]")).to_contain_text(first_line(made.story, 2))


def test_keys_play_pause_step_and_jump(page: Page, made: Replay) -> None:
    last = len(made.story.frames) - 1
    turn_2 = next(one.frame for one in made.story.prospects if one.turn == 2)
    for key, place in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1), ("2", turn_2)):
        page.keyboard.press(key)
        assert at(page) == place
    page.keyboard.press("PageUp")
    assert made.story.frames[at(page)].turn == 1
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("place => Number(document.getElementById('slider').value) > place", arg=at(page))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    here = at(page)
    page.wait_for_timeout(1200)
    assert at(page) == here


def test_playing_ends_at_the_end(page: Page, made: Replay) -> None:
    last = len(made.story.frames) - 1
    page.locator("#speed").select_option("fast")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("last => Number(document.getElementById('slider').value) === last", arg=last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_list_and_the_table_of_turns_jump(page: Page, made: Replay) -> None:
    start = next(one.frame for one in made.story.prospects if one.turn == 1)
    page.locator("#turn").select_option("turn 1")
    assert at(page) == start
    page.get_by_role("button", name="end", exact=True).click()
    assert at(page) == len(made.story.frames) - 1
    assert made.story.outcome is not None
    scores = page.locator(".hand strong").all_inner_texts()
    assert scores == [f"{made.story.outcome.vp_a} VP", f"{made.story.outcome.vp_b} VP"]
    expect(page.locator("tr.decided")).to_contain_text("decided the battle")


def test_dice_lie_there_with_their_exact_chance(page: Page, made: Replay) -> None:
    frame = next(k for k, one in enumerate(made.story.frames) if one.roll is not None and one.roll.purpose == "fire")
    roll = made.story.frames[frame].roll
    assert roll is not None
    page.evaluate("frame => document.querySelector(`#log li[data-frame='${frame}']`).click()", frame)
    expect(page.locator(".dice")).to_have_attribute("aria-label", f"dice: {', '.join(map(str, roll.dice))}")
    assert page.locator(".die").all_inner_texts() == [" ⚀⚁⚂⚃⚄⚅"[face] for face in roll.dice]
    expect(page.locator(".chance")).to_contain_text(f"({roll.chance})")


def test_units_stand_where_the_battle_has_them(page: Page, made: Replay) -> None:
    page.keyboard.press("1")
    view = made.story.frames[at(page)].view
    for one in view.units:
        counter = page.locator(f".counter[data-slot='{one.slot}']")
        assert one.place is not None
        x, y = 10 * one.place[0] + 5, 10 * (view.table.depth - 1 - one.place[1]) + 5
        assert counter.evaluate("each => each.style.transform") == f"translate({x}px, {y}px)"
        expect(counter).to_have_attribute("aria-label", f"{one.name}, at {one.place[0]}, {one.place[1]}")


def test_hovering_shows_what_a_counter_sees(page: Page, made: Replay) -> None:
    page.keyboard.press("1")
    view, table = made.story.frames[at(page)].view, made.story.table
    looker = view.units[0]
    page.locator(f".counter[data-slot='{looker.slot}'] .body").hover()
    assert looker.place is not None
    seen = {one.name for one in view.enemies if one.place and table.sees(looker.place, one.place)}
    text = page.locator("#sight").inner_text()
    assert text.startswith(f"{looker.name} sees ")
    assert {one.name for one in view.enemies if one.name in text} == seen
    expect(page.locator(".view")).to_have_count(len(seen))
    hidden = sum(not table.sees(looker.place, (x, y)) for x in range(table.width) for y in range(table.depth))
    assert page.locator(".unseen").get_attribute("d", timeout=1000).count("M") == hidden  # type: ignore[union-attr]
    page.mouse.move(2, 2)
    expect(page.locator(".unseen")).to_have_count(0)


def test_wrecks_block_the_page_s_lines_as_the_rule_says(page: Page) -> None:
    asked = [[0, 0, bx, by, 5, 4] for bx in range(12) for by in range(12) if (bx, by) not in ((5, 4), (0, 0))]
    script = """asked => {
      const clear = { table: { width: 12, depth: 12 }, sight: Array(144).fill("0 144"), units: [] };
      const sight = Sight({ ...clear, wrecksBlock: true });
      return asked.map(([ax, ay, bx, by, x, y]) => sight.sees({ w: [[x, y]], u: {} }, [ax, ay], [bx, by]));
    }"""
    found = page.evaluate(script, asked)
    assert found == [not line_crosses(bx, by, 5, 4) for _, _, bx, by, _, _ in asked]
    assert 0 < sum(found) < len(found)


def test_a_counter_shows_what_it_sees_when_it_has_the_focus(page: Page) -> None:
    page.keyboard.press("1")
    page.locator(".counter[data-slot='0']").focus()
    expect(page.locator("#sight")).to_contain_text("a1 M4 Sherman sees")
    expect(page.locator(".unseen")).to_have_count(1)


def test_reasons_stand_beside_the_table(page: Page, made: Replay) -> None:
    one = made.story.explanations[0]
    frame = next(k for k, picture in enumerate(made.story.frames) if picture.decisions > one.number)
    page.evaluate("frame => document.querySelector(`#log li[data-frame='${frame}']`).click()", frame)
    expect(page.locator("#why li").first).to_contain_text(one.options[0].words)


def test_a_hostile_name_is_read_as_it_is_written(page: Page) -> None:
    expect(page.locator("#roster .name", has_text=HOSTILE)).to_have_count(1)
    assert page.locator("img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_telephone_needs_no_scrolling_sideways(opened: Opener, file: str, scheme: str) -> None:
    options = {"viewport": {"width": 360, "height": 740}, "color_scheme": scheme, "has_touch": True}
    with opened(file, **options) as page:
        page.get_by_role("button", name="To the end").tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert (paper == "rgb(255, 255, 255)") == (scheme == "light")


def test_a_frame_in_a_notebook_plays(opened: Opener, made: Replay, tmp_path: Path) -> None:
    place = tmp_path / "notebook.html"
    place.write_text(f"<!DOCTYPE html><meta charset=utf-8>{made._repr_html_()}", encoding="utf-8")
    with opened(place.as_uri()) as page:
        frame = page.frame_locator("iframe")
        frame.get_by_role("button", name="One step on").click()
        expect(frame.locator("#told p").first).to_have_text(first_line(made.story, 1))


def test_without_scripts_the_log_can_be_read(opened: Opener, file: str, made: Replay) -> None:
    with opened(file, java_script_enabled=False) as page:
        expect(page.locator(".notice")).to_be_visible()
        expect(page.locator("#controls")).to_be_hidden()
        assert page.locator("#log li").count() == len(made.story.frames)
