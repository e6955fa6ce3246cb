"""Where people find each other: who looks for a game, and the games of a rated pairing."""
