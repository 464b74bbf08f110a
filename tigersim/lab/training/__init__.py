"""Fitting the learned evaluation: positions out of self-play, and what came of them."""

from tigersim.lab.training.plan import ContrastTrials, Round, ShotTrials, TrainingPlan
from tigersim.lab.training.train import Trained, train

__all__ = ["ContrastTrials", "Round", "ShotTrials", "Trained", "TrainingPlan", "train"]
