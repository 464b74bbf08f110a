"""The static site in a real browser: search, filters, light and dark, languages, armies and their forecast."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, Opener
from tests.site.pages_for_tests import written
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import all_units, format_army, parse_army
from tigersim.pricing.play.forecast_misses import misses_by_chance
from tigersim.pricing.play.foretell import foretell, model_for
from tigersim.site.pages import armies, glossary, home, rules, scenarios

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("site"), home, armies, glossary, rules, scenarios)


def address(folder: Path, page: str, state: str = "") -> str:
    return (folder / page).as_uri() + state


def test_the_search_finds_rules_and_words(opened: Opener, folder: Path) -> None:
    with opened(address(folder, "en/search.html", "#q=PT-FIRE-02")) as page:
        assert page.locator("#results a").first.get_attribute("href") == "rules.html#PT-FIRE-02"
        page.locator("form.find input").fill("shocked")
        assert page.locator("#results a").first.get_attribute("href") == "glossary.html#shocked"
        assert "q=shocked" in page.url
        page.locator("form.find input").fill("xyzzy")
        assert page.locator("#results li").count() == 0
        assert "0" in page.locator("#found").inner_text()


def test_a_filter_leaves_what_holds_the_words_and_stands_in_the_address(opened: Opener, folder: Path) -> None:
    with opened(address(folder, "en/rules.html", "#q=rivets")) as page:
        left = page.locator("[data-entry]:visible")
        assert 0 < left.count() < 20
        assert all("rivets" in text.lower() for text in left.all_inner_texts())
        page.locator("#filter").fill("")
        assert page.locator("[data-entry]:visible").count() == 382
        assert "#" not in page.url


def test_light_and_dark_are_chosen_and_stay(opened: Opener, folder: Path) -> None:
    with opened(address(folder, "en/index.html"), color_scheme="dark") as page:
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        dark = page.evaluate(ground)
        page.locator("button.theme").click()
        assert page.evaluate(ground) != dark
        page.reload()
        assert page.evaluate(ground) != dark


def test_the_other_language_is_asked_the_same(opened: Opener, folder: Path) -> None:
    with opened(address(folder, "en/armies.html", "#a=2%20x%20T-34c&b=Tiger%20I")) as page:
        english = page.locator("#forecast").inner_text()
        link = str(page.locator("a.language").evaluate("link => link.href"))
    with opened(link) as page:
        russian = page.locator("#forecast").inner_text()
        assert page.locator("html").get_attribute("lang") == "ru"
        assert page.locator('[data-side="a"] textarea').input_value() == "2 x T-34c"
    share = next(word for word in english.split() if word.endswith("%"))
    assert share in russian


@pytest.mark.parametrize(("place", "by_list"), [(0, None), (1, "tenths")])
def test_forecasts_are_those_of_the_program(opened: Opener, folder: Path, place: int, by_list: str | None) -> None:
    model = model_for(None if by_list is None else PriceList.load(by_list)).model
    random = Random(5)
    units = [one for one in all_units() if profile(one).cost]
    pairs = [[random.choices(units, k=random.randint(1, 16)) for _ in range(2)] for _ in range(100)]
    asked = [[[one.key for one in army] for army in pair] for pair in pairs]
    with opened(address(folder, "en/armies.html")) as page:
        found = page.evaluate(f"{json.dumps(asked)}.map(([a, b]) => armies.models[{place}].foretell(a, b))")
    for (a, b), said in zip(pairs, found, strict=True):
        wanted = foretell(a, b, model=model)
        assert said["wins"] == pytest.approx(wanted.p_win, abs=2e-4)
        assert said["margin"] == pytest.approx(wanted.margin, abs=5e-3)
        if not any(abs(100 * abs(wanted.p_win - 0.5) - one.off) < 0.02 for one in misses_by_chance(by_list or "")):
            assert said["missed"] == wanted.missed, "but where rounding puts it into another row"


def test_an_army_is_built_by_hand_and_shared_as_a_link(opened: Opener, folder: Path) -> None:
    by_list = PriceList.load("tenths")
    with opened(address(folder, "en/armies.html", "#list=tenths")) as page:
        army = page.locator('[data-side="a"]')
        army.locator(".pick").select_option("Tiger I [germany]")
        army.locator(".add").click()
        army.get_by_role("button", name="One Tiger I (Germany) more").press("Enter")
        army.locator("textarea").fill("2 x Tiger I\nHetzer")
        army.locator("textarea").blur()
        cells = army.locator("tfoot td").all_inner_texts()
        link = page.url
    units = parse_army("2 x Tiger I, Hetzer")
    assert cells == [str(sum(profile(one).cost for one in units)), str(by_list.total(units))]
    with opened(link) as page:
        assert page.locator('[data-side="a"] textarea').input_value() == format_army(units)
        assert page.locator("#list").input_value() == "tenths"


def test_what_helps_most_is_what_the_program_says(opened: Opener, folder: Path) -> None:
    with opened(address(folder, "en/armies.html", "#a=KV-1&b=2%20x%20Tiger%20I&budget=27")) as page:
        page.locator('[data-side="a"] details.gains summary').click()
        first = page.locator('[data-side="a"] details.gains button').first.inner_text()
    left = 27 - profile(parse_army("KV-1")[0]).cost
    cost = {one.key: profile(one).cost for one in all_units()}
    gains = foretell("KV-1", "2 x Tiger I").gains
    best = gains[gains["unit"].map(cost) <= left].sort_values("p_win", ascending=False).iloc[0]
    assert first.startswith(best["unit"].split(" [")[0])
    assert f"{100 * best['p_win']:.1f}" in first


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("#a=Tigar", "No unit is called “Tigar”"),
        ("#a=Jeep", "Several units are called “Jeep”"),
        ("#a=17%20x%20KV-1", "at most 16 units"),
    ],
)
def test_a_wrong_address_is_told(opened: Opener, folder: Path, state: str, said: str) -> None:
    with opened(address(folder, "en/armies.html", state)) as page:
        assert said in page.locator("#problem").inner_text()


def test_a_list_made_for_few_of_a_kind_and_so_many_units_says_so(opened: Opener, folder: Path) -> None:
    with opened(address(folder, "en/armies.html", "#a=4%20x%20KV-1&list=tenths")) as page:
        warning = page.locator('[data-side="a"] .warning').inner_text()
        assert "KV-1" in warning
        assert "of 6 to 14 units; this one has 4" in warning
        page.locator("#list").select_option("")
        assert page.locator('[data-side="a"] .warning').inner_text() == ""


@pytest.mark.parametrize(("language", "viewport", "scheme"), [("en", DESKTOP, "dark"), ("ru", PHONE, "light")])
def test_pages_fit_and_can_be_used_by_everybody(
    opened: Opener, folder: Path, language: str, viewport: dict[str, int], scheme: str
) -> None:
    for name in ("index", "armies", "glossary", "scenarios", "search"):
        state = "#a=3%20x%20T-34c&b=Tiger%20I&list=tenths" if name == "armies" else "#q=card"
        with opened(address(folder, f"{language}/{name}.html", state), viewport=viewport, color_scheme=scheme) as page:
            assert _overflow(page) <= 0, name
            assert violations(page) == [], name


def test_the_slash_leads_to_the_search(opened: Opener, folder: Path) -> None:
    with opened(address(folder, "en/rules.html")) as page:
        page.keyboard.press("/")
        page.keyboard.type("bridge")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html#q=bridge")


def _overflow(page: Page) -> int:
    wide: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide
