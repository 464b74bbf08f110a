"""A process that plays tasks for another: ``python -m tigersim.lab.worker``.

It reads pickled calls (parcel, tasks) from its standard input and writes pickled answers to its standard output: what
``play_tasks`` returned, or the error that it raised.  It ends with its input, so also when the other is killed.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import IO


def serve(calls: IO[bytes], answers: IO[bytes]) -> None:
    """Answer calls until there are no more."""
    from tigersim.errors import RunError, TigersimError
    from tigersim.lab.remote import play_tasks

    while True:
        try:
            parcel, tasks = pickle.load(calls)
        except EOFError:
            return
        answer: object
        try:
            answer = play_tasks(parcel, tasks)
        except TigersimError as error:
            answer = RunError(str(error))  # a plain one: others do not survive pickling
        except MemoryError as error:
            answer = error
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that calls
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed goes to where errors go
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, channel)
