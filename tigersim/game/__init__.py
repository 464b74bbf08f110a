"""The battle with a face for people: its terms, its ground, its players, what they see and what came of it."""
