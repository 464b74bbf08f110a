"""The pages are true: examples run as printed, commands answer as printed, links lead somewhere."""

import doctest
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

from tests.pages import PAGES, ROOT, answer, blocks
from tigersim.pricing import Prices
from tigersim.pricing.report.compare import compare


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


README = (ROOT / "README.md").read_text(encoding="utf-8")
ANSWERS = [
    pytest.param(command, printed, id=f"{page_name(page)}-{command}")
    for page in PAGES
    for command, printed in blocks(page.read_text(encoding="utf-8"))
]


def python_examples(page: Path) -> doctest.DocTest:
    """All Python blocks of a page as one session."""
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    source = "\n".join(block.rstrip() for block in blocks) + "\n"
    return doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_python_examples_run_as_printed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # what an example writes stays out of the checkout
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(python_examples(page), out=report.append)
    assert runner.failures == 0, "".join(report)


def test_no_python_block_escapes_the_test() -> None:
    for page in PAGES:
        for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL):
            assert all(line.startswith((">>> ", "... ")) for line in block.splitlines()[:1]), block
    assert python_examples(ROOT / "README.md").examples


@pytest.mark.parametrize(("command", "printed"), ANSWERS)
def test_a_printed_command_answers_as_printed(command: str, printed: str) -> None:
    assert answer(command) == printed


SKILLS = ("uniform", "heuristics", "tacticians", "strategists")
"""Players of the lists on record, the weakest first."""


def test_there_are_printed_commands() -> None:
    assert len(ANSWERS) >= 5


@pytest.mark.parametrize(("marker", "last"), [("use", "tigersim prices"), ("develop", "python -m pytest")])
def test_each_of_the_two_commands_stands_once_between_its_markers(marker: str, last: str) -> None:
    found = re.findall(rf"<!-- {marker} -->\n```sh\n(.*)\n```\n<!-- /{marker} -->", README)
    assert len(found) == 1
    assert found[0].startswith("python3 -m venv .venv && .venv/bin/pip install uv && .venv/bin/uv pip install ")
    assert found[0].endswith(last)


def test_the_strengths_of_the_players_are_those_on_record() -> None:
    guide = (ROOT / "docs" / "guide" / "players.md").read_text(encoding="utf-8")
    record = ROOT / "results" / "002_player_ladder"
    names = {"planner:256": "planner", "planner:64": "planner with 64 futures"}
    for row in pd.read_csv(record / "matches.csv").itertuples():
        score = [100 * share for share in (row.score, row.score_low, row.score_high)]
        margin = (row.margin, row.margin_low, row.margin_high)
        shares, points = (f"{{:.1f}}{unit} [{{:.1f}}, {{:.1f}}]" for unit in ("%", ""))
        who = f"{names.get(row.first, row.first)} over {row.second}"
        assert f"| {who} | {row.pairs:,} | {shares.format(*score)} | {points.format(*margin)} |" in guide
        if "planner" not in row.first:
            assert f"{row.ms_per_battle:.2f} ms" in guide
    row = pd.read_csv(ROOT / "results" / "029_strategist_over_tactician" / "matches.csv").iloc[0]
    score, low, high = (f"{100 * share:.1f}" for share in (row.score, row.score_low, row.score_high))
    assert f"In {row.pairs:,} pairs of their own the strategist scores {score}% [{low}, {high}]" in guide
    assert f"{row.margin:.1f} VP [{row.margin_low:.1f}, {row.margin_high:.1f}] ahead" in guide
    thought = pd.read_csv(record / "thinking.csv").set_index("playouts").loc[256]
    assert f"two planners {thought.ms_per_battle / 1000:.1f} s" in guide
    assert f"took {thought.ms_mean:.1f} ms on average, and at most {thought.ms_most:.0f} ms" in guide


