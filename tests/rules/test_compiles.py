"""Every rule compiles, and compiled and plain agree over its whole small domain."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from itertools import islice, product
from typing import Any, get_type_hints

import pytest

from tigersim.core.compile.jit import jit
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
    **dict.fromkeys(("dice", "base", "melee_dice", "armor_dice", "dice_for_aspect", "cover_dice", "red_dice"), DICE),
    **dict.fromkeys(("armor_front", "armor_other", "find_open", "find_terrain"), DICE),
    **dict.fromkeys(("red_near", "black_near", "red_far", "black_far"), (0, 2, 3)),
    **dict.fromkeys(("hits", "hits_before", "hits_scored", "hits_taken", "unsaved", "fortification"), range(3)),
    **dict.fromkeys(("die1", "die2", "face", "lowest_saving_face", "armor_face"), range(1, 7)),
    **dict.fromkeys(("successes", "armor_successes", "armor_ok", "cover_ok", "fixed_armor_ok", "fixed_cover_ok"), DICE),
    **dict.fromkeys(("gap_squared",), (0, 9, 10, 36, 37, 144, 145)),
    **dict.fromkeys(("max_range", "min_range", "cap"), (0, 6, 12)),
    **dict.fromkeys(("units", "enemy_units", "vp", "vp_enemy", "target", "pile", "in_hand"), range(8)),
    **dict.fromkeys(("marker_vp", "army_cost", "opponent_cost"), (0, 3, 8, 40)),
    **dict.fromkeys(("chosen", "held", "opened"), range(4)),
    **dict.fromkeys(("ranks",), range(2, 29)),
    **dict.fromkeys(("value", "other"), range(52)),
    **dict.fromkeys(("share",), range(3)),
    **dict.fromkeys(("parts",), (6, 7)),
    **dict.fromkeys(("players", "commander", "leader_commander", "partner_vp", "cards"), range(6)),
    **dict.fromkeys(("best_card", "distance_squared"), range(0, 52, 3)),
    **dict.fromkeys(("table_depth", "table_width"), (0, 36, 48, 72)),
    **dict.fromkeys(("result",), range(-2, 3)),
    **dict.fromkeys(("size", "wanted", "other_actions"), range(3)),
    **dict.fromkeys(("difference",), range(-5, 6)),
    **dict.fromkeys(("decks_played", "move_keep", "kept", "max_cards", "hits_to_destroy"), range(1, 5)),
    **dict.fromkeys(("unassigned", "free_total", "fixed_total", "rest"), range(19)),
    **dict.fromkeys(("advantages", "disadvantages", "free_dice"), range(4)),
    **dict.fromkeys(("free_lowest", "road"), range(7)),
    **dict.fromkeys(("road_free", "road_fixed"), (0, 4)),
    **dict.fromkeys(("faces", "free", "fixed"), FACES),
    **dict.fromkeys(("n", "k", "sides", "exponent"), range(7)),
    **dict.fromkeys(("low_profile",), (0, 2)),
    **dict.fromkeys(("ones", "in_landing", "in_slide", "load"), range(7)),
    **dict.fromkeys(("own", "drift"), (0, 5, 15)),
    **dict.fromkeys(("by_air", "aboard"), range(3)),
    **dict.fromkeys(("airdrop_hits", "glider_slide", "glider_stats"), range(4)),
    **dict.fromkeys(("spg_low_profile",), range(4)),
    **dict.fromkeys(("dice_left", "place", "taken", "permissions", "rerolled", "actions"), range(3)),
    **dict.fromkeys(("given", "held", "fire_rolls", "mg_attacks", "max_actions", "melee_rerolls"), range(3)),
    **dict.fromkeys(("members", "leads", "followed"), range(4)),
    **dict.fromkeys(("total_left",), range(12)),
    **dict.fromkeys(("dx", "dy", "ox", "oy"), range(-3, 4)),
    **dict.fromkeys(("wreck_dx", "wreck_dy"), range(-2, 3)),
    **dict.fromkeys(("allowance", "road_bonus", "inches"), (0, 1, 6)),
    **dict.fromkeys(("length_squared",), (0, 9999, 10_000, 10_001, 250_001)),
    **dict.fromkeys(("width", "depth"), (3, 4, 9, 10, 35, 36)),
    **dict.fromkeys(("size",), range(3)),
    **dict.fromkeys(("regroup_details",), range(5)),
    **dict.fromkeys(("kind", "attacks_on_it"), range(3)),
    **dict.fromkeys(("attacks",), range(6)),
    **dict.fromkeys(("permitted",), range(4)),
    **dict.fromkeys(("rank",), range(12, 15)),
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
            "melee_supporters_strike",
            "melee_shocked_defender",
            "melee_after_success",
            "mg_split",
            "rapid_fire",
            "mortar_second_shot",
            "howitzer_splash",
            "indirect_spotter",
            "armored_suppression",
            "terrain_stop_scope",
            "passing_units",
            "los_terrain_rule",
            "los_units_block",
            "small_force_test",
            "deck_runs_out_mid_deal",
            "game_end_timing",
            "activation_first_player",
            "open_card_activation",
            "two_card_initiative",
            "action_choice_timing",
            "recovery_order",
            "marker_control",
            "extra_force_cap",
            "target_score_rule",
            "position",
            "fort_occupancy",
            "flame_vehicles",
            "flame_mode",
            "squads",
            "tanks",
        ),
        range(3),
    ),
}
NARROW_MOVE: dict[str, Iterable[int]] = {
    "free": FACES[::4],
    "fixed": (0, 1 << 9),
    "difficulty": (4, 10),
    "bonus_free": (0, 8),
    "bonus_fixed": (0, 1),
}
NARROW: dict[str, dict[str, Iterable[int]]] = {
    "best_move_reroll": NARROW_MOVE,
    "ways_with_dice_beside": {"beside": range(3), "fixed": FACES[:30:5], "total": range(0, 26, 4)},
    "ways_kept_at_least": {"fixed": FACES[:30:3], "total": range(0, 26, 3)},
    "best_attack_reroll": {"fixed_total": (0, 4), "lethal_difficulty": (0, 7)},
    "best_save_reroll": {
        **dict.fromkeys(("armor_dice", "cover_dice", "armor_ok", "cover_ok"), range(3)),
        **dict.fromkeys(("fixed_armor_ok", "fixed_cover_ok"), BIT),
        "armor_face": (5, 6),
    },
    "best_move_subset": NARROW_MOVE,
    "best_attack_subset": {"fixed_total": (0, 4), "lethal_difficulty": (0, 7)},
    "best_save_subset": {"armor_ok": range(3), "cover_ok": range(3), "hits": (1, 2), "armor_face": (5,)},
    "unsaved": {
        **dict.fromkeys(("armor_dice", "cover_dice", "fixed_armor_ok", "fixed_cover_ok"), (0,)),
        "armor_face": (5,),
    },
    "may_reroll_dice": {"whole": range(3)},
    "reroll_extent": {"whole": range(3)},
    "may_follow": {"max_actions": (1, 2)},
    "keeps_leader": {"nobody": (0,)},
    "share_scores": {"total": range(0, 26, 3)},
    "suppression": {"total": range(0, 26, 2)},
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
    if name == "best_save_subset":
        return arguments["armor_ok"] <= arguments["armor_dice"] and arguments["cover_ok"] <= arguments["cover_dice"]
    return not (arguments.get("road_free") and arguments.get("road_fixed"))


def fields(function: Callable[..., Any]) -> list[tuple[str, ...]]:
    """The names of the integers that each parameter takes: its own, or those of the record that it is."""
    kinds = get_type_hints(function)
    names = inspect.signature(function).parameters
    return [getattr(kinds[name], "_fields", (name,)) for name in names]


@pytest.mark.parametrize("function", CHAPTER_FUNCTIONS, ids=lambda f: f"{f.__module__.split('.')[-1]}.{f.__name__}")
def test_compiled_and_plain_agree(function: Callable[..., Any]) -> None:
    kinds, parts = list(get_type_hints(function).values()), fields(function)
    names = [name for part in parts for name in part]
    narrow = NARROW.get(function.__name__, {})
    domains = [tuple(narrow.get(name, DOMAIN.get(name, BIT))) for name in names]
    compiled = jit(function)
    tried = 0
    for values in product(*domains):
        if legal(function.__name__, dict(zip(names, values, strict=True))):
            left = iter(values)
            arguments = [
                kind(*islice(left, len(part))) if hasattr(kind, "_fields") else next(left)
                for kind, part in zip(kinds, parts, strict=False)
            ]
            assert compiled(*arguments) == function(*arguments), (function.__name__, values)
            tried += 1
    assert tried > 1


def test_default_arguments_are_the_default_rulings() -> None:
    """A kernel may leave the switches out: then the default option holds."""
    for function in CHAPTER_FUNCTIONS:
        for parameter in inspect.signature(function).parameters.values():
            assert parameter.default in (inspect.Parameter.empty, 0, False, True), function.__name__
