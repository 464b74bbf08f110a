"""What is wrong with the values of a file, in plain words: what pydantic's models complain of first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from tigersim.errors import close_matches, literal

ALLOWED: dict[str, str | Callable[[Mapping[str, Any]], str]] = {
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), "a whole number"),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number"), "a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "true or false"),
    **dict.fromkeys(("tuple_type", "list_type"), "a list"),
    **dict.fromkeys(("dict_type", "mapping_type", "model_type", "model_attributes_type"), "a table"),
    "string_type": "text",
    "is_instance_of": lambda about: "a list" if about["class"] == "Sequence" else f"a {about['class']}",
    "greater_than_equal": lambda about: f"{about['ge']:g} or more",
    "greater_than": lambda about: f"more than {about['gt']:g}",
    "less_than_equal": lambda about: f"up to {about['le']:g}",
    "less_than": lambda about: f"less than {about['lt']:g}",
    "too_long": lambda about: f"a list of up to {about['max_length']}",
    "too_short": lambda about: f"a list of {about['min_length']} or more",
    "literal_error": lambda about: str(about["expected"]).replace(" or ", ", ").replace("'", ""),
}
"""Kind of complaint -> what is allowed there."""


def first_fault(error: ValidationError, model: type[BaseModel]) -> tuple[tuple[int | str, ...], str]:
    """(place, problem) of the first thing that a model complains of.

    place: names of tables and fields, numbers in lists, as ``("design", "sizes", 0)``.  A name that is not known comes
    before one that is missing, which may be the same one spelled wrongly.
    """
    first = min(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
    return first["loc"], _problem(first, model)


def _problem(first: Mapping[str, Any], model: type[BaseModel]) -> str:
    kind, place, about = str(first["type"]), first["loc"], first.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        known = list(_fields_at(model, place[:-1]))
        near = close_matches(str(place[-1]), known)
        return "is not known; " + (f"did you mean {', '.join(near)}?" if near else f"allowed: {', '.join(known)}")
    if kind not in ALLOWED:
        return str(first["msg"]).removeprefix("Value error, ").removeprefix("Assertion failed, ")
    allowed = ALLOWED[kind]
    return f"is {literal(first['input'])}; allowed: {allowed if isinstance(allowed, str) else allowed(about)}"


def _fields_at(model: type[BaseModel], place: tuple[int | str, ...]) -> Iterator[str]:
    """Names of the fields of the table at a place within a model."""
    for part in place:
        if isinstance(part, str) and part in model.model_fields:
            inside = _models_in(model.model_fields[part].annotation)
            model = next(inside, model)
    yield from model.model_fields


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inside in get_args(annotation):
        yield from _models_in(inside)
