"""ADCs: the dice that are rolled for them, who is available, and who is lost for good."""

from __future__ import annotations

from tigersim.registry import rule

ON_TABLE_FROM, OFF_TABLE_FROM = 3, 5
"""GA-AVL-03, GA-AVL-06: from which face on an ADC is available."""
SINGLE, PER_PAIR, OFF = 0, 1, 2
"""Options of ``extra_adc``: what a double six brings."""
ALL, SEPARATE, ON_TABLE = 0, 1, 2
"""Options of ``extra_pool``: which dice make a double six."""


@rule("GA-AVL-01", "GA-AVL-02", "GA-AVL-05", "GA-GAP-05", "GA-GAP-05-B")
def adc_dice(brigades: int, per_brigade: int = 1, bonus: int = 0) -> int:
    """Dice for ADCs: every ADC is rolled for every turn, absent before or not.

    GA-GAP-05, GA-GAP-05-B: so many for each brigade, and a ``bonus`` besides them.
    """
    return brigades * per_brigade + bonus


@rule("GA-AVL-03", "GA-AVL-04", "GA-AVL-06", "GA-AVL-07")
def is_available(die: int, off_table: bool) -> bool:
    """Whether an ADC may be used: on 3 or more, on 5 or more while its brigade is off the table."""
    return die >= (OFF_TABLE_FROM if off_table else ON_TABLE_FROM)


@rule("GA-AVL-09", "GA-EX-01", "GA-GAP-03", "GA-GAP-03-B")
def extra_adcs(sixes_on_table: int, sixes_off_table: int, extra: int = SINGLE, pool: int = ALL) -> int:
    """ADCs that double sixes bring this turn: one more.

    GA-GAP-03 ``extra``: 1 = every pair of sixes brings one, 2 = none does.  GA-GAP-03-B ``pool``: 1 = the dice of
    brigades off the table make doubles of their own, 2 = they make none.
    """
    if extra == OFF:
        return 0
    if pool == ALL:
        pairs = (sixes_on_table + sixes_off_table) // 2
        return pairs if extra == PER_PAIR else min(pairs, 1)
    on_table = sixes_on_table // 2
    off_table = sixes_off_table // 2 if pool == SEPARATE else 0
    return on_table + off_table if extra == PER_PAIR else min(on_table, 1) + min(off_table, 1)


@rule("GA-AVL-10", "GA-AVL-11")
def adcs_lost(fled: bool, fled_before: bool, per_brigade: int = 1) -> int:
    """ADCs lost for good with a brigade that flees or is dispersed; only once."""
    return per_brigade if fled and not fled_before else 0
