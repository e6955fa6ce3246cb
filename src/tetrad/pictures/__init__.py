"""Positions, matches and values as pictures: no server and no browser needed.

`svg` draws a position, `animation` a match, `plot` what a game was worth; `raster` makes pixels of
them. All is drawn by the same code, and looks like the app's boards.
"""
