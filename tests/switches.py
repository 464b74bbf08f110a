"""``python -m tests.switches`` writes tigersim/rules/switches.py: an enumeration for every ruling with a choice.

Run it whenever data/rulings.csv gains a ruling or an option; a test holds the module equal to the data.
"""

from __future__ import annotations

from pathlib import Path

from tigersim.catalogue.rulesets import Ruling, rulings

SWITCHES_PY = Path(__file__).resolve().parents[1] / "tigersim" / "rules" / "switches.py"
LINE = 120
NEXT = "\n    "

HEAD = '''"""Rulings by name: an enumeration for every open question that has more than one answer.

Made by ``python -m tests.switches`` from catalogue/data/rulings.csv, which has the rulings in this order:
do not edit it.
A battle carries the answers in fields of the same names: ``b[0].ruling.front_arc == FrontArc.HALF_PLANE_180``.
"""

import re
from enum import IntEnum

Edition = IntEnum("Edition", "SECOND FIRST", start=0)
"""The editions of the rulebook."""
'''

FOOT = '''
SWITCHES: dict[str, type[IntEnum]] = {
    re.sub("(?<=.)[A-Z]", r"_\\g<0>", name).lower(): each
    for name, each in list(globals().items())
    if isinstance(each, type) and issubclass(each, IntEnum) and each is not IntEnum
}
"""The enumerations by the names of their fields and switches, the edition first."""
'''


def enumeration(switch: str) -> str:
    """The name of the enumeration behind a switch: ``FrontArc`` of ``front_arc``."""
    return "".join(part.capitalize() for part in switch.split("_"))


def declared(ruling: Ruling) -> str:
    """The lines of one enumeration, as the formatter would write them."""
    name = enumeration(ruling.switch)
    arguments = f'"{name}", "{" ".join(ruling.options).upper()}", start=0'
    line = f"{name} = IntEnum({arguments})"
    if len(line) > LINE:
        line = f"{name} = IntEnum(\n    {arguments}\n)"
    if len(arguments) > LINE - 4:
        line = f"{name} = IntEnum(\n    {arguments.replace(', ', f',{NEXT}')},\n)"
    return line + "\n"


def text() -> str:
    """The module as it should be."""
    return HEAD + "".join(declared(each) for each in rulings() if each.alternatives) + FOOT


if __name__ == "__main__":
    SWITCHES_PY.write_text(text(), encoding="utf-8")