def test_what_each_order_is_worth_is_that_on_record() -> None:
    guide = (ROOT / "docs" / "guide" / "players.md").read_text(encoding="utf-8")
    flat = guide.replace("\n ", "")
    record = pd.read_csv(ROOT / "results" / "018_one_rule_deviations" / "families.csv").set_index(["family", "first"])
    for family in record.index.unique("family"):
        cells = [f"`{family.removeprefix('a:forbid=')}`"]
        for who in ("tactician", "strategist"):
            row = record.loc[(family, who)]
            low, high = 100 * row.score_low, 100 * row.score_high
            cells += [f"{100 * row.score:.1f}% [{low:.1f}, {high:.1f}]", f"{row.margin:+.1f}"]
            if row.score_low >= 0.5:  # one of so many may be by chance: fresh battles say
                again = pd.read_csv(ROOT / "results" / "020_without_cover" / "matches.csv").iloc[0]
                assert (family, who) == ("a:forbid=find_cover", again["first"])
                assert again.score_low < 0.5
                score, low, high = (f"{100 * part:.1f}" for part in (again.score, again.score_low, again.score_high))
                assert f"{again.pairs:,} fresh pairs they score {score}% [{low}, {high}]" in flat
        assert f"| {' | '.join(cells)} |" in guide


def test_the_ceiling_and_the_best_answer_are_those_on_record() -> None:
    guide = (ROOT / "docs" / "guide" / "players.md").read_text(encoding="utf-8").replace("\n ", "")
    for record, told in (("017_ceiling/matches.csv", "margin_low"), ("019_best_response/checks.csv", None)):
        row = pd.read_csv(ROOT / "results" / record).iloc[0]
        assert f"{100 * row.score:.1f}% [{100 * row.score_low:.1f}, {100 * row.score_high:.1f}]" in guide
        if told:
            assert f"{row.margin:.1f} VP [{row.margin_low:.1f}, {row.margin_high:.1f}]" in guide


@cache
def lists() -> list[Prices]:
    """The lists by players of each skill."""
    return [Prices.load(ROOT / "results" / f"003_prices_of_{who}") for who in SKILLS]


def test_the_sensitivity_to_the_players_is_that_on_record() -> None:
    page = (ROOT / "docs" / "method.md").read_text(encoding="utf-8")
    told = page.replace("\n", " ")
    steps = [compare(one, other) for one, other in pairwise(lists())]
    for step in steps:
        low, high = step.rms_interval
        assert f"by {step.rms:.2f} VP [{low:.2f}, {high:.2f}]" in told
    second, third = steps[1:]
    changed = len(second.changed), len(third.changed)
    assert (
        f"Of {len(third.table)} verdicts {changed[0]} change at the second step and {changed[1]} at the third" in told
    )
    assert f"these steps are {second.rms_of_prices:.2f} and {third.rms_of_prices:.2f} VP" in told
    classes = [step.classes.set_index("group") for step in (second, third)]
    for name in classes[1].index:
        cells = []
        for of_step in classes:
            row = of_step.loc[name]
            cells.append(f"{row.difference:+.2f} [{row.low:+.2f}, {row.high:+.2f}]{' *' if row.differs else ''}")
        assert f"| {name.replace('_', ' ')} | {row.units} | {' | '.join(cells)} |" in page
    for step in (second, third):
        traits = step.traits[step.traits["differs"]].sort_values("difference")
        names = traits["group"].str.replace("_", " ")
        down, up = (names[side].tolist() for side in (traits["difference"] < 0, traits["difference"] > 0))
        assert all(f"{name}" in told for name in (*down, *up))
        assert f"{_moved(down, 'lose')}{', ' if down and up else ''}{_moved(up, 'gain')}" in told


def _moved(names: list[str], verb: str) -> str:
    """What traits do, as a list in words."""
    if not names:
        return ""
    if len(names) == 1:
        return f"{names[0]} {verb}s"
    return f"{', '.join(names[:-1])} and {names[-1]} {verb}"


def test_what_players_leave_lying_is_that_on_record() -> None:
    guide = (ROOT / "docs" / "guide" / "players.md").read_text(encoding="utf-8").replace("\n", " ")
    said = []
    for prices in lists()[2:]:
        mean = {one["count"]: one["mean"] for one in prices.provenance["health"] if one["player"] != "both sides"}
        squads, trucks, light = (
            f"{100 * mean[f'never acted: {kind}']:.0f}%" for kind in ("infantry", "transport", "light_transport")
        )
        said.append((squads, trucks, light, f"{2 * mean['forfeited']:.1f}"))
    (squads, trucks, light, cards), strategists = said
    assert f"tacticians {squads} of the infantry squads never act, {trucks} of the transports and {light} of" in guide
    assert f"and {cards} cards are lost over the limit of six; in battles of strategists" in guide
    assert "strategists {}, {} and {}, and {} cards.".format(*strategists) in guide


