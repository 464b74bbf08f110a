"""The page says what the folders hold, loads nothing, and whatever a name contains stays text."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.show.html_reader import Grid, Page
from tigersim.catalogue.reading_words import reading_words
from tigersim.catalogue.rulesets import rulings
from tigersim.catalogue.units import all_units
from tigersim.errors import InvalidValue, RunError
from tigersim.pricing import Prices
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.ranges import NO_RANGE
from tigersim.pricing.study.kinds import KINDS
from tigersim.show.glossary import OTHER, Linker, about, title_of
from tigersim.show.pages import TEMPLATES
from tigersim.show.price_section import percent
from tigersim.show.report import report
from tigersim.show.sheets import MOST_ROWS, links_of
from tigersim.show.words import conclusion, doubts, sentence

RESULTS = Path(__file__).resolve().parents[2] / "results"
LISTED = RESULTS / "003_prices_of_tacticians"
BATTLES = json.loads((LISTED / "provenance.json").read_text(encoding="utf-8"))["battles"]
OTHER_TITLE = title_of(OTHER)
SETTLED = RESULTS / "007_prices_that_have_settled"
LADDER = RESULTS / "002_player_ladder"
OURS = ("theme", "page")
"""Styles and scripts of the page."""
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script></style></table>",
    "=cmd()|' /C calc'!A0",
    "{{ 7 * 7 }} {% raw %} $\\frac$ &lt;b&gt;",
    "javascript:alert(1)//' onmouseover='alert(1)",
]


def planted(names: list[str], **about: Any) -> Prices:
    """A price list of these units: deltas fall from 3 by 1, the intervals are 0.2 to either side; the last is fair."""
    n = len(names)
    delta = 3.0 - np.arange(n)
    table = pd.DataFrame(
        {
            "nation": ["usa"] * n,
            "name": names,
            "cost": np.full(n, 4),
            "delta": delta,
            "delta_low": delta - 0.2,
            "delta_high": delta + 0.2,
            "price": 4 + delta / 2,
            "price_low": 3.9 + delta / 2,
            "price_high": 4.1 + delta / 2,
            "range_low": np.nan,
            "range_high": np.nan,
            "verdict": [*np.where(delta > 0, "BARGAIN", "TOO DEAR")[:-1], "FAIR"],
            "theta": delta,
            "theta_se": 0.1,
            "n": np.arange(n) + 12_345,
        }
    )
    traits = pd.DataFrame(
        {
            "trait": ["fast", names[0]],
            "printed": [1, -1],
            "worth": [0.5, -2.0],
            "low": [0.25, -2.5],
            "high": [0.75, -1.5],
        }
    ).assign(units=[3, 2])
    detail = pd.DataFrame({"key": [f"{name} [usa]" for name in names], "whole_price": np.floor(4.5 + delta / 2)})
    detail = detail.assign(whole_price_probability=np.linspace(0, 1, n), p_value=0.5, mortality=0.5)
    settings = {"battles": 1000, "players": ["heuristic", "tactician"], "seed": 5, **about}
    covariance = pd.DataFrame(np.eye(n), columns=detail["key"])
    return Prices(table, traits, traits.iloc[:0], detail, covariance, ("a note of <b>ours</b>",), settings)


def page_of(*folders: Path, out: Path) -> Page:
    return Page(report(folders, out).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return page_of(LISTED, out=tmp_path_factory.mktemp("real") / "page.html")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """A list and findings whose names, notes, settings and folder are all meant to break out."""
    place = tmp_path_factory.mktemp("hostile")
    listed = planted(HOSTILE, scenario=HOSTILE[0], **{HOSTILE[2]: HOSTILE}).save(place / "<b>list&")
    frame = pd.DataFrame({"unit": HOSTILE, HOSTILE[1]: HOSTILE, 'it\'s "one" <i>': np.arange(6.0)})
    found = Findings("odd<br>", tuple(HOSTILE), {"tab": frame}, tuple(HOSTILE), {"family": HOSTILE[0]})
    return page_of(listed, found.save(place / "findings"), out=place / "page.html")


def columns(grid: Grid) -> list[str]:
    return [name for names in grid.names for name in names]


# --- what it says ----------------------------------------------------------------------------------------------------


def test_every_unit_is_there_with_its_numbers(real: Page) -> None:
    table, settled = pd.read_parquet(LISTED / "prices.parquet"), pd.read_parquet(SETTLED / "list.parquet")
    settled = settled.rename(columns={"price": "settled", "price_low": "from", "price_high": "to"})
    joined = table.merge(settled[["nation", "name", "settled", "from", "to", "whole_price"]], on=["nation", "name"])
    ranked = joined.sort_values("delta", ascending=False, kind="stable")
    grid = real.grids[0]
    assert grid.column("name") == ranked["name"].tolist()
    assert grid.column("nation") == ranked["nation"].tolist()
    assert grid.column("verdict") == ranked["verdict"].tolist()
    assert [int(text) for text in grid.column("cost")] == ranked["cost"].tolist()
    assert [int(text.replace(",", "")) for text in grid.column("n")] == ranked["n"].tolist()
    near = (ranked["delta"].abs() <= 3).to_numpy()
    shown = np.array([float(text) for text in grid.column("delta")])
    assert np.allclose(shown[near], ranked["delta"][near], atol=0.005001)
    assert np.allclose(shown[~near], ranked["delta"][~near], atol=0.5001)  # far from the cost: a direction, in whole VP
    assert [text == "" for text in grid.column("fair_low")] == (~near).tolist()
    ends = [[float(end) for end in text.split(" to ")] for text in grid.column("settled_low")]
    assert np.allclose(ends, ranked[["from", "to"]], atol=0.005001)
    held = {"delta": ["delta"], "price_low": ["price_low", "price_high"], "answer_whole": ["whole_price"]}
    for name, kept in (held | {"settled": ["settled"]}).items():
        assert np.allclose(np.array(grid.values(name), dtype=float), ranked[kept], rtol=1e-5, atol=1e-6)
    of = {unit.key: unit.type.replace("_", " ") for unit in all_units()}
    assert grid.column("class") == [of[f"{row.name} [{row.nation}]"] for row in ranked.itertuples()]
    assert "range_low" not in columns(grid)  # one condition was played
    assert grid.sorted[columns(grid).index("delta") - 2] == "descending"  # two intervals stand before it
    best = ranked.iloc[0]
    price, low, high = (f"{best[column]:.1f}" for column in ("settled", "from", "to"))
    assert grid.column("in_words")[0] == (
        f"{best['name']} costs {best['cost']} VP; its price on the settled list is {price} ({low} to {high}), "
        f"{best['whole_price']} in whole VP: BARGAIN, worth more than it costs."
    )


def test_traits_classes_and_health_are_there(real: Page) -> None:
    for k, name in ((1, "traits"), (2, "classes")):
        frame = pd.read_parquet(LISTED / f"{name}.parquet").sort_values("worth", ascending=False, kind="stable")
        assert real.grids[k].column("trait") == [trait.replace("_", " ") for trait in frame["trait"]]
        assert np.allclose(np.array(real.grids[k].values("worth"), dtype=float)[:, 0], frame["worth"], rtol=1e-5)
    assert "turns without an order" in real.grids[3].column("per_battle")


def test_it_says_what_it_rests_on_and_what_to_doubt(real: Page) -> None:
    said = " ".join(real.texts["dd"])
    wanted = (f"{BATTLES:,}", "tactician against tactician", "6 to 10", "mixed", "paper_tigers_2", "e249fef83f7f4d4e")
    for words in wanted:
        assert words in said
    assert real.texts["summary"]
    doubted = " ".join(real.texts["li"])
    assert "tactician against tactician" in doubted
    assert "only chance" in doubted
    without = "scenarios, fire from off the table, fortified positions, landings"
    assert f"Not played here: {without}. Not modelled: nothing" in doubted
    assert NO_RANGE in doubted  # a note of the list


def test_figures_say_what_they_show_to_everybody(real: Page) -> None:
    alts = [str(image["alt"]) for image in real.all("img")]
    assert len(alts) == 2
    listed = pd.read_parquet(SETTLED / "list.parquet")
    ranked = listed.assign(beside=listed["price"] - listed["cost"]).sort_values("beside")
    for row in (ranked.iloc[0], ranked.iloc[-1]):
        assert f"{row['name']} ({row['beside']:+.1f} VP)" in alts[0]
    for picture, caption in zip(real.pictures, real.texts["figcaption"], strict=True):
        drawn = " ".join("".join(picture.itertext()).split())
        for shown in (drawn, caption):
            assert f"{BATTLES:,} battles" in shown
            assert "95% intervals" in shown
            assert "paper_tigers_2" in shown


@pytest.mark.parametrize(
    ("delta", "verdict", "said"),
    [
        (
            1.8,
            "BARGAIN",
            "Tiger costs 4 VP; its price is about 5.8 (5.3 to 6.3): BARGAIN, worth more than it costs.",
        ),
        (
            -1.5,
            "TOO DEAR",
            "Tiger costs 4 VP; its price is about 2.5 (2.0 to 3.0): TOO DEAR, worth less than it costs.",
        ),
        (
            0.1,
            "FAIR",
            "Tiger costs 4 VP; its price is about 4.1 (3.6 to 4.6): FAIR, its worth is within 1 VP of its cost.",
        ),
        (
            0.6,
            "UNDETERMINED",
            "Tiger costs 4 VP; its price is about 4.6 (4.1 to 5.1): UNDETERMINED, more battles are needed.",
        ),
        (None, "UNDETERMINED", "Tiger costs 4 VP; what it is worth these battles cannot tell."),
    ],
)
def test_a_unit_in_words(delta: float | None, verdict: str, said: str) -> None:
    low, high = (None, None) if delta is None else (delta - 0.5, delta + 0.5)
    row = {"cost": 4, "delta": delta, "delta_low": low, "delta_high": high, "verdict": verdict, "source": ""}
    if delta is not None:
        row |= {"answer": 4 + delta, "answer_low": 4 + low, "answer_high": 4 + high}
    assert sentence("Tiger", row) == said


def test_a_unit_far_from_its_cost_in_words() -> None:
    row = {"cost": 3, "delta": 18.9, "verdict": "BARGAIN", "source": "", "answer": None}
    assert sentence("Jagd Panther", row) == (
        "Jagd Panther costs 3 VP and is worth much more: BARGAIN, worth more than it costs. How much, battles at "
        "another price tell (tigersim prices --close)."
    )
    known = {"answer": 16.19, "answer_low": 15.98, "answer_high": 16.4, "answer_whole": 16.0, "source": "settled"}
    assert sentence("Jagd Panther", row | known) == (
        "Jagd Panther costs 3 VP; its price on the settled list is 16.2 (16.0 to 16.4), 16 in whole VP: BARGAIN, worth "
        "more than it costs."
    )


@pytest.mark.rule("PT-VP-06")
def test_a_unit_that_cannot_be_cheaper_in_words() -> None:
    row = {"cost": 1, "delta": -0.7, "verdict": "TOO DEAR", "source": "near its cost"}
    said = sentence("Jeep", row | {"answer": 0.3, "answer_low": 0.2, "answer_high": 0.4, "answer_whole": 1.0})
    assert said.endswith("TOO DEAR, worth less than it costs, but no unit costs less than 1 VP.")


def test_verdicts_are_counted() -> None:
    prices = planted(["a", "b", "c", "d", "e", "f"])  # 3, 2, 1: bargains; 0, -1: too dear; -2: fair
    said = conclusion(prices)
    assert said[0] == "The price is the column fair, all other prices as they are: 5 whole prices change."
    assert said[1].startswith("3 of 6 units are BARGAIN, worth more than half a VP more than the cost")
    assert said[2].startswith("2 of 6 units are TOO DEAR, worth more than half a VP less than the cost")
    assert said[3].startswith("1 of 6 units is FAIR")
    assert said[4] == "None of 6 units is UNDETERMINED."
    assert said[5] == "95% of the intervals of worth reach at most 0.20 VP to either side."
    prices.table.loc[0, ["delta", "delta_low", "delta_high"]] = 9.0, 8.8, 9.2
    assert "Of 1 units only a direction is known" in conclusion(prices)[1]


def test_doubts_name_only_what_is_known() -> None:
    assert any("heuristic against tactician" in doubt for doubt in doubts(planted(["a"])))
    assert not any("family" in doubt for doubt in doubts(planted(["a"])))
    assert any("family river" in doubt for doubt in doubts(planted(["a"], family="river")))


@pytest.mark.parametrize(
    ("chance", "shown"), [(1.0, "100%"), (0.999, ">99%"), (0.994, "99%"), (0.5, "50%"), (0.004, "<1%"), (0.0, "0%")]
)
def test_certainty_is_not_rounded_to(chance: float, shown: str) -> None:
    assert percent(chance) == shown


def test_what_the_battles_do_not_tell_is_left_empty(tmp_path: Path) -> None:
    prices = planted(["known", "unknown"])
    prices.table.loc[1, ["delta", "delta_low", "delta_high", "price", "price_low", "price_high"]] = np.nan
    prices.table.loc[0, ["range_low", "range_high"]] = 5.5, 6.25
    page = page_of(prices.save(tmp_path / "run"), out=tmp_path / "page.html")
    grid = page.grids[0]
    assert grid.column("delta") == ["+3.00", ""]
    assert grid.values("fair_low") == [["6.8", "7.2"], ["", ""]]
    assert grid.column("range_low") == ["5.50 to 6.25", ""]
    assert "class" not in columns(grid)  # neither unit is of the catalogue
    assert "unknown" not in "".join(page.pictures[0].itertext())


def test_rulings_that_differ_are_listed(tmp_path: Path) -> None:
    asked = rulings()[3]
    option = asked.alternatives[0]
    prices = planted(["a"], ruleset="mine", switches={asked.switch: option, "gone": "yes"})
    grid = page_of(prices.save(tmp_path / "run"), out=tmp_path / "page.html").grids[-1]
    words = reading_words(asked)
    read, default = words.options[option], words.options[asked.default]
    typed = f"{asked.switch}={option}"
    assert [text for text, _ in grid.rows[0]] == [asked.id, words.question, read, default, typed]
    assert grid.rows[1][0][0] == "gone"


# --- one page, whole, safe -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["real", "hostile"])
def test_nothing_comes_from_elsewhere(which: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(which)
    assert not {"link", "iframe", "object", "embed", "base", "form", "audio", "video"} & {
        tag for tag, _ in page.elements
    }
    for tag, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "srcset", "srcdoc")], tag
        assert str(attributes.get("href", "#")).startswith("#")
        assert str(attributes.get("src", "data:")).startswith("data:image/svg+xml;base64,") or tag != "img"
    assert [attributes.get("src") for attributes in page.all("script")] == [None, None]
    assert page.texts["script"] == [(TEMPLATES / f"{name}.js").read_text(encoding="utf-8") for name in OURS]
    assert page.texts["style"] == [(TEMPLATES / f"{name}.css").read_text(encoding="utf-8") for name in OURS]
    ours = "".join(page.texts["style"] + page.texts["script"])
    assert not re.search(r"url\(|@import|fetch|XMLHttp|innerHTML|eval", ours)


@pytest.mark.parametrize("which", ["real", "hostile"])
def test_the_browser_is_told_to_run_no_other_script(which: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(which)
    (policy,) = [a["content"] for a in page.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in str(policy).split("; "))
    assert rules["default-src"] == "'none'"
    for kind in ("script", "style"):
        digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in page.texts[kind]]
        assert rules[f"{kind}-src"] == " ".join(f"'sha256-{digest}'" for digest in digests)


def test_hostile_names_are_text(hostile: Page, real: Page) -> None:
    assert hostile.grids[0].column("name") == HOSTILE
    assert hostile.grids[2].column("unit") == HOSTILE
    assert hostile.grids[2].names[1:] == [[HOSTILE[1]], ['it\'s "one" <i>']]
    assert [text for text in hostile.texts["p"] if text in HOSTILE] == HOSTILE
    assert "a note of <b>ours</b>" in hostile.texts["li"]
    assert "<b>list&" in " ".join(hostile.texts["h2"])
    assert {tag for tag, _ in hostile.elements} <= {tag for tag, _ in real.elements} | {"nav", "ol"}
    assert len(hostile.all("script")) == 2
    assert len(hostile.all("img")) == 2
    for picture in hostile.pictures:
        assert not {element.tag.rpartition("}")[2] for element in picture.iter()} & {
            "script",
            "a",
            "image",
            "foreignObject",
        }
    drawn = "".join(hostile.pictures[0].itertext())
    assert all(name in drawn for name in HOSTILE)


@pytest.mark.parametrize("which", ["real", "hostile"])
def test_it_can_be_read_without_eyes_and_without_script(which: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(which)
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)
    for name in ("href", "aria-labelledby", "popovertarget"):
        named = {one for _, a in page.elements if name in a for one in str(a[name]).removeprefix("#").split()}
        assert named <= set(ids)
    assert page.all("html")[0]["lang"] == "en"
    assert all(image["alt"] for image in page.all("img"))
    assert all(head["scope"] in ("col", "row") for head in page.all("th"))
    assert len(page.texts["caption"]) == len(page.grids) == len(page.all("table"))
    assert all(grid.caption and len(row) == len(grid.names) for grid in page.grids for row in grid.rows)
    # what only a script can serve is hidden until it does
    assert all("hidden" in a for a in page.all("div") if a.get("class") == "tools")
    assert all(button["type"] == "button" for button in page.all("button"))


def test_the_same_folders_give_the_same_bytes(tmp_path: Path) -> None:
    listed = planted(HOSTILE).save(tmp_path / "run")
    one = report([listed, LADDER], tmp_path / "one.html").read_bytes()
    code = f"from tigersim.show.report import report; report([{str(listed)!r}, {str(LADDER)!r}], 'two.html')"
    path = os.pathsep.join([str(RESULTS.parent), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "PYTHONPATH": path}
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=env)
    assert (tmp_path / "two.html").read_bytes() == one


# --- for those who know neither the game nor the program --------------------------------------------------------------


def test_the_page_names_the_game_and_explains_its_words(real: Page) -> None:
    assert real.texts["h1"] == real.texts["title"] == ["Paper Tigers: what each unit is really worth"]
    told = " ".join(real.texts["p"])
    assert told.index("miniature tanks and infantry of the Second World War") < told.index("of 147 units are")
    asked = {str(button["popovertarget"]) for button in real.all("button") if "popovertarget" in button}
    assert {"word-paper-tigers", "word-vp", "word-tactician", "word-verdict", "word-bargain"} <= asked
    assert asked == {str(one["id"]) for one in real.all("div") if "popover" in one}


def test_units_come_first_then_bargains_pictures_and_doubts(real: Page) -> None:
    ids = [str(attributes["id"]) for _, attributes in real.elements if "id" in attributes]
    order = ["run-1-table-1", "run-1-bargain", "run-1-too-dear", "run-1-pictures", "run-1-doubts", "run-1-table-2"]
    assert sorted(order, key=ids.index) == order
    linked = [str(a["href"]).removeprefix("#") for a in real.all("a")]
    assert set(order) <= set(linked)  # the contents of one run, too
    assert real.grids[0].names[1] == ["in_words"]


def test_the_greatest_bargains_are_told_in_words(real: Page) -> None:
    """Ten of each, by the settled price less the printed cost, each linked to the row of its unit."""
    listed = pd.read_parquet(SETTLED / "list.parquet")
    listed["off"] = listed["price"] - listed["cost"]
    verdicts = pd.read_parquet(LISTED / "prices.parquet").set_index(["nation", "name"])
    names = {"usa": "USA", "ussr": "USSR"}
    off_cost = ("BARGAIN", "TOO DEAR")
    told = [text for text in real.texts["li"] if "would be right" in text]
    assert len(told) == 20
    for texts, sign in ((told[:10], -1), (told[10:], 1)):
        off = listed[[np.sign(verdicts.loc[(row.nation, row.name), "delta"]) == -sign for row in rows_of(listed)]]
        off = off[[verdicts.loc[(row.nation, row.name), "verdict"] in off_cost for row in rows_of(off)]]
        ranked = off.sort_values("off", ascending=sign > 0, kind="stable").head(10)
        assert texts == [
            f"{row.name} ({names.get(row.nation, row.nation.title())}) costs {row.cost} VP; {row.whole_price} would be "
            f"right ({row.price_low:.1f} to {row.price_high:.1f})."
            for row in rows_of(ranked)
        ]
    rows = {str(a["id"]) for a in real.all("tr") if "id" in a}
    assert len(rows) == 147
    assert "run-1-unit-germany-jagd-panther" in rows
    assert {str(a["href"])[1:] for a in real.all("a") if "-unit-" in str(a["href"])} == rows


def rows_of(frame: pd.DataFrame) -> list[Any]:
    return list(frame.itertuples(index=False))


def test_links_of_rows_are_never_alike() -> None:
    names = ["Jeep", "jeep!", "Jeep 2", "Ünit", "日本", "日本", ""]
    found = links_of(names)
    assert found == ("unit-jeep", "unit-jeep-2", "unit-jeep-2-2", "unit-unit", "unit", "unit-2", "unit-3")


def test_every_kind_of_study_has_a_title_and_a_sentence() -> None:
    kinds = {*KINDS, "ladder"} - {"worth"}  # what a worth study finds is a price list
    assert len({title_of(kind) for kind in kinds}) == len(kinds)
    assert OTHER_TITLE not in {title_of(kind) for kind in kinds}
    assert title_of("of a later version") == OTHER_TITLE
    assert all(about(kind).endswith(".") for kind in kinds)


def test_words_become_buttons_once_in_a_place_and_text_stays_text() -> None:
    linked = Linker()
    told = str(linked("<b>VP</b> and VP: a bargain for heuristics, AVP, VP-like", "one"))
    button = '<button type="button" class="word" popovertarget="word-{}">{}</button>'
    assert told == (
        f"&lt;b&gt;{button.format('vp', 'VP')}&lt;/b&gt; and VP: a {button.format('bargain', 'bargain')} for "
        f"{button.format('heuristic', 'heuristics')}, AVP, VP-like"
    )
    assert str(linked("VP", "one")) == "VP"
    assert "popovertarget" in str(linked("VP", "other"))
    assert list(linked.used) == ["word-vp", "word-bargain", "word-heuristic"]


def test_several_price_lists_stand_next_to_each_other(tmp_path: Path) -> None:
    """What the second list differs by from the first, unit by unit; intervals from errors that are put together."""
    names = ["M4 Sherman", "M3 Lee", "M10 Wolverine"]
    one, other = planted(names), planted(names)
    for column in ("delta", "delta_low", "delta_high"):
        other.table[column] += [0.5, 0.0, -9.0]
    other.table["verdict"] = ["BARGAIN", "BARGAIN", "TOO DEAR"]
    folders = [prices.save(tmp_path / place) for prices, place in ((one, "one"), (other, "other"))]
    page = page_of(*folders, out=tmp_path / "page.html")
    assert page.texts["h1"] == ["Paper Tigers: what each unit is really worth, in several price lists"]
    grid = page.grids[0]
    assert grid.column("name") == names
    assert [grid.column(f"worth_{letter}") for letter in "AB"] == [
        ["+3.00", "+2.00", "+1.00"],
        ["+4", "+2.00", "-8"],  # beyond 3 VP a direction, in whole VP
    ]
    assert grid.column("difference_B") == ["+0.50", "+0.00", "-9.00"]
    half = 1.96 * np.sqrt(2)  # the covariance of a planted list is 1 for each unit
    assert np.allclose(np.array(grid.values("difference_B_low"), dtype=float)[2], [-9 - half, -9 + half], atol=0.01)
    assert grid.column("differs_B") == ["no", "no", "yes"]
    assert [grid.column(f"verdict_{letter}")[2] for letter in "AB"] == ["FAIR", "TOO DEAR"]
    assert any("have another verdict" in text for text in page.texts["p"])
    assert page.texts["dt"][:2] == ["A", "B"]


# --- other kinds, several folders, errors ----------------------------------------------------------------------------


def test_findings_are_told_whole(tmp_path: Path) -> None:
    rows = pd.DataFrame(
        {"first_unit": ["Jeep", "Tiger"], "p_win": [0.125, np.nan], "sure": [True, False], "n": [1200, 3]}
    )
    many = pd.DataFrame({"k": np.arange(MOST_ROWS + 5)})
    about = {"seed": 9, "players": ["tactician", "tactician"], "versions": {"numpy": "2.4"}}
    found = Findings("duels", ("Jeeps lose.", "Tigers win."), {"won_by": rows, "many": many}, ("few battles",), about)
    page = page_of(found.save(tmp_path / "run"), out=tmp_path / "page.html")
    assert page.texts["h1"] == ["Paper Tigers: how many of one unit equal another"]
    assert [text for text in page.texts["p"] if text in found.said] == list(found.said)
    assert "few battles" in page.texts["li"]
    won, long = page.grids
    assert won.names == [["first_unit"], ["p_win"], ["sure"], ["n"]]
    assert [[text for text, _ in row] for row in won.rows] == [
        ["Jeep", "12.5%", "yes", "1,200"],
        ["Tiger", "", "no", "3"],
    ]
    assert won.values("p_win") == [["0.125"], [""]]
    assert len(long.rows) == MOST_ROWS
    assert f"The first {MOST_ROWS:,} of {MOST_ROWS + 5:,} rows" in long.caption
    assert '{"numpy": "2.4"}' in page.texts["dd"]
    assert "columns" not in [a.get("id") for a in page.all("h3")]


def test_a_ladder_is_told_match_by_match(tmp_path: Path) -> None:
    page = page_of(LADDER, out=tmp_path / "page.html")
    matches = pd.read_csv(LADDER / "matches.csv")
    told = [text for text in page.texts["p"] if "of the points" in text]
    assert len(told) == len(matches)
    row = matches.iloc[1]
    assert told[1].startswith(f"{row['first']} beats {row['second']}: {100 * row['score']:.1f}% of the points")
    elo = pd.read_csv(LADDER / "elo.csv")
    assert page.grids[0].column("player") == elo["player"].tolist()
    assert set(elo["player"]) == {*matches["first"], *matches["second"]}
    assert len(page.pictures) == 1


def test_several_folders_have_a_table_of_contents(tmp_path: Path) -> None:
    one, other = (planted([name]).save(tmp_path / name / "run") for name in ("first", "second"))
    found = Findings("duels", ("Something.",), {}, (), {}).save(tmp_path / "third")
    page = page_of(one, other, found, out=tmp_path / "page.html")
    title = "What each unit is really worth"
    headings = [text for text in page.texts["h2"] if text not in ("Contents", "Words")]
    assert headings == [  # two are called alike, so their paths tell them apart
        f"{title}, in several price lists (2 price lists)",
        f"{title} ({one})",
        f"{title} ({other})",
        "How many of one unit equal another (third)",
    ]
    assert [text for text in page.texts["a"] if text in headings] == headings
    assert [a["id"] for a in page.all("section")] == ["run-1", "run-2", "run-3", "run-4", "words"]
    units = [grid for grid in page.grids if grid.caption.startswith("Every unit: ")]
    assert [grid.column("name") for grid in units] == [["first"], ["second"]]
    assert page.texts["h1"] == ["Paper Tigers: what several studies found"]
    assert any("A and B share fewer than two units" in text for text in page.texts["p"])


def test_by_default_the_page_goes_into_the_first_folder(tmp_path: Path) -> None:
    folder = Findings("duels", ("Something.",), {}, (), {}).save(tmp_path / "run")
    assert report(folder) == folder / "report.html"
    report(folder)  # again, over itself
    assert not [path.name for path in folder.iterdir() if path.name.startswith(".")]


def test_git_ignores_a_page_in_a_folder_of_results() -> None:
    assert "/results/**/report.html" in (RESULTS.parent / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_a_folder_of_runs_names_them(tmp_path: Path) -> None:
    planted(["a"]).save(tmp_path / "runs" / "mine")
    Findings("duels", ("Something.",), {}, (), {}).save(tmp_path / "runs" / "duels")
    with pytest.raises(
        RunError, match=r"runs holds no finished results itself; give one of the folders in it: duels, mine$"
    ):
        report(tmp_path / "runs")


def test_a_page_that_cannot_be_written_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tigersim.show.report.section", lambda *asked: pytest.fail("a section was made"))
    with pytest.raises(RunError, match=r"page\.html cannot be written: No such file"):
        report(LISTED, tmp_path / "no" / "page.html")
    with pytest.raises(RunError, match="is a folder; name a file in it"):
        report(LISTED, tmp_path)


def test_errors_name_the_folder(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"nowhere holds no finished results: .*No such file"):
        report(tmp_path / "nowhere")
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "settings.json").write_text("{}", encoding="utf-8")
    with pytest.raises(RunError, match="begun holds no finished results: it was begun; give the command"):
        report(tmp_path / "begun")
    (tmp_path / "begun" / "provenance.json").write_text("{", encoding="utf-8")
    with pytest.raises(RunError, match=r"begun/provenance\.json: is no JSON: .*; put back the file"):
        report(tmp_path / "begun")
    with pytest.raises(RunError, match="005_tuning_tactician holds no price list, no findings"):
        report(RESULTS / "005_tuning_tactician", tmp_path / "page.html")
    damaged = planted(["a"])
    del damaged.table["price_low"]
    with pytest.raises(RunError, match=r"prices\.parquet, field 'price_low': the column is missing"):
        report(damaged.save(tmp_path / "run"))
    with pytest.raises(InvalidValue, match="none of them twice"):
        report([LISTED, LISTED])
    with pytest.raises(InvalidValue, match="one or more"):
        report([])
    with pytest.raises(RunError, match="cannot be written"):
        report(Findings("duels", ("A.",), {}, (), {}).save(tmp_path / "duels"), tmp_path / "no" / "such" / "page.html")
    assert not list(tmp_path.glob("*.html"))


@pytest.mark.parametrize("missing", ["elo.csv", "matches.csv", "thinking.csv"])
def test_a_ladder_that_lacks_a_file_is_named(tmp_path: Path, missing: str) -> None:
    for name in ("elo.csv", "matches.csv", "families.csv", "thinking.csv", "provenance.json"):
        if name != missing:
            (tmp_path / name).write_bytes((LADDER / name).read_bytes())
    with pytest.raises(RunError, match=re.escape(str(tmp_path))):
        report(tmp_path)
