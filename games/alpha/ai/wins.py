"""Puzzles about winning for certain, in this turn or the next."""

from __future__ import annotations

import math
from functools import partial

from games.alpha.ai.exercises import WIN, WIN_NEXT, boards
from games.alpha.ai.finish import Plan, can_win, field_of, plans, presses_needed, signature
from games.alpha.ai.lines import line_of
from games.alpha.ai.puzzle_search import Found, Search, clamp_rating, missing
from games.alpha.ai.shortest_plans import way_to
from games.alpha.ai.two_turns import (
    MOST_HIDDEN,
    After,
    Outlook,
    TooMuch,
    ends,
    outlook_of,
    wins_next_turn,
)
from games.alpha.rules.notation import format_action
from games.alpha.rules.state import State
from games.alpha.rules.view import view

_FEWEST_PARTS, _FEWEST_BOARDS, _FEWEST_ACTIONS = 2, 6, 3
_MOST_SOURCES, _MOST_ENDS = 9, 400
_LOOK = 40
"""The boards counted against the budget for each end of a turn, for the opponent's replies."""


def win(state: State, search: Search) -> Found | None:
    """Return the puzzle of the only plan that wins in this turn for certain, if some level misses it."""
    seen = view(state, state.table.mover)
    field = field_of(seen)
    search.spend(1)
    if len(field.sources) > _MOST_SOURCES or not field.room or _may_be_lucky(state):
        return None
    found = dict[object, Plan]()
    for plan in plans(field):
        found.setdefault(signature(plan), plan)
        if len(found) > 1:
            return None
    for plan in found.values():
        parts = sum(len(group) for _, group in plan) + bool(field.presses)
        missed = missing(state, partial(_is_won, state.table.mover))
        if parts >= _FEWEST_PARTS and missed:
            line = tuple(map(format_action, line_of(seen, plan)))
            return Found(WIN, line, _rating(parts, len(field.sources), missed))
    return None


def _may_be_lucky(state: State) -> bool:
    """Return whether fewer presses than are certain to win would win, or no number of them is certain to."""
    table, options = state.table, state.setup.options
    presses = presses_needed(table, options)
    if not presses:
        return presses is None
    other = 1 - table.mover
    cards = (*state.hands[other], *state.decks[other])
    kept = len(cards) - options.milled * (presses - 1)
    coming = (*state.decks[other][::-1], *state.hands[other][::-1])
    return not any(card.is_creature for card in coming[-kept:])


def _is_won(seat: int, now: State) -> bool:
    return now.table.outcome is not None and now.table.outcome.winner == seat


def _rating(parts: int, sources: int, missed: tuple[str, ...]) -> int:
    return clamp_rating(100 + 160 * parts + 60 * sources + 180 * len(missed))


def win_next(state: State, search: Search) -> Found | None:
    """Return the puzzle of the only board with which this turn makes a win in the next certain, or None."""
    seen = view(state, state.table.mover)
    outlook = outlook_of(seen)
    if len(outlook.theirs) > MOST_HIDDEN or _is_hopeless(state) or can_win(field_of(seen)):
        return None
    every = ends(seen)
    search.spend(_LOOK * len(every))
    if len({end.boards for end in every}) < _FEWEST_BOARDS or len(every) > _MOST_ENDS:
        return None
    good = _good(outlook, every)
    return _build_puzzle(state, good, every) if good else None


def _good(outlook: Outlook, every: set[After]) -> list[After]:
    """Return the ends of this turn after which the next wins; none if they have two boards or are unknown."""
    good = list[After]()
    for end in sorted(every, key=lambda after: (after.boards, after.gone, len(after.hand))):
        try:
            if wins_next_turn(outlook, end):
                good.append(end)
        except TooMuch:
            return []
        if len({after.boards for after in good}) > 1:
            return []
    return good


def _is_hopeless(state: State) -> bool:
    """Return whether the opponent has hidden creatures that nothing discards."""
    side = state.table.sides[1 - state.table.mover]
    return side.creatures > side.occupied.bit_count() and not state.setup.options.is_skirmish


def _build_puzzle(state: State, good: list[After], every: set[After]) -> Found | None:
    """Return the puzzle if each way to its board wins, whatever was kept, and a level misses it; or None."""
    gone = max(end.gone for end in good)
    alike = [end for end in every if end.boards == good[0].boards and end.gone >= gone]
    if set(alike) - set(good):
        return None
    is_there = partial(_is_prepared, state, good[0], gone)
    missed, way = missing(state, is_there), way_to(state, is_there)
    if way is None or len(way) < _FEWEST_ACTIONS or not missed:
        return None
    return Found(WIN_NEXT, way, clamp_rating(1100 + 110 * math.log2(len(every)) + 180 * len(missed)))


def _is_prepared(start: State, end: After, gone: int, now: State) -> bool:
    seat = start.table.mover
    before, after = (each.table.sides[1 - seat] for each in (start, now))
    taken = before.hand + before.deck - after.hand - after.deck
    return boards(now, seat) == end.boards and taken >= gone
