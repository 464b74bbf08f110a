"""One price list, and its range over other players, tables and sizes.

A list answers for the battles that were played.  So the same question is asked again under other conditions, each in a
run of its own with dice of its own, and every price gets a range next to its interval: chance is in the one, the
conditions are in the other.  ``conditions.over_conditions`` says what a range is and how errors of sampling are taken
off it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal, Unpack

from pydantic import Field, field_validator

from tigersim.errors import brief
from tigersim.game.terms_text import TermsTable
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.report.ranges import with_range
from tigersim.pricing.report.result import Prices
from tigersim.pricing.report.schemas import LISTED
from tigersim.pricing.study.experiment import Experiment, PlanOf, Stop, wanted_design
from tigersim.pricing.study.run_options import RunOptions, how_to_run

FOLDER = "conditions"


class Condition(PlanOf):
    """``[[condition]]``: what is different; all else is as in ``[design]`` and ``[terms]``.

    Under rules of armies (``nation``, ``year``, ``front``, ``army_rules``) it prices the units that it fields.

    switches: other readings of the rules, on top of the file's.
    terms: options of ``Terms`` that are different.
    in_range: whether the range of the prices takes it in; a condition that is never played under at a table is told,
    but left out of the range.
    stop: when it has enough battles; left out = as ``[each]`` says.
    """

    name: str
    switches: dict[str, str] = Field(default_factory=dict)
    terms: TermsTable = TermsTable()
    in_range: bool = True
    stop: Stop | None = None

    @field_validator("name")
    @classmethod
    def _named(cls, value: str) -> str:
        if not re.fullmatch(r"[a-z0-9][a-z0-9 _-]*", value) or value == LISTED:
            raise ValueError("a name of lower-case letters, digits, spaces and hyphens is needed: it names a directory")
        return value

    @property
    def folder(self) -> str:
        return self.name.replace(" ", "_")


class WorthStudy(Experiment):
    """A price list and the conditions under which it is asked for again."""

    kind: Literal["worth"] = "worth"  # type: ignore[assignment]
    each: Stop = Stop()
    """When a condition is known well enough."""
    condition: Annotated[list[Condition], Field(min_length=1)]

    @field_validator("condition")
    @classmethod
    def _told_apart(cls, given: list[Condition]) -> list[Condition]:
        folders = [one.folder for one in given]
        twice = [name for name in folders if folders.count(name) > 1]
        if twice:
            raise ValueError(f"two conditions are called '{brief(twice[0])}'")
        return given

    def matches(self) -> list[tuple[str, str]]:
        """Players that meet."""
        return list(dict.fromkeys(self._plan(one).players for one in (None, *self.condition)))

    def _plan(self, condition: Condition | None) -> PlanOf:
        if condition is None:
            return self.design
        # dice of its own: the errors of two conditions must have nothing in common
        seed = self.design.seed + 1 + self.condition.index(condition)
        own = condition.model_dump(include=condition.model_fields_set & set(PlanOf.model_fields))
        common = self.design.model_dump(include=self.design.model_fields_set - condition.terms.model_fields_set)
        return PlanOf(**{**common, "seed": seed, **own})

    def experiment(self, condition: Condition | None) -> Experiment:
        """The price study of one condition, or of the list itself (None)."""
        read: dict[str, Any] = self.model_dump(include=self.model_fields_set & {"ruleset", "switches"})
        terms = self.terms.model_dump(exclude_unset=True)
        if condition is not None:
            named = condition.model_fields_set
            terms = {name: value for name, value in terms.items() if name not in named - {"switches"}}
            terms |= condition.terms.model_dump(exclude_unset=True)
            of_rules = terms if terms.keys() & {"ruleset", "switches"} else read
            if condition.switches:
                of_rules["switches"] = {**of_rules.get("switches", {}), **condition.switches}
        return Experiment(
            question=self.question,
            why=self.why,
            **read,
            terms=TermsTable(**terms),
            design=self._plan(condition),
            stop=self.stop if condition is None else condition.stop or self.each,
            close=self.close if condition is None else None,
        )

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Prices:
        """Play list and conditions (``conditions/NAME``).  Raises what ``prices`` raises."""
        forbid, progress, crew = how_to_run(options)
        for one in (None, *self.condition):  # a condition that cannot be is told before hours of play
            wanted_design(self.experiment(one), forbid)
        place = Path(folder)
        joint = JointProgress(progress)
        listed = self.experiment(None).run(place, forbid=forbid, progress=joint.next_run(), **crew)
        others = {}
        for one in self.condition:
            there = place / FOLDER / one.folder
            others[one.name] = self.experiment(one).run(there, forbid=forbid, progress=joint.next_run(), **crew)
        found = with_range(listed, others, [one.name for one in self.condition if one.in_range])
        found.save(place)
        return found
