"""Whole activations, against following both cards die by die."""

from fractions import Fraction
from typing import Any

import pytest

from tests.odds.sample_units import ACE, FRAIL_TRAP, MG_SQUAD, MORTAR_SQUAD, MUTE, RIFLES, VETERANS, made
from tests.odds.test_other_rolls import BURNER, FANATICS, HELLCAT, STUCK
from tests.odds.test_shot import as_unit
from tests.reference import brute_force
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import CardNotFound, InvalidValue, RuleForbids
from tigersim.odds.targets import Target

RADIOLESS = made("Radioless", "medium_tank", disadvantages=("no_radio",))
GUIDES = made("Guides", "recon", disadvantages=("unreliable",))

FIRES: list[tuple[str | Unit, str | Unit, tuple[str, str], dict[str, Any], dict[str, str]]] = [
    ("Tiger I", "M4 Sherman", ("QH", "5S"), {"aspect": "other"}, {}),
    ("T-60", "Crusader I/II", ("4H", "7D"), {}, {}),
    (ACE, FRAIL_TRAP, ("8H", "9S"), {"objective": "destroy"}, {}),
    (ACE, FRAIL_TRAP, ("8H", "9S"), {}, {"rapid_fire": "one_extra_shot_per_turn"}),
    ("Panther A", VETERANS, ("6S", "9H"), {"objective": "destroy", "cover": "wood"}, {}),
    (MG_SQUAD, RIFLES, ("9D", "8C"), {"weapon": "mg", "found_cover": True}, {}),
    (MORTAR_SQUAD, RIFLES, ("6D", "5C"), {"weapon": "mortar", "objective": "destroy"}, {}),
]  # fmt: skip


def fire_rolls(attacker: Any, target: Any, cards: tuple[str, ...], rules: RuleSet, where: dict[str, Any]) -> list[Any]:
    rolls = []
    for place, card in enumerate(cards):
        roll = brute_force.FireRoll(attacker, target, card, rules, **where)
        weapon = roll.where["weapon"]
        rolls += [roll] * brute_force.rolls_of_action(attacker, weapon, rules, doubled=place > 0)
    return rolls


@pytest.mark.rule("PT-TURN-11", "PT-TURN-17", "PT-HIT-02", "PT-HIT-03", "PT-ADV-RAPID_FIRE", "AMB-102")
@pytest.mark.parametrize("case", FIRES, ids=lambda case: f"{case[0]}-{case[1]}-{case[3]}-{case[4]}")
def test_two_fire_actions(case: tuple[Any, Any, tuple[str, str], dict[str, Any], dict[str, str]]) -> None:
    attacker, target, cards, where, readings = case
    rules = DEFAULT.replace(**readings)
    firer, aim = profile(as_unit(attacker), rules), profile(as_unit(target), rules)
    first, final, _ = brute_force.fire_one_by_one(fire_rolls(firer, aim, cards, rules, where), (0, False))
    expected = brute_force.fields_of(first, final)
    stands = {name: value for name, value in where.items() if name not in ("weapon", "objective")}
    options = {name: value for name, value in where.items() if name in ("weapon", "objective")}
    got = odds.activation(attacker, Target(target, **stands), cards=cards, ruleset=rules, **options).exact
    for name in ("p_none", "p_one_hit", "p_destroyed", "p_suppressed", "expected_hits"):
        assert getattr(got, name) == expected[name], name
    assert got.p_moved == got.p_own_destroyed == got.p_no_second == 0


