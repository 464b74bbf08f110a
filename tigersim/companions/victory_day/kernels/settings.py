"""What ``kernels.race`` reads, as plain numbers.  Nothing here needs the compiler."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.companions import Readings
from tigersim.companions.victory_day.forces.cards import Copies, Unit, known_cost
from tigersim.companions.victory_day.kernels import places as at
from tigersim.companions.victory_day.rules.readings import limit
from tigersim.companions.victory_day.rules.resources import KINDS


def race_setting(decks: list[list[Copies]], readings: Readings, redeal: bool, turn: int) -> npt.NDArray[np.int64]:
    """The setting of a race.  Raises ``InvalidValue`` for a unit without cost."""
    units = [(p, one) for p, cards in enumerate(decks) for one in cards if one.unit is not None]
    types = [one.unit for _, one in units if one.unit is not None]
    width = max(at.TURN + 1, KINDS + len(types) + 1, at.LINES + 2 * len(types))
    setting = np.zeros((at.UNITS + len(types), width), dtype=np.int64)
    for k, key in enumerate(at.READING_KEYS):
        whole = readings.game.by_key[key].kind == "whole"
        setting[0, k] = limit(readings, key) if whole else readings.option(key)
    setting[0, at.REDEAL], setting[0, at.TURN] = redeal, turn
    for p, cards in enumerate(decks):
        for one in cards:
            if one.resource >= 0:
                setting[at.DECKS + p, one.resource] += one.copies
            elif one.unit is None:
                setting[at.DECKS + p, KINDS + len(types)] += one.copies
    for k, (p, one) in enumerate(units):
        setting[at.DECKS + p, KINDS + k] += one.copies
        setting[at.UNITS + k] = _unit_row(types[k], types, f"deck_{'ab'[p]}", width)
    return setting


def _unit_row(unit: Unit, types: list[Unit], field: str, width: int) -> list[int]:
    row = [unit.strike, *known_cost(unit, field)]
    for enemy in types:
        now = unit.against_all([enemy])
        row += [now.attack, now.defence]
    return row + [0] * (width - len(row))
