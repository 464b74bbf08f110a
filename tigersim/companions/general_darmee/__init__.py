"""General d'Armée: ADCs, tasks, Command Rolls and initiative of a Napoleonic battle.

Rules by chapter: ``availability``, ``tasks``, ``effects``, ``permissions``, ``morale``, ``command_roll``,
``initiative_roll``, ``turn``, ``fog``.  Who they touch: ``side``, ``roster``, ``uses``.  Their odds: ``adc_odds``,
``roll_odds``, ``initiative_odds``, ``turn_odds``.  The simulated command phase: ``phase``, ``phase_...``.  Questions:
``ask_...``.
"""

from tigersim.companions.general_darmee.questions.adcs import adcs, afford, double, entering, faltering, lost
from tigersim.companions.general_darmee.questions.brigades import command, glory, obey, reserve, task
from tigersim.companions.general_darmee.questions.command_phase import command_phase
from tigersim.companions.general_darmee.questions.initiative import initiative, initiative_after_rolls, initiative_turns
from tigersim.companions.general_darmee.questions.plans import plans, plans_over_turns
from tigersim.companions.general_darmee.questions.tasks import assault, bundle, forward, recon
from tigersim.companions.general_darmee.questions.units import card_under_fire, charge_first, turn_order, unit

__all__ = [
    "adcs",
    "afford",
    "assault",
    "bundle",
    "card_under_fire",
    "charge_first",
    "command",
    "command_phase",
    "double",
    "entering",
    "faltering",
    "forward",
    "glory",
    "initiative",
    "initiative_after_rolls",
    "initiative_turns",
    "lost",
    "obey",
    "plans",
    "plans_over_turns",
    "recon",
    "reserve",
    "task",
    "turn_order",
    "unit",
]