@pytest.mark.rule("PT-MOVE-01", "PT-DIS-UNRELIABLE", "PT-DIS-WEAK_RUNNING_GEAR", "PT-HIT-01", "PT-HIT-04", "PT-HIT-05")
@pytest.mark.parametrize("mover", ["M4 Sherman", BURNER, STUCK, GUIDES, HELLCAT], ids=str)
def test_move_and_fire(mover: str | Unit) -> None:
    target, cards = Target("Panzer IV (mid)", distance=14), ("8S", "7H")
    after = Target("Panzer IV (mid)", distance=9, aspect="other")
    if mover is GUIDES:
        target, after = Target(RIFLES, distance=14), Target(RIFLES, distance=9)
    got = odds.activation(mover, target, ("move", "fire"), cards, after_move=after).exact
    unit = profile(as_unit(mover))
    reach = brute_force.move(unit, cards[0], DEFAULT)
    failed = reach.get(0, Fraction(0))
    near = odds.shot(mover, after.unit, cards[1], 9, after.aspect).exact
    shocks = bool(unit.unreliable or unit.engine_fire)
    out_of_range = mover is GUIDES
    far = None if out_of_range else odds.shot(mover, target.unit, cards[1], 14).exact
    from_afar = 0 if shocks or far is None else far.p_destroyed
    assert got.p_destroyed == (1 - failed) * near.p_destroyed + failed * from_afar
    assert got.p_moved == 1 - failed
    assert got.expected_inches == sum(inches * p for inches, p in reach.items())  # type: ignore[operator]
    fragile = unit.hits_to_destroy == 1
    assert got.p_own_hit == (failed if shocks and not fragile else 0)
    assert got.p_own_destroyed == (failed if shocks and fragile else 0)
    assert got.p_no_second == (failed if shocks or out_of_range else 0)


@pytest.mark.rule("PT-MOVE-01", "PT-DIS-WEAK_RUNNING_GEAR", "PT-COVER-05", "PT-COVER-09", "PT-MOVE-08")
def test_moves_and_cover() -> None:
    once, twice = brute_force.move(profile(STUCK), "5S", DEFAULT), brute_force.move(profile(STUCK), "8C", DEFAULT)
    far = [sum(inches * p for inches, p in reach.items()) for reach in (once, twice)]  # type: ignore[operator]
    got = odds.activation(STUCK, "Tiger I", ("move", "move"), ("5S", "8C")).exact
    goes_on = 1 - once.get(0, Fraction(0))
    assert got.expected_inches == far[0] + goes_on * far[1]
    assert got.p_no_second == 1 - goes_on
    finds = brute_force.plain(3, 8)
    got = odds.activation("M4 Sherman", "Tiger I", ("fire", "find_cover"), ("7H", "8C"), terrain="wood").exact
    assert got.p_found_cover == finds
    assert got.p_destroyed == odds.shot("M4 Sherman", "Tiger I", "7H").exact.p_destroyed
    # starting to move gives the cover up, even if the roll fails
    assert odds.activation("M4 Sherman", "Tiger I", ("find_cover", "move"), ("8C", "QS")).p_found_cover == 0
    assert odds.activation("M4 Sherman", "Tiger I", ("move", "find_cover"), ("QS", "8C")).exact.p_found_cover == (
        brute_force.plain(2, 8)
    )


@pytest.mark.rule("PT-MELEE-04", "PT-MELEE-05", "PT-HIT-05", "AMB-81")
def test_close_combat_among_actions() -> None:
    d1, d2 = 7, 9
    shot = odds.shot(RIFLES, "M4 Sherman", "7H").exact
    got = odds.activation(RIFLES, "M4 Sherman", ("fire", "melee"), ("7H", "9D")).exact
    hit, back = brute_force.plain(3, d2), brute_force.plain(2, d2)
    left = 1 - shot.p_destroyed
    assert got.p_destroyed == shot.p_destroyed + left * hit
    assert got.p_own_destroyed == left * (1 - hit) * back
    never = DEFAULT.replace(melee_shocked_defender="never")
    got = odds.activation(RIFLES, "M4 Sherman", ("fire", "melee"), ("7H", "9D"), ruleset=never).exact
    assert got.p_own_destroyed == shot.p_none * (1 - hit) * back
    # the other way round: who falls in close combat does not fire
    got = odds.activation(RIFLES, "M4 Sherman", ("melee", "fire"), ("7H", "9D")).exact
    hit, back = brute_force.plain(3, d1), brute_force.plain(2, d1)
    later = odds.shot(RIFLES, "M4 Sherman", "9D").exact
    assert got.p_destroyed == hit + (1 - hit) * (1 - back) * later.p_destroyed
    assert got.p_own_destroyed == got.p_no_second == (1 - hit) * back
    got = odds.activation(RIFLES, "M4 Sherman", ("melee", "move"), ("7H", "9D")).exact
    assert got.p_moved == (1 - (1 - hit) * back) * brute_force.plain(2, d2)
    forced = DEFAULT.replace(suicide_assault="mandatory")
    got = odds.activation(FANATICS, "M4 Sherman", ("melee",), ("9H",), ruleset=forced).exact
    assert (got.p_destroyed, got.p_own_destroyed) == (brute_force.plain(4, 9), 1 - brute_force.plain(4, 9))


