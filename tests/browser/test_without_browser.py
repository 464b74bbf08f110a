"""Where there is no browser the tests of pages are skipped with the reason, but never in the gate."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import conftest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def _no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)


@pytest.mark.usefixtures("_no_browser")
def test_without_a_browser_a_test_is_skipped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(conftest.NEEDED, raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"no browser .* install Debian's package chromium"):
        conftest.chromium()


@pytest.mark.usefixtures("_no_browser")
def test_where_a_browser_is_needed_a_missing_one_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(conftest.NEEDED, "1")
    with pytest.raises(pytest.fail.Exception, match="install Debian's package chromium"):
        conftest.chromium()


def test_the_gate_needs_one() -> None:
    assert f"export {conftest.NEEDED}=1" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_all_tests_of_pages_are_skipped_not_failed(tmp_path: Path) -> None:
    """The tests themselves, by an interpreter for which nothing is installed besides Python."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/browser/test_replay_page.py"],
        env={name: value for name, value in os.environ.items() if name != conftest.NEEDED} | {"PATH": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "passed" not in done.stdout.splitlines()[-1]
    assert "install Debian's package chromium" in done.stdout
