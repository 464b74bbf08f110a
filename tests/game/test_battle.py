"""One battle with its face for people: start, look, choose, play, and the story it tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, takewhile
from math import ceil
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tigersim as ts
from tests.lab.short_list import QUICK
from tests.quick import quick
from tigersim.catalogue.units import parse_army
from tigersim.core import enums
from tigersim.core.codes import Fields
from tigersim.core.log import dice_of, pack_dice
from tigersim.core.play import kernels
from tigersim.errors import InvalidValue, PlayerNotFound, ScenarioNotFound, UnitNotFound
from tigersim.game.battle import Action, Battle
from tigersim.game.narration import COMPASS

ARMIES = (
    "2 x M4 Sherman, M36 Jackson, M24 Chaffee, Jeep [usa], Paratroopers or Rangers",
    "Panther G, Panzer II, Hetzer, Sdkfz 222, 2 x SS Grenadiers",
)
DROPS_LOWEST = {"light_tank", "tank_destroyer", "light_spg"}
"""Classes that roll one more move die and drop the lowest (PT-UNIT-LTANK-02, PT-UNIT-TD-02, PT-UNIT-LSPG-01)."""


def started(number: int = 0, armies: tuple[str, str] = ARMIES, player: str = "heuristic") -> Battle:
    return Battle.start(armies=armies, seed=11, number=number, table=number % 4, players=(player, player))


def engine_choice(battle: Battle) -> Action:
    """What the compiled player of the side that is asked chooses."""
    return Action(int(kernels.choose(quick(), battle.record, battle.table, battle._work)))


class Dabbler:
    """A player written in Python: any legal action, from a generator of its own."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.sides: set[str] = set()

    def __call__(self, battle: Battle, legal: Sequence[Action]) -> Action:
        self.sides.add(battle.to_decide)
        return legal[self.rng.integers(len(legal))]


# --- starting ------------------------------------------------------------------------------------------------------


def test_armies_are_texts_or_lists_of_units() -> None:
    as_text = started()
    as_lists = Battle.start(armies=(parse_army(ARMIES[0]), parse_army(ARMIES[1])), seed=11, players=QUICK)
    assert as_text.play() == as_lists.play()
    assert as_text.log() == as_lists.log()
    names = [one.name for one in parse_army(ARMIES[0])]
    assert [as_text.unit_name(slot) for slot in range(6)] == [f"a{k + 1} {name}" for k, name in enumerate(names)]
    assert as_text.unit_name(enums.MAX_UNITS) == "b1 Panther G"


def test_a_battle_starts_at_its_first_decision() -> None:
    battle = started()
    assert battle.decision == "deploy"
    assert battle.to_decide in ("a", "b")
    assert (battle.is_over, battle.outcome, battle.turn, battle.log()) == (False, None, 0, [])


