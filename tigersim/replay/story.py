"""Everything that a replay shows of a battle, as one value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tigersim.catalogue.price_lists import PriceList, counted_in, scale_of
from tigersim.catalogue.units import format_army
from tigersim.errors import InvalidValue
from tigersim.game.battle import Battle
from tigersim.game.explanation import Explanation
from tigersim.game.outcome import Outcome
from tigersim.game.player import player_name
from tigersim.game.tabletop import Table
from tigersim.replay.frames import Frame, frames_of
from tigersim.replay.futures import FUTURES, Progress, Prospect, deciding_turn, player_of_futures, prospects_of
from tigersim.replay.walk import walk

MOST_FUTURES = 1_000_000


@dataclass(frozen=True)
class Story:
    """A battle so far, from its first decision on.

    table: the table
    armies, players: texts for side a and side b
    play_on: the players of the futures, for side a and side b
    number: number of the battle
    ruleset: name of the ruleset
    rulings: the rulings that are not the default ones, switch and option
    price_list: what units cost and score, None = as printed
    outcome: the outcome, None while the battle goes on
    frames: the frames
    prospects: prospects at the start of every turn and at the end
    decided: the turn that decided the battle, None while it goes on or if no turn did
    explanations: reasons of the decisions of a battle that is explained
    """

    table: Table
    armies: tuple[str, str]
    players: tuple[str, str]
    play_on: tuple[str, str]
    number: int
    ruleset: str
    rulings: dict[str, str]
    price_list: PriceList | None
    outcome: Outcome | None
    frames: tuple[Frame, ...]
    prospects: tuple[Prospect, ...]
    decided: int | None
    explanations: tuple[Explanation, ...]

    @property
    def counted_in(self) -> str:
        """What scores and costs are counted in: "VP", or "points" of a price list."""
        return counted_in(scale_of(self.price_list))


def tell(battle: Battle, futures: int = FUTURES, progress: Progress | None = None) -> Story:
    """Everything that a replay shows of a battle so far; the battle itself is left as it is.

    A battle that has not begun is played to its end on a copy.  ``futures``: number of futures played from the start of
    each turn for the chance to win; ``progress``: called with (played, in all).  Equal battles give equal stories.
    Raises ``InvalidValue`` for ``futures``, and what ``Battle.play`` raises.
    """
    if not 1 <= futures <= MOST_FUTURES:
        raise InvalidValue("futures", futures, f"1 to {MOST_FUTURES:,}")
    if not battle.taken:
        battle = battle.copy()
        battle.play()
    moments = list(walk(battle))
    frames = frames_of(battle, moments)
    prospects = prospects_of(battle, moments, frames, futures, progress)
    units = frames[0].view.units
    army_a, army_b = (format_army([one.unit for one in units if one.side == side]) for side in "ab")
    sides = [[player for player in battle.seated[side::2] if player is not None] for side in range(2)]
    return Story(
        table=battle.ground,
        armies=(army_a, army_b),
        players=(_together(map(player_name, sides[0])), _together(map(player_name, sides[1]))),
        play_on=(_together(map(player_of_futures, sides[0])), _together(map(player_of_futures, sides[1]))),
        number=int(moments[0].record[0].number),
        ruleset=battle.ruleset.name,
        rulings=battle.ruleset.changed(),
        price_list=battle.terms.price_list,
        outcome=battle.outcome,
        frames=tuple(frames),
        prospects=tuple(prospects),
        decided=deciding_turn(prospects),
        explanations=tuple(battle.explanations),
    )


def _together(names: Iterable[str]) -> str:
    """The players of a side: "heuristic", "heuristic and tactician"."""
    return " and ".join(dict.fromkeys(names))
