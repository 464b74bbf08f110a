"""The learned evaluation: what a position is worth in VP of the final margin, from what any player may see."""
