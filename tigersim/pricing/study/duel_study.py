"""The study of even numbers: pairs of units at several ranges and in several covers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Literal, Unpack

from pydantic import Field

from tigersim.catalogue.units import Unit, all_units, unit
from tigersim.core.enums import MAX_UNITS
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.game.records import SEEDS
from tigersim.game.terms import Terms
from tigersim.given import list_of, whole_number
from tigersim.lab.crew import threads_only
from tigersim.lab.experiment import FileWithTerms, TomlTable
from tigersim.lab.given_armies import KEPT
from tigersim.lab.ranks import ranks
from tigersim.lab.skirmish import Skirmish, Skirmishes
from tigersim.pricing.play.duels import (
    COUNTS,
    DISTANCES,
    ENOUGH,
    EVEN,
    GAMES,
    EvenNumber,
    duels_frame,
    even_number,
    in_words,
    shares_frame,
)
from tigersim.pricing.play.progress import JointProgress, Progress
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.run_options import RunOptions, how_to_run

LIMITS = (
    "nobody moves, withdraws, boards or closes in: units that live by their speed show less than they are worth",
    "a side wins when the other is gone; victory points decide neither who wins nor when it ends, though the players "
    "weigh their orders by them; what is undecided after three decks is half a win",
    "between whole numbers of X the even one is read off the logit through its two neighbours",
    "each interval holds with 95% by itself; all are fought with the same cards and dice, so errors hang together",
)
OTHER_WAY = "where one X is more than enough ask the other way round: how many Y equal one X"


class Pair(TomlTable):
    """``[[pairs]]``: how many ``x`` equal ``against`` of ``y``."""

    x: str
    y: str
    against: Annotated[int, Field(ge=1)] = 1


class Ground(TomlTable):
    """``[design]``: the skirmishes, for every distance and cover.

    seed, players, in_cover, forbid: as ``lab.skirmish.Skirmish`` takes them.
    distances: inches.
    covers: "none", "wood" or "building".
    games: skirmishes behind one even number.
    units: a file with the units; left out = the catalogue.
    """

    seed: Annotated[int, Field(ge=0)] = 1
    players: tuple[str, str] = DEFAULT_PLAYERS
    distances: tuple[int, ...] = DISTANCES
    covers: tuple[str, ...] = ("none", "wood")
    in_cover: str = "y"
    games: Annotated[int, Field(ge=1)] = GAMES
    forbid: tuple[str, ...] = ()
    units: str | None = None


class Duels(FileWithTerms):
    """One panel of pairs."""

    kind: Literal["duels"] = "duels"
    design: Ground = Ground()
    pairs: tuple[Pair, ...]

    def matches(self) -> list[tuple[str, str]]:
        """Players that meet."""
        return [self.design.players]

    def battle_terms(self, forbid: tuple[str, ...] = ()) -> Terms:
        """What the skirmishes are fought by; forbid: more than the file forbids."""
        terms = self.terms_with()
        return terms.replace(forbid=(*terms.forbid, *self.design.forbid, *forbid))

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Fight all of it; tallies are kept in ``folder/kept``.

        Tables of the findings: ``duels`` (``duels_frame``) and ``shares`` (``shares_frame``).  Raises ``InvalidValue``
        for ``workers`` or ``dask``, and what ``Skirmish`` and ``even_number`` raise.
        """
        forbid, progress, crew = how_to_run(options)
        threads = threads_only("skirmishes are fought by threads of this process", crew)
        design, terms = self.design, self.battle_terms(forbid)
        among = all_units(None if design.units is None else Path(design.units), terms.ruleset)
        fights, left_out = skirmishes(
            [(unit(pair.x, among=among), unit(pair.y, among=among), pair.against) for pair in self.pairs],
            design.distances,
            design.covers,
            design.in_cover,
            terms=terms,
            players=design.players,
            seed=design.seed,
        )
        return fight_all(fights, design.games, left_out, Path(folder) / KEPT, threads, progress)


