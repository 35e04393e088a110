"""Complete records of random matches, with all that proves where their seed comes from."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from games import GAMES
from games.core.chance import commitment, fair_seed
from games.core.record import CHOSEN, Proof, Record, score_of
from games.core.vocabulary.options import options_data

ENGINES = ["Game", "Ruleset", "Options", "Seed", "Seats", "Result", "Reason"]
"""The tags of a record by docs/engine.md, section 7, in order."""
FURTHER = ["Match", "Commitment", "Nonce", "Interactions", "Date", "Sides"]
"""Further tags in the bot's own records."""
SHORT: dict[str, dict[str, Any]] = {
    "creators": {"boardSize": 12, "rounds": 20},
    "decoy": {"maxPlies": 50},
    "ccc": {"quiet": 14},
    "alpha": {},
}
"""Options that make a match of a game short."""
_FROM = 40
"""Maximum number of legal actions to draw from, since there can be millions."""


def recorded(
    key: str, number: int, most: int = 10_000, options: Mapping[str, Any] = MappingProxyType({})
) -> Record:
    """Return a numbered match of a person as seat 0 against a person or an AI, up to `most` actions."""
    game, rng = GAMES[key], random.Random(number)
    nonce, other = rng.randbytes(32), rng.choice((None, 1002))
    checked, seed = game.options({**SHORT.get(key, {}), **options}), fair_seed(nonce, 1001, other)
    texts, state = played(key, game.new(checked, seed), rng, most)
    result, taps = game.result(state), f"1001:{other or ''}"
    return Record(
        key,
        game.ruleset_of(checked),
        options_data(checked),
        seed,
        ("11", "easy" if other is None else "12"),
        score_of(result),
        "" if result is None else str(result.reason),
        texts,
        Proof(f"match{number}", commitment(nonce), nonce.hex(), taps, "2026.11.22", CHOSEN),
    )


def played(key: str, state: Any, rng: random.Random, most: int) -> tuple[tuple[str, ...], Any]:
    """Play random legal actions from a state on; return their texts and the final state."""
    game, texts = GAMES[key], list[str]()
    while (acting := game.to_act(state)) and len(texts) < most:
        view = game.view(state, acting[0])
        action = rng.choice(list(islice(game.actions(view), _FROM)))
        texts.append(game.format(action))
        state = game.play(state, acting[0], action).state
    return tuple(texts), state
