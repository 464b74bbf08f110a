"""Units and decks, as they are typed in."""
