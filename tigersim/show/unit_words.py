"""What is printed of a unit, in words."""

from __future__ import annotations

from tigersim.catalogue.printed import Unit
from tigersim.catalogue.traits import traits

FLAGS = {
    "mg_only": "machine gun only",
    "mg_optional": "optional machine gun",
    "mortar": "mortar",
    "flamethrower": "flamethrower",
    "howitzer": "howitzer",
    "forward_only": "fires only forward",
    "wheeled": "wheeled",
    "amphibious": "amphibious",
    "unarmored": "unarmoured",
    "anti_air": "anti-air",
}
"""Notes that a unit has or has not."""
SIZED = {"gun": "gun", "hull_gun": "hull gun", "armor": "armour"}
"""Notes that have a size."""


def trait_words(unit: Unit) -> list[str]:
    """Its advantages and disadvantages by their names, then what is noted next to them."""
    known = traits()
    words = ["improved"] if unit.improved else []
    words += [known[name].label.lower() for name in (*unit.advantages, *unit.disadvantages)]
    words += [f"{size} {part}" for field, part in SIZED.items() if (size := getattr(unit, field))]
    words += [text for field, text in FLAGS.items() if getattr(unit, field)]
    if unit.machine_guns:
        words.append(f"{unit.machine_guns} machine gun{'s' if unit.machine_guns > 1 else ''}")
    if unit.carries:
        words.append(f"carries {unit.carries.replace('_', ' ')}")
    return words
