"""Questions about what is hidden: ambushes, scouts, area fire, traps."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole
from tigersim.companions.batalist.odds import hidden
from tigersim.companions.batalist.odds.morale import scouting
from tigersim.companions.batalist.rules.hidden import (
    BULLSEYE,
    FALSE_MARKERS,
    MISSED,
    SHOWN,
    is_found,
    is_surrounded,
    let_pass,
    markers,
    trap_goes_off,
)
from tigersim.companions.batalist.rules.morale import scouted_dice
from tigersim.companions.odds import any_of
from tigersim.companions.question import question
from tigersim.statistics.law import D6

MOST_MARKERS = 12


@question("BA-Q-13", "ambush")
def ambush(attacks: Annotated[int, "attacks from ambush so far"] = 3, *, readings: Readings) -> Answer:
    """How long does an ambush stay hidden?"""
    ask_whole("attacks", attacks, 0, 100)
    reveal = readings["ambush_no_false"] == "reveal"
    left = hidden.hidden_after(attacks, reveal)
    rows = []
    for k in range(max(attacks, 6) + 1):
        after = hidden.hidden_after(k, reveal)
        still = {f"{false} false left": after[false] for false in range(FALSE_MARKERS, -1, -1)}
        rows.append({"attacks": k, "hidden": after.at_least(0), **still})
    first = Fraction(1, markers(FALSE_MARKERS))
    tries = Fraction(markers(FALSE_MARKERS) + 1, 2)
    return Answer(
        f"An ambush after {attacks} attacks",
        (
            Number.of("p_hidden", "still hidden", left.at_least(0)),
            Number.of("p_all_false", "hidden, and both false markers lie", left[FALSE_MARKERS]),
            Number.of("p_no_false", "hidden, and no false marker lies", left[0]),
            Number.of("attacks", "attacks until it is revealed, on average", hidden.attacks_until_revealed(reveal)),
            Number.of("p_found", "an enemy who attacks one of three markers finds it at once", first),
            Number.of("tries", "markers attacked until it is found, on average", tries),
        ),
        (Table("By attacks made", rows),),
        rests_on=("ambush_no_false",),
    )


@question("BA-Q-14", "reconnaissance")
def reconnaissance(
    markers: Annotated[bool, "markers of ambushes lie in the wood"] = False,
    camouflage: Annotated[bool, "the ambush has Camouflage"] = False,
    noisy: Annotated[bool, "it is Noisy"] = False,
    *,
    readings: Readings,
) -> Answer:
    """Does reconnaissance find the ambush?"""
    extra = readings["auto_result"] == "extra"
    dice = scouted_dice(markers)
    law = scouting(dice, camouflage, noisy, extra)
    passed = law.chance(let_pass)
    strikes = not markers or readings["recon_zero_with_markers"] == "as_zero"
    kinds = ((False, False), (True, False), (False, True), (True, True))
    rows = []
    for lie in (False, True):
        for hides, loud in kinds:
            each = scouting(scouted_dice(lie), hides, loud, extra)
            chances = {f"{n} failed": each[n] for n in range(4)}
            rows.append({"markers": lie, "camouflage": hides, "noisy": loud, **chances, "mean": each.mean})
    return Answer(
        f"Scouts before a wood {'with' if markers else 'without'} markers",
        (
            Number.of("p_let_pass", "the scouts see nothing", passed),
            Number.of("p_attacked", "the ambush may attack them for it", passed if strikes else 0),
            Number.of("p_found", "the ambush is found in one way or another", 1 - passed),
            Number.of("p_noticed", "of that: noticed or detected", law.chance(lambda failed: is_found(failed, dice))),
            Number.of("p_surrounded", "of that: surrounded", law.chance(lambda failed: is_surrounded(failed, dice))),
            Number.of("failures", "dice that fail, on average", law.mean),
        ),
        (Table("Failures", rows),),
        rests_on=("auto_result", "recon_zero_with_markers"),
    )


@question("BA-Q-15", "area-fire")
def area_fire(
    markers: Annotated[int, "markers of ambushes in the wood", (0, MOST_MARKERS)] = 0,
    shot: Annotated[int, "Bs of the gun", (0, 200)] = 6,
    under_template: Annotated[int, "warriors under its template", (0, 200)] = 8,
    protection: Annotated[int, "of the ambush", (1, 200)] = 2,
    *,
    readings: Readings,
) -> Answer:
    """What does area fire achieve?"""
    up = int(readings["area_bonus_round"] == "up")
    half_up = int(readings["area_half_round"] == "up")
    gun = hidden.area_strike(shot, under_template, protection, readings)
    law, results = gun.law(), hidden.area_law(markers, up)
    losses = hidden.area_losses(law, results, half_up)
    rows = [
        {"markers": k, "nothing": each[MISSED], "revealed": each[SHOWN], "bull's eye": each[BULLSEYE]}
        for k, each in ((k, hidden.area_law(k, up)) for k in range(7))
    ]
    return Answer(
        f"Area fire at a wood with {markers} markers",
        (
            Number.of("p_missed", "nothing", results[MISSED]),
            Number.of("p_shown", "an ambush is revealed, at half damage", results[SHOWN]),
            Number.of("p_bullseye", "bull's eye", results[BULLSEYE]),
            Number.of("damage", "damage of a whole strike, on average", law.mean),
            Number.of("losses", "losses of the ambush by area fire, on average", losses.mean),
        ),
        (Table("By markers in the wood", rows),),
        ("It costs two Shooting Attack orders.",),
        ("area_bonus_round", "area_half_round", "area_cover", "negative_numerator"),
    )


@question("BA-Q-16", "trap")
def trap(
    passages: Annotated[int, "times that a battalion passes between the markers", (0, 100)] = 3,
    attacks: Annotated[int, "markers that are attacked, of three"] = 2,
    *,
    readings: Readings,
) -> Answer:
    """Does a trap go off?"""
    ask_whole("attacks", attacks, 0, markers(FALSE_MARKERS))
    once = D6.chance(trap_goes_off)
    return Answer(
        f"A trap among {markers(FALSE_MARKERS)} markers",
        (
            Number.of("p_once", "one passage sets it off", once),
            Number.of("p_passages", f"at least one of {passages} passages does", any_of(once, passages)),
            Number.of("p_attacks", f"{attacks} attacked markers set it off", Fraction(attacks, markers(FALSE_MARKERS))),
        ),
    )