def test_the_list_to_print_is_that_on_record() -> None:
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    flat = page.replace("\n", " ")
    record = ROOT / "results" / "023_a_list_to_play_by"
    words = {"none": "any units"}
    for (rules, budget), part in pd.read_csv(record / "proofs.csv").groupby(["army_rules", "budget"], sort=False):
        cells = [
            f"{100 * row.p_win:.0f} [{100 * row.p_low:.0f}, {100 * row.p_high:.0f}]"
            for row in part.sort_values("scale").itertuples()
        ]
        assert f"| {words.get(rules, rules.replace('_', ' '))} | {budget:g} | {' | '.join(cells)} |" in page
    for changes, part in pd.read_csv(record / "patches.csv").groupby("changes"):
        cells = [
            f"{100 * row.p_win:.0f} [{100 * row.p_low:.0f}, {100 * row.p_high:.0f}]"
            for row in part.sort_values("budget").itertuples()
        ]
        assert f"| {changes} | {' | '.join(cells)} |" in page
    for kind, part in pd.read_csv(record / "even.csv").groupby("kind", sort=False):
        rows = part.set_index(["list", "army_rules"])
        three = [("printed", "none"), ("this list", "none"), ("this list", "six_to_fourteen")]
        cells = [
            "{points:.1f} [{low:.1f}, {high:.1f}]".format(**rows.loc[at]) if at in rows.index else "too few pairs"
            for at in three
        ]
        name, within = "all kinds" if kind == "all" else kind, rows["pairs"].get(three[2], "")
        assert f"| {name} | {rows.loc[three[1], 'pairs']} | {' | '.join(cells)} | {within} |" in page
    for row in pd.read_csv(ROOT / "results" / "027_nations_that_meet" / "meetings.csv").itertuples():
        met = (100 * row.p_first, 100 * row.p_low, 100 * row.p_high)
        left = ((row.points, row.low, row.high), (row.closest, row.closest_low, row.closest_high))
        cells = ["{:.1f} [{:.1f}, {:.1f}]".format(*three) for three in (met, *left)]
        units = f"{row.units_first:.0f}, {row.units_second:.0f}"
        assert f"| {row.first} against {row.second} | {units} | {' | '.join(cells)} |" in page
    attacks, hands = (
        pd.read_csv(ROOT / "results" / "028_the_list_attacked" / f"{name}.csv") for name in ("attacks", "hands")
    )
    for row, judged in zip(attacks.itertuples(), hands.itertuples(), strict=True):
        assert (row.army_rules, row.budget) == (judged.army_rules, judged.budget)
        won = (row.p_win, row.p_low, row.p_high), (row.p_field, row.field_low, row.field_high)
        three = [*won, (judged.p_win, judged.p_low, judged.p_high)]
        cells = ["{:.0f} [{:.0f}, {:.0f}]".format(*(100 * share for share in shares)) for shares in three]
        assert f"| {row.army_rules.replace('_', ' ')} | {row.budget:.0f} | {' | '.join(cells)} |" in page
    judges = pd.read_csv(record / "judges.csv")
    for player, part in judges.groupby("player", sort=False):
        won = [
            f"{100 * row.p_win:.0f}% [{100 * row.p_low:.0f}, {100 * row.p_high:.0f}]"
            for row in part.sort_values("budget").itertuples()
        ]
        assert f"in the hands of {player}s {' and '.join(won)}" in flat
    kinds = pd.read_csv(ROOT / "results" / "022_what_an_army_is_worth" / "kinds.csv")
    said = kinds[kinds["kind"] == "all"].set_index("forecast_by")
    for name, unit in (("the model", " points"), ("a sum of worths", "")):
        row = said.loc[name]
        assert f"by {row.missed:.1f}{unit} [{row.low:.1f}, {row.high:.1f}]" in flat
    worst = kinds.loc[kinds["forecast_by"] == "the model", "worst"].max()
    assert f"off by more than {worst:.1f} points" in flat


def anchors(page: Path) -> set[str]:
    """What a link may name behind ``#``: the headings of a page, as GitHub and Sphinx write them."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        aim = page.parent / target if target else page
        assert aim.exists(), target
        assert not anchor or anchor in anchors(aim), f"{target}#{anchor}"


def test_every_page_of_the_guide_is_reached_from_its_list_of_questions() -> None:
    listed = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    for page in sorted((ROOT / "docs" / "guide").glob("*.md")):
        assert f"](guide/{page.name}" in listed, page.name
        assert f"\nguide/{page.stem}\n" in listed, page.name
