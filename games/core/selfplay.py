"""Matches between AI levels, and perft (counting action sequences), for every game by its protocol."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping
from typing import Any

from games.core.game import AnyGame, Player
from games.core.record import Record, score_of
from games.core.vocabulary.options import options_data

BUDGET = 20_000
"""Default budget of a player, in nodes per action."""


def numbered_seed(number: int) -> bytes:
    """Return a reproducible seed of 32 bytes for a number."""
    return hashlib.sha256(f"slowplay {number}".encode()).digest()


def rng_for(seed: bytes, seat: int, number: int) -> random.Random:
    """Return the generator that the host gives a player for one action; derived from the seed, never it."""
    return random.Random(
        hashlib.sha256(b"player" + seed + bytes([seat]) + number.to_bytes(4, "big")).digest()
    )


Players = tuple[Player[Any, Any], Player[Any, Any]]
"""The AI players of seat 0 and seat 1."""


def playing(
    game: AnyGame, options: Any, seed: bytes, players: Players, budget: int = BUDGET
) -> Iterator[tuple[str, Any]]:
    """Play a match between two AI players, `budget` being the nodes for each action.

    Yields:
        The action as text, and the state after it.
    """
    state, number = game.new(options, seed), 0
    briefings = tuple(game.briefing(state, seat) for seat in (0, 1))
    while acting := game.to_act(state):
        seat = acting[0]
        rng = rng_for(seed, seat, number)
        action = players[seat](game.view(state, seat), briefings[seat], rng, budget)
        state, number = game.play(state, seat, action).state, number + 1
        yield game.format(action), state


def play_match(
    game: AnyGame, raw: Mapping[str, object], seed: bytes, levels: tuple[str, str], budget: int = BUDGET
) -> Record:
    """Play a whole match between two levels and return its record.

    Raises:
        OptionError: The options are wrong.
        KeyError: The game has no such level.
    """
    options = game.options(raw)
    players = (game.players[levels[0]], game.players[levels[1]])
    played = list(playing(game, options, seed, players, budget))
    result = game.result(played[-1][1]) if played else None
    reason = str(result.reason) if result else ""
    ruleset, data, texts = game.ruleset_of(options), options_data(options), tuple(text for text, _ in played)
    return Record(game.key, ruleset, data, seed, levels, score_of(result), reason, texts)


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Return the number of sequences of `depth` actions, with chance fixed by the seed.

    While both seats are to act, the lower seat's actions come first.
    """
    acting = game.to_act(state)
    if depth == 0:
        return 1
    if not acting:
        return 0
    seat = acting[0]
    actions = game.actions(game.view(state, seat))
    if depth == 1:
        return sum(1 for _ in actions)
    return sum(perft(game, game.play(state, seat, action).state, depth - 1) for action in actions)
