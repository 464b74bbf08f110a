"""What the whole suite needs before its first test."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
import typer.testing

from tests import kernels
from tests.forms import LONG

CHECKOUT = Path(__file__).resolve().parents[1]
LONGEST = ("test_notebooks.py", "test_readme.py")
"""Files with the tests that take longest."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Where all tests run, compile first: two workers that meet a kernel both compile it, and neither waits."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        print("compiling the battles of all players, once; this takes some minutes", file=sys.stderr, flush=True)
        with _all_modules_read():
            kernels.compile_all()


@contextmanager
def _all_modules_read() -> Iterator[None]:
    """Have another process import all tests meanwhile, and keep the bytecode of all that they import.

    In a new environment every worker would make it, all of them at the same time.
    """
    if sys.dont_write_bytecode:
        yield
        return
    quietly = "--collect-only", "-q", "-n", "0", "-p", "no:cacheprovider"
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", *quietly], cwd=CHECKOUT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ):
        yield


def pytest_configure() -> None:
    """Give the programs that tests begin what the tests themselves have.

    They import this checkout, as the tests do: an installed copy would be compiled once more.  And they hear Ctrl-C,
    which a shell's background jobs ignore.
    """
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(CHECKOUT), os.environ.get("PYTHONPATH"))))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """Which form the tests have in this run."""
    return f"forms: {'long' if LONG else 'short; the long ones: python -m tests.verification.long_forms'}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what has a short form beside it to the run of the long forms; begin with what takes longest.

    Otherwise one worker would be at a notebook in the end, and the others would have nothing to do.
    """
    if not LONG:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long_form")])
        items[:] = [item for item in items if not item.get_closest_marker("long_form")]
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_collection() -> None:
    """Modules and tests are made now, and none of them is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """All modules and tests stay: to look through them for garbage over and over took a tenth of the time."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def _commands_are_built_once() -> Iterator[None]:
    """typer would build all commands anew for every call of one, which took longer than most calls."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", cache(typer.testing._get_command))
        yield


@pytest.fixture(autouse=True)
def _no_picture_stays_open() -> Iterator[None]:
    """matplotlib keeps figures until they are closed, and warns of the twenty-first."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
