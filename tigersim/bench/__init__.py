"""How fast the dice and the battles are."""
