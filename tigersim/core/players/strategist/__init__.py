"""The learned evaluation: VP of the final margin, from what any player may see."""
