"""The ``tigersim`` command, by its name or as ``python -m tigersim``.

Ctrl-C is answered in one line while the command is loaded, too.
"""

from __future__ import annotations

import gc
import sys

GARBAGE = (100_000, 20, 100)
"""How much is made before it is looked through for garbage.

A command loads half a million things that stay, and Python's usual 700 had them looked through over and over: a tenth
of the time until the first answer.
"""


def main() -> None:
    """Run the ``tigersim`` command."""
    gc.set_threshold(*GARBAGE)
    try:
        from tigersim.cli import main as command

        command()
    except KeyboardInterrupt:
        sys.stderr.write("error: interrupted; nothing was kept, and the same command begins anew\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
