"""Tables for the terminal: one module for each subject, all laid out by ``layout.table``."""
