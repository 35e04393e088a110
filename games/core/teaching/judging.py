"""What a choice in a match was worth, judged twice: by what its player could know, over guesses of the truth
that they couldn't have told apart, and by the truth itself.

Twins, the same to a player and different in truth, are judged alike by what was known: all chance in here
follows from what the player sees."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from games.core.game import AnyGame
from games.core.record import Replayable, replay
from games.core.search.adding import added
from games.core.teaching.removed import unmarked
from games.core.vocabulary.analyst import Analyst

_DIGITS = 4
"""Of a chance as it is kept."""


class Effort(msgspec.Struct, frozen=True):
    """How much is looked at: `nodes` for a decision's candidates and for each estimate; `guesses` of what is
    hidden; `turns` of a playout, with so many nodes (`thought`) for each of its actions, at most `plies`."""

    nodes: int = 2_000
    guesses: int = 6
    turns: int = 8
    thought: int = 200
    plies: int = 100

    @property
    def lighter(self) -> Effort:
        """Much less of it, where that was too much."""
        return Effort(self.nodes // 2, -(-self.guesses // 2), self.turns // 2, self.thought // 2, self.plies)


class Decision(msgspec.Struct, frozen=True):
    """A choice that a player had: before action `number` (from 1), in a turn, by a seat, which played
    `text`."""

    number: int
    turn: int
    seat: int
    text: str
    state: Any


class Worth(msgspec.Struct, frozen=True):
    """The chances that a player wins after an action: by what they `knew`, and in `truth`."""

    knew: float
    truth: float


class Judged(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision, judged by estimates: what was `played`, and the best of the others (`rival`; empty: nothing
    else was worth a look) by what its player could know. `chance`: that seat 0 won then, and `truest`: the
    best that its player could have had, both in truth; `fog`: something was hidden from them."""

    number: int
    turn: int
    seat: int
    chance: float
    played: Worth
    truest: float
    rival: str = ""
    other: Worth = Worth(0.0, 0.0)
    fog: bool = False

    @property
    def hope(self) -> float:
        """The best chance that its player could see."""
        return max(self.played.knew, self.other.knew) if self.rival else self.played.knew

    @property
    def lead(self) -> float:
        """By how much the rival is better than what was played, by what was known; below 0: worse."""
        return self.other.knew - self.played.knew if self.rival else 0.0


def decisions(game: AnyGame, states: Iterable[Any], moves: Iterable[tuple[int, str]]) -> Iterator[Decision]:
    """The choices in a match, in order, from its states and the seat and text of each action. What is played
    without a choice is none. While both seats are to act nobody's choice is judged: neither knows what the
    other one does."""
    for number, (state, (seat, text)) in enumerate(zip(states, moves, strict=False), 1):
        view = game.view(state, seat)
        if len(game.to_act(state)) == 1 and game.forced(view) is None and game.automatic(view) is None:
            yield Decision(number, game.turn_number(state), seat, text, state)


def recorded(game: AnyGame, match: Replayable) -> tuple[list[Any], list[tuple[int, str]]]:
    """The states and moves of a record."""
    states = list(replay(game, match))
    return states, [(game.to_act(s)[0], text) for s, text in zip(states, match.actions, strict=False)]


# --- the work of one step, done in a worker -----------------------------------------------------------


def judged(game: AnyGame, analyst: Analyst, one: Decision, effort: Effort) -> Judged:
    """A decision by estimates of all that is worth a look."""
    table = _Table(game, analyst, one, effort)
    worlds = table.guesses()
    worths = {text: table.worth(text, worlds) for text in table.options()}
    others = [text for text in worths if text != one.text]
    rival = max(others, key=lambda text: worths[text].knew, default="")
    return Judged(
        number=one.number,
        turn=one.turn,
        seat=one.seat,
        chance=_short(analyst.estimate(one.state, table.rng("before"), effort.nodes)),
        played=worths[one.text],
        truest=max(worth.truth for worth in worths.values()),
        rival=rival,
        other=worths.get(rival, Worth(0.0, 0.0)),
        fog=bool(worlds),
    )


