"""Hits: what gets through, shock, destruction, and the traits that make a hit worse."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import DeathTrap, OneHitDestroys, Rivets


@rule("PT-HIT-04")
def may_save(hits_to_destroy: int, one_hit_destroys: int = 0) -> bool:
    """Whether the unit rolls a save: all do, those that one hit destroys not under ``no_saves``."""
    return not (hits_to_destroy == 1 and one_hit_destroys == OneHitDestroys.NO_SAVES)


@rule("PT-FIRE-07", "PT-DIS-RIVETS", "PT-MG-07")
def hits_to_save(hits_scored: int, rivets: bool, machine_gun_on_armor: bool, rivets_rule: int = 0) -> int:
    """Hits that the one save roll is made against.

    A machine gun never hits armour.  Under ``counts_as_lethal`` an ordinary hit on rivets counts as two.
    """
    if machine_gun_on_armor or hits_scored == 0:
        return 0
    return 2 if rivets and rivets_rule == Rivets.COUNTS_AS_LETHAL else hits_scored


@rule("PT-DIS-RIVETS", "PT-MG-07")
def hits_taken(unsaved: int, rivets: bool, machine_gun_on_armor: bool, rivets_rule: int = 0) -> int:
    """Hits that a unit takes from a successful attack of which ``unsaved`` were not stopped.

    Rivets add one that nothing can save: even if all were saved, under ``extra_if_unsaved`` only if one was not, under
    ``counts_as_lethal`` none (the hit counted as two before the save).  A machine gun never hits armour.
    """
    if machine_gun_on_armor:
        return 0
    adds = rivets_rule == Rivets.EXTRA_EVEN_IF_SAVED or (rivets_rule == Rivets.EXTRA_IF_UNSAVED and unsaved > 0)
    return unsaved + 1 if rivets and adds else unsaved


@rule("PT-DIS-DEATH_TRAP")
def death_trap_dice(fives_and_sixes: int, dice: int, death_trap_rule: int = 0) -> bool:
    """Whether the attack dice, as they finally lie, can set off a death trap.

    Any natural 5 or 6 among them can; under ``all_dice`` nothing but fives and sixes.
    """
    if death_trap_rule == DeathTrap.ALL_DICE:
        return fives_and_sixes == dice
    return fives_and_sixes > 0


@rule("PT-DIS-DEATH_TRAP")
def death_trap_springs(unsaved: int, any_five_or_six: bool, armor_successes: int = 0, death_trap_rule: int = 0) -> bool:
    """Whether a hit destroys a death trap: the save roll did not stop it, and the dice can.

    The extra hit of rivets is no failed armour roll and does not count.  Under ``armor_roll_with_no_success`` only if
    no armour die succeeded.
    """
    return (
        unsaved > 0
        and any_five_or_six
        and not (death_trap_rule == DeathTrap.ARMOR_ROLL_WITH_NO_SUCCESS and armor_successes > 0)
    )


@rule("PT-HIT-02", "PT-HIT-03", "PT-HIT-04", "PT-DIS-DEATH_TRAP")
def is_destroyed(hits_before: int, hits_taken: int, hits_to_destroy: int, trap_sprung: bool = False) -> bool:
    """Whether the unit is destroyed: two hits in all, or one where one is enough."""
    return trap_sprung or (hits_taken > 0 and hits_before + hits_taken >= hits_to_destroy)
