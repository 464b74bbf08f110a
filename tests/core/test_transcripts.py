"""The source's own examples, replayed to the letter with the dice that it tells."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.positions import EAST, NORTH, WEST, A, B, Position, open_table, table_of
from tigersim.catalogue.rulesets import RuleSet
from tigersim.core.enums import (
    CHANCE_FIRE,
    CHANCE_MOVE,
    CHANCE_SAVE,
    CHOOSE,
    DESTINATION,
    FIRE,
    FOLLOW,
    MAIN,
    MOVE,
    NAME,
    NOMINATE,
    ORDER,
    PASS,
    PHASE_NOMINATE,
    PHASE_RESOLVE,
    PLACE,
)

FIRST = RuleSet.load("paper_tigers_1")
MORE_THAN = FIRST.replace(ed1_example="strictly_more")
"""The wording of the example: "meer dan 10"; the rule itself says "gelijk aan of groter" (AMB-154)."""
T_34, PANTHER = A, B


# --- "De (groene) Russische T-34 tank ... De (camouflage) Duitse Panthertank" ----------------------------------------


def two_queens(ruleset: RuleSet = FIRST) -> Position:
    """The green T-34 on the left has the black queen of spades, the Panther on the right the red queen of hearts."""
    position = Position(["T-34c", "Regulars [ussr]"], ["Panther A", "Regulars [germany]"], open_table(), ruleset)
    position.put(T_34, 4, 10, EAST)
    position.put(PANTHER, 14, 10, WEST)
    position.give(T_34, "QS")
    position.give(PANTHER, "QH")
    position.give(A + 1, "2C")  # another unit's, for later
    position.state.first = 0
    position.go(PHASE_NOMINATE)
    position.do(CHOOSE, T_34, which=1)
    assert position.asked[:2] == (NOMINATE, 1)
    position.do(CHOOSE, PANTHER, which=1)
    return position


@pytest.mark.rule("PT-CARD-01", "PT-CARD-02", "PT-CARD-04", "PT-TURN-12", "PT1-TURN-03")
def test_two_queens_red_acts_before_black() -> None:
    position = two_queens()
    # "Het initiatief van beide kaarten is gelijk, maar rood gaat vóór zwart en dus mag de Panthertank eerst optreden."
    assert position.asked == (ORDER, 1, PANTHER)


@pytest.mark.rule("PT1-CARD-02", "PT-CARD-06")
def test_two_queens_the_panther_fires_with_three_dice_or_moves_with_two() -> None:
    # "De speler van de Panthertank moet kiezen: vuren (3 dobbelstenen) of bewegen (2 dobbelstenen)."
    assert two_queens().verbs() == {PASS, FIRE, MOVE}
    for verb, target, dice in ((FIRE, T_34, 3), (MOVE, 0, 2)):
        position = two_queens()
        position.do(verb, PANTHER, target)
        assert int(position.unit(PANTHER).rolls) == dice


@pytest.mark.rule("PT1-FIRE-10", "PT-FIRE-06", "AMB-154")
@pytest.mark.parametrize(
    ("ruleset", "faces", "hit"),
    [
        (MORE_THAN, (1, 3, 5), False),
        (MORE_THAN, (1, 4, 5), False),
        (MORE_THAN, (2, 4, 5), True),
        (FIRST, (1, 3, 5), False),
        (FIRST, (1, 4, 5), True),
        (FIRST, (2, 4, 5), True),
    ],
)
def test_two_queens_more_than_ten_hits(ruleset: RuleSet, faces: tuple[int, int, int], hit: bool) -> None:
    position = two_queens(ruleset)
    # "Hij kiest voor vuren en gooit met drie dobbelstenen die samen meer dan 10 moeten zijn om de T-34 tank te kunnen
    # raken."
    position.dice((CHANCE_FIRE, PANTHER, faces), (CHANCE_SAVE, T_34, (1, 1)))
    position.do(FIRE, PANTHER, T_34)
    assert (int(position.unit(T_34).hits), int(position.unit(T_34).alive)) == (1 if hit else 0, 1)
    assert int(position.unit(T_34).rolls) == (2 if hit else 0)  # two dice may turn the shot aside
    if hit:  # its card is laid away at once
        assert position.asked == (ORDER, 0, A + 1)
        assert int(position.unit(T_34).pending) == 0


@pytest.mark.rule("PT1-FIRE-04", "PT1-FIRE-06", "PT-HIT-01")
def test_two_queens_no_hit_is_worth_two() -> None:
    position = two_queens()
    position.unit(T_34).hits = 0
    position.dice((CHANCE_FIRE, PANTHER, (6, 6, 6)), (CHANCE_SAVE, T_34, (1, 1)))
    position.do(FIRE, PANTHER, T_34)
    assert (int(position.unit(T_34).alive), int(position.unit(T_34).hits)) == (1, 1)
    low = Position(["T-34c", "Regulars [ussr]"], ["Panther A"], open_table(), FIRST)
    low.put(T_34, 4, 10, EAST)
    low.put(PANTHER, 14, 10, WEST)
    low.turn_over(PANTHER, "2H")
    low.go(PHASE_RESOLVE)
    low.dice((CHANCE_FIRE, PANTHER, (6, 6, 6)), (CHANCE_SAVE, T_34, (1, 1)))
    low.do(FIRE, PANTHER, T_34)  # 18 is nine times the two
    assert (int(low.unit(T_34).alive), int(low.unit(T_34).hits)) == (1, 1)
    assert 0.0 == float(low.unit(T_34).hazard)


@pytest.mark.rule("PT1-CARD-02", "PT-CARD-07", "PT-TURN-17", "AMB-17")
@pytest.mark.parametrize(
    "dice",
    [[(CHANCE_FIRE, PANTHER, (1, 2, 3))], [(CHANCE_FIRE, PANTHER, (6, 6, 1)), (CHANCE_SAVE, T_34, (1, 5))]],
    ids=["missed", "turned aside"],
)
def test_two_queens_the_t_34_that_survives_moves_or_fires_back(dice: list[Any]) -> None:
    # "Als de T-34 het overleefd, mag de controlerende speler de T-34 laten bewegen (3 dobbelstenen) of terugschieten
    # (hij mag maar met 2 dobbelstenen gooien voor een zwarte kaart)."
    for verb, target, number in ((MOVE, 0, 3), (FIRE, PANTHER, 2)):
        position = two_queens()
        position.dice(*dice)
        position.do(FIRE, PANTHER, T_34)
        assert position.asked == (ORDER, 0, T_34)
        assert position.verbs() == {PASS, MOVE, FIRE}
        before = int(position.unit(T_34).rolls)
        position.do(verb, T_34, target)
        assert int(position.unit(T_34).rolls) - before == number


@pytest.mark.rule("PT1-FIRE-02", "PT-FIRE-03", "PT-FIRE-04")
def test_the_panther_sees_into_the_wood_and_not_through_it() -> None:
    # "De Panthertank rechts heeft een goede LOS op de infanterie in het bos, maar niet op de Russische T-34 tank door
    # het bos heen."
    wood = table_of(*["........WWW............."] * 24)
    position = Position(["T-34c", "Regulars [ussr]"], ["Panther A"], wood, FIRST)
    position.put(T_34, 3, 10)
    position.put(A + 1, 9, 10)
    position.put(PANTHER, 16, 10, WEST)
    position.turn_over(PANTHER, "QH")
    position.go(PHASE_RESOLVE)
    assert position.targets() == {(A + 1, MAIN)}


# --- "De T-34 tank besluit te schieten op de ♥ 6." -------------------------------------------------------------------


def t_34_and_two_squads(card: str) -> Position:
    """A squad within 7.5 cm (three inches) of the T-34, another within 7.5 cm of the first; enemies ahead."""
    kinds = ["T-34c", "Regulars [ussr]", "Regulars [ussr]", "Regulars [ussr]"]
    position = Position(kinds, ["Regulars [germany]", "Regulars [germany]"], open_table(20, 20), FIRST)
    for slot, x in ((T_34, 3), (A + 1, 7), (A + 2, 11)):
        position.put(slot, x, 5)
    position.put(A + 3, 19, 0)
    position.put(B, 5, 12)
    position.put(B + 1, 9, 12)
    position.turn_over(T_34, card)
    position.turn_over(A + 3, "2C")  # another unit's, for later
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 0, T_34)
    return position


def call_both_squads(position: Position) -> None:
    """One after the other: the second stands next to the first, not next to the tank."""
    assert position.asked == (FOLLOW, 0, T_34)
    assert position.units(NAME) == {A + 1}
    position.do(NAME, A + 1)
    assert position.units(NAME) == {A + 2}
    position.do(NAME, A + 2)


@pytest.mark.rule("PT1-FOLLOW-01", "PT1-FOLLOW-02", "PT-FOLLOW-03", "PT-FOLLOW-04")
def test_the_six_of_hearts_lets_both_squads_fire_too() -> None:
    position = t_34_and_two_squads("6H")
    position.dice((CHANCE_FIRE, T_34, (1, 1, 3)), (CHANCE_FIRE, A + 1, (5,)), (CHANCE_FIRE, A + 2, (4,)))
    # "De T-34 tank besluit te schieten op de ♥ 6. Ook beide infanterie-eenheden mogen dat proberen omdat ze binnen
    # 7,5 cm van de tank en de andere infanterie-eenheid staan."
    position.do(FIRE, T_34, B)
    call_both_squads(position)
    assert int(position.unit(B).hits) == 0  # 5 against 6
    # "Als ze vuren, mogen ze verschillende doelwitten nemen."
    for squad in (A + 1, A + 2):
        assert position.asked == (ORDER, 0, squad)
        assert {target for target, _ in position.targets()} == {B, B + 1}
        position.do(FIRE, squad, B + 1 if squad == A + 1 else B)
    # "Elke eenheid moet wel een eigen worp doen tegen de moeilijkheidswaarde van de kaart van de eerste eenheid."
    assert [int(position.unit(slot).rolls) for slot in (T_34, A + 1, A + 2)] == [3, 3, 3]
    assert (int(position.unit(B + 1).hits), int(position.unit(B).hits)) == (1, 1)  # at least 7 and 6
    assert position.fault == "none"


@pytest.mark.rule("PT1-FOLLOW-01", "PT1-FOLLOW-02", "PT-FOLLOW-02")
def test_the_three_of_spades_lets_both_squads_move_along() -> None:
    position = t_34_and_two_squads("3S")
    position.dice((CHANCE_MOVE, T_34, (5,)), (CHANCE_MOVE, A + 1, (6,)), (CHANCE_MOVE, A + 2, (6,)))
    # "De tank mag bewegen op de ♠ 3, de infanterie-eenheden ook, maar die moeten op 7,5 cm van de tank en elkaar
    # blijven."
    position.do(MOVE, T_34)
    call_both_squads(position)
    assert len(position.cells()) > 0
    position.do(PLACE, T_34, at=(3, 10, NORTH))
    standing = {T_34: (3, 10), A + 1: (7, 5), A + 2: (11, 5)}
    for squad, goal in ((A + 1, (7, 9)), (A + 2, (10, 8))):
        assert position.asked == (DESTINATION, 0, squad)
        others = [place for slot, place in standing.items() if slot != squad]
        assert all(any(within_three(cell, place) for place in others) for cell in position.cells())
        assert not all(any(within_three((x, y), place) for place in others) for x in range(20) for y in range(20))
        position.do(PLACE, squad, at=(*goal, NORTH))
        standing[squad] = goal
    assert within_three(standing[A + 1], standing[T_34])
    assert within_three(standing[A + 2], standing[A + 1])
    assert [int(position.unit(slot).actions) for slot in (T_34, A + 1, A + 2)] == [1, 1, 1]


def within_three(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Three inches from edge to edge at most."""
    dx, dy = (max(abs(p - q) - 1, 0) for p, q in zip(one, other, strict=True))
    return dx * dx + dy * dy <= 9
