"""One battle of a design, to be played again decision by decision."""

from __future__ import annotations

from tigersim.errors import InvalidValue
from tigersim.game.battle import Battle
from tigersim.game.records import PLANNER_NAME, PLAYOUTS
from tigersim.lab.design import BATTLES_PER_TASK, Design


def single_battle(design: Design, number: int) -> Battle:
    """Battle ``number`` of a design at its first decision; played on it ends as in a batch.

    Raises ``InvalidValue`` for a number below 0, and for a design whose battles cannot be played one by one: one with
    prices or beliefs of its own, with readings drawn at random, or with a planner whose budget is not the usual one.
    """
    if number < 0:
        raise InvalidValue("number of the battle", number, "a whole number from 0")
    check_single(design)
    task = number // BATTLES_PER_TASK
    return Battle.start(
        design.mustered(number),
        design.terms.without_cards(),
        seed=design.seed,
        number=number,
        table=design.table_of(task),
        players=design.players,
    )


def check_single(design: Design) -> None:
    """Raises ``InvalidValue`` for a design whose battles cannot be played one by one."""
    if design.prices:
        raise InvalidValue("prices", "of its own", "the printed ones: single battles are played by no others")
    if design.believed:
        raise InvalidValue("believed", "of its own", "none: players of single battles go by the printed costs")
    if design.readings is not None:
        raise InvalidValue("readings", "drawn at random", "none: single battles are played by one reading of the rules")
    budgets = [n for who, n in zip(design.players, design.playouts, strict=True) if who == PLANNER_NAME]
    if any(budget != PLAYOUTS for budget in budgets):
        raise InvalidValue("playouts", design.playouts, f"{PLAYOUTS}: single battles are played with no other budget")
