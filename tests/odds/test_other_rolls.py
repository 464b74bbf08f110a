"""Moves, recovery, close combat, find cover and whole cards, against counting every die out."""

from fractions import Fraction
from typing import Any

import pytest

from tests.odds.sample_units import LIGHT_GUN, RIFLES, SCOUTS, SKIRTED, VETERANS, made
from tests.reference import brute_force
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import Unit, unit
from tigersim.errors import CardNotFound, InvalidValue, RuleForbids, UnitNotFound

HEAVY_GUN = made("Heavy gun", "heavy_towed_gun")
HELLCAT = made("Hellcat", "light_tank", improved=True, advantages=("fast",))
FAST_GUN = made("Fast gun", "heavy_towed_gun", advantages=("hell_on_wheels",))
FAST_CART = made("Fast cart", "light_towed_gun", wheeled=True, advantages=("fast",))
RACER = made("Racer", "light_transport", improved=True)
LIGHT_RACER = made("Light racer", "light_tank", improved=True, wheeled=True)
TWICE = made("Twice", "medium_tank", improved=True, advantages=("improved_movement",))
CRAWLER = made("Crawler", "medium_tank", disadvantages=("slow",))
MUTE = made("Mute", "medium_tank", disadvantages=("poor_command",))
LAME = made("Lame", "heavy_tank", disadvantages=("underpowered",))
STUCK = made("Stuck", "medium_tank", disadvantages=("weak_running_gear",))
BURNER = made("Burner", "medium_tank", disadvantages=("engine_fire",))
STUBBORN = made("Stubborn", "infantry", advantages=("rugged",), disadvantages=("no_retreat",))
FANATICS = made("Fanatics", "infantry", advantages=("suicide_assault", "infiltrator"))
OPEN = made("Open", "tank_destroyer", disadvantages=("open_top",))


def as_unit(one: str | Unit) -> Unit:
    return unit(one) if isinstance(one, str) else one


@pytest.mark.rule(
    "PT-MOVE-01", "PT-MOVE-02", "PT-WHEEL-01", "PT-UNIT-LTANK-02", "PT-UNIT-LGUN-02", "PT-UNIT-HGUN-01",
    "PT-ADV-FAST", "PT-ADV-IMPROVED_MOVEMENT", "PT-IMPROVED-02", "PT-IMPROVED-04",
)  # fmt: skip
@pytest.mark.parametrize(
    ("mover", "card", "on_road"),
    [
        ("M4 Sherman", "7H", False),
        ("M4 Sherman", "7S", False),
        ("Tiger I", "4D", False),
        ("M3A1 Stuart", "9H", False),
        (RIFLES, "9C", False),
        (VETERANS, "9C", False),
        (LIGHT_GUN, "8S", False),
        (HEAVY_GUN, "5S", False),
        ("Jeep [usa]", "10H", True),
        ("Jeep [usa]", "10H", False),
        (HELLCAT, "QH", False),
        (RACER, "QC", True),
        (LIGHT_RACER, "JD", True),
        (TWICE, "AS", False),
    ],
)
@pytest.mark.parametrize("ruling", [{}, {"move_test_value": "all_dice"}, {"road_die_in_test": "distance_only"}])
def test_moves_equal_counting_out(mover: str | Unit, card: str, on_road: bool, ruling: dict[str, str]) -> None:
    rules = DEFAULT.replace(**ruling)
    expected = brute_force.move(profile(as_unit(mover), rules), card, rules, on_road)
    answer = odds.move(mover, card, on_road=on_road, ruleset=rules)
    assert answer.exact.p_success == 1 - expected.get(0, 0)
    assert answer.exact.expected_inches == sum(inches * p for inches, p in expected.items())  # type: ignore[operator]
    assert dict(answer.reach) == pytest.approx({inches: float(p) for inches, p in expected.items()}, abs=1e-12)


