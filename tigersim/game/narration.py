"""A battle's log in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tigersim.catalogue.cards import card_name
from tigersim.core import enums, log
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
ORDINALS = ("first", "second")
ORDER_NAMES = {enums.PASS: "waives", enums.MOVE: "moves", enums.FIND_COVER: "looks for cover", enums.BLOW: "is set off"}


def told(rows: Any, name: Callable[[int], str]) -> list[str]:
    """One line per row of the log; ``name`` gives the name of a slot's unit."""
    return [_line([int(field) for field in row], name) for row in rows]


def unpacked_dice(low: int, high: int) -> list[int]:
    """The dice that ``core.log.pack_dice`` packed into two fields."""
    dice = []
    for packed in (low, high):
        four = [packed // 7**place % 7 for place in range(3, -1, -1)]
        dice += [face for face in four if face]
    return dice


def _line(row: list[int], name: Callable[[int], str]) -> str:
    kind, turn, a, b, c, d, e, _ = row
    if kind == log.TURN:
        return f"--- turn {turn}: side a draws {a}, side b draws {b}; side {'ab'[c]} first ---"
    if kind == log.TURNS:
        draws = [f"{one}" if other < 0 else f"{one} and {other}" for one, other in ((a, d), (b, e))]
        first = f"the {ORDINALS[c // 2]} player of side {'ab'[c & 1]}"
        return f"--- turn {turn}: side a draws {draws[0]}, side b draws {draws[1]}; {first} names first ---"
    if kind == log.TIE_ROLLED:
        return f"equal cards of both decks: side a rolls {b}, side b {c}; side {'ab'[a]} goes first"
    if kind == log.ASSIGNED:
        return f"side {'ab'[a]}: {'a card' if c < 0 else card_name(c)} to {name(b)}"
    if kind == log.REVEALED:
        return f"{name(a)} turns over {card_name(b)}"
    if kind == log.ORDERED:
        if c == enums.FIRE:
            return f"{name(a)} with {card_name(b)}: {WEAPON_NAMES[e]} at {name(d)}"
        if c == enums.CALL:
            support = "an air strike" if is_red(b) else "a barrage"
            if e:
                return (
                    f"side {'ab'[a // enums.MAX_UNITS]} plays {card_name(b)}: {support} on {name(d)}, seen by {name(a)}"
                )
            return f"{name(a)} with {card_name(b)}: calls {support} on {name(d)}"
        if c == enums.ASSAULT:
            return f"{name(a)} with {card_name(b)}: close combat against {name(d)}"
        return f"{name(a)} with {card_name(b)}: {ORDER_NAMES[c]}"
    if kind == log.ROLLED:
        return _roll(row, name)
    if kind == log.AIMED:
        return f"  attack {c} of {name(a)}'s support at {name(b)}"
    if kind == log.SHARED:
        return f"  {unpacked_dice(d, e)} of these = {c} against {b} at {name(a)}"
    if kind == log.SAVED:
        saved = f"{b} success" if b == 1 else f"{b} successes"
        return f"  {name(a)} saves with {unpacked_dice(d, e)}: {saved}" if c else f"  {name(a)} has no save"
    return _event(row, name)


def _roll(row: list[int], name: Callable[[int], str]) -> str:
    _, _, unit, purpose, needed, total, e, f = row
    if purpose == enums.CHANCE_RECOVERY:
        return f"{name(unit)} tests recovery: {e} against {needed}, {'passed' if f else 'failed'}"
    dice = unpacked_dice(e, f)
    if purpose == enums.CHANCE_SLIDE:
        return f"  {name(unit)} slides: {dice} = {total} inches"
    counted = f"= {total}" if total == sum(dice) else f"of which {total} counts"
    return f"  {name(unit)} {ROLL_NAMES[purpose]}: {dice} {counted} against {needed}"


def _event(row: list[int], name: Callable[[int], str]) -> str:
    kind, _, a, b, c, *_ = row
    words: dict[int, Callable[[], str]] = {
        log.SHOCKED: lambda: f"  {name(a)} is hit and shocked",
        log.DESTROYED: lambda: f"  {name(a)} is destroyed: {c} VP",
        log.SUPPRESSED: lambda: f"  {name(a)} loses {b} card{'s' if b > 1 else ''}",
        log.MOVED: lambda: f"  {name(a)} goes to ({b}, {c})",
        log.RECOVERED: lambda: f"  {name(a)} has recovered",
        log.IMMOBILISED: lambda: f"  {name(a)} is immobilised",
        log.REGROUPED: lambda: f"{name(a)} regroups to ({b}, {c})",
        log.DISCARDED: lambda: f"side {'ab'[a]} discards {'a card' if b < 0 else card_name(b)} over the limit of six",
        log.PROLONGED: lambda: f"--- the battle goes on: deck {a} ---",
        log.ENDED: lambda: f"--- the battle is over: {a} to {b} VP ---",
        log.DEPLOYED: lambda: f"{name(a)} deploys at ({b}, {c})",
        log.BOARDED: lambda: f"  {name(a)} gets on {name(b)}",
        log.ALIGHTED: lambda: f"  {name(a)} gets off at ({b}, {c})",
        log.FOLLOWS: lambda: f"  {name(a)} follows {name(b)}",
        log.HELPS: lambda: f"  {name(a)} helps {name(b)}",
        log.FOUND_COVER: lambda: f"  {name(a)} has found cover",
        log.FOUGHT_BACK: lambda: f"  {name(a)} goes back to ({b}, {c})",
        log.WRECK_LEFT: lambda: f"  the wreck of {name(a)} stays at ({b}, {c})",
        log.LANDING_CARD: lambda: f"--- side {'ab'[a]} turns over {card_name(b)} for its landings of turn {c} ---",
        log.EDGE_DRAWN: lambda: f"--- {card_name(b)}: side {'ab'[a]} comes on from the {EDGE_NAMES[c]} edge ---",
        log.BRIDGE_BLOWN: lambda: "--- the bridge is blown ---",
        log.DROPPED: lambda: f"{name(a)} is dropped at ({b}, {c})",
        log.DRIFTS: lambda: f"  {name(a)} drifts {c} inches to the {COMPASS[b]}",
        log.LANDED: lambda: f"  {name(a)} is down at ({b}, {c})",
        log.CRASHED: lambda: f"  {name(a)} comes down " + ("off the table" if b < 0 else f"to its death at ({b}, {c})"),
        log.WEAPON_LOST: lambda: f"  {name(a)} has lost its machine gun or mortar",
        log.TAKEN_AWAY: lambda: f"  {name(a)} is empty and taken off the table",
        log.HELD_BACK: lambda: f"  {name(a)} is held back and comes later",
        log.SUPPRESSION_CANCELLED: lambda: f"  {name(a)} keeps its cards: its cover cancels the suppression",
    }
    return words[kind]()
