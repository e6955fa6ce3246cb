"""What players say to each other: a set of phrases, each shown in the reader's own language."""

from __future__ import annotations

from tetrad.message import Wording

# Translators: the following are what one player says to the other during or after a game
PHRASES = {
    phrase.code: phrase
    for phrase in (
        Wording("hello", "Hello!"),
        Wording("have-fun", "Have fun!"),
        Wording("good-luck", "Good luck!"),
        Wording("you-too", "You too!"),
        Wording("nice-move", "Nice move!"),
        Wording("oh-no", "Oh no!"),
        Wording("one-moment", "One moment, please."),
        Wording("take-your-time", "Take your time."),
        Wording("thanks", "Thank you!"),
        Wording("well-played", "Well played!"),
        Wording("close-game", "That was close!"),
        Wording("again", "Shall we play again?"),
        Wording("must-go", "I have to go."),
        Wording("goodbye", "Goodbye!"),
    )
}
# So many between two moves, and so many are kept in sight.
MOST_BETWEEN_MOVES = 3
KEPT = 12
