"""Numbered matches of Alpha between two AIs, which cycle through decks, custom decks and variants.

`python -m tests.games.alpha.matches 0 30` prints the digest of each final state, for another process.
"""

from __future__ import annotations

import hashlib
import random
import sys

import msgspec

from games import GAMES
from games.alpha.rules.decks import SHIPPED
from games.core.record import Record, score_of
from games.core.selfplay import BUDGET, numbered_seed, rng_for
from games.core.vocabulary.options import options_data
from tests.kit.games.alpha_decks import SORTS, some_deck

ALPHA = GAMES["alpha"]
LEVEL = next(iter(ALPHA.players))
LAST_PLY = 200
VARIANTS = (
    {},
    {"summoningSickness": "on"},
    {"pressure": "mill1"},
    {"summoningSickness": "on", "pressure": "mill1"},
    {"version": "skirmish"},
)


def options_of(number):
    """Return raw options: the variants in turn, and decks that are shipped or made of custom cards."""
    rng = random.Random(number)
    return {"decks": [_some_deck(rng), _some_deck(rng)], **VARIANTS[number % len(VARIANTS)]}


def _some_deck(rng):
    if rng.random() < 0.5:
        return rng.choice(list(SHIPPED))
    return some_deck(SORTS[rng.choice(list(SORTS))], rng)


def ai_match(number, level=LEVEL):
    """Return the record and the final state of a whole match of a level against itself."""
    options, seed = ALPHA.options(options_of(number)), numbered_seed(number)
    state, texts, player = ALPHA.new(options, seed), [], ALPHA.players[level]
    while acting := ALPHA.to_act(state):
        assert ALPHA.turn_number(state) <= LAST_PLY, f"match {number} does not end"
        view = ALPHA.view(state, acting[0])
        action = player(view, None, rng_for(seed, acting[0], len(texts)), BUDGET)
        texts.append(ALPHA.format(action))
        state = ALPHA.play(state, acting[0], action).state
    return record_of(options, seed, texts, ALPHA.result(state), level), state


def record_of(options, seed, texts, result, level=LEVEL):
    ruleset, data = ALPHA.ruleset_of(options), options_data(options)
    reason = str(result.reason) if result else ""
    return Record(ALPHA.key, ruleset, data, seed, (level, level), score_of(result), reason, tuple(texts))


def digest(state):
    """Return a digest of everything in a state."""
    return hashlib.sha256(msgspec.json.encode(state)).hexdigest()


if __name__ == "__main__":
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        print(digest(ai_match(number)[1]))
