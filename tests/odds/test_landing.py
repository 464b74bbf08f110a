"""The odds of a landing, against counting every die out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tigersim import odds
from tigersim.catalogue.cards import CARDS
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import unit
from tigersim.errors import InvalidValue, RuleForbids

SQUAD, GLIDER = "Infantry [generic] + mortar + parachute", "Waco Glider"
VALUES = {**{str(n): n for n in range(2, 11)}, "J": 10, "Q": 10, "K": 10, "A": 11}


def counted(card: str, glider: bool, hits: str = "landing_roll_never_destroys", clear: int = 18) -> dict[str, Fraction]:
    """Every roll of the landing dice, and of the slide dice for a glider."""
    n, needed = (2 if card[-1] in "HD" else 3), VALUES[card[:-1]]
    found = dict.fromkeys(odds.landing(SQUAD, card).to_dict(), 0)
    rolls = list(product(range(1, 7), repeat=n + (3 if glider else 0)))
    for roll in rolls:
        landing, slide = roll[:n], roll[n:]
        ones = landing.count(1) + (0 if hits == "landing_roll_only" else slide.count(1))
        dead = (hits == "normal_hits" and ones >= 2) or sum(slide) > clear
        found["p_on_point"] += sum(landing) >= needed
        found["p_drifts"] += sum(landing) < needed
        found["p_unhurt"] += not dead and ones == 0
        found["p_shocked"] += not dead and ones > 0
        found["p_destroyed"] += dead
        found["p_loses"] += not dead and ones > 1
        found["p_perfect"] += sum(landing) >= needed and not dead and ones == 0
    return {name: Fraction(count, len(rolls)) for name, count in found.items()}


@pytest.mark.rule("PT-AIRDROP-05", "PT-AIRDROP-06", "PT-AIRDROP-07", "PT-AIRDROP-09", "PT-AIRDROP-10")
@pytest.mark.parametrize("card", ["2C", "2H", "7S", "7D", "10C", "QH", "AS", "AH"])
def test_a_squad_lands(card: str) -> None:
    assert vars(odds.landing(SQUAD, card).exact) == counted(card, False)


@pytest.mark.rule("PT-AIRDROP-08", "PT-AIRDROP-11")
@pytest.mark.parametrize(("card", "clear"), [("8S", None), ("8S", 12), ("5H", 3), ("KD", 2)])
def test_a_glider_slides_on(card: str, clear: int | None) -> None:
    assert vars(odds.landing(GLIDER, card, clear=clear).exact) == counted(
        card, True, clear=18 if clear is None else clear
    )


@pytest.mark.rule("AMB-130")
@pytest.mark.parametrize("reading", ["normal_hits", "landing_roll_only", "all_cargo_lost"])
@pytest.mark.parametrize("card", ["9S", "4D"])
def test_other_readings_of_the_hits(card: str, reading: str) -> None:
    rules = DEFAULT.replace(airdrop_hits=reading)
    assert vars(odds.landing(GLIDER, card, rules).exact) == counted(card, True, reading)
    assert vars(odds.landing(SQUAD, card, rules).exact) == counted(card, False, reading)


def test_the_mean_over_the_deck() -> None:
    cards = [odds.landing(SQUAD, card).exact for card in CARDS]
    for name, value in vars(odds.landing(SQUAD).exact).items():
        assert value == sum(getattr(card, name) for card in cards) / 52


@pytest.mark.rule("PT-AIRDROP-02")
def test_who_lands_from_the_air() -> None:
    for name in ("Paratroopers or Rangers", "Paratroopers [britain]", "Wehrmacht Paratroopers"):
        assert not odds.landing(name, "7S").glider
    for wrong in ("Regulars [usa]", "Tiger I"):
        with pytest.raises(RuleForbids, match="PT-AIRDROP-02"):
            odds.landing(wrong)
    with pytest.raises(RuleForbids, match="PT-AIRDROP-02"):
        unit("Tiger I + parachute")
    with pytest.raises(RuleForbids, match="PT-AIRDROP-02"):
        unit("Wehrmacht Paratroopers + parachute")
    with pytest.raises(RuleForbids, match="PT-AIRDROP-08"):
        odds.landing(SQUAD, clear=5)
    with pytest.raises(InvalidValue, match="clear"):
        odds.landing(GLIDER, clear=-1)
    for name in ("Wehrmacht Paratroopers", GLIDER):
        with pytest.raises(RuleForbids):
            odds.landing(name, ruleset=RuleSet.load("paper_tigers_1"))
