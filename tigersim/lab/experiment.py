"""Experiments as files: what all kinds have in common (``experiments/NNN_question.toml``)."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from tigersim.catalogue.rulesets import RuleSet
from tigersim.errors import DataError
from tigersim.files.documents import toml_of


class TomlTable(BaseModel):
    """A table of such a file: fields that it does not know are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ExperimentFile(TomlTable):
    """One experiment.  ``question`` and ``why`` are for people; ``ruleset`` and ``switches`` as in a ruleset file."""

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
            first = error.errors()[0]
            raise DataError(str(place), None, ".".join(map(str, first["loc"])), first["msg"]) from None

    def rules(self) -> RuleSet:
        """The ruleset with its switches.  Raises what ``RuleSet`` raises."""
        return RuleSet.load(self.ruleset).replace(**self.switches)
