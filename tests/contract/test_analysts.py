"""Analysts in any position: legal candidates, chances, and guesses with the same view as the true state."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.core.record import replay
from games.core.selfplay import numbered_seed, play_match
from games.core.teaching.analysis import Analysis
from games.core.teaching.judging import Effort, judge
from games.core.vocabulary.puzzles import Course
from tests.kit.games.analyzed import choices, is_faulted
from tests.kit.games.known_games import GAMES
from tests.kit.games.playouts import Situation

KEYS = [key for key, game in GAMES.items() if game.analyst is not None]
_BUDGET = 2_000
_SITUATIONS = 20


def states(key: str) -> list[Any]:
    """Return positions of many matches with varied options."""
    return [Situation(key, number, 90).state for number in range(_SITUATIONS)]


every_game = pytest.mark.parametrize("key", KEYS)


@every_game
def test_candidates_may_be_played_and_are_a_function_of_what_is_seen(key: str) -> None:
    game = GAMES[key]
    assert game.analyst is not None
    for number, state in enumerate(states(key)):
        for seat in game.to_act(state):
            view = game.view(state, seat)
            found = game.analyst.candidates(view, random.Random(number), _BUDGET)
            assert found == game.analyst.candidates(view, random.Random(number), _BUDGET)
            assert 1 <= len(found) <= 12
            assert all(game.parse(view, game.format(action)) == action for action in found)


@every_game
def test_a_chance_is_one_and_at_the_end_it_is_the_result(key: str) -> None:
    game = GAMES[key]
    assert game.analyst is not None
    for number, state in enumerate(states(key)):
        chance = game.analyst.estimate(state, random.Random(number), _BUDGET)
        result = game.result(state)
        assert 0.0 <= chance <= 1.0
        if result is not None:
            assert chance == (0.5 if result.winner is None else 1.0 - result.winner)


@every_game
def test_a_guess_looks_just_like_the_truth_to_who_makes_it(key: str) -> None:
    game = GAMES[key]
    assert game.analyst is not None
    for number, state in enumerate(states(key)):
        for seat in (0, 1):
            view, briefing = game.view(state, seat), game.briefing(state, seat)
            guessed = game.analyst.guess(view, briefing, random.Random(number))
            if guessed is not None:
                assert game.view(guessed, seat) == view
                assert game.to_act(guessed) == game.to_act(state)


@every_game
def test_what_is_deduced_are_plain_sentences(key: str) -> None:
    game = GAMES[key]
    assert game.analyst is not None
    for state in states(key):
        for seat in (0, 1):
            facts = game.analyst.deduced(game.view(state, seat))
            assert all(words.endswith(".") and len(words) < 200 for words in facts.values())


# --- perfect endings ----------------------------------------------------------------------------------

_MATCHES = 12
_BRIEF = Effort(nodes=500, guesses=4)


@pytest.mark.proof
@every_game
def test_nothing_is_said_against_what_won_at_once(key: str) -> None:
    """Check the last choice of 12 matches that its player won with it."""
    game, won = GAMES[key], 0
    assert game.analyst is not None
    for number in range(_MATCHES):
        record = play_match(game, {}, numbered_seed(60_000 + number), (game.analyst.quick,) * 2)
        course = Course(record.options, record.seed, record.actions)
        *_, end = replay(game, course)
        last, result = choices(game, course)[-1], game.result(end)
        if result is not None and result.winner == last.seat:
            found = judge(game, game.analyst, last, _BRIEF)
            assert found.played.truth > 0.9
            assert not is_faulted(game, Analysis(1, (found,)), last, _BRIEF)
            won += 1
    assert won >= _MATCHES / 4
