"""The ``tigersim`` command, by its name or as ``python -m tigersim``.

Ctrl-C is answered in one line while the command is loaded, too.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the ``tigersim`` command."""
    try:
        from tigersim.cli import main as command

        command()
    except KeyboardInterrupt:
        sys.stderr.write("error: interrupted; nothing was kept, and the same command begins anew\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
