"""Sides, the units of their brigades, and the orders that they get, as they are typed in."""
