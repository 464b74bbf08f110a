"""The page of a battle in a browser: playing, stepping, jumping, lines of sight, keys, a telephone; nothing loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import tigersim as ts
from tests.browser.conftest import DESKTOP, Opener
from tigersim.game.battle import Battle
from tigersim.replay import Story
from tigersim.rules.sight import line_crosses
from tigersim.show.replay import Replay, replay
from tigersim.show.replay_words import titles, turns

LARGE = """title = "Large"
about = "As large as a table may be."
[table]
inches_per_letter = 3
map = '''
{rows}
'''
[attacker]
size = [1, 16]
zones = [{{ place = "own third" }}]
[defender]
size = [1, 16]
zones = [{{ place = "own third" }}]
"""
HOSTILE = "<img src=x onerror=document.title='broken'>"


@pytest.fixture(scope="module")
def made() -> Replay:
    mine = ts.unit("Jeep", nation="usa").model_copy(update={"name": HOSTILE})
    sherman, tiger = ts.unit("M4 Sherman"), ts.unit("Tiger I")
    battle = Battle.start(armies=([sherman, sherman, mine], [tiger, ts.unit("Hetzer")]), seed=15, explain=True)
    battle.play()
    return replay(battle, futures=12)


@pytest.fixture(scope="module")
def file(made: Replay, tmp_path_factory: pytest.TempPathFactory) -> str:
    return made.save(tmp_path_factory.mktemp("replay") / "battle.html").as_uri()


@pytest.fixture(scope="module")
def loaded(opened: Opener, file: str) -> Iterator[Page]:
    """Loaded once for all tests."""
    with opened(file, permissions=["clipboard-read", "clipboard-write"]) as there:
        yield there


@pytest.fixture
def page(loaded: Page) -> Page:
    """The page at its first step, the whole table shown, with nothing chosen."""
    loaded.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    loaded.emulate_media(media="screen", color_scheme="light")
    loaded.mouse.move(2, 2)
    loaded.evaluate("document.activeElement.blur(); history.replaceState(null, '', '#watch')")
    loaded.evaluate("location.hash = 'step=0'")
    loaded.wait_for_function("() => !document.documentElement.classList.contains('watching')")
    for key in ("Escape", "r", "Home"):
        loaded.keyboard.press(key)
    return loaded


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
    named = [row["name"] for row in turns(made.story) if row["decided"]]
    assert page.locator("tr.decided .jump").all_inner_texts() == named


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
        label = counter.get_attribute("aria-label") or ""
        assert label.startswith(f"{one.name}, ")
        assert label.endswith(f", at {one.place[0]}, {one.place[1]}")


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


def test_a_frame_in_a_notebook_plays(opened: Opener, made: Replay, tmp_path: Path) -> None:
    place = tmp_path / "notebook.html"
    place.write_text(f"<!DOCTYPE html><meta charset=utf-8>{made._repr_html_()}", encoding="utf-8")
    with opened(place.as_uri()) as page:
        frame = page.frame_locator("iframe")
        frame.get_by_role("button", name="One step on").click()
        expect(frame.locator("#told p").first).to_have_text(first_line(made.story, 1))


def test_without_scripts_the_log_can_be_read_and_no_frame_is_empty(opened: Opener, file: str, made: Replay) -> None:
    with opened(file, java_script_enabled=False) as page:
        expect(page.locator(".notice")).to_be_visible()
        for shut in ("#controls", "#board", ".now", ".forces", "#watch", "#copy", ".theme", ".keys"):
            expect(page.locator(shut).first).to_be_hidden()
        assert page.locator("#log li").count() == len(made.story.frames)


def test_a_counter_says_who_it_is_and_how_it_is(page: Page, made: Replay) -> None:
    page.keyboard.press("1")
    tip, counter = page.locator("#tip"), page.locator(".counter[data-slot='16'] .body")
    counter.hover()
    expect(tip).to_contain_text("b1 Tiger I")
    expect(tip).to_contain_text("heavy tank, Germany, 4 VP")
    expect(tip).to_contain_text("unreliable")
    expect(tip).to_contain_text("Now: unhurt, no cards.")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    shocked = next(k for k, one in enumerate(made.story.frames) if any(unit.shocked for unit in one.view.units))
    hurt = next(unit for unit in made.story.frames[shocked].view.units if unit.shocked)
    page.evaluate("step => (location.hash = `step=${step}`)", shocked)
    page.wait_for_function("step => document.getElementById('slider').value == step", arg=shocked)
    page.locator(f".counter[data-slot='{hurt.slot}']").focus()
    expect(tip).to_contain_text(hurt.name)
    expect(tip).to_contain_text(f"shocked, {hurt.hits} hit")
    expect(page.locator(f".counter[data-slot='{hurt.slot}']")).to_have_class(re.compile("shocked"))


def test_every_counter_has_the_symbol_of_its_kind(page: Page) -> None:
    found = page.eval_on_selector_all(".counter .symbol", "all => all.map(one => one.getAttribute('href'))")
    assert sorted(found) == sorted(f"#unit-{kind}" for kind in ("tank", "tank", "jeep", "heavy-tank", "spg"))
    assert page.evaluate("all => all.every(id => document.querySelector(id))", found)
    drawn = page.locator(".counter .symbol").first.bounding_box()
    assert drawn is not None
    assert drawn["width"] > 5  # it is really there


def shown(page: Page) -> list[float]:
    return [float(each) for each in (page.locator("#board").get_attribute("viewBox") or "").split()]


def test_the_table_is_zoomed_and_moved_by_buttons_keys_wheel_and_dragging(page: Page) -> None:
    whole = shown(page)
    page.get_by_role("button", name="Zoom in").click()
    page.keyboard.press("+")
    assert shown(page)[2] == pytest.approx(whole[2] / 1.5**2)
    page.keyboard.press("-")
    assert shown(page)[2] == pytest.approx(whole[2] / 1.5)
    before = shown(page)
    page.keyboard.press("Shift+ArrowRight")
    assert shown(page)[0] == pytest.approx(before[0] + 0.2 * before[2])
    assert at(page) == 0  # the arrow alone is a step
    page.keyboard.press("Shift+ArrowLeft")
    board = page.locator("#board").bounding_box()
    assert board is not None
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y - 20, steps=4)
    page.mouse.up()
    moved = shown(page)
    scale = moved[2] / board["width"]
    assert moved[0] - before[0] == pytest.approx(40 * scale, rel=0.02)
    assert moved[1] - before[1] == pytest.approx(20 * scale, rel=0.02)
    page.mouse.wheel(0, -100)
    page.wait_for_function(
        "w => Number(document.getElementById('board').getAttribute('viewBox').split(' ')[2]) < w - 1", arg=moved[2]
    )
    page.keyboard.press("r")
    assert shown(page) == whole


def test_the_next_shot_and_the_next_kill(page: Page, made: Replay) -> None:
    frames = made.story.frames
    shots = [k for k, one in enumerate(frames) if one.roll is not None and one.roll.purpose in ("fire", "support")]
    alive = [sum(unit.alive for unit in one.view.units) for one in frames]
    kills = [k for k in range(1, len(frames)) if alive[k] < alive[k - 1]]
    page.keyboard.press("f")
    assert at(page) == shots[0]
    page.get_by_role("button", name="The next shot").click()
    assert at(page) == shots[1]
    page.keyboard.press("Shift+F")
    assert at(page) == shots[0]
    page.keyboard.press("k")
    assert at(page) == kills[0]
    page.keyboard.press("End")
    page.get_by_role("button", name="The kill before").click()
    assert at(page) == max(k for k in kills if k < len(frames) - 1)


def test_fire_alone_can_be_played(page: Page, made: Replay) -> None:
    page.keyboard.press("o")
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.getElementById('slider').value) > 0")
    page.keyboard.press("Space")
    page.keyboard.press("o")
    roll = made.story.frames[at(page)].roll
    assert roll is not None
    assert roll.purpose == "fire"


def test_a_kill_stays_longer_than_a_roll_and_that_longer_than_a_card_being_laid(page: Page) -> None:
    script = """() => {
      const units = [{ slot: 0 }];
      const frames = [{ t: 0 }, { t: 1 }, { t: 1, u: { 0: { cards: [""] } } }, { t: 1, r: { for: "move" } },
        { t: 1, r: { for: "fire" } }, { t: 1, u: { 0: { cards: [""], dead: 1 } } }];
      let now = {};
      const states = frames.map((frame) => ({ u: { 0: (now = frame.u?.[0] ?? now) } }));
      return [2, 3, 4, 5].map(Steps({ units, frames }, states).pause);
    }"""
    laid, move, fire, kill = page.evaluate(script)
    assert laid < move < fire < kill


def test_the_result_is_hidden_from_who_wants_to_watch(page: Page, made: Replay) -> None:
    heading, result = page.locator("h1"), titles(made.story)[1]
    expect(heading).to_have_text(result, use_inner_text=True)
    page.get_by_role("button", name="Watch without knowing the result").click()
    page.keyboard.press("1")
    assert heading.inner_text() == "Who wins? You see it at the end."
    now = at(page)
    assert page.locator("#log li:visible").count() == now + 1
    seen = [one.frame <= now for one in made.story.prospects]
    assert page.eval_on_selector_all("tr:has(.jump)", "all => all.map(one => !one.hidden)") == seen
    veil, cursor = page.locator(".veil").first, page.locator(".cursor").first
    assert float(veil.get_attribute("x") or 0) == pytest.approx(float(cursor.get_attribute("x1") or 0) + 4)
    assert float(veil.get_attribute("width") or 0) > 300
    page.wait_for_function("step => location.hash === `#watch&step=${step}`", arg=now)
    assert not page.locator("dd.end").is_visible()
    page.keyboard.press("End")
    assert heading.inner_text() == result
    assert page.locator("#log li:visible").count() == len(made.story.frames)
    page.get_by_role("button", name="Watch without knowing the result").click()


def test_the_address_leads_to_a_step(page: Page, made: Replay) -> None:
    page.keyboard.press("End")
    last = len(made.story.frames) - 1
    page.wait_for_function("step => location.hash === `#step=${step}`", arg=last)
    turn_2 = next(one.frame for one in made.story.prospects if one.turn == 2)
    page.evaluate("location.hash = 't2s3'")
    page.wait_for_function("step => document.getElementById('slider').value == step", arg=turn_2 + 3)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#sight")).to_have_text("The link to this step is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{page.url.split('#')[0]}#step={turn_2 + 3}"


def test_nothing_jumps_while_it_plays(page: Page) -> None:
    script = """() => {
      const slider = document.getElementById("slider");
      const found = new Set();
      const parts = document.querySelectorAll("#board, #slider, .now, .why, .curves, .forces");
      for (let k = 0; k <= Number(slider.max); k += 1) {
        slider.value = k;
        slider.dispatchEvent(new Event("input"));
        found.add([...parts].map((one) => one.getBoundingClientRect().top + scrollY).join());
      }
      return [...found];
    }"""
    assert len(page.evaluate(script)) == 1
    page.set_viewport_size({"width": 390, "height": 844})
    assert len(page.evaluate(script)) == 1


def test_light_and_dark_are_chosen(page: Page) -> None:
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    switch = page.get_by_role("switch", name="Dark")
    switch.click()
    assert page.evaluate(ground) != "rgb(255, 255, 255)"
    switch.click()
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.evaluate("delete document.documentElement.dataset.theme; localStorage.clear()")


def test_on_paper_the_units_stand_on_the_table(page: Page, made: Replay) -> None:
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    standing = [one for one in made.story.frames[-1].view.units if one.place is not None and one.carrier is None]
    assert standing
    expect(page.locator(".counter:not(.away)")).to_have_count(len(standing))
    badge = page.locator(".army .badge").first
    assert badge.evaluate("one => getComputedStyle(one).printColorAdjust") == "exact"
    expect(page.locator("#controls")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert at(page) == 0


def test_who_is_aboard_acts_where_the_carrier_stands_and_hands_of_two_players_lie_apart(
    opened: Opener, tmp_path: Path
) -> None:
    armies = ("2 x LCVP, 4 x Regulars [usa]", "4 x Regulars [germany]")
    battle = Battle.start(armies=armies, seed=3, family="beach", commanders=(2, 1))
    battle.play()
    told = replay(battle, futures=4)
    boarded = [
        (k, frame.actor, frame.view.unit(frame.actor).carrier)
        for k, frame in enumerate(told.story.frames)
        if frame.actor is not None and frame.view.unit(frame.actor).carrier is not None
    ]
    step, actor, carrier = boarded[0]
    frame = told.story.frames[step]
    names = [one.name for one in frame.view.units if one.carrier == carrier and one.alive]
    with opened(f"{told.save(tmp_path / 'beach.html').as_uri()}#step={step}") as page:
        boat = page.locator(f".counter[data-slot='{carrier}']")
        expect(boat).to_have_class(re.compile("acting"))
        assert (boat.get_attribute("aria-label") or "").endswith(f"carries {' and '.join(names)}")
        assert f"+{len(names)}" in page.locator(".signs:not(.away) .aboard").all_text_contents()
        expect(page.locator(f".counter[data-slot='{actor}']")).to_be_hidden()
        hands = [1 + len(side.others) for side in frame.view.sides]
        assert hands == [2, 1]
        assert [page.locator(f".hand.side-{side} span[title]").count() for side in "ab"] == [2, 0]
        players = page.locator(".roster .side-a li").all_inner_texts()
        assert [f"player {one.commander}" in text for one, text in zip(frame.view.units, players, strict=False)] == [
            True
        ] * 6
        expect(page.locator(".army.side-a")).to_contain_text("two players")
        page.set_viewport_size({"width": 390, "height": 844})
        wide = page.evaluate(
            "[...document.querySelectorAll('.hand .count')].map(one => one.getBoundingClientRect().width)"
        )
        assert all(width > 8 for width in wide)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(page: Page, made: Replay, width: int, scheme: Literal["light", "dark"]) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.keyboard.press("f")
    page.locator(".counter:not(.away)").first.focus()
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    found = Axe().run(page, options={"runOnly": tags, "resultTypes": ["violations"]}).response
    assert len(found["passes"]) > 10  # it did look
    assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found["violations"]] == []


def test_a_telephone_shows_table_dice_and_keys_at_once(opened: Opener, file: str) -> None:
    options = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True}
    with opened(f"{file}", **options, reduced_motion="reduce") as page:  # a counter on its way is not hit
        page.get_by_role("button", name="The next shot").tap()
        assert page.evaluate("scrollY") == 0
        for part in ("#board", ".dice", ".chance", "#slider", "#only"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert 0 <= box["y"] < box["y"] + box["height"] <= 844
        counters = page.locator(".counter:not(.away) .body").all()
        east = max(counters, key=lambda one: (one.bounding_box() or {"x": 0.0})["x"])  # its note would hang over
        east.tap(force=True)
        expect(page.locator("#tip")).to_be_visible()
        page.set_viewport_size({"width": 320, "height": 640})
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")  # the note moves
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        tip = page.locator("#tip").bounding_box()
        assert tip is not None
        assert tip["x"] >= 0
        assert tip["x"] + tip["width"] <= 320
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != "rgb(255, 255, 255)"


def test_on_the_largest_table_counters_are_large_enough(opened: Opener, tmp_path: Path) -> None:
    rows = "\n".join(["." * 24] * 16)
    place = tmp_path / "large.toml"
    place.write_text(LARGE.format(rows=rows), encoding="utf-8")
    battle = Battle.start(armies=("2 x T-34c", "Tiger I"), seed=1, scenario=ts.Scenario.load(place))
    for _ in range(6):
        battle.push(battle.legal_actions()[0])
    with opened(replay(battle, futures=1).save(tmp_path / "large.html").as_uri()) as page:
        page.keyboard.press("End")
        body = page.locator(".counter:not(.away) .body").first
        assert body.evaluate("one => one.getBoundingClientRect().width") >= 14
        page.set_viewport_size({"width": 390, "height": 844})
        page.wait_for_function("() => document.querySelector('#board').classList.contains('small')")
        assert body.evaluate("one => one.getBoundingClientRect().width") >= 14
        assert page.locator(".counter:not(.acting, .aimed) .label:visible").count() == 0
        for _ in range(5):
            page.keyboard.press("+")
        expect(page.locator("#board")).not_to_have_class(re.compile("small"))
        assert body.evaluate("one => one.getBoundingClientRect().width") <= 60
