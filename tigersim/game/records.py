"""From the catalogue to the core: the records that battles are played with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

import numpy as np

from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core import board, layout
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import MAX_UNITS, PACK, SIDES
from tigersim.core.play.compiled_players import PLAYERS, POLICIES
from tigersim.core.weights import WEIGHTS, row
from tigersim.errors import InvalidValue, NotModelled, PlayerNotFound, RuleForbids, UnknownName
from tigersim.game.restrictions import by_side, mask
from tigersim.game.seats import Seats, check_commanders, check_solo, take_seats
from tigersim.registry import rule
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.fire import fire_difficulty
from tigersim.rules.fortifications import positions_needed
from tigersim.rules.general import is_table, smallest_side
from tigersim.rules.victory import extra_unit_points

SEEDS = 1 << 62
"""Seeds of experiments are whole numbers below this."""
MARKERS = board.MARKER_PLANS
ALL_MARKERS = board.ALL_PLANS
"""Whether tables carry markers worth VP (PT-VP-07): none, or as their family lays them."""
SUPPORT = ("none", "barrages", "air strikes", "both")
"""What aces may call from off the table (PT-SUPPORT-01); the place is ``scenario.off_table`` of a battle record."""
NO_FORTS = (0, 0)
"""Light and heavy positions of the defender on a standard table (PT-FORT-01)."""
MOST_FORTS = 16
"""Positions, of both kinds together, that a table can be given."""
FAMILY = "mixed"
"""The standard family of tables (PT-GEN-05)."""
MOST_SCORE = 1000
"""Largest score, VP, that can be played to (PT-VP-17)."""
PLAYOUTS = 256
"""Futures that a planner looks at before a decision, unless another budget is set."""
MOST_PLAYOUTS = 1_000_000
LATEST_LANDING = 26
"""Turns that a deck lasts at most."""
PLANNER_NAME = next(player.name for player in PLAYERS if player.looks_ahead)
PLAIN_FIRE_DICE = (2, 3)
"""PT-CARD-07, PT-CARD-06: dice of a plain fire order on a black and on a red card."""
TABLE_INCHES = smallest_side()
"""PT-GEN-03: the standard table is three feet square."""


def profile_records(units: Sequence[Unit], ruleset: RuleSet | None = None) -> Any:
    """The profiles of ``units`` as an array of PROFILE records, in their order."""
    records = np.zeros(len(units), dtype=layout.PROFILE).view(np.recarray)
    for record, unit in zip(records, units, strict=True):
        numbers = profile(unit, ruleset)
        for name in (*layout.PROFILE_SCALARS, *layout.PROFILE_WEAPONS):
            record[name] = getattr(numbers, name)
    return records


OPTIONAL_FIELDS = ("flammable", "flame", "anti_air")
"""Fields of optional chapters, nought for all printed units (``fingerprint``)."""
LANDING_FIELDS = ("airborne", "rifles_red", "rifles_black", "rifles_range")
"""Fields that only landings look at; no run of many battles has any."""


def fingerprint(profiles: Any) -> str:
    """Sixteen letters that follow from PROFILE records: equal for equal numbers.

    Optional chapters of the rules bring fields of their own; where none of the units makes use of them they do not
    count, so that runs on record, which did not know of them, are known again.
    """
    optional = [name for name in OPTIONAL_FIELDS if not profiles[name].any()]
    kept = [name for name in layout.PROFILE.names or () if name not in (*optional, *LANDING_FIELDS)]
    numbers = np.concatenate([profiles[name].reshape(len(profiles), -1) for name in kept], axis=1)
    return sha256(np.ascontiguousarray(numbers).tobytes()).hexdigest()[:16]


@lru_cache(maxsize=32)
def _odds_arrays(death_trap_rule: int, save_success_rule: int, edition: int) -> tuple[Any, Any]:
    from tigersim.odds import tables

    return tables.attack_table(death_trap_rule, edition), tables.save_table(save_success_rule)


def workbench(ruleset: RuleSet | None = None, playouts: tuple[int, int] = (PLAYOUTS, PLAYOUTS)) -> Any:
    """One thread's WORK record with the exact odds that players and hazards look up.

    ``playouts``: the budgets of a planner on side a and on side b.
    """
    work = layout.work()
    rules = ruleset or DEFAULT
    attack, save = _odds_arrays(rules.code("death_trap"), rules.code("save_success_rule"), rules.edition_code)
    work[0].attack[:] = attack
    work[0].save[:] = save
    work[0].hit[:] = attack.sum(axis=-1)
    settle(work)
    work[0].playouts[:] = playouts
    for low in range(2):
        needed = [
            fire_difficulty(difficulty(card), 2 * low, ed1_example=rules.code("ed1_example"))
            for card in range(0, PACK, 4)
        ]
        work[0].mean_attack[low] = attack[:, :, needed].mean(axis=2)
    work[0].mean_hit[:] = attack[:, :, [difficulty(card) for card in range(0, PACK, 4)]].sum(axis=-1).mean(axis=2)
    for card in range(PACK):
        dice = PLAIN_FIRE_DICE[is_red(card)]
        work[0].card_power[card] = attack[0, dice, difficulty(card)].sum()
    return work


def settle(work: Any, players: Sequence[str] = (), rows: Sequence[Any] = ()) -> None:
    """Set the weights that players judge by: the usual ones, but for each side's player its row, unless None.

    ``rows``: weights in the order of ``core.weights`` (as those of its ``row``), as many as ``players``.
    """
    for player in WEIGHTS:
        work[player][:] = row(player)
    for side, (player, own) in enumerate(zip(players, rows, strict=True)):
        if own is not None:
            work[player][0, side] = tuple(own)


def check_family(family: str, armies: str = "any") -> None:
    """Raises ``UnknownName`` for a family of tables that nobody lays out.

    ``armies``: "any", for a family on which any two armies can fight; "chosen", for any family.  Raises
    ``InvalidValue`` for one that asks for armies of a certain kind where any may meet.
    """
    if family not in board.ALL_FAMILIES:
        raise UnknownName(family, board.ALL_FAMILIES, kind="family of tables")
    if armies == "any" and family not in board.FAMILIES:
        why = "it belongs to a scenario (tigersim scenario)"
        if family == "beach":
            why = "on it only armies that can cross the sea meet (tigersim battle)"
        raise InvalidValue("family of tables", family, f"{', '.join(board.FAMILIES)}; {why}")


def check_forts(forts: Sequence[object], ruleset: RuleSet | None = None) -> None:
    """Check how many light and how many heavy positions a table is to have (PT-FORT-01).

    Raises ``InvalidValue``, and ``RuleForbids`` in the first edition, which has none.
    """
    counted = len(forts) == 2 and all(type(n) is int and n >= 0 for n in forts)
    if isinstance(forts, str) or not counted or sum(forts) > MOST_FORTS:  # type: ignore[arg-type]
        allowed = f"numbers of light and of heavy positions, at most {MOST_FORTS} together"
        raise InvalidValue("forts", forts, allowed)
    if any(forts) and (ruleset or DEFAULT).edition == 1:
        raise RuleForbids("PT1-UNIT-01", "the first edition has no fortifications")


def check_flamethrowers(
    armies: Sequence[Sequence[Unit]], heavy: int, ruleset: RuleSet | None = None, attacker: int = 0
) -> None:
    """Check who carries flamethrowers: whoever does attacks (``core.sequence.roll_for_attack``).

    PT-FORT-04: for each ``heavy`` position of the defender the attacker may arm two infantry units or one tank so.
    ``armies``: side a, side b; ``attacker``: who attacks by agreement, 1 side a, 2 side b, 0 = nobody in particular.
    Raises ``RuleForbids`` where both sides carry them, where the defender does, and where there are too many of them.
    """
    carried = [[profile(unit, ruleset) for unit in army] for army in armies]
    carriers = [[one for one in army if one.flammable] for army in carried]
    if not any(carriers):
        return
    if all(carriers) or (attacker != 0 and not carriers[attacker - 1]):
        raise RuleForbids("PT-FORT-04", "flamethrowers are the attacker's, and one side attacks")
    units = carriers[0] or carriers[1]
    infantry = sum(one.infantry for one in units)
    tanks = len(units) - infantry
    needed = positions_needed(infantry, tanks)
    if needed > heavy:
        who = " and ".join(several(n, what) for n, what in ((infantry, "infantry unit"), (tanks, "tank")) if n)
        wanted = several(needed, "heavy position")
        rate = "two infantry units or one tank for each"
        problem = f"flamethrowers of {who} need {wanted} of the defender ({rate}), and there are {heavy}"
        raise RuleForbids("PT-FORT-04", f"{problem}; forts says how many")


def several(n: int, what: str) -> str:
    """So many of something, in words."""
    return f"{n} {what}{'' if n == 1 else 's'}"


@rule("PT1-VP-03")
def check_victory(markers: str, target_score: int, ruleset: RuleSet | None = None) -> None:
    """PT1-VP-03: check the conditions of victory: markers (of ``MARKERS``) and a score to play to (VP, 0 = none).

    Raises ``InvalidValue``, and ``RuleForbids`` in the first edition, which has neither.
    """
    if markers not in ALL_MARKERS:
        raise InvalidValue("markers", markers, " or ".join(MARKERS))
    if not 0 <= target_score <= MOST_SCORE:
        raise InvalidValue("score to play to", target_score, f"1 to {MOST_SCORE} VP, 0 for none")
    if (ruleset or DEFAULT).edition == 1 and (markers != MARKERS[0] or target_score > 0):
        raise RuleForbids("PT1-VP-03", "the first edition has neither markers nor a score to play to")


def table_inches(ruleset: RuleSet | None = None) -> int:
    """Inches of each side of a table that nobody wants larger: the smallest that the edition allows."""
    return smallest_side((ruleset or DEFAULT).edition_code)


@rule("PT1-GEN-02")
def check_table(width: int, depth: int, ruleset: RuleSet | None = None) -> None:
    """PT1-GEN-02: raises ``RuleForbids`` for a table that is too small for the first edition.

    In the second one smaller tables than the printed ones are taken where they are asked for.
    """
    rules = ruleset or DEFAULT
    if rules.edition == 1 and not is_table(width, depth, rules.edition_code):
        least = table_inches(rules)
        problem = f"a table of {width} by {depth} inches is too small for the first edition"
        raise RuleForbids("PT1-GEN-02", f"{problem}, which asks for a metre each way: {least}x{least} or more")


def check_landing(landing: Mapping[str, int], ruleset: RuleSet | None = None) -> None:
    """PT-AIRDROP-01: check in which turn each side's airborne units land.

    Raises ``UnknownName`` for a side that there is not, ``InvalidValue`` for a turn, and ``RuleForbids`` in the first
    edition, which has no landings.
    """
    for side, turn in landing.items():
        if side not in SIDES:
            raise UnknownName(side, SIDES, where="landing", kind="side")
        if not isinstance(turn, int) or not 1 <= turn <= LATEST_LANDING:
            raise InvalidValue("turn of the landing", turn, f"a whole number from 1 to {LATEST_LANDING}")
    if landing and (ruleset or DEFAULT).edition == 1:
        raise RuleForbids("PT1-UNIT-01", "the first edition has no landings from the air")


def check_support(support: str, ruleset: RuleSet | None = None) -> None:
    """Raises ``InvalidValue`` unless it is one of ``SUPPORT``, and ``RuleForbids`` in the first edition, without it."""
    if support not in SUPPORT:
        raise InvalidValue("support", support, ", ".join(SUPPORT))
    if (ruleset or DEFAULT).edition == 1 and support != SUPPORT[0]:
        raise RuleForbids("PT1-UNIT-01", "the first edition has no off-table support")


def allow_support(battle: Any, support: str, ruleset: RuleSet | None = None) -> None:
    """Let aces call support in the battle of a record that is not started yet (PT-SUPPORT-01); one of ``SUPPORT``.

    Raises ``InvalidValue`` and ``RuleForbids``.
    """
    check_support(support, ruleset)
    battle[0].scenario.off_table = SUPPORT.index(support)


def extra_points(marker_vp: int, army: Sequence[Unit], opponent: Sequence[Unit], ruleset: RuleSet | None = None) -> int:
    """VP of units that may be added to ``army`` because its opponent begins with markers worth ``marker_vp``.

    PT-VP-11, PT-VP-12; the ruleset says what is capped (AMB-123).  Raises ``InvalidValue`` for markers below 0 VP.
    """
    if marker_vp < 0:
        raise InvalidValue("VP of markers", marker_vp, "0 or more")
    cost, opponent_cost = (sum(profile(unit, ruleset).cost for unit in side) for side in (army, opponent))
    return extra_unit_points(marker_vp, cost, opponent_cost, (ruleset or DEFAULT).code("extra_force_cap"))


@dataclass(frozen=True)
class Allowance:
    """What the attacker's army may cost because the defender begins with a marker (PT-VP-11), and what both do cost."""

    extra: int
    """VP that it may cost more than the defender's, within the cap (PT-VP-12)."""
    attacker: int
    defender: int

    @property
    def left(self) -> int:
        """VP of units that could still be added; below 0 the army costs more than it may."""
        return self.defender + self.extra - self.attacker

    def __str__(self) -> str:
        could = {0: "none could be added", 1: f"{self.left} could be added", -1: f"{-self.left} more than it may"}
        sign = (self.left > 0) - (self.left < 0)
        return (
            f"Side a attacks and may have {self.extra} VP of units more, for the marker of side b (PT-VP-11): "
            f"it has {self.attacker} VP against {self.defender}, {could[sign]}."
        )


