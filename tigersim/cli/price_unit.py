"""The command that prices units of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.catalogue.lists import WORTH
from tigersim.cli import completion
from tigersim.cli.groups import Options, takes_options
from tigersim.cli.options import BattlesUntilTarget, Seed, Threads
from tigersim.cli.output import Output, noted, print_lines, print_rich, under_way
from tigersim.errors import InvalidValue, UnknownName

if TYPE_CHECKING:
    from tigersim.catalogue.units import Unit

made = partial(typer.Option, rich_help_panel="A unit without a file")
TRAITS_METAVAR = "TRAIT[,TRAIT]"


@dataclass(frozen=True)
class OwnUnit(Options):
    """A unit of one's own in words: a plain one of a class, or a historical one, with and without some traits."""

    type_: Annotated[
        str | None,
        made(
            "--class",
            metavar="CLASS",
            help="Price a plain unit of this class, as armored_car.",
            autocompletion=completion.classes,
        ),
    ] = None
    like: Annotated[
        str | None,
        made("--like", metavar="NAME", help="Price a unit like this one.", autocompletion=completion.units),
    ] = None
    more: Annotated[
        list[str] | None,
        made("--with", metavar=TRAITS_METAVAR, help="It has these traits too.", autocompletion=completion.traits),
    ] = None
    fewer: Annotated[
        list[str] | None,
        made("--without", metavar=TRAITS_METAVAR, help="It lacks these traits.", autocompletion=completion.traits),
    ] = None
    named: Annotated[
        str | None, made("--named", metavar="NAME", help="What it is called.", show_default="by its traits")
    ] = None

    def unit(self) -> Unit | None:
        """The unit, None where none is told of.  Raises ``InvalidValue`` and what ``Unit.changed`` raises."""
        if self.type_ is None and self.like is None:
            for option, given in (("--with", self.more), ("--without", self.fewer), ("--named", self.named)):
                if given:
                    raise InvalidValue(
                        option, ", ".join(given) if isinstance(given, list) else given, "with --class or --like"
                    )
            return None
        if self.type_ is not None and self.like is not None:
            raise InvalidValue("--class --like", "both", "one of the two")
        base = self._plain(self.type_) if self.type_ is not None else self._like(str(self.like))
        more, fewer = _names(self.more), _names(self.fewer)
        if self.like is not None and not (more or fewer):
            raise InvalidValue(
                "--like", self.like, f'with --with or --without; what it is worth tells tigersim worth "{self.like}"'
            )
        return base.changed(more, fewer, self.named)

    @staticmethod
    def _plain(type_: str) -> Unit:
        from tigersim.catalogue.units import generic_units

        plain = {one.type: one for one in generic_units()}
        if type_ not in plain:
            raise UnknownName(type_, plain, kind="class")
        return plain[type_]

    @staticmethod
    def _like(name: str) -> Unit:
        from tigersim.catalogue.units import unit

        return unit(name)


def _names(given: Sequence[str] | None) -> list[str]:
    """Names that commas part, of all times that the option was given."""
    return [name.strip() for text in given or () for name in text.split(",") if name.strip()]


@takes_options
def price_unit(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE.csv",
            help="Your own units, as tigersim show --units takes it.",
            show_default="a unit told by --class or --like",
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--unit", metavar="NAME", help="Price this one.", show_default="all of the file")
    ] = None,
    beside: Annotated[
        Path,
        typer.Option(
            "--list",
            metavar="RUN",
            help="A finished run of prices, whose other prices stand: a folder, or an installed list.",
        ),
    ] = Path(WORTH),
    cost: Annotated[
        int | None,
        typer.Option("--cost", metavar="VP", min=1, help="Play it at this price.", show_default="as the rules charge"),
    ] = None,
    battles: BattlesUntilTarget = None,
    target: Annotated[
        float, typer.Option("--target", help="VP: stop when the worth is known to so much either way.")
    ] = 0.25,
    seed: Seed = 1,
    threads: Threads = None,
    *,
    own: OwnUnit,
    output: Output,
) -> None:
    """Here is my unit: what should it cost?

    The unit takes the place of units whose worth a finished price list knows, in twin battles that are alike in all
    else: armies, table, cards and dice. Players, tables, rules and all other prices are those of the list. The answer
    is what it should cost next to that list, with a 95% interval that holds the errors of the list too, and where it
    stands in its class. One that comes out more than 3 VP off is played again at that price until the price stays; with
    --cost it is played at that price and no other.

    ```
    tigersim price-unit mine.csv
    tigersim price-unit --class armored_car --with fast,rivets --named "My car"
    tigersim price-unit --like "Tiger I" --without unreliable --with fast
    tigersim price-unit mine.csv --unit "Sisu" --target 0.15 --seed 7
    tigersim price-unit mine.csv --list runs/mine --cost 4 --json
    ```
    """
    from tigersim.pricing import Prices
    from tigersim.pricing.play.own_unit import price_unit as play

    told = own.unit()
    wanted = _of_file(file, name) if told is None else _alone(told, file, name)
    listed = Prices.load(beside)
    with under_way(listed.provenance.get("players", ())) as progress:
        found = [
            play(one, listed, battles, seed, cost=cost, target=target, threads=threads, progress=progress)
            for one in wanted
        ]
    rows = [one.row() for one in found]
    whole = [{**row, "notes": one.notes, "provenance": one.provenance} for row, one in zip(rows, found, strict=True)]
    if not output.printed(whole, rows):
        from tigersim.show.tables.prices import class_table

        for one in found:
            if told is not None:
                print_lines(_as_told(one.unit))
            print_rich(*one.said, class_table(one), *noted(one.notes))


def _of_file(file: Path | None, name: str | None) -> Sequence[Unit]:
    """The units of a file that are wanted."""
    from tigersim.catalogue.units import all_units, unit

    if file is None:
        raise InvalidValue(
            "FILE.csv", "none", "a file of your own units, or --class CLASS, or --like UNIT --with TRAIT"
        )
    own = all_units(file)[len(all_units()) :]
    return own if name is None else (unit(name, among=own),)


def _alone(told: Unit, file: Path | None, name: str | None) -> Sequence[Unit]:
    """The unit told of by options, which needs no file."""
    for option, given in (("FILE.csv", file), ("--unit", name)):
        if given is not None:
            raise InvalidValue(option, str(given), "left out where --class or --like tells the unit")
    return (told,)


def _as_told(one: Unit) -> str:
    """What the rulebook makes of a unit: class, traits, cost."""
    from tigersim.catalogue.profile import base_vp, profile

    traits = [
        f"{sign} {name}"
        for sign, names in zip("+-", (one.advantages, one.disadvantages), strict=True)
        for name in names
    ]
    words = ", ".join([one.type, *traits]).replace("_", " ")
    return (
        f"{one.key}: {words}; {base_vp(one)} VP of the class, {profile(one).cost} VP with its traits by the rulebook."
    )
