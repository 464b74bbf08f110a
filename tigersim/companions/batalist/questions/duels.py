"""Questions that are played with dice: duels and battle lines of any size."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import chosen
from tigersim.companions.batalist.forces.army_book import FORMATIONS, battalion
from tigersim.companions.batalist.kernels.settings import duel_terms, line_terms
from tigersim.companions.batalist.odds.charge import pace_of_charge, pace_rulings, shot_rulings, shots_of
from tigersim.companions.batalist.odds.duel import EVERY, OFF, ONCE, OPEN, RULINGS, Duel, Place, duel_rulings, morale_of
from tigersim.companions.batalist.odds.duel_chain import MOST_STATES, mean_outcome, outcome
from tigersim.companions.batalist.odds.strike import check_range
from tigersim.companions.batalist.questions.asking import HEIGHTS, SIDES
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.companions.question import question
from tigersim.errors import InvalidValue

Trials = Annotated[int, "how many are played"]
Seed = Annotated[int, "seed of the dice"]


@question("BA-MC-01", "duel-sampled")
def duel_sampled(
    a: Annotated[str, "first battalion"] = "line-infantry warriors=40 width=8",
    b: Annotated[str, "second battalion"] = "heavy-infantry warriors=30 width=6",
    formation_a: Formation = "column",
    formation_b: Formation = "column",
    cover: Cover = "none",
    side: FirstSide = "front",
    height: HeightOfA = "level",
    trials: Trials = 20_000,
    seed: Seed = 1,
    *,
    readings: Readings,
) -> Answer:
    """Who wins a duel of battalions of any size?

    The duel of ``duel``, played out with dice and not counted out.
    """
    from tigersim.companions.batalist.kernels import fights
    from tigersim.companions.sampling import sample

    place = place_of(formation_a, formation_b, cover, side, height)
    fought = Duel.of(battalion(a), battalion(b), Reading.of(readings), morale_of(readings), place)
    found = sample(fights.duels, duel_terms(fought, readings["duel_first"]), 6, trials, seed)
    one, other = fought.a.one, fought.b.one
    counted = "could be counted out (duel)" if fought.states <= MOST_STATES else "is too large to be counted out"
    return Answer(
        f"{one.title} (a) against {other.title} (b)" + placed(formation_a, formation_b, cover, side, height),
        (
            found.number(0, "p_a", "a holds the field alone"),
            found.number(1, "p_b", "b holds the field alone"),
            found.number(2, "p_neither", "neither"),
            found.number(3, "exchanges", "exchanges, on average"),
            found.number(4, "left_a", "warriors left of a on a field that it holds, on average over all duels"),
            found.number(5, "left_b", "warriors left of b on a field that it holds, likewise"),
        ),
        findings=(f"{trials:,} duels, seed {seed}; such a duel {counted}.",),
        rests_on=(*duel_rulings(one, other, readings, place), *RULINGS),
    )


@question("BA-MC-02", "battle-line")
def battle_line(
    attacker: Annotated[str, "battalions of side a, which come on"] = "line-infantry",
    defender: Annotated[
        str, "battalions of side b, which stand"
    ] = "line-infantry warriors=12 skills=melee+shooter shot=1 range=12",
    pairs: Annotated[int, "battalions on each side, one against one", (1, 50)] = 4,
    steps: Annotated[int, "distance in steps", (1, 200)] = 8,
    shooters_first: Annotated[bool, "b acts before a in each pair of goes"] = True,
    limited: Annotated[bool, "b's ammunition is rolled and runs out; volley after volley along the line"] = True,
    morale: Annotated[bool, "morale is tested at half losses, whatever the ruling on duels"] = True,
    formation: Annotated[str, "of side a: column, loose, wedge"] = "column",
    trials: Trials = 20_000,
    seed: Seed = 1,
    *,
    readings: Readings,
) -> Answer:
    """What happens when two lines of battalions meet?

    Side a marches under b's fire, if b can shoot; then each pair fights to the end.  Losses under fire that call for a
    test of morale do so at contact.
    """
    from tigersim.companions.batalist.kernels import fights
    from tigersim.companions.sampling import sample

    one, other = battalion(attacker), battalion(defender)
    place = replace(OPEN, formation_a=chosen("formation", formation, FORMATIONS))
    at_half = EVERY if readings["half_loss_test"] == "every_loss" else ONCE
    fought = Duel.of(one, other, Reading.of(readings), at_half if morale else OFF, place)
    pace_of_charge(one, place.formation_a, readings)  # who cannot move cannot come on
    shots, strikes = [], duel_rulings(one, other, readings, place)
    if other.has("shooter"):
        check_range(other, steps)
        strikes += shot_rulings(other, one, readings, place.formation_a) + pace_rulings(place.formation_a)
        shots = shots_of(other, one, steps, shooters_first, readings, place.formation_a)
    terms = line_terms(fought, readings["duel_first"], pairs, limited, shots)
    found = sample(fights.lines, terms, 10, trials, seed)
    return Answer(
        f"{pairs} x {one.title} (a) come on {steps} steps against {pairs} x {other.title} (b)"
        + (f" in {formation}" if place != OPEN else ""),
        (
            found.number(2, "p_a", "a holds more places than b"),
            found.number(3, "p_b", "b holds more"),
            found.number(0, "held_a", "places that a holds, on average"),
            found.number(1, "held_b", "places that b holds, on average"),
            found.number(9, "volleys", "volleys of b, on average"),
            found.number(4, "fire", "warriors of a who fall under fire, on average"),
            found.number(5, "killed_a", "a's killed, on average; as many again are wounded, or a little more"),
            found.number(6, "killed_b", "b's killed, on average"),
            found.number(7, "left_a", "warriors left of a, on average"),
            found.number(8, "left_b", "warriors left of b, on average"),
        ),
        findings=(f"{trials:,} battles, seed {seed}.",),
        rests_on=(*dict.fromkeys((*strikes, "duel_first", "half_loss_test", "moved_window")),),
    )


Formation = Annotated[str, "of this battalion: column, loose, wedge, hedgehog"]
COVERS = {"none": "", "a": "a", "b": "b", "both": "ab"}
Cover = Annotated[str, "who stands in cover: none, a, b, both"]
FirstSide = Annotated[str, "side of b that a attacks, until b's first own attack: front, flank, rear"]
HeightOfA = Annotated[str, "of a's attacks: level, downhill, uphill"]


@question("BA-Q-07", "duel")
def duel(
    a: Annotated[str, "first battalion"] = "line-infantry",
    b: Annotated[str, "second battalion"] = "line-infantry",
    formation_a: Formation = "column",
    formation_b: Formation = "column",
    cover: Cover = "none",
    side: FirstSide = "front",
    height: HeightOfA = "level",
    *,
    readings: Readings,
) -> Answer:
    """Who wins a battalion duel?

    Ordered attacks take turns until one side is destroyed; both keep their formation and their ground.
    """
    place = place_of(formation_a, formation_b, cover, side, height)
    fought = duel_of(a, b, readings, place)
    one, other = fought.a.one, fought.b.one
    found = mean_outcome(fought, readings["duel_first"])
    first, second = outcome(fought, "a"), outcome(fought, "b")
    rows = [
        {"first to attack": who, one.title: each.a, f"{other.title} (b)": each.b, "neither": each.neither}
        for who, each in (("a", first), ("b", second))
    ]
    return Answer(
        f"{one.title} (a) against {other.title} (b)" + placed(formation_a, formation_b, cover, side, height),
        (
            Number.of("p_a", "a holds the field alone", found.a),
            Number.of("p_b", "b holds the field alone", found.b),
            Number.of("p_neither", "neither", found.neither),
            Number.of("exchanges", "exchanges, on average", found.exchanges),
            Number.of("left_a", "warriors left of a on a field that it holds, on average over all duels", found.left_a),
            Number.of("left_b", "warriors left of b on a field that it holds, likewise", found.left_b),
        ),
        (Table("By who attacks first", rows),),
        rests_on=(*duel_rulings(one, other, readings, place), *RULINGS),
    )


def place_of(formation_a: str, formation_b: str, cover: str, side: str, height: str) -> Place:
    """How two battalions meet, by name.  Raises ``UnknownName``."""
    covered = chosen("cover", cover, COVERS)
    return Place(
        chosen("formation", formation_a, FORMATIONS),
        chosen("formation", formation_b, FORMATIONS),
        "a" in covered,
        "b" in covered,
        chosen("side", side, SIDES),
        chosen("height", height, HEIGHTS),
    )


def placed(formation_a: str, formation_b: str, cover: str, side: str, height: str) -> str:
    """How two battalions meet, in words, without what is as usual."""
    told = [f"{who} in {form}" for who, form in (("a", formation_a), ("b", formation_b)) if form != "column"]
    told += [f"{who} in cover" for who in COVERS[cover]]
    told += [f"a attacks the {side} first"] if side != "front" else []
    told += [f"a attacks {height}"] if height != "level" else []
    return f": {', '.join(told)}" if told else ""


def duel_of(a: str, b: str, readings: Readings, place: Place = OPEN) -> Duel:
    """The duel of two battalions by name.  Raises ``InvalidValue`` for one that is too large."""
    fought = Duel.of(battalion(a), battalion(b), Reading.of(readings), morale_of(readings), place)
    if fought.states > MOST_STATES:
        raise InvalidValue(
            "warriors of a times warriors of b", fought.states, f"up to {MOST_STATES}; ask duel-sampled for more"
        )
    return fought
