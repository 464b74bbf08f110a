"""A battle to watch, as data: frames, exact chances of dice, luck, chances to win.

``tell(battle)`` plays a battle again and returns a ``Story``; ``tigersim.show.replay`` makes a page of it.
"""

from tigersim.replay.frames import Frame
from tigersim.replay.futures import FUTURES, Prospect
from tigersim.replay.luck import Luck
from tigersim.replay.rolls import Roll
from tigersim.replay.story import Story, tell

__all__ = ["FUTURES", "Frame", "Luck", "Prospect", "Roll", "Story", "tell"]
