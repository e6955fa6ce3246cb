"""People with a name: accounts, their ratings, and what is fair between them."""
