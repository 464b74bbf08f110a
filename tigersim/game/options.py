"""The options of a battle one by one: what each may be, and what an edition does not have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.core import board, layout
from tigersim.core.enums import SIDES
from tigersim.errors import InvalidValue, NotModelled, RuleForbids, UnknownName
from tigersim.game.seats import Seats
from tigersim.given import is_pair, whole_number
from tigersim.registry import rule
from tigersim.rules.general import is_table, smallest_side

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
LATEST_LANDING = 26
"""Turns that a deck lasts at most."""
TABLE_INCHES = smallest_side()
"""PT-GEN-03: the standard table is three feet square."""


def check_family(family: str, armies: str = "any") -> None:
    """Check the name of a family of tables.

    ``armies``: "any", for a family on which any two armies can fight; "chosen", for any family.
    Raises ``UnknownName``, and ``InvalidValue`` for one that asks for armies of a certain kind where any may meet.
    """
    if family not in board.ALL_FAMILIES:
        raise UnknownName(family, board.ALL_FAMILIES, kind="family of tables")
    if armies == "any" and family not in board.FAMILIES:
        why = "it belongs to a scenario (tigersim scenario)"
        if family == "beach":
            why = "on it only armies that can cross the sea meet (tigersim battle)"
        raise InvalidValue("family of tables", family, f"{', '.join(board.FAMILIES)}; {why}")


def check_families(families: Sequence[str]) -> None:
    """Check families of tables, none of them twice.  Raises what ``check_family`` raises."""
    for family in families:
        check_family(family)
    check_once("families of tables", families)


def check_once(field: str, names: Sequence[str]) -> None:
    """Raises ``InvalidValue`` unless there is a name, and none twice."""
    if not names or len(set(names)) < len(names):
        raise InvalidValue(field, list(names), "one or more, none of them twice")


def check_forts(forts: Sequence[object], ruleset: RuleSet | None = None) -> None:
    """Check how many light and how many heavy positions a table is to have (PT-FORT-01).

    Raises ``InvalidValue``, and ``RuleForbids`` in the first edition, which has none.
    """
    if not is_pair(forts, 0) or sum(forts) > MOST_FORTS:  # type: ignore[arg-type]
        raise InvalidValue("forts", forts, f"numbers of light and of heavy positions, at most {MOST_FORTS} together")
    if any(forts) and (ruleset or DEFAULT).edition == 1:
        raise RuleForbids("PT1-UNIT-01", "the first edition has no fortifications")


@rule("PT1-VP-03")
def check_victory(markers: str, target_score: int, ruleset: RuleSet | None = None) -> None:
    """Check the conditions of victory: markers, and a score to play to (VP, 0 = none).

    Raises ``InvalidValue``, and ``RuleForbids`` in the first edition, which has neither.
    """
    if markers not in ALL_MARKERS:
        raise InvalidValue("markers", markers, " or ".join(MARKERS))
    whole_number("score to play to", target_score, 0, MOST_SCORE, f"1 to {MOST_SCORE} VP, 0 for none")
    if (ruleset or DEFAULT).edition == 1 and (markers != MARKERS[0] or target_score > 0):
        raise RuleForbids("PT1-VP-03", "the first edition has neither markers nor a score to play to")


def table_inches(ruleset: RuleSet | None = None) -> int:
    """Inches of each side of the smallest table that the edition allows."""
    return smallest_side((ruleset or DEFAULT).readings.edition)


def check_size(width: int, depth: int) -> None:
    """Raises ``InvalidValue`` for a table, in inches, that the core has no room for."""
    if not (0 < width <= layout.MAX_WIDTH and 0 < depth <= layout.MAX_DEPTH):
        raise InvalidValue("size of the table", f"{width}x{depth}", f"up to {layout.MAX_WIDTH}x{layout.MAX_DEPTH}")


@rule("PT-GEN-03", "PT1-GEN-02")
def check_table(width: int, depth: int, ruleset: RuleSet | None = None) -> None:
    """Check that a table, inches, is as large as its edition asks for.  Raises ``RuleForbids``."""
    rules = ruleset or DEFAULT
    if is_table(width, depth, rules.readings.edition):
        return
    least, first = table_inches(rules), rules.edition == 1
    asks = "the first edition, which asks for a metre" if first else "the rules, which ask for three feet"
    problem = f"a table of {width} by {depth} inches is too small for {asks} each way: {least}x{least} or more"
    raise RuleForbids("PT1-GEN-02" if first else "PT-GEN-03", problem)


def check_landing(landing: Mapping[str, int], ruleset: RuleSet | None = None) -> None:
    """Check in which turn each side's airborne units land.

    Raises ``UnknownName`` for a side that there is not, ``InvalidValue`` for a turn, and ``RuleForbids`` in the first
    edition, which has no landings.
    """
    for side, turn in landing.items():
        if side not in SIDES:
            raise UnknownName(side, SIDES, where="landing", kind="side")
        whole_number("turn of the landing", turn, 1, LATEST_LANDING)
    if landing and (ruleset or DEFAULT).edition == 1:
        raise RuleForbids("PT1-UNIT-01", "the first edition has no landings from the air")


def check_support(support: str, ruleset: RuleSet | None = None) -> None:
    """Check what aces may call.  Raises ``InvalidValue``, in the first edition ``RuleForbids``."""
    if support not in SUPPORT:
        raise InvalidValue("support", support, ", ".join(SUPPORT))
    if (ruleset or DEFAULT).edition == 1 and support != SUPPORT[0]:
        raise RuleForbids("PT1-UNIT-01", "the first edition has no off-table support")


def check_aces(support: str, seats: Seats, ruleset: RuleSet | None = None) -> None:
    """Check that aces from the hand are played by one player a side.  Raises ``NotModelled``."""
    from_hand = (ruleset or DEFAULT).option("support_call") == "from_hand"
    if support != SUPPORT[0] and from_hand and (seats.solo or seats.commanders != (1, 1)):
        raise NotModelled(
            "support_call = from_hand (AMB-131) is played by one player a side; with several players, or in solo play, "
            "a unit calls support (support_call = instead_of_unit_action or in_addition)"
        )


def allow_support(battle: Any, support: str, ruleset: RuleSet | None = None) -> None:
    """Let aces call support in a battle that has not begun.  Raises as ``check_support``."""
    check_support(support, ruleset)
    battle[0].scenario.off_table = SUPPORT.index(support)
