"""Who sits at the table: several players a side, solo play, random forces (chapter 1.27).

The core counts players by seats: 0 and 1 are the (first) players of side a and side b, 2 and 3 the second ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tigersim.catalogue.army_text import ArmyGiven, units_of
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, parse_army
from tigersim.core.enums import MAX_UNITS
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.given import is_number, is_pair, is_whole
from tigersim.rules.multiplayer import sides_have_decks

BETWEEN_PLAYERS = "&"
"""What stands between the battlegroups of one side: "3 x T-34c & KV-1"."""
MOST_COMMANDERS = 2
"""Players of a side, at most: the core has four seats, each with a hand of cards; PT-MULTI-01 itself sets no limit."""
TO_TWO = f"1 to {MOST_COMMANDERS}: PT-MULTI-01 sets no limit, but battles have hands of cards for two players a side"
SHARED_DECK, OWN_DECKS = 1, 2
MOST_OF_THE_CARDS = Fraction(1, 3)
"""PT-SOLO-07: the share of unit cards that may be blank, and that may be taken away."""
PARTS = 3 * 4 * 5 * 7 * 100
"""Shares of unit cards are counted in so many parts."""
ALTERNATELY = -1
RULINGS = ("identical_cards", "solo_order", "multi_activation")
"""Switches that two players with one deck never ask for."""

Shares = float | tuple[float, float]
"""A share for both sides, or one for side a and one for side b."""


@dataclass(frozen=True)
class Seats:
    """How the players of a battle sit; the usual battle has one a side and one deck.

    split: of side a and side b, 0 = one player, ``ALTERNATELY`` = two that take the units in turn, n = two, of which
    the first commands the first n units.
    own_decks: each side has a deck of its own (PT-MULTI-03).
    solo: cards are assigned and turned over as in solo play (PT-SOLO-02 to 04).
    """

    split: tuple[int, int] = (0, 0)
    own_decks: bool = False
    solo: bool = False

    @property
    def commanders(self) -> tuple[int, int]:
        """Players of side a and of side b."""
        first, second = (1 if split == 0 else 2 for split in self.split)
        return first, second


def check_solo(solo: bool, ruleset: RuleSet | None = None) -> None:
    """Check that the edition has solo play and its random forces.  Raises ``RuleForbids``."""
    if solo and (ruleset or DEFAULT).edition == 1:
        raise RuleForbids("PT1-GEN-07", "the first edition may be played solo, but says nothing of how to")


def check_commanders(
    commanders: Sequence[int], decks: int | None = None, solo: bool = False, ruleset: RuleSet | None = None
) -> None:
    """Check how many players a side has, and how many decks there are.

    Raises ``InvalidValue``, and ``RuleForbids`` for several players in solo play and in the first edition.
    """
    if not is_pair(commanders, 1, MOST_COMMANDERS):
        said = list(commanders) if isinstance(commanders, tuple) else commanders
        raise InvalidValue("commanders", said, f"two numbers, side a and side b, from {TO_TWO}")
    if decks is not None and not is_whole(decks, SHARED_DECK, OWN_DECKS):
        raise InvalidValue("decks", decks, "1 for all players, or 2: one for each side")
    several = sum(commanders) > 2 or decks == OWN_DECKS
    if several and (ruleset or DEFAULT).edition == 1:
        raise RuleForbids("PT-MULTI-01", "the first edition is for two players with one deck")
    if solo and sum(commanders) > 2:
        raise RuleForbids("PT-SOLO-01", "solo play is one person's, who plays both sides; several players take turns")


def decks_of(commanders: Sequence[int], decks: int | None = None) -> int:
    """Number of decks: as was said, else one a side for four players, else one (PT-MULTI-03)."""
    if decks is not None:
        return decks
    return OWN_DECKS if sides_have_decks(sum(commanders)) else SHARED_DECK


def battlegroups(army: str, known: Sequence[Unit] | None = None) -> list[list[Unit]]:
    """The battlegroups of a side: "3 x T-34c & KV-1" has two.  Raises as ``parse_army`` does."""
    return [parse_army(group, known) for group in army.split(BETWEEN_PLAYERS)]


def check_army_size(units: int) -> None:
    """Raises ``InvalidValue`` unless an army of so many units has room in a battle."""
    if not 1 <= units <= MAX_UNITS:
        raise InvalidValue("number of units in an army", units, f"1 to {MAX_UNITS}")


def groups_of(armies: Iterable[ArmyGiven], known: Sequence[Unit]) -> list[list[list[Unit]]]:
    """The battlegroups of both sides, from texts or lists of units.

    Raises ``InvalidValue``, also for an army that no battle has room for.
    """
    if isinstance(armies, str) or not isinstance(armies, Iterable):
        raise InvalidValue("armies", armies, "two armies, side a and side b")
    groups = [battlegroups(army, known) if isinstance(army, str) else [units_of(army, known)] for army in armies]
    if len(groups) != 2:
        raise InvalidValue("armies", len(groups), "two armies")
    for side in groups:
        check_army_size(sum(map(len, side)))
    return groups


def seats_for(
    groups: Sequence[Sequence[Sequence[Unit]]],
    commanders: Sequence[int] | None,
    decks: int | None,
    solo: bool,
    drawn: bool,
    ruleset: RuleSet,
) -> Seats:
    """How the players of two armies sit, each a list of battlegroups (see ``Battle.start``).

    ``drawn``: the forces are drawn from unit cards.  Raises ``InvalidValue`` and ``RuleForbids``.
    """
    given = [len(side) for side in groups]
    if commanders is not None and max(given) > 1 and list(commanders) != given:
        raise InvalidValue("commanders", commanders, f"{given}, as the armies are written")
    wanted = given if commanders is None else list(commanders)
    check_commanders(wanted, decks, solo, ruleset)
    check_solo(solo or drawn, ruleset)
    if drawn and max(given) > 1:
        allowed = "one a side where forces are drawn; commanders=(2, 2) splits it"
        raise InvalidValue("armies", "two battlegroups", allowed)
    for side, n in zip(groups, wanted, strict=True):
        if n > max(sum(map(len, side)), 1):
            raise InvalidValue("commanders", n, "no more than the army has units")
    first, second = (
        0 if n == 1 else len(side[0]) if len(side) > 1 else ALTERNATELY for side, n in zip(groups, wanted, strict=True)
    )
    return Seats((first, second), decks_of(wanted, decks) == OWN_DECKS, solo)


def take_seats(battle: Any, seats: Seats) -> None:
    """Write into an empty battle record how its players sit."""
    battle[0].split[:] = seats.split
    battle[0].allies = int(any(seats.split))
    battle[0].own_decks = int(seats.own_decks)
    battle[0].scenario.solo = int(seats.solo)


def pair_of(shares: Shares) -> tuple[float, float]:
    """The share of side a and that of side b."""
    first, second = shares if isinstance(shares, Sequence) else (shares, shares)
    return first, second


def parts_of(shares: Shares, what: str) -> tuple[int, int]:
    """Shares of unit cards of both sides, in ``PARTS``.  Raises ``InvalidValue`` above a third."""
    both = shares if isinstance(shares, Sequence) else (shares, shares)
    if len(both) != 2 or not all(is_number(share, 0, 1 / 3) or share == MOST_OF_THE_CARDS for share in both):
        raise InvalidValue(what, shares, "a share of the unit cards from 0 to 1/3, or one for each side")
    first, second = (int(Fraction(share).limit_denominator(1000) * PARTS) for share in both)
    return first, second
