"""Puzzles in matches: moments at which exactly one move wins, saves or gains.

Each is stored as the position before the last move and that move, so that the solver sees what has happened.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from games.ccc.ai.best_moves import best_move
from games.ccc.ai.difficulty import rating
from games.ccc.ai.judging import likelihood, worth
from games.ccc.ai.proofs import (
    Done,
    all_done,
    can_win,
    is_calm,
    toughest,
    ways_out,
    wins,
    wins_in_two,
)
from games.ccc.rules import rules
from games.ccc.rules.actions import Action, Attack
from games.ccc.rules.notation import format_action, read_action, write_position
from games.ccc.rules.options import read_options
from games.ccc.rules.position import Position
from games.ccc.rules.rules import pyramid_strength
from games.ccc.rules.state import State, new_state, view
from games.core.search.nodes import Nodes
from games.core.vocabulary.options import options_data
from games.core.vocabulary.puzzles import Course, Puzzle

WIN_1, WIN_2, SAVE, BEST = "win-1", "win-2", "save", "best"
_FEWEST = 8
"""The fewest different moves that a position needs to become a puzzle."""
_WITHIN_TWO = 9
"""The most Pyramid Strength that a side can lose within two turns."""
_HOPELESS = 0.08
_SEEN_AT_ONCE = 0.15
"""The share of puzzles with an obvious answer that is kept, since some have to be easy."""
_NODES = 1_000


def replay_states(course: Course) -> Iterator[State]:
    """Yield the states of a match, the opening first; raise GameError where it departs from the rules."""
    state = new_state(read_options(course.options), course.seed)
    yield state
    for text in course.actions:
        action = read_action(state.setting.geometry, text)
        state = rules.play(state, state.position.side, action).state
        yield state


class Moment(msgspec.Struct, frozen=True):
    """A position that may become the start of a puzzle.

    Attributes:
        course: The options and the last action that lead to it.
        state: The state in it.
        own: An action for every position that the side to move can reach.
    """

    course: Course
    state: State
    own: tuple[Done, ...]

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.state.position.side


def puzzles(course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
    """Yield at most one puzzle of each kind about an ending, and every best-move puzzle found."""
    nodes, had = Nodes(budget), set[str]()
    for before, now in pairwise(replay_states(course)):
        found = _find_puzzle(course, before, now, rng, nodes)
        if found is not None and (found.kind == BEST or found.kind not in had):
            had.add(found.kind)
            yield found


def _find_puzzle(
    course: Course, before: State, now: State, rng: random.Random, nodes: Nodes
) -> Puzzle | None:
    """Return the puzzle at one moment of a match, or None."""
    setting, position = now.setting, now.position
    if now.outcome is not None or now.last is None or not is_calm(setting, position):
        return None
    own = all_done(setting, position)
    if own is None or len(own) < _FEWEST:
        return None
    rooted = Course(_options(before), course.seed, (format_action(now.last.action),))
    moment = Moment(rooted, now, tuple(own))
    won = wins(setting, position)
    if won:
        return _win_in_one(moment, won, rng)
    return _win_in_two(moment) or _way_out(moment) or _best(moment, rng, nodes)


def _options(before: State) -> dict[str, object]:
    """Return the options that differ from the defaults, and the position."""
    usual, data = options_data(read_options({})), options_data(before.setting.options)
    changed = {name: value for name, value in data.items() if value != usual[name]}
    return {**changed, "position": write_position(before.position)}


def _puzzle(moment: Moment, kind: str, solution: Sequence[Action], hard: int) -> Puzzle:
    texts = tuple(map(format_action, solution))
    return Puzzle(id="", kind=kind, rating=hard, seat=moment.seat, course=moment.course, solution=texts)


# --- the four kinds -------------------------------------------------------------------------------------


def _win_in_one(moment: Moment, won: list[Done], rng: random.Random) -> Puzzle | None:
    """Return a puzzle if exactly one move wins; most that are a plain attack without lures are dropped."""
    if len(won) != 1:
        return None
    action, lures = won[0].action, _lures(moment)
    if isinstance(action, Attack) and not lures and rng.random() > _SEEN_AT_ONCE:
        return None
    return _puzzle(moment, WIN_1, (action,), rating(WIN_1, action, len(moment.own), lures))


def _lures(moment: Moment) -> int:
    """Return how many moves, not counting the answer, weaken an enemy Pyramid."""
    board, side = moment.state.position.board, moment.seat
    had = pyramid_strength(board, 1 - side)
    struck = sum(pyramid_strength(done.position.board, 1 - side) < had for done in moment.own)
    return max(0, struck - 1)


def _win_in_two(moment: Moment) -> Puzzle | None:
    """Return a puzzle if exactly one move forces a win on the next turn, else None."""
    setting, position = moment.state.setting, moment.state.position
    if pyramid_strength(position.board, 1 - moment.seat) > _WITHIN_TWO:
        return None
    found = wins_in_two(setting, position)
    if not found or len(found) != 1:
        return None
    line = toughest(setting, found[0].position)
    if line is None:
        return None
    action = found[0].action
    lures = _lures(moment) if isinstance(action, Attack) else _threats(moment)
    return _puzzle(moment, WIN_2, (action, *line), rating(WIN_2, action, len(moment.own), lures))


def _threats(moment: Moment) -> int:
    """Return how many moves, not counting the answer, threaten to win at once."""
    setting = moment.state.setting
    return sum(can_win(setting, _switch_side(done.position)) for done in moment.own) - 1


def _switch_side(position: Position) -> Position:
    return msgspec.structs.replace(position, side=1 - position.side)


def _way_out(moment: Moment) -> Puzzle | None:
    """Return a puzzle if exactly one move prevents the enemy's win and the rest isn't hopeless."""
    setting, position = moment.state.setting, moment.state.position
    if not can_win(setting, _switch_side(position)):
        return None
    found = ways_out(setting, position)
    if not found or len(found) != 1:
        return None
    then = msgspec.structs.replace(moment.state, position=found[0].position)
    chance = likelihood(worth(view(then, None), 2, _NODES), then.position.side)
    if (1.0 - chance if moment.seat else chance) < _HOPELESS:
        return None
    return _puzzle(moment, SAVE, (found[0].action,), rating(SAVE, found[0].action, len(moment.own)))


def _best(moment: Moment, rng: random.Random, nodes: Nodes) -> Puzzle | None:
    """Return a puzzle if one move is far better than all others, seldom if it is an obvious attack."""
    best = best_move(view(moment.state, None), moment.own, nodes)
    if best is None:
        return None
    action = best.done.action
    if isinstance(action, Attack) and best.depth == 0 and rng.random() > _SEEN_AT_ONCE:
        return None
    hard = rating(BEST, action, len(moment.own), 0, best.depth, best.margin)
    return _puzzle(moment, BEST, (action,), hard)
