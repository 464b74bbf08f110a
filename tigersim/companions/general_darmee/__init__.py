"""General d'Armée: ADCs, tasks, Command Rolls and initiative of a Napoleonic battle.

Rules by chapter: ``availability``, ``tasks``, ``effects``, ``permissions``, ``morale``, ``command_roll``,
``initiative_roll``, ``turn``, ``fog``.  Their odds: ``adc_odds``, ``roll_odds``, ``initiative_odds``.  The simulated
command phase: ``phase``, ``phase_kernel``.  Questions: ``ask_...``.
"""

from tigersim.companions.general_darmee.ask_adcs import adcs, afford, double, entering, faltering, lost
from tigersim.companions.general_darmee.ask_brigades import command, glory, obey, reserve, task
from tigersim.companions.general_darmee.ask_initiative import initiative, initiative_after_rolls, initiative_turns
from tigersim.companions.general_darmee.ask_phase import command_phase
from tigersim.companions.general_darmee.ask_tasks import assault, bundle, forward, recon

__all__ = [
    "adcs",
    "afford",
    "assault",
    "bundle",
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
    "recon",
    "reserve",
    "task",
]
