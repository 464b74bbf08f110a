"""Initiative and magic: two dice with a skill on each."""

from __future__ import annotations

from tigersim.registry import rule


@rule("BA-INI-01", "BA-INI-02")
def is_first(face: int, skill: int, other_face: int, other_skill: int) -> bool:
    """Whether a side goes first: the higher of die + KN of the general."""
    return face + skill > other_face + other_skill


@rule("BA-MAG-03")
def may_cast(mana: int, complexity: int) -> bool:
    """Whether a spell may be cast: the mana must reach its complexity."""
    return mana >= complexity


@rule("BA-MAG-02", "BA-MAG-06")
def mana_after(mana: int, complexity: int) -> int:
    """Mana left after a spell is cast or dispelled, in vain or not."""
    return max(mana - complexity, 0)


@rule("BA-MAG-05", "BA-DER-02")
def takes_effect(face: int, skill: int, other_face: int, other_skill: int) -> bool:
    """Whether a spell takes effect: the dispeller's total is less; a tie dispels it."""
    return other_face + other_skill < face + skill


@rule("BA-TOP-01")
def is_right(face: int, other_face: int) -> bool:
    """Whether a side is right in a dispute: the higher die."""
    return face > other_face
