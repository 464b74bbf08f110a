"""Kernels that only kernels call, opened for Python: take it to do one thing to a unit."""

from __future__ import annotations

from tigersim.core import carrying, hidden_cards, sequence, units, wrecks
from tigersim.core.compile.jit import jit
from tigersim.core.play import racing
from tigersim.core.players.strategist import card_plans, evaluation, features
from tigersim.core.players.tactician import fire_values, outlook, recall


@jit
def board(b, t, w, unit, vehicle):
    """``carrying.board``."""
    carrying.board(b, t, w, unit, vehicle)


@jit
def destroy(b, t, w, unit, by):
    """``units.destroy``."""
    units.destroy(b, t, w, unit, by)


@jit
def take_hits(b, t, w, unit, hits, by):
    """``units.take_hits``."""
    units.take_hits(b, t, w, unit, hits, by)


@jit
def settle_wreck(b, t, w, unit, stays):
    """``wrecks.settle_wreck``."""
    wrecks.settle_wreck(b, t, w, unit, stays)


@jit
def put(b, t, unit, x, y, facing):
    """``units.put``."""
    units.put(b, t, unit, x, y, facing)


@jit
def lose_cover(b, unit):
    """``units.lose_cover``."""
    units.lose_cover(b, unit)


@jit
def new_turn(b, unit):
    """``units.new_turn``."""
    units.new_turn(b, unit)


@jit
def may_act(b, unit):
    """``units.may_act``."""
    return units.may_act(b, unit)


@jit
def cards_held(b, unit):
    """``units.cards_held``."""
    return units.cards_held(b, unit)


@jit
def cards_to_lose(b, unit):
    """``units.cards_to_lose``."""
    return units.cards_to_lose(b, unit)


@jit
def can_be_suppressed(b, unit):
    """``units.can_be_suppressed``."""
    return units.can_be_suppressed(b, unit)


@jit
def has_room(b, unit):
    """``sequence.has_room``."""
    return sequence.has_room(b, unit)


@jit
def make_pairs(b, t, w):
    """``fire_values.make_pairs``."""
    fire_values.make_pairs(b, t, w)


@jit
def mean_action(b, w, unit, target, far, way):
    """``fire_values.mean_action``."""
    return fire_values.mean_action(b, w, unit, target, far, way)


@jit
def another_future(b, number):
    """``hidden_cards.another_future``."""
    hidden_cards.another_future(b, number)


@jit
def place_worth(b, t, w, unit, x, y):
    """``outlook.place_worth``, after a look around."""
    outlook.prepare(b, t, w)
    return outlook.place_worth(b, t, w, unit, x, y)


@jit
def look(b, t, w):
    """``players.strategist.features.look``."""
    features.look(b, t, w)


@jit
def evaluate(b, t, w, side):
    """``players.strategist.evaluation.worth``."""
    return evaluation.worth(b, t, w, side)


@jit
def situation(b, w, side):
    """``players.tactician.recall.note_situation``."""
    recall.note_situation(b, w, side)
    return w[0].situation


@jit
def question_of_setup(b, w, unit):
    """``players.tactician.recall.question_of_setup``."""
    return recall.question_of_setup(b, w, unit)


@jit
def take_stock(b, t, w):
    """``play.racing.take_stock``."""
    racing.take_stock(b, t, w, True)


@jit
def keep_plans(w, n):
    """``card_plans.keep_plans``."""
    return card_plans.keep_plans(w, n)


@jit
def lays_other_cards(b, spare, w):
    """``racing.lays_other_cards``."""
    return racing.lays_other_cards(b, spare, w)
