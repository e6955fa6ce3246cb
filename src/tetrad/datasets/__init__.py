"""Positions with exact values as files for those who train and test: drawn, labelled, described.

`draw` chooses positions, `label` says what they are worth, `parquet` writes them, and `sheet` tells
the reader how all that was done. The same game, count and seed give the same file.
"""
