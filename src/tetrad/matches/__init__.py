"""Matches: a game being played, and its record."""
