"""Pages about units in a real browser: the table, a unit, the comparison, cards to print."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, Opener
from tests.site.pages_for_tests import FewUnits, written
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.profile import profile
from tigersim.catalogue.service import served
from tigersim.catalogue.units import all_units, unit
from tigersim.pricing.report.duel_table import duels_of
from tigersim.site.pages import comparison, unit_cards, unit_list

PHONE = {"width": 390, "height": 844}
THREE = "#units=" + quote("Tiger I [germany]|KV-1 [ussr]|M3 Lee [usa]")
NAMES = "#units tbody tr:not([hidden]) .name a"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("site"), unit_list, FewUnits, comparison, unit_cards)


def address(folder: Path, page: str, state: str = "") -> str:
    return (folder / page).as_uri() + state


def overflow(page: Page) -> int:
    wide: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide


def test_the_table_sorts_by_any_column(opened: Opener, folder: Path) -> None:
    by_list = PriceList.load("tenths")
    with opened(address(folder, "en/units.html")) as page:
        heads = page.locator("#units thead button")
        assert heads.count() == 10
        assert page.locator(NAMES).all_text_contents() == [one.name for one in all_units()]
        page.get_by_role("button", name="List, points").press("Enter")
        rising = [by_list.cost(one) for one in sorted(all_units(), key=by_list.cost)]
        assert list(map(int, page.locator("#units tbody td:nth-child(6)").all_text_contents())) == rising
        page.get_by_role("button", name="List, points").press("Enter")
        assert list(map(int, page.locator("#units tbody td:nth-child(6)").all_text_contents())) == rising[::-1]
        assert page.locator("th[aria-sort=descending]").inner_text() == "List, points"
        link, order = page.url, page.locator(NAMES).all_text_contents()
    with opened(link) as page:
        assert page.locator(NAMES).all_text_contents() == order
        assert page.locator("select[name=sort]").input_value() == "points"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_units_are_found_by_their_russian_names_too(opened: Opener, folder: Path, language: str) -> None:
    with opened(address(folder, f"{language}/search.html", "#q=" + quote("тИГр"))) as page:
        assert page.locator("#results a").first.get_attribute("href") == "units/tiger-i-germany.html"
    with opened(address(folder, f"{language}/units.html", "#find=" + quote("тигр"))) as page:
        assert page.locator(NAMES).all_text_contents() == ["Tiger I", "Tiger II (King Tiger)", "Jagd Tiger"]


def test_filters_leave_what_passes_and_stand_in_the_address(opened: Opener, folder: Path) -> None:
    with opened(address(folder, "en/units.html")) as page:
        page.locator("select[name=nation]").select_option("germany")
        page.locator("select[name=class]").select_option("heavy_tank")
        page.locator("select[name=year]").select_option("1943")
        heavy = [one for one in all_units() if (one.nation, one.type) == ("germany", "heavy_tank")]
        assert page.locator(NAMES).all_text_contents() == [one.name for one in heavy if served(one, 1943)]
        page.locator("select[name=verdict]").select_option("bargain")
        page.locator("input[name=find]").fill("unreli")
        assert "Tiger I" in page.locator(NAMES).all_text_contents()
        link, count = page.url, page.locator("#count").inner_text()
        language = str(page.locator("a.language").evaluate("link => link.href"))
    with opened(link) as page:
        assert page.locator("#count").inner_text() == count
        page.locator("button[type=reset]").click()
        page.wait_for_function("document.querySelectorAll('#units tbody tr:not([hidden])').length === 147")
        assert "#" not in page.url
    with opened(language) as page:
        assert page.locator("select[name=nation]").input_value() == "germany"
        assert page.locator("select[name=year]").input_value() == "1943"
    with opened(address(folder, "en/units.html", "#nation=mars&sort=nonsense&year=abc")) as page:
        assert page.locator(NAMES).count() == 147


def test_without_javascript_it_is_a_plain_table(opened: Opener, folder: Path) -> None:
    with opened(address(folder, "ru/units.html"), java_script_enabled=False) as page:
        assert page.locator("#units tbody tr").count() == 147
        assert not page.locator("#filter").is_visible()
        assert page.locator("#units thead th").first.inner_text() == "Отряд"


def test_units_are_compared_by_keyboard(opened: Opener, folder: Path) -> None:
    with opened(address(folder, "en/compare.html")) as page:
        page.locator("input[name=unit]").focus()
        for name in ("tiger i, germany", "КВ-1", "m3 lee"):
            page.keyboard.type(name)
            page.keyboard.press("Enter")
        heads = page.locator("#side-by-side thead th a")
        assert heads.all_inner_texts() == ["Tiger I, Germany", "KV-1, USSR", "M3 Lee, USA"]
        rows = {
            row.locator("th").text_content(): row.locator("td").all_inner_texts()
            for row in page.locator(".compared").first.locator("tbody tr").all()
        }
        assert rows["≠ differs: Printed, VP"] == [str(profile(name).cost) for name in ("Tiger I", "KV-1", "M3 Lee")]
        assert "Hits to destroy" in rows
        gain = duels_of("Tiger I [germany]").set_index("enemy")["gain"]["KV-1 [ussr]"]
        assert page.locator("#duels tbody tr").first.locator("strong").first.inner_text() == f"{gain:+.1f} VP"
        page.keyboard.type("jeep")
        page.keyboard.press("Enter")
        assert "Add the nation" in page.locator("#problem").inner_text()
        page.locator("input[name=unit]").fill("Tigar")
        page.keyboard.press("Enter")
        assert "No unit is called “Tigar”" in page.locator("#problem").inner_text()
        page.get_by_role("button", name="Remove KV-1, USSR").press("Enter")
        assert heads.all_inner_texts() == ["Tiger I, Germany", "M3 Lee, USA"]
        link = page.url
        language = str(page.locator("a.language").evaluate("link => link.href"))
    for one in (link, language):
        with opened(one) as page:
            assert page.locator("#side-by-side thead th a").count() == 2


def test_duels_are_read_the_right_way_round(opened: Opener, folder: Path) -> None:
    keys = [unit(name).key for name in ("BT-7", "Tiger I", "Regulars [france]", "M3 Lee")]
    with opened(address(folder, "en/compare.html", "#units=" + quote("|".join(keys)))) as page:
        cells = [row.locator("td").all_inner_texts() for row in page.locator("#duels tbody tr").all()]
    for row, key in enumerate(keys):
        known = duels_of(key).set_index("enemy")
        for column, enemy in enumerate(keys):
            if row == column:
                continue
            wanted = known.loc[enemy]
            said = list(map(float, re.findall(r"(\d+)%", cells[row][column])))
            chances = [wanted[name] for name in ("p_wins_10", "p_loses_10", "p_wins_20", "p_loses_20")]
            assert said == pytest.approx([100 * chance for chance in chances], abs=0.51)


@pytest.mark.parametrize(
    ("state", "cards"), [("#army=" + quote("3 x T-34c, KV-1, 7 x tiger i"), 11), ("#nation=japan", None)]
)
def test_cards_print_nine_on_a_page(opened: Opener, folder: Path, state: str, cards: int | None) -> None:
    wanted = cards or sum(one.nation == "japan" for one in all_units())
    with opened(address(folder, "en/cards.html", state)) as page:
        assert page.locator(".unit-card").count() == wanted
        assert page.locator("#problem").inner_text() == ""
        printed = page.pdf(prefer_css_page_size=True, print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == -(-wanted // 9)
        page.emulate_media(media="print")
        box = page.locator(".unit-card").first.bounding_box()
        assert box is not None
        inch = 96 / 25.4
        assert (box["width"], box["height"]) == pytest.approx((63 * inch, 88 * inch), abs=1)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_card_has_room_for_its_unit(opened: Opener, folder: Path, language: str) -> None:
    with opened(address(folder, f"{language}/cards.html")) as page:
        for nation in ("usa", "britain", "ussr", "france", "germany", "italy", "japan"):
            page.locator("select[name=nation]").select_option(nation)
            full = (
                "[...document.querySelectorAll('.unit-card')].filter((one) => one.scrollHeight > one.clientHeight + 1)"
            )
            assert page.evaluate(f"{full}.map((one) => one.querySelector('h2').innerText)") == []


def test_a_wrong_army_is_told(opened: Opener, folder: Path) -> None:
    for army, said in (
        ("3 x Tigar", "No unit is called “Tigar”"),
        ("Jeep", "“Jeep” may be"),
        ("KV-1 + mortar", "after the plus"),
    ):
        with opened(address(folder, "en/cards.html", f"#army={quote(army)}")) as page:
            assert said in page.locator("#problem").inner_text()
            assert page.locator(".unit-card").count() == 0


PLACES = {
    "units": "#nation=japan&sort=points&order=down",
    "compare": THREE,
    "cards": "#army=3%20x%20T-34c",
    "units/bedford-truck-britain": "",
}


@pytest.mark.parametrize(("language", "viewport", "scheme"), [("en", DESKTOP, "dark"), ("ru", PHONE, "light")])
def test_pages_fit_and_can_be_used_by_everybody(
    opened: Opener, folder: Path, language: str, viewport: dict[str, int], scheme: str
) -> None:
    for name, state in PLACES.items():
        with opened(address(folder, f"{language}/{name}.html", state), viewport=viewport, color_scheme=scheme) as page:
            assert overflow(page) <= 0, name
            if (viewport == PHONE) == name.startswith(("units/", "cards")):  # each once: it takes seconds
                assert violations(page) == [], name