def allowance(marker_vp: int, attacker: Sequence[Unit], defender: Sequence[Unit], ruleset: RuleSet) -> Allowance:
    """How much more than the defender's the attacker's army may cost, of armies that would else cost the same."""
    costs = (sum(profile(unit, ruleset).cost for unit in army) for army in (attacker, defender))
    return Allowance(extra_points(marker_vp, defender, defender, ruleset), *costs)


def check_seed(seed: int) -> None:
    """Raises ``InvalidValue`` for a seed out of range."""
    if not 0 <= seed < SEEDS:
        raise InvalidValue("seed", seed, "a whole number from 0 to 2^62 - 1")


def check_playouts(playouts: Sequence[object]) -> None:
    """Raises ``InvalidValue`` unless there is a budget a side that a planner can spend."""
    if len(playouts) != 2 or not all(isinstance(n, int) and 1 <= n <= MOST_PLAYOUTS for n in playouts):
        raise InvalidValue("playouts", playouts, f"two whole numbers, side a and side b, from 1 to {MOST_PLAYOUTS:,}")


def check_players(players: Sequence[object]) -> None:
    """Raises ``InvalidValue`` unless there is one player a side."""
    if isinstance(players, str) or len(players) != 2:
        raise InvalidValue("players", players, "two, side a and side b")


