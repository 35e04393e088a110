"""What a match could have taught its players: what each decision was worth, judged twice.

By what its player could know: over guesses of the truth that they couldn't have told apart. And by the truth
itself. Two twins, the same to a player and different in truth, are judged alike by what was known."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from games.core.analyst import Analyst
from games.core.game import AnyGame
from games.core.record import Replayable, replay
from games.core.search.adding import added


class Effort(msgspec.Struct, frozen=True):
    """How much is looked at: `nodes` for a decision's candidates and for each estimate; `guesses` of what is
    hidden; `playouts` of each move that matters, of at most `plies` actions."""

    nodes: int = 2_000
    guesses: int = 6
    playouts: int = 24
    plies: int = 400


class Decision(msgspec.Struct, frozen=True):
    """A choice that a player had: before action `number` (from 1), in a turn, by a seat, which played
    `text`."""

    number: int
    turn: int
    seat: int
    text: str
    state: Any


class Option(msgspec.Struct, frozen=True):
    """An action and the chances that its player wins after it: by what they `knew`, and in `truth`."""

    text: str
    known: float
    truth: float


class Judged(msgspec.Struct, frozen=True):
    """A decision and what it was worth: what was `played`, the `best` by what its player could know, and the
    `chance` that seat 0 won then, in truth."""

    number: int
    turn: int
    seat: int
    played: Option
    best: Option
    chance: float

    @property
    def cost(self) -> float:
        """How much of a chance it cost, by what its player could know; never below 0."""
        return max(0.0, self.best.known - self.played.known)


def decisions(game: AnyGame, match: Replayable) -> Iterator[Decision]:
    """The choices in a match, in order; what is played without a choice is none. While both seats are to act
    nobody's choice is judged: neither knows what the other one does."""
    states = replay(game, match)
    for number, (state, text) in enumerate(zip(states, match.actions, strict=False), 1):
        acting = game.to_act(state)
        view = game.view(state, acting[0])
        if len(acting) == 1 and game.forced(view) is None and game.automatic(view) is None:
            yield Decision(number, game.turn_number(state), acting[0], text, state)


def judged(game: AnyGame, analyst: Analyst, one: Decision, effort: Effort) -> Judged:
    """A decision by estimates alone."""
    return _Bench(game, analyst, one, effort).judged(_estimated)


def measured(game: AnyGame, analyst: Analyst, one: Decision, texts: Sequence[str], effort: Effort) -> Judged:
    """The same by matches that are played to their ends, of these actions alone."""
    return _Bench(game, analyst, one, effort, texts).judged(_played_out)


class _Bench:
    """One decision, with what may be the truth and what may be played."""

    def __init__(
        self, game: AnyGame, analyst: Analyst, one: Decision, effort: Effort, texts: Sequence[str] = ()
    ) -> None:
        self.game, self.analyst, self.one, self.effort = game, analyst, one, effort
        self._view = game.view(one.state, one.seat)
        self._worlds = self._guesses()
        self._texts = tuple(dict.fromkeys((one.text, *(texts or self._candidates()))))

    def judged(self, worth: Any) -> Judged:
        """Every action by `worth` in every world."""
        options = [self._option(text, worth) for text in self._texts]
        played, best = options[0], max(options, key=lambda option: option.known)
        before = self.analyst.estimate(self.one.state, self.rng("before"), self.effort.nodes)
        one = self.one
        return Judged(one.number, one.turn, one.seat, played, best, before)

    def _candidates(self) -> list[str]:
        briefing = self.game.briefing(self.one.state, self.one.seat)
        view = self.game.briefed(self._view, briefing)
        found = self.analyst.candidates(view, self.rng("candidates"), self.effort.nodes)
        return [self.game.format(action) for action in found]

    def _guesses(self) -> tuple[Any, ...]:
        """What may be the truth, by what the player sees; nothing where they see all of it."""
        briefing = self.game.briefing(self.one.state, self.one.seat)
        drawn = (
            self.analyst.guess(self._view, briefing, self.rng("guess", number))
            for number in range(self.effort.guesses)
        )
        return tuple(world for world in drawn if world is not None)

    def _option(self, text: str, worth: Any) -> Option:
        truth = self._mine(worth(self, self._after(self.one.state, text), 0))
        if not self._worlds:
            return Option(text, truth, truth)
        chances = [
            self._mine(worth(self, self._after(world, text), number))
            for number, world in enumerate(self._worlds, 1)
        ]
        return Option(text, added(chances) / len(chances), truth)

    def _mine(self, chance: float) -> float:
        return chance if self.one.seat == 0 else 1.0 - chance

    def _after(self, state: Any, text: str) -> Any:
        action = self.game.parse(self.game.view(state, self.one.seat), text)
        return self.game.play(state, self.one.seat, action).state

    def rng(self, what: str, number: int = 0) -> random.Random:
        """The same for everything that the player can't tell apart, and for each action that is compared."""
        seen = self.game.position(self._view)
        return random.Random(hashlib.sha256(f"{what} {number} {seen}".encode()).digest())


def _estimated(bench: _Bench, state: Any, number: int) -> float:
    return bench.analyst.estimate(state, bench.rng("estimate", number), bench.effort.nodes)


def _played_out(bench: _Bench, state: Any, number: int) -> float:
    """The share that seat 0 wins of matches of a quick level from here on."""
    each = max(1, bench.effort.playouts // (bench.effort.guesses if number else 1))
    results = [
        playout(bench.game, bench.analyst, state, bench.rng(f"playout {number}", one), bench.effort.plies)
        for one in range(each)
    ]
    return added(results) / each


def playout(game: AnyGame, analyst: Analyst, state: Any, rng: random.Random, plies: int) -> float:
    """What seat 0 gets of one match that a quick level plays from here on, with chance drawn anew: 1, ½ or 0;
    of one that's still open after so many actions, its estimate."""
    level, briefings = game.players[analyst.quick], (game.briefing(state, 0), game.briefing(state, 1))
    state = game.reseeded(state, rng.randbytes(32))
    for _ in range(plies):
        result = game.result(state)
        if result is not None:
            return 0.5 if result.winner is None else 1.0 - result.winner
        seat = game.to_act(state)[0]
        action = level(game.view(state, seat), briefings[seat], rng, 0)
        state = game.play(state, seat, action).state
    return analyst.estimate(state, rng, 0)


# --- what to tell of it -------------------------------------------------------------------------------

FEWEST, MOST = 3, 7
"""So many moments a match has, where there are as many decisions."""
BLUNDER = 0.1
"""What costs so much of a chance is always told, as far as there's room."""


def weightiest(all_of_them: Iterable[Judged], most: int = MOST) -> tuple[Judged, ...]:
    """The decisions that cost the most, in their order; of equals the later one."""
    found = sorted(all_of_them, key=lambda one: (one.cost, one.number), reverse=True)
    return tuple(sorted(found[:most], key=lambda one: one.number))


def accuracy(all_of_them: Iterable[Judged], seat: int) -> float | None:
    """How much of what could be kept a player kept, from 0 to 1: what their decisions cost on average, each
    against what was at stake; None without decisions."""
    costs = [one.cost for one in all_of_them if one.seat == seat]
    return 1.0 - added(costs) / len(costs) if costs else None
