"""Other processes that run this very package, wherever they are begun.

Python looks for a package in the folder where it is begun before it looks where packages are installed.  In a checkout
beside an installed copy, processes would run the checkout: they would compile all of it anew, and it may be another
version.
"""

from __future__ import annotations

import os
import site
import sys

from tigersim import version


def module(name: str, *words: str) -> list[str]:
    """The command that runs a module, as ``python -m`` does; to be given ``environment``."""
    return [sys.executable, "-P", "-m", name, *words]


def code(text: str) -> list[str]:
    """The command that runs some code, as ``python -c`` does; to be given ``environment``."""
    return [sys.executable, "-P", "-c", text]


def environment() -> dict[str, str]:
    """The variables of this process, and where the package is if it is not installed."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(version.__file__)))
    installed = (*site.getsitepackages(), site.getusersitepackages())
    if home in installed:  # placed first, it would hide Python's own modules
        return dict(os.environ)
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))}