@pytest.mark.rule("PT-ADV-FAST", "PT-ADV-HELL_ON_WHEELS", "AMB-29")
@pytest.mark.parametrize("mover", ["BT-7", "M18 Hellcat", HELLCAT, FAST_GUN, FAST_CART], ids=str)
@pytest.mark.parametrize("card", ["7H", "QS"])
def test_dice_on_top_equal_counting_out(mover: str | Unit, card: str) -> None:
    rules = DEFAULT.replace(dice_modifier_order="drop_then_add")
    numbers = profile(as_unit(mover), rules)
    assert numbers.move_bonus > 0
    expected = brute_force.move(numbers, card, rules, on_road=True)
    answer = odds.move(mover, card, on_road=True, ruleset=rules)
    assert answer.exact.p_success == 1 - expected.get(0, 0)
    if not numbers.move_rerolls:  # equally good re-rolls may differ in inches
        assert answer.exact.expected_inches == sum(inches * p for inches, p in expected.items())  # type: ignore[operator]
    assert answer.exact != odds.move(mover, card, on_road=True).exact
    assert "on top" in answer.show(steps=True)


@pytest.mark.rule("PT-ADV-IMPROVED_MOVEMENT", "AMB-29", "AMB-99")
@pytest.mark.parametrize("mover", ["BT-7", HELLCAT, FAST_CART, TWICE], ids=str)
@pytest.mark.parametrize("order", ["add_then_drop", "drop_then_add"])
def test_any_movement_dice_equal_counting_out(mover: str | Unit, order: str) -> None:
    rules = DEFAULT.replace(dice_modifier_order=order, improved_reroll_extent="any_subset")
    expected = brute_force.move(profile(as_unit(mover), rules), "QS", rules, on_road=True)
    assert odds.move(mover, "QS", on_road=True, ruleset=rules).exact.p_success == 1 - expected.get(0, 0)


@pytest.mark.rule("PT-ADV-IMPROVED_MOVEMENT", "AMB-101")
@pytest.mark.parametrize("mover", ["M3A1 Stuart", "Jeep [usa]", TWICE], ids=str)
def test_whole_movement_rolls_equal_counting_out(mover: str | Unit) -> None:
    rules = DEFAULT.replace(advantage_reroll="whole_roll_only")
    expected = brute_force.move(profile(as_unit(mover), rules), "9H", rules, on_road=True)
    answer = odds.move(mover, "9H", on_road=True, ruleset=rules)
    assert answer.exact.p_success == 1 - expected.get(0, 0)
    loss = odds.move(mover, "9H", on_road=True).exact.p_success - answer.exact.p_success
    assert loss > 0


@pytest.mark.rule("PT-IMPROVED-02", "AMB-100")
@pytest.mark.parametrize("card", ["3S", "7S", "AC"])
def test_own_tests_may_be_rerolled(card: str) -> None:
    rules = DEFAULT.replace(improved_reroll_scope="all_own_tests")
    _, difficulty = brute_force.read_card(card)
    for who, permissions in ((VETERANS, 1), (RIFLES, 0)):
        assert odds.find_cover(who, card, "wood", rules).exact.p_success == brute_force.plain(
            3, difficulty, permissions
        )
        assert odds.recovery(who, card, True, rules).exact.p_success == brute_force.plain(3, difficulty, permissions)
        shown = odds.card(card, who, ruleset=rules).exact
        assert shown.p_find_cover == shown.p_recovery == brute_force.plain(2, difficulty, permissions)
    assert odds.find_cover(VETERANS, card, "wood").exact.p_success == brute_force.plain(3, difficulty)
    any_dice = rules.replace(improved_reroll_extent="any_subset")
    expected = brute_force.plain(3, difficulty, 1, "any_subset")
    assert odds.find_cover(VETERANS, card, "wood", any_dice).exact.p_success == expected
    assert odds.recovery(VETERANS, card, True, any_dice).exact.p_success == expected
    shown = odds.card(card, VETERANS, ruleset=any_dice).exact
    assert shown.p_find_cover == shown.p_recovery == brute_force.plain(2, difficulty, 1, "any_subset")


