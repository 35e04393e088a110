"""AI players against each other, and perft: counting on every game through its protocol alone."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping
from typing import Any

from games.core.game import AnyGame, Player
from games.core.record import Record, score_of
from games.core.vocabulary.options import options_data

BUDGET = 20_000
"""Nodes a player may look at when nothing else is said."""


def numbered_seed(number: int) -> bytes:
    """A reproducible seed of 32 bytes."""
    return hashlib.sha256(f"slowplay {number}".encode()).digest()


def rng_for(seed: bytes, seat: int, number: int) -> random.Random:
    """The generator that the host hands to a player for one action; derived, never the seed itself."""
    return random.Random(
        hashlib.sha256(b"player" + seed + bytes([seat]) + number.to_bytes(4, "big")).digest()
    )


Players = tuple[Player[Any, Any], Player[Any, Any]]
"""Who plays seat 0 and who plays seat 1."""


def playing(
    game: AnyGame, options: Any, seed: bytes, players: Players, budget: int = BUDGET
) -> Iterator[tuple[str, Any]]:
    """A match between two players: each action as text, and the state after it."""
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
    """A whole match between two levels, as its record."""
    options = game.options(raw)
    players = (game.players[levels[0]], game.players[levels[1]])
    played = list(playing(game, options, seed, players, budget))
    result = game.result(played[-1][1]) if played else None
    reason = str(result.reason) if result else ""
    ruleset, data, texts = game.ruleset_of(options), options_data(options), tuple(text for text, _ in played)
    return Record(game.key, ruleset, data, seed, levels, score_of(result), reason, texts)


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """How many sequences of `depth` actions there are, chance being fixed by the seed.

    While both seats are to act the lower one's actions come first."""
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
