"""Batalist: every figure of its reference, typed in from there, against the exact questions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tests.cases import each
from tigersim.companions import batalist as ba
from tigersim.companions.answer import Answer

JET = "archers warriors=1 width=1 skills=shooter+jet"
SHELL = "archers warriors=1 width=1 shot=3 skills=shooter+area"
SHIELDS = "line-infantry skills=melee+big-shield"
FIRST = {"duel_first": "a"}
MORALE = {"duel_first": "a", "duel_morale": "half_loss"}

FIGURES: dict[str, tuple[str, Callable[[], Answer], str]] = {
    "BA-N-01a": ("13/2", ba.strike, "damage"),
    "BA-N-01b": ("1/3", ba.strike, "p_at_least"),
    "BA-N-01c": ("821/108", lambda: ba.strike("heavy-infantry", "cavalry", side="rear"), "damage"),
    "BA-N-01d": ("119/648", lambda: ba.strike("heavy-infantry", "cavalry", side="rear", at_least=10), "p_at_least"),
    "BA-N-01e": ("175/108", lambda: ba.exchange("line-infantry", "archers"), "taken"),
    "BA-N-02a": ("17/9", ba.modifiers, "rear"),
    "BA-N-02b": ("5/6", ba.modifiers, "cover"),
    "BA-N-03a": ("125/216", ba.exchange, "p_more"),
    "BA-N-03b": ("5/36", ba.exchange, "p_equal"),
    "BA-N-03c": ("67/4", lambda: ba.exchange("cavalry", "archers"), "inflicted"),
    "BA-N-03d": ("199/108", lambda: ba.exchange("cavalry", "archers"), "taken"),
    "BA-N-03e": ("11/108", lambda: ba.exchange("cavalry", "archers"), "p_destroyed"),
    "BA-N-03f": ("133/18", lambda: ba.exchange(side="flank"), "inflicted"),
    "BA-N-03g": ("11/2", lambda: ba.exchange(side="flank"), "taken"),
    "BA-N-03h": ("1781/216", lambda: ba.exchange(side="rear"), "inflicted"),
    "BA-N-03i": ("9/2", lambda: ba.exchange(target="line-infantry warriors=22", side="rear"), "taken"),
    "BA-N-04a": ("13/2", ba.formations, "at_column"),
    "BA-N-04b": ("9/2", ba.formations, "at_loose"),
    "BA-N-04c": ("1027/216", lambda: ba.formations(moved=True, target_moved=True), "at_column"),
    "BA-N-04d": (
        "11/2",
        lambda: ba.strike(JET, shooting=True, under_template=7, target_formation="wedge"),
        "damage",
    ),
    "BA-N-04e": ("11", lambda: ba.strike(SHELL, "archers", shooting=True, under_template=9), "damage"),
    "BA-N-04f": ("101/18", lambda: ba.strike("archers", SHIELDS, shooting=True), "damage"),
    "BA-N-05a": ("7693201219/2176782336", ba.destroy, "attacks"),
    "BA-N-05b": ("1/2", lambda: ba.destroy(attacks=3), "p_destroyed"),
    "BA-N-05c": ("49/54", ba.destroy, "p_half"),
    "BA-N-06a": ("335/18", ba.charge, "losses"),
    "BA-N-06b": ("101/9", lambda: ba.charge(shooters_first=False), "losses"),
    "BA-N-06c": ("2293/5832", ba.charge, "p_destroyed"),
    "BA-N-07a": ("3567871169905/9521245937664", lambda: ba.duel(readings=FIRST), "p_a"),
    "BA-N-07b": ("18095544456235/67706637778944", lambda: ba.duel(readings=FIRST), "p_b"),
    "BA-N-07c": ("218156085030461/609359740010496", lambda: ba.duel(readings=FIRST), "p_neither"),
    "BA-N-07d": ("88115752088417/25389989167104", lambda: ba.duel(readings=FIRST), "exchanges"),
    "BA-N-07e": ("721/1296", lambda: ba.duel("cavalry", "cavalry"), "p_neither"),
    "BA-N-07f": ("12433693859/13060694016", lambda: ba.duel("cavalry", readings=FIRST), "p_a"),
    "BA-N-08a": ("49/144", ba.morale, "p_holds"),
    "BA-N-08b": ("5/12", ba.morale, "p_leaves"),
    "BA-N-08c": ("25/144", ba.morale, "p_rout"),
    "BA-N-08d": ("85/324", lambda: ba.morale(standard_bearer=True), "p_leaves"),
    "BA-N-08e": ("229447775/429981696", ba.morale, "p_any_rout"),
    "BA-N-08f": ("5/3", ba.morale, "leaving"),
    "BA-N-08g": ("3771331540507006825/9476762676643233792", lambda: ba.duel(readings=MORALE), "p_a"),
    "BA-N-08h": ("2288492659711062185/6317841784428822528", lambda: ba.duel(readings=MORALE), "p_b"),
    "BA-N-09a": ("21/31", ba.contest_of_skills, "p_initiative"),
    "BA-N-09b": ("5/12", lambda: ba.contest_of_skills(0), "p_spell"),
    "BA-N-09c": ("13/18", lambda: ba.contest_of_skills(2), "p_spell"),
    "BA-N-09d": ("5/18", lambda: ba.contest_of_skills(-1), "p_spell"),
    "BA-N-10a": ("31/6", ba.mana, "mana"),
    "BA-N-10b": ("7/3", ba.mana, "casts"),
    "BA-N-10c": ("11/6", ba.mana, "effects"),
    "BA-N-10d": ("11/18", lambda: ba.mana(5), "p_can_cast"),
    "BA-N-11a": ("671/1296", ba.commanders, "p_genius"),
    "BA-N-11b": ("16/81", ba.commanders, "p_no_talent"),
    "BA-N-11c": ("28/3", ba.commanders, "orders"),
    "BA-N-12a": ("3/8", ba.ammunition, "p_enough"),
    "BA-N-12b": ("7544275133/13060694016", ba.destroy, "p_supply"),
    "BA-N-12c": ("5/12", lambda: ba.ammunition(2, 8), "p_area"),
    "BA-N-13a": ("8/27", ba.ambush, "p_hidden"),
    "BA-N-13b": ("1/9", lambda: ba.ambush(2), "p_all_false"),
    "BA-N-13c": ("1/9", lambda: ba.ambush(2), "p_no_false"),
    "BA-N-13d": ("1/3", ba.ambush, "p_found"),
    "BA-N-13e": ("2", ba.ambush, "tries"),
    "BA-N-14a": ("49/144", ba.reconnaissance, "p_let_pass"),
    "BA-N-14b": ("25/144", ba.reconnaissance, "p_surrounded"),
    "BA-N-14c": ("91/216", lambda: ba.reconnaissance(camouflage=True), "p_let_pass"),
    "BA-N-14d": ("125/216", lambda: ba.reconnaissance(markers=True), "p_found"),
    "BA-N-14e": ("5/12", lambda: ba.reconnaissance(markers=True, noisy=True), "p_surrounded"),
    "BA-N-15a": ("35/6", ba.area_fire, "damage"),
    "BA-N-15b": ("67/36", ba.area_fire, "losses"),
    "BA-N-15c": ("17/6", lambda: ba.area_fire(3), "losses"),
    "BA-N-16a": ("7/8", ba.trap, "p_passages"),
    "BA-N-16b": ("2/3", ba.trap, "p_attacks"),
    "BA-N-17a": ("3", ba.wounded, "killed"),
    "BA-N-17b": ("7/2", ba.wounded, "wounded"),
    "BA-N-17c": ("7/2", lambda: ba.wounded(lying=4), "back"),
    "BA-N-17d": ("9/2", lambda: ba.wounded(lying=7), "back"),
    "BA-N-17e": ("3473/1296", ba.wounded, "orders"),
    "BA-N-17f": ("5/12", ba.wounded, "p_enough"),
    "BA-N-18a": ("2/3", ba.obedience, "p_attack"),
    "BA-N-18b": ("5/9", lambda: ba.obedience(2, weak=1), "p_second"),
    "BA-N-18c": ("13/3", ba.obedience, "damage"),
    "BA-N-21a": ("1/2", ba.weather_of, "p_night"),
    "BA-N-21b": ("1", lambda: ba.weather_of("summer"), "penalty"),
    "BA-N-21c": ("1/5", ba.weather_of, "p_snow"),
    "BA-N-21d": ("2/5", ba.weather_of, "p_frost"),
    "BA-N-21e": ("5/3", ba.weather_of, "frost"),
    "BA-N-21f": ("3181/5832", ba.weather_of, "p_losses"),
    "BA-N-21g": ("3/2", ba.weather_of, "wind"),
    "BA-N-21h": ("1/6", ba.weather_of, "p_closed"),
    "BA-N-21i": ("3", ba.weather_of, "drift"),
    "BA-N-21j": ("2/3", ba.weather_of, "night"),
    "BA-N-21k": ("31/6", lambda: ba.strike("archers", shooting=True, night=True, weather="snow"), "damage"),
    "BA-N-22a": ("13/2", lambda: ba.assassin(passed=0), "damage"),
    "BA-N-22b": ("9/2", lambda: ba.assassin(passed=4), "damage"),
    "BA-N-22c": ("11/2", lambda: ba.assassin(5, melee=True), "damage"),
    "BA-N-23a": ("5/12", ba.dispute, "p_right"),
    "BA-N-23b": ("1/6", ba.dispute, "p_tie"),
}


def test_no_figure_is_left_out() -> None:
    assert len(FIGURES) == 96
    by_question = {question: sum(id[5:7] == question for id in FIGURES) for question in {id[5:7] for id in FIGURES}}
    # the questions 19, 20 and 24 have their values in words
    assert sorted(by_question) == [f"{k:02}" for k in range(1, 24) if k not in (19, 20)]


@each(("exact", "ask", "field"), FIGURES.values(), ids=list(FIGURES))
def test_a_figure_of_the_reference(exact: str, ask: Callable[[], Answer], field: str) -> None:
    assert ask()[field].exact == Fraction(exact)