@pytest.mark.rule("PT-MOVE-01")
def test_move_average_is_the_mean_of_the_cards() -> None:
    answer = odds.move("M3A1 Stuart")
    each = [odds.move("M3A1 Stuart", card).exact for card in brute_force.DECK]
    assert answer.exact.p_success == sum(one.p_success for one in each) / 52
    assert answer.exact.expected_inches == sum(one.expected_inches for one in each) / 52
    assert sum(p for _, p in answer.reach) == pytest.approx(1)


@pytest.mark.rule("PT-DIS-SLOW", "PT-DIS-POOR_COMMAND", "PT-DIS-UNDERPOWERED", "AMB-30", "AMB-126")
@pytest.mark.parametrize(
    ("mover", "card", "rule_id"),
    [
        (CRAWLER, "5H", "PT-DIS-SLOW"),
        (MUTE, "5H", "PT-DIS-POOR_COMMAND"),
        (LAME, "5H", "AMB-30"),
        ("DFS 230 Glider", None, "AMB-126"),
    ],
)
def test_forbidden_moves(mover: str | Unit, card: str | None, rule_id: str) -> None:
    with pytest.raises(RuleForbids) as caught:
        odds.move(mover, card)
    assert caught.value.rule_id == rule_id


@pytest.mark.rule("PT-DIS-SLOW", "PT-DIS-UNRELIABLE", "PT-DIS-ENGINE_FIRE", "PT-DIS-WEAK_RUNNING_GEAR")
def test_what_a_failed_move_costs() -> None:
    crawler = odds.move(CRAWLER).exact
    assert crawler.p_no_move == Fraction(1, 2)
    assert crawler.p_own_hit == crawler.p_immobilised == 0
    burner, stuck = odds.move(BURNER, "QH").exact, odds.move(STUCK, "QH").exact
    # 2 dice reach 10 in 6 of 36 rolls
    assert burner.p_own_hit == stuck.p_immobilised == Fraction(30, 36)
    assert burner.p_immobilised == stuck.p_own_hit == 0
    assert "road die" in odds.move("Jeep [usa]", on_road=True).show(steps=True)


@pytest.mark.rule("PT-RECOVER-04", "PT-RECOVER-07", "PT-ADV-RUGGED")
@pytest.mark.parametrize(
    ("who", "regroup", "dice"),
    [("Tiger I", False, 2), ("Tiger I", True, 3), (STUBBORN, False, 3), ("M4 Sherman", True, 4)],
)
@pytest.mark.parametrize("card", ["2H", "7S", "KD", "AC"])
def test_recovery_equals_counting_out(who: str | Unit, regroup: bool, dice: int, card: str) -> None:
    _, difficulty = brute_force.read_card(card)
    assert odds.recovery(who, card, regroup).exact.p_success == brute_force.plain(dice, difficulty)


@pytest.mark.rule("PT-DIS-ENGINE_FIRE", "PT-DIS-NO_RETREAT", "PT-HIT-04")
def test_recovery_that_burns_or_is_forbidden() -> None:
    burning = odds.recovery(BURNER, engine_hit=True).exact
    assert burning.p_success + burning.p_destroyed == 1
    assert odds.recovery(BURNER).exact.p_destroyed == 0
    with pytest.raises(RuleForbids, match="PT-DIS-NO_RETREAT"):
        odds.recovery(STUBBORN, regroup=True)
    with pytest.raises(RuleForbids, match="PT-HIT-04"):
        odds.recovery(SCOUTS)
    with pytest.raises(InvalidValue, match="regroup"):
        odds.recovery("Tiger I", regroup=1)  # type: ignore[arg-type]
    each = [odds.recovery("Tiger I", card).exact.p_success for card in brute_force.DECK]
    assert odds.recovery("Tiger I").exact.p_success == sum(each) / 52


