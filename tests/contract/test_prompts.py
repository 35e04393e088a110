"""Prompts: every path of choices ends in a legal action, and every legal action has a path."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.screen.prompt import COMPASS
from tests.budgets import budget
from tests.kit.games.drafts import TYPED, every_prompt, open_choices
from tests.kit.games.known_games import GAMES
from tests.kit.games.playouts import ENOUGH, listed, scrambled, situations
from tests.kit.games.scenes import assert_marks_are_on_the_board, assert_scene_is_sound

KEYS = sorted(GAMES)
SETTLED = settings(max_examples=budget(10, 40), deadline=None, derandomize=True)
SHAPES = {"list", "compass", "grid", "text", "confirm"}
LONGEST_DRAFT = 60
MOST_DRAFTS = 400

every_game = pytest.mark.parametrize("key", KEYS)


@cache
def drafts_of(key, view, number):
    return every_prompt(GAMES[key], view, MOST_DRAFTS, random.Random(number))


def prompts(situation, seat):
    """Return all drafts of a seat with their prompts, as `every_prompt` does; cached for all the tests."""
    return drafts_of(situation.game.key, situation.game.view(situation.state, seat), situation.number)


@every_game
@SETTLED
@given(data=st.data())
def test_every_choice_leads_on_or_ends_in_a_legal_action(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for seat in game.to_act(situation.state):
        view = game.view(situation.state, seat)
        for draft, prompt in prompts(situation, seat):
            assert open_choices(prompt), f"{draft} is a dead end"
            for choice in open_choices(prompt):
                if choice.action is not None:
                    action = game.parse(view, choice.action)
                    assert game.format(action) == choice.action
                    game.play(situation.state, seat, action)


@every_game
@SETTLED
@given(data=st.data())
def test_every_legal_action_is_at_the_end_of_some_draft(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for seat in game.to_act(situation.state):
        legal = {game.format(action) for action in listed(game, game.view(situation.state, seat))}
        found = prompts(situation, seat)
        if len(legal) >= ENOUGH or len(found) >= MOST_DRAFTS:
            continue
        reached = {c.action for _, prompt in found for c in open_choices(prompt) if c.action is not None}
        assert legal <= reached


@every_game
@SETTLED
@given(data=st.data())
def test_a_choice_says_what_its_action_says(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for seat in game.to_act(situation.state):
        view = game.view(situation.state, seat)
        for draft, prompt in prompts(situation, seat):
            for choice in open_choices(prompt):
                if choice.action is not None:
                    assert choice.says == game.said(game.parse(view, choice.action))
                if choice.writes:
                    assert game.prompt(view, (*draft, choice.key)).shape == "text"
                    (typed,) = game.prompt(view, (*draft, choice.key, TYPED)).choices
                    assert typed.says == TYPED


@every_game
@SETTLED
@given(data=st.data())
def test_a_draft_fits_into_a_custom_id(key, data):
    situation = data.draw(situations(key))
    for seat in situation.game.to_act(situation.state):
        for draft, _ in prompts(situation, seat):
            assert len("~".join(draft)) <= LONGEST_DRAFT
            assert all(step and not set(step) & set("~|") for step in draft)


@every_game
@SETTLED
@given(data=st.data())
def test_a_prompt_is_well_formed(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for seat in game.to_act(situation.state):
        scene = game.scene(game.view(situation.state, seat))
        for _, prompt in prompts(situation, seat):
            assert prompt.question
            assert prompt.shape in SHAPES
            assert 1 <= prompt.columns <= 5
            keys = [choice.key for choice in prompt.choices]
            assert len(set(keys)) == len(keys)
            assert all(choice.key and 0 < len(choice.label) <= 80 for choice in prompt.choices)
            assert all(len(choice.hint) <= 100 for choice in prompt.choices)
            if prompt.shape == "compass":
                assert {choice.key for choice in prompt.choices if not choice.button} <= set(COMPASS)
            assert_marks_are_on_the_board(prompt.picture or scene, prompt.marks)
            if prompt.picture is not None:
                assert_scene_is_sound(prompt.picture)


@every_game
@SETTLED
@given(data=st.data())
def test_a_stale_or_foreign_draft_is_answered_by_a_prompt_that_leads_on(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for seat in game.to_act(situation.state):
        view = game.view(situation.state, seat)
        legal = [game.format(action) for action in listed(game, view)[:20]]
        for text in scrambled(legal, situation.rng):
            for draft in ((text,), (text, "n"), ("a1", text)):
                assert open_choices(game.prompt(view, draft))


@every_game
@SETTLED
@given(data=st.data())
def test_who_is_not_to_act_is_offered_nothing(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for who, view in situation.views().items():
        if who not in game.to_act(situation.state):
            prompt = game.prompt(view, ())
            assert prompt.question
            assert open_choices(prompt) == []
            assert prompt.marks == ()
