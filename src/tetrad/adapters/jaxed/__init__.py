"""The rules in JAX: the same six functions for each game, on arrays and without branches.

    start()          the state in which a game begins
    position(x)      its position; a hand is shown where its last pebble fell
    mover(x)         0 if it is FIRST's turn, 1 if it is SECOND's
    mask(x)          which actions are legal; none after the end
    play(x, action)  the state after a legal action, and the winner, 0 for a draw, else -1
    observe(x)       the planes of `tetrad.batch`, as rows, columns, planes

`tetrad.adapters.pgx` makes environments of them.
"""
