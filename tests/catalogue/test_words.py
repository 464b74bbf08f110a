"""What each rule says, in every language: complete, readable, and with the figures that the rules have."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest

import tigersim as ts
from tigersim.catalogue.cards import parse_card
from tigersim.catalogue.classes import classes, common
from tigersim.catalogue.rulebook import rules
from tigersim.catalogue.scenarios import Scenario
from tigersim.catalogue.words import book, languages, rule_words
from tigersim.errors import RuleNotFound, UnknownName
from tigersim.rules.airdrop import SLIDE_DICE, landing_dice
from tigersim.rules.amphibious import WATER_INCHES
from tigersim.rules.cards import difficulty, plain_fire_dice, plain_move_dice, rank
from tigersim.rules.close_combat import (
    ASSAULT_INCHES,
    MOST_ATTACKERS,
    MOST_HELPERS,
    SUPPORT_INCHES,
    close_combat_dice,
)
from tigersim.rules.cover import COVER_FACE, cover_dice, find_cover_dice
from tigersim.rules.fire import fire_difficulty, hits_scored, is_far
from tigersim.rules.flamethrowers import INFANTRY_INCHES, TANK_INCHES, flame_hits
from tigersim.rules.follow import FOLLOW_INCHES, MOST_IN_GROUP
from tigersim.rules.fortifications import INFANTRY_PER_POSITION
from tigersim.rules.general import LARGEST_WOOD, SMALLEST_WOOD, smallest_side
from tigersim.rules.machine_guns import SHARE_INCHES
from tigersim.rules.off_table import (
    BARRAGE,
    BARRAGE_DICE,
    BARRAGE_SHOTS,
    MOST_ATTACKS,
    STRIKE,
    STRIKE_DICE,
    STRIKE_DICE_HINDERED,
    STRIKE_STEP,
    SUPPORT_DIFFICULTY,
    support_difficulty,
)
from tigersim.rules.recovery import REGROUP_INCHES, recovery_dice
from tigersim.rules.scenarios import BLOW_DICE, COLUMN_INCHES, EDGE_INCHES, SHIFT_INCHES, hill_cover_dice
from tigersim.rules.setup import deployment_depth
from tigersim.rules.support_weapons import NEIGHBOUR_INCHES
from tigersim.rules.turn import hand_excess, is_small_game
from tigersim.rules.victory import MARKER_INCHES, base_vp, campaign_points, marker_worth, result
from tigersim.rules.wheels import road_dice

CLASS = classes()
COMMON = common()
FAR = next(inches for inches in range(100) if is_far((inches + 1) ** 2))
HAND = max(cards for cards in range(52) if hand_excess(cards) == 0)
SMALL = next(units for units in range(16) if not is_small_game(units, units))
MINOR_VICTORY = next(ahead for ahead in range(1, 10) if result(ahead, 0) == 2)
MARKERS = [marker_worth(size) for size in range(3)]
PLAIN = (plain_fire_dice(True), plain_fire_dice(False), plain_move_dice(True), plain_move_dice(False))
MELEE = [close_combat_dice(CLASS[name].melee.dice, False, False, False, False) for name in ("infantry", "medium_tank")]
SUITS = ("JH", "QS", "KD")

FIGURES: dict[str, tuple[int, ...]] = {
    "PT-GEN-03": (smallest_side(),),
    "PT-GEN-05": (SMALLEST_WOOD, LARGEST_WOOD),
    "PT-SETUP-04": (smallest_side(), deployment_depth(smallest_side())),
    "PT-TURN-06": (SMALL,),
    "PT-TURN-08": (COMMON.max_cards,),
    "PT-TURN-09": (HAND,),
    "PT-END-04": (HAND,),
    "PT-CARD-01": (rank(0), 10),
    "PT-CARD-04": (*{difficulty(parse_card(card)) for card in SUITS}, difficulty(parse_card("AS"))),
    "PT-CARD-06": (PLAIN[0], PLAIN[2]),
    "PT-CARD-07": (PLAIN[1], PLAIN[3]),
    "PT-MOVE-01": (PLAIN[2], PLAIN[3]),
    "PT-MOVE-02": (CLASS["infantry"].move.cap, CLASS["recon"].move.cap),
    "PT-FIRE-02": (CLASS["infantry"].fire.max_range,),
    "PT-FIRE-06": (PLAIN[0], PLAIN[1]),
    "PT-FIRE-07": (hits_scored(20, 10, 10),),
    "PT-ARMOR-01": (CLASS["medium_tank"].save.face, CLASS["medium_tank"].save.front),
    "PT-ARMOR-02": (CLASS["medium_tank"].save.front - CLASS["medium_tank"].save.other,),
    "PT-COVER-01": (CLASS["infantry"].save.terrain_cover, COVER_FACE),
    "PT-COVER-02": (CLASS["towed_gun"].save.terrain_cover,),
    "PT-COVER-05": tuple(
        find_cover_dice(COMMON.find_cover_open, COMMON.find_cover_terrain, at) for at in (False, True)
    ),
    "PT-COVER-07": tuple(cover_dice(at, 1, True, 0) for at in (True, False)),
    "PT-HIT-03": (CLASS["infantry"].save.hits_to_destroy,),
    "PT-HIT-04": (CLASS["light_towed_gun"].save.hits_to_destroy,),
    "PT-MELEE-02": (ASSAULT_INCHES,),
    "PT-MELEE-04": tuple(MELEE),
    "PT-MELEE-05": tuple(MELEE),
    "PT-MELEE-07": (MOST_ATTACKERS - 1,),
    "PT-MELEE-08": (MOST_HELPERS, SUPPORT_INCHES),
    "PT-MELEE-10": (SUPPORT_INCHES,),
    "PT-FOLLOW-01": (FOLLOW_INCHES,),
    "PT-FOLLOW-05": (MOST_IN_GROUP, MOST_IN_GROUP - 1, FOLLOW_INCHES),
    "PT-FOLLOW-08": (COMMON.max_actions,),
    "PT-FOLLOW-09": (MOST_IN_GROUP - 1, FOLLOW_INCHES),
    "PT-RECOVER-04": (COMMON.recovery_dice,),
    "PT-RECOVER-07": (REGROUP_INCHES, recovery_dice(COMMON.recovery_dice, True), COMMON.recovery_dice),
    "PT-VP-01": (base_vp(False, False),),
    "PT-VP-02": (base_vp(False, True),),
    "PT-VP-03": (base_vp(True, True),),
    "PT-VP-08": tuple(MARKERS),
    "PT-VP-10": (MARKER_INCHES,),
    "PT-VP-14": (MINOR_VICTORY,),
    "PT-UNIT-RECON-02": (CLASS["recon"].move.cap,),
    "PT-UNIT-LACAR-01": (CLASS["light_armored_car"].save.face,),
    "PT-UNIT-LACAR-02": (FAR, CLASS["light_armored_car"].fire.near[0] - CLASS["light_armored_car"].fire.far[0]),
    "PT-UNIT-HTRACK-02": (CLASS["half_track"].move.red,),
    "PT-UNIT-LTANK-01": (CLASS["light_tank"].save.front,),
    "PT-UNIT-LTANK-03": (FAR,),
    "PT-UNIT-HTANK-01": (CLASS["heavy_tank"].fire.near[0] - PLAIN[0], CLASS["heavy_tank"].save.front),
    "PT-UNIT-SPG-02": (fire_difficulty(10, CLASS["spg"].save.low_profile) - 10,),
    "PT-UNIT-SPG-03": (CLASS["spg"].save.front,),
    "PT-UNIT-HSPG-01": (CLASS["heavy_spg"].save.front, PLAIN[2] - CLASS["heavy_spg"].move.red),
    "PT-UNIT-GUN-01": (CLASS["towed_gun"].move.cap, CLASS["towed_gun"].move.black),
    "PT-UNIT-LGUN-02": (CLASS["light_towed_gun"].move.red, CLASS["light_towed_gun"].move.keep),
    "PT-UNIT-HGUN-01": (CLASS["heavy_towed_gun"].move.red, CLASS["heavy_towed_gun"].move.keep),
    "PT-MG-02": (COMMON.machine_gun_extra_dice, FAR),
    "PT-MG-06": (SHARE_INCHES,),
    "PT-MORTAR-03": (FAR, COMMON.mortar_fewer_dice_far),
    "PT-MORTAR-04": (COMMON.support_min_range,),
    "PT-MORTAR-06": (NEIGHBOUR_INCHES,),
    "PT-HOW-02": (COMMON.support_min_range,),
    "PT-HOW-03": (NEIGHBOUR_INCHES,),
    "PT-WHEEL-01": (road_dice(True, True),),
    "PT-ADV-RUGGED": tuple(recovery_dice(COMMON.recovery_dice + 1, withdraws) for withdraws in (False, True)),
    "PT-AMPHIB-03": (WATER_INCHES,),
    "PT-AIRDROP-05": (landing_dice(True), landing_dice(False)),
    "PT-AIRDROP-08": (SLIDE_DICE,),
    "PT-SUPPORT-02": (BARRAGE_SHOTS, BARRAGE_DICE, support_difficulty(BARRAGE, 1, 0)),
    "PT-SUPPORT-04": (MOST_ATTACKS,),
    "PT-SUPPORT-05": (SUPPORT_DIFFICULTY, -(-SUPPORT_DIFFICULTY // 2)),
    "PT-SUPPORT-07": (support_difficulty(STRIKE, 0, 0), STRIKE_DICE, STRIKE_DICE_HINDERED),
    "PT-SUPPORT-08": (NEIGHBOUR_INCHES, STRIKE_STEP, support_difficulty(STRIKE, 1, 0)),
    "PT-SUPPORT-09": (2 * STRIKE_STEP, support_difficulty(STRIKE, 2, 0)),
    "PT-FORT-04": (INFANTRY_PER_POSITION,),
    "PT-FLAME-02": (INFANTRY_INCHES, TANK_INCHES),
    "PT-FLAME-04": (flame_hits(1, True, False),),
    "PT-SCEN-PATROL-01": tuple(Scenario.load("clash of patrols").attacker.size or ()),
    "PT-SCEN-PATROL-03": (COLUMN_INCHES,),
    "PT-SCEN-HILL-02": (MARKERS[2],),
    "PT-SCEN-HILL-04": (hill_cover_dice(True, False),),
    "PT-SCEN-BRIDGE-06": (BLOW_DICE,),
    "PT-SCEN-BRIDGE-09": (MARKERS[2],),
    "PT-SCEN-RECCE-03": (EDGE_INCHES,),
    "PT-SCEN-FOG-03": (EDGE_INCHES,),
    "PT-SCEN-FOG-05": (EDGE_INCHES, SHIFT_INCHES),
    "PT1-VP-05": tuple(campaign_points(ended) for ended in (2, 1, 0)),
}
"""Rule -> figures that its sentence must have, from the functions and the data that carry it out."""

NUMBER_WORDS = {
    "en": r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b",
    "ru": r"\b(дв(а|е|ух|ум|умя)|тр(и|ёх|ём|емя)|четыр(е|ёх)|пять|пяти|шесть|шести|десять|двенадцать)\b",
}


def figures(text: str) -> Counter[Fraction]:
    """The numbers of a sentence: 7,5 is 7.5."""
    return Counter(Fraction(each.replace(",", ".")) for each in re.findall(r"\d+(?:[.,]\d+)?", text))


def test_languages_are_english_and_russian() -> None:
    assert languages() == ("en", "ru")


@pytest.mark.parametrize("language", languages())
def test_each_rule_has_a_sentence_and_nothing_else_has(language: str) -> None:
    assert list(book("rules", language)) == [entry.id for entry in rules()]


@pytest.mark.parametrize("language", languages())
def test_sentences_are_short_and_complete(language: str) -> None:
    for rule_id, text in book("rules", language).items():
        assert 30 <= len(text) <= 220, (rule_id, len(text))
        assert text == text.strip(), rule_id
        assert text[0].isupper() or text[0] == "«", rule_id
        assert text.endswith("."), rule_id
        assert len(re.findall(r"[.!?](?=\s|$)", text)) <= 2, rule_id


@pytest.mark.parametrize("language", languages())
def test_sentences_are_words_for_people(language: str) -> None:
    for rule_id, text in book("rules", language).items():
        assert not re.search(r"\b(PT1?|AMB)\b|[_`{}<>|*]|  ", text), (rule_id, text)
        assert not re.search(NUMBER_WORDS[language], text, re.IGNORECASE), (rule_id, text)


def test_sentences_are_in_their_language() -> None:
    assert not [text for text in book("rules").values() if not text.isascii()]
    for rule_id, text in book("rules", "ru").items():
        assert not re.search("[A-Za-z]", text), rule_id
        assert len(re.findall("[А-Яа-яЁё]", text)) > len(text) / 2, rule_id


@pytest.mark.parametrize("language", languages())
def test_no_two_rules_have_the_same_sentence(language: str) -> None:
    counted = Counter(re.sub(r"\W+", " ", text.casefold()) for text in book("rules", language).values())
    assert [text for text, times in counted.items() if times > 1] == []


def test_both_languages_have_the_same_figures() -> None:
    english, russian = book("rules"), book("rules", "ru")
    differ = {
        name: (english[name], russian[name]) for name in english if figures(english[name]) != figures(russian[name])
    }
    assert differ == {}


@pytest.mark.parametrize("language", languages())
def test_sentences_have_the_figures_of_the_rules(language: str) -> None:
    assert len(FIGURES) >= 40
    missing = {
        rule_id: (sorted(expected), rule_words(rule_id, language))
        for rule_id, expected in FIGURES.items()
        if not expected or not set(expected) <= set(figures(rule_words(rule_id, language)))
    }
    assert missing == {}


def test_figures_are_read_in_both_ways_of_writing() -> None:
    assert figures("3 inches became 7.5 cm, while 6 and 6.") == Counter([Fraction(3), Fraction(15, 2), 6, 6])
    assert figures("3 дюйма стали 7,5 см") == Counter([Fraction(3), Fraction(15, 2)])


def test_a_rule_is_told_by_its_id_in_any_case() -> None:
    assert rule_words("PT-FIRE-02").startswith("Infantry fires")
    assert ts.rule_words("pt-fire-02", "ru").startswith("Пехота стреляет")


def test_what_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(RuleNotFound, match="PT-FIRE-0"):
        rule_words("PT-FIRE-99")
    with pytest.raises(UnknownName, match="unknown language 'fr'; allowed: en, ru"):
        rule_words("PT-FIRE-02", "fr")
    with pytest.raises(UnknownName, match="unknown subject 'cards' in the sentences in ru"):
        book("cards", "ru")
