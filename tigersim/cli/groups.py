"""Options that belong together: a command takes them as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from inspect import Parameter, signature
from typing import Any, NamedTuple, get_type_hints

import typer


@dataclass(frozen=True)
class Options:
    """Options as one value: its fields are annotated like the parameters of a command."""


class Group(NamedTuple):
    """Options that stand in place of one parameter of a command."""

    options: dict[str, Parameter]
    value: Callable[[typer.Context, dict[str, Any]], Any]
    """What the command gets, from the context and the options by name."""


def option(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    """A parameter of a command."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def group_of(kind: type[Options]) -> Group:
    """The options that are fields of ``kind``."""
    hints = get_type_hints(kind, include_extras=True)
    default = {one.name: Parameter.empty if one.default is MISSING else one.default for one in fields(kind)}
    return Group({name: option(name, hints[name], default[name]) for name in default}, lambda _, given: kind(**given))


def takes_options(command: Callable[..., None], **groups: Group) -> Callable[..., None]:
    """Decorator: a parameter whose type is a kind of ``Options`` stands for all of them.

    groups: parameters that stand for other options.
    """
    own = signature(command).parameters
    parameters = [] if "ctx" in own else [option("ctx", typer.Context)]
    for one in own.values():
        if one.name not in groups:
            # as typer itself does
            hint = eval(one.annotation, command.__globals__) if isinstance(one.annotation, str) else one.annotation
            if not (isinstance(hint, type) and issubclass(hint, Options)):
                parameters.append(one.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint))
                continue
            groups[one.name] = group_of(hint)
        parameters += groups[one.name].options.values()

    @wraps(command)
    def grouped(**values: Any) -> None:
        ctx = values["ctx"] if "ctx" in own else values.pop("ctx")
        for name, group in groups.items():
            values[name] = group.value(ctx, {one: values.pop(one) for one in group.options})
        command(**values)

    grouped.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    grouped.__annotations__ = {one.name: one.annotation for one in parameters}
    return grouped
