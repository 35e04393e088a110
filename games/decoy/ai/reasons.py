"""Why an answer to a puzzle is right or wrong, in two sentences: what the lines rule out, and what not."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable

from games.core.screen.scene import Mark
from games.core.vocabulary.puzzles import Puzzle, Reason
from games.decoy.ai.clues import Case, Kept, case_of, select_lines
from games.decoy.ai.evidence import (
    FELL,
    LIVED,
    REACHED_AT_ALL,
    STEPPED,
    STRUCK,
    Lines,
    Moment,
    came_in_time,
    kinds_shown,
    moments,
)
from games.decoy.ai.exercises import WHERE
from games.decoy.ai.questions import FOG, KEYS, CountDecoys, FindKind, NameIt, with_article
from games.decoy.ai.whereabouts import may_be
from games.decoy.rules.board import BIT, NAMES, SQUARE_OF
from games.decoy.rules.notes import Kinds
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS


def explain(puzzle: Puzzle, answer: str, *, right: bool) -> Reason:
    """Return why an answer is right or wrong, by the lines of the puzzle alone."""
    (moment,) = deque(moments(puzzle.course, puzzle.seat), maxlen=1)
    subject, _, told = puzzle.about.partition(":")
    numbers = tuple(map(int, told.split()))
    if puzzle.kind == WHERE:
        return _whereabouts(moment, numbers, answer, right=right)
    case = case_of(moment)
    kept = select_lines(case, numbers)
    if puzzle.kind == CountDecoys.kind:
        return Reason(_count(answer, right=right))
    if answer == FOG:
        return Reason(_fog(right=right))
    if puzzle.kind == NameIt.kind:
        return _one_piece(case, kept, subject, KEYS.index(answer), right=right)
    sought = KEYS.index(subject) if puzzle.kind == FindKind.kind else COMMANDER
    return _one_piece(case, kept, answer, sought, right=right)


def _count(answer: str, *, right: bool) -> str:
    began = KINDS[DECOY].count
    lost = began - int(answer)
    if right:
        return f"Exactly {lost} of the destroyed pieces must be Decoys. They began with {began}."
    decoys = "Decoy" if lost == 1 else "Decoys"
    return (
        f"Then they would have lost {lost} {decoys}. No army that fits what you were told has lost that many."
    )


def _fog(*, right: bool) -> str:
    if right:
        return "Each diamond in sight did what the Commander can't do, or must be another piece."
    return "One of the diamonds in sight can't be anything but the Commander."


def _one_piece(case: Case, kept: Kept, name: str, kind: int, *, right: bool) -> Reason:
    """Return what the lines say about a piece in sight being of a kind."""
    square = SQUARE_OF[name]
    place = next(n for n, dossier in enumerate(case.dossiers) if dossier.square == square)
    lines, among_all = kept[place], case.kinds(kept)[place]
    why_not = {other: _why_not(case, other, square, lines) for other in range(len(KINDS))}
    alone = tuple(other for other, why in why_not.items() if not why)
    words = _why(name, kind, alone, why_not) if right else _why_wrong(name, kind, among_all, why_not)
    return Reason(words, marks=(*_ways(lines), Mark("chosen", (name,))))


def _why(name: str, kind: int, alone: Kinds, why_not: dict[int, str]) -> str:
    if len(alone) > 1:
        leaves = f"On its own, {name} could be {_one_of(alone)}."
        return f"{leaves} What you were told of the others leaves only {with_article(kind)}."
    kinds_by_reason: dict[str, list[int]] = defaultdict(list)
    for other, reason in why_not.items():
        kinds_by_reason[reason].append(other)
    ruled_out = "; ".join(
        f"{_one_of(others)} {reason}" for reason, others in kinds_by_reason.items() if reason
    )
    return f"{name} must be {with_article(kind)}. {ruled_out[0].upper()}{ruled_out[1:]}."


def _why_wrong(name: str, kind: int, among_all: Kinds, why_not: dict[int, str]) -> str:
    if why_not[kind]:
        sentence = f"{with_article(kind)} {why_not[kind]}."
        return f"{name} can't be {with_article(kind)}. {sentence[0].upper()}{sentence[1:]}"
    others = [other for other in among_all if other != kind]
    if kind in among_all and others:
        could_be = f"{name} can be {with_article(kind)}, but also {_one_of(others)}"
        return f"{could_be}. What you were told doesn't decide it."
    return (
        f"On its own, {name} could be {with_article(kind)}. What you were told of the others rules that out."
    )


def _why_not(case: Case, kind: int, square: int, lines: Lines) -> str:
    """Return why a piece with these lines can't be of a kind, as the end of a sentence; or an empty text."""
    if kind in case.judge_kinds(lines):
        in_time = came_in_time(kind, square, case.enemy, case.first, case.ply)
        return "" if in_time or not lines else f"couldn't be on {NAMES[square]} so early"
    about = KINDS[kind]
    for line in lines:
        if line.what == STEPPED and not REACHED_AT_ALL[kind][line.source] & BIT[line.square]:
            return f"can't step from {NAMES[line.source]} to {NAMES[line.square]}"
        if line.what == STRUCK and line.points != about.power:
            return f"hits for {about.power}, not for {line.points}"
        if line.what == FELL:
            return "wouldn't have been destroyed by that"
        if not came_in_time(kind, line.square, case.enemy, case.first, line.ply):
            return f"couldn't be on {NAMES[line.square]} so early"
    if any(line.what == LIVED for line in lines) and about.power <= sum(
        line.points for line in lines if line.what == LIVED
    ):
        return "wouldn't have lived"
    return f"can't take more than {about.reach} step{'s' if about.reach > 1 else ''} in a turn"


def _one_of(kinds: Iterable[int]) -> str:
    """Return kinds as “a Scout, a Guardian or a Decoy”, or all of them as “anything”."""
    *first, last = map(with_article, kinds)
    if len(first) + 1 == len(KINDS):
        return "anything"
    return f"{', '.join(first)} or {last}" if first else last


def _ways(lines: Lines) -> tuple[Mark, ...]:
    return tuple(
        Mark("arrow", (NAMES[line.source], NAMES[line.square])) for line in lines if line.what == STEPPED
    )


# --- where it can't be --------------------------------------------------------------------------------


def _whereabouts(moment: Moment, numbers: tuple[int, ...], answer: str, *, right: bool) -> Reason:
    piece = next(lines for lines in moment.gone if lines and lines[-1].number == numbers[-1])
    lines = tuple(line for line in piece if line.number in numbers)
    left, plies = lines[-1].square, len(range(lines[-1].ply, moment.view.ply, 2))
    kinds = kinds_shown(lines, moment.enemy, moment.first)
    marks = (*_ways(lines), Mark("arrow", (NAMES[left], answer)), Mark("chosen", (answer,)))
    if not right:
        able = [kind for kind in kinds if may_be(lines, (kind,), plies) & BIT[SQUARE_OF[answer]]]
        words = f"{answer} is within reach. From {NAMES[left]}, {_one_of(able)} can be there by now."
        return Reason(words, marks=marks)
    turns = "1 turn" if plies == 1 else f"{plies} turns"
    none = "It doesn't get" if len(kinds) == 1 else "No such piece gets"
    words = f"By what you were told, it's {_one_of(kinds)}. {none} from {NAMES[left]} to {answer} in {turns}."
    return Reason(words, marks=marks)
