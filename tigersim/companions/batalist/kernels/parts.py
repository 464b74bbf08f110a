"""Parts of the game as kernels play them, each with its exact figures (``rolled``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tigersim.catalogue.companions import Readings, game
from tigersim.companions.batalist.forces.army_book import abilities, battalion, is_night, weather
from tigersim.companions.batalist.forces.attack import Attack
from tigersim.companions.batalist.kernels.settings import duel_terms
from tigersim.companions.batalist.odds import hidden
from tigersim.companions.batalist.odds.contests import higher, initiative, mana_duel, mana_law, spell, tie
from tigersim.companions.batalist.odds.duel import OFF, ONCE, Duel, Place
from tigersim.companions.batalist.odds.duel_chain import outcome
from tigersim.companions.batalist.odds.morale import failures, obeying, scouting
from tigersim.companions.batalist.odds.strike import Exchange, Strike, exchange_of, strike_of
from tigersim.companions.batalist.odds.weather import shooting_penalty
from tigersim.companions.batalist.rules.command import may_cast
from tigersim.companions.batalist.rules.fighting import half
from tigersim.companions.batalist.rules.hidden import FALSE_MARKERS
from tigersim.companions.batalist.rules.morale import MORALE_DICE, RETREAT, ROUT
from tigersim.companions.batalist.rules.preparation import drawn
from tigersim.companions.batalist.rules.ranks import COLUMN, FLANK, HEDGEHOG, LOOSE, REAR, WEDGE
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.companions.batalist.rules.weather import drift, frost_losses, wind_bonus
from tigersim.companions.batalist.rules.wounds import recovered
from tigersim.companions.odds import any_of
from tigersim.statistics.law import D6, Law

if TYPE_CHECKING:
    from tigersim.companions.sampling import Sample


@dataclass(frozen=True)
class Part:
    """A part of the game as a kernel plays it, with exact values of some of its results."""

    name: str
    kernel: str
    terms: tuple[int, ...]
    results: int
    exact: tuple[tuple[int, str, Fraction], ...]
    """Result, what it is, its exact value."""

    @classmethod
    def of(cls, name: str, kernel: str, terms: tuple[int, ...], told: dict[str, Fraction]) -> Part:
        """A part all of whose results have an exact value, in the kernel's order."""
        return cls(name, kernel, terms, len(told), tuple((k, *one) for k, one in enumerate(told.items())))


def played(part: Part, trials: int, seed: int) -> Sample:
    """Play a part with dice."""
    from tigersim.companions.batalist.kernels import blows, dice, fights
    from tigersim.companions.sampling import sample

    kernel = next(getattr(module, part.kernel) for module in (blows, dice, fights) if hasattr(module, part.kernel))
    return sample(kernel, part.terms, part.results, trials, seed)


def parts() -> Iterator[Part]:
    """The parts that are put to the test, under the rulings by default."""
    yield from _strike_parts()
    yield from _fight_parts()
    yield from _table_parts()
    yield from _place_parts()


def _strike_parts() -> Iterator[Part]:
    line, heavy, cavalry, archers = map(battalion, ("line-infantry", "heavy-infantry", "cavalry", "archers"))
    plain, shot = Attack(line, line), Attack(archers, line, shooting=True)
    shield = replace(line, skills=line.skills | {"big-shield"})
    attacks = {
        "line infantry at its like": (8, plain),
        "the same in the flank": (8, replace(plain, side=FLANK)),
        "the same in the rear": (8, replace(plain, side=REAR)),
        "the same in cover": (8, replace(plain, cover=True)),
        "heavy infantry at cavalry, from the rear": (10, Attack(heavy, cavalry, side=REAR)),
        "line infantry at heavy infantry": (3, Attack(line, heavy)),
        "cavalry at archers": (20, Attack(cavalry, archers)),
        "archers' reply to line infantry": (1, Attack(archers, line, ordered=False, reply=True)),
        "archers at a column": (8, shot),
        "archers at a loose target": (5, replace(shot, target_formation=LOOSE)),
        "archers, both sides having moved": (5, replace(shot, moved=True, target_moved=True)),
        "archers at big shields": (5, replace(shot, target=shield)),
        "archers on a winter's night in snow": (5, replace(shot, night=True, weather="snow")),
    }
    reading = Reading()
    for name, (threshold, at) in attacks.items():
        yield _strike_part(name, threshold, strike_of(at, reading))
    yield _strike_part("a coward's attack", 8, strike_of(plain, reading), 2)
    yield _strike_part("a jet", 5, Strike(1, 1, flat=7, protection=4))
    yield _strike_part("a shell", 11, Strike(3, 1, flat=9, protection=2, plus=1))
    yield _strike_part("a sniper", 5, Strike(6, 1, flat=-4, protection=2))
    yield _strike_part("an assassin", 5, Strike(5, 1, flat=-4, protection=2, plus=1))
    below = Strike(1, 2, 1, 3, 1, 1, 1, 2, 1, 1, 1, 0, 1, 0)
    yield _strike_part("dice that count twice, off the whole, below 0", 2, below)
    for name, at in (("an exchange of line infantry", plain), ("cavalry charges archers", Attack(cavalry, archers))):
        yield _exchange_part(name, exchange_of(at, reading))


