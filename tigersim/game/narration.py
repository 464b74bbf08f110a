"""The log of a battle in words: one line per event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tigersim.catalogue.cards import card_name
from tigersim.core import enums, log
from tigersim.core.enums import SIDES
from tigersim.rules.cards import is_red
from tigersim.rules.edges import EDGE_NAMES

COMPASS = (
    *("east", "east-north-east", "north-east", "north-north-east"),
    *("north", "north-north-west", "north-west", "west-north-west"),
    *("west", "west-south-west", "south-west", "south-south-west"),
    *("south", "south-south-east", "south-east", "east-south-east"),
)
"""The sixteen facings."""
WEAPON_NAMES = ("main gun", "hull gun", "machine gun", "mortar", "flamethrower")
ROLL_NAMES = {
    enums.CHANCE_FIRE: "fires",
    enums.CHANCE_MOVE: "moves",
    enums.CHANCE_COVER: "looks for cover",
    enums.CHANCE_MELEE: "strikes",
    enums.CHANCE_LANDING: "lands",
    enums.CHANCE_OFF_TABLE: "has support fire",
    enums.CHANCE_BLAST: "goes off",
}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
ORDER_NAMES = {enums.PASS: "waives", enums.MOVE: "moves", enums.FIND_COVER: "looks for cover", enums.BLOW: "is set off"}

UnitName = Callable[[int], str]
"""Name of the unit in a slot."""


def narrate(rows: Iterable[Any], name: UnitName, counted: str = "VP") -> list[str]:
    """One line per row of the log; ``name`` gives the name of a slot's unit.

    counted: what scores are counted in.
    """
    return [line_of(log.read(row), name, counted) for row in rows]


def line_of(event: Any, name: UnitName, counted: str = "VP") -> str:
    """The line of an event that ``core.log.read`` has read, as ``narrate`` has it."""
    words = WORDS[event.kind]
    return words(event, name) if callable(words) else words.format(counted=counted, **_spoken(event, name))


def _spoken(event: Any, name: UnitName) -> dict[str, Any]:
    """The fields of an event as they are called in a line, which needs no others."""
    spoken: dict[str, Any] = event._asdict()
    for field, value in spoken.items():
        if field in ("unit", "target", "carrier", "leader", "helped"):
            spoken[field] = name(value)
        elif field in ("side", "first"):
            spoken[field] = SIDES[value]
        elif field == "card":
            spoken[field] = "a card" if value < 0 else card_name(value)
        elif field == "edge":
            spoken[field] = EDGE_NAMES[value]
        elif field == "facing":
            spoken[field] = COMPASS[value]
    return spoken


def _turns(event: Any, _: UnitName) -> str:
    pairs = (event.draw_a, event.second_draw_a), (event.draw_b, event.second_draw_b)
    draws = [f"{one}" if other < 0 else f"{one} and {other}" for one, other in pairs]
    first = f"the {ORDINALS[event.first_player // 2]} player of side {SIDES[event.first_player & 1]}"
    return f"--- turn {event.turn}: side a draws {draws[0]}, side b draws {draws[1]}; {first} names first ---"


def _order(event: Any, name: UnitName) -> str:
    unit, card = name(event.unit), card_name(event.card)
    if event.verb == enums.FIRE:
        return f"{unit} with {card}: {WEAPON_NAMES[event.weapon]} at {name(event.target)}"
    if event.verb == enums.CALL:
        support = "an air strike" if is_red(event.card) else "a barrage"
        if event.weapon:
            side = SIDES[event.unit // enums.MAX_UNITS]
            return f"side {side} plays {card}: {support} on {name(event.target)}, seen by {unit}"
        return f"{unit} with {card}: calls {support} on {name(event.target)}"
    if event.verb == enums.ASSAULT:
        return f"{unit} with {card}: close combat against {name(event.target)}"
    return f"{unit} with {card}: {ORDER_NAMES[event.verb]}"


def _roll(event: Any, name: UnitName) -> str:
    unit = name(event.unit)
    if event.purpose == enums.CHANCE_RECOVERY:
        verdict = "passed" if event.passed else "failed"
        return f"{unit} tests recovery: {event.total} against {event.needed}, {verdict}"
    dice = log.dice_of(event)
    if event.purpose == enums.CHANCE_SLIDE:
        return f"  {unit} slides: {dice} = {event.total} inches"
    counted = f"= {event.total}" if event.total == sum(dice) else f"of which {event.total} counts"
    return f"  {unit} {ROLL_NAMES[event.purpose]}: {dice} {counted} against {event.needed}"


def _save(event: Any, name: UnitName) -> str:
    saved = f"{event.successes} success{'' if event.successes == 1 else 'es'}"
    unit = name(event.unit)
    return f"  {unit} saves with {log.dice_of(event)}: {saved}" if event.dice else f"  {unit} has no save"


def _share(event: Any, name: UnitName) -> str:
    return f"  {log.dice_of(event)} of these = {event.total} against {event.needed} at {name(event.unit)}"


def _suppression(event: Any, name: UnitName) -> str:
    return f"  {name(event.unit)} loses {event.cards} card{'s' if event.cards > 1 else ''}"


def _crash(event: Any, name: UnitName) -> str:
    where = "off the table" if event.x < 0 else f"to its death at ({event.x}, {event.y})"
    return f"  {name(event.unit)} comes down {where}"


WORDS: dict[int, str | Callable[[Any, UnitName], str]] = {
    log.TURN: "--- turn {turn}: side a draws {draw_a}, side b draws {draw_b}; side {first} first ---",
    log.ASSIGNED: "side {side}: {card} to {unit}",
    log.REVEALED: "{unit} turns over {card}",
    log.ORDERED: _order,
    log.ROLLED: _roll,
    log.SHOCKED: "  {unit} is hit and shocked",
    log.DESTROYED: "  {unit} is destroyed: {vp} {counted}",
    log.SUPPRESSED: _suppression,
    log.MOVED: "  {unit} goes to ({x}, {y})",
    log.RECOVERED: "  {unit} has recovered",
    log.IMMOBILISED: "  {unit} is immobilised",
    log.REGROUPED: "{unit} regroups to ({x}, {y})",
    log.DISCARDED: "side {side} discards {card} over the limit of six",
    log.PROLONGED: "--- the battle goes on: deck {deck} ---",
    log.ENDED: "--- the battle is over: {vp_a} to {vp_b} {counted} ---",
    log.SAVED: _save,
    log.DEPLOYED: "{unit} deploys at ({x}, {y})",
    log.BOARDED: "  {unit} gets on {carrier}",
    log.ALIGHTED: "  {unit} gets off at ({x}, {y})",
    log.FOLLOWS: "  {unit} follows {leader}",
    log.HELPS: "  {unit} helps {helped}",
    log.FOUND_COVER: "  {unit} has found cover",
    log.FOUGHT_BACK: "  {unit} goes back to ({x}, {y})",
    log.WRECK_LEFT: "  the wreck of {unit} stays at ({x}, {y})",
    log.SUPPRESSION_CANCELLED: "  {unit} keeps its cards: its cover cancels the suppression",
    log.SHARED: _share,
    log.EDGE_DRAWN: "--- {card}: side {side} comes on from the {edge} edge ---",
    log.BRIDGE_BLOWN: "--- the bridge is blown ---",
    log.AIMED: "  attack {attack} of {unit}'s support at {target}",
    log.TIE_ROLLED: "equal cards of both decks: side a rolls {total_a}, side b {total_b}; side {first} goes first",
    log.TURNS: _turns,
    log.LANDING_CARD: "--- side {side} turns over {card} for its landings of turn {coming_turn} ---",
    log.DROPPED: "{unit} is dropped at ({x}, {y})",
    log.DRIFTS: "  {unit} drifts {inches} inches to the {facing}",
    log.LANDED: "  {unit} is down at ({x}, {y})",
    log.CRASHED: _crash,
    log.WEAPON_LOST: "  {unit} has lost its machine gun or mortar",
    log.TAKEN_AWAY: "  {unit} is empty and taken off the table",
    log.HELD_BACK: "  {unit} is held back and comes later",
}
"""Kind of event -> its line, with the fields of the event in braces, or what makes the line."""
