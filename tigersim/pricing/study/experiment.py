"""Experiments of a design as files: what is played, and when it is enough."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Self, Unpack

from pydantic import Field, model_validator

from tigersim.catalogue.army_rules import TEXTS, rules_of_texts
from tigersim.catalogue.scenarios import STANDARD
from tigersim.catalogue.units import all_units
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS
from tigersim.errors import InvalidValue, TigersimError
from tigersim.game.options import FAMILY, MARKERS, NO_FORTS, SUPPORT
from tigersim.game.terms import TermOptions, Terms
from tigersim.lab.design import BATTLES_PER_TASK, MOST_JITTER, Design
from tigersim.lab.experiment import FileWithTerms, TomlTable
from tigersim.pricing.play.closing import Close, close_run
from tigersim.pricing.play.job import TARGET, priced_units, prices
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.report.result import Prices
from tigersim.pricing.study.run_options import RunOptions, how_to_run


class PlanOf(TomlTable):
    """``[design]``: units, armies, tables and players, and options of ``Terms``.

    seed: from which all chance follows.
    players: of side a and of side b.
    sizes: fewest and most units a side.
    jitter: faces of the dice that set how far the budgets are apart.
    tables: number of random tables used in turn; left out = a new one every 512 battles.
    units: a file with the units; left out = the catalogue.
    nation, year, front, army_rules: what the armies may be made of, as on the command line: one value for both sides,
    or two with a comma between them, as ``nation = "germany,ussr"``.
    family ... forbid: as in ``[terms]``, where every option may stand.
    """

    seed: Annotated[int, Field(ge=0)] = 1
    players: tuple[str, str] = DEFAULT_PLAYERS
    sizes: tuple[int, int] = (6, 10)
    jitter: Annotated[int, Field(ge=1, le=MOST_JITTER)] = 4
    tables: Annotated[int, Field(ge=1)] | None = None
    family: str = FAMILY
    markers: str = MARKERS[0]
    target_score: Annotated[int, Field(ge=0)] = 0
    support: str = SUPPORT[0]
    forts: tuple[int, int] = NO_FORTS
    scenario: str = STANDARD
    inches: tuple[int, int] | None = None
    forbid: tuple[str, ...] = ()
    units: str | None = None
    nation: str | None = None
    year: int | str | None = None
    front: str | None = None
    army_rules: str | None = None

    def of_armies(self) -> dict[str, Any]:
        """The options of ``Design`` that are none of ``Terms``, without the units."""
        plain = self.model_dump(include={"seed", "players", "sizes", "jitter", "tables"})
        return plain | {"army_rules": rules_of_texts(self.model_dump(include=set(TEXTS)))}

    @model_validator(mode="after")
    def _rules_of_armies(self) -> Self:
        try:
            self.of_armies()
        except TigersimError as error:
            raise ValueError(str(error)) from None
        return self

    def of_terms(self) -> dict[str, Any]:
        """The options of ``Terms`` that the table names, without what is forbidden."""
        return self.model_dump(include=self.model_fields_set & (TermOptions.__annotations__.keys() - {"forbid"}))


class Stop(TomlTable):
    """``[stop]``: a number of battles, or a half-width that 95% of the units must reach (VP)."""

    battles: Annotated[int, Field(ge=1)] | None = None
    target_half_width: Annotated[float, Field(gt=0)] = TARGET

    def tasks(self, needed: str) -> int:
        """Tasks that hold so many battles.  Raises ``InvalidValue`` where no number is given."""
        if self.battles is None:
            raise InvalidValue("stop.battles", None, needed)
        return -(-self.battles // BATTLES_PER_TASK)


class Planned(FileWithTerms):
    """An experiment of a design."""

    design: PlanOf = PlanOf()

    def matches(self) -> list[tuple[str, str]]:
        """Players that meet."""
        return [self.design.players]

    def battle_terms(self, forbid: tuple[str, ...] = ()) -> Terms:
        """What the battles are played by; forbid: more than the file forbids.

        Raises ``InvalidValue`` for an option that the file names twice otherwise, and what ``Terms`` raises.
        """
        terms = self.terms_with(**self.design.of_terms())
        more = (*self.design.forbid, *forbid)
        return terms.replace(forbid=(*terms.forbid, *more)) if more else terms


class Measured(Planned):
    """An experiment of a design that says when it has enough battles."""

    stop: Stop = Stop()

    @model_validator(mode="before")
    @classmethod
    def _closes(cls, tables: Any) -> Any:
        if "close" in tables and "close" not in cls.model_fields:
            raise ValueError("only studies of kind prices and worth close their list: leave [close] out")
        return tables


class Experiment(Measured):
    """One price study.

    ``[close]``: units far from their cost are played again at what they seem to be worth.
    """

    kind: Literal["prices"] = "prices"
    close: Close | None = None

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Prices:
        """Play it in a run directory; what is there is used.  Raises what ``prices`` raises."""
        forbid, progress, crew = how_to_run(options)
        joint, design, stop = JointProgress(progress), wanted_design(self, forbid), self.stop
        width = stop.target_half_width
        found = prices(stop.battles, None, width, design=design, out=folder, progress=joint.next_run(), **crew)
        if self.close is None:
            return found
        return close_run(found, design.narrowed(), folder, self.close, progress=joint.next_run(), **crew)


def design_of(study: Planned, forbid: tuple[str, ...] = (), **more: Any) -> Design:
    """The design of a file, of units that its armies may have.  ``more``: options of ``Design``."""
    return wanted_design(study, forbid, **more).narrowed()


def wanted_design(study: Planned, forbid: tuple[str, ...] = (), **more: Any) -> Design:
    """The design of a file, units that no army may have included."""
    terms, path = study.battle_terms(forbid), study.design.units
    among = None if path is None else all_units(Path(path), terms.ruleset)
    return Design(priced_units(among, terms.ruleset), terms, **study.design.of_armies(), **more)
