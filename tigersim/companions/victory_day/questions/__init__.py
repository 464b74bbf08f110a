"""What a user asks of Victory Day; ``asking`` holds what several questions share."""