@pytest.mark.rule(
    "PT-MELEE-02", "PT-MELEE-04", "PT-MELEE-05", "PT-DIS-OPEN_TOP", "PT-ADV-SKIRT_ARMOR", "PT-ADV-SUICIDE_ASSAULT",
    "PT-IMPROVED-03", "AMB-84",
)  # fmt: skip
@pytest.mark.parametrize(
    ("attacker", "defender", "extra"),
    [
        (RIFLES, "M4 Sherman", {}),
        ("M4 Sherman", RIFLES, {}),
        (RIFLES, SKIRTED, {}),
        (SKIRTED, RIFLES, {}),
        (RIFLES, OPEN, {}),
        (VETERANS, LIGHT_GUN, {}),
        ("Tiger I", VETERANS, {}),
        (FANATICS, "Tiger I", {"suicide_attack": True}),
        (FANATICS, "Tiger I", {}),
        ("Tiger I", FANATICS, {"suicide_defence": True}),
        (FANATICS, FANATICS, {"suicide_attack": True, "suicide_defence": True}),
    ],
)
@pytest.mark.parametrize("card", ["3H", "9D", "AH"])
def test_close_combat_equals_counting_out(
    attacker: str | Unit, defender: str | Unit, extra: dict[str, bool], card: str
) -> None:
    exact = odds.melee(attacker, defender, card, **extra).exact
    expected = brute_force.melee(
        profile(as_unit(attacker)),
        profile(as_unit(defender)),
        card,
        extra.get("suicide_attack", False),
        extra.get("suicide_defence", False),
    )
    assert (exact.p_defender_destroyed, exact.p_attacker_destroyed, exact.p_neither) == expected
    assert sum(expected) == 1


@pytest.mark.rule("PT-MELEE-02", "PT-MELEE-03", "PT-ADV-SUICIDE_ASSAULT", "AMB-84", "AMB-126")
def test_forbidden_assaults() -> None:
    for attacker, arguments, rule_id in (
        (RIFLES, {"card": "5S"}, "PT-MELEE-02"),
        (LIGHT_GUN, {}, "PT-MELEE-03"),
        ("DFS 230 Glider", {}, "AMB-126"),
        (RIFLES, {"suicide_attack": True}, "PT-ADV-SUICIDE_ASSAULT"),
    ):
        with pytest.raises(RuleForbids) as caught:
            odds.melee(attacker, "Tiger I", **arguments)  # type: ignore[arg-type]
        assert caught.value.rule_id == rule_id
    with pytest.raises(RuleForbids, match="PT-ADV-SUICIDE_ASSAULT"):
        odds.melee(RIFLES, FANATICS, suicide_defence=True, ruleset=DEFAULT.replace(suicide_assault="attack_only"))


@pytest.mark.rule("PT-CARD-08", "AMB-84")
def test_close_combat_over_the_deck() -> None:
    answer = odds.melee(RIFLES, "Tiger I")
    reds = [odds.melee(RIFLES, "Tiger I", card).exact for card in brute_force.DECK if card[-1] in "DH"]
    assert answer.exact.p_no_combat == Fraction(1, 2)
    assert answer.exact.p_defender_destroyed == sum(one.p_defender_destroyed for one in reds) / 52
    mandatory = DEFAULT.replace(suicide_assault="mandatory")
    forced = odds.melee(FANATICS, "Tiger I", "9H", ruleset=mandatory).exact
    assert forced == odds.melee(FANATICS, "Tiger I", "9H", suicide_attack=True).exact
    assert "strikes back" in answer.show(steps=True)