def test_units_of_a_list_of_ones_own() -> None:
    mine = (ts.unit("Tiger I").model_copy(update={"name": "Tiger of mine"}),)
    assert Battle.start(armies=("Tiger of mine", "2 x Tiger of mine"), units=mine).unit_name(17) == "b2 Tiger of mine"
    with pytest.raises(UnitNotFound, match="Panther G"):
        Battle.start(armies=("Panther G", "Tiger of mine"), units=mine)


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"armies": ("M4 Shermann", "Tiger I")}, UnitNotFound, "did you mean M4 Sherman"),
        ({"armies": ("Jeep", "Tiger I")}, UnitNotFound, r"Jeep \[usa\]"),
        ({"armies": ("", "Tiger I")}, InvalidValue, "army is ''"),
        ({"armies": ([], "Tiger I")}, InvalidValue, "number of units in an army is 0; allowed: 1 to 16"),
        ({"armies": ("17 x Tiger I", "Tiger I")}, InvalidValue, "number of units in an army is 17; allowed: 1 to 16"),
        ({"armies": ("Tiger I",)}, InvalidValue, "two armies"),
        ({"players": ("heuristic", "heuristc")}, PlayerNotFound, "did you mean heuristic"),
        ({"players": ("heuristic",)}, InvalidValue, "players is .*; allowed: two"),
        ({"players": "uniform"}, InvalidValue, "players is 'uniform'; allowed: two"),
        ({"scenario": "bridge"}, ScenarioNotFound, "unknown scenario 'bridge'; allowed: standard battle, "),
        ({"seed": -1}, InvalidValue, "seed is -1"),
        ({"seed": 1 << 62}, InvalidValue, "seed is"),
        ({"number": -1}, InvalidValue, "number, table"),
        ({"table": -1}, InvalidValue, "number, table"),
    ],
)
def test_what_cannot_be_played_is_refused_by_name(
    settings: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Battle.start(**{"armies": ("Tiger I", "Tiger I"), **settings})


def test_a_ruling_changes_the_battle() -> None:
    rules = ts.RuleSet.load("paper_tigers_2").replace(save_success_rule="one_success_cancels_all")
    played = [Battle.start(armies=ARMIES, seed=11, number=n, ruleset=rules).play() for n in range(20)]
    assert played != [Battle.start(armies=ARMIES, seed=11, number=n).play() for n in range(20)]


# --- looking -------------------------------------------------------------------------------------------------------


def cells_of_map(battle: Battle) -> list[list[str]]:
    """The map's cells, south row first, west cell first."""
    lines = str(battle).splitlines()[1:]
    wide = 3 if any(re.search(r"[ab]1\d", line) for line in lines) else 2
    return [[line[k : k + wide].strip() for k in range(0, wide * 36, wide)] for line in reversed(lines)]


@pytest.mark.parametrize("armies", [ARMIES, ("12 x Jeep [usa]", "16 x Regulars [france]")])
def test_the_map_shows_terrain_and_units(armies: tuple[str, str]) -> None:
    battle = started(1, armies)
    while battle.decision == "deploy":
        battle.push(engine_choice(battle))
    cells = cells_of_map(battle)
    table, record = battle.table[0], battle.record[0]
    assert (len(cells), {len(row) for row in cells}) == (36, {36})
    where = {}
    for side, army in enumerate(armies):
        for k in range(len(parse_army(army))):
            unit = record.unit[side * enums.MAX_UNITS + k]
            where[int(unit.x), int(unit.y)] = f"{'ab'[side]}{k + 1}"
    seen = Counter[str]()
    for y, row in enumerate(cells):
        for x, shown in enumerate(row):
            ground = "=" if table.road[y * 36 + x] else ".♣▒^"[table.kind[y * 36 + x]]
            assert shown == where.get((x, y), ground)
            seen[shown] += 1
    assert {".", "♣", "▒", "^", "="} & set(seen) >= {".", "♣"}
    assert str(battle).splitlines()[0] == "turn 1, score 0 : 0, waiting for assign"
    end = battle.play()
    over = f"turn {battle.turn}, score {end.vp_a} : {end.vp_b}, the battle is over"
    assert str(battle).splitlines()[0] == over


def test_maps_know_every_glyph() -> None:
    shown = "".join(str(Battle.start(armies=("Tiger I", "Tiger I"), table=table)) for table in range(6))
    assert set(".♣▒^=") <= set(shown)


# --- choosing ------------------------------------------------------------------------------------------------------


def test_every_decision_has_legal_actions_that_can_be_told_and_done() -> None:
    asked = Counter[str]()
    for number in range(4):
        battle, rng = started(number), np.random.default_rng(number)
        while not battle.is_over:
            legal = battle.legal_actions()
            assert legal
            assert len(set(legal)) == len(legal)
            assert all(action.unit < enums.SLOTS and action.target < enums.SLOTS for action in legal)
            assert all(battle.describe(action) for action in legal[:: 1 + len(legal) // 8])
            asked[battle.decision] += 1
            battle.push(legal[rng.integers(len(legal))])
        assert battle.legal_actions() == []
    assert {"deploy", "assign", "nominate", "order", "destination", "re-roll", "recover", "prolong"} <= set(asked)


def test_actions_in_words() -> None:
    battle = started(3)
    words = set[str]()
    while not battle.is_over:
        for action in battle.legal_actions()[:: 1 if battle.decision == "order" else 16]:
            if action.verb == "fire":
                assert action.target // enums.MAX_UNITS != action.unit // enums.MAX_UNITS
                words.add(re.sub(r"[ab]\d+ .*?(?=:|$)", "UNIT", battle.describe(action)))
            elif action.verb == "place":
                assert battle.describe(action).endswith(
                    f": to ({action.cell % 36}, {action.cell // 36}), facing {COMPASS[action.facing]}"
                )
        battle.push(engine_choice(battle))
    assert {"UNIT: fire main gun at UNIT", "UNIT: fire machine gun at UNIT"} <= words


@pytest.mark.parametrize("action", [Action(0xFF), Action(-1), Action(enums.GO_ON), Action(enums.PASS)])
def test_push_refuses_what_is_not_legal(action: Action) -> None:
    battle = started()
    before = battle.record.tobytes()
    with pytest.raises(InvalidValue, match=r"legal_actions\(\) of the decision deploy"):
        battle.push(action)
    assert battle.record.tobytes() == before


def test_an_action_of_another_moment_is_refused() -> None:
    battle = started()
    taken = battle.legal_actions()[0]
    battle.push(taken)
    with pytest.raises(InvalidValue, match="deploy"):
        battle.push(taken)  # that unit stands already
    battle.play()
    with pytest.raises(InvalidValue, match="none, for the battle is over"):
        battle.push(taken)


def test_a_copy_is_independent() -> None:
    battle = started(2)
    for _ in range(40):
        battle.push(engine_choice(battle))
    before, story = battle.record.tobytes(), battle.log()
    copy = battle.copy()
    outcome = copy.play()
    assert (battle.record.tobytes(), battle.log()) == (before, story)
    assert not battle.is_over
    assert battle.play() == outcome  # the same players and the same dice from there on
    assert battle.log() == copy.log()
    assert len(battle.log()) > len(story)


# --- playing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["heuristic", "uniform"])
def test_playing_is_the_same_as_stepping(player: str) -> None:
    for number in range(5):
        played, stepped = started(number, player=player), started(number, player=player)
        played.play()
        while not stepped.is_over:
            stepped.push(engine_choice(stepped))
        assert stepped.record.tobytes() == played.record.tobytes()
        assert stepped.log() == played.log()
        assert stepped.outcome == played.outcome


def test_same_arguments_same_battle() -> None:
    assert len({tuple(played(started(number)).log()) for number in (4, 4, 5)}) == 2
    silent = Battle.start(armies=ARMIES, seed=11, number=4, players=QUICK, logged=False)
    assert silent.play() == started(4).play()
    assert silent.log() == []


def played(battle: Battle) -> Battle:
    battle.play()
    return battle


def test_players_can_be_named_when_playing() -> None:
    named = started(6)
    named.play(("uniform", "uniform"))
    assert named.log() == played(started(6, player="uniform")).log()
    for players, error in ((("uniform", "nobody"), PlayerNotFound), (("uniform",), InvalidValue)):
        with pytest.raises(error, match="player"):
            started().play(players)


def test_a_function_that_asks_the_engine_is_the_compiled_player() -> None:
    by_function = started(7)
    by_function.play((lambda battle, legal: engine_choice(battle), "heuristic"))
    assert by_function.log() == played(started(7)).log()


def test_a_function_plays_its_own_side() -> None:
    for number in range(6):
        dabbler = Dabbler(number)
        battle = started(number)
        outcome = battle.play(("heuristic", dabbler))
        assert dabbler.sides == {"b"}
        # no exact hazard is booked where nobody knows how a player re-rolls
        assert [int(player.by_the_book) for player in battle.record[0].player[:2]] == [1, 0]
        assert outcome == battle.outcome
        again = started(number)
        again.play(("heuristic", Dabbler(number)))
        assert again.log() == battle.log()


def test_an_illegal_choice_of_a_function_is_refused() -> None:
    with pytest.raises(InvalidValue, match="legal_actions"):
        started().play((lambda battle, legal: Action(0xFF), lambda battle, legal: Action(0xFF)))


# --- the story -----------------------------------------------------------------------------------------------------

UNIT = r"[ab]\d+ .+?"
FIRES = re.compile(rf"  ({UNIT}) fires: \[([\d, ]+)\] = (\d+) against (\d+)")
SHARE = re.compile(rf"  \[([\d, ]+)\] of these = (\d+) against (\d+) at ({UNIT})")
MOVES = re.compile(rf"  ({UNIT}) moves: \[([\d, ]+)\] (= |of which )(\d+)(?: counts)? against (\d+)")
SAVES = re.compile(rf"  ({UNIT}) saves with \[([\d, ]+)\]: (\d+) success(?:es)?")
RECOVERY = re.compile(rf"({UNIT}) tests recovery: (\d+) against (\d+), (passed|failed)")
ORDER = re.compile(rf"({UNIT}) with (\S+): (.+)")
ASSIGNED = re.compile(rf"side [ab]: .+ to ({UNIT})")
FOLLOWS = re.compile(rf"  ({UNIT}) follows ({UNIT})")
DESTROYED = re.compile(rf"  ({UNIT}) is destroyed: (\d+) VP")


def faces(text: str) -> list[int]:
    dice = [int(face) for face in text.split(",")]
    assert all(1 <= face <= 6 for face in dice)
    return dice


@pytest.fixture(scope="module")
def stories() -> list[tuple[Battle, list[str]]]:
    return [(battle, battle.log()) for battle in (played(started(n, player="uniform")) for n in range(30))] + [
        (battle, battle.log()) for battle in (played(started(n)) for n in range(30))
    ]


def test_a_fire_roll_adds_up_and_has_its_effect(stories: list[tuple[Battle, list[str]]]) -> None:
    rolls = 0
    for _, lines in stories:
        for line, after in pairwise(lines):
            found = FIRES.fullmatch(line)
            assert found or " fires: " not in line
            if found:
                rolls += 1
                total, needed = int(found[3]), int(found[4])
                assert sum(faces(found[2])) == total
                if not SHARE.fullmatch(after):
                    assert has_effect(total, needed, after)
    assert rolls > 1000


def has_effect(total: int, needed: int, after: str) -> bool:
    """A hit is answered by a save; a miss only where half the difficulty suppresses."""
    saved = " saves with " in after or after.endswith(" has no save")
    return saved if total >= needed else not saved or total >= ceil(needed / 2)


def test_a_shared_roll_has_its_effect_on_each_target(stories: list[tuple[Battle, list[str]]]) -> None:
    shared = 0
    for _, lines in stories:
        for k, line in enumerate(lines):
            rolled = FIRES.fullmatch(line)
            if not rolled:
                continue
            told = list(takewhile(lambda one: one.startswith("  ") and " fires: " not in one, lines[k + 1 :]))
            shares = [share for one in told if (share := SHARE.fullmatch(one))]
            shared += bool(shares)
            if shares:
                assert sorted(face for share in shares for face in faces(share[1])) == sorted(faces(rolled[2]))
            for share in shares:
                assert sum(faces(share[1])) == int(share[2])
                saves = [one for one in told if one.startswith((f"  {share[4]} saves ", f"  {share[4]} has no save"))]
                assert has_effect(int(share[2]), int(share[3]), "".join(saves))
    assert shared > 5


GOES, GETS_ON, GETS_OFF = "  {} goes to ", "  {} gets on ", "  {} gets off at "


def test_a_move_roll_counts_the_dice_that_count(stories: list[tuple[Battle, list[str]]]) -> None:
    dropped, ends = 0, Counter[str]()
    for battle, lines in stories:
        aboard: set[str] = set()
        for line, after in pairwise(lines):
            if boards := re.fullmatch(rf"  ({UNIT}) gets on {UNIT}", line):
                aboard.add(boards[1])
            elif leaves := re.fullmatch(rf"  ({UNIT}) gets off at .*", line):
                aboard.discard(leaves[1])
            found = MOVES.fullmatch(line)
            assert found or " moves: " not in line
            if found:
                name, dice, total, needed = found[1], faces(found[2]), int(found[4]), int(found[5])
                lowest = (
                    min(dice) if ts.unit(name.split(" ", 1)[1], nation_of(battle, name)).type in DROPS_LOWEST else 0
                )
                assert total == sum(dice) - lowest
                assert (found[3] == "= ") == (lowest == 0)
                dropped += lowest > 0
                end = next((end for end in (GOES, GETS_ON, GETS_OFF) if after.startswith(end.format(name))), "stays")
                ends[end] += 1
                if total < needed:
                    assert end == "stays"
                elif name in aboard:
                    assert end in (GETS_OFF, "stays")  # who is aboard may think better of it
                else:
                    assert end in (GOES, GETS_ON)
    assert dropped > 50
    assert min(ends[end] for end in (GOES, GETS_ON, "stays")) > 0


def nation_of(battle: Battle, name: str) -> str:
    """Nation of the unit that the log calls ``name``: "b2 Hetzer"."""
    slot = "ab".index(name[0]) * enums.MAX_UNITS + int(name[1 : name.index(" ")]) - 1
    return battle.units[battle.record[0].unit[slot].kind].nation


def test_saves_and_recoveries_add_up(stories: list[tuple[Battle, list[str]]]) -> None:
    saves = recoveries = 0
    for _, lines in stories:
        for line, after in pairwise(lines):
            if found := SAVES.fullmatch(line):
                saves += 1
                assert int(found[3]) <= sum(face >= 5 for face in faces(found[2]))  # no die saves below 5
            elif found := RECOVERY.fullmatch(line):
                recoveries += 1
                assert (found[4] == "passed") == (int(found[2]) >= int(found[3]))
                assert after.startswith(f"  {found[1]} has recovered") == (found[4] == "passed")
            else:
                assert " saves " not in line
                assert " tests " not in line
    assert saves > 300
    assert recoveries > 50


def test_victory_points_are_those_of_the_dead(stories: list[tuple[Battle, list[str]]]) -> None:
    for battle, lines in stories:
        cost = {f"{side}{k + 1}": ts.profile(one).cost for side, army in zip("ab", ARMIES, strict=True)
                for k, one in enumerate(parse_army(army))}  # fmt: skip
        lost = Counter[str]()
        dead = []
        for line in lines:
            if found := DESTROYED.fullmatch(line):
                place = found[1].split(" ")[0]
                assert int(found[2]) == cost[place]
                lost[place[0]] += int(found[2])
                dead.append(place)
        assert len(set(dead)) == len(dead)
        outcome = battle.outcome
        assert outcome is not None
        assert (outcome.vp_a, outcome.vp_b) == (lost["b"], lost["a"])
        assert outcome.margin == lost["b"] - lost["a"]
        assert outcome.winner == ("a" if outcome.margin > 0 else "b" if outcome.margin < 0 else "draw")
        assert lines[-1] == f"--- the battle is over: {outcome.vp_a} to {outcome.vp_b} VP ---"
        assert sum(line.startswith("--- turn") for line in lines) == outcome.turns
        assert 1 + sum("the battle goes on" in line for line in lines) == outcome.decks
        assert outcome.ended_by in {"PT-VP-13", "PT-VP-16", "AMB-23"}


def test_only_the_living_act_and_a_card_acts_once(stories: list[tuple[Battle, list[str]]]) -> None:
    """A card acts for the unit that turned it over and, once each, for the units that follow it."""
    followed = 0
    for _, lines in stories:
        dead, assigned = set[str](), set[str]()
        open_cards: dict[str, str] = {}
        leader, card, followers = "", "", list[str]()
        for line in lines:
            if found := DESTROYED.fullmatch(line):
                dead.add(found[1])
            elif found := ASSIGNED.fullmatch(line):
                assigned.add(found[1])
            elif " turns over " in line:
                name, shown = line.split(" turns over ")
                open_cards[shown] = name
            elif found := FOLLOWS.fullmatch(line):
                assert found[2] == leader
                assert found[1] not in dead | assigned | {leader, *followers}
                assert found[1][0] == leader[0]
                followers.append(found[1])
                assert len(followers) <= 2
                followed += 1
            elif found := ORDER.fullmatch(line):
                assert found[1] not in dead
                if found[2] in open_cards:
                    leader, card, followers = found[1], found[2], []
                    assert open_cards.pop(card) == leader
                else:
                    assert found[2] == card
                    followers = followers[followers.index(found[1]) + 1 :]  # in their order, once each
            elif line.startswith(("--- turn", "--- both")):
                open_cards.clear()
                assigned.clear()
    assert followed > 20


# --- the record of the dice ----------------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 6), max_size=enums.MAX_DICE))
def test_dice_pack_and_unpack(dice: list[int]) -> None:
    table = np.zeros(enums.MAX_DICE, dtype=np.int64)
    table[: len(dice)] = dice
    packed = [pack_dice.py_func(table, len(dice), start) for start in (0, 4)]
    assert all(0 <= word < 2**15 for word in packed)  # what a field of the log holds
    assert dice_of(SimpleNamespace(low=packed[0], high=packed[1])) == dice


def test_a_card_to_lose_is_named_only_if_it_lies_open() -> None:
    battle = ts.Battle.start(armies=("Tiger I", "M4 Sherman"), seed=1)
    assert battle.describe(Action(Fields(enums.DROP, which=12).code)) == "drop 5C"
    hidden = {enums.BLIND: "a card that nobody has seen"}
    for place, which in (("first", enums.HIDDEN), ("second", enums.HIDDEN + 1)):
        hidden[which] = f"the {place} card, which lies face down"
    for which, name in hidden.items():
        assert battle.describe(Action(Fields(enums.DROP, which=which).code)) == f"drop {name}"


def test_a_battle_at_the_end_of_a_cell_is_one_line() -> None:
    battle = started()
    assert repr(battle).startswith("<Battle: turn 0, score 0 : 0, waiting for ")
    battle.play()
    assert repr(battle).endswith("the battle is over>")
