"""The command phase at random, compiled; ``places`` and ``settings`` do not wait for the compiler."""
