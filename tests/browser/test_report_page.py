"""The report in a browser: sorting, filters, search, CSV, keys, contents, a telephone, both schemes, hostile names."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.forms import long_form, some
from tests.show import drawn_pictures
from tests.show.test_report import HOSTILE, planted
from tests.show.test_run_replays import listed
from tigersim.catalogue.units import all_units
from tigersim.pricing import Prices
from tigersim.pricing.report.answers import with_answers
from tigersim.pricing.report.settled import settled_for
from tigersim.show.report import report

LISTED = Path(__file__).resolve().parents[2] / "results" / "003_prices_of_tacticians"
FORMULAS = ["+1", "-2+3", "@SUM(A1)"]
FILL = [f"unit {k:02d}" for k in range(8)]
UNKNOWN = "nobody knows"
PLANTED = [*HOSTILE, *FORMULAS, *FILL]
"""In the order of their worth, the best bargain first; ``planted`` calls the last one fair."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
KEYS = "all => all.map(row => row.cells[0].textContent + row.cells[2].textContent)"
CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of two lists: a planted one with names that mean harm and one unit without any number, and a real one."""
    place = tmp_path_factory.mktemp("report")
    prices = planted([*PLANTED, UNKNOWN])
    last = len(PLANTED)
    prices.table.loc[last - 1, "verdict"] = "FAIR"
    prices.table.loc[last, "verdict"] = "UNDETERMINED"
    prices.table.loc[last, ["delta", "delta_low", "delta_high", "price", "price_low", "price_high"]] = np.nan
    return report([prices.save(place / "run"), LISTED], place / "page.html").as_uri()


@pytest.fixture(scope="module")
def real() -> pd.DataFrame:
    """The units of the second list, the best bargain first, with their classes."""
    listed = Prices.load(LISTED)
    frame = with_answers(listed, settled_for(listed)).join(listed.detail[["key"]])
    kinds = {unit.key: unit.type.replace("_", " ") for unit in all_units()}
    frame["class"] = frame["key"].map(kinds)
    return frame.sort_values("delta", ascending=False, kind="stable").reset_index(drop=True)


@pytest.fixture
def page(opened: Opener, file: str) -> Iterator[Page]:
    with opened(file) as there:
        yield there


def units(page: Page, run: int) -> Locator:
    """The table of units of a list, with its tools; before the lists stands what they say together."""
    return page.locator(f"#run-{run + 1} .sheet[data-name=prices]")


def names(sheet: Locator) -> list[str]:
    """The units that are shown, in their order."""
    found: list[str] = sheet.locator("tbody tr:not([hidden]) th").evaluate_all("all => all.map(one => one.textContent)")
    return found


def head(sheet: Locator, name: str) -> Locator:
    """The heading whose first column in the CSV has this name."""
    return sheet.locator(f"thead th[data-names*='\"{name}\"']")


def downloaded(page: Page, sheet: Locator) -> list[dict[str, str]]:
    with page.expect_download() as waiting:
        sheet.get_by_role("button", name="Download CSV").click()
    assert waiting.value.suggested_filename == "prices.csv"
    text = waiting.value.path().read_bytes().decode("utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


# --- sorting, filters, search ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["delta", *(pytest.param(one, marks=long_form) for one in ("settled", "n")), "settled_low", "cost"]
)
def test_numbers_are_sorted_as_numbers_both_ways(page: Page, real: pd.DataFrame, name: str) -> None:
    sheet = units(page, 2)
    heading = head(sheet, name)
    values = [float(f"{value:.6g}") for value in real[name]]  # as exactly as the page holds them
    of = dict(zip(real["name"] + real["nation"], values, strict=True))
    orders = ["descending", "ascending"]
    for wanted in orders[::-1] if name == "delta" else orders:  # the page comes with the best bargain on top
        heading.get_by_role("button").click()
        expect(heading).to_have_attribute("aria-sort", wanted)
        keys = sheet.locator("tbody tr").evaluate_all(KEYS)
        assert [of[key] for key in keys] == sorted(values, reverse=wanted == "descending")
    assert sheet.locator("[aria-sort]").count() == 1


def test_texts_are_sorted_by_the_alphabet(page: Page) -> None:
    sheet = units(page, 1)
    heading = head(sheet, "name")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert [name for name in names(sheet) if name in FILL] == FILL
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert [name for name in names(sheet) if name in FILL] == FILL[::-1]


def test_what_is_not_known_comes_last_either_way(page: Page) -> None:
    sheet = units(page, 1)
    assert names(sheet) == [*PLANTED, UNKNOWN]
    for order in (PLANTED[::-1], PLANTED):
        head(sheet, "delta").get_by_role("button").click()
        assert names(sheet) == [*order, UNKNOWN]


@pytest.mark.parametrize(
    ("choices", "sought"),
    [
        pytest.param({"nation": "italy"}, "", marks=long_form),
        ({"class": "infantry"}, ""),
        pytest.param({"verdict": "FAIR"}, "", marks=long_form),
        ({}, "sherman"),
        pytest.param({"nation": "usa", "verdict": "TOO DEAR"}, "", marks=long_form),
        ({"nation": "germany", "class": "heavy tank", "verdict": "BARGAIN"}, "tiger"),
        ({"nation": "japan"}, "sherman"),
    ],
)
def test_filters_and_search_keep_what_fits_all_of_them(
    page: Page, real: pd.DataFrame, choices: dict[str, str], sought: str
) -> None:
    sheet = units(page, 2)
    wanted = real
    for column, text in choices.items():
        wanted = wanted[wanted[column] == text]
        sheet.get_by_label(column.capitalize()).select_option(text)
    if sought:
        wanted = wanted[wanted["name"].str.lower().str.contains(sought)]
        sheet.get_by_label("Search").fill(sought.upper())
    assert len(wanted) == 0 if sought and choices == {"nation": "japan"} else 0 < len(wanted) < len(real)
    assert names(sheet) == wanted["name"].tolist()
    count = sheet.get_by_role("status")
    expect(count).to_have_text(f"{len(wanted)} of {len(real)} rows")
    for column in choices:
        sheet.get_by_label(column.capitalize()).select_option("all")
    sheet.get_by_label("Search").fill("")
    expect(count).to_have_text(f"{len(real)} rows")
    assert names(sheet) == real["name"].tolist()


def test_choices_are_what_the_column_holds(page: Page, real: pd.DataFrame) -> None:
    for column in ("nation", "class", "verdict"):
        options = units(page, 2).get_by_label(column.capitalize()).locator("option").all_inner_texts()
        assert options == ["all", *sorted(set(real[column]))]


def test_search_minds_neither_case_nor_accents(page: Page) -> None:
    units(page, 1).get_by_label("Search").fill("ALÉRT")
    assert names(units(page, 1)) == [name for name in HOSTILE if "alert" in name]


# --- CSV -------------------------------------------------------------------------------------------------------------


def test_the_csv_is_what_the_page_shows(page: Page, real: pd.DataFrame) -> None:
    sheet = units(page, 2)
    sheet.get_by_label("Nation").select_option("germany")
    head(sheet, "cost").get_by_role("button").click()
    rows = downloaded(page, sheet)
    assert [row["name"] for row in rows] == names(sheet)
    wanted = real[real["nation"] == "germany"].set_index("name")
    assert len(rows) == len(wanted) > 0
    for row in rows:
        unit = wanted.loc[row["name"]]
        for column in ("nation", "verdict", "class"):
            assert row[column] == unit[column]
        for column in (
            "cost",
            "settled",
            "settled_low",
            "settled_high",
            "delta",
            "price",
            "price_low",
            "price_high",
            "n",
        ):
            assert float(row[column]) == pytest.approx(unit[column], rel=1e-5, abs=1e-6)


def test_no_spreadsheet_runs_a_name(page: Page) -> None:
    rows = downloaded(page, units(page, 1))
    harmless = [f"'{name}" if name[0] in "=+-@" else name for name in [*PLANTED, UNKNOWN]]
    assert [row["name"] for row in rows] == harmless
    assert sum(name.startswith("'") for name in harmless) == 4
    assert all(row["in_words"][0] not in "=+-@" for row in rows)
    by_name = {row["name"]: row for row in rows}
    fair = by_name[FILL[-1]]  # numbers below zero stay numbers
    delta = 3 - (len(PLANTED) - 1)
    assert float(fair["delta"]) == delta
    ends = [float(fair[name]) for name in ("price_low", "price_high")]
    assert ends == pytest.approx([3.9 + delta / 2, 4.1 + delta / 2])
    assert by_name[UNKNOWN]["delta"] == ""


# --- getting about ---------------------------------------------------------------------------------------------------


def tab_to(page: Page, wanted: Locator, most: int = 60) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            style = wanted.evaluate("one => getComputedStyle(one).outlineStyle")
            assert style != "none", "whoever has only keys does not see where he is"
            return
    pytest.fail(f"{most} times Tab does not lead to {wanted}")


def test_the_keyboard_is_enough(page: Page) -> None:
    skip = page.get_by_role("link", name="Skip to the content")
    tab_to(page, skip, 1)
    assert skip.bounding_box()["x"] >= 0  # type: ignore[index]
    page.keyboard.press("Enter")
    sheet = units(page, 1)
    tab_to(page, sheet.get_by_label("Search"))
    page.keyboard.type("unit")
    assert names(sheet) == FILL
    tab_to(page, sheet.get_by_label("Verdict"))
    page.keyboard.type("F")
    assert names(sheet) == FILL[-1:]
    page.keyboard.press("Home")
    tab_to(page, sheet.get_by_role("button", name="Download CSV"), 1)
    with page.expect_download():
        page.keyboard.press("Enter")
    tab_to(page, sheet.locator(".scroll"), 1)
    heading = head(sheet, "delta")
    tab_to(page, heading.get_by_role("button"))
    page.keyboard.press("Enter")
    expect(heading).to_have_attribute("aria-sort", "ascending")
    page.keyboard.press("Space")
    expect(heading).to_have_attribute("aria-sort", "descending")
    details = page.locator("#run-2 .settings")
    tab_to(page, details.locator("summary"))
    page.keyboard.press("Enter")
    assert details.evaluate("one => one.open")


def test_contents_lead_there(page: Page) -> None:
    links = page.get_by_role("navigation", name="Contents").get_by_role("link")
    targets = [str(link.get_attribute("href")) for link in links.all()]
    assert [target for target in targets if "-" not in target.removeprefix("#run-")] == [
        *["#run-1", "#run-2", "#run-3", "#words"]
    ]
    assert {"#run-3-table-1", "#run-3-bargain", "#run-3-too-dear", "#run-3-pictures", "#run-3-doubts"} <= set(targets)
    for link, target in list(zip(links.all(), targets, strict=True))[:: len(targets) // 6]:
        link.click()
        assert page.evaluate("location.hash") == target
        heading = page.locator(target).locator("xpath=descendant-or-self::*[self::h2 or self::h3]").first
        expect(heading).to_be_in_viewport()
    page.locator("#run-3 caption a").first.click()
    expect(page.get_by_role("heading", name="What the columns say")).to_be_in_viewport()


def test_a_word_shows_what_it_means(page: Page) -> None:
    word = page.get_by_role("button", name="victory points", exact=True).first
    meaning = page.locator("#word-vp")
    expect(meaning).to_be_hidden()
    word.click()
    expect(meaning).to_be_visible()
    expect(meaning).to_contain_text("the enemy scores as many for destroying it")
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    word.press("Enter")
    expect(meaning).to_be_visible()


def test_the_address_holds_what_was_sought(opened: Opener, file: str, page: Page, real: pd.DataFrame) -> None:
    """A link to a page with "#q=..." shows the same rows; of the second table "q2", and so on."""
    sheet = units(page, 2)
    sheet.get_by_label("Search").fill("tiger ii")
    sheet.get_by_label("Nation").select_option("germany")
    address = page.evaluate("location.href")
    assert address.partition("#")[2].startswith("q")
    with opened(file) as other:  # a context of its own, as for the person who gets the link
        assert names(units(other, 2)) == real["name"].tolist()
        other.evaluate("address => (location.href = address)", address)
        wanted = real[real["name"].str.lower().str.contains("tiger ii", regex=False)]["name"].tolist()
        expect(units(other, 2).get_by_label("Search")).to_have_value("tiger ii")
        assert names(units(other, 2)) == wanted
        assert names(units(other, 1)) == [*PLANTED, UNKNOWN]
        other.evaluate("location.hash = 'run-1'")  # a place leaves the search as it is
        assert names(units(other, 2)) == wanted
    sheet.get_by_label("Search").fill("")
    sheet.get_by_label("Nation").select_option("all")
    assert page.evaluate("location.hash") == ""


def test_a_link_leads_to_the_row_of_a_unit(page: Page) -> None:
    item = page.locator("#run-3 .ends li").first
    item.get_by_role("link").click()
    row = page.locator(page.evaluate("location.hash"))
    expect(row).to_be_in_viewport()
    name = row.locator("th").inner_text()
    assert item.inner_text().startswith(name)
    assert (
        row.get_by_role("link", name=f"Link to this row: {name}").get_attribute("href") == f"#{row.get_attribute('id')}"
    )


def test_light_and_dark_can_be_chosen(opened: Opener, small: str) -> None:
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    with opened(small, color_scheme="light") as page:
        light, switch = page.evaluate(ground), page.get_by_role("switch", name="Dark")
        expect(switch).to_have_attribute("aria-checked", "false")
        switch.click()
        dark = page.evaluate(ground)
        assert dark != light
        expect(switch).to_have_attribute("aria-checked", "true")
        page.emulate_media(color_scheme="dark")
        switch.click()
        assert page.evaluate(ground) == light  # the reader's choice comes before the system's
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate(ground) == light
    with opened(small, color_scheme="dark") as page:
        assert page.evaluate(ground) == dark


def test_the_links_of_rows_are_one_stop_for_tab(page: Page) -> None:
    """Arrow keys go from one to the next; a page of many rows is not a page of many stops."""
    links = units(page, 2).locator(".link")
    assert links.evaluate_all("all => all.filter(one => one.tabIndex === 0).length") == 1
    links.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(links.nth(2)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(links.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == links.nth(1).get_attribute("href")
    units(page, 2).get_by_label("Search").fill("sherman")
    assert links.evaluate_all("all => all.filter(one => one.tabIndex === 0 && one.checkVisibility()).length") == 1


def test_all_settings_unfold(page: Page) -> None:
    details = page.locator("#run-2 .settings")
    expect(details.locator("dl")).to_be_hidden()
    details.locator("summary").click()
    expect(details.locator("dl")).to_be_visible()
    told = dict(zip(details.locator("dt").all_inner_texts(), details.locator("dd").all_inner_texts(), strict=True))
    assert told["players"] == '["heuristic", "tactician"]'
    assert told["seed"] == "5"


def test_headings_and_names_stay_in_sight(page: Page) -> None:
    _stays(page)


def test_every_heading_explains_itself(page: Page) -> None:
    titles = page.locator("thead th").evaluate_all("all => all.map(one => one.title)")
    assert all(titles)
    meanings = page.locator("#run-3 .meanings").first
    meanings.locator("summary").click()
    expect(meanings.locator("dd").first).to_be_visible()


# --- screens ---------------------------------------------------------------------------------------------------------


def test_a_telephone_scrolls_tables_and_not_the_page(opened: Opener, file: str) -> None:
    with opened(file, **PHONE) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        for control in page.locator("#run-3 .tools >> nth=0").locator("input, select, button").all():
            box = control.bounding_box()
            assert box is not None
            assert box["height"] >= 36  # pixels; a thumb meets it
            assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
        page.locator("details summary").first.tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_telephone_has_no_box_to_scroll_down_in_and_shows_the_sentences(opened: Opener, file: str) -> None:
    with opened(file, **PHONE) as page:
        sheet = units(page, 2)
        scroll = sheet.locator(".scroll")
        scroll.scroll_into_view_if_needed()
        assert scroll.evaluate("one => one.scrollHeight <= one.clientHeight")
        cell = sheet.locator("tbody td.prose").first
        box = cell.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 360
        expect(sheet.locator(".wider")).to_be_visible()
        assert sheet.locator(".frame").evaluate("one => one.matches('.more')")
        scroll.evaluate("one => one.scrollTo(one.scrollWidth, 0)")
        page.wait_for_function("one => !one.matches('.more')", arg=sheet.locator(".frame").element_handle())
        assert sheet.locator("tbody th").first.bounding_box()["x"] == pytest.approx(scroll.bounding_box()["x"], abs=2)  # type: ignore[index]
        rows = sheet.locator("tbody tr:visible")
        expect(rows).to_have_count(20)
        sheet.get_by_label("Verdict").select_option("TOO DEAR")
        assert rows.count() > 20  # all that was asked for
        sheet.get_by_label("Verdict").select_option("all")
        sheet.get_by_role("button", name="Show all 147 rows").tap()
        expect(rows).to_have_count(147)
    with opened(file, **PHONE) as page:  # a link shows its row
        page.evaluate("location.hash = 'run-3-unit-germany-panzer-i'")
        expect(page.locator("#run-3-unit-germany-panzer-i")).to_be_in_viewport()


def _stays(page: Page) -> None:
    """Scrolled right and down, the table still shows its headings and the names of its rows."""
    scroll = units(page, 2).locator(".scroll")
    scroll.scroll_into_view_if_needed()
    scroll.evaluate("one => one.scrollTo(300, 900)")
    page.wait_for_function("one => one.scrollTop > 0", arg=scroll.element_handle())
    box, corner = scroll.bounding_box(), scroll.locator("thead th").first.bounding_box()
    assert box is not None
    assert corner is not None
    assert corner["x"] == pytest.approx(box["x"], abs=2)
    assert corner["y"] == pytest.approx(box["y"], abs=2)
    lines = scroll.locator("tbody th").evaluate_all("all => all.map(one => one.getBoundingClientRect().x)")
    assert np.allclose(lines, box["x"], atol=2)
    assert corner["width"] < 0.6 * box["width"]


def test_nothing_stands_in_the_way_of_a_reader(opened: Opener, small: str) -> None:
    """What axe-core, which knows the rules of WCAG 2.2, finds on the page: nothing."""
    with opened(small) as page:
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        # the first and the last: every run has each colour and each width once
        for scheme, width in some([(scheme, width) for scheme in ("light", "dark") for width in (390, 1280)], 2):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 900})
            if (scheme, width) == ("dark", 1280):
                page.locator(".word").first.click()  # a meaning stands open too
            found = Axe().run(page).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == [], (scheme, width)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of two short lists and of findings."""
    place = tmp_path_factory.mktemp("small")
    lists = [planted(["Jeep", "Tiger I", "M3 Lee"]).save(place / name) for name in ("one", "other")]
    return report([*lists, drawn_pictures.findings("duels").save(place / "duels")], place / "page.html").as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(opened: Opener, file: str, scheme: str) -> None:
    """WCAG AA: 4.5 to 1, of large text and of signs 3 to 1."""
    with opened(file, color_scheme=scheme) as page:
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        seen = page.evaluate(CONTRAST)
        assert len(seen) > 147 * 12  # every cell of every unit
        assert {one["dark"] for one in seen if one["tag"] == "P"} == {scheme == "dark"}
        assert [one for one in seen if one["ratio"] < one["needed"]] == []
        assert {one["tag"] for one in seen} >= {"TH", "TD", "A", "BUTTON", "FIGCAPTION", "SUMMARY", "DD", "SELECT"}
        assert any(one["sign"] for one in seen)


