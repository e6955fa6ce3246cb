"""What is said about moves and games: reasons, reviews, summaries."""
