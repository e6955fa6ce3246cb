"""What is kept: the tables, how they came to be, and who reads and writes them."""