@pytest.mark.rule("PT-IMPROVED-02", "AMB-99", "AMB-100")
@pytest.mark.parametrize("extent", ["one_or_all", "any_subset"])
def test_improved_units_repeat_all_their_tests_by_a_ruling(extent: str) -> None:
    rules = DEFAULT.replace(improved_reroll_scope="all_own_tests", improved_reroll_extent=extent)

    def plain(dice: int, difficulty: int) -> Fraction:
        good = brute_force.best_roll(
            dice, 1, lambda roll: sum(roll) >= difficulty, lambda spread: spread.get(True, Fraction(0)), extent
        )
        return good[True]

    assert odds.find_cover(VETERANS, "8S", "wood", rules).exact.p_success == plain(3, 8)
    assert odds.recovery(VETERANS, "9H", True, rules).exact.p_success == plain(3, 9)
    card = odds.card("8S", VETERANS, ruleset=rules).exact
    assert (card.p_find_cover, card.p_recovery) == (plain(2, 8), plain(2, 8))
    # by the printed rolls alone there is no such re-roll, and plain units never have it
    assert odds.find_cover(VETERANS, "8S", "wood").exact.p_success == brute_force.plain(3, 8)
    assert odds.recovery(RIFLES, "9H", True, rules).exact.p_success == brute_force.plain(3, 9)


@pytest.mark.rule("PT-IMPROVED-02", "PT-ADV-IMPROVED_MOVEMENT", "AMB-99")
@pytest.mark.parametrize(
    ("mover", "card", "on_road"),
    [(VETERANS, "9C", False), (HELLCAT, "QH", False), (RACER, "QC", True), (TWICE, "AS", False)],
)
def test_moves_with_any_dice_re_rolled(mover: Unit, card: str, on_road: bool) -> None:
    rules = DEFAULT.replace(improved_reroll_extent="any_subset")
    expected = brute_force.move(profile(mover, rules), card, rules, on_road)
    answer = odds.move(mover, card, on_road=on_road, ruleset=rules)
    assert answer.exact.p_success == 1 - expected.get(0, 0)


@pytest.mark.rule("PT-COVER-04", "PT-COVER-05", "PT-ADV-INFILTRATOR")
@pytest.mark.parametrize(
    ("who", "terrain", "dice"),
    [
        ("Tiger I", "none", 2),
        ("Tiger I", "hill", 3),
        (RIFLES, "wood", 3),
        (FANATICS, "none", 3),
        (FANATICS, "building", 4),
    ],
)
def test_find_cover_equals_counting_out(who: str | Unit, terrain: str, dice: int) -> None:
    answer = odds.find_cover(who, "8S", terrain)
    assert answer.exact.p_success == brute_force.plain(dice, 8)
    blacks = [odds.find_cover(who, card, terrain).exact.p_success for card in brute_force.DECK if card[-1] in "CS"]
    over_deck = odds.find_cover(who, terrain=terrain).exact
    assert (over_deck.p_success, over_deck.p_no_order) == (sum(blacks) / 52, Fraction(1, 2))
    assert f"{dice} dice" in answer.show(steps=True)
    with pytest.raises(RuleForbids, match="PT-COVER-04"):
        odds.find_cover(who, "8H", terrain)


@pytest.mark.rule("PT-CARD-04", "PT-CARD-06", "PT-CARD-07", "PT-CARD-08")
def test_a_card_says_what_everything_else_says() -> None:
    red = odds.card("QH")
    assert "red card: fire 3, move 2, close combat 2, recovery 2" in red.show(steps=True)
    assert (red.card, red.difficulty, red.initiative) == ("QH", 10, 44)
    assert red.exact.p_hit == Fraction(135, 216)
    assert red.exact.p_half == Fraction(77, 216)
    assert red.exact.p_move == Fraction(6, 36)
    assert red.exact.p_find_cover == 0
    assert red.exact.p_close_combat == red.exact.p_recovery == Fraction(6, 36)
    black = odds.card("5C", "Comet").exact
    assert black.p_hit == odds.pool(3, 5, 2).exact.p_success
    assert black.p_lethal == odds.pool(3, 5, 2).exact.p_double
    assert black.p_move == odds.move("Comet", "5C").exact.p_success
    assert black.expected_inches == odds.move("Comet", "5C").exact.expected_inches
    assert black.p_find_cover == odds.find_cover("Comet", "5C").exact.p_success
    assert black.p_close_combat == 0


