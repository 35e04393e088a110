"""Proofs from observations: which lines prove a piece's kind, with none to spare.

One observation is one line (`games.decoy.ai.evidence`). The reader of a selection of lines follows each piece
by its steps to its present square, or to where it was removed. If a step or a removal is left out, the lines
before it are about a piece lost from sight: it may be in the fog, or any of the pieces reported later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from games.decoy.ai.armies import EVERY_KIND, FALLEN, Armies, Body, body, joint_kinds
from games.decoy.ai.evidence import FELL, LEFT, STEPPED, STRUCK, Lines, Moment, came_in_time, kinds_shown
from games.decoy.rules.notes import Kinds
from games.decoy.rules.pieces import ARMY

Kept = tuple[Lines, ...]
"""The selected lines of each dossier of a case."""


class Dossier(NamedTuple):
    """A piece that was never lost from sight: its square (None if removed) and all lines about it."""

    square: int | None
    lines: Lines


class Case(NamedTuple):
    """What a seat can tell of the pieces of the seat `enemy` in a ply, as dossiers.

    `first` is the seat that had the first turn; `unseen` is the number of removed pieces without lines.
    """

    enemy: int
    first: int
    ply: int
    dossiers: tuple[Dossier, ...]
    unseen: int

    @property
    def everything(self) -> Kept:
        """All lines of all dossiers."""
        return tuple(dossier.lines for dossier in self.dossiers)

    def judge_kinds(self, lines: Lines) -> Kinds:
        """Return the kinds that a piece can be by these lines alone."""
        return kinds_shown(lines, self.enemy, self.first)

    def bodies(self, kept: Kept) -> tuple[Body, ...]:
        """Return the dossiers as bodies, judged by the selected lines only."""
        return tuple(
            self._body(dossier.square, lines) for dossier, lines in zip(self.dossiers, kept, strict=True)
        )

    def _body(self, square: int | None, lines: Lines) -> Body:
        kinds = self.judge_kinds(lines) if lines else EVERY_KIND
        if square is None:
            return body(kinds, dead=True)
        return body([kind for kind in kinds if came_in_time(kind, square, self.enemy, self.first, self.ply)])

    def kinds(self, kept: Kept, more: tuple[Body, ...] = ()) -> tuple[Kinds, ...]:
        """Return each dossier's kinds in all fitting armies; `more` are further existing pieces."""
        bodies = (*self.bodies(kept), *more, *[FALLEN] * self.unseen)
        return joint_kinds(bodies)[: len(self.dossiers)]

    def count_fallen_decoys(self, kept: Kept, more: tuple[Body, ...] = ()) -> frozenset[int]:
        """Return the possible numbers of removed Decoys in all fitting armies."""
        return Armies((*self.bodies(kept), *more, *[FALLEN] * self.unseen)).fallen_decoys

    @property
    def fog(self) -> int:
        """The number of living pieces about which there are no lines."""
        return ARMY - len(self.dossiers) - self.unseen


class Question(Protocol):
    """A question to be answered from selected lines."""

    def answer(self, case: Case, kept: Kept, more: tuple[Body, ...] = ()) -> str | None:
        """Return the key of the one answer that holds in every fitting army, or None if there isn't one."""


def case_of(moment: Moment) -> Case:
    """Return the case of the seat whose moment it is."""
    inside = [Dossier(square, lines) for square, lines in moment.inside.items()]
    fallen = [Dossier(None, lines) for lines in moment.fallen if lines and lines[-1].what == FELL]
    unseen = moment.unseen + len(moment.fallen) - len(fallen)
    return Case(moment.enemy, moment.first, moment.view.ply, (*inside, *fallen), unseen)


def without(lines: Lines, number: int) -> tuple[Lines, Lines]:
    """Drop a line, and return what's still known of its piece and of a piece lost from sight by that."""
    line, before, after = lines[number], lines[:number], lines[number + 1 :]
    if line.what in (STEPPED, FELL, LEFT):
        return after, before
    return (*before, *after), ()


def proofs(case: Case, question: Question) -> Iterator[Kept]:
    """Yield selections of lines that prove a question's answer, none with a line to spare.

    The first one avoids hits on the seat's own pieces, because such a hit reveals the attacker's kind.
    """
    answer = question.answer(case, case.everything)
    if answer is None:
        return
    quiet = tuple(tuple(line for line in lines if line.what != STRUCK) for lines in case.everything)
    for start in (quiet, case.everything):
        if question.answer(case, start) == answer:
            found = _thin_lines(case, question, answer, start)
            if is_tight(case, question, found):
                yield found


def _thin_lines(case: Case, question: Question, answer: str, kept: Kept) -> Kept:
    """Drop lines, whole dossiers first, until each remaining line is needed for the answer."""
    order = sorted(range(len(kept)), key=lambda place: (kept[place][-1].ply if kept[place] else 0, place))
    for place in order:
        kept = _if_proved(case, question, answer, kept, _with(kept, place, ()))
    smaller: Kept | None = kept
    while smaller is not None:
        kept, smaller = smaller, _smaller(case, question, answer, smaller)
    return kept


def _smaller(case: Case, question: Question, answer: str, kept: Kept) -> Kept | None:
    for place, lines in enumerate(kept):
        for number in range(len(lines)):
            fewer = _with(kept, place, without(lines, number)[0])
            if question.answer(case, fewer) == answer:
                return fewer
    return None


def _if_proved(case: Case, question: Question, answer: str, kept: Kept, fewer: Kept) -> Kept:
    return fewer if question.answer(case, fewer) == answer else kept


def _with(kept: Kept, place: int, lines: Lines) -> Kept:
    return (*kept[:place], lines, *kept[place + 1 :])


def is_tight(case: Case, question: Question, kept: Kept) -> bool:
    """Return whether the answer no longer holds if any one of the lines is dropped."""
    answer = question.answer(case, kept)
    return all(
        _is_open(case, question, answer, kept, place, number)
        for place, lines in enumerate(kept)
        for number in range(len(lines))
    )


def _is_open(case: Case, question: Question, answer: str | None, kept: Kept, place: int, number: int) -> bool:
    """Return whether dropping a line allows another answer, wherever the piece lost by that may be."""
    mine, lost = without(kept[place], number)
    fewer = _with(kept, place, mine)
    if not lost:
        return question.answer(case, fewer) != answer
    hidden = (body(case.judge_kinds(lost)),)
    if case.fog and all(case.kinds(fewer, hidden)) and question.answer(case, fewer, hidden) != answer:
        return True
    return any(question.answer(case, world) != answer for world in _find_again(case, fewer, lost))


def _find_again(case: Case, kept: Kept, lost: Lines) -> Iterator[Kept]:
    """Yield each hypothesis in which the lost piece is one about which only later lines tell."""
    for place, lines in enumerate(kept):
        world = _with(kept, place, (*lost, *lines))
        if (not lines or lines[0].number > lost[-1].number) and all(case.kinds(world)):
            yield world


def numbers(kept: Sequence[Lines]) -> tuple[int, ...]:
    """Return the action numbers of the lines, in order."""
    return tuple(sorted(line.number for lines in kept for line in lines))


def select_lines(case: Case, told: Sequence[int]) -> Kept:
    """Return the lines with these action numbers, the inverse of `numbers`."""
    kept = set(told)
    return tuple(tuple(line for line in lines if line.number in kept) for lines in case.everything)
