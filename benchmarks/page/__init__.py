"""The page without a server: its leaves, its moves, and how soon somebody plays."""
