"""What the server answers: analysis, matches, live events, puzzles, pictures."""
