"""What thinking may take in a page: it shares a phone with everything else there."""

from __future__ import annotations

from tetrad.solvers.solution import MEBIBYTE

# What a search may remember; a phone gives a tab a few hundred megabytes for all it does.
MEMORY = 16 * MEBIBYTE
# Seconds that the strongest bot thinks: with what Python adds, a phone answers in two.
BOT_SECONDS = 0.35
REVIEW_SECONDS = 5.0
# Moves of a game that are judged.
LONGEST_REVIEW = 600
