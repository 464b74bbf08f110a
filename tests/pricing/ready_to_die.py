"""Has all ready that a killed study needs: take it as what such processes begin as copies of."""

from tests.pricing.killed_study import SMALL
from tigersim.lab.batch import Arena
from tigersim.lab.design import Design
from tigersim.pricing.play import job  # noqa: F401

Arena(Design(**SMALL)).play(0, 1)