def how_many(
    x: str | Unit,
    y: str | Unit,
    against: int = 1,
    distances: Sequence[int] = DISTANCES,
    covers: Sequence[str] = ("none", "wood"),
    games: int = GAMES,
    seed: int = 1,
    players: tuple[str, str] = DEFAULT_PLAYERS,
) -> Findings:
    """How many X equal so many Y, in skirmishes in the open and with the Y in cover.

    x, y: names or units; against: how many Y.
    distances: inches between them; covers: "none", "wood" or "building".
    games: skirmishes behind each number.
    seed: from which all chance follows.
    players: of the X and of the Y.

    The answer is in words in ``said`` and in the table ``duels``.  Raises what ``skirmishes`` and ``fight_all`` raise.
    """
    against = whole_number("against", against, 1, MAX_UNITS)
    games = whole_number("games", games, 1, SEEDS, "a whole number, 1 or more")
    one, other = (each if isinstance(each, Unit) else unit(each) for each in (x, y))
    inches, stands = list_of("distances", distances, "inches"), list_of("covers", covers, "covers")
    fights, left_out = skirmishes(
        [(one, other, against)], inches, stands, "y", terms=Terms(), players=players, seed=seed
    )
    return fight_all(fights, games, left_out)


def skirmishes(
    pairs: Sequence[tuple[Unit, Unit, int]],
    distances: Sequence[int],
    covers: Sequence[str],
    in_cover: str,
    *,
    terms: Terms,
    players: tuple[str, str],
    seed: int,
) -> tuple[list[Skirmish], list[str]]:
    """All pairs at all distances in all covers, and what was left out as a rule forbids it.

    pairs: x, y and how many y.
    distances: inches between them.
    covers: "none", "wood" or "building".
    in_cover: what stands in it, "x", "y" or "both".
    terms: reading of the rules, and what is forbidden.
    players: of x and of y.
    seed: from which all chance follows.

    Raises ``InvalidValue`` for nothing to fight, and what ``Skirmish`` and ``ranks`` raise.
    """
    found, left_out = [], []
    for (x, y, against), distance, cover in product(pairs, distances, covers):
        try:
            one = Skirmish(x, y, against, distance, cover, in_cover, terms, players=players, seed=seed)
        except RuleForbids as rule:
            left_out.append(str(rule))
            continue
        ranks(int(COUNTS[-1]), against, distance, terms.ruleset.code("distance_metric"))
        found.append(one)
    if not found:
        raise InvalidValue("pairs, distances and covers", "nothing", f"something to fight ({'; '.join(left_out)})")
    return found, list(dict.fromkeys(left_out))


def fight_all(
    fights: Sequence[Skirmish],
    games: int,
    left_out: Sequence[str] = (),
    folder: Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Findings:
    """Fight skirmishes and find their even numbers.

    fights: the skirmishes.
    games: how many of each.
    left_out: what the notes say of others.
    folder: where tallies are kept.
    threads: of this process.
    progress: called with (skirmishes fought, in all, None).

    Raises what ``even_number`` and ``Skirmishes`` raise.
    """
    joint = JointProgress(progress, games * len(fights))
    found = [even_number(Skirmishes(one, folder, threads, joint.count), games) for one in fights]
    table = duels_frame(found)
    about = {"games": games, "counts": COUNTS.tolist(), "skirmishes": [one.provenance() for one in fights]}
    other = (OTHER_WAY,) if any(one.verdict == ENOUGH for one in found) else ()
    notes = (*other, *LIMITS, *(f"left out: {why}" for why in left_out))
    return Findings("duels", _said(found), {"duels": table, "shares": shares_frame(found)}, notes, about)


def _said(found: Sequence[EvenNumber]) -> tuple[str, ...]:
    """For many duels first what they come to, then every one."""
    sentences = in_words(found)
    if len(sentences) == 1:
        return tuple(sentences)
    buys = list(duels_frame(found)["better_buy"])
    within = sum(one.verdict == EVEN for one in found)
    first = (
        f"{within} of {len(found)} duels are even with 1 to {COUNTS[-1]} X; at printed costs X is the better buy in "
        f"{buys.count('x')}, Y in {buys.count('y')}, and {buys.count('')} cannot be told apart."
    )
    return (first, *sentences)
