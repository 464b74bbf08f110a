"""Two decks against each other, played out as far as the rules and the rulings go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Table
from tigersim.companions.question import question
from tigersim.companions.victory_day.forces.cards import deck as deck_of
from tigersim.companions.victory_day.forces.cards import faults, resource_cards, size
from tigersim.companions.victory_day.kernels import places as at
from tigersim.companions.victory_day.kernels.settings import race_setting
from tigersim.companions.victory_day.odds.hands import mean_redeals
from tigersim.companions.victory_day.questions import asking
from tigersim.companions.victory_day.rules.decks import same_size
from tigersim.errors import InvalidValue

if TYPE_CHECKING:
    from tigersim.companions.sampling import Sample

BLANKS = "4 x card a, 4 x card b, 4 x card c, 4 x card d, 4 x card e, 4 x card f"
DECK_A = f"8 x depot, 8 x factory, 8 x fuel, 4 x armoured car, 4 x scout 1/1 infantry 1-0-0, 4 x card g, {BLANKS}"
DECK_B = f"9 x depot, 12 x factory, 9 x fuel, 4 x armoured car, 2 x card g, {BLANKS}"
ALWAYS = tuple(key for key in at.READING_KEYS if key not in ("max_redeals", "redeal_hand"))
"""Rulings that every race rests on."""


@question("VD-Q-18", "race")
def race(
    deck_a: Annotated[str, "a deck: COUNT x CARD with commas; card NAME does nothing here"] = DECK_A,
    deck_b: Annotated[str, "the other deck, of as many cards"] = DECK_B,
    turn: Annotated[int, "own turn by which a first unit is asked for", (1, asking.LAST_TURN)] = 4,
    redeal: asking.Redeal = False,
    trials: Annotated[int, "games to play"] = 10000,
    seed: Annotated[int, "seed of chance"] = 1,
    *,
    readings: Readings,
) -> Answer:
    """Which of two decks wins the race?

    Whole games, begun by each in turn, with rulings for all that the source lacks.  Both play alike: they lay what the
    first unit in hand lacks, build whatever they can in the order of their deck, and attack with all that is ready:
    a unit that would die alone, else a resource card; ready units block if they survive it, or for the life of a unit.
    By the text alone nothing but draws takes cards from a deck: units with strike=N do under special_abilities =
    deck_strike.
    """
    from tigersim.companions.sampling import sample
    from tigersim.companions.victory_day.kernels.race import races

    decks = [deck_of(deck_a, "deck_a"), deck_of(deck_b, "deck_b")]
    if not same_size(size(decks[0]), size(decks[1])):
        raise InvalidValue("deck_b", f"{size(decks[1])} cards", f"{size(decks[0])} cards, as deck_a has (VD-DCK-02)")
    for cards in decks:
        known, dealt = asking.dealing(readings, size(cards), resource_cards(cards), second=False, redeal=redeal)
        if redeal:
            mean_redeals(known)  # refuses what would never end
    setting = race_setting(decks, readings, redeal, turn)
    result = sample(races, setting, at.PER_PLAYER + 2 * at.RESULTS, trials, seed)
    numbers = [
        result.number(at.A_WINS, "p_a_wins", "deck a wins"),
        result.number(at.FIRST_WINS, "p_first_wins", "the player who goes first wins"),
        result.number(at.ROUNDS, "turns", "turns of each player until a deck is destroyed"),
    ]
    for p, name in enumerate("ab"):
        built_by = at.PER_PLAYER + at.RESULTS * p + at.BUILT_BY
        numbers.append(result.number(built_by, f"p_{name}_built", f"deck {name} has built a unit by own turn {turn}"))
    told = []
    if not setting[0, at.STRIKES] or not setting[at.UNITS :, at.STRIKE].any():
        told.append(
            "Nothing but draws takes cards from a deck here, so the seat decides; fights cost units and resources."
        )
    told += [
        f"Deck {name}: {fault}." for name, cards in zip("ab", decks, strict=True) for fault in faults(cards, readings)
    ]
    return Answer(
        f"Two decks of {size(decks[0])} cards against each other",
        tuple(numbers),
        (Table("On average", [_row(name, p, result) for p, name in enumerate("ab")]),),
        tuple(told),
        (*ALWAYS, *(key for key in dealt if key not in ALWAYS)),
    )


def _row(name: str, p: int, result: Sample) -> dict[str, object]:
    columns = {
        "built_ever": at.BUILT,
        "units_built": at.UNITS_BUILT,
        "units_lost": at.UNITS_LOST,
        "resources_lost": at.RESOURCES_LOST,
        "cards_struck": at.STRUCK,
        "redeals": at.REDEALT,
    }
    base = at.PER_PLAYER + at.RESULTS * p
    return {"deck": name} | {column: round(result.mean(base + k), 4) for column, k in columns.items()}
