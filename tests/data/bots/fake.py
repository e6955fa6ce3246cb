"""A program that speaks the bot protocol, well or badly: fake.py fair|crash|hang|illegal|..."""

import random
import sys
import time
from pathlib import Path

from tetrad import GAMES
from tetrad.position import AnyPosition

MANNERS, GAME = sys.argv[1], GAMES[sys.argv[2]]


def say(line: str) -> None:
    print(line, flush=True)


def read(text: str) -> AnyPosition:
    start, _, moves = text.partition(" moves ")
    position = GAME.start() if start == "start" else GAME.parse(start)
    for move in moves.split():
        position = position.play(move)
    return position


def choose(text: str) -> None:
    if MANNERS == "crash":
        sys.exit(3)
    elif MANNERS == "crash-once" and not (marker := Path(sys.argv[3])).exists():
        marker.touch()
        sys.exit(3)
    elif MANNERS == "hang":
        time.sleep(3600)
    elif MANNERS == "illegal":
        say("bestmove z9")
    elif MANNERS == "occupied":
        say("bestmove A@a1")
    elif MANNERS == "flood":
        while True:
            say("info string " + "more " * 1000)
    elif MANNERS == "endless-line":
        while True:
            print("more", end=" ")
    else:
        say(f"bestmove {random.choice(read(text).legal_moves())}")


def main() -> None:
    text = "start"
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "tetrad":
            say("id name Fake")
            say(f"game {sys.argv[2]}")
            say("ready")
        elif word == "isready":
            say("ready")
        elif word == "position":
            text = rest
        elif word == "go":
            choose(text)
        elif word == "quit":
            return


main()
