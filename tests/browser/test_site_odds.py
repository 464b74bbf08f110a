"""The page of one shot in a browser: the program's answers by address, by hand, on paper and on a telephone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Opener
from tests.forms import form
from tests.site.odds_questions import Question, questions
from tests.site.pages_for_tests import chances_of_shots, written
from tigersim.catalogue.reading_words import reading_words
from tigersim.catalogue.units import unit
from tigersim.odds.card import card
from tigersim.odds.melee import MeleeOdds
from tigersim.odds.shot import MortarOdds, ShotOdds, shot
from tigersim.pricing.report.duel_table import duel_table
from tigersim.site.pages import odds
from tigersim.site.tables.shot_tables import WHOLE
from tigersim.site.words import languages

PHONE = {"width": 390, "height": 844}
FIELDS = {
    "destroyed": "p_destroyed",
    "one": "p_one_hit",
    "none": "p_none",
    "suppressed": "p_suppressed",
    "met": "p_hit_scored",
    "lethal": "p_lethal_scored",
    "noShot": "p_no_shot",
}
ASK = """(all) => all.map((given) => {
  const { forbidden, chances, combat } = site.odds.ask(given);
  const shares = (of) => Object.fromEntries(Object.entries(of)
    .filter(([, one]) => typeof one === "number")
    .map(([name, one]) => [name, [one, site.odds.share(one)]]));
  return [forbidden ?? chances.forbidden ?? shares(chances), combat.forbidden ?? shares(combat)];
})"""


OTHERS = """(all) => all.map((given) => { const { orders, duels } = site.odds.ask(given); return [orders, duels]; })"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with chances_of_shots(tmp_path_factory):
        return written(tmp_path_factory.mktemp("site"), odds)


@pytest.fixture(scope="module")
def answers() -> list[tuple[Question, ShotOdds | str, MeleeOdds | str]]:
    return [(one, one.answer(), one.combat()) for one in questions(1000, seed=21)]


def address(folder: Path, language: str = "en", **asked: str) -> str:
    return (folder / language / "odds.html").as_uri() + (f"#{urlencode(asked)}" if asked else "")


@pytest.fixture
def page(opened: Opener, folder: Path) -> Iterator[Page]:
    with opened(address(folder)) as there:
        yield there


def percent(share: float, language: str = "en") -> str:
    text = f"{100 * share:.1f}%"
    return text if language == "en" else text.replace(".", ",")


def same(found: dict[str, Any], name: str, wanted: float, language: str) -> bool:
    value, shown = found[name]
    return abs(value / WHOLE - wanted) <= 1 / WHOLE and shown == percent(wanted, language)


def destroyed(page: Page) -> str:
    return page.locator("#answer tr.destroyed td.number").inner_text()


@pytest.mark.parametrize("language", languages())
def test_a_thousand_questions_have_the_answers_of_the_program(
    opened: Opener, folder: Path, answers: list[tuple[Question, ShotOdds | str, MeleeOdds | str]], language: str
) -> None:
    with opened(address(folder, language)) as page:
        found = page.evaluate(ASK, [question.asked for question, _, _ in answers])
    answered = fought = 0
    for (question, wanted, fight), (fire, combat) in zip(answers, found, strict=True):
        if isinstance(wanted, str) or isinstance(fire, str):
            assert fire == wanted, question
        else:
            answered += 1
            more = {"more": "p_second_shot" if isinstance(wanted, MortarOdds) else "p_neighbour_suppressed"}
            for name, field in (FIELDS | (more if hasattr(wanted, more["more"]) else {})).items():
                assert same(fire, name, getattr(wanted, field), language), (question, name)
        if isinstance(fight, str) or isinstance(combat, str):
            assert combat == fight, question
        else:
            fought += 1
            for name, field in (("won", "p_defender_destroyed"), ("lost", "p_attacker_destroyed")):
                assert same(combat, name, getattr(fight, field), language), question
    assert answered > 400
    assert fought > 400


def test_other_orders_and_duels_are_those_of_the_program(page: Page) -> None:
    asked = list(questions(200, seed=31))
    duels = duel_table().set_index(["unit", "enemy", "distance"])
    fought = 0
    for question, (orders, of_duels) in zip(asked, page.evaluate(OTHERS, [one.asked for one in asked]), strict=True):
        wanted = card(question.card or None, question.a)
        for name, field in (("move", "p_move"), ("inches", "expected_inches"), ("cover", "p_find_cover")):
            assert orders[name] / WHOLE == pytest.approx(getattr(wanted, field), abs=2e-9), (question, name)
        for each in of_duels:
            fought += 1
            row = duels.loc[question.a.key, question.b.key, each["inches"]]
            assert (each["wins"], each["loses"]) == pytest.approx((row.p_wins, row.p_loses), abs=0.5e-4), question
        listed = {question.a.nation, question.b.nation}.isdisjoint({"generic"}) and question.a.key != question.b.key
        assert len(of_duels) == (2 if listed else 0)
    assert fought > 200


