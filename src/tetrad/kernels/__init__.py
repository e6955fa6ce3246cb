"""The three games on integers: positions as codes, moves as actions."""
