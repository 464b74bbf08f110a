"""Exact answers: ADCs, Command Rolls, initiative, and one turn of a plan."""
