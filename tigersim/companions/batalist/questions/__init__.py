"""The questions of Batalist."""
