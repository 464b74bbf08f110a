"""Battalions as the army book has them, and what is true of them in an attack."""
