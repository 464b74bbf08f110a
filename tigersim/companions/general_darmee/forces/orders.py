"""Tasks as the table of the game has them, and the orders that are made of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tigersim.catalogue.companions import game
from tigersim.companions.general_darmee.forces.roster import number_of_brigade
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.rules.tasks import (
    ASSAULT,
    FORWARD,
    RESERVE,
    may_be_given,
    order_cost,
    within_cap,
)
from tigersim.errors import InvalidValue, UnknownName
from tigersim.registry import rule

MOST_ORDERS = 24


class Task(NamedTuple):
    """One task of the table."""

    code: int
    name: str
    title: str
    cost: int
    on_brigade: bool
    needs_obedience: bool
    most: int | None
    """How often it may be given; None: as often as wanted."""
    per: str
    span: str
    effect: str


class Order(NamedTuple):
    """A task given to a brigade; 0: to none."""

    task: Task
    brigade: int
    instead: bool = False
    """Whether it is given only where the order before it, and those that this one stands in for, were not."""

    @property
    def alone(self) -> str:
        """The order without what it stands in for."""
        return f"{self.task.name} {self.brigade}" if self.brigade else self.task.name

    def __str__(self) -> str:
        return f"or {self.alone}" if self.instead else self.alone


@rule("GA-T01-01", "GA-T02-01", "GA-T03-01", "GA-T04-01", "GA-T05-01", "GA-T06-01", "GA-T07-01", "GA-T09-01")
@rule("GA-T10-01", "GA-T11-01", "GA-DER-01", "GA-GAP-23")
@cache
def tasks() -> dict[str, Task]:
    """Every task by name, with its cost and whether its effects need obedience."""
    return {
        row["task"]: Task(
            code=code,
            name=row["task"],
            title=row["title"],
            cost=int(row["cost"]),
            on_brigade=row["on_brigade"] == "yes",
            needs_obedience=row["needs_obedience"] == "yes",
            most=int(row["most"]) if row["most"] else None,
            per=row["per"],
            span=row["span"],
            effect=row["effect"],
        )
        for code, row in enumerate(game("general_darmee").table("tasks"))
    }


def find_task(name: str) -> Task:
    """The task of a name.  Raises ``UnknownName``."""
    found = tasks().get(name.strip().lower())
    if found is None:
        raise UnknownName(name, tasks(), kind="task")
    return found


def read_orders(text: str, side: Side, fallbacks: bool = False) -> tuple[Order, ...]:
    """Orders from text such as ``"forward 1, attach 1, recon"``.

    With ``fallbacks`` an order may stand in for another: ``"command 1 or forward 1"``.  Raises ``UnknownName`` and
    ``InvalidValue``.
    """
    orders = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        chain = [_read_order(" ".join(one.split()), side) for one in re.split(r"\sor\s", f" {part} ")]
        if len(chain) > 1 and not fallbacks:
            raise InvalidValue("order", part, "orders that are all given; 'or' is for plans, which go by priority")
        orders += [order._replace(instead=k > 0) for k, order in enumerate(chain)]
    if len(orders) > MOST_ORDERS:
        raise InvalidValue("number of orders", len(orders), f"up to {MOST_ORDERS}")
    return tuple(orders)


def _read_order(text: str, side: Side) -> Order:
    """One order."""
    name, _, number = text.partition(" ")
    task = find_task(name)
    if not task.on_brigade:
        if number:
            raise InvalidValue("order", text, f"{task.name} alone: it goes to no brigade")
        return Order(task, 0)
    brigade = number_of_brigade(number, side.count)
    if brigade is None:
        raise InvalidValue("order", text, f"{task.name} and the number of a brigade, 1 to {side.count}")
    return Order(task, brigade)


def chains(orders: Sequence[Order]) -> list[list[Order]]:
    """Orders with those that stand in for them."""
    found: list[list[Order]] = []
    for order in orders:
        if order.instead and found:
            found[-1].append(order)
        else:
            found.append([order])
    return found


@rule("GA-EX-02", "GA-EX-03", "GA-EX-05")
def cost_of(orders: Sequence[Order], side: Side) -> int:
    """ADCs that all orders of a turn take together."""
    brought_out = {order.brigade for order in orders if order.task.code == RESERVE}
    return sum(
        order_cost(
            order.task.cost,
            order.task.code == RESERVE,
            side.is_off_table(order.brigade),
            order.task.code in (ASSAULT, FORWARD) and side.in_reserve(order.brigade) and order.brigade in brought_out,
        )
        for order in orders
    )


def breaches(orders: Sequence[Order], side: Side, divisions: int, attach_reserve: bool) -> list[str]:
    """What is wrong with the orders of a turn in this sequence, a sentence each."""
    found = []
    brought_out: set[int] = set()
    for order in orders:
        reserve = side.in_reserve(order.brigade)
        if not may_be_given(order.task.code, reserve, order.brigade in brought_out, attach_reserve):
            found.append(f"{order.alone}: {_why_not(order, reserve, order.brigade in brought_out)}")
        if order.task.code == RESERVE:
            brought_out.add(order.brigade)
    limited = Counter(
        limit
        for chain in chains(orders)
        for limit in {
            (order.task.name, order.brigade if order.task.per == "brigade" else 0)
            for order in chain
            if order.task.most is not None
        }
    )
    for (name, brigade), given in limited.items():
        task = tasks()[name]
        groups = 1 if brigade else divisions
        if task.most is not None and not within_cap(given - 1, task.most, groups):
            who = f"brigade {brigade}" if brigade else f"{divisions} division" + "s" * (divisions > 1)
            found.append(f"{task.name}: {given} times, where {who} may have {task.most * groups} in a {task.span}")
    return found


def _why_not(order: Order, in_reserve: bool, brought_out: bool) -> str:
    """Why an order may not be given."""
    if not in_reserve:
        return "the brigade is not in reserve"
    if not brought_out:
        return f"the brigade is in reserve, so reserve {order.brigade} comes first"
    return "the brigade comes out of reserve, so it gets no more than assault, forward and attach"