def policy_number(player: str) -> int:
    """Number of a compiled player.  Raises ``PlayerNotFound``."""
    if player not in POLICIES:
        raise PlayerNotFound(player, POLICIES)
    return POLICIES.index(player)


def battle_record(
    players: tuple[str, str],
    ruleset: RuleSet | None = None,
    target_score: int = 0,
    forbid: str | Iterable[str] = (),
    landing: Mapping[str, int] | None = None,
    support: str = SUPPORT[0],
    seats: Seats | None = None,
) -> Any:
    """An empty battle record that carries the rulings, the players of both sides and the score they play to (VP).

    ``target_score``: 0 = none (PT-VP-17).  ``forbid``: what they never do (``game.restrictions``).  ``landing``: side,
    "a" or "b" -> the turn in which its airborne units land (PT-AIRDROP); else they begin on the ground.  ``support``:
    what aces call from off the table, one of ``SUPPORT``.  ``seats``: how they sit; where a side has two players, both
    are the one named here.
    Raises ``PlayerNotFound``, ``InvalidValue``, ``UnknownName`` and ``RuleForbids``.
    """
    check_players(players)
    check_victory(MARKERS[0], target_score, ruleset)
    check_landing(landing or {}, ruleset)
    battle = layout.battles(1)
    battle[0].target_score = target_score
    allow_support(battle, support, ruleset)
    battle[0].ruling = (ruleset or DEFAULT).readings
    for side, (player, forbidden) in enumerate(zip(players, by_side(forbid), strict=True)):
        number = policy_number(player)
        for seat in (side, side + 2):
            battle[0].player[seat].policy = number
            battle[0].player[seat].by_the_book = PLAYERS[number].by_the_book
        battle[0].player[side].forbidden = mask(forbidden)
        battle[0].scenario.landing[side] = (landing or {}).get(SIDES[side], 0)
    if seats is not None:
        check_solo(seats.solo, ruleset)
        check_commanders(seats.commanders, 1 + seats.own_decks, seats.solo, ruleset)
        check_aces(support, seats, ruleset)
        take_seats(battle, seats)
    return battle


