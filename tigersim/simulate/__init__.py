"""The sampled twin of the exact odds: cards drawn and dice rolled by the million."""

from tigersim.simulate.run import shots
from tigersim.simulate.sample import ShotSample
from tigersim.statistics.intervals import wilson

__all__ = ["ShotSample", "shots", "wilson"]