def _strike_part(name: str, threshold: int, made: Strike, weakness: int = 0) -> Part:
    law, p = made.law(), obeying(weakness)
    told = {"damage": p * law.mean, f"p({threshold} or more)": p * law.at_least(threshold)}
    told["half of it"] = p * law.expect(lambda x: half(x, 0))
    return Part.of(name, "strikes", (threshold, weakness, *made.terms), told)


def _exchange_part(name: str, both: Exchange) -> Part:
    attack, reply = both.attack.law(), both.reply.law()
    more, as_much = attack.expect(lambda x: 1 - reply.at_least(x)), attack.expect(lambda x: reply[x])
    told = {"inflicted": attack.mean, "taken": reply.mean, "p(more)": more, "p(as much)": as_much}
    return Part.of(name, "exchanges", (*both.attack.terms, *both.reply.terms), told)


def _fight_parts() -> Iterator[Part]:
    line, cavalry, archers = map(battalion, ("line-infantry", "cavalry", "archers"))
    still = strike_of(Attack(archers, line, shooting=True), Reading())
    moved = replace(still, minus=still.minus + 1)
    for name, shots in (("archers until 20 are gone", (still, still)), ("a charge under fire", (still, moved, still))):
        yield _volley_part(name, line.warriors, shots, still.law())
    for name, duel, first in (
        ("line infantry against its like", Duel.of(line, line, Reading()), "a"),
        ("the same with morale", Duel.of(line, line, Reading(), ONCE), "a"),
        ("cavalry against its like", Duel.of(cavalry, cavalry, Reading()), "a"),
        ("cavalry against line infantry", Duel.of(cavalry, line, Reading()), "a"),
    ):
        yield _duel_part(name, duel, first)


def _place_parts() -> Iterator[Part]:
    line, pikes, cavalry = map(battalion, ("line-infantry", "pikes", "cavalry"))
    wedge, about_face = Place(WEDGE, LOOSE, cover_b=True, height=-1), Reading(about_face=1)
    for name, one, other, reading, morale, place in (
        ("the same from the flank", line, line, Reading(), OFF, Place(side=FLANK)),
        ("pikes taken in the rear, with morale", cavalry, pikes, Reading(), ONCE, Place(side=REAR)),
        ("the same with an about face", cavalry, pikes, about_face, ONCE, Place(side=REAR)),
        ("a wedge at a loose line in cover, uphill", line, line, Reading(), OFF, wedge),
        ("a hedgehog in the rear, downhill", line, line, Reading(), OFF, Place(COLUMN, HEDGEHOG, side=REAR, height=1)),
    ):
        yield _duel_part(name, Duel.of(one, other, reading, morale, place), "a")
    retreat = Attack(line, line, ordered=False, unbidden=True, in_retreat=True)
    yield _exchange_part("a retreat into an enemy", exchange_of(retreat, Reading()))


def _duel_part(name: str, duel: Duel, first: str) -> Part:
    found = outcome(duel, first)
    told = {"p(a)": found.a, "p(b)": found.b, "p(neither)": found.neither, "exchanges": found.exchanges}
    told |= {"left of a": found.left_a, "left of b": found.left_b}
    return Part.of(name, "duels", tuple(duel_terms(duel, first)), told)