@pytest.mark.rule("PT-TURN-11", "PT-CARD-06", "PT-CARD-07", "PT-CARD-08")
@pytest.mark.parametrize("actions", [("fire", "fire"), ("move", "fire"), ("find_cover", "melee")])
def test_pairs_of_cards_are_drawn_without_putting_back(actions: tuple[str, str]) -> None:
    got = odds.activation(MUTE, "Panzer IV (mid)", actions).exact
    kinds = {card: brute_force.read_card(card) for card in brute_force.DECK}
    known: dict[Any, Any] = {}
    total, none = Fraction(0), Fraction(0)
    for one in brute_force.DECK:
        for two in brute_force.DECK:
            if one == two:
                continue
            key = (kinds[one], kinds[two])
            if key not in known:
                known[key] = each_card(MUTE, "Panzer IV (mid)", actions, (one, two))
            total, none = total + known[key][0], none + known[key][1]
    assert got.p_destroyed == total / (52 * 51)
    assert got.p_no_first == none / (52 * 51)


def each_card(unit: Unit, target: str, actions: tuple[str, str], cards: tuple[str, str]) -> tuple[Fraction, Fraction]:
    """(P(destroyed), 1 if the first card is played for nothing), a forbidden action being left out."""
    done, used = [], []
    for action, card in zip(actions, cards, strict=True):
        try:
            odds.activation(unit, target, (action,), (card,))
        except RuleForbids:
            continue
        done.append(action)
        used.append(card)
    first_gone = Fraction(not done or used[0] != cards[0])
    if not done:
        return Fraction(0), first_gone
    return odds.activation(unit, target, tuple(done), tuple(used)).exact.p_destroyed, first_gone


def test_one_action_is_the_plain_question() -> None:
    one = odds.activation("Tiger I", Target("M4 Sherman", hits_before=1), ("fire",))
    assert one.exact.p_destroyed == odds.shot("Tiger I", "M4 Sherman", hits_before=1).exact.p_destroyed
    assert odds.activation("M4 Sherman", "Tiger I", ("move",)).exact.p_moved == odds.move("M4 Sherman").exact.p_success
    assert "each with a card of its own" in one.show(steps=True)


@pytest.mark.rule("PT-DIS-NO_RADIO", "PT-MELEE-02", "PT-COVER-04", "PT-DIS-POOR_COMMAND", "PT-FIRE-02")
def test_forbidden_activations() -> None:
    for unit, arguments, rule_id in (
        (RADIOLESS, {}, "PT-DIS-NO_RADIO"),
        (RIFLES, {"actions": ("fire", "melee"), "cards": ("5H", "5S")}, "PT-MELEE-02"),
        (RIFLES, {"actions": ("fire", "find_cover"), "cards": ("5H", "6H")}, "PT-COVER-04"),
        (MUTE, {"cards": ("5H", "6S")}, "PT-DIS-POOR_COMMAND"),
        (MUTE, {"actions": ("move",), "cards": ("5H",)}, "PT-DIS-POOR_COMMAND"),
        (RIFLES, {"distance": 20}, "PT-FIRE-02"),
        (made("Gun", "towed_gun"), {"actions": ("melee",)}, "PT-MELEE-03"),
    ):
        with pytest.raises(RuleForbids, match=rule_id):
            odds.activation(unit, "M4 Sherman", **arguments)  # type: ignore[arg-type]
    for arguments, error in (
        ({"actions": ("sleep",)}, InvalidValue),
        ({"actions": ("fire",) * 3}, InvalidValue),
        ({"cards": ("5H",)}, InvalidValue),
        ({"cards": ("5H", "5H")}, InvalidValue),
        ({"cards": ("5H", "XX")}, CardNotFound),
        ({"after_move": 3, "actions": ("move", "fire")}, InvalidValue),
    ):
        with pytest.raises(error):
            odds.activation(RIFLES, "M4 Sherman", **arguments)  # type: ignore[arg-type]
