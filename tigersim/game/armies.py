"""Which armies may fight: in a scenario, with flamethrowers, over the sea, from the air."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tigersim.catalogue.price_lists import PriceList, counted_in, scale_of
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.scenario_parts import MOST_UNITS
from tigersim.catalogue.scenarios import ROLES, Scenario, check_army
from tigersim.catalogue.units import Unit
from tigersim.core.crossing import who_cannot_cross
from tigersim.core.enums import MAX_UNITS, NOBODY, SIDES
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.rules.carry import FOOT, NO_LOAD, RECON
from tigersim.rules.fortifications import positions_needed
from tigersim.rules.victory import extra_unit_points


class DrawnArmies(NamedTuple):
    """Armies of side a and side b that a design has drawn."""

    a: list[Unit]
    b: list[Unit]


def side_from_the_sea(record: Any, armies: Sequence[Sequence[Unit]]) -> int:
    """The side that attacks on a beach because it can cross the sea: 1 side a, 2 side b.

    0, as the dice fall, if both can.  ``record``: the battle set up, no unit placed.  Raises ``RuleForbids`` that names
    a unit of each army that would have to stay behind, and what would help it.
    """
    left = [int(who_cannot_cross(record, side)) for side in range(len(SIDES))]
    can = [slot == NOBODY for slot in left]
    if not any(can):
        named = (_why(record, slot, armies[side][slot % MAX_UNITS]) for side, slot in enumerate(left))
        raise RuleForbids("PT-AMPHIB-02", "nobody can come over the sea to attack: " + "; ".join(named))
    return 0 if all(can) else 1 + can.index(True)


def _why(record: Any, slot: int, unit: Unit) -> str:
    """Who cannot go aboard, and what would help."""
    load = int(record[0].unit[slot].profile.load)
    if load == NO_LOAD:
        fix = "nothing carries it; leave it out"
    elif load in (FOOT, RECON):
        fix = "add a landing craft, as an LCVP or LCA for two infantry units"
    else:
        fix = "add a landing craft that carries it, as an LCM for one tank, or leave it out"
    return f"{unit.name} of side {SIDES[slot // MAX_UNITS]} neither swims nor finds room aboard ({fix})"


def check_landing_units(armies: Sequence[Sequence[Unit]], landing: Mapping[str, int], ruleset: RuleSet) -> None:
    """Check that a side that is to land has airborne units.  Raises ``RuleForbids``."""
    for side in landing:
        if not any(profile(unit, ruleset).airborne for unit in armies[SIDES.index(side)]):
            fix = 'pick some, as "Infantry [generic] + parachute"'
            raise RuleForbids("PT-AIRDROP-02", f"side {side} has neither gliders nor airborne infantry; {fix}")


def check_flamethrowers(
    armies: Sequence[Sequence[Unit]], heavy: int, ruleset: RuleSet | None = None, attacker: int = 0
) -> None:
    """Check which side carries flamethrowers; it attacks (``core.sequence.roll_for_attack``).

    PT-FORT-04: for each ``heavy`` position of the defender the attacker may arm two infantry units or one tank so.
    ``armies``: side a, side b; ``attacker``: who attacks by agreement, 1 side a, 2 side b, 0 = open.
    Raises ``RuleForbids`` where both sides carry them, where the defender does, and where there are too many of them.
    """
    carried = [[profile(unit, ruleset) for unit in army] for army in armies]
    carriers = [[one for one in army if one.flammable] for army in carried]
    if not any(carriers):
        return
    if all(carriers) or (attacker != 0 and not carriers[attacker - 1]):
        raise RuleForbids("PT-FORT-04", "flamethrowers are the attacker's, and one side attacks")
    units = carriers[0] or carriers[1]
    infantry = sum(one.infantry for one in units)
    tanks = len(units) - infantry
    needed = positions_needed(infantry, tanks)
    if needed > heavy:
        who = " and ".join(several(n, what) for n, what in ((infantry, "infantry unit"), (tanks, "tank")) if n)
        wanted = several(needed, "heavy position")
        rate = "two infantry units or one tank for each"
        problem = f"flamethrowers of {who} need {wanted} of the defender ({rate}), and there are {heavy}"
        raise RuleForbids("PT-FORT-04", f"{problem}; forts says how many")


def several(n: int, what: str) -> str:
    """So many of something, in words."""
    return f"{n} {what}{'' if n == 1 else 's'}"


def extra_points(
    marker_vp: int,
    army: Sequence[Unit],
    opponent: Sequence[Unit],
    ruleset: RuleSet | None = None,
    price_list: PriceList | None = None,
) -> int:
    """VP of units that may be added to ``army`` against an opponent with markers.

    ``marker_vp``: what the markers that the opponent begins with are worth.  ``price_list``: what units cost in place
    of the printed costs; then the answer is in its points.

    PT-VP-11, PT-VP-12; the ruleset says what is capped (AMB-123).  Raises ``InvalidValue`` for markers below 0 VP.
    """
    if marker_vp < 0:
        raise InvalidValue("VP of markers", marker_vp, "0 or more")
    cost, opponent_cost = (total_cost(side, ruleset, price_list) for side in (army, opponent))
    marker_vp *= scale_of(price_list)
    return extra_unit_points(marker_vp, cost, opponent_cost, (ruleset or DEFAULT).code("extra_force_cap"))


@dataclass(frozen=True)
class Allowance:
    """What the attacker's army may cost against a defender with a marker, and what both cost."""

    extra: int
    """VP that it may cost more than the defender's, within the cap (PT-VP-12)."""
    attacker: int
    defender: int
    counted: str = "VP"
    """What all of it is counted in, "VP" or "points" of a price list."""

    @property
    def left(self) -> int:
        """VP of units that could still be added; below 0 the army costs more than it may."""
        return self.defender + self.extra - self.attacker

    def __str__(self) -> str:
        could = {0: "none could be added", 1: f"{self.left} could be added", -1: f"{-self.left} more than it may"}
        sign = (self.left > 0) - (self.left < 0)
        return (
            f"Side a attacks and may have {self.extra} {self.counted} of units more, for the marker of side b "
            f"(PT-VP-11): it has {self.attacker} {self.counted} against {self.defender}, {could[sign]}."
        )


