"""Who takes part: sides, their brigades' units, and the orders that they get, as they are typed in."""
