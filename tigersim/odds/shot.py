"""The exact odds of one whole Fire action: attack rolls, re-rolls, saves, hits and more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Unpack

from tigersim.catalogue.cards import CARDS, card_name
from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.odds import side_effects
from tigersim.odds.arguments import card_words, read_card, read_keywords, read_unit, rests_on
from tigersim.odds.circumstances import USUAL, Circumstances, ShotKeywords
from tigersim.odds.dice import Counted, over_deck
from tigersim.odds.resolve import HULL, MAIN, FireAction, resolve
from tigersim.odds.result import TargetOdds, answer, means
from tigersim.odds.targets import Firing, Target
from tigersim.odds.volley import in_turn, on_any_card, on_card, volleys, with_more
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.fire import other_gun_fires
from tigersim.rules.shot import Shot

if TYPE_CHECKING:
    import pandas as pd

BOTH = "both"
"""The weapon of a vehicle that fires both its guns (AMB-74)."""


@answer
class ShotOdds(TargetOdds):
    """What one Fire action does to its target.

    ``p_none + p_one_hit + p_destroyed == 1`` is the state of the target after it.
    """

    p_hit_scored: float = means("the first attack roll reaches the difficulty")
    p_lethal_scored: float = means("the first attack roll is a lethal hit (part of the line above)")
    expected_hits: float = means("hits that get through, on average")
    p_no_shot: float = means("no shot: the rules forbid it on such a card")
    asked: ShotQuestion

    @property
    def shot(self) -> Shot:
        """The integers that were rolled for."""
        return self.asked.action.shot

    def by_card(self) -> pd.DataFrame:
        """One row for each of the 52 cards; ``forbidden`` names the rule, or "".

        Its ``attrs["rests_on"]`` says which rules were asked.
        """
        import pandas as pd

        rows = []
        numbers = self.asked.kind()[1] or (lambda red, d: on_card(self.shot, red, d))
        known: dict[tuple[bool, int], list[float]] = {}
        for card in range(52):
            red, d = is_red(card), difficulty(card)
            if (red, d) not in known:
                counts, whole = numbers(red, d)
                known[red, d] = [count / whole for count in counts]
            rows.append([CARDS[card], red, d, *known[red, d], self.asked.forbidden(red)])
        table = pd.DataFrame(rows, columns=["card", "red", "difficulty", *self.MEANING, "forbidden"])
        table.attrs["rests_on"] = rests_on(self.asked.circumstances.ruleset)
        return table

    def steps(self) -> list[str]:
        from tigersim.odds.explain import shot_steps

        return shot_steps(self.asked)


@answer
class MortarOdds(ShotOdds):
    """A mortar's Fire action; the state of the target includes the second shot (PT-MORTAR-06)."""

    p_second_shot: float = means("the first roll brings a second shot")


@answer
class TwoTargetOdds(MortarOdds):
    """A mortar's Fire action with its second shots at another target."""

    p_second_one_hit: float = means("the second target has one hit")
    p_second_destroyed: float = means("the second target is destroyed")
    p_second_suppressed: float = means("the second target has no hit but loses assigned cards")


@answer
class HowitzerOdds(ShotOdds):
    """A howitzer's Fire action (PT-HOW-03)."""

    p_neighbour_suppressed: float = means('an unarmoured enemy within 6" of the target loses assigned cards')


class ShotQuestion(NamedTuple):
    """A question about a shot, resolved."""

    action: FireAction
    attacker: str | Unit
    target: str | Unit
    card: int | None
    circumstances: Circumstances
    other_gun: FireAction | None = None
    second: Shot | None = None
    """A mortar's second shot at another target."""
    neighbour: Target | None = None

    def forbidden(self, red: bool) -> str:
        """ID of the rule that forbids the action on a card of this colour, "" if none does."""
        if self.other_gun is not None and not self.other_gun.forbidden(red):
            return ""
        return self.action.forbidden(red)

    def kind(self) -> tuple[type[ShotOdds], Callable[[bool, int], Counted] | None]:
        """The answer's class, and its numbers by colour and difficulty; None: of a plain shot."""
        shot = self.action.shot
        if self.other_gun is not None:
            guns = (shot, self.other_gun.shot)
            return ShotOdds, lambda red, d: in_turn(
                tuple(roll for gun in guns for roll in volleys(gun, red, d)), shot.hits_before
            )
        if self.second is not None:
            second = self.second
            alone = shot._replace(attack=shot.attack._replace(mortar=0))
            return TwoTargetOdds, lambda red, d: with_more(
                on_card(alone, red, d), side_effects.second_target(shot, second, red, d)
            )
        if shot.attack.mortar:
            return MortarOdds, lambda red, d: with_more(on_card(shot, red, d), side_effects.second_shot(shot, red, d))
        if shot.attack.howitzer:
            stays = side_effects.neighbour_stays(self.neighbour, ruleset_of(self.circumstances.ruleset))
            return HowitzerOdds, lambda red, d: with_more(
                on_card(shot, red, d), side_effects.neighbour(shot, stays, red, d)
            )
        return ShotOdds, None


