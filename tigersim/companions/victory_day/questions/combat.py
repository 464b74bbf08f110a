"""Questions about combat: single fights, stat lines, modifiers, pairings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole
from tigersim.companions.question import question
from tigersim.companions.victory_day.forces.cards import HIGHEST, Unit, unit, unit_list, units
from tigersim.companions.victory_day.odds.fights import SCORE, against_field, dominates, fight, pairings
from tigersim.companions.victory_day.rules.combat import BOTH, CODES, LOSS, NEITHER, WIN, bombing, damage, destroyed
from tigersim.companions.victory_day.rules.groups import added, picked
from tigersim.errors import InvalidValue

Low = Annotated[int, "lowest attack and defence of the field"]
High = Annotated[int, "highest attack and defence of the field"]
WORDS = {NEITHER: "both survive", WIN: "destroys it", LOSS: "is destroyed alone", BOTH: "both are destroyed"}
MOST_PAIRS = 7
ATTACKERS = "medium tank, 4/3 infantry +1/1 against armour, infantry"
BLOCKERS = "armoured car, heavy tank, infantry"


@question("VD-Q-01", "duel")
def duel(
    attacker: Annotated[str, "a unit by name, or its numbers, as 3/3 armour"] = "medium tank",
    defender: Annotated[str, "the unit it attacks"] = "armoured car",
    bombs: Annotated[int, "bombing strength, if the attacker bombs instead; 0 = an ordinary attack", (0, HIGHEST)] = 0,
    low: Low = 1,
    high: High = 6,
    *,
    readings: Readings,
) -> Answer:
    """Who survives a single combat?

    The fight asked about, a table of all stat lines that the source names, and how fights end between two lines whose
    numbers may be anything from --low to --high.
    """
    numbers_of = _field(low, high)
    one, other = unit(attacker, "attacker"), unit(defender, "defender")
    rests_on: tuple[str, ...] = ("damage_persists",)
    if bombs:
        if other.arm == "aviation":
            raise InvalidValue("defender", other.name, "a ground unit: bombs do not reach aircraft")
        mine, theirs = one.against_all([other]), other.against_all([one])
        code = bombing(bombs, mine.defence, theirs.attack, theirs.defence, readings.option("bombing_return_damage"))
        rests_on = ("bombing_return_damage",)
    else:
        code = fight(one, other)
    shares = against_field([(a, d) for a in numbers_of for d in numbers_of], numbers_of)
    numbers = [
        Number.of("attacker_destroyed", f"1 if {one.name} is destroyed", int(code in (LOSS, BOTH))),
        Number.of("defender_destroyed", f"1 if {other.name} is destroyed", int(code in (WIN, BOTH))),
    ]
    if not bombs:
        rounds = _rounds(one.against_all([other]), other.against_all([one]), readings.option("damage_persists"))
        numbers.append(Number.of("rounds", "combats of these two until one is destroyed; 0 = it never happens", rounds))
    field = f"of two lines from {low}/{low} to {high}/{high}"
    numbers += [
        Number.of("p_both", f"{field}, both are destroyed", shares[BOTH]),
        Number.of("p_win", f"{field}, only the defender is destroyed (only the attacker as often)", shares[WIN]),
        Number.of("p_neither", f"{field}, none is destroyed", shares[NEITHER]),
    ]
    return Answer(
        f"{one.name} ({one.line}) {'bombs' if bombs else 'attacks'} {other.name} ({other.line}): {WORDS[code]}",
        tuple(numbers),
        (_matrix(),),
        ("W: the attacker destroys and survives; L: it dies alone; B: both are destroyed; S: both survive, turned.",),
        rests_on,
    )


@question("VD-Q-02", "stat-line")
def stat_line(
    line: Annotated[str, "a unit by name, or its numbers, as 3/3"] = "3/3",
    better_attack: Annotated[int, "how much more attack to compare it with", (0, HIGHEST)] = 1,
    better_defence: Annotated[int, "how much more defence to compare it with", (0, HIGHEST)] = 1,
    low: Low = 1,
    high: High = 6,
    rivals: Annotated[str, "units to compare with, as 3/3 armour 2-1-1, with commas; empty = those of the source"] = "",
    *,
    readings: Readings,
) -> Answer:
    """How good is one stat line against a field of opponents?

    The enemy's attack and defence are any from --low to --high.  Modifiers are left out: a field has no arms.
    """
    field = _field(low, high)
    one = unit(line, "line")
    raised = replace(one, attack=one.attack + better_attack, defence=one.defence + better_defence)
    shares, more = (against_field([(u.attack, u.defence)], field) for u in (one, raised))
    gain, others = more[WIN] - shares[WIN], unit_list(rivals, "rivals") if rivals else list(units().values())
    rows = [_compared(rival, others, field) for rival in others]
    return Answer(
        f"{one.line} against every line from {low}/{low} to {high}/{high}",
        (
            Number.of("p_win", "destroys the enemy and survives", shares[WIN]),
            Number.of("p_both", "both are destroyed", shares[BOTH]),
            Number.of("p_loss", "is destroyed alone", shares[LOSS]),
            Number.of("p_neither", "both survive", shares[NEITHER]),
            Number.of("gain", f"more wins (as a share) with +{better_attack}/{better_defence}", gain),
        ),
        (Table("Which of these is beaten by another in every respect", rows),),
    )


@question("VD-Q-03", "modifier")
def modifier(
    line: Annotated[str, "a unit with a modifier, as 4/3 +1/1 against armour"] = "example unit",
    enemies: Annotated[str, "the units it is in combat with, with commas"] = "heavy tank",
    low: Low = 1,
    high: High = 6,
    *,
    readings: Readings,
) -> Answer:
    """What does a tactical modifier change?

    It works if all enemies in the combat are of the arm or kind that it names.  The field is made of such enemies, any
    attack and defence from --low to --high.
    """
    field = _field(low, high)
    one, foes = unit(line, "line"), unit_list(enemies, "enemies")
    if not one.against:
        raise InvalidValue("line", line, "a unit with a modifier, as 4/3 +1/1 against armour")
    now = one.against_all(foes)
    plain = replace(one, bonus=(0, 0))
    better = replace(one, attack=one.attack + one.bonus[0], defence=one.defence + one.bonus[1])
    printed, helped = (against_field([(u.attack, u.defence)], field) for u in (plain, better))
    numbers = [
        Number.of("attack", "its attack in this combat", now.attack),
        Number.of("defence", "its defence in this combat", now.defence),
        Number.of("p_win_without", f"wins against {one.against} of any line, without the modifier", printed[WIN]),
        Number.of("p_win_with", f"wins against {one.against} of any line, with it", helped[WIN]),
    ]
    rows: list[dict[str, str]] = []
    findings: list[str] = []
    rests_on: tuple[str, ...] = ()
    if len(foes) == 1:
        rows = [
            {"modifier": word, "against": foes[0].line, "outcome": CODES[fight(u, foes[0])]}
            for word, u in (("left out", plain), ("as it is", one))
        ]
    else:
        rests_on = ("group_combat",)
        findings, more = _group(one, foes, readings)
        numbers += more
    return Answer(
        f"{one.name} ({one.line}, +{one.bonus[0]}/{one.bonus[1]} against {one.against}) "
        f"with {', '.join(foe.name for foe in foes)}",
        tuple(numbers),
        (Table("This combat", rows),) if rows else (),
        tuple(findings),
        rests_on,
    )


@question("VD-Q-16", "pairing")
def pairing(
    attackers: Annotated[str, "the attacking units, with commas"] = ATTACKERS,
    blockers: Annotated[str, "as many units that block"] = BLOCKERS,
    *,
    readings: Readings,
) -> Answer:
    """Which pairing of attackers and blockers is best?

    Every unit meets exactly one; all pairings are counted.  The score is enemy losses less own losses, as the
    attackers see it.
    """
    ours, theirs = unit_list(attackers, "attackers"), unit_list(blockers, "blockers")
    if len(ours) != len(theirs) or len(ours) > MOST_PAIRS:
        raise InvalidValue("blockers", blockers, f"as many units as attack ({len(ours)}), {MOST_PAIRS} at most")
    found = pairings(ours, theirs)
    scores = [kills - losses for _, kills, losses in found]
    best, worst = max(scores), min(scores)
    rows = [
        {
            "score": kills - losses,
            "kills": kills,
            "losses": losses,
            **{f"{k + 1}: {u.name}": theirs[place].name for k, (u, place) in enumerate(zip(ours, places, strict=True))},
        }
        for places, kills, losses in sorted(found, key=lambda one: (one[2] - one[1], one[0]))
        if kills - losses in (best, worst)
    ]
    count = len(found)
    return Answer(
        f"{len(ours)} attackers against {len(theirs)} blockers, {count} pairings",
        (
            Number.of("best", "best score", best),
            Number.of("p_best", "pairings that reach it", Fraction(scores.count(best), count)),
            Number.of("worst", "worst score", worst),
            Number.of("p_worst", "pairings that come to that", Fraction(scores.count(worst), count)),
            Number.of("mean", "mean score of a random pairing", Fraction(sum(scores), count)),
        ),
        (Table("The best and the worst", rows),),
    )


def _field(low: int, high: int) -> range:
    ask_whole("low", low, 1, HIGHEST)
    ask_whole("high", high, low, HIGHEST)
    return range(low, high + 1)


def _rounds(one: Unit, other: Unit, persists: int) -> int:
    """Combats until one of the two is destroyed, 0 = never."""
    taken = other_taken = 0
    for number in range(1, HIGHEST + 1):
        taken, other_taken = damage(other.attack, taken, persists), damage(one.attack, other_taken, persists)
        if destroyed(taken, one.defence) or destroyed(other_taken, other.defence):
            return number
    return 0


def _matrix() -> Table:
    """Every stat line of the source against every other, with and without a modifier."""
    named = [(f"{u.line} ({name})", replace(u, bonus=(0, 0))) for name, u in units().items()]
    for name, u in units().items():
        if u.against:
            more = replace(u, attack=u.attack + u.bonus[0], defence=u.defence + u.bonus[1], bonus=(0, 0))
            named.append((f"{more.line} ({name} against {u.against})", more))
    rows: list[dict[str, Any]] = []
    for words, attacker in named:
        rows.append({"attacker": words} | {enemy.line: CODES[fight(attacker, enemy)] for _, enemy in named})
    return Table("The stat lines of the source", rows)


def _compared(one: Unit, others: Sequence[Unit], field: range) -> dict[str, Any]:
    shares = against_field([(one.attack, one.defence)], field)
    return {
        "unit": one.name,
        "line": one.line,
        "cost": None if one.cost is None else sum(one.cost),
        **{CODES[code]: round(float(shares[code]), 4) for code in (WIN, BOTH, LOSS, NEITHER)},
        "mean_score": round(float(sum(SCORE[code] * share for code, share in shares.items())), 4),
        "beaten_by": ", ".join(other.name for other in others if dominates(other, one)) or "-",
    }


def _group(one: Unit, foes: list[Unit], readings: Readings) -> tuple[list[str], list[Number]]:
    """What comes of a combat with several enemies, if a reading tells."""
    if readings.option("group_combat") == 0:
        return ["How combat with several units ends is lost; group_combat = added settles it by a ruling."], []
    now, against = one.against_all(foes), [foe.against_all([one]) for foe in foes]
    struck = picked(now.attack, [foe.defence for foe in against])
    dies = destroyed(added([foe.attack for foe in against]), now.defence)
    told = [f"{foes[struck].name} is destroyed." if struck is not None else "None of the enemies is destroyed."]
    return told, [
        Number.of("attacker_destroyed", f"1 if {one.name} is destroyed", int(dies)),
        Number.of("enemies_destroyed", "enemies destroyed", int(struck is not None)),
    ]
