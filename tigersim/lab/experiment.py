"""Experiments as files: what all kinds have in common (``experiments/NNN_question.toml``)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, ClassVar, Self, Unpack

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tigersim.catalogue.rulesets import RuleSet
from tigersim.core.board import FAMILIES
from tigersim.errors import DataError, InvalidValue, NotModelled, RuleForbids, UnknownName
from tigersim.files.documents import toml_of
from tigersim.files.faults import first_fault
from tigersim.game.terms import TermOptions, Terms
from tigersim.game.terms_text import TermsTable
from tigersim.lab.design import BATTLES_PER_TASK, MOST_JITTER

Count = Annotated[int, Field(ge=1)]


class TomlTable(BaseModel):
    """A table of such a file: fields that it does not know are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class DesignTable(TomlTable):
    """``[design]``: seed, tables and armies of mirrored battles, as ``Design`` takes them."""

    seed: Annotated[int, Field(ge=0)] = 1
    families: tuple[str, ...] = FAMILIES
    tables: Count = 32
    pairs_per_table: Annotated[int, Field(ge=1, le=BATTLES_PER_TASK)] = 16
    sizes: tuple[int, int] = (6, 10)
    jitter: Annotated[int, Field(ge=1, le=MOST_JITTER)] = 4


@contextmanager
def errors_of(path: str | Path) -> Iterator[None]:
    """Errors in what a file asks for, as ``DataError`` that names the file."""
    try:
        yield
    except (InvalidValue, UnknownName, RuleForbids, NotModelled) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(str(path), None, None, str(error)) from None


class ExperimentFile(TomlTable):
    """One experiment: its question and why, for people; ruleset and switches as in a ruleset."""

    question: str
    why: str
    ruleset: str = "paper_tigers_2"
    switches: dict[str, str] = {}

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a file.  Raises ``DataError`` naming the file, the field and what is wrong with it."""
        place = Path(path)
        try:
            return cls(**toml_of(place))
        except ValidationError as error:
            at, problem = first_fault(error, cls)
            raise DataError(str(place), None, ".".join(map(str, at)) or None, problem) from None

    def rules(self) -> RuleSet:
        """The ruleset with its switches.  Raises what ``RuleSet`` raises."""
        return RuleSet.load(self.ruleset).replace(**self.switches)


class FileWithTerms(ExperimentFile):
    """An experiment with a table ``[terms]``: any option of ``Terms``, by its name there.

    ``ruleset`` and ``switches`` stand at the top of the file or in ``[terms]``, not in both.
    """

    PLAN_SAYS: ClassVar[tuple[str, ...]] = ()
    """Options that such an experiment varies itself."""

    terms: TermsTable = TermsTable()

    def terms_with(self, **options: Unpack[TermOptions]) -> Terms:
        """The terms of the file; ``options``: what it says of them elsewhere.

        Raises ``InvalidValue`` for what is said twice and otherwise, or is varied by the experiment, and what ``Terms``
        raises.
        """
        said = self.terms.options()
        for name in said:
            if name in self.PLAN_SAYS:
                raise InvalidValue(f"terms.{name}", said[name], "none: the experiment says elsewhere which it plays")
        top = [name for name in ("ruleset", "switches") if name in self.model_fields_set]
        if "ruleset" in said and top:
            raise InvalidValue("terms.ruleset", str(said["ruleset"]), f"none, for the file has {top[0]} at its top")
        return Terms.of(Terms(**{"ruleset": self.rules(), **said}), **options)
