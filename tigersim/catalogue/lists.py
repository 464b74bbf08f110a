"""Finished studies that come with the package, by name: prices, traits, unclear rules, duels, armies, scenarios.

Each is a folder of ``data/lists``, made of the tables and the provenance of the study of that name in ``results/``
(``python -m tests.lists`` copies them, with the question of each experiment file).  Wherever a command or a function
takes the folder of a finished run, the name of an installed one will do.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from tigersim.errors import InvalidValue
from tigersim.files.documents import is_folder

LISTS = Path(__file__).parent / "data" / "lists"
WORTH = "006_what_every_unit_is_worth"
"""The price list that commands and functions go by unless another is named."""
REFERENCE = "M4 Sherman"
"""The unit that counts as 100 percent where none is named: a tank that everybody knows."""
SETTLED = "007_prices_that_have_settled"
"""The settled list that is shown next to price lists of the same game."""
TRAITS = "008_traits_on_standard_units"
"""What each trait is worth on a plain unit of each class."""
READINGS = "011_unclear_rules"
"""Which reading of an unclear rule moves which price."""
DUELS = "026_who_beats_whom"
"""Exact duels of every unit against every other."""
TO_PRINT = "tenths"
"""The list to play by (``price_lists``) that is the answer to what to print."""
QUESTIONS = LISTS / "questions.json"
"""Name of an installed study -> the question it answers."""


WORTHS = LISTS / "worths.json"
"""What each unit is worth, for those who do not wait for tables (``worth_in_short``)."""


@cache
def installed() -> tuple[str, ...]:
    """Names of the studies that come with the package."""
    return tuple(sorted(place.name for place in LISTS.iterdir() if place.is_dir()))


@cache
def questions() -> dict[str, str]:
    """The question that each installed study answers, by its name."""
    found: dict[str, str] = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    return found


def run_folder(name: str | Path) -> Path:
    """The folder of a finished run: ``name`` itself, or what is installed under that name.

    A folder that is there comes first; what is neither is returned as it is, for the reader to refuse.  Raises
    ``InvalidValue`` for what is no name at all.
    """
    if not isinstance(name, str | Path):
        raise InvalidValue("run", name, "the folder of a finished run, or the name of an installed one")
    place = Path(name)
    return LISTS / place if is_installed(place) else place


def is_installed(name: str | Path) -> bool:
    """Whether a name stands for a study that comes with the package, and not for a folder."""
    place = Path(name)
    return str(place) in installed() and not is_folder(place)


def either(name: str | Path) -> str:
    """End of a message about a run that is neither a folder nor installed; "" if it is there."""
    if is_folder(name) or is_installed(name):
        return ""
    return f"; give the folder of a finished run, or an installed one by name: {', '.join(installed())}"
