"""Fitting the learned evaluation: positions out of self-play, what came of them, and the numbers that foretell it."""

from tigersim.lab.training.plan import Round, TrainingPlan
from tigersim.lab.training.train import Trained, train

__all__ = ["Round", "Trained", "TrainingPlan", "train"]
