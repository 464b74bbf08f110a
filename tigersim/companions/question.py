"""Questions: functions that the command line and notebooks know by one name.

A question takes plain arguments (``int``, ``float``, ``str``, ``bool``), each ``Annotated`` with what it means, and
``readings`` last; a whole number may have its range there too, as ``(1, 6)``.  Its docstring begins with the question
itself.  The command line is made from that.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, wraps
from importlib import import_module
from typing import Any, get_type_hints

from tigersim.catalogue.companions import Game, Readings, game
from tigersim.companions.answer import Answer, Answered
from tigersim.companions.asking import ask_kind

MARK = "__question__"


@dataclass(frozen=True)
class Question:
    """One question about a game."""

    id: str
    """As in the reference: ``VD-Q-05``."""
    name: str
    """As on the command line: ``redeal``."""
    text: str
    """First line of its docstring."""
    ask: Callable[..., Answered]

    @cached_property
    def parameters(self) -> dict[str, tuple[Any, str, Any]]:
        """Argument -> (type, what it means, default, or ``inspect.Parameter.empty``)."""
        hints = get_type_hints(self.ask, include_extras=True)
        told = {}
        for name, parameter in inspect.signature(self.ask).parameters.items():
            if name != "readings":
                hint = hints[name]
                told[name] = (hint.__origin__, hint.__metadata__[0], parameter.default)
        return told

    @cached_property
    def ranges(self) -> dict[str, tuple[int, int]]:
        """Argument -> least and greatest whole number that it may be, where that is fixed."""
        hints = get_type_hints(self.ask, include_extras=True).items()
        return {name: hint.__metadata__[1] for name, hint in hints if len(getattr(hint, "__metadata__", ())) > 1}


def question(id: str, name: str) -> Callable[[Callable[..., Answer]], Callable[..., Answered]]:
    """Make a function the question of an ID and a name.

    ``readings`` may be left out or given as a dictionary.  Raises ``InvalidValue`` for an argument of another type and
    for a number out of its range.
    Its answer is told the arguments, so that it can say how to ask again.
    """

    def made(function: Callable[..., Answer]) -> Callable[..., Answered]:
        own = game_of(function.__module__)

        @wraps(function)
        def ask(*args: Any, readings: Any = None, **kwargs: Any) -> Answered:
            if not isinstance(readings, Readings):
                readings = Readings.of(game(own), readings)
            given = inspect.signature(function).bind(*args, readings=readings, **kwargs)
            given.apply_defaults()
            asked = {name: value for name, value in given.arguments.items() if name != "readings"}
            for argument, (kind, _, _) in known.parameters.items():
                asked[argument] = ask_kind(argument, asked[argument], kind, known.ranges.get(argument))
            answer = function(**asked, readings=readings)
            return Answered(**vars(answer), question=id, readings=readings, asked=asked)

        text = (inspect.getdoc(function) or "").split("\n")[0]
        known = Question(id, name, text, ask)
        setattr(ask, MARK, known)
        return ask

    return made


def game_of(module: str) -> str:
    """Name of the game that a module under ``tigersim.companions`` belongs to."""
    return module.split(".")[2]


@cache
def questions(of: Game) -> dict[str, Question]:
    """The questions of a game by name, in the order of their IDs.  Its module imports them all."""
    module = import_module(f"tigersim.companions.{of.name}")
    found = [getattr(one, MARK) for one in vars(module).values() if hasattr(one, MARK)]
    return {one.name: one for one in sorted(found, key=lambda one: one.id)}
