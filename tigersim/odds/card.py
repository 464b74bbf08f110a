"""What a card is worth: the exact odds of everything a unit can try with it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tigersim.catalogue.cards import CARDS, card_name, parse_card
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.odds.arguments import NO_SLOT, RuledUnit, card_words, read_distance, read_order, read_weapon, rests_on
from tigersim.odds.dice import Counted, colours_of, with_card
from tigersim.odds.move import move_plan
from tigersim.odds.own_tests import own_rerolls, passes
from tigersim.odds.rerolls import HIT, LETHAL, NEAR_MISS, AttackTest, attack_outcomes
from tigersim.odds.resolve import own_dice
from tigersim.odds.result import Answer, answer, means
from tigersim.rules.cards import allows_close_combat, allows_find_cover, difficulty, is_red
from tigersim.rules.cover import find_cover_dice, finds_cover
from tigersim.rules.fire import fire_difficulty, in_range, is_far, lethal_difficulty
from tigersim.rules.recovery import recovers, recovery_dice
from tigersim.rules.rerolls import reroll_extent

if TYPE_CHECKING:
    import pandas as pd

PLAIN = Unit(nation="any", name="plain tank", source_name="plain tank", type="medium_tank")
"""The basic vehicle: what a card means before any class or trait changes the dice."""


@answer
class CardOdds(Answer):
    """What a card, or any card, lets a unit do.

    An action that its colour does not allow counts as no success.
    """

    p_hit: float = means("fire: the roll reaches the difficulty")
    p_lethal: float = means("fire: the roll is a lethal hit (part of the line above)")
    p_half: float = means("fire: a miss that reaches half the difficulty (machine guns suppress)")
    p_move: float = means("move: the unit moves")
    expected_inches: float = means("move: inches, on average (no move counts as 0)")
    p_find_cover: float = means("find cover in the open (black cards)")
    p_close_combat: float = means("close combat: the attack succeeds (red cards)")
    p_recovery: float = means("recovery test")
    card: str | None
    difficulty: int | None
    initiative: int | None
    """Place in the order of initiative: 1 for the two of clubs, 52 for the ace of hearts."""
    asked: tuple[RuledUnit, int, float]

    def steps(self) -> list[str]:
        steps = []
        for red in colours_of(None if self.card is None else parse_card(self.card)):
            dice = _dice(*self.asked, red)._asdict().items()
            actions = ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in dice if n)
            steps.append(f"Dice on a {'red' if red else 'black'} card: {actions} (PT-CARD-06, PT-CARD-07).")
        return steps

    def by_card(self) -> pd.DataFrame:
        """One row for each of the 52 cards, in order of initiative.

        Its ``attrs["rests_on"]`` says which rules were asked.
        """
        import pandas as pd

        rows = []
        of_a_kind = lru_cache(_on_card)  # cards of one colour and difficulty are alike
        for number in range(52):
            counts, whole = of_a_kind(*self.asked, is_red(number), difficulty(number))
            rows.append([CARDS[number], is_red(number), difficulty(number), *(count / whole for count in counts)])
        table = pd.DataFrame(rows, columns=["card", "red", "difficulty", *self.MEANING])
        table.attrs["rests_on"] = rests_on(self.asked[0].ruleset)
        return table


def card(
    card: str | int | None = None,
    unit: str | Unit | None = None,
    weapon: str = "main",
    distance: float = 10,
    ruleset: RuleSet | str | None = None,
) -> CardOdds:
    """The exact odds of every action of one unit, with one card or averaged over the deck.

    card: as ``QH``, or None: averaged over a full deck.
    unit: a name or a ``Unit``; None: a plain medium tank.
    weapon: that it fires, at a target without a low profile: main, hull, mg, mortar, flame.
    distance: inches to that target; ``shot`` says what it saves.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.

    Raises ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue``.
    """
    who, number = read_order(PLAIN if unit is None else unit, card, ruleset)
    asked = (who, read_weapon(weapon, who.profile), read_distance(distance))
    counts, whole = with_card(lambda red, d: _on_card(*asked, red, d), number)
    name, of, place = (None, None, None) if number is None else (card_name(number), difficulty(number), number + 1)
    title = f"{who.name} with {card_words(number)}"
    return CardOdds.of(title, counts, whole, card=name, difficulty=of, initiative=place, asked=asked)


class CardDice(NamedTuple):
    """The dice of a unit for each action on a card of one colour; 0 = it may not."""

    fire: int
    move: int
    find_cover: int
    close_combat: int
    recovery: int


def _dice(who: RuledUnit, slot: int, distance: float, red: bool) -> CardDice:
    profile = who.profile
    squared = distance * distance
    fire = 0
    if slot != NO_SLOT and profile.armed[slot] and in_range(squared, profile.max_range[slot], profile.min_range[slot]):
        fire = own_dice(who, slot, is_far(squared), red)
    return CardDice(
        fire,
        profile.move_red if red else profile.move_black,
        find_cover_dice(profile.find_open, profile.find_terrain, False) if allows_find_cover(red) else 0,
        profile.melee_dice if allows_close_combat(red) and profile.may_assault else 0,
        recovery_dice(profile.recovery_dice, False),
    )


def _on_card(who: RuledUnit, slot: int, distance: float, red: bool, d: int) -> Counted:
    profile, dice = who.profile, _dice(who, slot, distance, red)
    readings = who.readings
    half, extent = readings.suppression_half, readings.improved_reroll_extent
    permissions, reach_of = reroll_extent(profile.attack_rerolls, profile.attack_whole, extent)
    lethal = lethal_difficulty(d, 0, edition=who.ruleset.readings.edition)
    flame = profile.flame[slot] if slot != NO_SLOT else 0
    test = AttackTest(
        dice.fire, fire_difficulty(d, 0, ed1_example=readings.ed1_example), lethal, half, all_lethal=flame
    )
    fired = attack_outcomes(test, permissions, (), reach_of)
    fire = (sum(fired[HIT:]), sum(fired[LETHAL:]), fired[NEAR_MISS])
    reach = move_plan(who, False).reach(red, d) or (1,)
    strikes = reroll_extent(profile.melee_rerolls, 0, extent)
    struck = attack_outcomes(AttackTest(dice.close_combat, d, d), strikes[0], (), strikes[1])
    again = own_rerolls(who)
    shares = (
        *((count, sum(fired)) for count in fire),
        (sum(reach[1:]), sum(reach)),
        (sum(inches * count for inches, count in enumerate(reach)), sum(reach)),
        passes(finds_cover, dice.find_cover, d, again),
        (sum(struck[HIT:]), sum(struck)),
        passes(recovers, dice.recovery, d, again),
    )
    whole = max(part for _, part in shares)  # all of them powers of 6
    return tuple(count * (whole // part) for count, part in shares), whole
