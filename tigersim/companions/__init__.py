"""The companion games: other rule systems of the sources, with tigersim's dice, exact odds, sampling and prices.

Each game is a module or package of this one: rules as pure functions with their IDs, questions (``@question``) that
answer with exact fractions or with samples and their intervals, and rulings as switches where the source breaks off.
"""
