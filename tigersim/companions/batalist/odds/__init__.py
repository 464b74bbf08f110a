"""What the dice of the game come to, counted out."""
