"""What is known about a position: leaf counts, search, and tables of solved positions."""
