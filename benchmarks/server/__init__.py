"""What a server carries, and how soon it answers."""