@pytest.mark.rule("PT-CARD-06", "PT-CARD-07", "PT-FIRE-02")
def test_card_over_the_deck_and_out_of_range() -> None:
    answer = odds.card(unit="M3A1 Stuart", distance=20)
    rows = answer.by_card()
    assert list(rows["card"][:5]) == ["2C", "2S", "2D", "2H", "3C"]
    assert answer.initiative is None
    for name in vars(answer.exact):
        assert rows[name].mean() == pytest.approx(getattr(answer, name), abs=1e-12)
    assert odds.card("2H", RIFLES, distance=13).p_hit == 0
    assert odds.card("2H", "DFS 230 Glider").p_move == 0


@pytest.mark.parametrize(
    ("question", "error"),
    [
        (lambda: odds.move("Tigger"), UnitNotFound),
        (lambda: odds.move("Tiger I", "XX"), CardNotFound),
        (lambda: odds.move("Tiger I", on_road=3), InvalidValue),
        (lambda: odds.recovery("Tigger"), UnitNotFound),
        (lambda: odds.recovery("Tiger I", "0H"), CardNotFound),
        (lambda: odds.melee("Tiger I", "Tigger"), UnitNotFound),
        (lambda: odds.melee("Tiger I", "Tiger I", suicide_attack="yes"), InvalidValue),
        (lambda: odds.find_cover("Tiger I", terrain="sea"), InvalidValue),
        (lambda: odds.find_cover("Tiger I", "11H"), CardNotFound),
        (lambda: odds.card("ZZ"), CardNotFound),
        (lambda: odds.card("QH", "Tigger"), UnitNotFound),
        (lambda: odds.card("QH", "Tiger I", weapon="bow"), InvalidValue),
        (lambda: odds.card("QH", "Tiger I", distance=-3), InvalidValue),
    ],
)
def test_wrong_arguments(question: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        question()


@pytest.mark.rule("PT-DIS-ENGINE_FIRE", "AMB-106")
@pytest.mark.parametrize(
    ("reading", "burns"),
    [("failed_attempt_after_engine_hit", 0), ("any_failed_recovery", 0), ("no_attempt_is_failure", 1)],
)
def test_a_test_that_is_not_tried(reading: str, burns: int) -> None:
    rules = DEFAULT.replace(engine_fire=reading)
    idle = odds.recovery(BURNER, ruleset=rules, engine_hit=True, attempt=False).exact
    assert (idle.p_success, idle.p_destroyed) == (0, burns)
    assert odds.recovery(BURNER, ruleset=rules, attempt=False).exact.p_destroyed == 0
    tried = odds.recovery(BURNER, "7S", ruleset=rules, engine_hit=True).exact
    assert tried.p_success + tried.p_destroyed == 1


@pytest.mark.rule("PT-AMPHIB-01", "PT-AMPHIB-02", "PT-AMPHIB-03")
def test_moves_on_water() -> None:
    swimmer = made("Swimmer", "light_tank", amphibious=True)
    for card in ("3S", "7C"):
        ashore, afloat = (odds.move(swimmer, card, on_water=wet) for wet in (False, True))
        assert afloat.exact.p_success == ashore.exact.p_success
        reach = brute_force.move(profile(swimmer), card, DEFAULT)
        assert afloat.exact.expected_inches == sum(min(inches, 6) * p for inches, p in reach.items())  # type: ignore[type-var]
    with pytest.raises(RuleForbids, match="PT-AMPHIB-01"):
        odds.move("Tiger I", "5S", on_water=True)
    with pytest.raises(RuleForbids, match="PT-AMPHIB-02"):
        odds.move("LCM", "5S")
    assert max(inches for inches, _ in odds.move("LCM", "3S", on_water=True).reach) <= 6