def _volley_part(name: str, warriors: int, shots: tuple[Strike, ...], last: Law[int]) -> Part:
    lost = Law.sure(0)
    for shot in shots:
        lost = lost.plus(shot.law())
    exact: tuple[tuple[int, str, Fraction], ...] = (
        (1, "losses", lost.mean),
        (2, "p(destroyed)", lost.at_least(warriors)),
        (3, "p(half lost)", lost.at_least(-(-warriors // 2))),
    )
    if len(set(shots)) == 1:
        needed = last.until(warriors)
        exact += (
            (0, "attacks", needed.mean),
            (4, "p(three are enough)", last.times(3).at_least(warriors)),
            (5, "p(ammunition is enough)", needed.expect(D6.at_least)),
        )
    else:  # losses are counted to the end of the last volley, even beyond the last warrior
        exact = exact[1:]
    return Part(name, "volleys", (warriors, len(shots), *(term for shot in shots for term in shot.terms)), 6, exact)


def _table_parts() -> Iterator[Part]:
    for name, law, terms in (
        ("morale", failures(3), (3, 0, 0, 3, 0, 0, 0)),
        ("morale with a standard bearer", failures(3, 1), (3, 1, 3, 3, 0, 0, 0)),
        ("scouts before markers", scouting(2), (2, 0, 0, 2, 0, 0, 0)),
        ("scouts, camouflage", scouting(3, camouflage=True), (2, 0, 0, 3, 1, 0, 0)),
        ("scouts before markers, noisy", scouting(2, noisy=True), (1, 0, 0, 2, 0, 1, 0)),
    ):
        told = {f"p({n} failures)": law[n] for n in range(MORALE_DICE + 1)} | {"failures": law.mean}
        told |= {"p(one of four routs)": any_of(law.at_least(ROUT), 4), "leaving of four": 4 * law.at_least(RETREAT)}
        yield Part.of(name, "tests", (*terms, 4), told)
    for d in (-1, 0, 1, 2):
        told = {"p(higher)": higher(d), "p(tie)": tie(d), "p(first)": initiative(d), "p(spell)": spell(d)}
        yield Part.of(f"a contest at {d:+d}", "contests", (d,), told)
    yield _mana_part()
    table = abilities("captains")
    kn = [1 + table.index(drawn(table, face)) for face in range(1, 7)]  # 1, 2, 3, 4 by default
    law = Law.of((n, 1) for n in kn).times(4)
    told = {"orders": 4 * Fraction(sum(kn), 6), "p(10 orders)": law.at_least(10)}
    told |= {"p(a genius)": any_of(Fraction(1, 6), 4), "p(no talent)": Fraction(2, 3) ** 4}
    yield Part.of("four commanders", "pools", (4, 10, *kn), told)
    for dice, needed in ((3, 12), (2, 8)):
        enough = (1, f"p({needed} orders)", D6.times(dice).at_least(needed))
        yield Part(f"ammunition of {dice}", "pools", (dice, needed, *range(1, 7)), 4, (enough,))
    for attacks in (2, 3):
        left = hidden.hidden_after(attacks)
        told = {"p(hidden)": left.at_least(0), "p(both false left)": left[FALSE_MARKERS], "p(no false left)": left[0]}
        told |= {"attacks": hidden.attacks_until_revealed(), "p(found at once)": Fraction(1, 3), "tries": Fraction(2)}
        told |= {"p(trap, three passages)": any_of(Fraction(1, 2), 3), "p(trap, two attacks)": Fraction(2, 3)}
        yield Part.of(f"an ambush after {attacks} attacks", "ambushes", (attacks, 0), told)
    yield from _area_parts()
    for name, counts in (
        ("night", [is_night(face) for face in range(1, 7)]),
        ("wind", [wind_bonus(face) for face in range(1, 7)]),
        ("closed water", [drift(face) < 0 for face in range(1, 7)]),
        ("the summer's weather in shots", [-shooting_penalty(row) for row in weather("summer")]),
    ):
        yield Part(name, "pools", (1, 0, *map(int, counts)), 4, ((0, "mean", Fraction(sum(counts), 6)),))
    for wounded in (4, 10):
        rolls = D6.map(lambda face: face + 1).until(wounded)
        back = D6.map(lambda face, wounded=wounded: recovered(wounded, face)).mean  # type: ignore[misc]
        told = {"back": back, "orders": rolls.mean, "p(two are enough)": 1 - rolls.at_least(3)}
        yield Part.of(f"recovery of {wounded}", "recoveries", (wounded,), told)
    cold = D6.map(lambda face: frost_losses(face, 0))
    told = {"losses": cold.mean, "p(10 or more in 6 turns)": cold.times(6).at_least(10)}
    yield Part.of("frost", "frosts", (6, 10, 0), told)


def _mana_part() -> Part:
    law = mana_law(Readings.of(game("batalist")))
    table = abilities("mages")
    added = [int(drawn(table, face).extra) for face in range(1, 7)]
    told = {"effects": mana_duel(6, 4, 2, spell(0), True)[2], "mana": law.mean}
    told |= {"casts": law.expect(lambda zm: zm // 2), "p(complexity 5)": law.expect(lambda zm: may_cast(zm, 5))}
    return Part.of("mana", "mana_duels", (6, 4, 2, 0, *added), told)


def _area_parts() -> Iterator[Part]:
    gun = hidden.area_strike(6, 8, 2, Readings.of(game("batalist")))
    for markers in (0, 3):
        results = hidden.area_law(markers, 0)
        told = {"p(missed)": results[0], "p(revealed)": results[1], "p(bull's eye)": results[2]}
        told |= {"losses": hidden.area_losses(gun.law(), results, 0).mean, "damage": gun.law().mean}
        yield Part.of(f"area fire at {markers} markers", "area_fires", (markers, 0, 0, *gun.terms), told)