@pytest.mark.parametrize("language", languages())
def test_other_orders_and_duels_stand_in_sight(opened: Opener, folder: Path, language: str) -> None:
    tiger, kv = "Tiger I [germany]", "KV-1 [ussr]"
    row = duel_table().set_index(["unit", "enemy", "distance"]).loc[tiger, kv, 10]
    with opened(address(folder, language, a=tiger, b=kv, card="9S")) as page:
        found = card("9S", tiger)
        shown = page.locator("#orders td.number").all_inner_texts()
        assert shown == [percent(found.p_move, language), percent(found.p_find_cover, language)]
        assert f"{100 * row.p_wins:.0f}" in page.locator("#duels li").first.inner_text()
        page.locator('#question [name="card"]').select_option("9H")
        assert page.locator("#orders td.number").all_inner_texts() == [percent(card("9H", tiger).p_move, language)]
        page.locator('#question [name="b"]').select_option("Heavy tank [generic]")
        assert page.locator("#duels li").count() == 0


def choose(page: Page, question: Question) -> None:
    """Each field that differs by hand, as a visitor sets it; the weapons last, for they are the firer's."""
    shown = page.evaluate("Object.fromEntries(new FormData(document.getElementById('question')))")
    for name, value in sorted(question.asked.items(), key=lambda one: one[0] == "weapon"):
        field = page.locator(f'#question [name="{name}"]')
        if name == "distance":
            field.fill(value)
        elif name == "weapon" or shown[name] != value:
            field.select_option(value)


@pytest.mark.parametrize("language", languages())
def test_what_is_chosen_by_hand_is_answered_in_sight(opened: Opener, folder: Path, language: str) -> None:
    with opened(address(folder, language)) as page:
        page.locator("#rulings summary").click()
        for question in questions(form(4, 10), seed=40 + languages().index(language)):
            choose(page, question)
            wanted = question.answer()
            if isinstance(wanted, ShotOdds):
                assert destroyed(page) == percent(wanted.p_destroyed, language), question
                met = page.locator("#answer tr.met td.number").first
                assert met.inner_text() == percent(wanted.p_hit_scored, language), question
                assert percent(wanted.p_destroyed, language) in page.locator("#status").inner_text()
            else:
                assert page.locator("#answer .refused").inner_text() != ""
                assert page.locator("#answer li a").inner_text() == wanted


def test_a_link_brings_the_same_answer_back(opened: Opener, folder: Path, page: Page) -> None:
    question = next(one for one in questions(50, seed=7) if isinstance(one.answer(), ShotOdds) and one.card)
    page.locator("#rulings summary").click()
    choose(page, question)
    link, text = page.evaluate("location.href"), page.locator("main").inner_text()
    with opened(link) as again:
        again.locator("#rulings").evaluate("one => { one.open = true; }")
        assert again.locator("main").inner_text() == text
        other = again.locator("a.language").get_attribute("href")
        assert str(other).endswith(link[link.index("#") :])


def test_keys_alone_change_the_question(page: Page) -> None:
    before = destroyed(page)
    card = page.locator('#question [name="card"]')
    card.focus()
    page.keyboard.press("ArrowDown")
    wanted = shot("Tiger I", "M4 Sherman", str(card.input_value()))
    assert destroyed(page) == percent(wanted.p_destroyed) != before
    page.locator('#question [name="a"]').focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator('#question [name="a"]').input_value() == "M4 Sherman [usa]"
    back = shot("M4 Sherman", "Tiger I", str(card.input_value()))
    assert destroyed(page) == percent(back.p_destroyed)


def test_rows_of_cards_are_those_of_the_program(page: Page) -> None:
    table = shot("Tiger I", "M4 Sherman").by_card().set_index("card")
    for number, suit in enumerate("HS"):
        rows = page.locator("#by-card table").nth(number).locator("tbody tr")
        assert rows.count() == 10
        for row, rank in enumerate((*map(str, range(2, 11)), "A")):
            shown = rows.nth(row).locator("td.number").first.inner_text()
            assert shown == percent(table.loc[f"{rank}{suit}", "p_destroyed"])
            width = rows.nth(row).locator(".piece.destroyed").evaluate("one => one.style.width")
            assert float(width[:-1]) == pytest.approx(100 * table.loc[f"{rank}{suit}", "p_destroyed"], abs=1e-3)


def test_every_step_names_rules_that_say_something(page: Page) -> None:
    steps = page.locator("#steps > li")
    assert steps.count() >= 6
    for number in range(steps.count()):
        steps.nth(number).locator("summary").click()
        for rule in steps.nth(number).locator("ul li").all():
            assert rule.locator("a").get_attribute("href") in {
                f"{where}.html#{rule.locator('a').inner_text()}" for where in ("rules", "readings")
            }
            assert len(rule.inner_text()) > 30


