"""Questions about decks: redeals, draws, how long a deck lasts, and whether it is legal."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole
from tigersim.companions.question import question
from tigersim.companions.victory_day.forces.cards import deck as deck_of
from tigersim.companions.victory_day.forces.cards import faults, names, resource_cards, size
from tigersim.companions.victory_day.odds import hands
from tigersim.companions.victory_day.odds.clock import last_turn
from tigersim.companions.victory_day.questions import asking
from tigersim.companions.victory_day.rules.decks import fewest_names, same_size
from tigersim.companions.victory_day.rules.drawing import STARTING_HAND
from tigersim.companions.victory_day.rules.readings import whole
from tigersim.errors import InvalidValue

LEGAL_DECK = (
    "8 x depot, 8 x factory, 8 x fuel, 4 x armoured car, 4 x medium tank, 4 x heavy tank, 4 x infantry, "
    "4 x example unit, 4 x card ambush, 4 x card barrage, 4 x card minefield, 4 x card retreat"
)
OTHER_DECK = LEGAL_DECK.replace("4 x card ambush, 4 x card barrage", "8 x card ambush")


@question("VD-Q-05", "redeal")
def redeal(deck: asking.Deck = 60, resources: asking.ResourceCards = 24, *, readings: Readings) -> Answer:
    """How likely is an opening hand that may be redealt?"""
    asking.ask_deck(deck, resources)
    few = hands.chance_of(0, deck, resources, STARTING_HAND) + hands.chance_of(1, deck, resources, STARTING_HAND)
    whole_hand = hands.redealable(deck, resources)
    rows = [{"resources": r, "p_redeal": hands.redealable(deck, r)} for r in range(0, deck + 1, max(1, deck // 30))]
    return Answer(
        f"A hand of {STARTING_HAND} from {deck} cards with {resources} resource cards",
        (
            Number.of("p_redeal", "the hand may be redealt", whole_hand),
            Number.of("p_few", "it has fewer than two resource cards (part of the line above)", few),
            Number.of("p_only", "it has nothing else (part of it too)", whole_hand - few),
        ),
        (Table("By number of resource cards", rows),),
    )


@question("VD-Q-06", "safest-deck")
def safest_deck(deck: asking.Deck = 60, *, readings: Readings) -> Answer:
    """Which number of resources makes a redealable hand least likely?"""
    asking.ask_deck(deck)
    best, chance = hands.safest(deck)
    around = range(max(best - 4, 0), min(best + 4, deck) + 1)
    rows = [{"resources": r, "p_redeal": hands.redealable(deck, r)} for r in around]
    return Answer(
        f"A deck of {deck} cards: {best} resource cards redeal least often",
        (
            Number.of("resources", "resource cards that make it least likely", best),
            Number.of("p_redeal", "chance of a hand that may be redealt, with so many", chance),
        ),
        (Table("Around it", rows),),
        ("That protects the opening hand; it leaves open whether there are units enough.",),
    )


@question("VD-Q-07", "redeal-count")
def redeal_count(deck: asking.Deck = 60, resources: asking.ResourceCards = 24, *, readings: Readings) -> Answer:
    """How many redeals, if every entitled player redeals?"""
    known, rests_on = asking.dealing(readings, deck, resources, second=True, redeal=True)
    chances = hands.redeal_counts(known, 6)
    rows = [{"redeals": k, "p_exactly": p - q, "p_at_least": p} for k, (p, q) in enumerate(pairwise(chances))]
    return Answer(
        f"Redeals of a deck of {deck} cards with {resources} resource cards",
        (
            Number.of("redeals", "redeals on average", hands.mean_redeals(known)),
            Number.of("p_one", "at least one", chances[1]),
            Number.of("p_two", "at least two", chances[2]),
        ),
        (Table("How many", rows),),
        rests_on=rests_on,
    )


@question("VD-Q-12", "draw")
def draw(
    deck: asking.Deck = 60,
    copies: Annotated[int, "copies of the card in the deck"] = 4,
    turn: asking.Turn = 1,
    second: asking.Second = False,
    *,
    readings: Readings,
) -> Answer:
    """When is a given card drawn?

    Without redeals, which would depend on resource cards.
    """
    known, rests_on = asking.dealing(readings, deck, 0, second)
    ask_whole("copies", copies, 0, deck)
    seen = [known.seen(t) for t in range(turn + 1)]
    drawn = [hands.at_least_one(deck, copies, cards) for cards in seen]
    rows = [{"turn": t, "seen": seen[t], "p_drawn": drawn[t]} for t in range(turn + 1)]
    return Answer(
        f"{copies} copies among {deck} cards, going {'second' if second else 'first'}",
        (
            Number.of("p_drawn", f"at least one is drawn by own turn {turn}", drawn[-1]),
            Number.of("seen", "cards seen by then", seen[-1]),
        ),
        (Table("Turn by turn (0 = the starting hand)", rows),),
        rests_on=rests_on,
    )


@question("VD-Q-13", "clock")
def clock(
    deck: asking.Deck = 60,
    struck: Annotated[float, "cards that strikes of the enemy remove in each own turn, on average"] = 0.0,
    *,
    readings: Readings,
) -> Answer:
    """How long can a game last before a deck is empty?

    Nobody redeals to a hand of another size, and nothing but draws and strikes takes cards from a deck.
    """
    asking.ask_deck(deck)
    if not 0 <= struck <= asking.LARGEST_DECK:
        raise InvalidValue("struck", struck, f"a number from 0 to {asking.LARGEST_DECK}")
    if struck and readings["special_abilities"] == "off":
        raise InvalidValue("struck", struck, "0, unless special_abilities = deck_strike")
    lost, reading = Fraction(str(struck)), readings.option("deck_destroyed")
    first, other = (
        last_turn(deck, second, lost, whole(readings, "first_turn_draw"), STARTING_HAND, reading)
        for second in (False, True)
    )
    ending = "first" if first <= other else "second"
    return Answer(
        f"Two decks of {deck} cards, {struck:g} struck in every turn",
        (
            Number.of("first", "own turn in which the deck of the player who goes first is destroyed", first),
            Number.of("second", "own turn in which that of the player who goes second is", other),
        ),
        findings=(f"The deck of the player who goes {ending} is destroyed earlier.",),
        rests_on=("deck_destroyed", "first_turn_draw", *(["special_abilities"] if struck else [])),
    )


@question("VD-Q-17", "legal")
def legal(
    deck_a: Annotated[
        str, "a deck: COUNT x CARD [SIDE] with commas; card NAME = neither resource nor unit"
    ] = LEGAL_DECK,
    deck_b: Annotated[str, "the other deck"] = OTHER_DECK,
    *,
    readings: Readings,
) -> Answer:
    """Is a deck legal?"""
    rows: list[dict[str, Any]] = []
    numbers = []
    decks = {"a": deck_of(deck_a, "deck_a"), "b": deck_of(deck_b, "deck_b")}
    sizes = {side: size(cards) for side, cards in decks.items()}
    for side, cards in decks.items():
        found = faults(cards, readings)
        if not same_size(sizes["a"], sizes["b"]):
            found.append(f"{sizes[side]} cards, the other deck has {sizes['b' if side == 'a' else 'a']}")
        resources = resource_cards(cards)
        rows += [{"deck": side, "fault": fault} for fault in found]
        numbers += [
            Number.of(f"{side}_legal", f"1 if deck {side} is legal", int(not found)),
            Number.of(f"{side}_cards", "its cards", sizes[side]),
            Number.of(f"{side}_resources", "its resource cards", resources),
            Number.of(f"{side}_names", "different other cards that it has", len(names(cards))),
            Number.of(f"{side}_fewest", "and that a deck like it needs at least", fewest_names(sizes[side], resources)),
        ]
    return Answer(
        "Two decks, one against the other",
        tuple(numbers),
        (Table("What is wrong", rows),) if rows else (),
        () if rows else ("Both decks are legal.",),
        ("side_exclusive",),
    )
