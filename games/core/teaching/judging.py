"""The value of a decision, both by what its player could know and by the true state.

The first is averaged over guesses that the player couldn't tell from the truth. All randomness in this module
is derived from the player's view, so states that look the same to the player are judged the same.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from games.core.game import AnyGame
from games.core.record import Replayable, replay
from games.core.search.adding import add_up
from games.core.teaching.removed import strip_marks
from games.core.vocabulary.analyst import Analyst

_DIGITS = 4
"""Decimal places of a stored chance."""


class Effort(msgspec.Struct, frozen=True):
    """How much work an analysis does.

    Attributes:
        nodes: Nodes for a decision's candidates and for each estimate.
        guesses: Guesses of the hidden state.
        turns: The most turns of a playout.
        thought: Nodes for each action of a playout.
        plies: The most plies of a playout.
    """

    nodes: int = 2_000
    guesses: int = 6
    turns: int = 8
    thought: int = 200
    plies: int = 100

    @property
    def lighter(self) -> Effort:
        """About half the effort, for retrying work that took too long."""
        return Effort(self.nodes // 2, -(-self.guesses // 2), self.turns // 2, self.thought // 2, self.plies)


class Decision(msgspec.Struct, frozen=True):
    """A player's choice before action `number` (from 1): its turn, seat, state and the text played."""

    number: int
    turn: int
    seat: int
    text: str
    state: Any


class Worth(msgspec.Struct, frozen=True):
    """A player's winning chances after an action: by what they `knew`, and in `truth`."""

    knew: float
    truth: float


