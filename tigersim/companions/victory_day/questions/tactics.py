"""Questions about tactical cards, and about what cards can do between two own turns."""

from __future__ import annotations

import re
from math import comb
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole
from tigersim.companions.question import question
from tigersim.companions.victory_day.forces.cards import unit
from tigersim.companions.victory_day.rules import turning
from tigersim.companions.victory_day.rules.readings import whole
from tigersim.companions.victory_day.rules.spending import attacks_paid, left_over
from tigersim.companions.victory_day.rules.tactics import Bonus, changed_by, order_of_play, playable
from tigersim.errors import InvalidValue

CARD = re.compile(r"(?P<name>\S.*?)\s+\+(?P<attack>\d{1,2})/(?P<defence>\d{1,2})")
MOST = 1000
DEEDS = {
    "attack": turning.ATTACK,
    "block": turning.BLOCK,
    "join a block": turning.JOIN_BLOCK,
    "support": turning.SUPPORT,
    "use an ability": turning.ABILITY,
    "give a resource": turning.GIVE,
}


@question("VD-Q-04", "tactical")
def tactical(
    line: Annotated[str, "a unit by name, or its numbers, as 3/3"] = "3/3",
    cards: Annotated[str, "tactical cards in hand, as NAME +1/1, with commas"] = "ambush +1/1, ambush +1/1",
    enemy_cards: Annotated[int, "tactical cards that the enemy plays in the same phase", (0, MOST)] = 1,
    *,
    readings: Readings,
) -> Answer:
    """How far can tactical cards raise a unit in one turn?

    Cards of the same name count once.  The cards are played in one phase, in which the enemy plays some as well.
    """
    one, held = unit(line, "line"), _tactical_cards(cards)
    counted = changed_by(held)
    own = playable(len(held), len(counted), readings.option("duplicate_tactical"))
    order = order_of_play(own, enemy_cards, readings.option("tactical_order"))
    plays = [{"play": k + 1, "by": "whose turn it is" if who == "o" else "the enemy"} for k, who in enumerate(order)]
    attack = one.attack + sum(bonus[0] for bonus in counted.values())
    defence = one.defence + sum(bonus[1] for bonus in counted.values())
    return Answer(
        f"{one.name} ({one.line}) with {len(held)} tactical cards becomes {attack}/{defence}",
        (
            Number.of("attack", "its attack", attack),
            Number.of("defence", "its defence", defence),
            Number.of("counted", "cards that change it", len(counted)),
            Number.of("playable", "cards that may be played on it", own),
        ),
        (Table("Who plays when", plays),) if plays else (),
        rests_on=("duplicate_tactical", "tactical_order"),
    )


@question("VD-Q-15", "actions")
def actions(
    units: Annotated[int, "units in play, all ready", (0, MOST)] = 5,
    attackers: Annotated[int, "units that attack in the own turn"] = 3,
    victors: Annotated[int, "attackers that destroy their enemy and survive"] = 1,
    resources: Annotated[int, "resource cards in play, all ready", (0, MOST)] = 8,
    spent: Annotated[int, "resources spent in the own turn on anything but attacks"] = 4,
    *,
    readings: Readings,
) -> Answer:
    """How many units can attack and how many can still block?

    A card acts once between two of its owner's turns, so what attacks cannot block, and what is spent is not there in
    the enemy's turn.
    """
    ask_whole("attackers", attackers, 0, units)
    ask_whole("victors", victors, 0, attackers)
    ask_whole("spent", spent, 0, resources)
    price, support = whole(readings, "attack_cost"), readings.option("support")
    left = left_over(resources, spent)
    paid = attacks_paid(left, price, attackers)
    back = 0 if turning.stays_turned(True, readings.option("survivor_turned")) else min(victors, paid)
    ready = turning.ready_to_block(units, paid) + back
    joint = readings.option("turned_joint_block")
    joins = _may(turning.UNIT, True, turning.JOIN_BLOCK, joint)
    uses = 4 if support else 3
    rows = [
        {"attack": a, "can_block": turning.ready_to_block(units, a), "resources_left": left_over(left, a * price)}
        for a in range(attacks_paid(left, price, units) + 1)
    ]
    return Answer(
        f"{units} units, {attackers} of them to attack; {resources} resources, {spent} of them spent",
        (
            Number.of("attackers", "units that attack", paid),
            Number.of("blockers", "units that can block in the enemy's turn", ready),
            Number.of("joint", "turned units that can join their block", units - ready if joins and ready else 0),
            Number.of("resources_left", "resources for the enemy's turn", rows[paid]["resources_left"]),
            Number.of(
                "splits",
                "ways to share the units among attack, block and none" + (", and support" if support else ""),
                comb(units + uses - 1, uses - 1),
            ),
        ),
        (
            Table("What attacks leave, if nobody comes back", rows),
            Table(
                "What a card may do",
                [
                    {
                        "deed": name,
                        "unit": _said(_may(turning.UNIT, False, deed, joint)),
                        "turned_unit": _said(_may(turning.UNIT, True, deed, joint)),
                        "resource": _said(_may(turning.RESOURCE, False, deed, joint)),
                        "turned_resource": _said(_may(turning.RESOURCE, True, deed, joint)),
                    }
                    for name, deed in DEEDS.items()
                ],
            ),
        ),
        rests_on=("attack_cost", "survivor_turned", "turned_joint_block", "support"),
    )


def _may(card: int, turned: bool, deed: int, turned_joint_block: int) -> bool:
    return turning.can(card, deed) and turning.may_act(turned, deed, turned_joint_block)


def _said(allowed: bool) -> str:
    return "yes" if allowed else "no"


def _tactical_cards(text: str) -> list[tuple[str, Bonus]]:
    found = []
    for part in text.split(","):
        match = CARD.fullmatch(part.strip())
        if match is None:
            raise InvalidValue("cards", part.strip(), "NAME +ATTACK/DEFENCE with commas between, as ambush +1/1")
        found.append((match["name"], (int(match["attack"]), int(match["defence"]))))
    for name, bonus in found:
        if changed_by(found)[name.casefold()] != bonus:
            raise InvalidValue("cards", text, f"one bonus for each name; {name} has two")
    return found
