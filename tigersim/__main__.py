"""``python -m tigersim``: the same as the ``tigersim`` command."""

from tigersim.cli import main

main()
