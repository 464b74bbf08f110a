"""Many battles: random armies, batches on all cores, run directories that survive."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tigersim.lab.batch import Batch, play_batches
    from tigersim.lab.design import Design
    from tigersim.lab.frames import battles, slots_frame
    from tigersim.lab.health import Health, health_frame
    from tigersim.lab.ladder import Contestant, Ladder, LadderPlan, Meeting, play_ladder
    from tigersim.lab.pairs import Pairs
    from tigersim.lab.run import Run
    from tigersim.lab.skirmish import Skirmish, Skirmishes
    from tigersim.lab.tune import TunePlan, Tuning, tune_player

__all__ = [
    "Batch",
    "Contestant",
    "Design",
    "Health",
    "Ladder",
    "LadderPlan",
    "Meeting",
    "Pairs",
    "Run",
    "Skirmish",
    "Skirmishes",
    "TunePlan",
    "Tuning",
    "battles",
    "health_frame",
    "play_batches",
    "play_ladder",
    "slots_frame",
    "tune_player",
]

_HOME = {
    "Batch": "batch",
    "Contestant": "ladder",
    "Design": "design",
    "Health": "health",
    "Ladder": "ladder",
    "LadderPlan": "ladder",
    "Meeting": "ladder",
    "Pairs": "pairs",
    "Run": "run",
    "Skirmish": "skirmish",
    "Skirmishes": "skirmish",
    "TunePlan": "tune",
    "Tuning": "tune",
    "battles": "frames",
    "health_frame": "health",
    "play_batches": "batch",
    "play_ladder": "ladder",
    "slots_frame": "frames",
    "tune_player": "tune",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'tigersim.lab' has no attribute '{name}'")
    value = getattr(import_module(f"tigersim.lab.{_HOME[name]}"), name)
    globals()[name] = value
    return value
