"""From the catalogue to the core: the records that battles are played with."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from tigersim.catalogue.price_lists import PriceList, scale_of
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core import layout
from tigersim.core.enums import MAX_UNITS, PACK
from tigersim.core.play.compiled_players import PLAYERS, POLICIES
from tigersim.core.weights import WEIGHTS, row
from tigersim.errors import InvalidValue, PlayerNotFound
from tigersim.game.evaluations import settle_evaluation
from tigersim.game.odds_arrays import odds_arrays
from tigersim.game.seats import check_army_size
from tigersim.given import is_pair, whole_number
from tigersim.rules.cards import difficulty, is_red, plain_fire_dice
from tigersim.rules.fire import fire_difficulty

SEEDS = 1 << 62
"""Seeds of experiments are whole numbers below this."""
PLAYOUTS = 256
"""Futures that a planner looks at before a decision, unless another budget is set."""
MOST_PLAYOUTS = 1_000_000
PLANNER_NAME = next(player.name for player in PLAYERS if player.looks_ahead)

NUMBERS = tuple(name for name in layout.PROFILE.names or () if name != "believed")
"""Fields of a PROFILE record that the catalogue knows."""


def profile_records(units: Sequence[Unit], ruleset: RuleSet | None = None, price_list: PriceList | None = None) -> Any:
    """The profiles of ``units`` as an array of PROFILE records, in their order.

    price_list: what they cost and score, points; None = as printed.
    """
    plain = np.zeros(len(units), dtype=layout.PROFILE)
    profiles = [profile(unit, ruleset) for unit in units]
    for name in NUMBERS if profiles else ():  # column by column: a record's single fields are slow to come by
        plain[name] = [getattr(numbers, name) for numbers in profiles]
    records = plain.view(np.recarray)
    if price_list is not None:
        records["cost"] = [price_list.cost(unit, ruleset) for unit in units]
        records["score"] = [price_list.score(unit, ruleset) for unit in units]
    records["believed"] = records["cost"] / scale_of(price_list)
    return records


OPTIONAL_FIELDS = ("flammable", "flame", "anti_air")
"""Fields of optional chapters, zero for all printed units (``fingerprint``)."""
LANDING_FIELDS = ("airborne", "rifles_red", "rifles_black", "rifles_range")
"""Fields that only landings look at; no run of many battles has any."""


def fingerprint(profiles: Any) -> str:
    """Sixteen letters that follow from PROFILE records: equal for equal numbers.

    Optional chapters of the rules bring fields of their own; where none of the units makes use of them they do not
    count, so that runs on record, which did not know of them, are known again.  What players believe of a unit is no
    part of it.
    """
    optional = [name for name in OPTIONAL_FIELDS if not profiles[name].any()]
    kept = [name for name in NUMBERS if name not in (*optional, *LANDING_FIELDS)]
    numbers = np.concatenate([profiles[name].reshape(len(profiles), -1) for name in kept], axis=1)
    return sha256(np.ascontiguousarray(numbers).tobytes()).hexdigest()[:16]


def workbench(
    ruleset: RuleSet | None = None, playouts: tuple[int, int] = (PLAYOUTS, PLAYOUTS), evaluation: Any = None
) -> Any:
    """A thread's WORK record with the odds that are looked up.

    playouts: of side a, of side b.  evaluation: an ``EVALUATION`` record, None = the numbers of the package.
    """
    work = layout.work()
    rules = ruleset or DEFAULT
    attack, save = odds_arrays(rules.code("death_trap"), rules.code("save_success_rule"), rules.readings.edition)
    work[0].attack[:] = attack
    work[0].save[:] = save
    work[0].hit[:] = attack.sum(axis=-1)
    settle(work)
    settle_evaluation(work, evaluation)
    work[0].playouts[:] = playouts
    ranks = [difficulty(card) for card in range(0, PACK, 4)]
    for low in range(2):
        needed = [fire_difficulty(rank, 2 * low, ed1_example=rules.code("ed1_example")) for rank in ranks]
        work[0].mean_attack[low] = attack[:, :, needed].mean(axis=2)
    work[0].mean_hit[:] = attack[:, :, ranks].sum(axis=-1).mean(axis=2)
    for card in range(PACK):
        dice = plain_fire_dice(is_red(card))
        work[0].card_power[card] = attack[0, dice, difficulty(card)].sum()
    return work


def settle(work: Any, players: Sequence[str] = (), rows: Sequence[Any] = ()) -> None:
    """Set the weights that players judge by: each side's row, or the usual ones for None.

    ``rows``: weights in the order of ``core.weights`` (as those of its ``row``), as many as ``players``.
    """
    for player in WEIGHTS:
        work[player][:] = row(player)
    for side, (player, own) in enumerate(zip(players, rows, strict=True)):
        if own is not None:
            work[player][0, side] = tuple(own)


def check_seed(seed: object) -> None:
    """Raises ``InvalidValue`` for a seed out of range."""
    whole_number("seed", seed, 0, SEEDS - 1, "a whole number from 0 to 2^62 - 1")


def check_playouts(playouts: Sequence[object]) -> None:
    """Raises ``InvalidValue`` unless there is a budget a side that a planner can spend."""
    if not is_pair(playouts, 1, MOST_PLAYOUTS):
        raise InvalidValue("playouts", playouts, f"two whole numbers, side a and side b, from 1 to {MOST_PLAYOUTS:,}")


def check_players(players: Sequence[object]) -> None:
    """Raises ``InvalidValue`` unless there is one player a side."""
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != 2:
        raise InvalidValue("players", players, "two, side a and side b")


def policy_number(player: str) -> int:
    """Number of a compiled player.  Raises ``PlayerNotFound``."""
    if player not in POLICIES:
        raise PlayerNotFound(player, POLICIES)
    return POLICIES.index(player)


def army_slots(army: Sequence[int]) -> Any:
    """Numbers of units as a row of slots, -1 = empty.  Raises ``InvalidValue`` for a wrong size."""
    check_army_size(len(army))
    slots = np.full(MAX_UNITS, -1, dtype=np.int64)
    slots[: len(army)] = army
    return slots
