"""Every rule compiles, and compiled and plain agree over its whole small domain."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest

from tigersim.core.jit import jit
from tigersim.registry import CHAPTER_FUNCTIONS

BIT = (0, 1)
DICE = range(5)
FACES = tuple(
    sum(1 << (3 * (face - 1)) for face in dice)
    for n in range(4)
    for dice in product(range(1, 7), repeat=n)
    if list(dice) == sorted(dice)
)

# What a parameter can be, by its name; a name that is not here is a flag.
DOMAIN: dict[str, Iterable[int]] = {
    **dict.fromkeys(("card",), range(52)),
    **dict.fromkeys(("total", "threshold"), range(26)),
    **dict.fromkeys(("difficulty", "lethal_difficulty", "result_attacker", "result_defender"), range(2, 14)),
    **dict.fromkeys(("dice", "base", "melee_dice", "armor_dice", "dice_for_aspect", "cover_dice"), DICE),
    **dict.fromkeys(("armor_front", "armor_other", "find_open", "find_terrain"), DICE),
    **dict.fromkeys(("red_near", "black_near", "red_far", "black_far"), (0, 2, 3)),
    **dict.fromkeys(("hits", "hits_before", "hits_scored", "hits_taken", "unsaved", "fortification"), range(3)),
    **dict.fromkeys(("die1", "die2", "face", "lowest_saving_face", "armor_face"), range(1, 7)),
    **dict.fromkeys(("successes", "armor_successes", "armor_ok", "cover_ok", "fixed_armor_ok", "fixed_cover_ok"), DICE),
    **dict.fromkeys(("gap_squared",), (0, 25, 36, 37, 144, 145)),
    **dict.fromkeys(("max_range", "min_range", "cap"), (0, 6, 12)),
    **dict.fromkeys(("units_a", "units_b", "vp", "vp_enemy"), range(8)),
    **dict.fromkeys(("difference",), range(-5, 6)),
    **dict.fromkeys(("decks_played", "move_keep", "kept", "max_cards", "hits_to_destroy"), range(1, 5)),
    **dict.fromkeys(("unassigned", "free_total", "fixed_total", "rest"), range(19)),
    **dict.fromkeys(("advantages", "disadvantages", "free_dice"), range(4)),
    **dict.fromkeys(("free_lowest", "road"), range(7)),
    **dict.fromkeys(("road_free", "road_fixed"), (0, 4)),
    **dict.fromkeys(("faces", "free", "fixed"), FACES),
    **dict.fromkeys(("n", "k", "sides", "exponent"), range(7)),
    **dict.fromkeys(("low_profile",), (0, 2)),
    **dict.fromkeys(("spg_low_profile",), range(4)),
    **dict.fromkeys(
        (
            "save_success_rule",
            "vulnerable_armor_min",
            "rivets_rule",
            "death_trap_rule",
            "one_hit_destroys",
            "zero_dice_pool",
            "suicide_assault_rule",
            "engine_fire_rule",
            "reshuffle_margin",
            "reshuffle_limit",
        ),
        range(3),
    ),
}
NARROW: dict[str, dict[str, Iterable[int]]] = {
    "best_move_reroll": {
        "free": FACES[::4],
        "fixed": (0, 1 << 9),
        "difficulty": (4, 10),
        "bonus_free": (0, 8),
        "bonus_fixed": (0, 1),
    },
    "ways_kept_at_least": {"fixed": FACES[:30:3], "total": range(0, 26, 3)},
    "best_attack_reroll": {"fixed_total": (0, 4), "lethal_difficulty": (0, 7)},
    "best_save_reroll": {
        **dict.fromkeys(("armor_dice", "cover_dice", "armor_ok", "cover_ok"), range(3)),
        **dict.fromkeys(("fixed_armor_ok", "fixed_cover_ok"), BIT),
        "armor_face": (5, 6),
    },
    "suppression_dice": {"armor_face": (5, 6)},
    "without_face": {"faces": tuple(7 * f + 0o111111 for f in FACES)},
}


def legal(name: str, arguments: dict[str, int]) -> bool:
    if name == "best_save_reroll":
        return (
            arguments["armor_ok"] <= arguments["armor_dice"]
            and arguments["cover_ok"] <= arguments["cover_dice"]
            and arguments["hits"] > 0
        )
    return not (arguments.get("road_free") and arguments.get("road_fixed"))


@pytest.mark.parametrize("function", CHAPTER_FUNCTIONS, ids=lambda f: f"{f.__module__.split('.')[-1]}.{f.__name__}")
def test_compiled_and_plain_agree(function: Callable[..., Any]) -> None:
    names = list(inspect.signature(function).parameters)
    narrow = NARROW.get(function.__name__, {})
    domains = [tuple(narrow.get(name, DOMAIN.get(name, BIT))) for name in names]
    compiled = jit(function)
    tried = 0
    for values in product(*domains):
        if legal(function.__name__, dict(zip(names, values, strict=True))):
            assert compiled(*values) == function(*values), (function.__name__, values)
            tried += 1
    assert tried > 1


def test_default_arguments_are_the_default_rulings() -> None:
    """A kernel may leave the switches out: then the default option holds."""
    for function in CHAPTER_FUNCTIONS:
        for parameter in inspect.signature(function).parameters.values():
            assert parameter.default in (inspect.Parameter.empty, 0, False, True), function.__name__