# --- trust -----------------------------------------------------------------------------------------------------------


def test_names_that_mean_harm_are_read_as_they_are_written(page: Page) -> None:
    assert names(units(page, 1)) == [*PLANTED, UNKNOWN]
    for heading in units(page, 1).locator("thead button").all():
        heading.click()
    assert set(names(units(page, 1))) == {*PLANTED, UNKNOWN}
    assert page.locator("script").count() == 2
    assert page.locator("img:not(figure img)").count() == 0
    assert page.locator("[onerror], [onmouseover], [onload]").count() == 0
    widths = page.locator("figure img").evaluate_all("all => all.map(one => one.naturalWidth)")
    assert len(widths) == 4
    assert min(widths) > 0  # every figure is drawn, whatever names stand in it


def test_without_scripts_all_can_be_read(opened: Opener, file: str, real: pd.DataFrame) -> None:
    with opened(file, java_script_enabled=False) as page:
        sheet = units(page, 2)
        assert names(sheet) == real["name"].tolist()
        expect(sheet.locator(".tools")).to_be_hidden()
        assert page.locator("th button").count() == 0
        expect(head(sheet, "delta")).to_have_attribute("aria-sort", "descending")
        expect(page.locator("figure img").first).to_be_visible()
        page.locator("#run-3 .settings summary").click()
        expect(page.locator("#run-3 .provenance")).to_be_visible()
        page.get_by_role("navigation").get_by_role("link", name="(003_prices_of_tacticians)").click()
        expect(page.locator("#run-3-title")).to_be_in_viewport()
        word = page.get_by_role("button", name="victory points", exact=True).first
        word.click()
        expect(page.locator("#word-vp")).to_be_visible()


