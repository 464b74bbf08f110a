"""Batalist on its ground: sides, formations, cover and hills in duels, charges, retreats, wheels, boats, commanders."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from tigersim.companions import batalist as ba
from tigersim.companions.batalist.forces.army_book import aboard, battalion
from tigersim.companions.batalist.forces.commanders import most_orders
from tigersim.companions.batalist.odds.charge import shots_before_contact
from tigersim.companions.batalist.rules import marching, morale, orders
from tigersim.companions.batalist.rules import weather as seasons
from tigersim.companions.batalist.rules.orders import CAPTAIN, GENERAL, HERO

HALF = Fraction(1, 2)
Ways = dict[int, Fraction]


# Duels, counted anew from the text: Br 2 against protection 4 on either side, so that an exchange always hurts


@cache
def blow(fighters: int, plus: int, minus: int, cover: bool) -> Ways:
    """What a blow with Br 2 does to protection 4, roll by roll."""
    found: dict[int, Fraction] = {}
    covers = range(1, 7) if cover else (0,)
    ways = Fraction(1, 6 ** (1 + plus + minus) * len(covers))
    for face, wood, *dice in product(range(1, 7), covers, *[range(1, 7)] * (plus + minus)):
        done = max((2 * fighters + sum(dice[:plus]) - sum(dice[plus:])) // (4 + wood) + face, 0)
        found[done] = found.get(done, Fraction(0)) + ways
    return found


def front(formation: str, n: int, width: int) -> int:
    """Who fights forward: the first rank; half of it, loose; the edge of a wedge of ranks of 1, 2, 3 ..."""
    if formation == "wedge":
        return [0, 1, 1, 1, 3, 3, 3, 5, 5, 5, 5, 7, 7][n]
    return min(n, width) // (2 if formation == "loose" else 1)


def behind(formation: str, side: str, n: int, width: int) -> int:
    """Who strikes back on the flank, one of every rank, and in the rear, the last rank."""
    if formation == "wedge":
        return [0, 1, 1, 2, 1, 2, 3, 1, 2, 3, 4, 1, 2][n]
    there = -(-n // width) if side == "flank" else (n - 1) % width + 1
    return there // 2 if formation == "loose" else there


class Twin:
    """A duel of the text, for two battalions of Br 2 and protection 4, without anything of the program."""

    def __init__(self, widths: tuple[int, int], asked: dict[str, str], about_face: bool) -> None:
        self.widths = widths
        self.forms = asked.get("formation_a", "column"), asked.get("formation_b", "column")
        self.covered = asked.get("cover", "none")
        self.hill = {"level": 0, "downhill": 1, "uphill": -1}[asked.get("height", "level")]
        self.about_face = about_face
        self.known: dict[tuple[Any, ...], tuple[Fraction, ...]] = {}

    def law(self, who: int, n: int, ordered: bool, side: str) -> Ways:
        """Blows of a (0) or b (1); ``side``: of b, where a stands."""
        form, other = self.forms[who], self.forms[1 - who]
        fighters = front(form, n, self.widths[who])
        if who == 1 and not ordered and side != "front":
            fighters = behind(form, side, n, self.widths[1])
        plus, minus = (1 + (form == "wedge") if ordered else 0), int(other == "hedgehog")
        if who == 0 and ordered:
            plus += {"front": 0, "flank": 1, "rear": 2}[side]
        height = self.hill if who == 0 else -self.hill
        plus, minus = plus + (height > 0), minus + (height < 0)
        return blow(fighters, plus, minus, self.covered in ("both", "ba"[who]))

    def of(self, n: int, m: int, turn: int, side: str) -> tuple[Fraction, ...]:
        """Chances that a, b or neither holds, exchanges, left of a, left of b."""
        if n <= 0 or m <= 0:
            return Fraction(n > 0), Fraction(m > 0), Fraction(n <= 0 and m <= 0), Fraction(0), Fraction(n), Fraction(m)
        if m == 1:
            side = "front"  # a single warrior turns round
        if turn == 1 and side != "front":
            return self.of(n, m, 0 if self.about_face else 1, "front")
        if (n, m, turn, side) not in self.known:
            found = [Fraction(0)] * 6
            to_b, to_a = self.law(0, n, turn == 0, side), self.law(1, m, turn == 1, side)
            for (done, p), (taken, q) in product(to_b.items(), to_a.items()):
                then = self.of(max(n - taken, 0), max(m - done, 0), 1 - turn, side)
                found = [a + p * q * (b + (k == 3)) for k, (a, b) in enumerate(zip(found, then, strict=True))]
            self.known[n, m, turn, side] = tuple(found)
        return self.known[n, m, turn, side]


A, B = "line-infantry warriors=10 width=4", "line-infantry warriors=9 width=3"
FIELDS = ("p_a", "p_b", "p_neither", "exchanges", "left_a", "left_b")
PLACES: dict[str, dict[str, str]] = {
    "plain": {},
    "flank": {"side": "flank"},
    "rear": {"side": "rear"},
    "wedge": {"formation_a": "wedge"},
    "loose against column": {"formation_b": "loose"},
    "a hedgehog has no rear": {"formation_b": "hedgehog", "side": "rear"},
    "the flank of a wedge is its front": {"formation_b": "wedge", "side": "flank"},
    "the rear of a wedge is its last rank": {"formation_b": "wedge", "side": "rear", "formation_a": "wedge"},
    "loose in the flank": {"formation_b": "loose", "side": "flank"},
    "uphill": {"height": "uphill"},
    "cover": {"cover": "b"},
    "all at once": {"formation_a": "wedge", "cover": "both", "side": "flank", "height": "downhill"},
}


def twin(asked: dict[str, str], turn: int, about_face: bool = False) -> tuple[Fraction, ...]:
    side = asked.get("side", "front")
    forms = {"wedge": {"flank": "front"}, "hedgehog": {"flank": "front", "rear": "front"}}
    side = forms.get(asked.get("formation_b", ""), {}).get(side, side)
    return Twin((4, 3), asked, about_face).of(10, 9, turn, side)


@pytest.mark.parametrize("asked", PLACES.values(), ids=list(PLACES))
@pytest.mark.parametrize(("first", "turn"), [("a", 0), ("b", 1)])
def test_a_duel_where_it_is_fought_is_that_of_the_text(asked: dict[str, str], first: str, turn: int) -> None:
    told = ba.duel(A, B, **asked, readings={"duel_first": first})
    assert tuple(told[name].exact for name in FIELDS) == twin(asked, turn)


@pytest.mark.parametrize("side", ["flank", "rear"])
def test_an_about_face_costs_the_first_go(side: str) -> None:
    for first, turn in (("a", 0), ("b", 1)):
        told = ba.duel(A, B, side=side, readings={"duel_first": first, "flank_turn": "about_face"})
        assert tuple(told[name].exact for name in FIELDS) == twin({"side": side}, turn, about_face=True)
    # b's first go only turns it, so it is as if a began in front
    front = ba.duel(A, B, readings={"duel_first": "a"})
    assert [told[name].exact for name in FIELDS] == [front[name].exact for name in FIELDS]


def test_a_long_body_does_not_turn_on_the_spot() -> None:
    one, other = "line-infantry warriors=6 width=3 melee=0", "cavalry warriors=1 width=1 skills=melee+rider"
    told = {}
    for body in ("", "+long-body"):
        for side in ("front", "flank"):
            told[body, side] = ba.duel(one, other + body, side=side, readings={"duel_first": "a"})
    assert told["", "flank"].numbers == told["", "front"].numbers
    assert told["+long-body", "front"].numbers == told["", "front"].numbers
    assert told["+long-body", "flank"]["p_a"].exact != told["+long-body", "front"]["p_a"].exact
    assert told["", "flank"].title.endswith(": a attacks the flank first")


# Charges


def test_charges_in_loose_and_in_wedge() -> None:
    loose = ba.charge(formation="loose")
    # 5 shooters of 10: (5 / 4 = 1) + a die, mean 9/2; after a move 5 - a die: 1 once, 0 four times, -1 once, mean 7/2
    assert loose["losses"].exact == Fraction(9, 2) + Fraction(7, 2) + Fraction(9, 2)
    assert [loose[name].exact for name in ("shots", "orders", "turns")] == [3, 3, 2]
    wedge = ba.charge(formation="wedge")
    # half of SK 4: six orders, three turns; a wedge is no column: 10 / 4 + a die, after a move 29/6
    assert wedge["losses"].exact == 3 * (Fraction(11, 2) + Fraction(29, 6))
    assert [wedge[name].exact for name in ("shots", "orders", "turns")] == [6, 6, 3]
    assert "in wedge" in wedge.title
    rounded = ba.charge(attacker="pikes", formation="wedge", readings={"sk_round": "down"})
    assert rounded["orders"].exact == 12  # 3/2 steps become 1
    assert "sk_round" in rounded.rests_on


def test_those_left_attack_on_contact() -> None:
    # one shot at a column that has not moved: (10 + a die) / 4 + a die fall; then 5 attack, and always in full
    near = ba.charge(steps=4)
    assert (near["shots"].exact, near["contact"].exact) == (1, ba.strike(target="archers")["damage"].exact)
    # of six, so many are left; Br 2 and a die over 2, and a die
    few = ba.charge(attacker="line-infantry warriors=6", steps=4)
    met = Fraction(0)
    for column, face in product(range(1, 7), repeat=2):
        left = max(6 - (10 + column) // 4 - face, 0)
        met += Fraction(sum((2 * left + a) // 2 + b for a, b in product(range(1, 7), repeat=2)) if left else 0, 36 * 36)
    assert few["contact"].exact == met
    with pytest.raises(KeyError):
        ba.charge(attacker="archers", steps=4)["contact"]


@pytest.mark.rule("BA-SKL-17")
def test_fast_warriors_move_once_a_turn_without_an_order() -> None:
    assert [orders.moves_a_turn(fast) for fast in (False, True)] == [2, 3]
    fast = ba.charge(attacker="line-infantry skills=melee+fast")
    # shot, move, shot, free move, attack: at a column that stands and at one that moved
    assert fast["losses"].exact == Fraction(13, 2) + Fraction(101, 18)
    assert [fast[name].exact for name in ("shots", "orders", "turns")] == [2, 2, 1]
    for moves in range(1, 20):
        left, given, turns = moves, 0, 0
        while left:
            free = min(left, 1)
            used = min(left - free, 2)
            left, given, turns = left - free - used, given + used, turns + 1
        assert (orders.orders_for(moves, True, False), orders.turns_for(moves, True)) == (given, turns)
        assert (orders.orders_for(moves, False, False), orders.turns_for(moves)) == (moves, -(-moves // 2))
    # an attack takes an order: alone in its turn it is not free
    assert [orders.orders_for(moves, True, True) for moves in range(1, 8)] == [1, 1, 2, 3, 3, 4, 5]
    marched = ba.march("cavalry skills=melee+rider+fast", steps=40)
    assert [marched[name].exact for name in ("orders", "turns")] == [3, 2]
    assert [ba.march("cavalry", steps=40)[name].exact for name in ("orders", "turns")] == [5, 3]


@pytest.mark.parametrize("a_turn", [2, 3])
@pytest.mark.parametrize("shooters_first", [True, False])
@pytest.mark.parametrize("two_turns", [True, False])
def test_shots_before_contact_by_cards_turned_over(a_turn: int, shooters_first: bool, two_turns: bool) -> None:
    for moves in range(1, 15):
        told, made, this_turn, last_turn = [], 0, 0, 0
        while made < moves:
            last_turn, this_turn, shots = this_turn, 0, 0
            for go in range(2 * a_turn):
                shoots = (go % 2 == 0) == shooters_first
                if shoots and shots < 2:
                    told.append(this_turn > 0 or (two_turns and last_turn > 0))
                    shots += 1
                elif not shoots:
                    made, this_turn = made + 1, this_turn + 1
                    if made == moves:
                        break
        assert shots_before_contact(moves, a_turn, shooters_first, two_turns) == told


# Retreats, unbidden attacks, morale


@pytest.mark.rule("BA-MOR-08")
def test_a_retreat_into_an_enemy() -> None:
    # no order: (10 - 2) / 4 + a die
    assert ba.strike(in_retreat=True)["damage"].exact == Fraction(11, 2)
    assert ba.strike(in_retreat=True, readings={"unbidden_die": "yes"})["damage"].exact == 6
    met = ba.exchange(in_retreat=True)
    assert (met["inflicted"].exact, met["taken"].exact) == (Fraction(11, 2), Fraction(11, 2))
    assert "retreats into" in met.title
    # 22 warriors five wide have two in their last rank: (4 - 2) / 4 + a die
    last = ba.strike("line-infantry warriors=22", in_retreat=True, readings={"retreat_fighters": "last_rank"})
    assert last["damage"].exact == Fraction(7, 2)
    # without the Melee skill: Br 0, two dice less, and 2
    ways = [max((-2 - a - b) // 4 + face, 0) for a, b, face in product(range(1, 7), repeat=3)]
    assert ba.strike("archers", in_retreat=True)["damage"].exact == Fraction(sum(ways), 216)


@pytest.mark.rule("BA-SKL-11")
def test_bloodthirsty_warriors_attack_without_orders() -> None:
    assert [ba.obedience(bloodthirsty=True, given=n)["unbidden"].exact for n in (0, 1, 2)] == [2, 1, 0]
    assert ba.obedience(given=0)["unbidden"].exact == 0
    assert ba.obedience(bloodthirsty=True, given=0)["unbidden_damage"].exact == 2 * Fraction(11, 2)
    with_die = ba.obedience(bloodthirsty=True, given=0, readings={"unbidden_die": "yes"})
    assert with_die["unbidden_damage"].exact == 2 * Fraction(13, 2)


@pytest.mark.rule("BA-MOR-05", "BA-MOR-06", "BA-MOR-09")
def test_a_test_of_morale_tells_who_loses_orders_field_and_table() -> None:
    told = ba.morale()
    assert [told[name].exact for name in ("p_loses_orders", "p_leaves", "p_rout")] == [
        Fraction(95, 144),
        Fraction(60, 144),
        Fraction(25, 144),
    ]
    assert morale.loses_orders(1)
    assert not morale.routs(2)


# Orders and commanders


def allowed(kinds: Sequence[int]) -> bool:
    """Two different commanders of one battalion: one of them is the general."""
    return len(kinds) < 2 or kinds.count(GENERAL) == 1


def tried(givers: Sequence[tuple[int, int]], battalions: int) -> int:
    """The most orders of all ways to give them."""
    who = range(len(givers))
    pairs = [(i, j) for i in who for j in who if i < j and allowed([givers[i][0], givers[j][0]])]
    options: list[tuple[int, ...]] = [(), *((i,) for i in who), *((i, i) for i in who), *pairs]
    best = 0
    for given in product(options, repeat=battalions):
        flat = [giver for each in given for giver in each]
        if all(flat.count(i) <= givers[i][1] for i in who):
            best = max(best, len(flat))
    return best


@pytest.mark.rule("BA-ORP-03", "BA-ORP-04")
@pytest.mark.parametrize("battalions", [1, 2, 3])
def test_the_most_orders_against_all_ways_to_give_them(battalions: int) -> None:
    assert orders.may_both_order(CAPTAIN, GENERAL)
    for kinds in ((CAPTAIN, CAPTAIN), (GENERAL, CAPTAIN), (GENERAL, CAPTAIN, HERO), (CAPTAIN, HERO, CAPTAIN)):
        for skills in product(range(4), repeat=len(kinds)):
            givers = list(zip(kinds, skills, strict=True))
            assert most_orders(givers, battalions) == tried(givers, battalions), givers


def test_commanders_who_may_not_share_a_battalion() -> None:
    asked = {"battalions": 2, "skills": 0}
    assert ba.orders(givers="captain 1, captain 1, captain 1", **asked)["given"].exact == 2
    assert ba.orders(givers="captain 1, captain 1, general 1", **asked)["given"].exact == 3
    assert ba.orders(skills=3, battalions=2)["given"].exact == 3
    # a recall is the general's to pay, an order of independent warriors anybody's
    told = ba.orders(givers="general 3, captain 2", battalions=4, recalled=1)
    assert told["given"].exact == 3
    assert ba.orders(givers="general 3, captain 3", battalions=1, changed=1)["given"].exact == 2
    assert ba.orders(givers="general 3, captain 3", battalions=4, changed=2)["given"].exact == 2


def test_commanders_drawn_are_a_distribution() -> None:
    two = ba.commanders(2, orders=7)
    assert two["p_orders"].exact == Fraction(3, 36)  # 3 + 4, 4 + 3, 4 + 4
    law = {row["orders"]: row["chance"] for row in two.tables[1].rows}
    ways = [1, 2, 2, 2, 3, 4]  # KN by face of the die
    for total in range(2, 9):
        assert law[total] == Fraction(sum(a + b == total for a, b in product(ways, repeat=2)), 36)
    assert two["p_reach"].exact == Fraction(1, 3)  # 12 and 16 steps of 4, 8, 12, 16
    assert two["p_any_reach"].exact == Fraction(5, 9)
    assert ba.commanders(steps=4)["p_reach"].exact == 1
    assert ba.commanders(steps=17)["p_reach"].exact == 0


# Places, wheels, boats, wounded, snow


@pytest.mark.rule("BA-DEF-15", "BA-DEF-16", "BA-DEF-17", "BA-DEF-18")
@pytest.mark.parametrize(
    ("right", "ahead", "heading", "falls", "allowed"),
    [
        (0, 3, 180, "front", 1),
        (5, 3, 225, "front", 1),
        (6, 3, 270, "flank", 1),  # 3.5 steps outside, 3 ahead
        (6, 3, 90, "flank", 0),  # looks away
        (-6, -2, 90, "flank", 1),
        (-6, -2, 0, "flank", 0),  # looks along the flank: nothing of the target lies ahead
        (0, -7, 0, "rear", 1),
        (6, -7, 0, "flank", 1),  # the target's front lies 7 ahead, 6 aside of a half width of 2.5
        (0, -7, 180, "rear", 0),
    ],
)
def test_on_which_side_an_attack_falls(right: int, ahead: int, heading: int, falls: str, allowed: int) -> None:
    told = ba.side(right, ahead, heading)
    assert told.findings[0].startswith(f"It falls on the {falls}.")
    assert told["allowed"].exact == allowed
    assert told["dice"].exact == {"front": 0, "flank": 1, "rear": 2}[falls]


def test_sides_of_formations_and_of_one_warrior() -> None:
    assert ba.side(-8, -2, 90, formation="hedgehog")["dice"].exact == 0
    assert ba.side(-8, -2, 90, formation="wedge")["dice"].exact == 0
    assert ba.side(0, -9, 0, formation="wedge")["dice"].exact == 2
    assert ba.side(0, -9, 0, target="cavalry warriors=1")["dice"].exact == 0
    assert ba.side(0, -9, 0, target="cavalry warriors=1 skills=melee+rider+long-body")["dice"].exact == 2


@pytest.mark.rule("BA-ORD-05")
def test_a_wheel_is_the_way_of_the_outer_corner() -> None:
    assert abs(marching.wheeling(6, 90, False) - Fraction(942_477_796, 100_000_000)) < Fraction(1, 10**6)
    assert marching.wheeling(6, 60, True) == 6  # an equilateral triangle
    assert marching.wheeling(6, 180, True) == 12
    assert marching.wheeling(6, 0, False) == 0
    wheeled = ba.march(steps=2, wheel=90, front=6)
    assert wheeled["orders"].exact == 3  # 2 + 9.42 steps at 4
    assert ba.march(steps=2, wheel=60, front=6, readings={"wheel_measure": "straight"})["orders"].exact == 2
    assert ba.march(steps=0, wheel=30, front=6)["orders"].exact == 1


@pytest.mark.rule("BA-BOT-01", "BA-BOT-02", "BA-BOT-03", "BA-CUR-01")
def test_boats() -> None:
    crossed = ba.boats(steps=13, speed=6, capacity=8, current=6)
    told = [crossed[name].exact for name in ("orders", "turns", "afloat", "boats", "drift")]
    assert told == [5, 3, 3, 3, 6]
    assert ba.boats(steps=13, current=6, readings={"current_shift": "order"})["drift"].exact == 18
    assert marching.boat_orders(1) == 3
    assert [marching.boats_needed(n, 8) for n in (1, 8, 9)] == [1, 1, 2]
    assert seasons.boat_shift(2, 3, False) == 2
    riders = aboard(battalion("cavalry skills=melee+rider+fast"), 6)
    assert (riders.speed, riders.melee, riders.has("rider"), riders.has("fast")) == (6, 4, True, False)


def test_wounded_of_who_has_no_melee_skill() -> None:
    told = ba.wounded("cavalry", "archers")
    # they shoot: ten with Bs 1, +2, and a die for the column in which the wounded lie, over 2, and a die
    assert told["mercy"].exact == Fraction(sum((12 + a) // 2 + b for a, b in product(range(1, 7), repeat=2)), 36)
    # the wounded strike at cavalry without Melee skill: four dice less, over 5
    dice = product(range(1, 7), repeat=5)
    back = [max(-(a + b + c + d) // 5 + face, 0) for a, b, c, d, face in dice]
    assert told["strike_back"].exact == Fraction(sum(back), 6**5)
    assert ba.wounded("cavalry", "archers skills=")["mercy"].exact == 0  # no way to kill anybody
    shot = ba.wounded("archers", shooting=True)
    # (10 + a die) / 4 + a die
    law = [(10 + a) // 4 + b for a, b in product(range(1, 7), repeat=2)]
    assert shot["killed"].exact == Fraction(sum(x // 2 for x in law), 36)
    slingers = ba.wounded("cavalry", "archers skills=shooter+wide")
    assert slingers["killed"].exact > 0


def test_snow_lies_in_a_blizzard_too() -> None:
    winter = ba.weather_of("winter")
    assert (winter["p_snow"].exact, winter["p_snow_lies"].exact) == (Fraction(1, 5), Fraction(2, 5))
    assert ba.weather_of("summer")["p_snow_lies"].exact == 0
    assert [row["weather"] for row in winter.tables[0].rows if row["snow"]] == ["blizzard", "snow"]
