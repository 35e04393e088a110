"""Figures on strong play, counted in self-play of a level. The rules page on how to play well quotes them.

`python -m games.creators.ai.habits [-n 200] [--level hard] [--json]`. The matches are Standard.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from games.core.search.adding import add_up
from games.core.selfplay import numbered_seed, playing
from games.creators import Creators
from games.creators.ai.chances import filling_faces, table_of
from games.creators.ai.reach import all_lines, landing, pawns_of, set_of
from games.creators.rules.options import read_options
from games.creators.rules.rules import count_held, need_now, round_of
from games.creators.rules.state import GLYPH_SIDE, State, field
from slowplay import terminal

_FIRST = 700_000
NEAR = 3
LATE, LAST = 16, 19
"""The first rounds of the last fifth and of the last tenth of a match."""

Item = TypeVar("Item")


class Turn(NamedTuple):
    """One move: the state before it, after the roll, and the state after it."""

    before: State
    after: State


Match = Sequence[Turn]


def matches(first: int, count: int, level: str) -> Iterator[Match]:
    """Yield the moves of `count` matches of a level against itself, numbered from `first`."""
    game, options = Creators(), read_options({})
    player = game.players[level]
    for number in range(first, first + count):
        seed, turns = numbered_seed(number), list[Turn]()
        before = game.new(options, seed)
        for _, after in playing(game, options, seed, (player, player)):
            if before.die:
                turns.append(Turn(before, after))
            before = after
        yield turns


# --- turns --------------------------------------------------------------------------------------------


def count_gain(turn: Turn) -> int:
    """Return how many more cells the Creator holds after a turn than before."""
    return count_held(turn.after, 0) - count_held(turn.before, 0)


def captures(turn: Turn) -> bool:
    """Return whether a turn captures."""
    return turn.after.last is not None and turn.after.last.capture


def could_fill(turn: Turn) -> bool:
    """Return whether the roll lets the Creator fill a cell."""
    return filling_faces(table_of(turn.before), turn.before.board)[turn.before.die - 1]


def could_take(turn: Turn) -> bool:
    """Return whether the roll lets the Destroyer take a held cell."""
    before = turn.before
    standing = set_of(before.setup.pattern.cells) & pawns_of(before.board, 0)
    lines = all_lines(before.setup.options.board_size)[before.die - 1]
    return bool(landing(pawns_of(before.board, 1), lines) & standing)


def rolls_that_fill(turn: Turn) -> int:
    """Return with how many rolls the Creator could fill a cell before a turn, whatever was rolled."""
    return sum(filling_faces(table_of(turn.before), turn.before.board))


def number_of(turn: Turn) -> int:
    """Return the round of a turn."""
    return round_of(turn.before.ply)


# --- matches ------------------------------------------------------------------------------------------


def is_creator_win(match: Match) -> bool:
    """Return whether the Creator won a match."""
    outcome = match[-1].after.outcome
    return outcome is not None and outcome.winner == 0


def first_capture_won(match: Match) -> bool:
    """Return whether the side that captured first won a match."""
    first = next(turn.before.side for turn in match if captures(turn))
    return is_creator_win(match) == (first == 0)


def after_round(played: Iterable[Match], number: int) -> list[tuple[State, Match]]:
    """Return the states after a round of the matches that weren't over, each with its match."""
    turns = ((turn, match) for match in played for turn in match if turn.before.ply == 2 * number)
    return [(turn.after, match) for turn, match in turns if turn.after.outcome is None]


def short(state: State) -> int:
    """Return how many cells the Creator lacks."""
    return need_now(state) - count_held(state, 0)


def between(state: State, seat: int) -> int:
    """Return how many pawns of a seat are in the field where patterns lie."""
    return sum(state.board[cell] == seat + 1 for cell in field(state.setup.options.board_size))


# --- figures ------------------------------------------------------------------------------------------


def share(items: Iterable[Item], is_so: Callable[[Item], bool]) -> terminal.Row:
    """Return the percentage of items that meet a condition, and the number of items."""
    found = [is_so(item) for item in items]
    return {"figure": round(100 * sum(found) / len(found), 1) if found else None, "of": len(found)}


def mean(numbers: Iterable[float]) -> terminal.Row:
    """Return the mean and the number of these numbers."""
    found = list(numbers)
    return {"figure": round(add_up(found) / len(found), 2) if found else None, "of": len(found)}


