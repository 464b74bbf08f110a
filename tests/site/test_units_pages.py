"""Pages about units as files: their figures are those of the program, for all units and in every language."""

from __future__ import annotations

import json
import re
from gzip import compress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

from tests.show.html_reader import Page as Read
from tests.site.pages_for_tests import FewUnits, written
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.profile import profile
from tigersim.catalogue.service import service
from tigersim.catalogue.units import Unit, all_units, unit
from tigersim.catalogue.words import book, other_names
from tigersim.odds.card import card
from tigersim.pricing.report.duel_table import duels_of
from tigersim.pricing.report.worth import worth
from tigersim.site.card_by_card import cards_of
from tigersim.site.pages import NAVIGATION, comparison, unit_cards, unit_list
from tigersim.site.unit_duels import all_duels, packed
from tigersim.site.unit_facts import percent, shown, slug_of, traits_in_words, unit_facts
from tigersim.site.words import Words, languages


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("site"), unit_list, FewUnits, comparison, unit_cards)


def data(file: Path) -> Any:
    found = re.search(
        r'<script type="application/json" id="data">(.*?)</script>', file.read_text(encoding="utf-8"), re.S
    )
    assert found is not None
    return json.loads(found[1])


def page_of(folder: Path, language: str, name: str) -> Read:
    one = next(each for each in unit_facts() if each.key == unit(name).key)
    return Read((folder / language / "units" / f"{one.slug}.html").read_text(encoding="utf-8"))


def plain(text: str) -> str:
    return " ".join(text.split())


def test_addresses_are_ascii_and_stand_once() -> None:
    slugs = [one.slug for one in unit_facts()]
    assert len(set(slugs)) == len(slugs) == len(all_units()) == 147
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) for slug in slugs)
    assert slug_of("T-34/85 [ussr]") == "t-34-85-ussr"
    assert slug_of("Škoda 38(t)") == "skoda-38-t"


@pytest.mark.parametrize("language", languages())
def test_the_table_has_the_costs_verdicts_and_years_of_the_program(folder: Path, language: str) -> None:
    (grid,) = Read((folder / language / "units.html").read_text(encoding="utf-8")).grids
    words, by_list, found = Words(language), PriceList.load("tenths"), worth(*all_units()).table
    assert len(grid.rows) == len(all_units())
    for one, row, (_, known) in zip(all_units(), grid.rows, found.iterrows(), strict=True):
        cells = [plain(text) for text, _ in row]
        points = by_list.cost(one)
        served = service(one)
        assert served is not None
        assert cells[0] == words.unit(one)
        assert cells[3].replace("\u00a0", " ") == ", ".join(traits_in_words(one, words)).replace("\u00a0", " ")
        assert cells[4:7] == [
            str(profile(one).cost),
            str(points),
            f"{points / 10:.1f}".replace(".", words("site.decimal")),
        ]
        assert cells[7] == words(f"units.verdict_{known['verdict'].lower().replace(' ', '-')}")
        figures = re.findall(r"−?\d+[.,]\d", cells[8])
        wanted = [known[name] for name in ("price", "price_low", "price_high")]
        assert [float(each.replace("−", "-").replace(",", ".")) for each in figures] == pytest.approx(
            wanted, abs=0.0501
        )
        assert cells[9] == f"{served.entered}–{served.left or 1945}"


@pytest.mark.parametrize("language", languages())
def test_the_comparison_has_the_numbers_of_all_units(folder: Path, language: str) -> None:
    held = data(folder / language / "compare.html")
    cost = profile("Tiger I").table(language)[1].label
    for one, found in zip(all_units(), held["units"], strict=True):
        rows = dict(zip(held["labels"], found["rows"], strict=True))
        for row in profile(one).table(language):
            if row.label != cost:  # it stands above, by both lists
                assert rows.pop(row.label) == row.value
        assert found["key"] == one.key
        assert found["score"] == profile(one).score
        assert str(profile(one).cost) in rows.values()
        assert str(PriceList.load("tenths").cost(one)) in rows.values()


@pytest.mark.parametrize("language", languages())
def test_cards_have_all_numbers_but_those_of_passengers(folder: Path, language: str) -> None:
    for one, found in zip(all_units(), data(folder / language / "cards.html")["units"], strict=True):
        rows = profile(one).table(language, brief=True)
        there = [list(row[:2]) for row in rows if list(row[:2]) in found["rows"]]
        assert there == found["rows"]
        assert len(rows) - len(there) <= 4  # class, cost, passengers, the orders that all units have
        assert (["Orders", "1 card and 1 action a turn"] in there) == (
            language == "en" and "no_radio" in one.disadvantages
        )
        assert (found["cost"], found["points"]) == (str(profile(one).cost), str(PriceList.load("tenths").cost(one)))


def test_packed_duels_are_those_of_the_study() -> None:
    order, held, random = [one.key for one in all_units()], packed(), Random(3)
    for _ in range(50):
        a, b = sorted(random.sample(range(len(order)), 2))
        row = duels_of(order[a]).set_index("enemy").loc[order[b]]
        start = 4 * (b - a - 1)
        wanted = [row["p_wins_10"], row["p_loses_10"], row["p_wins_20"], row["p_loses_20"]]
        assert [number / 10_000 for number in held[a][start : start + 4]] == pytest.approx(wanted, abs=6e-5)


