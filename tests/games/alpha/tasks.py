"""Tasks of Alpha."""

from __future__ import annotations

import random
from functools import cache

from games.core.record import replay
from games.core.vocabulary.puzzles import read_puzzle
from tests.games.alpha.brute import (
    SLOTS,
    Task,
)
from tests.kit.games.alpha_table import GAME
from tests.paths import ROOT

FILE = ROOT / "games" / "alpha" / "puzzles.jsonl"


MARGIN, HUMAN, AI = 3, 0, 1


@cache
def puzzles(kind):
    found = tuple(map(read_puzzle, FILE.read_text().splitlines()))
    return tuple(one for one in found if one.kind == kind)


def some(kind, count):
    found = puzzles(kind)
    return random.Random(kind).sample(found, min(count, len(found)))


def beginning(puzzle):
    *_, state = replay(GAME, puzzle.course)
    return state


def hidden(state):
    """The AI's cards that nobody sees."""
    return (*state.hands[AI], *state.decks[AI])


def presses_needed(state):
    """Attacks on empty slots without which hidden creatures may be left."""
    if not any(card.is_creature for card in hidden(state)):
        return 0
    assert state.setup.options.version == "0.2", "nothing takes hidden creatures for certain"
    return -(-len(hidden(state)) // 2)


def task_of(state):
    side, waits = state.table.sides[HUMAN], state.setup.options.summoning_sickness == "on"
    there = [(False, one.card.id, 0, one.card.attack, one.health) for one in side.slots if one]
    held = [
        (True, card.id, card.cost, card.attack or card.damage, card.health)
        for card in state.hands[HUMAN]
        if not (waits and card.is_creature)
    ]
    return Task(
        tuple((one.card.id, one.health, one.card.attack) for one in state.table.sides[AI].slots if one),
        tuple(sorted([*there, *held])),
        side.energy,
        SLOTS - len(there),
        presses_needed(state),
        side.creatures,
    )
