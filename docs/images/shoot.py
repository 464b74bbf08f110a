"""Takes the pictures of a replay and a report: ``python docs/images/shoot.py`` (needs chromium and ``playwright``)."""

from __future__ import annotations

from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tigersim.game.battle import Battle
from tigersim.show.report import report

ARMIES = ("3 x T-34c, KV-1", "3 x Panzer IV (mid), Tiger I")
SIZE = {"width": 1280, "height": 860}
HERE = Path(__file__).resolve().parent

REPORTED = HERE.parents[1] / "results" / "006_what_every_unit_is_worth"


def shoot_replay(browser: Browser, folder: Path) -> None:
    """A battle at its luckiest roll."""
    battle = Battle.start(armies=ARMIES, seed=1)
    battle.play()
    shown = battle.replay(folder / "battle.html")
    rolls = [(one.luck, k) for k, one in enumerate(shown.story.frames) if one.luck and one.target is not None]
    luckiest = max(rolls, key=lambda roll: abs(roll[0].vp))[1]
    page = browser.new_page(viewport=SIZE)
    page.goto((folder / "battle.html").as_uri())
    page.locator(f"#log li[data-frame='{luckiest}']").click()
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(1000)  # counters have come to rest
    page.screenshot(path=HERE / "replay.png")


def shoot_report(browser: Browser, folder: Path) -> None:
    """The first screen of a price list."""
    page = browser.new_page(viewport=SIZE)
    page.goto(report(REPORTED, folder / "report.html").as_uri())
    page.screenshot(path=HERE / "report.png")


if __name__ == "__main__":
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        shoot_replay(launched, Path(folder))
        shoot_report(launched, Path(folder))
        launched.close()
