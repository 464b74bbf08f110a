"""A series of battles between contenders, and the campaign points that it brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Unpack

from tigersim.catalogue.army_text import ArmyGiven, units_of
from tigersim.catalogue.price_lists import check_units
from tigersim.catalogue.units import Unit, UnitsGiven, format_army, listed_units
from tigersim.core.play.compiled_players import DEFAULT_PLAYER
from tigersim.errors import InvalidValue
from tigersim.game.armies import several
from tigersim.game.battle import Battle
from tigersim.game.outcome import Outcome
from tigersim.game.player import AnyPlayer, player_name
from tigersim.game.terms import TermOptions, Terms
from tigersim.given import list_of, whole_number
from tigersim.lab.batch import Progress
from tigersim.lab.design import Design
from tigersim.rules.victory import campaign_points

MOST_CONTENDERS = 16
MOST_ROUNDS = 1000


@dataclass(frozen=True)
class SeriesBattle:
    """One battle of a series; ``sides``: numbers, from 1, of who had side a and side b."""

    round: int
    sides: tuple[int, int]
    outcome: Outcome

    @property
    def points(self) -> tuple[int, int]:
        """Campaign points of side a and of side b (PT1-VP-05)."""
        return campaign_points(self.outcome.result), campaign_points(-self.outcome.result)

    def of(self, contender: int) -> tuple[int, int, int]:
        """Campaign points of a contender that fought in it, its VP, and VP of its enemy."""
        side, vp = self.sides.index(contender), (self.outcome.vp_a, self.outcome.vp_b)
        return self.points[side], vp[side], vp[1 - side]


@dataclass(frozen=True)
class Standing:
    """What a contender has come to in a series."""

    contender: int
    name: str
    battles: int
    points: int
    """Campaign points."""
    victories: int
    minor_victories: int
    draws: int
    defeats: int
    """Minor ones too: they bring nothing."""
    vp: int
    enemy_vp: int


@dataclass(frozen=True)
class Series:
    """A series of battles: what came of each, and who leads."""

    contenders: tuple[str, ...]
    battles: tuple[SeriesBattle, ...]

    def standing(self, contender: int) -> Standing:
        """What a contender (its number, from 1) has come to."""
        own = [one.of(contender) for one in self.battles if contender in one.sides]
        earned = [points for points, _, _ in own]
        victories, minor, drawn, lost = (earned.count(points) for points in (3, 2, 1, 0))
        vp, enemy_vp = sum(mine for _, mine, _ in own), sum(theirs for _, _, theirs in own)
        name = self.contenders[contender - 1]
        return Standing(contender, name, len(own), sum(earned), victories, minor, drawn, lost, vp, enemy_vp)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All contenders, most campaign points first."""
        found = [self.standing(k) for k in range(1, len(self.contenders) + 1)]
        return tuple(sorted(found, key=lambda one: -one.points))

    @property
    def leaders(self) -> tuple[int, ...]:
        """Numbers of the contenders with the most campaign points."""
        first = self.standings[0].points
        return tuple(one.contender for one in self.standings if one.points == first)

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary per battle: round, who had which side, VP, victory, campaign points."""
        return [
            {
                **{"round": one.round, "side_a": one.sides[0], "side_b": one.sides[1]},
                **{name: getattr(one.outcome, name) for name in ("vp_a", "vp_b", "winner", "victory")},
                **{"points_a": one.points[0], "points_b": one.points[1]},
            }
            for one in self.battles
        ]

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        standings = [asdict(one) for one in self.standings]
        return {"leaders": list(self.leaders), "standings": standings, "battles": self.rows()}

    def __str__(self) -> str:
        said = [f"{one.contender}  {one.name}" for one in sorted(self.standings, key=lambda one: one.contender)]
        points = "a victory brings 3 points, a minor one 2, a draw 1 (PT1-VP-05)"
        said += ["", f"{several(len(self.battles), 'battle')}; {points}"]
        score = "VP" if self.battles[0].outcome.scale == 1 else "score"  # "points" are of the campaign here
        wide = (7, 11, 7, 7, 9, len(score) + 4, len(score) + 8)
        said.append(f"    points  victories  minor  draws  defeats{score:>{wide[-2]}}{'enemy ' + score:>{wide[-1]}}")
        for one in self.standings:
            numbers = (one.points, one.victories, one.minor_victories, one.draws, one.defeats, one.vp, one.enemy_vp)
            cells = (f"{number:>{most}}" for number, most in zip(numbers, wide, strict=True))
            said.append(f"{one.contender:>3}" + "".join(cells))
        leaders = " and ".join(map(str, self.leaders))
        said += ["", f"{leaders} {'has' if len(self.leaders) == 1 else 'have'} the most points."]
        return "\n".join(said)

    def __repr__(self) -> str:
        return str(self)


def series(
    armies: Sequence[ArmyGiven] | None = None,
    rounds: int = 10,
    seed: int = 1,
    *,
    players: AnyPlayer | Sequence[AnyPlayer] = DEFAULT_PLAYER,
    terms: Terms | None = None,
    units: UnitsGiven | None = None,
    progress: Progress | None = None,
    **options: Unpack[TermOptions],
) -> Series:
    """Play a series of battles and add up the campaign points.

    3 for a victory, 2 for a minor one, 1 for a draw: that is how the first edition counts (PT1-VP-05); battles of both
    editions end in such victories.

    armies: those of two contenders or more, which they keep; None = each battle draws two at random.
    rounds: in each, every pair of contenders fights once, all on one table, and takes turns at side a.
    seed: from which all chance follows.
    players: one for all or one each.
    terms: what is played by, ``Terms``; its options may be given by name.  What concerns "a:" is about side a.
    units: where names are looked up, by default the catalogue.
    progress: called with the number of battles just played.
    Raises ``InvalidValue`` and what ``Battle.start`` raises.
    """
    rounds = whole_number("rounds", rounds, 1, MOST_ROUNDS)
    by = Terms.of(terms, **options)
    known = listed_units(units)
    check_units(by.price_list, known)
    brought = None if armies is None else list_of("armies", armies, "armies")
    who = who_plays(players, None if brought is None else len(brought))
    kept = None if brought is None else [units_of(one, known) for one in brought]
    if kept is None:
        design, by = Design(units=known, terms=by, seed=seed), by.without_cards()
    played: list[SeriesBattle] = []
    for turn in range(rounds):
        for pair in combinations(range(len(who)), 2):
            first, second = pair if turn % 2 == 0 else pair[::-1]
            number = len(played)
            meet = design.mustered(number) if kept is None else (kept[first], kept[second])
            here: dict[str, Any] = {"seed": seed, "number": number, "table": turn, "logged": False}
            battle = Battle.start(meet, by, players=(who[first], who[second]), units=known, **here)
            played.append(SeriesBattle(turn + 1, (first + 1, second + 1), battle.play()))
            if progress is not None:
                progress(1)
    return Series(_names(kept, who, known), tuple(played))


def who_plays(players: AnyPlayer | Sequence[AnyPlayer], contenders: int | None) -> list[AnyPlayer]:
    """The player of each contender.

    ``contenders``: how many bring armies, None = one for each player.  Raises ``InvalidValue`` for too few or too many.
    """
    one = isinstance(players, str) or not isinstance(players, Sequence)
    count = contenders if contenders is not None else 2 if one else len(players)  # type: ignore[arg-type]
    if not 2 <= count <= MOST_CONTENDERS:
        raise InvalidValue("contenders", count, f"from 2 to {MOST_CONTENDERS}")
    who: list[AnyPlayer] = [players] * count if one else list(players)  # type: ignore[list-item, arg-type]
    if len(who) == 1:
        who *= count
    if len(who) != count:
        raise InvalidValue("players", len(who), f"one for all, or one for each of the {count} contenders")
    return who


def _names(
    armies: Sequence[Sequence[Unit]] | None, players: Sequence[AnyPlayer], known: Sequence[Unit]
) -> tuple[str, ...]:
    """Names of the contenders: by army, by player, or by both to tell them apart."""
    who = [player_name(one) for one in players]
    if armies is None:
        return tuple(who)
    texts = [format_army(army, known) for army in armies]
    return tuple(texts if len(set(who)) == 1 else [f"{text} ({name})" for text, name in zip(texts, who, strict=True)])
