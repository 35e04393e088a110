"""The search for deduction puzzles in a match, each with a proof that only one answer holds.

An answer counts if it holds in every army that fits all that the seat was told, and in every army that fits
the puzzle's lines, and if no line can be left out (`games.decoy.ai.clues`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from games.core.search.nodes import Nodes, OutOfNodes
from games.core.vocabulary.puzzles import Course, Puzzle
from games.decoy.ai.clues import Case, Kept, case_of, numbers, proofs
from games.decoy.ai.evidence import CAME, FELL, LIVED, STEPPED, STRUCK, Moment, moments
from games.decoy.ai.exercises import WHERE, about
from games.decoy.ai.questions import FOG, Asked, CountDecoys, FindCommander, FindKind, NameIt, questions
from games.decoy.ai.sight_puzzles import Whereabouts
from games.decoy.rules.options import read_options
from games.decoy.rules.pieces import DECOY
from games.decoy.rules.state import MOVEMENT, POINTS

KINDS_OF_PUZZLES: Mapping[str, str] = {
    FindCommander.kind: "Find the Commander",
    FindKind.kind: "Which one is it?",
    WHERE: "Where can't it be?",
    CountDecoys.kind: "Count the Decoys",
    NameIt.kind: "What is it?",
}
"""The kinds of puzzle, the rarest first."""
_MOST = 2
"""The most puzzles for one seat of a match."""
_FEWEST_ANSWERS, _MOST_LINES, _LONGEST = 4, 10, 110
"""The fewest answers, the most lines, and the most actions of a match that is shown."""
_COST = 20
"""The nodes that each examined question costs."""
_APART = 10
"""The fewest actions between two puzzles for one seat."""
_EASIEST, _HARDEST = 400, 3000


class Found(NamedTuple):
    """A question at a moment, the lines that prove its answer, and its difficulty rating."""

    kind: str
    subject: str
    told: tuple[int, ...]
    answer: str
    rating: int


def puzzles(course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
    """Yield a match's puzzles: for each seat the first of each kind, the rarest kinds only."""
    options = read_options(course.options)
    if options.vision != "square" or options.heal != "own":
        return
    nodes, order = Nodes(max(1, budget // _COST)), list(KINDS_OF_PUZZLES)
    for seat in (0, 1):
        rarest = sorted(
            _of_seat(course, seat, rng, nodes), key=lambda numbered: order.index(numbered[1].kind)
        )
        for number, found in rarest[:_MOST]:
            short = msgspec.structs.replace(course, actions=course.actions[:number])
            yield Puzzle(
                id="0",
                kind=found.kind,
                rating=found.rating,
                seat=seat,
                course=short,
                solution=(found.answer,),
                about=about(found.subject, found.told),
            )


def _of_seat(course: Course, seat: int, rng: random.Random, nodes: Nodes) -> Iterator[tuple[int, Found]]:
    """Yield the puzzles found for a seat, each with the number of the action after which it is asked."""
    kinds, last, lost = set[str](), -_APART, Whereabouts()
    try:
        for moment in moments(course, seat):
            lost.looks(moment)
            if moment.number - last < _APART or not _is_asked(moment):
                continue
            found = next(_questions(moment, kinds, lost, rng, nodes), None)
            if found is not None:
                kinds.add(found.kind)
                last = moment.number
                yield moment.number, found
    except OutOfNodes:
        return


def _questions(
    moment: Moment, kinds: set[str], lost: Whereabouts, rng: random.Random, nodes: Nodes
) -> Iterator[Found]:
    """Yield questions of kinds that aren't among these."""
    yield from _deductions(moment, kinds, nodes)
    if WHERE not in kinds:
        yield from _whereabouts(lost, moment, rng)


def _is_asked(moment: Moment) -> bool:
    """Return whether the seat begins its turn, early enough in the match."""
    view = moment.view
    begins = view.side == view.who and view.phase == MOVEMENT and view.points == POINTS
    return begins and moment.number <= _LONGEST


# --- who is who ---------------------------------------------------------------------------------------


def _deductions(moment: Moment, kinds: set[str], nodes: Nodes) -> Iterator[Found]:
    case = case_of(moment)
    for question in questions(case):
        if question.kind in kinds or len(question.choices(case)) < _FEWEST_ANSWERS:
            continue
        nodes.spend()
        for kept in proofs(case, question):
            if _is_worth_asking(case, question, kept):
                told, answer = numbers(kept), str(question.answer(case, kept))
                yield Found(question.kind, question.about, told, answer, rating_of(question, kept))
                break


def _is_worth_asking(case: Case, question: Asked, kept: Kept) -> bool:
    """Return whether a question takes more than a glance.

    A hit reveals the attacker's kind, so hits may rarely be most of the lines.
    """
    lines = [line for piece_lines in kept for line in piece_lines]
    strikes = sum(line.what == STRUCK for line in lines)
    if len(lines) > _MOST_LINES:
        return False
    if isinstance(question, FindCommander) and question.answer(case, kept) != FOG:
        return pieces_told_of(kept) > 1
    if 2 * strikes > len(lines):
        return False
    if isinstance(question, NameIt) and len(lines) > 2 and not strikes:
        return True
    if isinstance(question, CountDecoys):
        return pieces_told_of(kept) > 2 and not _is_counted(case, kept)
    return pieces_told_of(kept) > 1


def _is_counted(case: Case, kept: Kept) -> bool:
    """Return whether each removed piece is shown by its own lines to be a Decoy or not."""
    fallen = [
        case.judge_kinds(lines)
        for dossier, lines in zip(case.dossiers, kept, strict=True)
        if dossier.square is None
    ]
    return all(kinds == (DECOY,) or DECOY not in kinds for kinds in fallen)


def pieces_told_of(kept: Kept) -> int:
    """Return the number of pieces about which something is told."""
    return sum(map(bool, kept))


_HARDER = {FindCommander.kind: 300, FindKind.kind: 250, NameIt.kind: 0, CountDecoys.kind: 200}
_TO_WEIGH = {FindCommander.kind: 230, FindKind.kind: 230, NameIt.kind: 200, CountDecoys.kind: 110}
_TO_READ = {CAME: 110, STEPPED: 60, STRUCK: 30, LIVED: 90, FELL: 80}


def rating_of(question: Asked, kept: Kept) -> int:
    """Return the difficulty rating: each line must be read, each further piece weighed against all others."""
    lines = sum(_TO_READ[line.what] for piece_lines in kept for line in piece_lines)
    hard = _HARDER[question.kind] + lines + _TO_WEIGH[question.kind] * (pieces_told_of(kept) - 1)
    return min(_HARDEST, _EASIEST + hard)


# --- where it can't be --------------------------------------------------------------------------------


def _whereabouts(lost: Whereabouts, moment: Moment, rng: random.Random) -> Iterator[Found]:
    for question in lost.find_questions(moment, rng):
        rating = min(
            _HARDEST, _EASIEST + 90 * len(question.told) + 220 * question.plies + 120 * question.kinds
        )
        yield Found(WHERE, ",".join(question.squares), question.told, question.answer, rating)
