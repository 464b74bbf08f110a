"""Writes the test modules as pytest compiles them before the first worker: take it for nothing else."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

TESTS = Path(__file__).resolve().parent


def rewrite_all(config: pytest.Config) -> None:
    """Rewrite and keep every test module that is not kept yet; in a fresh clone it takes some seconds."""
    if sys.dont_write_bytecode or config.getoption("assertmode") != "rewrite":
        return
    import_module("hypothesis")  # its asserts are rewritten as it is imported
    state = config.stash[rewrite.assertstate_key]
    for path in TESTS.rglob("test_*.py"):
        folder = rewrite.get_cache_dir(path)
        kept = folder / f"{path.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(path, kept) is None and rewrite.try_makedirs(folder):
            of_source, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(state, code, of_source, kept)
