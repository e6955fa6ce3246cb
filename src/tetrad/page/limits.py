"""What thinking may take in a page: it shares a phone with everything else there."""

from __future__ import annotations

from tetrad.solvers.solution import MEBIBYTE

# What a search may remember; a phone gives a tab a few hundred megabytes for all it does.
MEMORY = 16 * MEBIBYTE
# Seconds that the strongest bot thinks: with what Python adds, a phone answers in two.
BOT_SECONDS = 0.35
REVIEW_SECONDS = 5.0
# After so many of them it is asked whether anybody still waits: nothing interrupts a search.
REVIEW_PART = 0.5
# Moves of a game that are judged.
LONGEST_REVIEW = 600
