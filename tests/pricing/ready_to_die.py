"""Once it is imported, all that the study of ``killed_study`` needs is there: copies of the process begin at once."""

from tests.pricing.killed_study import SMALL
from tigersim.lab.batch import Arena
from tigersim.lab.design import Design
from tigersim.pricing.play import job  # noqa: F401

Arena(Design(**SMALL)).play(0, 1)
