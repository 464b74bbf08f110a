"""General d'Armée: ADCs, tasks, Command Rolls and initiative of a Napoleonic battle.

It loads its questions; the folders are those of every game (``tigersim.companions``).
"""

from tigersim.companions.general_darmee.questions.adcs import adcs, afford, double, entering, faltering, lost
from tigersim.companions.general_darmee.questions.brigades import obey, reserve, task
from tigersim.companions.general_darmee.questions.command_phase import command_phase
from tigersim.companions.general_darmee.questions.initiative import initiative, initiative_after_rolls, initiative_turns
from tigersim.companions.general_darmee.questions.plans import plans, plans_over_turns
from tigersim.companions.general_darmee.questions.recovery import command, glory
from tigersim.companions.general_darmee.questions.tasks import assault, bundle, forward, recon
from tigersim.companions.general_darmee.questions.units import card_under_fire, charge_first, turn_order, unit

__all__ = [
    "adcs", "afford", "assault", "bundle", "card_under_fire", "charge_first", "command", "command_phase", "double",
    "entering", "faltering", "forward", "glory", "initiative", "initiative_after_rolls", "initiative_turns", "lost",
    "obey", "plans", "plans_over_turns", "recon", "reserve", "task", "turn_order", "unit",
]  # fmt: skip
