"""The boards as they are drawn in a terminal."""
