"""Puzzle tasks of Alpha, read from engine states."""

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
    return tuple(puzzle for puzzle in found if puzzle.kind == kind)


def some(kind, count):
    found = puzzles(kind)
    return random.Random(kind).sample(found, min(count, len(found)))


def beginning(puzzle):
    *_, state = replay(GAME, puzzle.course)
    return state


def hidden(state):
    """Return the AI's cards that the human can't see."""
    return (*state.hands[AI], *state.decks[AI])


def presses_needed(state):
    """Return how many attacks on empty slots make sure that no hidden creature is left."""
    if not any(card.is_creature for card in hidden(state)):
        return 0
    assert state.setup.options.version == "skirmish", "nothing takes hidden creatures for certain"
    return -(-len(hidden(state)) // 2)


def task_of(state):
    side, waits = state.table.sides[HUMAN], state.setup.options.summoning_sickness == "on"
    there = [
        (False, creature.card.id, 0, creature.card.attack, creature.health)
        for creature in side.slots
        if creature
    ]
    held = [
        (True, card.id, card.cost, card.attack or card.damage, card.health)
        for card in state.hands[HUMAN]
        if not (waits and card.is_creature)
    ]
    return Task(
        tuple(
            (creature.card.id, creature.health, creature.card.attack)
            for creature in state.table.sides[AI].slots
            if creature
        ),
        tuple(sorted([*there, *held])),
        side.energy,
        SLOTS - len(there),
        presses_needed(state),
        side.creatures,
    )