class Judged(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision judged by estimates.

    Attributes:
        chance: Seat 0's true winning chance before the action.
        played: The worth of the action played.
        truest: The player's best true chance among all candidates.
        rival: The best other action by what the player could know (empty: no other is worth a look).
        other: The worth of the rival.
        fog: Whether something was hidden from the player.
    """

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
        """The player's best winning chance by what they could know."""
        return max(self.played.knew, self.other.knew) if self.rival else self.played.knew

    @property
    def lead(self) -> float:
        """The rival's lead over the action played, by what the player could know; negative if it's worse."""
        return self.other.knew - self.played.knew if self.rival else 0.0


def decisions(game: AnyGame, states: Iterable[Any], moves: Iterable[tuple[int, str]]) -> Iterator[Decision]:
    """Yield the decisions of a match, in order, from its states and the seat and text of each action.

    Actions without a choice are left out, and so are those made while both seats are to act, since neither
    player knows the other's action.
    """
    for number, (state, (seat, text)) in enumerate(zip(states, moves, strict=False), 1):
        view = game.view(state, seat)
        if len(game.to_act(state)) == 1 and game.forced(view) is None and game.automatic(view) is None:
            yield Decision(number, game.turn_number(state), seat, text, state)


def replay_record(game: AnyGame, match: Replayable) -> tuple[list[Any], list[tuple[int, str]]]:
    """Replay a record, with errors as for `games.core.record.replay`.

    Returns:
        Its states, the initial one first, and (seat, text) of each action.
    """
    states = list(replay(game, match))
    return states, [(game.to_act(s)[0], text) for s, text in zip(states, match.actions, strict=False)]


# --- the work of one step, done in a worker -----------------------------------------------------------


def judge(game: AnyGame, analyst: Analyst, decision: Decision, effort: Effort) -> Judged:
    """Judge a decision by estimates of all candidates."""
    table = _Table(game, analyst, decision, effort)
    worlds = table.guesses()
    worths = {text: table.worth(text, worlds) for text in table.options()}
    others = [text for text in worths if text != decision.text]
    rival = max(others, key=lambda text: worths[text].knew, default="")
    return Judged(
        number=decision.number,
        turn=decision.turn,
        seat=decision.seat,
        chance=_short(analyst.estimate(decision.state, table.rng("before"), effort.nodes)),
        played=worths[decision.text],
        truest=max(worth.truth for worth in worths.values()),
        rival=rival,
        other=worths.get(rival, Worth(0.0, 0.0)),
        fog=bool(worlds),
    )


def sample_playouts(
    game: AnyGame, analyst: Analyst, decision: Decision, rival: str, number: int, truly: bool, effort: Effort
) -> tuple[float, float]:
    """Play on from a decision twice, in the same world and with the same luck.

    The world is the true state if `truly`, or else guess `number`.

    Returns:
        The player's chances, from 0 to 1, after the action played and after the rival.
    """
    table = _Table(game, analyst, decision, effort)
    world = decision.state if truly else table.guess(number, decision.state)
    name = f"playout {truly} {number}"
    first, second = (
        table.mine(playout(game, analyst, table.after(world, text), table.rng(name), effort))
        for text in (decision.text, rival)
    )
    return first, second


def deduce_facts(game: AnyGame, analyst: Analyst, state: Any) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the facts that seat 0 and seat 1 could be sure of without having been told: sentences by key."""
    first, second = (analyst.deduced(game.view(state, seat)) for seat in (0, 1))
    return first, second


def playout(game: AnyGame, analyst: Analyst, state: Any, rng: random.Random, effort: Effort) -> float:
    """Return seat 0's score (1, ½ or 0) in a playout by the quick level, with chance drawn anew.

    After `effort.turns` turns or `effort.plies` plies, return an estimate of seat 0's chance instead: the end
    of a long playout depends on luck more than on the decision.
    """
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
    """A decision together with its player's view."""

    def __init__(self, game: AnyGame, analyst: Analyst, decision: Decision, effort: Effort) -> None:
        self._game, self._analyst, self._decision, self._effort = game, analyst, decision, effort
        self._view = game.view(decision.state, decision.seat)
        self._briefing = game.briefing(decision.state, decision.seat)

    def options(self) -> tuple[str, ...]:
        """Return the action played and the candidates; those that differ only in free text count as one."""
        view = self._game.briefed(self._view, self._briefing)
        found = self._analyst.candidates(view, self.rng("candidates"), self._effort.nodes)
        texts = dict[str, str]()
        for text in (self._decision.text, *map(self._game.format, found)):
            texts.setdefault(self._choice(text), text)
        return tuple(texts.values())

    def _choice(self, text: str) -> str:
        action = self._game.parse(self._view, text)
        return strip_marks(self._game.format(self._game.without_words(action) or action))

    def guesses(self) -> tuple[Any, ...]:
        """Return possible true states, or nothing if the player sees everything."""
        drawn = (self.guess(number, None) for number in range(self._effort.guesses))
        return tuple(world for world in drawn if world is not None)

    def guess(self, number: int, otherwise: Any) -> Any:
        """Return the guess of this number, or `otherwise` if nothing is hidden."""
        world = self._analyst.guess(self._view, self._briefing, self.rng(f"guess {number}"))
        return otherwise if world is None else world

    def worth(self, text: str, worlds: tuple[Any, ...]) -> Worth:
        """Return the estimated chances after an action."""
        truth = self._estimate(self._decision.state, text, 0)
        if not worlds:
            return Worth(_short(truth), _short(truth))
        chances = [self._estimate(world, text, number) for number, world in enumerate(worlds, 1)]
        return Worth(_short(add_up(chances) / len(chances)), _short(truth))

    def _estimate(self, world: Any, text: str, number: int) -> float:
        rng = self.rng(f"estimate {number}")
        return self.mine(self._analyst.estimate(self.after(world, text), rng, self._effort.nodes))

    def after(self, world: Any, text: str) -> Any:
        """Return the state after an action of the player."""
        return self._game.play(world, self._decision.seat, self._game.parse(self._view, text)).state

    def mine(self, chance: float) -> float:
        """Convert a chance of seat 0 into one of the player."""
        return chance if self._decision.seat == 0 else 1.0 - chance

    def rng(self, name: str) -> random.Random:
        """Return a generator that depends only on the name and the player's view, not on secrets."""
        seen = f"{name} {self._decision.seat} {self._game.position(self._view)}"
        return random.Random(hashlib.sha256(seen.encode()).digest())


def _short(chance: float) -> float:
    return round(chance, _DIGITS)
