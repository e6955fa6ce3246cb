"""What was read off the table of all Qomet positions."""