@pytest.mark.parametrize("name", ["Tiger I", "Regulars [france]", "Bedford Truck"])
def test_alike_are_all_duels_best_first(name: str) -> None:
    key = unit(name).key
    there = [(one.key, row.gain) for row in all_duels()[key] for one in row.enemies]
    wanted = duels_of(key)
    assert [enemy for enemy, _ in there] == list(wanted["enemy"])
    assert [gain for _, gain in there] == pytest.approx(list(wanted["gain"]))


@pytest.mark.parametrize(
    ("name", "weapon", "deed"), [("Tiger I", "main", 0), ("Tiger I", "mg", 1), ("M3 Lee", "hull", 2)]
)
def test_chances_by_card_are_those_of_the_card(name: str, weapon: str, deed: int) -> None:
    one: Unit = unit(name)
    for cards, colour in zip(cards_of(one, profile(one)), "HC", strict=True):
        for place, ranks in enumerate(cards.ranks):
            for rank in ranks:
                asked = card(rank + colour, one, weapon)
                fire, move = cards.deeds[deed], cards.deeds[-3]
                more = asked.p_hit + asked.p_half if weapon == "mg" else asked.p_lethal
                if not cards.deeds[deed].name.startswith(weapon):
                    fire = next(each for each in cards.deeds if each.name == f"{weapon}_near")
                assert (fire.shares[place], fire.more[place]) == pytest.approx((asked.p_hit, more))
                assert (move.shares[place], move.more[place]) == pytest.approx((asked.p_move, asked.expected_inches))


def test_cards_of_one_difficulty_stand_together() -> None:
    one = unit("Tiger I")
    red, black = cards_of(one, profile(one))
    assert red.ranks == black.ranks == (*((str(rank),) for rank in range(2, 10)), ("10", "J", "Q", "K"), ("A",))
    assert [deed.name for deed in red.deeds][-3:] == ["move", "close_combat", "recovery"]
    assert [deed.name for deed in black.deeds][-3:] == ["move", "find_cover", "recovery"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["Tiger I", "M3 Lee", "Regulars [france]", "Bedford Truck", "BT-7"])
def test_the_page_of_a_unit_has_its_numbers_and_the_words_of_their_rules(
    folder: Path, language: str, name: str
) -> None:
    page = page_of(folder, language, name)
    rows = [[text for text, _ in row] for row in page.grids[-1].rows]
    wanted = profile(unit(name)).table(language)
    assert [row[:2] for row in rows] == [[one.label, one.value] for one in wanted]
    assert all(rule in row[2] for row, one in zip(rows, wanted, strict=True) for rule in one.rules)
    assert all(len(row[2]) > 60 for row, one in zip(rows, wanted, strict=True) if one.rules)


@pytest.mark.parametrize("language", languages())
def test_a_unit_page_has_its_worth_its_links_and_little_weight(folder: Path, language: str) -> None:
    words, tiger = Words(language), worth("Tiger I").table.iloc[0]
    for slug in FewUnits.SLUGS:
        assert len(compress((folder / language / "units" / f"{slug}.html").read_bytes())) < 40_000
    page = page_of(folder, language, "Tiger I")
    told = " ".join(map(plain, page.texts["dd"]))
    for number in (tiger["to_print"], tiger["price_low"], tiger["elsewhere_high"]):
        assert shown(number, words) in told
    links = [unquote(str(link["href"])) for link in page.all("a")]
    assert "../compare.html#units=Tiger I [germany]" in links
    assert "../cards.html#units=Tiger I [germany]" in links
    assert any(link.startswith("../odds.html#a=Tiger I [germany]&b=") for link in links) == ("odds" in NAVIGATION)


def test_the_search_finds_a_unit_by_either_name(folder: Path) -> None:
    for language in languages():
        index = data(folder / language / "search.html")
        found = {address: " ".join(words) for address, *words in index}
        assert "BT-7" in found["units/bt-7-ussr.html"]
        assert "БТ-7" in found["units/bt-7-ussr.html"]
        assert "Тигр" in found["units/tiger-i-germany.html"], "the source writes it in Latin letters"


def test_other_names_are_those_of_units() -> None:
    names = {one.name for one in all_units()}
    assert set(book("names", "ru")["spellings"]) <= names
    assert other_names(unit("Tiger I")) == ("Тигр I",)
    assert other_names(unit("T-34c")) == ("Т-34с",)


def test_armies_are_written_with_the_names_of_the_language() -> None:
    text = "2 x T-34c, Jeep [usa], Panzer II, Regulars [ussr]"
    assert Words("en").army(text) == text
    assert Words("ru").army(text) == "2 x Т-34с, Jeep (США), Panzer II, Регулярные войска (СССР)"


def test_what_is_possible_is_never_said_to_be_certain() -> None:
    words = Words("en")
    assert [percent(share, words) for share in (0, 0.001, 0.5, 0.9999, 1)] == ["0%", "1%", "50%", "99%", "100%"]
    assert [shown(number, words, signed=True) for number in (1.26, -0.04, -2)] == ["+1.3", "0.0", "−2.0"]
