"""Solo play: which card a unit turns over, and forces drawn from unit cards."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import SoloOrder


@rule("PT-SOLO-03", "AMB-149")
def solo_cards(held: int, opened: int, solo_order: int = 0) -> int:
    """Cards of which a unit may turn one over in a round of solo play, one bit each.

    ``held``, ``opened``: its cards in the order in which they were assigned, and those that lie open.  The card
    assigned first or an open one, under ``random_card`` any (chance decides).
    """
    first = held & -held
    return held if solo_order == SoloOrder.RANDOM_CARD else first | opened


@rule("PT-SOLO-07")
def blank_cards(units: int, share: int, parts: int) -> int:
    """Blank cards that go with so many units: up to ``share`` of ``parts`` of all cards."""
    return share * units // (parts - share)


@rule("PT-SOLO-07")
def cards_removed(cards: int, share: int, parts: int) -> int:
    """Unit cards, blank ones among them, that are taken away unseen."""
    return share * cards // parts
