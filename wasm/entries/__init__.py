"""What a page can call, one module per game: each has `ENTRIES`, functions of whole numbers.

Addresses are whole numbers, too; `words` and `signed` make arrays of them.
"""