# --- battles to watch ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def battles(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with two battles of a list."""
    place = tmp_path_factory.mktemp("battles")
    return report(listed().save(place / "run"), place / "page.html", replays=2, futures=8).as_uri()


def test_a_battle_is_loaded_when_it_is_unfolded_and_plays(opened: Opener, battles: str) -> None:
    with opened(battles) as page:
        first, other = page.locator(".battle").all()
        assert page.locator("iframe[srcdoc]").count() == 0
        first.locator("summary").click()
        frame = first.frame_locator("iframe")
        frame.get_by_role("button", name="One step on").click()
        expect(frame.locator("#log li[aria-current=true]")).to_contain_text("deploys")
        frame.get_by_role("button", name="To the end").click()
        score = frame.locator(".hand strong").all_inner_texts()
        points = sorted(int(text.removesuffix(" VP")) for text in score)
        assert points == sorted(map(int, re.findall(r"(\d+) to (\d+) VP", first.locator("summary").inner_text())[0]))
        assert other.locator("iframe[srcdoc]").count() == 0


def test_a_battle_fits_a_telephone(opened: Opener, battles: str) -> None:
    with opened(battles, **PHONE) as page:
        page.locator(".battle summary").first.tap()
        frame = page.frame_locator("iframe >> nth=0")
        frame.get_by_role("button", name="To the end").tap()
        assert frame.locator("html").evaluate("one => one.scrollWidth <= innerWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_without_scripts_a_battle_is_one_sentence(opened: Opener, battles: str) -> None:
    with opened(battles, java_script_enabled=False) as page:
        page.locator(".battle summary").first.click()
        expect(page.locator(".battle noscript").first).to_be_visible()
        expect(page.locator("iframe").first).to_be_hidden()
