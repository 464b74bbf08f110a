"""The command phase at random, compiled; ``places`` and ``settings`` need no compiler."""
