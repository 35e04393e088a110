"""What a seat knows of its enemies, worked out from its news when it's read. DP-16, DP-17, DP-43.

Benchmarks, playouts and searches never read most of it. The news hold only what the seat
was told and saw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import msgspec

from games.decoy.rules import memory, notes
from games.decoy.rules.board import BIT
from games.decoy.rules.memory import NOTHING, Known, Memory
from games.decoy.rules.notes import Notes

News = tuple[Any, ...]
"""A name of `_RECORDERS`, and the arguments of that function."""


class Knowledge(msgspec.Struct, frozen=True, gc=False):
    """A seat's notes and memory, equal to another's if they come to the same.

    Its log is (earlier log, latest news); the first log is (None, notes and memory).
    """

    log: tuple[Any, Any] = (None, ((), NOTHING))

    def learn(self, *news: Any) -> Knowledge:
        """Return the knowledge after one more piece of news, a name of `_RECORDERS` with its arguments."""
        return Knowledge((self.log, news))

    @property
    def known(self) -> Known:
        """The notes and the memory; worked out once."""
        log, news = self.log, list[News]()
        while log[0] is not None:
            log, latest = log
            news.append(latest)
        known: Known = reduce(_record, reversed(news), log[1])
        if news:
            msgspec.structs.force_setattr(self, "log", (None, known))
        return known

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Knowledge) and self.known == other.known

    def __hash__(self) -> int:
        return hash(self.known)

    def __repr__(self) -> str:
        return f"know{self.known}"

    def __reduce__(self) -> tuple[Callable[..., Knowledge], Known]:
        return know, self.known


IGNORANCE = Knowledge()


class Knowing:
    """A record whose knowledge is read as notes and memory."""

    __slots__ = ()
    knowledge: Knowledge

    @property
    def notes(self) -> Notes:
        """The seat's notes on enemy pieces in sight."""
        return self.knowledge.known[0]

    @property
    def memory(self) -> Memory:
        """What the seat remembers of enemies out of sight."""
        return self.knowledge.known[1]


def know(notes: Notes, memory: Memory = NOTHING) -> Knowledge:
    """Return knowledge of these notes and this memory."""
    return Knowledge((None, (notes, memory)))


# --- the news -----------------------------------------------------------------------------------------


def _record(known: Known, news: News) -> Known:
    return _RECORDERS[news[0]](known, *news[1:])


def _look(known: Known, sight: int, hidden: int, lost: int, met: int, ply: int, still: bool) -> Known:
    """Record that the seat's sight changed: the enemies it no longer sees, and those that it sees now."""
    known = memory.record_met(memory.record_lost(known, lost, ply, still), met)
    return memory.sweep(known, sight, hidden)


def _see_step(known: Known, source: int, target: int) -> Known:
    return notes.after_seen_step(known[0], source, target), known[1]


def _see_leave(known: Known, sight: int, hidden: int, source: int, fog: int, ply: int) -> Known:
    return memory.sweep(memory.record_left(known, source, fog, ply), sight, hidden)


def _see_appear(known: Known, sight: int, hidden: int, target: int) -> Known:
    return memory.sweep(memory.record_appeared(known, target, hidden + 1), sight, hidden)


def _feel(known: Known, sight: int, hidden: int, square: int) -> Known:
    """Record an enemy that ran into a piece of the seat, or the other way round. DP-15."""
    return memory.sweep(memory.record_met(known, BIT[square]), sight, hidden)


def _hit(known: Known, square: int, power: int) -> Known:
    return notes.after_hit(known[0], square, power, known[1].stray), known[1]


def _suffer(known: Known, square: int, power: int) -> Known:
    return notes.after_strike(known[0], square, power), known[1]


def _destroy(known: Known, sight: int, hidden: int, square: int, power: int, ply: int) -> Known:
    return memory.sweep(memory.record_destroyed(known, square, power, ply), sight, hidden)


def _surround(known: Known, sight: int, hidden: int, seen: int, number: int, ply: int) -> Known:
    return memory.sweep(memory.record_surrounded(known, seen, number, ply), sight, hidden)


def _heal(known: Known) -> Known:
    return notes.after_healing(known[0]), memory.after_healing(known[1])


def _begin_turn(known: Known) -> Known:
    """Record that the enemy's turn begins: its pieces heal, and may step."""
    healed = _heal(known)
    return notes.at_turn(healed[0]), memory.at_turn(healed[1])


_RECORDERS: Mapping[str, Callable[..., Known]] = {
    "look": _look,
    "step": _see_step,
    "leave": _see_leave,
    "appear": _see_appear,
    "feel": _feel,
    "hit": _hit,
    "suffer": _suffer,
    "destroy": _destroy,
    "surround": _surround,
    "heal": _heal,
    "turn": _begin_turn,
}
"""What each kind of news does to notes and memory. `sight` and `hidden` are, after the event, the squares
that the seat sees and the number of enemies out of its sight."""
