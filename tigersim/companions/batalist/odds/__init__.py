"""Exact answers: laws of strikes, duels, tests, contests, markers and weather."""
