"""Ledger of the moves acknowledged to people, compared with the record at the end of a run. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bench.crowd import reading
from playground.model.payload import Json

Seat = tuple[str, str]
"""A person and the thread of their match, both as Discord ids."""


class Ply(NamedTuple):
    """One action of a record: its player (None: the bot) and its text."""

    person: str | None
    text: str


Record = Mapping[str, Sequence[Ply]]
"""The actions of each thread's match, in order."""


class Ledger:
    """Moves that people were shown as done. Both kinds are lower bounds of what the record must hold.

    Attributes:
        texts: Actions that were written and acknowledged, in order.
        turns: How often an answer to a board's question was acknowledged by a board that asks nothing more,
            which is a turn of at least one action.
    """

    def __init__(self) -> None:
        self.texts: defaultdict[Seat, list[str]] = defaultdict(list)
        self.turns: defaultdict[Seat, int] = defaultdict(int)
        self._asked: set[Seat] = set()

    def note_board(self, person: str, message: Json) -> None:
        """Note a private board that a person was shown without having answered anything."""
        seat = _seat(person, message)
        if seat is not None and reading.asks(message):
            self._asked.add(seat)

    def note_acknowledged(self, person: str, message: Json, text: str | None = None) -> None:
        """Note the board that acknowledged a person's answer; `text` is the action if it was written."""
        seat = _seat(person, message)
        if seat is None:
            return
        if text is not None:
            self.texts[seat].append(text)
        if reading.asks(message):
            self._asked.add(seat)
        elif seat in self._asked:
            self._asked.discard(seat)
            # A board of a finished match doesn't show whether the opponent had ended it first.
            if not reading.is_over(message):
                self.turns[seat] += 1

    def moves(self) -> int:
        """Return the lowest number of moves that the record must hold."""
        return sum(max(len(self.texts[seat]), self.turns[seat]) for seat in {*self.texts, *self.turns})

    def find_lost(self, record: Record) -> list[str]:
        """Return a line for each match whose record lacks an acknowledged move."""
        seats = sorted({*self.texts, *self.turns})
        return [line for seat in seats if (line := self._lacking(seat, record.get(seat[1])))]

    def _lacking(self, seat: Seat, plies: Sequence[Ply] | None) -> str:
        person, thread = seat
        if plies is None:
            return f"thread {thread}: there is no record"
        own = [ply.text for ply in plies if ply.person == person]
        if not _is_within(self.texts[seat], own):
            return f"thread {thread}: of {person} were acknowledged {self.texts[seat]}, recorded {own}"
        if turns_of(plies, person) < self.turns[seat]:
            return f"thread {thread}: of {person} {self.turns[seat]} turns were acknowledged, recorded {own}"
        return ""


def turns_of(plies: Sequence[Ply], person: str) -> int:
    """Return how many runs of consecutive actions a person has."""
    actors = [ply.person for ply in plies]
    return sum(
        actor == person and before != person for before, actor in zip([None, *actors], actors, strict=False)
    )


def _is_within(texts: Sequence[str], own: Sequence[str]) -> bool:
    """Return whether the texts are a subsequence of the person's own actions."""
    left = iter(own)
    return all(text in left for text in texts)


def _seat(person: str, message: Json) -> Seat | None:
    """Return the person and thread of a board, or None if the message is no board or names no thread."""
    thread = reading.place(message)
    return (person, thread) if thread is not None and reading.shows_board(message) else None
