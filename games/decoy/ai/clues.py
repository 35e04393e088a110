"""Which lines prove what an enemy piece is, and that none of them can be left out.

One observation is one line (`games.decoy.ai.evidence`). Whoever reads a choice of lines follows each piece by
its steps to the square where it is now, or to where it fell. So a step, or a fall, that is taken away leaves
what was told before it about a piece that was lost from sight: it may be in the fog, or any of the pieces
that were told of later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from games.decoy.ai.armies import EVERY_KIND, FALLEN, Armies, Body, body, joint_kinds
from games.decoy.ai.evidence import FELL, LEFT, STEPPED, STRUCK, Lines, Moment, came_in_time, kinds_shown
from games.decoy.rules.notes import Kinds
from games.decoy.rules.pieces import ARMY

Kept = tuple[Lines, ...]
"""For each dossier of a case the lines that are kept of it."""


class Dossier(NamedTuple):
    """A piece that was never lost from sight: where it is (None: it fell), and all that was told of it."""

    square: int | None
    lines: Lines


class Case(NamedTuple):
    """What a seat can tell of the pieces of the seat `enemy` in a ply; `first`: who had the first turn;
    `unseen`: how many fell of which nothing was told."""

    enemy: int
    first: int
    ply: int
    dossiers: tuple[Dossier, ...]
    unseen: int

    @property
    def everything(self) -> Kept:
        """All lines."""
        return tuple(dossier.lines for dossier in self.dossiers)

    def shown(self, lines: Lines) -> Kinds:
        """What a piece can be by these lines alone."""
        return kinds_shown(lines, self.enemy, self.first)

    def bodies(self, kept: Kept) -> tuple[Body, ...]:
        """The dossiers with the lines that are kept, as bodies."""
        return tuple(
            self._body(dossier.square, lines) for dossier, lines in zip(self.dossiers, kept, strict=True)
        )

    def _body(self, square: int | None, lines: Lines) -> Body:
        kinds = self.shown(lines) if lines else EVERY_KIND
        if square is None:
            return body(kinds, dead=True)
        return body([kind for kind in kinds if came_in_time(kind, square, self.enemy, self.first, self.ply)])

    def kinds(self, kept: Kept, more: tuple[Body, ...] = ()) -> tuple[Kinds, ...]:
        """For each dossier what it is in some army that fits; `more`: other pieces that there must be."""
        bodies = (*self.bodies(kept), *more, *[FALLEN] * self.unseen)
        return joint_kinds(bodies)[: len(self.dossiers)]

    def fallen_decoys(self, kept: Kept, more: tuple[Body, ...] = ()) -> frozenset[int]:
        """How many Decoys have fallen in the armies that fit."""
        return Armies((*self.bodies(kept), *more, *[FALLEN] * self.unseen)).fallen_decoys

    @property
    def fog(self) -> int:
        """How many pieces live of which nothing is told."""
        return ARMY - len(self.dossiers) - self.unseen


class Question(Protocol):
    """Something to be answered by what is kept."""

    def answer(self, case: Case, kept: Kept, more: tuple[Body, ...] = ()) -> str | None:
        """The key of the one answer that holds in every army that fits; None where not exactly one does."""


def case_of(moment: Moment) -> Case:
    """The case of the seat whose moment it is."""
    inside = [Dossier(square, lines) for square, lines in moment.inside.items()]
    fallen = [Dossier(None, lines) for lines in moment.fallen if lines and lines[-1].what == FELL]
    unseen = moment.unseen + len(moment.fallen) - len(fallen)
    return Case(moment.enemy, moment.first, moment.view.ply, (*inside, *fallen), unseen)


def without(lines: Lines, number: int) -> tuple[Lines, Lines]:
    """What is kept without one of the lines: of this piece, and of one that was lost from sight."""
    line, before, after = lines[number], lines[:number], lines[number + 1 :]
    if line.what in (STEPPED, FELL, LEFT):
        return after, before
    return (*before, *after), ()


def proofs(case: Case, question: Question) -> Iterator[Kept]:
    """Choices of lines that prove the answer to a question, none of which has a line too many: first one
    without hits on the seat's own pieces, which name who struck."""
    answer = question.answer(case, case.everything)
    if answer is None:
        return
    quiet = tuple(tuple(line for line in lines if line.what != STRUCK) for lines in case.everything)
    for start in (quiet, case.everything):
        if question.answer(case, start) == answer:
            found = _thinned(case, question, answer, start)
            if is_tight(case, question, found):
                yield found


def _thinned(case: Case, question: Question, answer: str, kept: Kept) -> Kept:
    """Lines taken away, whole dossiers first, until the answer would no longer hold without any of them."""
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
    """Whether the answer no longer holds when any one of the lines is taken away."""
    answer = question.answer(case, kept)
    return all(
        _is_open(case, question, answer, kept, place, number)
        for place, lines in enumerate(kept)
        for number in range(len(lines))
    )


def _is_open(case: Case, question: Question, answer: str | None, kept: Kept, place: int, number: int) -> bool:
    """Whether another answer may hold without one of the lines, whoever the one is that was lost by it."""
    mine, lost = without(kept[place], number)
    fewer = _with(kept, place, mine)
    if not lost:
        return question.answer(case, fewer) != answer
    hidden = (body(case.shown(lost)),)
    if case.fog and all(case.kinds(fewer, hidden)) and question.answer(case, fewer, hidden) != answer:
        return True
    return any(question.answer(case, world) != answer for world in _found_again(case, fewer, lost))


def _found_again(case: Case, kept: Kept, lost: Lines) -> Iterator[Kept]:
    """What is known if the piece that was lost is one of those that were told of later alone."""
    for place, lines in enumerate(kept):
        world = _with(kept, place, (*lost, *lines))
        if (not lines or lines[0].number > lost[-1].number) and all(case.kinds(world)):
            yield world


def numbers(kept: Sequence[Lines]) -> tuple[int, ...]:
    """The numbers of the actions of which the lines were told, in order."""
    return tuple(sorted(line.number for lines in kept for line in lines))


def chosen(case: Case, told: Sequence[int]) -> Kept:
    """The lines of these actions, as `numbers` gives them."""
    kept = set(told)
    return tuple(tuple(line for line in lines if line.number in kept) for lines in case.everything)
