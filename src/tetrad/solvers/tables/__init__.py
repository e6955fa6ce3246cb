"""Files of solved positions: their bytes, and where they are."""
