"""Cards as players write them."""

import pytest

from tigersim.catalogue.cards import CARDS, card_name, parse_card
from tigersim.errors import CardNotFound


@pytest.mark.rule("PT-CARD-01", "PT-CARD-02", "PT-CARD-03", "PT-GEN-01")
def test_order_of_the_pack() -> None:
    assert len(set(CARDS)) == 52
    assert CARDS[:5] == ("2C", "2S", "2D", "2H", "3C")
    assert CARDS[-4:] == ("AC", "AS", "AD", "AH")
    assert [parse_card(card_name(number)) for number in range(52)] == list(range(52))


@pytest.mark.parametrize("text", ["10D", "10d", "TD", " td ", "10♦"])
def test_ways_to_write_a_card(text: str) -> None:
    assert card_name(parse_card(text)) == "10D"


@pytest.mark.parametrize("text", ["", "1H", "11H", "QX", "H", "QQ", "10"])
def test_unknown_cards(text: str) -> None:
    with pytest.raises(CardNotFound, match="unknown card"):
        parse_card(text)


@pytest.mark.parametrize("number", [-1, 52])
def test_numbers_outside_the_pack(number: int) -> None:
    with pytest.raises(CardNotFound):
        card_name(number)
