"""Takes the picture of a replay: ``python docs/images/shoot.py`` (needs the package chromium and ``playwright``)."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tigersim.battle import Battle

ARMIES = ("3 x T-34c, KV-1", "3 x Panzer IV (mid), Tiger I")
CHROMIUM = "/usr/bin/chromium"
SIZE = {"width": 1280, "height": 860}
HERE = Path(__file__).resolve().parent

if __name__ == "__main__":
    battle = Battle.start(armies=ARMIES, seed=1)
    battle.play()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        shown = battle.replay(Path(folder) / "battle.html")
        rolls = [(one.luck, k) for k, one in enumerate(shown.story.frames) if one.luck and one.target is not None]
        luckiest = max(rolls, key=lambda roll: abs(roll[0].vp))[1]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE)
        page.goto((Path(folder) / "battle.html").as_uri())
        page.locator(f"#log li[data-frame='{luckiest}']").click()
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(1000)  # counters have come to rest
        page.screenshot(path=HERE / "replay.png")
        browser.close()
