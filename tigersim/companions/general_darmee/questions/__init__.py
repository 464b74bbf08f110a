"""What a user asks of General d'Armée; ``asking`` holds what several questions share."""
