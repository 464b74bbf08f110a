"""The text of an action: it parses back, and a wrong one is refused in one line that says what is allowed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import tigersim as ts
from tests.forms import some
from tests.reference.naive_moves import Move, packed
from tigersim.core import enums
from tigersim.errors import InvalidValue
from tigersim.game.notation import FORMS, VERBS, usage

ARMIES = (
    "M4 Sherman, M7 Priest, 2 1/2 Ton Truck, 2 x Paratroopers or Rangers, 2 x Regulars [usa]",
    "Panther G, 2 x SS Grenadiers, Sdkfz 222, Panzer II",
)
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "battle.md"
FIRST = ts.RuleSet.load("paper_tigers_1")
A1, A2, B1, B16 = 0, 1, 16, 31

BY_HAND = {
    "pass": Move(enums.PASS),
    "go-on": Move(enums.GO_ON),
    "a1 move": Move(enums.MOVE),
    "b16 find-cover": Move(enums.FIND_COVER, B16),
    "a2 fire b1 mg": Move(enums.FIRE, A2, B1, enums.MACHINE_GUN),
    "b1 close-combat a2": Move(enums.ASSAULT, B1, A2),
    "a2 board a1": Move(enums.BOARD, A2, A1),
    "a2 call-support b16": Move(enums.CALL, A2, B16),
    "a2 call-support b16 AS": Move(enums.CALL, A2, B16, 12 * 4 + 1),
    "a1 blow-the-bridge": Move(enums.BLOW),
    "b1 name": Move(enums.NAME, B1),
    "a2 give QH": Move(enums.GIVE, A2, 0, 10 * 4 + 3),
    "a2 give unseen": Move(enums.GIVE, A2, 0, enums.BLIND),
    "drop 2C": Move(enums.DROP),
    "b1 drop second": Move(enums.DROP, B1, 0, enums.HIDDEN + 1),
    "a1 choose both": Move(enums.CHOOSE, A1, 0, 3),
    "a1 choose 10D": Move(enums.CHOOSE, A1, 0, 8 * 4 + 2),
    "a1 re-roll-all-dice": Move(enums.ALL_DICE, A1),
    "a1 re-roll-one-die 3": Move(enums.ONE_DIE, A1, 0, 2),
    "a1 re-roll-some-dice 1+4": Move(enums.SOME_DICE, A1, 0, 0b1001),
    "a1 share-die 2 b1": Move(enums.SHIFT, A1, B1, 1),
    "b2 place 12,8 NNE": Move(enums.PLACE, B1 + 1, 0, 0, 8 * 36 + 12, 3),
}


@pytest.mark.parametrize("text", BY_HAND)
def test_texts_and_the_fields_they_mean(text: str) -> None:
    action = ts.Action(packed(BY_HAND[text]))
    assert str(action) == text
    assert ts.Action.parse(text) == action
    assert ts.Action.parse(f" {text.upper()}  ") == action
    assert repr(action) == f"Action.parse('{text}')"


def test_every_verb_has_a_form_and_an_example() -> None:
    assert set(FORMS) == set(VERBS) == {move.verb for move in BY_HAND.values()}
    assert usage(enums.SHIFT) == "UNIT share-die DIE TARGET"
    assert usage(enums.DROP) == "[UNIT] drop CARD"
    assert usage(enums.GO_ON) == "go-on"


def test_the_guide_shows_every_verb() -> None:
    rows = [
        line for line in GUIDE.read_text(encoding="utf-8").split("| text | meaning |")[1].splitlines() if "|" in line
    ]
    shown = [ts.Action.parse(text) for row in rows[1:] for text in re.findall("`([^`]+)`", row.split("|")[1])]
    assert {action.verb for action in shown} == set(VERBS.values())


def test_a_place_depends_on_the_width_of_the_table() -> None:
    action = ts.Action(packed(Move(enums.PLACE, A1, 0, 0, 5 * 48 + 40, 0)), width=48)
    assert str(action) == "a1 place 40,5 E"
    assert repr(action) == "Action.parse('a1 place 40,5 E', width=48)"
    assert ts.Action.parse("a1 place 40,5 E", width=48) == action


def test_a_two_that_has_been_turned_over_is_chosen_by_its_name() -> None:
    two = packed(Move(enums.CHOOSE, A1, 0, 2))  # the second card of a unit, or the two of diamonds
    assert str(ts.Action(two)) == "a1 choose second"
    assert str(ts.Action(two, turned=True)) == "a1 choose 2D"
    assert ts.Action.parse("a1 choose 2D") == ts.Action.parse("a1 choose second")


@pytest.mark.parametrize(
    "code",
    [
        0xFF,
        -1,
        packed(Move(enums.PASS, A2)),
        packed(Move(enums.MOVE, A1, B1)),
        packed(Move(enums.MOVE, B16 + 1)),
        packed(Move(enums.FIRE, A1, B1, 4)),
        packed(Move(enums.PLACE, A1, 0, 0, 7, 16)),
        packed(Move(enums.MOVE)) | 1 << 60,
    ],
)
def test_what_is_no_action_shows_its_code(code: int) -> None:
    assert repr(ts.Action(code)) == str(ts.Action(code)) == f"Action({code})"


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("", "a1 to b16, a verb and what it needs, such as a1 fire b3 mg; verbs: pass, place, .*, blow-the-bridge$"),
        ("a1 fly", "verbs: pass, place"),
        ("a1 b2 fire", "verbs: pass, place"),
        ("fire b3 mg", "allowed: UNIT fire TARGET WEAPON$"),
        ("a1 pass", "allowed: pass$"),
        ("move a1", "allowed: UNIT move$"),
        ("a1 fire b3", "allowed: UNIT fire TARGET WEAPON$"),
        ("a17 move", "UNIT move; UNIT: a1 to b16$"),
        ("a1 fire b3 rifle", "WEAPON: main, hull, mg, mortar$"),
        ("a1 give QX", "CARD: a card such as QH"),
        ("a1 place 36,1 E", "UNIT place X,Y FACING; X,Y: x below 36$"),
        ("a1 place 1;1 E", "X,Y: x below 36$"),
        ("a1 place 1,1 NEN", "FACING: E, ENE, NE, NNE, N, .*, ESE$"),
        ("a1 re-roll-one-die 9", "DIE: 1 to 8$"),
        ("a1 re-roll-some-dice 4+1", r"DICE: numbers of dice such as 1\+3$"),
    ],
)
def test_a_wrong_text_is_refused_with_what_is_allowed(text: str, allowed: str) -> None:
    with pytest.raises(InvalidValue, match=allowed) as caught:
        ts.Action.parse(text)
    assert "\n" not in str(caught.value)


def test_push_takes_a_text_and_names_what_is_legal() -> None:
    battle = ts.Battle.start(armies=ARMIES, seed=1)
    text = str(battle.legal_actions()[3])
    again = battle.copy()
    again.push(text)
    battle.push(battle.legal_actions()[3])
    assert again.taken == battle.taken
    assert again.record.tobytes() == battle.record.tobytes()
    with pytest.raises(InvalidValue, match=r"decision deploy: b\d place .* and [\d,]+ more"):
        battle.push("pass")
    with pytest.raises(InvalidValue, match="verbs: pass"):
        battle.push("castle")


@pytest.mark.parametrize(
    ("seed", "settings"),
    [
        (1, {}),
        (2, {"support": "both"}),
        (3, {"solo": True}),
        (4, {"ruleset": FIRST, "armies": ("2 x M4 Sherman, 2 x Regulars [usa]", "Tiger I, Panzer II")}),
        (5, {"commanders": (2, 2)}),
    ],
)
def test_every_legal_action_parses_back(seed: int, settings: dict[str, object]) -> None:
    """In the short form 400 of the thousands of places that a decision offers: all facings, and most of the cells."""
    battle = ts.Battle.start(**{"armies": ARMIES, "seed": seed, **settings})  # type: ignore[arg-type]
    pick, verbs = random.Random(seed), set()
    while not battle.is_over and battle.decisions < 50:
        legal = battle.legal_actions()
        places = [action for action in legal if action.verb == "place"]
        shown = [*(action for action in legal if action.verb != "place"), *some(places, 400)]
        texts = {str(action): action for action in shown}
        assert len(texts) == len(shown)  # no two look the same
        assert [battle.parse_action(text).code for text in texts] == [action.code for action in shown]
        verbs |= {action.verb for action in legal}
        kinds = sorted({action.verb for action in legal} - {"pass"}) or ["pass"]
        kind = pick.choice(kinds)
        battle.push(pick.choice([action for action in legal if action.verb == kind]))
    assert len(verbs) >= 6