def habits(played: Sequence[Match]) -> dict[str, terminal.Row]:
    """Return every figure, by a sentence that describes it."""
    turns = [turn for match in played for turn in match]
    builder, stopper = ([turn for turn in turns if turn.before.side == seat] for seat in (0, 1))
    wins = [match[-1] for match in played if is_creator_win(match)]
    contested = [match for match in played if any(map(captures, match))]
    return {
        "The Creator wins, % of matches": share(played, is_creator_win),
        "A win comes in round 19 or 20, % of wins": share(wins, lambda turn: number_of(turn) >= LAST),
        "A win captures with its last move, % of wins": share(wins, captures),
        "Who captures first wins, % of matches": share(contested, first_capture_won),
        "The Creator fills a cell when the roll lets them, % of turns": share(
            filter(could_fill, builder), lambda turn: count_gain(turn) > 0
        ),
        "The Creator gives up a cell, % of turns": share(builder, lambda turn: count_gain(turn) < 0),
        "The Creator captures, % of turns": share(builder, captures),
        "The Destroyer takes a cell when the roll lets them, % of turns": share(
            filter(could_take, stopper), lambda turn: count_gain(turn) < 0
        ),
        "The Destroyer captures, % of turns": share(stopper, captures),
        **_rolls(played),
        **_by_round(played),
        **_nearness(played),
        **_standings(played),
    }


def _rolls(played: Sequence[Match]) -> dict[str, terminal.Row]:
    """Return with how many rolls winning and losing Creators could fill a cell."""
    return {
        f"Rolls of 6 that fill a cell, in rounds 16 to 20, of a Creator who {text}": mean(
            rolls_that_fill(turn)
            for match in played
            if is_creator_win(match) == has_won
            for turn in match
            if turn.before.side == 0 and number_of(turn) >= LATE
        )
        for text, has_won in (("wins", True), ("loses", False))
    }


def _nearness(played: Sequence[Match]) -> dict[str, terminal.Row]:
    """Return the share of held cells, and of all cells, in the rows nearest to the Creator."""
    pairs = [(state, cell) for state, _ in after_round(played, 10) for cell in state.setup.pattern.cells]
    standing = [pair for pair in pairs if pair[0].board[pair[1]] == 1]
    return {
        "Cells held after round 10, % in the 3 rows nearest to the Creator": share(standing, _is_near),
        "All cells of these patterns, % in the 3 rows nearest to the Creator": share(pairs, _is_near),
    }


def _is_near(pair: tuple[State, int]) -> bool:
    state, cell = pair
    return cell in field(state.setup.options.board_size)[: NEAR * GLYPH_SIDE]


def _by_round(played: Sequence[Match]) -> dict[str, terminal.Row]:
    rows: dict[str, terminal.Row] = {}
    for number in (5, 10, 15):
        states = [state for state, _ in after_round(played, number)]
        rows[f"Cells that the Creator holds after round {number}"] = mean(
            count_held(state, 0) for state in states
        )
        for seat, name in enumerate(Creators.seats):
            label = f"{name}'s pawns between the home rows after round {number}"
            rows[label] = mean(between(state, seat) for state in states)
    return rows


def _standings(played: Sequence[Match]) -> dict[str, terminal.Row]:
    """Return how often the Creator wins, by the cells lacking as round 16 begins."""
    found = [(short(state), is_creator_win(match)) for state, match in after_round(played, 15)]
    parts = {"2 or fewer": (-99, 2), "3": (3, 3), "4": (4, 4), "5": (5, 5), "6 or more": (6, 99)}
    return {
        f"The Creator wins who lacks {text} as round 16 begins, % of matches": share(
            [is_won for lack, is_won in found if low <= lack <= high], bool
        )
        for text, (low, high) in parts.items()
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="number of matches (default: 200)")
    parser.add_argument("--level", default="hard", choices=sorted(Creators().players), help="default: hard")
    terminal.add_json(parser)
    parsed = parser.parse_args()
    played = list(terminal.track(matches(_FIRST, parsed.n, parsed.level), "Matches", parsed.n))
    rows = [{"what": what, **row} for what, row in habits(played).items()]
    title = f"What {parsed.level} does, in {parsed.n} matches of Standard against itself"
    terminal.show([terminal.Table("habits", title, rows)], as_json=parsed.json)


if __name__ == "__main__":
    main()
