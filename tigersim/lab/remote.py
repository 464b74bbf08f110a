"""Tasks in another process: what is sent, how it is played, what comes back.

A design goes as a parcel of some kilobytes with every call, so that any worker can play it, whatever became
of those who took the calls before.  With it goes a mark of all that decides the bits; who would play otherwise refuses.
"""

from __future__ import annotations

import json
import pickle
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from threading import Lock

import numpy as np

from tigersim.core import layout
from tigersim.core.compile.jit import COMPILER_OFF, folder_of, source_hash
from tigersim.core.play.warm import warm
from tigersim.errors import RunError
from tigersim.files.locks import locked
from tigersim.lab.batch import Arena, Batch, Task
from tigersim.lab.design import Design

AT_HAND = 2
"""Designs that a process keeps ready to play."""

UNREADABLE = (AttributeError, EOFError, ImportError, LookupError, TypeError, ValueError, pickle.PickleError, zlib.error)
"""What opening a parcel of another version may raise."""


@dataclass(frozen=True)
class Parcel:
    """A design on its way to another process."""

    design: bytes
    mark: str

    @classmethod
    def of(cls, design: Design) -> Parcel:
        """The parcel of a design."""
        bare = replace(design)  # without what it has worked out for itself
        return cls(zlib.compress(pickle.dumps(bare)), mark(design))


def mark(design: Design) -> str:
    """A hash of all that decides the bits of a design's battles."""
    text = json.dumps(design.provenance(), sort_keys=True) + source_hash()
    return sha256(text.encode()).hexdigest()[:16]


def play_tasks(parcel: Parcel, tasks: Sequence[Task]) -> list[tuple[int, bytes]]:
    """Play tasks: pairs (task, bytes of its RESULT records).  Raises ``RunError`` as ``_arena``."""
    arena = _arena(parcel)
    return [(task, arena.play(task, n).results.tobytes()) for task, n in tasks]


def unpacked(answer: tuple[int, bytes]) -> Batch:
    """The batch of an answer."""
    task, results = answer
    return Batch(task, np.frombuffer(bytearray(results), dtype=layout.RESULT).view(np.recarray))


_ready: dict[Parcel, Arena] = {}
_making = Lock()


def _arena(parcel: Parcel) -> Arena:
    """What plays a parcel.  Raises ``RunError`` where another version or compiler is at work."""
    with _making:
        if parcel not in _ready:
            try:
                design: Design = pickle.loads(zlib.decompress(parcel.design))
                same = mark(design) == parcel.mark
            except UNREADABLE:
                same = False
            if not same:
                raise RunError(
                    "the worker has another version of tigersim, of its rules or of numba; install the same everywhere"
                )
            warm_once(design)
            while len(_ready) >= AT_HAND:
                del _ready[next(iter(_ready))]
            _ready[parcel] = Arena(design)
        return _ready[parcel]


def warm_once(design: Design) -> None:
    """Compile what the battles need, or wait for a process of this machine that does so."""
    if COMPILER_OFF:
        return
    with locked(folder_of(), wait=True):
        warm(design.players)
