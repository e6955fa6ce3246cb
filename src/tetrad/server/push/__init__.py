"""Word to whoever's turn it is in a game of days: Web Push, with the server's own keys."""
