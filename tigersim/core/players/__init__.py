"""The compiled players, one policy per file or folder.

``core.play.compiled_players`` lists them.  A player sees what a player may see: everything on the table, both hands of
saved cards, and how many cards lie face down, but never the rank of a card that is still face down, nor the dice to
come.
"""
