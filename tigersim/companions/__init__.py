"""Other games of the sources, with tigersim's dice, exact odds, sampling and prices.

A small game is one module, a larger one a folder ``NAME`` by this floor plan; each room knows those below it:

- ``NAME/__init__.py``: what the game is; it loads its questions.
- ``NAME/questions/``: what a user asks (``@question``); ``asking``: what several of them share.
- ``NAME/kernels/``: compiled play; ``settings``: what is played as plain numbers, which needs no compiler.
- ``NAME/odds/``: exact answers, as laws with fractions (``statistics.law``).
- ``NAME/forces/``: who and what takes part: units, decks, sides, orders, as tables and users name them.
- ``NAME/rules/``: pure functions with their IDs (``@rule``), one chapter a file; ``readings``: how open points are read

Its tables lie in ``catalogue/data/companions/NAME``.  What games share: ``question``, ``asking`` (checks of arguments),
``answer``, ``odds``, ``sampling``, and ``tallies`` for kernels.
"""
