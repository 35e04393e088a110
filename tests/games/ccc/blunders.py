"""Matches of a strong level, each with one planted clear blunder, kept as the lines of `blunders.jsonl`.

`python -m tests.games.ccc.blunders -n 40` makes them again. In a match between two `hard` players, one turn
is replaced by an action that gives something away, if playouts from there say that it costs at least a
quarter of a win. This takes about half an hour.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from games import GAMES
from games.core.selfplay import numbered_seed, rng_for
from games.core.vocabulary.puzzles import Course
from tests.games.ccc import brute

GAME = GAMES["ccc"]
FILE = Path(__file__).with_suffix(".jsonl")
CLEAR = 0.25
PLAYOUTS = 100
"""Playouts after each of two moves, so that 200 matches measure what one of them costs."""
_SCREENED = (6, PLAYOUTS)
_BUDGET = 2_000
_LISTED, _TRIED, _LOOKED_AT = 400, 16, 12
_GIVEN_AWAY = 4.0
"""Least loss, in Flats, that an action must show to be tried."""
_DEAR = ("T", "P", "CP", "PS")
_FIRST_MATCH = 880_000


class Blunder(msgspec.Struct, frozen=True):
    """A match, the number of its planted action (from 1), and its cost by playouts."""

    course: Course
    number: int
    cost: float


def planted() -> list[Blunder]:
    """Read the planted blunders that are kept."""
    return [msgspec.json.decode(line, type=Blunder) for line in FILE.read_text().splitlines()]


def result_for(state: Any, seat: int) -> float | None:
    result = GAME.result(state)
    if result is None:
        return None
    return 0.5 if result.winner is None else float(result.winner == seat)


def played_out(state: Any, seat: int, rng: random.Random) -> float:
    """Play a match from here to its end; return the seat's score."""
    while (points := result_for(state, seat)) is None:
        acting = GAME.to_act(state)[0]
        action = GAME.players["hard"](GAME.view(state, acting), None, rng, _BUDGET)
        state = GAME.play(state, acting, action).state
    return points


def share(state: Any, seat: int, playouts: int, name: str) -> float:
    return sum(played_out(state, seat, random.Random(f"{name} {n}")) for n in range(playouts)) / playouts


def cost(state: Any, action: Any, better: Any, playouts: int) -> float:
    """Return how much more a seat scores after the better action than after the other."""
    seat = GAME.to_act(state)[0]
    one, other = (
        share(GAME.play(state, seat, each).state, seat, playouts, name)
        for each, name in ((better, "better"), (action, "worse"))
    )
    return one - other


def match(number: int) -> Iterator[tuple[Any, str]]:
    """Yield the states of a match between two `hard` players, with the actions they play."""
    seed = numbered_seed(_FIRST_MATCH + number)
    yield from continued(GAME.new(GAME.options({}), seed), seed, 0)


def continued(state: Any, seed: bytes, number: int) -> Iterator[tuple[Any, str]]:
    while GAME.to_act(state):
        seat = GAME.to_act(state)[0]
        action = GAME.players["hard"](GAME.view(state, seat), None, rng_for(seed, seat, number), 20_000)
        yield state, GAME.format(action)
        state, number = GAME.play(state, seat, action).state, number + 1


def plant(number: int) -> Blunder | None:
    """Plant a blunder in one match; return None if none is found."""
    rng, seed = random.Random(f"plant {number}"), numbered_seed(_FIRST_MATCH + number)
    moments = list(match(number))
    for _ in range(_TRIED):
        at = rng.randrange(len(moments) // 4, max(1, len(moments) - 2))
        state, text = moments[at]
        seat = GAME.to_act(state)[0]
        view = GAME.view(state, seat)
        better = GAME.parse(view, text)
        action = generous(state, better, rng)
        lost = None if action is None else clear_cost(state, action, better)
        if lost is not None:
            then = GAME.play(state, seat, action).state
            rest = [text for _, text in continued(then, seed, at + 1)]
            before = [text for _, text in moments[:at]]
            actions = (*before, GAME.format(action), *rest)
            return Blunder(Course({}, seed, actions), at + 1, round(lost, 3))
    return None


def generous(state: Any, better: Any, rng: random.Random) -> Any:
    """Return an action that gives a lot away, or None if no sampled action does."""
    seat = GAME.to_act(state)[0]
    found = dear(GAME.view(state, seat))
    least = _kept(state, better) - _GIVEN_AWAY
    for action in rng.sample(found, min(len(found), _LOOKED_AT)):
        if _kept(state, action) <= least:
            return action
    return None


def _kept(state: Any, action: Any) -> float:
    """Return the material, in Flats, that the acting player keeps after the best reply to an action."""
    then = GAME.play(state, GAME.to_act(state)[0], action).state.position
    return float(brute.kept(state.setting, then, -2 * brute.OVER, 2 * brute.OVER))


def dear(view: Any) -> list[Any]:
    """Return the actions of valuable pieces, or all actions if those pieces have none."""
    found = list(islice(GAME.actions(view), _LISTED))
    board = view.position.board
    sources = {square for square, piece in enumerate(board) if piece is not None and piece.kind in _DEAR}
    return [action for action in found if getattr(action, "source", None) in sources] or found


def clear_cost(state: Any, action: Any, better: Any) -> float | None:
    """Return the cost of an action, or None as soon as playouts don't confirm that it's clear."""
    lost = 0.0
    for playouts in _SCREENED:
        lost = cost(state, action, better, playouts)
        if lost < CLEAR:
            return None
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=40)
    wanted, number = parser.parse_args().n, 0
    with FILE.open("w") as lines:
        while wanted:
            found = plant(number)
            number += 1
            if found is not None:
                wanted -= 1
                lines.write(msgspec.json.encode(found).decode() + "\n")
                lines.flush()


if __name__ == "__main__":
    main()