def test_an_unclear_rule_is_told_as_it_is_read(page: Page) -> None:
    page.locator("#rulings summary").click()
    for option, said in reading_words("AMB-43", "en").options.items():
        page.locator('#question [name="AMB-43"]').select_option(option)
        rule = page.locator("#steps li li", has=page.get_by_role("link", name="AMB-43", include_hidden=True)).first
        assert str(rule.text_content()) == f"AMB-43 {said}"


def test_what_is_forbidden_is_said_with_its_rule(opened: Opener, folder: Path) -> None:
    regulars = "Regulars [germany]"
    cases = {
        "PT-FIRE-02": {"a": regulars, "distance": "20"},
        "AMB-55": {"a": "Bedford Truck [britain]"},
        "AMB-135": {"b": "Tiger I [germany]", "fort": "heavy"},
        "PT-HIT-05": {"a": "Tiger I [germany]", "own": "1"},
        "PT-NOTE-TWO_GUNS": {"weapon": "hull"},
    }
    with opened(address(folder)) as page:
        for rule, asked in cases.items():
            page.evaluate("hash => { location.hash = hash; }", urlencode(asked))
            expect(page.locator("#answer li a")).to_have_text(rule)
            assert len(page.locator("#answer").inner_text()) > 60


@pytest.mark.parametrize("language", languages())
def test_a_wrong_address_is_told_and_the_nearest_is_shown(opened: Opener, folder: Path, language: str) -> None:
    wrong = {"a": "Tigre I", "b": "M4 Sherman [usa]", "card": "QX", "distance": "-3", "hits": "7", "wood": "yes"}
    with opened(address(folder, language, **wrong)) as page:
        told = page.locator("#notices p")
        assert told.count() == 5
        assert "Tigre I" in told.first.inner_text()
        assert page.locator('#question [name="a"]').input_value() == "Tiger I [germany]"
        assert destroyed(page) == percent(shot("Tiger I", "M4 Sherman").p_destroyed, language)
        page.locator('#question [name="card"]').select_option("2H")
        assert told.count() == 0


def test_a_unit_without_its_nation_is_found_where_one_has_the_name(opened: Opener, folder: Path) -> None:
    with opened(address(folder, a="tiger i", b="Jeep [usa]", card="qh")) as page:
        assert page.locator("#notices p").count() == 0
        assert destroyed(page) == percent(shot("Tiger I", unit("Jeep", nation="usa"), "QH").p_destroyed)


def test_on_paper_the_answer_stands_without_buttons(page: Page) -> None:
    page.emulate_media(media="print")
    assert page.locator("#answer tr.destroyed").is_visible()
    assert page.locator("#by-card table").count() == 2
    assert not any(button.is_visible() for button in page.locator("button").all())
    assert page.locator(".piece.destroyed").first.evaluate("one => getComputedStyle(one).printColorAdjust") == "exact"


@pytest.mark.parametrize(("language", "scheme", "viewport"), [("en", "light", None), ("ru", "dark", PHONE)])
def test_every_visitor_can_use_it(
    opened: Opener, folder: Path, language: str, scheme: str, viewport: dict[str, int] | None
) -> None:
    size = {"viewport": viewport} if viewport else {}
    with opened(address(folder, language, card="QH", fort="light"), color_scheme=scheme, **size) as page:
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_choice_is_cut_on_a_phone(opened: Opener, folder: Path, language: str) -> None:
    script = """() => {
      const pen = document.createElement("canvas").getContext("2d");
      const cut = [];
      document.querySelectorAll("#question select").forEach((one) => {
        if (!one.offsetWidth) return;
        const look = getComputedStyle(one);
        pen.font = look.font;
        const room = one.clientWidth - parseFloat(look.paddingLeft) - 16; // the arrow stands at the end
        [...one.options].forEach((each) => pen.measureText(each.text).width > room && cut.push([one.name, each.text]));
      });
      return cut;
    }"""
    with opened(address(folder, language), viewport=PHONE) as page:
        page.locator("#rulings summary").click()
        assert page.evaluate(script) == []


def test_the_link_is_copied(opened: Opener, folder: Path) -> None:
    with opened(address(folder), permissions=["clipboard-read", "clipboard-write"]) as page:
        page.locator("#swap").click()
        page.locator("#copy").click()
        expect(page.locator("#status")).to_have_text("Copied.")
        assert page.evaluate("navigator.clipboard.readText()") == page.evaluate("location.href")
        page.locator("#reset").click()
        assert page.locator('#question [name="a"]').input_value() == "Tiger I [germany]"


def test_a_fragile_target_cannot_have_a_hit(opened: Opener, folder: Path) -> None:
    question = next(one for one in questions(300, seed=1) if isinstance(one.answer(), ShotOdds))
    asked = replace(question, b=unit("Jeep", nation="usa"), hits=0).asked | {"hits": "1"}
    with opened(address(folder, **asked)) as page:
        assert page.locator("#notices p").count() == 1
        assert page.locator('#question [name="hits"]').input_value() == "0"
