"""The wounded: half of every damage, their column, their doctors."""

from __future__ import annotations

from tigersim.companions.batalist.rules.fighting import half
from tigersim.companions.batalist.rules.ranks import ranks
from tigersim.registry import rule

MIN_ONE, MIN_NONE, OFF = range(3)
"""BA-GAP-25: ranks of wounded cost fighting ranks down to one, down to none, or not at all."""


@rule("BA-WND-02")
def killed(damage: int, up: int) -> int:
    """Half of the damage, rounded down, is killed; the rest is wounded (BA-GAP-24: ``up``)."""
    return half(damage, up)


@rule("BA-WND-09", "BA-WND-10")
def wounded_after(damage: int, healthy: int, wounded: int, more_than_double: int, up: int) -> int:
    """Wounded left after an attack on the battalion.

    Healthy warriors who fall are killed and wounded by halves; damage of twice the healthy kills half of itself among
    the wounded too.  BA-GAP-26: at exactly twice, or beyond it only.
    """
    fallen = min(damage, healthy)
    lying = wounded + fallen - killed(fallen, up)
    if damage > 2 * healthy or (damage == 2 * healthy and not more_than_double):
        lying -= min(damage // 2, lying)
    return lying


@rule("BA-WND-03")
def wounded_ranks(wounded: int, ranks_of_battalion: int) -> int:
    """Ranks of the wounded, who lie in as many files as their battalion has ranks."""
    return ranks(wounded, ranks_of_battalion) if wounded else 0


@rule("BA-WND-04")
def ranks_lost(wounded: int, ranks_of_battalion: int) -> int:
    """Ranks lost in combat: one for each complete rank of wounded."""
    return wounded // ranks_of_battalion


def fighting_ranks(ranks: int, lost: int, reading: int) -> int:
    """Ranks that still fight when the wounded cost some (BA-GAP-25)."""
    if reading == OFF:
        return ranks
    return max(ranks - lost, 1 if reading == MIN_ONE else 0)


@rule("BA-WND-05")
def steps_lost(ranks_of_wounded: int) -> int:
    """Steps of speed lost: one for every two ranks of wounded, one of them perhaps incomplete."""
    return ranks_of_wounded // 2


@rule("BA-ORD-10")
def recovered(wounded: int, face: int) -> int:
    """Wounded that one order brings back: a die and one more, as far as there are any."""
    return min(wounded, face + 1)
