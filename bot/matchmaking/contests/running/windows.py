"""The parts of a bracket that are shown at once: at most three rounds that begin with at most eight ties.

So names can be read on a phone. Parts overlap by a round, so that you see where a winner goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bot.matchmaking.contests.formats.ties import Tie

MOST_ROUNDS, MOST_TIES = 3, 8
_NAMED = {1: "Final", 2: "Semifinals", 4: "Quarterfinals"}
"""The names of rounds by how many ties they have."""


class Round(msgspec.Struct, frozen=True):
    """A round of a bracket, or a part of it: its ties from top to bottom."""

    caption: str
    ties: tuple[Tie, ...]


class Window(msgspec.Struct, frozen=True):
    """The part of a bracket that's shown at once.

    It's number `part` of `parts`, from 1; `is_last` marks the rounds that decide who wins it all.
    """

    rounds: tuple[Round, ...]
    part: int = 1
    parts: int = 1
    is_last: bool = False

    @property
    def ties(self) -> tuple[Tie, ...]:
        """All ties in the window."""
        return tuple(tie for stage in self.rounds for tie in stage.ties)


def of_single(ties: Sequence[Tie]) -> tuple[Window, ...]:
    """Return all parts of the bracket of a single elimination, the last rounds first."""
    first, *more = _cut(_name_rounds(_rounds(ties, "W"), ""))
    return (msgspec.structs.replace(first, is_last=True), *more)


def of_double(ties: Sequence[Tie]) -> tuple[Window, ...]:
    """Return all parts of a double elimination: the finals, then those of the upper and the lower bracket."""
    upper, lower = _rounds(ties, "W"), _rounds(ties, "L")
    below = [Round(_below(number, len(lower)), tied) for number, tied in enumerate(lower, 1)]
    return (_finals(upper, lower, ties), *_cut(_name_rounds(upper, "Upper ")), *_cut(below))


def name_stages(ties: Sequence[Tie]) -> Mapping[str, Round]:
    """Return all rounds of a bracket by their stages, such as “W2”, “L1” and “F1”."""
    upper, lower = _rounds(ties, "W"), _rounds(ties, "L")
    finals = _name_finals(ties)
    named = {
        "W": _name_rounds(upper, "Upper " if finals else ""),
        "L": [Round(_below(number, len(lower)), tied) for number, tied in enumerate(lower, 1)],
        "F": finals,
    }
    numbered = {letter: enumerate(rounds, 1) for letter, rounds in named.items()}
    return {f"{letter}{n}": shown for letter, rounds in numbered.items() for n, shown in rounds}


def first_shown(shown: Sequence[Window], person: int | None = None) -> int:
    """Return the index of the window with a person's latest tie, else the latest with most ties under way."""
    theirs = (
        n for n, window in enumerate(shown) if any(person in (tie.one, tie.other) for tie in window.ties)
    )
    busiest = max(range(len(shown)), key=lambda number: sum(tie.is_under_way for tie in shown[number].ties))
    return busiest if person is None else next(theirs, busiest)


def _rounds(ties: Sequence[Tie], bracket: str) -> list[tuple[Tie, ...]]:
    """Return the rounds of a bracket, given by its letter, the first one first."""
    there = [tie for tie in ties if tie.slot.startswith(bracket)]
    numbers = range(1, 1 + max((tie.round for tie in there), default=0))
    return [tuple(tie for tie in there if tie.round == number) for number in numbers]


def _name_rounds(rounds: Sequence[tuple[Tie, ...]], before: str) -> list[Round]:
    return [Round(_caption(before, len(ties)), ties) for ties in rounds]


def _caption(before: str, ties: int) -> str:
    """Return a round's caption: “Round of 16”, “Semifinals”, “Upper final”."""
    name = _NAMED.get(ties, f"Round of {2 * ties}")
    return f"{before}{name.lower()}" if before else name


def _below(number: int, last: int) -> str:
    return "Lower final" if number == last else f"Lower round {number}"


def _finals(
    upper: Sequence[tuple[Tie, ...]], lower: Sequence[tuple[Tie, ...]], ties: Sequence[Tie]
) -> Window:
    """Return the last ties of both brackets, the final, and the second final if there is one."""
    brackets = (*upper[-1], *(lower[-1] if lower else ()))
    return Window((Round("Last of both brackets", brackets), *_name_finals(ties)), is_last=True)


def _name_finals(ties: Sequence[Tie]) -> list[Round]:
    return [Round("Final" if tie.slot == "F1" else "One more", (tie,)) for tie in ties if tie.slot[0] == "F"]


def _cut(rounds: Sequence[Round]) -> Iterator[Window]:
    """Yield three rounds at a time, the last ones first, each time as many parts as it takes."""
    end = len(rounds)
    while end > 0:
        start = max(0, end - MOST_ROUNDS)
        yield from _parts(rounds[start:end])
        end = 0 if start == 0 else end - MOST_ROUNDS + 1


def _parts(rounds: Sequence[Round]) -> Iterator[Window]:
    count = max(1, len(rounds[0].ties) // MOST_TIES)
    for part in range(count):
        cut = (Round(stage.caption, _share(stage.ties, part, count)) for stage in rounds)
        yield Window(tuple(cut), part + 1, count)


def _share(ties: tuple[Tie, ...], part: int, parts: int) -> tuple[Tie, ...]:
    size = len(ties) // parts
    return ties[part * size : (part + 1) * size]
