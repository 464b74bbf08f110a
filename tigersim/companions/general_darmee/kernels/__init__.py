"""The command phase at random, compiled.  ``places`` and ``engagements`` do not wait for the compiler."""
