"""Off-table support tried thousands of times: as often as the odds say, and with books of luck that are fair."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from tests.core.fire_scenes import RECON, STUART, SU_85, TIGER, TRAP, aboard, ruled
from tests.core.positions import SQUAD, TANK, TRUCK, A, B, Position, table_of, user_unit
from tests.core.tried_actions import ALIVE, ALL_PLAYERS, CALLS, CARDS, HAZARD, HITS, LUCK, agrees, tries
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import Unit, unit
from tigersim.core.codes import Fields
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.enums import CALL, PHASE_RESOLVE
from tigersim.game.options import allow_support
from tigersim.odds import air_strike, barrage
from tigersim.odds.off_table import SupportOdds
from tigersim.odds.targets import Target

TRIALS = 200 if COMPILER_OFF else 20_000
FLAMES, SQUAD_OF_FLAMES = "M4 Sherman", "Infantry [generic]"
VETERANS = user_unit("veterans", "infantry", improved=True)
IMPROVED = user_unit("improved tank", "heavy_tank", improved=True, disadvantages=("vulnerable_armor",))


class Case(NamedTuple):
    """Support to be tried many times."""

    card: str
    targets: tuple[str | Unit, ...]
    order: tuple[int, ...]
    cover: bool = False
    hits: int = 0
    """Of the first target."""
    switch: str = ""
    option: str = ""

    def __str__(self) -> str:
        return " ".join(str(one) for one in (self.card, *self.targets, self.option) if one)


CASES = [
    Case("AS", (TANK,), (1, 1)),
    Case("AS", (TIGER, SQUAD), (1, 2, 1, 2)),
    Case("AC", (SQUAD, RECON), (1, 2, 1, 2), cover=True),
    Case("AS", (TRAP, STUART), (1, 1, 2), hits=1),
    Case("AC", (VETERANS, IMPROVED), (1, 2, 1, 2), cover=True),
    Case("AS", (SU_85, TANK), (1, 2, 2), switch="spg_low_profile", option="include_support"),
    Case("AS", (TIGER,), (1, 1), switch="barrage_arc", option="full_dice"),
    Case("AS", (TANK, SQUAD), (1, 2, 1), switch="armored_suppression", option="support_like_mg"),
    Case("AS", (STUART,), (1, 1), switch="rivets", option="extra_if_unsaved"),
    Case("AS", (f"{FLAMES} + flamethrower", SQUAD), (1, 2, 1)),
    Case("AH", (TANK,), (1, 1)),
    Case("AH", (f"{SQUAD_OF_FLAMES} + flamethrower", TANK), (1, 2, 1), cover=True),
    Case("AH", (SQUAD, TIGER, TANK), (1, 2, 3, 1, 2)),
    Case("AD", (TRAP, STUART), (1, 2, 1, 2), hits=1),
    Case("AD", (VETERANS, IMPROVED), (1, 2, 1, 2), cover=True),
    Case("AH", (f"{TRUCK} + anti-air", TANK), (2, 1, 2)),
    Case("AH", (SU_85, TANK), (1, 2), switch="spg_low_profile", option="include_support"),
    Case("AH", (TRAP,), (1, 1), switch="death_trap", option="all_dice"),
    Case("AH", (TRAP,), (1, 1), switch="death_trap", option="armor_roll_with_no_success"),
    Case("AD", (TANK, SQUAD), (1, 2), switch="save_success_rule", option="one_success_cancels_all"),
    Case("AD", (TANK,), (1, 1), switch="anti_air", option="mg_units"),
]


@cache
def try_out(case: Case) -> tuple[SupportOdds, np.ndarray]:
    """(the exact odds, what the tries leave of the targets, one after the other)."""
    rules = ruled(**{case.switch: case.option}) if case.switch else DEFAULT
    kinds = [one if isinstance(one, Unit) else unit(one) for one in case.targets]
    where = [Target(kind, cover="wood" if case.cover else "none") for kind in kinds]
    where[0] = Target(kinds[0], cover=where[0].cover, hits_before=case.hits)
    exact = (air_strike if case.card in ("AH", "AD") else barrage)(where, rules, order=case.order)
    wood = table_of(*["." * 17 + ("WWW" if case.cover else "...")] * 8)
    position = Position([SQUAD, SQUAD], [*kinds, SQUAD], wood, rules)
    allow_support(position.battle, "both", rules)
    position.put(A, 12, 4)
    position.put(A + 1, 0, 0)
    for k in range(len(kinds)):
        position.put(B + k, 18, 2 * k)
        if k or not case.hits:
            position.give(B + k, f"{k + 3}C")
    position.put(B + len(kinds), 0, 7)  # far off, so that the battle goes on
    position.unit(B).hits = case.hits
    position.turn_over(A, case.card)
    position.turn_over(A + 1, "2C")
    position.go(PHASE_RESOLVE)
    return exact, call(position, [B + number - 1 for number in case.order], len(kinds))


def call(position: Position, order: list[int], targets: int) -> np.ndarray:
    """What calls of A leave of so many units from B on; the next of ``order`` that lives is attacked."""
    action = Fields(CALL, A, order[0]).code
    return tries(position, action, range(B, B + targets), TRIALS, ALL_PLAYERS, 5, order[1:])


@pytest.mark.rule("PT-SUPPORT-02", "PT-SUPPORT-05", "PT-SUPPORT-07", "PT-SUPPORT-10", "PT-SUPPORT-12", "PT-SUPPORT-13")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_support_in_battles_comes_out_as_the_odds_say(case: Case) -> None:
    exact, rows = try_out(case)
    for place, struck in enumerate(exact.targets):
        alive, hits, cards = (rows[:, place, column] for column in (ALIVE, HITS, CARDS))
        seen = {
            "p_destroyed": np.sum(alive == 0),
            "p_one_hit": np.sum((alive == 1) & (hits == 1)),
            "p_none": np.sum((alive == 1) & (hits == 0)),
        }
        # one next to a hit may be suppressed by it too; then the odds tell only of its own attacks
        if len(exact.targets) == 1 and not case.hits:
            seen["p_suppressed"] = np.sum((alive == 1) & (hits == 0) & (cards == 0))
        for name, count in seen.items():
            assert agrees(count, TRIALS, float(getattr(struck, name))), (place, name, count / TRIALS)
    made = rows[:, -1, CALLS]
    assert abs(made.mean() - exact.expected_attacks) <= 4 * made.std() / TRIALS**0.5 + 1e-9


def is_unbiased(surprise: np.ndarray, expected: float = 0.0) -> bool:
    """Whether what came minus what was to be expected is 0 on average, as far as so many tries can tell.

    Of what is rarely ``expected`` even none may come, so that the tries themselves show no spread.
    """
    spread = max(float(surprise.var()), expected) ** 0.5
    return bool(abs(surprise.mean()) <= 4 * spread / len(surprise) ** 0.5 + 1e-12)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_hazards_average_to_the_deaths(case: Case) -> None:
    exact, rows = try_out(case)
    for place in range(len(exact.targets)):
        hazard = rows[:, place, HAZARD]
        assert is_unbiased(1.0 - rows[:, place, ALIVE] - hazard, hazard.mean())
    assert is_unbiased(rows[:, -1, LUCK])


@pytest.mark.rule("PT-SUPPORT-06", "PT-IMPROVED-02", "AMB-70")
@pytest.mark.parametrize("beside", [SQUAD, VETERANS])
@pytest.mark.parametrize("option", ["unarmored_enemy_no_save", "save_allowed"])
def test_a_neighbour_is_suppressed_as_often_as_the_odds_say(beside: str | Unit, option: str) -> None:
    rules = ruled(howitzer_splash=option)
    wood = table_of(*["." * 24] * 4, *["." * 17 + "WWW" + "." * 4] * 4)  # row 5 from the bottom is open, 2 is wood
    position = Position([SQUAD, SQUAD], [TIGER, beside], wood, rules)
    allow_support(position.battle, "barrages", rules)
    position.put(A, 12, 4)
    position.put(A + 1, 0, 0)
    position.put(B, 18, 5)
    position.put(B + 1, 18, 2)
    position.give(B + 1, "3C")
    position.turn_over(A, "AS")
    position.turn_over(A + 1, "2C")
    position.go(PHASE_RESOLVE)
    rows = call(position, [B, B], 2)
    exact = barrage(TIGER, rules, neighbour=Target(beside, cover="wood"))
    assert agrees(np.sum(rows[:, 1, CARDS] == 0), TRIALS, exact.p_neighbour_suppressed)


@pytest.mark.rule("PT-SUPPORT-02", "PT-CARRY-05")
def test_hazards_of_passengers_are_booked_as_they_come() -> None:
    position = Position([SQUAD, SQUAD], [TRUCK, RECON, SQUAD], table_of(*["." * 24] * 8))
    allow_support(position.battle, "both")
    for slot, x, y in ((A, 12, 4), (A + 1, 0, 0), (B, 18, 2), (B + 1, 18, 4), (B + 2, 0, 7)):
        position.put(slot, x, y)
    aboard(position, B + 1, B)
    position.turn_over(A, "AH")
    position.turn_over(A + 1, "2C")
    position.go(PHASE_RESOLVE)
    rows = call(position, [B], 2)
    assert agrees(np.sum(rows[:, 1, ALIVE] == 0), TRIALS, 0.5)  # recon dies of the hit on its truck
    assert np.array_equal(rows[:, 1, HAZARD], 1.0 - rows[:, 1, ALIVE])
