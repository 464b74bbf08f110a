"""The question of zones: on which side an attack falls, and whether it may be made."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole, chosen
from tigersim.companions.batalist.forces.army_book import FORMATIONS, battalion, modifiers
from tigersim.companions.batalist.questions.asking import SIDES
from tigersim.companions.batalist.rules.ranks import FLANK, REAR, attacked_side, may_attack, zone
from tigersim.companions.question import question
from tigersim.errors import InvalidValue

STEP = 1000
"""Places are reckoned in thousandths of a step, so that rules have whole numbers."""
FAR = 200


@question("BA-Q-25", "side")
def side(
    right: Annotated[int, "steps of the attacker's first rank to the right of the target's front, its middle"] = 0,
    ahead: Annotated[int, "steps of it ahead of the target's front edge, below 0 behind that", (-FAR, FAR)] = 3,
    heading: Annotated[int, "degrees clockwise from where the target looks to where the attacker does", (0, 359)] = 180,
    target: Annotated[str, "who is attacked"] = "line-infantry",
    formation: Annotated[str, "of the target: column, loose, wedge, hedgehog"] = "column",
    front: Annotated[int, "width of the target's base, steps", (1, FAR)] = 5,
    depth: Annotated[int, "depth of the target's base, steps", (1, FAR)] = 4,
    own_front: Annotated[int, "width of the attacker's base, steps", (1, FAR)] = 5,
    *,
    readings: Readings,
) -> Answer:
    """On which side does an attack fall, and may it be made?

    The first rank's middle decides the side; the target must lie in the attacker's frontal zone.
    """
    other = battalion(target)
    ask_whole("right", right, -FAR, FAR)
    if -depth < ahead < 0 and 2 * abs(right) < front:
        raise InvalidValue("ahead", ahead, f"a place outside the target's base: from 0, or to {-depth}")
    form = chosen("formation", formation, FORMATIONS)

    def falls(x: int, y: int) -> int:
        there = zone(x * STEP, y * STEP, front * STEP // 2, depth * STEP)
        return attacked_side(there, form, other.warriors, other.has("long-body"))

    seen = _seen(right, ahead, heading, front, depth)
    allowed = any(may_attack(zone(x, y, own_front * STEP // 2, 0)) for x, y in seen)
    names = {code: name for name, code in SIDES.items()}
    here = falls(right, ahead)
    extra = {FLANK: "BA-MOD-11", REAR: "BA-MOD-12"}
    width, length = max(front // 2, 1), max(depth, 1)
    rows = [
        {"ahead": y, **{f"{x:+d}": _inside(x, y, front, depth) or names[falls(x, y)] for x in _columns(width)}}
        for y in (2 * length, length, 0, -length // 2, -length, -2 * length, -3 * length)
    ]
    return Answer(
        f"An attack on {other.title} in {formation} from {right:+d} to the right, {ahead:+d} ahead",
        (
            Number.of("allowed", "1 = it may be made: the target is in the attacker's frontal zone", int(allowed)),
            Number.of("dice", "K6 that the side adds", modifiers()[extra[here]].dice(False) if here in extra else 0),
        ),
        (Table("Side by steps to the right", rows),),
        (f"It falls on the {names[here]}." + ("" if allowed else "  But the attacker must turn first."),),
    )


def _seen(right: int, ahead: int, heading: int, front: int, depth: int) -> Iterator[tuple[int, int]]:
    """The middles of the target's sides as the attacker sees them: to its right, ahead of it."""
    sine, cosine = sin(radians(heading)), cos(radians(heading))
    for x, y in ((0, 0), (0, -depth), (front / 2, -depth / 2), (-front / 2, -depth / 2)):
        dx, dy = STEP * (x - right), STEP * (y - ahead)
        yield round(dx * cosine - dy * sine), round(dx * sine + dy * cosine)


def _columns(width: int) -> list[int]:
    return [factor * width for factor in (-4, -2, -1, 0, 1, 2, 4)]


def _inside(x: int, y: int, front: int, depth: int) -> str:
    return "base" if -depth < y < 0 and 2 * abs(x) < front else ""
