"""Who is next: everybody in turn, however much one of them asks.

Turns go round between addresses, and within an address between its people, so a hundred questions
of one visitor delay another's by one of them.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from tetrad.server.http.errors import TooManyError

SECONDS_UNTIL_THE_NEXT_TRY = 2.0

T = TypeVar("T")


class Asker(NamedTuple):
    """On whose behalf something is done: where they are, and who if they have told."""

    address: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class Most:
    """How many questions may wait: a school has one address and many people."""

    of_a_person: int = 64
    of_an_address: int = 256


class Turns(Generic[T]):
    """Questions that wait."""

    def __init__(self, most: Most) -> None:
        self._most = most
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def put(self, asker: Asker, question: T) -> None:
        """Adds a question, or raises TooManyError where too many of this asker's wait already."""
        people = self._waiting.get(asker.address, OrderedDict())
        own = len(people.get(asker.person, ())) if asker.person else 0
        if own >= self._most.of_a_person or _count(people) >= self._most.of_an_address:
            raise TooManyError(SECONDS_UNTIL_THE_NEXT_TRY)
        people = self._waiting.setdefault(asker.address, OrderedDict())
        people.setdefault(asker.person, deque()).append(question)

    def take(self) -> T | None:
        """The next question; whoever had a turn goes to the end."""
        if not self._waiting:
            return None
        address, people = self._waiting.popitem(last=False)
        person, questions = people.popitem(last=False)
        question = questions.popleft()
        if questions:
            people[person] = questions
        if people:
            self._waiting[address] = people
        return question

    def drop(self, asker: Asker, question: T) -> None:
        """Takes out a question whose answer nobody waits for any more."""
        people = self._waiting.get(asker.address, OrderedDict())
        questions = people.get(asker.person, deque())
        if question in questions:
            questions.remove(question)
        if not questions:
            people.pop(asker.person, None)
        if not people:
            self._waiting.pop(asker.address, None)

    def __len__(self) -> int:
        return sum(map(_count, self._waiting.values()))

    def others_wait(self, asker: Asker) -> bool:
        """Whether somebody else has asked something."""
        if len(self._waiting) != 1:
            return bool(self._waiting)
        ((address, people),) = self._waiting.items()
        return address != asker.address or any(person != asker.person for person in people)


def _count(people: dict[str, deque[T]]) -> int:
    return sum(map(len, people.values()))
