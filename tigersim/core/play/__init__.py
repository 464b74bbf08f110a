"""Whole battles: the kernels that play them, and the player that plays them ahead."""
