"""Battalions as the army book has them, commanders, and what is true of an attack."""