def sampled(
    game: AnyGame, analyst: Analyst, one: Decision, rival: str, number: int, truly: bool, effort: Effort
) -> tuple[float, float]:
    """The chances of a decision's player in two matches that are played on from there: after what they
    played, and after the rival. Both in the same world, the truth (`truly`) or a guess of it, with the same
    luck; sample `number` of them."""
    table = _Table(game, analyst, one, effort)
    world = one.state if truly else table.guess(number, one.state)
    name = f"playout {truly} {number}"
    first, second = (
        table.mine(playout(game, analyst, table.after(world, text), table.rng(name), effort))
        for text in (one.text, rival)
    )
    return first, second


def deduced(game: AnyGame, analyst: Analyst, state: Any) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """What each seat could be sure of, though nobody had told them."""
    first, second = (analyst.deduced(game.view(state, seat)) for seat in (0, 1))
    return first, second


def playout(game: AnyGame, analyst: Analyst, state: Any, rng: random.Random, effort: Effort) -> float:
    """What seat 0 gets of one match that a quick level plays from here on, with chance drawn anew: 1, ½ or 0.
    After some turns it's estimated: played to its end, a match says more about luck than about a choice."""
    level, briefings = game.players[analyst.quick], (game.briefing(state, 0), game.briefing(state, 1))
    state, until = game.reseeded(state, rng.randbytes(32)), game.turn_number(state) + effort.turns
    for _ in range(effort.plies):
        result = game.result(state)
        if result is not None:
            return 0.5 if result.winner is None else 1.0 - result.winner
        if game.turn_number(state) >= until:
            break
        seat = game.to_act(state)[0]
        action = level(game.view(state, seat), briefings[seat], rng, effort.thought)
        state = game.play(state, seat, action).state
    return analyst.estimate(state, rng, effort.nodes)


class _Table:
    """One decision, with what its player sees."""

    def __init__(self, game: AnyGame, analyst: Analyst, one: Decision, effort: Effort) -> None:
        self._game, self._analyst, self._one, self._effort = game, analyst, one, effort
        self._view = game.view(one.state, one.seat)
        self._briefing = game.briefing(one.state, one.seat)

    def options(self) -> tuple[str, ...]:
        """What was played, and what else is worth a look. Words that come along make no other choice."""
        view = self._game.briefed(self._view, self._briefing)
        found = self._analyst.candidates(view, self.rng("candidates"), self._effort.nodes)
        texts = dict[str, str]()
        for text in (self._one.text, *map(self._game.format, found)):
            texts.setdefault(self._choice(text), text)
        return tuple(texts.values())

    def _choice(self, text: str) -> str:
        action = self._game.parse(self._view, text)
        return unmarked(self._game.format(self._game.without_words(action) or action))

    def guesses(self) -> tuple[Any, ...]:
        """What may be the truth; nothing where the player sees all of it."""
        drawn = (self.guess(number, None) for number in range(self._effort.guesses))
        return tuple(world for world in drawn if world is not None)

    def guess(self, number: int, otherwise: Any) -> Any:
        """One guess by its number, or something else where nothing is hidden."""
        world = self._analyst.guess(self._view, self._briefing, self.rng(f"guess {number}"))
        return otherwise if world is None else world

    def worth(self, text: str, worlds: tuple[Any, ...]) -> Worth:
        """The chances after an action, by estimates."""
        truth = self._estimate(self._one.state, text, 0)
        if not worlds:
            return Worth(_short(truth), _short(truth))
        chances = [self._estimate(world, text, number) for number, world in enumerate(worlds, 1)]
        return Worth(_short(added(chances) / len(chances)), _short(truth))

    def _estimate(self, world: Any, text: str, number: int) -> float:
        rng = self.rng(f"estimate {number}")
        return self.mine(self._analyst.estimate(self.after(world, text), rng, self._effort.nodes))

    def after(self, world: Any, text: str) -> Any:
        """The state after an action of the player."""
        return self._game.play(world, self._one.seat, self._game.parse(self._view, text)).state

    def mine(self, chance: float) -> float:
        """A chance of seat 0 as one of the player's."""
        return chance if self._one.seat == 0 else 1.0 - chance

    def rng(self, name: str) -> random.Random:
        """The same for everything that the player can't tell apart, and for each action that is compared."""
        seen = f"{name} {self._one.seat} {self._game.position(self._view)}"
        return random.Random(hashlib.sha256(seen.encode()).digest())


def _short(chance: float) -> float:
    return round(chance, _DIGITS)
