"""Why an answer to a puzzle is right or wrong, in two sentences, with the enemy's reply as an arrow."""

from __future__ import annotations

import random
from collections import deque

from games.ccc.ai import judging
from games.ccc.ai.proofs import find_refutation, wins
from games.ccc.ai.puzzle_finder import BEST, SAVE, WIN_1, replay_states
from games.ccc.ai.searching import best_action
from games.ccc.rules import rules
from games.ccc.rules.actions import Action, Attack, Merge, Move
from games.ccc.rules.notation import format_action, read_action
from games.ccc.rules.rules import pyramid_strength
from games.ccc.rules.state import SEAT_NAMES, State, view
from games.core.screen.advice import mark_move, mark_strike
from games.core.screen.scene import Mark
from games.core.vocabulary.puzzles import Puzzle, Reason

_NODES = 2_000
_APART = 0.03
"""The least difference between two chances that a short search can tell apart."""


def explain(puzzle: Puzzle, now: State, *, right: bool) -> Reason:
    """Return why the answer that led to a state is right or wrong."""
    if puzzle.kind == BEST:
        return _best(puzzle, now, right=right)
    return Reason(_why_right(puzzle)) if right else _why_wrong(puzzle, now)


def _names(puzzle: Puzzle) -> tuple[str, str]:
    return SEAT_NAMES[puzzle.seat], SEAT_NAMES[1 - puzzle.seat]


def _why_right(puzzle: Puzzle) -> str:
    side, rival = _names(puzzle)
    if puzzle.kind == WIN_1:
        return f"{rival} has no Pyramid left, and {side} still has one."
    if puzzle.kind == SAVE:
        return f"Now {rival} can't take {side}'s last Pyramids in one turn. After any other move, it could."
    return f"{rival} had no way out: {side} could take the last Pyramids whatever {rival} played."


def _why_wrong(puzzle: Puzzle, now: State) -> Reason:
    side, rival = _names(puzzle)
    if now.outcome is not None:
        return Reason(f"That ends the match, and {side} doesn't win it.")
    if puzzle.kind == SAVE:
        found = wins(now.setting, now.position, most=1)
        return _reply(now, f"{rival} still wins at once", found[0].action if found else None)
    if puzzle.kind == WIN_1 or now.position.ply > _start(puzzle).position.ply + 1:
        left = pyramid_strength(now.position.board, 1 - puzzle.seat)
        return Reason(f"{rival}'s Pyramids still have a Strength of {left}. {side} needs to bring that to 0.")
    if found := wins(now.setting, now.position, most=1):
        return _reply(now, f"{rival} wins first", found[0].action)
    reason = _reply(now, f"{rival} has a way out", find_refutation(now.setting, now.position))
    return Reason(f"{reason.words} After that, {side} can't win at once.", marks=reason.marks)


def _best(puzzle: Puzzle, now: State, *, right: bool) -> Reason:
    """Return the reason with the chances that a short search sees, if they agree with the proof."""
    side, rival = _names(puzzle)
    start = _start(puzzle)
    action = read_action(start.setting.geometry, puzzle.solution[0])
    best = _chance(rules.play(start, puzzle.seat, action).state, puzzle.seat)
    if right:
        return Reason(f"After it, {side} wins about {best:.0%} of the time. No other move comes close.")
    mine = _chance(now, puzzle.seat)
    far = f" The best move keeps about {best:.0%}." if best - mine >= _APART else " A deeper look shows why."
    told = f", which leaves {side} about {mine:.0%}" if best - mine >= _APART else ""
    choice = None if now.outcome else best_action(view(now, None), random.Random(0), _NODES)
    if choice is None:
        return Reason(f"That leaves {side} about {mine:.0%}.{far}")
    reason = _reply(now, f"{rival} replies best", choice.label, told)
    return Reason(reason.words + far, marks=reason.marks)


def _start(puzzle: Puzzle) -> State:
    (state,) = deque(replay_states(puzzle.course), maxlen=1)
    return state


def _chance(state: State, seat: int) -> float:
    chance = judging.chance(state, judging.NODES)
    return 1.0 - chance if seat else chance


def _reply(now: State, words: str, action: Action | None, more: str = "") -> Reason:
    if action is None:
        return Reason(f"{words}{more}.")
    text, _, _ = format_action(action).partition("{")
    return Reason(f"{words} with {text}{more}.", marks=_marks(now, action))


def _marks(now: State, action: Action) -> tuple[Mark, ...]:
    names = now.setting.geometry.names
    match action:
        case Attack(source, target):
            return mark_strike(names[source], names[target])
        case Move(source, target) | Merge(source, target):
            return mark_move(names[source], names[target])
        case _:
            return ()
