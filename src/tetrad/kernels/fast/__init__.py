"""The games compiled by Numba, for searches, tables and counting."""
