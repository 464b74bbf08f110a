"""A battle to watch, as data: pictures, dice with their exact chances, luck, and who was going to win.

``tell(battle)`` goes through a battle again and gives a ``Story``; ``tigersim.show.replay`` makes a page of it.
"""

from tigersim.replay.frames import Frame
from tigersim.replay.futures import FUTURES, Prospect
from tigersim.replay.luck import Luck
from tigersim.replay.rolls import Roll
from tigersim.replay.story import Story, tell

__all__ = ["FUTURES", "Frame", "Luck", "Prospect", "Roll", "Story", "tell"]
