"""Victory Day played at random against what can be counted: samples against exact odds, races against their course."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest

from tests.forms import form
from tigersim.catalogue.companions import Readings, game
from tigersim.companions import victory_day as vd
from tigersim.companions.answer import Answer
from tigersim.companions.sampling import sample
from tigersim.companions.victory_day.forces.cards import deck
from tigersim.companions.victory_day.kernels import places as played
from tigersim.companions.victory_day.kernels.dealing import pay
from tigersim.companions.victory_day.kernels.race import races
from tigersim.companions.victory_day.kernels.settings import race_setting

STRIKES = {"special_abilities": "deck_strike"}
BLANK = "60 x card a"


def distance(mean: float, exact: float, trials: int) -> float:
    """Standard errors between a share and its exact value."""
    return abs(mean - exact) / (exact * (1 - exact) / trials) ** 0.5


@pytest.mark.parametrize(
    ("asked", "readings"),
    [
        ({}, {}),
        ({"second": True}, {}),
        ({"redeal": True}, {}),
        ({"redeal": True, "depots": 3, "factories": 3, "fuel": 3, "second": True}, {"max_redeals": "2"}),
        (
            {"redeal": True, "deck": 40, "depots": 4, "factories": 6, "fuel": 4},
            {"redeal_hand": "6", "max_redeals": "1"},
        ),
        ({"turn": 6}, {"resource_enters_turned": "true"}),
        ({"redeal": True, "second": True}, {"resource_enters_turned": "true", "redeal_hand": "9"}),
        ({"cost": "0-3-0", "copies": 2, "turn": 3}, {"first_turn_draw": "3", "deck_destroyed": "failed_draw"}),
        ({"deck": 12, "depots": 2, "factories": 2, "fuel": 2, "copies": 1, "turn": 6}, {}),
    ],
)
def test_samples_agree_with_the_exact_odds(asked: dict[str, object], readings: dict[str, str]) -> None:
    answer = vd.check(**asked, trials=form(20_000, 60_000), seed=7, readings=readings)
    assert answer["wrong"].exact == 0
    assert answer["compared"].value == len(answer.tables[0].rows) > 30
    assert answer["worst_z"].value < 4


def test_a_wrong_exact_value_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from tigersim.companions.victory_day.questions import checking

    right = checking.hands.redealable
    monkeypatch.setattr(checking.hands, "redealable", lambda *asked: right(*asked) + right(*asked) / 20)
    assert vd.check(trials=60_000)["worst_z"].value > 4


def test_samples_depend_on_the_seed_only() -> None:
    assert vd.check(trials=2000, seed=5).to_dict() == vd.check(trials=2000, seed=5).to_dict()
    assert vd.check(trials=2000, seed=5).to_dict() != vd.check(trials=2000, seed=6).to_dict()
    assert vd.race(trials=500, seed=5).to_dict() == vd.race(trials=500, seed=5).to_dict()
    assert vd.race(trials=500, seed=5).to_dict() != vd.race(trials=500, seed=6).to_dict()


# --- races --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("redeal", [False, True])
@pytest.mark.parametrize("readings", [{}, {"resource_enters_turned": "true"}])
def test_a_race_without_enemies_builds_as_the_exact_odds_say(redeal: bool, readings: dict[str, str]) -> None:
    cards = "8 x depot, 8 x factory, 8 x fuel, 4 x armoured car, 32 x card a"
    other = "20 x depot, 40 x card a"
    for turn in (3, 5):
        exact = [
            vd.build(turn=turn, second=second, redeal=redeal, readings=readings)["p_build"].value
            for second in (False, True)
        ]
        answer = vd.race(cards, other, turn=turn, redeal=redeal, trials=40_000, readings=readings)
        assert distance(answer["p_a_built"].value, sum(exact) / 2, 40_000) < 4
        assert answer["p_b_built"].value == 0


@pytest.mark.parametrize("cards", [40, 60, 61])
def test_a_race_of_draws_ends_by_the_clock(cards: int) -> None:
    clock = vd.clock(cards)
    answer = vd.race(f"{cards} x card a", f"{cards} x card b", trials=100)
    first, second = (int(clock[name].value) for name in ("first", "second"))
    assert answer["turns"].value == min(first, second)
    assert answer["p_first_wins"].value == (1 if second < first else 0)
    assert answer["p_a_wins"].value == 0.5


def shown(answer: Answer, name: str) -> dict[str, float]:
    """The row of a deck."""
    return next(row for row in answer.tables[0].rows if row["deck"] == name)


def seats(a_first: bool) -> Iterator[tuple[int, str, int]]:
    """Turns of a game as (own turn, whose, cards drawn)."""
    for turn in count(1):
        for place, who in enumerate("ab" if a_first else "ba"):
            yield turn, who, 1 if turn == 1 and place == 0 else 2


def strikes(a_first: bool, enter_turned: bool) -> tuple[bool, int, int]:
    """60 free units that strike one card each against 60 blanks, counted by hand: (a wins, own turns, cards struck)."""
    left, hand, in_play, struck = {"a": 53, "b": 53}, 7, 0, 0
    for turn, who, drawn in seats(a_first):
        left[who] -= drawn
        if left[who] <= 0:
            return who == "b", turn, struck
        if who == "a":
            ready = in_play if enter_turned else in_play + hand + drawn
            in_play, hand = in_play + hand + drawn, 0
            cards = min(ready, left["b"])
            left["b"], struck = left["b"] - cards, struck + cards
            if left["b"] == 0:
                return True, turn, struck
    raise AssertionError


@pytest.mark.rule("VD-GAP-05", "VD-TRN-05", "VD-WIN-01")
@pytest.mark.parametrize("enter_turned", [False, True])
def test_a_race_of_strikes(enter_turned: bool) -> None:
    readings = STRIKES | {"unit_enters_turned": str(enter_turned).lower()}
    answer = vd.race("60 x sapper 1/1 infantry 0-0-0 strike=1", BLANK, trials=100, readings=readings)
    courses = [strikes(a_first, enter_turned) for a_first in (False, True)]
    assert answer["p_a_wins"].value == sum(wins for wins, _, _ in courses) / 2
    assert answer["turns"].value == sum(turns for _, turns, _ in courses) / 2
    assert shown(answer, "b")["cards_struck"] == sum(struck for _, _, struck in courses) / 2
    assert shown(answer, "a")["cards_struck"] == 0


def razed(a_first: bool) -> tuple[int, int]:
    """60 free units against 60 resource cards, counted by hand: (units built, resource cards destroyed)."""
    left, hand, in_play, enemy_hand, zone, lost = {"a": 53, "b": 53}, 7, 0, 7, 0, 0
    for _, who, drawn in seats(a_first):
        left[who] -= drawn
        if left[who] <= 0:
            return in_play, lost
        if who == "a":
            in_play, hand = in_play + hand + drawn, 0
            hits = min(in_play, zone)
            zone, lost = zone - hits, lost + hits
        else:
            laid = min(2, enemy_hand + drawn)
            zone, enemy_hand = zone + laid, enemy_hand + drawn - laid
    raise AssertionError


@pytest.mark.rule("VD-RES-04", "VD-RES-13", "VD-GAP-07")
def test_a_race_against_resource_cards() -> None:
    for attack, defence in ((2, 1), (2, 2), (2, 3)):
        answer = vd.race(f"60 x tank {attack}/2 0-0-0", "60 x fuel", trials=100, readings={"resource_defence": defence})
        courses = [razed(a_first) for a_first in (False, True)]
        assert shown(answer, "a")["units_built"] == sum(built for built, _ in courses) / 2
        assert shown(answer, "b")["resources_lost"] == (attack >= defence) * sum(lost for _, lost in courses) / 2


def fallen(a_first: bool) -> int:
    """60 free 3/3 against 60 free 2/2, counted by hand: how many of the weaker ones are destroyed."""
    left, hands, in_play, lost = {"a": 53, "b": 53}, {"a": 7, "b": 7}, {"a": 0, "b": 0}, 0
    for _, who, drawn in seats(a_first):
        left[who] -= drawn
        if left[who] <= 0:
            return lost
        in_play[who], hands[who] = in_play[who] + hands[who] + drawn, 0
        if who == "a":
            hits = min(in_play["a"], in_play["b"])
            in_play["b"], lost = in_play["b"] - hits, lost + hits
    raise AssertionError


@pytest.mark.rule("VD-CMB-02", "VD-PAR-06")
def test_a_race_of_fights() -> None:
    answer = vd.race("60 x tank 3/3 0-0-0", "60 x car 2/2 0-0-0", trials=100)
    assert shown(answer, "b")["units_lost"] == sum(fallen(a_first) for a_first in (False, True)) / 2
    assert shown(answer, "a")["units_lost"] == 0


BUSY_A = (
    "6 x depot, 8 x factory, 6 x fuel, 4 x armoured car, 4 x tank 3/3 armour 1-2-0, 4 x sapper 2/1 0-1-1 strike=2, "
    "8 x card a"
)
BUSY_B = (
    "7 x depot, 7 x factory, 7 x fuel, 4 x gun 4/3 0-1-1 +1/1 against armour, 4 x foot 2/2 infantry 1-0-0, 11 x card a"
)
BUSY = {"special_abilities": "deck_strike", "damage_persists": "true"}


@pytest.mark.rule("VD-ZON-02", "VD-ZON-01", "VD-ZON-03")
@pytest.mark.parametrize("more", [{}, {"hand_limit": "4"}, {"deck_destroyed": "failed_draw"}, {"attack_cost": "1"}])
def test_no_card_is_ever_lost_or_made(more: dict[str, str]) -> None:
    readings = Readings.of(game("victory-day"), BUSY | more)
    decks = [deck(BUSY_A, "deck_a"), deck(BUSY_B, "deck_b")]
    result = sample(
        races,
        race_setting(decks, readings, True, 4),
        played.PER_PLAYER + 2 * played.RESULTS,
        trials=5000,
        seed=3,
    )
    assert (result.mean(played.CARDS), result.error(played.CARDS)) == (80, 0)
    for p in range(2):
        at = played.PER_PLAYER + played.RESULTS * p
        built, lost = result.mean(at + played.UNITS_BUILT), result.mean(at + played.UNITS_LOST)
        assert 0 < lost < built
    assert result.mean(played.PER_PLAYER + played.RESULTS + played.STRUCK) > 0
    assert 0 < result.mean(played.A_WINS) < 1


def test_the_same_deck_on_both_sides_wins_half_the_games() -> None:
    answer = vd.race(BUSY_A, BUSY_A, trials=40_000, readings=BUSY)
    assert distance(answer["p_a_wins"].value, 0.5, 40_000) < 4
    a, b = answer.tables[0].rows
    assert a["units_built"] == pytest.approx(b["units_built"], rel=0.03)


def test_costs_are_paid_with_what_is_ready() -> None:
    zone, turned = np.array([3, 2, 0]), np.array([0, 0, 0])
    pay(zone, turned, 1, 2, 1)  # the fuel that is lacking takes the two depots that are left
    assert list(turned) == [3, 2, 0]
