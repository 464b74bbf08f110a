"""Batalist: no rule stands there for the tests alone.  What a question may call is followed, name by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.catalogue.test_rulebook import REGISTERED
from tigersim.catalogue.companions import game
from tigersim.companions.batalist.play import kernels
from tigersim.companions.question import questions

PACKAGE = "tigersim.companions.batalist"
BATALIST = game("batalist")


def plain(thing: Any) -> Any:
    """What is behind caches, the compiler and ``@question``."""
    while (inner := getattr(thing, "__wrapped__", None) or getattr(thing, "py_func", None)) is not None:
        thing = inner
    return thing


def names_in(code: CodeType) -> set[str]:
    return {*code.co_names}.union(*(names_in(part) for part in code.co_consts if isinstance(part, CodeType)))


def named_by(thing: Any) -> Iterator[Any]:
    """The functions, classes and modules of the game that a function or class names."""
    if isinstance(thing, type):
        members = [getattr(each, "fget", None) or getattr(each, "__func__", each) for each in vars(thing).values()]
        yield from (each for each in members if isinstance(each, FunctionType))
    if not isinstance(thing, FunctionType):
        return
    names = names_in(thing.__code__)
    for name in names & set(thing.__globals__):
        found = thing.__globals__[name]
        if isinstance(found, ModuleType) and found.__name__.startswith(PACKAGE):
            yield from (getattr(found, each) for each in names if hasattr(found, each))
        elif isinstance(found, dict):  # a table of functions, as the conditions of modifiers
            yield from (each for each in found.values() if callable(each))
        else:
            yield found


@cache
def reached() -> set[str]:
    """All that is named on the way from a question; ``rolled`` and the samples call every kernel by its name."""
    ways = [plain(one.ask) for one in questions(BATALIST).values()]
    ways += [plain(one) for one in vars(kernels).values() if plain(one) is not one]
    seen: list[Any] = []
    while ways:
        one = ways.pop()
        if getattr(one, "__module__", "").startswith(PACKAGE) and not any(one is other for other in seen):
            seen.append(one)
            ways += [plain(each) for each in named_by(one)]
    return {f"{one.__module__}.{one.__qualname__}" for one in seen if hasattr(one, "__qualname__")}


def test_every_rule_that_is_carried_out_is_reached_by_a_question() -> None:
    own = {name: id for id, names in REGISTERED.items() for name in names if name.startswith(PACKAGE)}
    assert len(own) > 100
    assert {name: id for name, id in own.items() if name not in reached()} == {}


def test_a_name_that_nothing_on_the_way_calls_is_not_reached() -> None:
    assert f"{PACKAGE}.rules.fighting.damage" in reached()
    assert f"{PACKAGE}.conditions.in_retreat" in reached()
    assert f"{PACKAGE}.reading.mattering" in reached()
    assert f"{PACKAGE}.play.gauntlet.drawn_lines" not in reached()  # ``prices`` imports it when it is asked
