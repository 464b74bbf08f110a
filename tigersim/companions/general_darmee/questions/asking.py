"""What several questions take and rest on: brigades, holders, cover, rulings."""

from __future__ import annotations

from typing import Annotated

from tigersim.companions.asking import chosen
from tigersim.companions.general_darmee.rules import tasks
from tigersim.companions.general_darmee.rules.initiative import ENEMY, NOBODY, OWN
from tigersim.errors import InvalidValue

Brigades = Annotated[int, "brigades on the table, each with one ADC"]
OffTable = Annotated[int, "brigades off the table, reserves or reinforcements"]
POOL = ("extra_adc", "extra_pool", "adc_per_brigade", "adc_bonus")
"""The rulings that the number of ADCs rests on."""
STEADY_ROLL = ("obey_threshold",)
ROLL = ("obey_threshold", "faltering_obey_threshold")
COMMAND_ROLL = ("obey_threshold", "command_reroll_before_obey", "max_rerolls")
"""The rulings that obedience rests on: of steady brigades, of all, and under Command!"""
MOST_TURNS, MOST_NUMBERS = 100, 60
HOLDERS = {"own": OWN, "enemy": ENEMY, "nobody": NOBODY}
Holder = Annotated[str, "who had the initiative last turn: own, enemy, or nobody before the first turn"]
COUNTED = ("count_double_state", "count_fled")
FORCES = (*POOL, *ROLL, *COUNTED)
COVERS = {"open": (False, False), "wood": (True, False), "height": (False, True), "both": (True, True)}
Cover = Annotated[str, "where the cards lie: open, wood, height (behind one), or both"]
MOST_DISTANCE = 500
BY_TASK = {
    tasks.RECON: ("recon_cover_stacks", "divisions"),
    tasks.ATTACH: ("attach_reserve",),
    tasks.ASSAULT: ("assault_stands", "assault_obeys"),
    tasks.PREPARATION: ("artillery_prep_needs_obey",),
    tasks.GLORY: ("glory_recovers", "divisions"),
    tasks.FORWARD: ("units", "forward_mode"),
    tasks.RESERVE: ("reserve_rolls_on_commit",),
    tasks.COMMAND: ("command_reroll_before_obey", "max_rerolls", "divisions"),
}
"""The rulings that a task in a plan brings in."""


def find_holder(name: str) -> int:
    """The side of a name.  Raises ``UnknownName``."""
    return chosen("holder of the initiative", name, HOLDERS)


def find_cover(name: str) -> tuple[bool, bool]:
    """Whether a card is in a wood and behind high ground.  Raises ``UnknownName``."""
    return chosen("cover", name, COVERS)


def numbers(name: str, text: str) -> list[int]:
    """Whole numbers with commas between them, from text.  Raises ``InvalidValue``."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    known = all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts)
    if not parts or len(parts) > MOST_NUMBERS or not known:
        raise InvalidValue(name, text, f"whole numbers from 0 with commas, up to {MOST_NUMBERS} of them")
    return [int(part) for part in parts]


InLine = Annotated[int, "our brigades in line, numbered from 1"]
Faltering = Annotated[int, "how many of them are Faltering, the last ones"]
Reserves = Annotated[int, "our brigades in reserve on the table, numbered next"]
Away = Annotated[int, "our brigades off the table, numbered last"]
Adcs = Annotated[int, "our ADCs each turn; -1: by the dice"]
Cards = Annotated[int, "enemy cards of the Fog of War"]
RosterText = Annotated[str, "units of our brigades, as '1 infantry line, 3 artillery low casualties 2'"]
OurArmy = Annotated[str, "our army: french, british, late prussian, austrian, russian or other"]
Army = Annotated[str, "its army: french, british, late prussian, austrian, russian or other"]
EnemyPlan = Annotated[str, "the enemy's orders"]
EnemyInLine = Annotated[int, "enemy brigades in line"]
Turns = Annotated[int, "how many turns"]
Objective = Annotated[int, "turns of an assault that is obeyed until its objective is reached; 0: never"]
Seed = Annotated[int, "number that the dice come from"]
