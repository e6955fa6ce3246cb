"""Matches: a game being played, its log of events, what players may do, and all of it as data."""
