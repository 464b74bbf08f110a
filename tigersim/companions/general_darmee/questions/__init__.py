"""What a player asks; each module holds some questions, ``asking`` what they share."""