def check_aces(support: str, seats: Seats, ruleset: RuleSet | None = None) -> None:
    """Raises ``NotModelled`` where aces are played from the hand by more than one player a side, or by none."""
    from_hand = (ruleset or DEFAULT).option("support_call") == "from_hand"
    if support != SUPPORT[0] and from_hand and (seats.solo or seats.commanders != (1, 1)):
        raise NotModelled(
            "support_call = from_hand (AMB-131) is played by one player a side; with several players, or in solo play, "
            "a unit calls support (support_call = instead_of_unit_action or in_addition)"
        )


def army_slots(army: Sequence[int]) -> Any:
    """Numbers of units as a row of slots, -1 = empty.  Raises ``InvalidValue`` for none or too many."""
    if not 1 <= len(army) <= MAX_UNITS:
        raise InvalidValue("number of units in an army", len(army), f"1 to {MAX_UNITS}")
    slots = np.full(MAX_UNITS, -1, dtype=np.int64)
    slots[: len(army)] = army
    return slots


def make_table(
    seed: int,
    number: int,
    width: int = TABLE_INCHES,
    depth: int = TABLE_INCHES,
    family: str = FAMILY,
    markers: str = MARKERS[0],
    los_rule: int = 0,
    forts: tuple[int, int] = NO_FORTS,
    *,
    hill_by_edge: bool = False,
) -> Any:
    """Table ``number`` of an experiment, with its lines of sight (a TABLE record; inches).

    family: one of ``board.ALL_FAMILIES``; markers: one of ``MARKERS``; los_rule: the reading of AMB-36, as
    ``RuleSet.code("los_terrain_rule")`` gives it; forts: light and heavy positions of the defender (PT-FORT-01);
    hill_by_edge: AMB-140.  Raises ``UnknownName`` and ``InvalidValue``.
    """
    if not (0 < width <= layout.MAX_WIDTH and 0 < depth <= layout.MAX_DEPTH):
        raise InvalidValue("size of the table", f"{width}x{depth}", f"up to {layout.MAX_WIDTH}x{layout.MAX_DEPTH}")
    check_family(family, "chosen")
    check_victory(markers, 0)
    check_forts(forts)
    table = layout.tables(1)
    table[0].hill_by_edge = int(hill_by_edge)
    kinds = (board.ALL_FAMILIES.index(family), los_rule, ALL_MARKERS.index(markers))
    terms = board.TableTerms(width, depth, *kinds, forts)
    with as_written():
        room = board.generate(table, seed, number, terms)
    if not room:
        raise InvalidValue("forts", forts, f"fewer on {family} table {number} of seed {seed}, where there is no room")
    return table
