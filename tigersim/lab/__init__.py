"""Many battles: random armies, batches on all cores, run directories that survive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tigersim.lazy import lazily

if TYPE_CHECKING:
    from tigersim.lab.batch import Batch as Batch
    from tigersim.lab.batch import play_batches as play_batches
    from tigersim.lab.design import Design as Design
    from tigersim.lab.frame_files import write_battles as write_battles
    from tigersim.lab.frames import battles as battles
    from tigersim.lab.frames import slots_frame as slots_frame
    from tigersim.lab.health import Health as Health
    from tigersim.lab.health import health_frame as health_frame
    from tigersim.lab.ladder import Contestant as Contestant
    from tigersim.lab.ladder import Ladder as Ladder
    from tigersim.lab.ladder import LadderPlan as LadderPlan
    from tigersim.lab.ladder import Meeting as Meeting
    from tigersim.lab.ladder import play_ladder as play_ladder
    from tigersim.lab.pairs import Pairs as Pairs
    from tigersim.lab.run import Run as Run
    from tigersim.lab.skirmish import Skirmish as Skirmish
    from tigersim.lab.skirmish import Skirmishes as Skirmishes
    from tigersim.lab.tune import TunePlan as TunePlan
    from tigersim.lab.tune import Tuning as Tuning
    from tigersim.lab.tune import tune_player as tune_player

__all__, __getattr__, __dir__ = lazily(__name__)
