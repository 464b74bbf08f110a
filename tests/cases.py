"""Many small cases as one test that names each that fails: take it where dozens of cases take milliseconds."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]
ParameterSet = type(pytest.param())


def each(names: str | Sequence[str], cases: Iterable[Any], ids: Any = None) -> Callable[[Test], Test]:
    """Test all cases in one test, and name those that fail.  Written as ``pytest.mark.parametrize`` is.

    For cases that take milliseconds and share no folder, no patch and no other fixture that a test has to itself.
    Raises ``ValueError`` where there is no case, or one that is to be skipped or marked in any way but with its rule.
    """
    arguments = [one.strip() for one in names.split(",")] if isinstance(names, str) else [*names]
    rows = [_row(arguments, case) for case in cases]
    if not rows:
        raise ValueError("no case would be tested")
    if ids is not None:
        told = [ids(*row.values()) for _, row in rows] if callable(ids) else ids
        rows = [(str(name), row) for name, (_, row) in zip(told, rows, strict=True)]

    def over(test: Test) -> Test:
        @functools.wraps(test)
        def every(*bound: Any, **given: Any) -> None:
            failed = []
            for name, row in rows:
                try:
                    test(*bound, **given, **row)
                except pytest.skip.Exception as error:
                    raise ValueError(f"a test to itself, please: {name} is skipped, the others would be too") from error
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"case: {name}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(rows)} cases fail", failed)

        signature = inspect.signature(test)
        kept = [one for one in signature.parameters.values() if one.name not in arguments]
        if len(signature.parameters) - len(kept) != len(arguments):
            raise ValueError(f"{test.__name__} does not take {', '.join(arguments)}")
        every.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return every

    return over


def _row(arguments: list[str], case: Any) -> tuple[str, dict[str, Any]]:
    """What the case is called, and the values of its arguments."""
    name = None
    if isinstance(case, ParameterSet):
        if any(getattr(one, "mark", one).name != "rule" for one in case.marks):
            raise ValueError(f"a case of many can have no marks but that of its rule: {case}")
        name, case = case.id, case.values if len(arguments) > 1 else case.values[0]
    values = dict(zip(arguments, case if len(arguments) > 1 else [case], strict=True))
    return str(name or ", ".join(f"{one} = {value!r}" for one, value in values.items())), values
