"""Positions as pictures: no server and no browser needed."""
