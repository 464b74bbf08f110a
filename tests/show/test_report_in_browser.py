"""The page in a real browser, where there is one: sorting, filtering, searching, and a CSV that no spreadsheet runs."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from tests.show.test_report import HOSTILE, planted
from tigersim.show.report import report

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = """
<script>
  const $ = (selector) => document.querySelector(selector);
  const names = () => [...document.querySelectorAll("#run-1 .sheet tbody tr:not([hidden]) th[scope=row]")]
    .filter((cell) => cell.closest(".sheet").dataset.name === "prices").map((cell) => cell.textContent);
  const heads = [...document.querySelectorAll(".sheet thead th")];
  const click = (name) => {
    const head = heads.find((each) => JSON.parse(each.dataset.names)[0] === name);
    head.querySelector("button").click();
    return [head.getAttribute("aria-sort"), names()];
  };
  let blob = null;
  URL.createObjectURL = (given) => { blob = given; return "blob:none"; };
  HTMLAnchorElement.prototype.click = () => {};
  const answers = {};
  answers.tools = !$(".tools").hidden;
  answers.buttons = heads.length > 0 && heads.every((each) => each.firstElementChild.tagName === "BUTTON");
  answers.first = names();
  answers.worth = click("delta");
  answers.again = click("delta");
  answers.name = click("name");
  answers.sorted = document.querySelectorAll(".sheet[data-name=prices] [aria-sort]").length;
  const search = $("input[type=search]");
  search.value = "ALÉRT";
  search.dispatchEvent(new Event("input"));
  answers.found = names();
  answers.count = $(".count").textContent;
  search.value = "";
  search.dispatchEvent(new Event("input"));
  const verdict = $("option[value=FAIR]").closest("select");
  verdict.value = "FAIR";
  verdict.dispatchEvent(new Event("change"));
  answers.fair = names();
  verdict.selectedIndex = 0;
  verdict.dispatchEvent(new Event("change"));
  $(".download").click();
  blob.text().then((text) => {
    answers.csv = text;
    const out = document.createElement("pre");
    out.id = "answers";
    out.textContent = JSON.stringify(answers);
    document.body.append(out);
  });
</script>
"""
FILL = [f"unit {k:02d}" for k in range(8)]

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the driver saw on a page of 14 units, whose own policy would not let the driver run."""
    place = tmp_path_factory.mktemp("browser")
    path = report(planted([*HOSTILE, *FILL]).save(place / "run"), place / "page.html")
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", path.read_text(encoding="utf-8"))
    path.write_text(text.replace("</body>", f"{DRIVER}</body>"), encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={place / 'profile'}"]
    call = [str(BROWSER), *flags, "--virtual-time-budget=5000", "--dump-dom", path.as_uri()]
    seen = subprocess.run(call, capture_output=True, text=True, check=True, timeout=60).stdout
    found = re.search(r'<pre id="answers">(.*?)</pre>', seen, flags=re.DOTALL)
    assert found is not None, "the script of the page failed"
    result: dict[str, Any] = json.loads(html.unescape(found[1]))
    return result


def test_tools_appear_and_every_heading_is_a_button(answers: dict[str, Any]) -> None:
    assert answers["tools"]
    assert answers["buttons"]


def test_headings_sort_both_ways(answers: dict[str, Any]) -> None:
    listed = [*HOSTILE, *FILL]  # the best bargain first, as the page was written
    assert answers["first"] == listed
    assert answers["worth"] == ["ascending", listed[::-1]]
    assert answers["again"] == ["descending", listed]
    assert answers["name"][0] == "ascending"
    assert answers["name"][1][-8:] == FILL
    assert answers["sorted"] == 1


def test_search_and_filters_keep_rows(answers: dict[str, Any]) -> None:
    assert answers["found"] == sorted(answers["found"], key=answers["name"][1].index)
    assert set(answers["found"]) == {name for name in HOSTILE if "alert" in name}
    assert answers["count"] == "3 of 14 rows"
    assert answers["fair"] == [FILL[-1]]


def test_the_csv_has_every_row_and_no_formula(answers: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(answers["csv"], newline="")))
    harmless = {f"'{name}" if name.startswith("=") else name for name in [*HOSTILE, *FILL]}
    assert {row["name"] for row in rows} == harmless
    assert [row["name"] for row in rows] == [f"'{n}" if n.startswith("=") else n for n in answers["name"][1]]
    by_name = {row["name"]: row for row in rows}
    last = by_name[FILL[-1]]
    assert (last["delta"], last["delta_low"], last["delta_high"]) == ("-10", "-10.2", "-9.8")  # numbers stay numbers
    assert (last["n"], last["verdict"]) == ("12358", "FAIR")
    assert by_name[f"'{HOSTILE[3]}"]["in_words"].startswith("'=cmd()")
