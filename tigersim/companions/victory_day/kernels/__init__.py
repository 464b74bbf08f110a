"""Random play, compiled: the only modules here that need the compiler.  They call the same rules as the exact odds."""

from tigersim.companions.victory_day.rules import combat, decks, drawing, resources, turning, turns
from tigersim.core.compile.jit import for_kernels

for_kernels(combat.damage, combat.destroyed, combat.outcome, combat.resource_destroyed)
for_kernels(decks.deck_destroyed)
for_kernels(drawing.beyond_limit, drawing.drawn_on, drawing.may_redeal, drawing.redeals)
for_kernels(resources.given, resources.lacking, resources.may_lay, resources.pays, resources.spent)
for_kernels(turning.may_act, turning.may_be_attacked, turning.stays_turned, turning.still_turned, turning.turns)
for_kernels(turns.first_player, turns.other_player, turns.phase, turns.player_of)