def shot(
    attacker: str | Unit,
    target: str | Unit,
    card: str | int | None = None,
    distance: float = 10,
    aspect: str = "front",
    cover: str = "none",
    ruleset: RuleSet | str | None = None,
    **circumstances: Unpack[ShotKeywords],
) -> ShotOdds:
    """The exact odds of one Fire action: all its rolls, and what a hit brings.

    attacker, target: names (``"Jeep [usa]"`` where several nations have one) or units.
    card: as ``QH``, or None: averaged over a full deck, where a card that forbids the shot counts as no shot.
    distance: inches between the bases; 10.
    aspect: the side of the target that is hit; front (the default) or other.
    cover: what the target stands in or on: none (the default), wood, building, hill.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.

    Further keywords:

    found_cover: the target has found cover; False.
    fortification: the position that the target holds: none (the default), light, heavy.
    hits_before: the target's smoke markers, 0 (the default) or 1.
    weapon: main (the default), hull, mg, mortar, flame (a flamethrower), or both (guns, where AMB-74 lets them).
    arc: where the target lies, seen from the attacker: front (the default) or other.
    objective: what re-rolls of the attack aim at: hit (the default) = P(hit), then P(lethal hit); destroy =
        P(destroyed).  Those of the saves minimise the expected unsaved hits.
    second_target: of a mortar's second shot, a unit in the open or a ``Target``; None: the first target.
    neighbour: of the target, which a howitzer suppresses; None: one without any cover dice.

    Raises ``UnitNotFound``, ``CardNotFound``, ``InvalidValue`` or ``UnknownName`` for a wrong argument, and
    ``RuleForbids`` with the rule's ID for a shot that the rules forbid.
    """
    number = read_card(card)
    given = read_keywords(circumstances, _KEYWORDS, "odds.shot")
    reached = (given.pop("second_target"), given.pop("neighbour"))
    where = Circumstances(distance=distance, aspect=aspect, cover=cover, ruleset=ruleset, **given)
    asked = _question(attacker, target, number, where, reached)
    kind, numbers = asked.kind()
    if number is None:
        counts, whole = over_deck(numbers) if numbers else on_any_card(asked.action.shot)
    else:
        red, d = is_red(number), difficulty(number)
        rule_id = asked.forbidden(red)
        if rule_id:
            raise RuleForbids(rule_id, f"{attacker} may not fire on {card_name(number)}")
        counts, whole = numbers(red, d) if numbers else on_card(asked.action.shot, red, d)
    return kind.of(_title(asked), counts, whole, asked=asked)


_KEYWORDS = {name: USUAL.get(name) for name in ShotKeywords.__annotations__}


def _question(
    attacker: str | Unit, target: str | Unit, number: int | None, where: Circumstances, reached: tuple[object, object]
) -> ShotQuestion:
    """The question, resolved; ``reached``: second target and neighbour."""
    second_target, neighbour = reached
    other_gun = second = beside = None
    if where.weapon == BOTH:
        _forbid_both(attacker, where.ruleset)
        action, other_gun = (resolve(attacker, target, where._replace(weapon=gun)) for gun in ("main", "hull"))
    else:
        action = resolve(attacker, target, where)
    rules = ruleset_of(where.ruleset)
    if second_target is not None:
        if not action.shot.attack.mortar:
            raise InvalidValue("second_target", second_target, "only with weapon mortar")
        aimed = Target.read("second_target", second_target)
        second = aimed.shot_at(attacker, "mortar", Firing(where.distance, where.objective, rules)).shot
    if neighbour is not None:
        if not action.shot.attack.howitzer:
            raise InvalidValue("neighbour", neighbour, "only for a howitzer")
        beside = Target.read("neighbour", neighbour)
    return ShotQuestion(action, attacker, target, number, where, other_gun, second, beside)


def _forbid_both(attacker: str | Unit, ruleset: RuleSet | str | None) -> None:
    """Raise what forbids the unit to fire both guns."""
    rules = ruleset_of(ruleset)
    firer = read_unit("attacker", attacker, rules)
    main, hull = (bool(firer.profile.armed[slot]) for slot in (MAIN, HULL))
    hull = hull and not firer.profile.flame[HULL]
    if not other_gun_fires(main, hull, False, False, firer.readings.two_guns_fire):
        if main and hull:
            raise RuleForbids("AMB-74", f"{firer.name} fires one gun an action by this ruling")
        rule_id = "PT1-UNIT-01" if rules.edition == 1 else "PT-NOTE-TWO_GUNS"
        raise RuleForbids(rule_id, f"{firer.name} has no two guns")


def _title(asked: ShotQuestion) -> str:
    where = asked.circumstances
    card = card_words(asked.card)
    cover = "" if where.cover == "none" else f", {where.cover}"
    return f'{asked.attacker} fires at {asked.target}: {card}, {where.distance:g}", {where.aspect}{cover}'
