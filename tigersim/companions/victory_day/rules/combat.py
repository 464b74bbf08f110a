"""Combat of one against one, without chance: damage, losses, modifiers, bombing."""

from __future__ import annotations

from tigersim.registry import rule

NEITHER, WIN, LOSS, BOTH = range(4)
"""Who is destroyed, as the attacker sees it: nobody, the defender, itself, both."""
CODES = "SWLB"
"""Letters for these."""


@rule("VD-CMB-01", "VD-PAR-02", "VD-GAP-04")
def damage(attack: int, before: int, persists: int) -> int:
    """Damage on a unit after an attack; ``persists``: 1 = on top of that of before."""
    return attack + before if persists == 1 else attack


@rule("VD-CMB-02", "VD-PAR-03")
def destroyed(taken: int, defence: int) -> bool:
    """Whether a unit is destroyed: by damage of at least its defence."""
    return taken >= defence


@rule("VD-CMB-03", "VD-CMB-04", "VD-DER-01", "VD-EX-01", "VD-EX-02", "VD-EX-03")
def outcome(attack: int, defence: int, other_attack: int, other_defence: int) -> int:
    """Who is destroyed when both strike at once, attacks being the damage that is dealt."""
    kills = 1 if destroyed(attack, other_defence) else 0
    dies = 1 if destroyed(other_attack, defence) else 0
    return kills + 2 * dies


@rule("VD-PAR-07", "VD-GAP-06")
def bombing(strength: int, defence: int, other_attack: int, other_defence: int, strikes_back: int) -> int:
    """The outcome of an air raid; ``strikes_back``: 1 = the target deals its attack in return."""
    return outcome(strength, defence, other_attack if strikes_back == 1 else 0, other_defence)


@rule("VD-MOD-03", "VD-MOD-04")
def modifier_works(named: int, enemies: int) -> bool:
    """Whether a modifier works: all enemies in the combat are of the type that it names."""
    return enemies > 0 and named == enemies


@rule("VD-MOD-01", "VD-EX-04")
def modified(printed: int, bonus: int, works: bool) -> int:
    """Attack or defence with a modifier, if it works."""
    return printed + bonus if works else printed


@rule("VD-GAP-07")
def resource_destroyed(attack: int, resource_defence: int) -> bool:
    """Whether an attack that nobody blocks destroys a resource card."""
    return destroyed(attack, resource_defence)
