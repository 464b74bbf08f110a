"""The exact odds of one whole Fire action: attack rolls, re-rolls, saves, hits, and what a hit may bring after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from tigersim.catalogue.cards import CARDS, card_name
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.odds import side_effects
from tigersim.odds.dice import over_deck
from tigersim.odds.firing import in_turn, on_any_card, on_card, with_more
from tigersim.odds.questions import ask_card, ask_ruleset, ask_unit, option_codes, rests_on
from tigersim.odds.rerolls import Counts
from tigersim.odds.result import Answer
from tigersim.odds.setup import HULL, MAIN, ShotTerms, resolve_shot
from tigersim.odds.targets import Target, ask_target
from tigersim.odds.volley import volleys
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.fire import other_gun_fires

if TYPE_CHECKING:
    import pandas as pd

BOTH = "both"
"""The weapon of a vehicle that fires both its guns (AMB-74)."""


@dataclass(frozen=True, slots=True, repr=False)
class ShotOdds(Answer):
    """What one Fire action does; ``p_none + p_one_hit + p_destroyed == 1`` is the state of the target after it."""

    p_none: float
    p_one_hit: float
    p_destroyed: float
    p_suppressed: float
    p_hit_scored: float
    p_lethal_scored: float
    expected_hits: float
    p_no_shot: float
    asked: ShotAsked

    MEANING: ClassVar[dict[str, str]] = {
        "p_none": "the target has no hit",
        "p_one_hit": "the target has one hit: it is shocked",
        "p_destroyed": "the target is destroyed",
        "p_suppressed": "the target has no hit but loses assigned cards (part of the first line)",
        "p_hit_scored": "the first attack roll reaches the difficulty",
        "p_lethal_scored": "the first attack roll is a lethal hit (part of the line above)",
        "expected_hits": "hits that get through, on average",
        "p_no_shot": "no shot: the rules forbid it on such a card",
    }

    @property
    def terms(self) -> ShotTerms:
        """The integers that were rolled for."""
        return self.asked.terms

    def by_card(self) -> pd.DataFrame:
        """The same question for each of the 52 cards, in order of initiative; ``forbidden`` names the rule, or "".

        Its ``attrs["rests_on"]`` says which rules were asked.
        """
        import pandas as pd

        rows = []
        numbers = self.asked.kind()[1] or (lambda red, d: on_card(self.terms, red, d))
        known: dict[tuple[bool, int], list[float]] = {}
        for card in range(52):
            red, d = is_red(card), difficulty(card)
            if (red, d) not in known:
                counts, whole = numbers(red, d)
                known[red, d] = [count / whole for count in counts]
            rows.append([CARDS[card], red, d, *known[red, d], self.asked.forbidden(red)])
        table = pd.DataFrame(rows, columns=["card", "red", "difficulty", *self.MEANING, "forbidden"])
        table.attrs["rests_on"] = rests_on(self.asked.circumstances["ruleset"])
        return table

    def steps(self) -> list[str]:
        """How the numbers come about, one sentence a step."""
        from tigersim.odds.explain import shot_steps

        return shot_steps(self.asked)


@dataclass(frozen=True, slots=True, repr=False)
class MortarOdds(ShotOdds):
    """A mortar's Fire action; the state of the target includes the second shot (PT-MORTAR-06)."""

    p_second_shot: float

    MEANING: ClassVar[dict[str, str]] = {
        **ShotOdds.MEANING,
        "p_second_shot": "the first roll brings a second shot",
    }


@dataclass(frozen=True, slots=True, repr=False)
class TwoTargetOdds(MortarOdds):
    """A mortar's Fire action with its second shots at another target."""

    p_second_one_hit: float
    p_second_destroyed: float
    p_second_suppressed: float

    MEANING: ClassVar[dict[str, str]] = {
        **MortarOdds.MEANING,
        "p_second_one_hit": "the second target has one hit",
        "p_second_destroyed": "the second target is destroyed",
        "p_second_suppressed": "the second target has no hit but loses assigned cards",
    }


@dataclass(frozen=True, slots=True, repr=False)
class HowitzerOdds(ShotOdds):
    """A howitzer's Fire action (PT-HOW-03)."""

    p_neighbour_suppressed: float

    MEANING: ClassVar[dict[str, str]] = {
        **ShotOdds.MEANING,
        "p_neighbour_suppressed": 'an unarmoured enemy within 6" of the target loses assigned cards',
    }


class ShotAsked(NamedTuple):
    """A question about a shot, as asked."""

    terms: ShotTerms
    attacker: str | Unit
    target: str | Unit
    card: int | None
    circumstances: dict[str, Any]
    other_gun: ShotTerms | None = None
    second: ShotTerms | None = None
    """Of a mortar's second shot at another target."""
    neighbour: Target | None = None

    def forbidden(self, red: bool) -> str:
        """ID of the rule that forbids the action on a card of this colour, "" if none does."""
        if self.other_gun is not None and not self.other_gun.forbidden(red):
            return ""
        return self.terms.forbidden(red)

    def kind(self) -> tuple[type[ShotOdds], Callable[[bool, int], tuple[Counts, int]] | None]:
        """The answer's class, and its numbers by colour and difficulty where they are not those of a plain shot."""
        terms = self.terms
        if self.other_gun is not None:
            guns = (terms, self.other_gun)
            return ShotOdds, lambda red, d: in_turn(
                tuple(roll for gun in guns for roll in volleys(gun, red, d)), terms.hits_before
            )
        if self.second is not None:
            first, second = terms, self.second
            alone = replace(terms, mortar=0)
            return TwoTargetOdds, lambda red, d: with_more(
                on_card(alone, red, d), side_effects.second_target(first, second, red, d)
            )
        if terms.mortar:
            return MortarOdds, lambda red, d: with_more(on_card(terms, red, d), side_effects.second_shot(terms, red, d))
        if terms.howitzer:
            rules = ask_ruleset(self.circumstances["ruleset"])
            stays = side_effects.neighbour_stays(self.neighbour, rules)
            return HowitzerOdds, lambda red, d: with_more(
                on_card(terms, red, d), side_effects.neighbour(terms, stays, red, d)
            )
        return ShotOdds, None