def total_cost(army: Sequence[Unit], ruleset: RuleSet | None = None, price_list: PriceList | None = None) -> int:
    """What an army costs, VP as printed, or points of a list."""
    if price_list is not None:
        return price_list.total(army, ruleset)
    return sum(profile(unit, ruleset).cost for unit in army)


def allowance(
    marker_vp: int,
    attacker: Sequence[Unit],
    defender: Sequence[Unit],
    ruleset: RuleSet,
    price_list: PriceList | None = None,
) -> Allowance:
    """How much more than the defender's the attacker's army may cost (PT-VP-11)."""
    first, second = (total_cost(army, ruleset, price_list) for army in (attacker, defender))
    counted = counted_in(scale_of(price_list))
    return Allowance(extra_points(marker_vp, defender, defender, ruleset, price_list), first, second, counted)


def check_armies(scenario: Scenario, armies: Sequence[Sequence[Unit]], ruleset: RuleSet | None = None) -> None:
    """Raises ``RuleForbids`` for armies, side a first, that the scenario does not allow."""
    if scenario.is_standard:
        return
    for role, army in zip(ROLES, armies, strict=True):
        check_army(scenario, list(army), role, ruleset)
        late = scenario.force(role).held_back
        if late >= len(army):
            raise InvalidValue(f"units of the {role}", len(army), f"{late + 1} or more, for the last {late} come later")
    if scenario.rules.demolition and len(armies[1]) > MOST_UNITS - 1:
        raise InvalidValue("units of the defender", len(armies[1]), f"up to {MOST_UNITS - 1}, apart from the charge")
