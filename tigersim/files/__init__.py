"""Files of the program and of others: written whole or not at all, read with clear errors."""
