"""Random playouts of any game through its protocol, for the contract's laws. No game is named here."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import copy
from functools import cache
from itertools import islice, product
from typing import Any

from hypothesis import strategies as st

from games import OptionError
from games.core.game import AnyGame
from games.core.selfplay import numbered_seed
from games.core.vocabulary.options import OptionSpec
from tests.kit.games.known_games import GAMES

VIEWERS = (0, 1, None)
ENOUGH = 3000
"""Maximum number of actions to list; beyond it they're sampled."""
MANY = 60
"""Number of situations generated per game, once for all its laws."""


def values_of(game: AnyGame, spec: OptionSpec) -> list[Any]:
    """Return an option's values; for a per-seat option, pairs of the listed ones and an example document."""
    if not spec.per_seat:
        return list(spec.values)
    documents = [json.loads(game.documents.example())] if game.documents else []
    return [list(pair) for pair in product([*spec.values, *documents], repeat=2)]


def some_options(game: AnyGame, rng: random.Random) -> dict[str, object]:
    """Return options with a few random changes, drawn again until the values are valid together."""
    while True:
        changed = rng.sample(game.option_specs, rng.randint(0, min(4, len(game.option_specs))))
        raw = {spec.name: rng.choice(values_of(game, spec)) for spec in changed}
        try:
            game.options(raw)
        except OptionError:
            continue
        return raw


def listed(game: AnyGame, view: Any) -> list[Any]:
    """Return the legal actions of a view, at most ENOUGH of them."""
    return list(islice(game.actions(view), ENOUGH))


def texts(game: AnyGame, view: Any) -> list[str]:
    return [game.format(action) for action in listed(game, view)]


class Step:
    """One action of a playout: its seat, the state before it and its result."""

    def __init__(self, before: Any, seat: int, action: Any, played: Any):
        self.before, self.seat, self.action, self.played = before, seat, action, played


def playout(game: AnyGame, state: Any, rng: random.Random, most: int) -> Iterator[Step]:
    """Yield at most `most` random legal actions from a state on."""
    for _ in range(most):
        acting = game.to_act(state)
        if not acting:
            return
        seat = rng.choice(acting)
        action = rng.choice(listed(game, game.view(state, seat)))
        played = game.play(state, seat, action)
        yield Step(state, seat, action, played)
        state = played.state


class Situation:
    """A game, its options and seed, the steps played so far and the state after them."""

    def __init__(self, key: str, number: int, most: int):
        rng = random.Random(number)
        self.number = number
        self.game = GAMES[key]
        self.raw = some_options(self.game, rng)
        self.seed = rng.randbytes(32)
        self.rng = rng
        self.start = self.game.new(self.game.options(self.raw), self.seed)
        self.steps = list(playout(self.game, self.start, rng, rng.randint(0, most)))
        self.state = self.steps[-1].played.state if self.steps else self.start

    def __repr__(self) -> str:
        played = [(step.seat, self.game.format(step.action)) for step in self.steps]
        return f"{self.game.key} {self.raw} seed {self.seed.hex()} {played}"

    @classmethod
    def with_defaults(cls, key: str, number: int, most: int) -> Situation:
        """Return a situation with default options, a numbered seed and at most `most` played actions."""
        situation = cls(key, number, 0)
        game = situation.game
        situation.raw, situation.seed = {}, numbered_seed(number)
        situation.start = game.new(game.options({}), situation.seed)
        situation.steps = list(playout(game, situation.start, situation.rng, most))
        situation.state = situation.steps[-1].played.state
        return situation

    def views(self) -> dict[int | None, Any]:
        return {who: self.game.view(self.state, who) for who in VIEWERS}


def situations(key: str, most: int = 90) -> st.SearchStrategy[Situation]:
    """Return a strategy for MANY situations of one game: random options, seed and playout."""
    return st.builds(_situation, st.just(key), st.integers(0, MANY - 1), st.just(most))


def _situation(key: str, number: int, most: int) -> Situation:
    """Return a copy of a cached situation, with its random source as it was after the playout."""
    situation = copy(_played(key, number, most))
    situation.rng = copy(situation.rng)
    return situation


@cache
def _played(key: str, number: int, most: int) -> Situation:
    return Situation(key, number, most)


def scrambled(legal: list[str], rng: random.Random) -> list[str]:
    """Return mostly illegal texts: recombined pieces of legal ones, and plain nonsense."""
    strays = ["", " ", "resign", "nonsense", "roll ", "a1-a1", "z99-a1", "ä" * 50]
    for _ in range(8):
        first, second = (rng.choice(legal or ["a1-a2"]) for _ in range(2))
        cut = rng.randint(0, len(first))
        strays += [first[:cut] + second[cut:], first[::-1], first.upper(), f"{first} {second}"]
        strays.append("".join(rng.choice("abcdefgh12345678x-") for _ in range(5)))
    return strays