def shot(
    attacker: str | Unit,
    target: str | Unit,
    card: str | int | None = None,
    distance: float = 10,
    aspect: str = "front",
    cover: str = "none",
    found_cover: bool = False,
    hits_before: int = 0,
    weapon: str = "main",
    objective: str = "hit",
    ruleset: RuleSet | str | None = None,
    *,
    fortification: str = "none",
    arc: str = "front",
    second_target: str | Unit | Target | None = None,
    neighbour: str | Unit | Target | None = None,
) -> ShotOdds:
    """The exact odds of one Fire action of ``attacker`` at ``target``: all its rolls, and what a hit brings.

    ``card`` as ``QH``, or None: averaged over a full deck, where a card that forbids the shot counts as no shot.
    ``distance`` in inches; ``aspect`` front or other (of the target); ``cover`` none, wood, building or hill;
    ``fortification`` none, light or heavy; ``hits_before`` the target's smoke markers; ``weapon`` main, hull, mg,
    mortar, flame (a flamethrower), or both (guns, where AMB-74 lets them); ``arc`` front or other (where the target
    lies, seen from the attacker).  Re-rolls of the attack aim at ``objective``: hit = P(hit), then P(lethal hit);
    destroy = P(destroyed).
    Those of the saves minimise the expected unsaved hits.

    A mortar's second shot is fired at the same target, or at ``second_target`` (a unit in the open, or a ``Target``).
    A howitzer suppresses a ``neighbour`` of its target, by default one without any cover dice.

    Raises ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue`` for a wrong argument, and ``RuleForbids`` with the
    rule's ID for a shot that the rules forbid.
    """
    number = ask_card(card)
    circumstances: dict[str, Any] = {
        "distance": distance,
        "aspect": aspect,
        "cover": cover,
        "found_cover": found_cover,
        "fortification": fortification,
        "hits_before": hits_before,
        "weapon": weapon,
        "arc": arc,
        "objective": objective,
        "ruleset": ruleset,
    }
    asked = _ask(attacker, target, number, circumstances, second_target, neighbour)
    kind, numbers = asked.kind()
    if number is None:
        counts, whole = over_deck(numbers) if numbers else on_any_card(asked.terms)
    else:
        red, d = is_red(number), difficulty(number)
        rule_id = asked.forbidden(red)
        if rule_id:
            raise RuleForbids(rule_id, f"{attacker} may not fire on {card_name(number)}")
        counts, whole = numbers(red, d) if numbers else on_card(asked.terms, red, d)
    return kind.of(_title(asked), counts, whole, asked=asked)


def _ask(
    attacker: str | Unit,
    target: str | Unit,
    number: int | None,
    circumstances: dict[str, Any],
    second_target: object,
    neighbour: object,
) -> ShotAsked:
    """The question with all its terms; raises what forbids it."""
    other_gun = second = beside = None
    if circumstances["weapon"] == BOTH:
        _forbid_both(attacker, circumstances["ruleset"])
        guns = ({**circumstances, "weapon": gun} for gun in ("main", "hull"))
        terms, other_gun = (resolve_shot(attacker, target, **gun) for gun in guns)
    else:
        terms = resolve_shot(attacker, target, **circumstances)
    rules = ask_ruleset(circumstances["ruleset"])
    if second_target is not None:
        if not terms.mortar:
            raise InvalidValue("second_target", second_target, "only with weapon mortar")
        second = ask_target("second_target", second_target).resolved(
            attacker, "mortar", circumstances["objective"], rules, circumstances["distance"]
        )
    if neighbour is not None:
        if not terms.howitzer:
            raise InvalidValue("neighbour", neighbour, "only for a howitzer")
        beside = ask_target("neighbour", neighbour)
    return ShotAsked(terms, attacker, target, number, circumstances, other_gun, second, beside)


def _forbid_both(attacker: str | Unit, ruleset: RuleSet | str | None) -> None:
    """Raise what forbids the unit to fire both guns."""
    rules = ask_ruleset(ruleset)
    firer = ask_unit("attacker", attacker, rules)
    (both_guns,) = option_codes(rules, ("two_guns_fire",))
    main, hull = (bool(firer.profile.armed[slot]) for slot in (MAIN, HULL))
    hull = hull and not firer.profile.flame[HULL]
    if not other_gun_fires(main, hull, False, False, both_guns):
        if main and hull:
            raise RuleForbids("AMB-74", f"{firer.unit.name} fires one gun an action by this ruling")
        rule_id = "PT1-UNIT-01" if rules.edition_code == 1 else "PT-NOTE-TWO_GUNS"
        raise RuleForbids(rule_id, f"{firer.unit.name} has no two guns")


def _title(asked: ShotAsked) -> str:
    where = asked.circumstances
    card = "any card" if asked.card is None else card_name(asked.card)
    return f'{asked.attacker} fires at {asked.target}: {card}, {where["distance"]:g}", {where["aspect"]}'
