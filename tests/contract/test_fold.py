"""Law 1: a state is a fold, states and views are values; actions, parse, format and play fit together."""

from __future__ import annotations

import hashlib
import os
import pickle
import random
import subprocess
import sys
from dataclasses import is_dataclass
from enum import Enum

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Illegal, Unreadable
from tests.budgets import budget
from tests.kit.games.known_games import EXAMPLE_NAME, GAMES
from tests.kit.games.playouts import VIEWERS, Situation, listed, scrambled, situations

KEYS = sorted(GAMES)
SETTLED = settings(max_examples=budget(12, 50), deadline=None, derandomize=True)

every_game = pytest.mark.parametrize("key", KEYS)


@every_game
@SETTLED
@given(data=st.data())
def test_a_state_is_the_fold_of_its_actions(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    state = game.new(game.options(situation.raw), situation.seed)
    for step in situation.steps:
        action = game.parse(game.view(state, step.seat), game.format(step.action))
        played = game.play(state, step.seat, action)
        assert played.told == step.played.told
        state = played.state
    assert state == situation.state
    assert repr(state) == repr(situation.state)


_FOLD = """
import sys
from games import GAMES
game, (seed, *texts) = GAMES[sys.argv[1]], sys.argv[2:]
state = game.new(game.options({}), bytes.fromhex(seed))
for text in texts:
    seat, text = int(text[0]), text[1:]
    state = game.play(state, seat, game.parse(game.view(state, seat), text)).state
views = [game.view(state, who) for who in (0, 1, None)]
print([(game.position(v), [game.format(a) for a, _ in zip(game.actions(v), range(3000))]) for v in views])
print(repr(state))
"""


@every_game
def test_a_fold_in_another_process_with_another_hash_seed_is_the_same(key):
    situation = Situation.with_defaults(key, 1, 40)
    moves = [f"{step.seat}{situation.game.format(step.action)}" for step in situation.steps]
    runs = [
        subprocess.run(
            [sys.executable, "-c", _FOLD, key, situation.seed.hex(), *moves],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "SLOWPLAY_GAMES": EXAMPLE_NAME},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert repr(situation.state).encode() in runs[0]


@every_game
@SETTLED
@given(data=st.data())
def test_what_an_action_says_is_told_to_everybody(key, data):
    situation = data.draw(situations(key))
    for step in situation.steps:
        said = situation.game.said(step.action)
        for who in VIEWERS:
            assert said in "\n".join(step.played.told[who])


def assert_is_value(value, path):
    """Check that nothing in a value can be changed in place."""
    if value is None or isinstance(value, (int, float, str, bytes, Enum)):
        return
    if isinstance(value, (tuple, frozenset)):
        for number, item in enumerate(value):
            assert_is_value(item, f"{path}[{number}]")
        return
    if isinstance(value, msgspec.Struct):
        assert value.__struct_config__.frozen, path
        names = value.__struct_fields__
    else:
        assert is_dataclass(value), f"{path} is a {type(value)}"
        assert value.__dataclass_params__.frozen, path
        names = tuple(value.__dataclass_fields__)
    for name in names:
        assert_is_value(getattr(value, name), f"{path}.{name}")
        with pytest.raises(AttributeError):
            setattr(value, name, getattr(value, name))


@every_game
@SETTLED
@given(data=st.data())
def test_states_views_and_actions_are_immutable_hashable_values(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    assert_is_value(situation.state, "state")
    assert hash(situation.state) == hash(pickle.loads(pickle.dumps(situation.state)))
    for who, view in situation.views().items():
        assert_is_value(view, f"view of {who}")
        assert view == game.view(situation.state, who)
        assert hash(view) == hash(game.view(situation.state, who))
        for action in listed(game, view)[:50]:
            assert_is_value(action, "action")
            hash(action)


@every_game
@SETTLED
@given(data=st.data())
def test_nobody_but_a_seat_to_act_has_actions_or_may_parse(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    acting = game.to_act(situation.state)
    for who, view in situation.views().items():
        if who in acting:
            assert next(game.actions(view), None) is not None
            continue
        assert list(game.actions(view)) == []
        for seat in acting:
            for action in listed(game, game.view(situation.state, seat))[:5]:
                with pytest.raises(Illegal):
                    game.parse(view, game.format(action))
        with pytest.raises(Illegal):
            game.parse(view, "nonsense")


@every_game
@SETTLED
@given(data=st.data())
def test_what_is_formatted_is_parsed_back_and_can_be_played(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for seat in game.to_act(situation.state):
        view = game.view(situation.state, seat)
        actions = listed(game, view)
        written = [game.format(action) for action in actions]
        assert len(set(written)) == len(written)
        for action, text in zip(actions, written, strict=True):
            assert text == text.strip()
            assert "\n" not in text
            assert game.parse(view, text) == action
            game.play(situation.state, seat, action)


@every_game
@SETTLED
@given(data=st.data())
def test_what_parse_accepts_is_legal_and_what_it_refuses_is_one_sentence(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for seat in game.to_act(situation.state):
        view = game.view(situation.state, seat)
        legal = [game.format(action) for action in listed(game, view)]
        for text in scrambled(legal, situation.rng):
            try:
                action = game.parse(view, text)
            except (Illegal, Unreadable) as error:
                assert_is_sentence(str(error))
                assert text not in legal
                continue
            assert game.format(action) in legal
            game.play(situation.state, seat, action)


def assert_is_sentence(message):
    assert message == message.strip()
    assert message[-1] in ".?”"
    assert "!" not in message.split("“")[0]
    assert len(message) <= 300
    assert "Traceback" not in message


@every_game
@SETTLED
@given(data=st.data())
def test_an_illegal_action_is_raised_and_changes_nothing(key, data):
    situation = data.draw(situations(key))
    other = data.draw(situations(key))
    game, state = situation.game, situation.state
    before = repr(state)
    acting = game.to_act(state)
    legal = {seat: listed(game, game.view(state, seat)) for seat in acting}
    for seat in (0, 1):
        for step in other.steps:
            if step.action in legal.get(seat, []):
                continue
            with pytest.raises(Illegal):
                game.play(state, seat, step.action)
    assert repr(state) == before


@every_game
@SETTLED
@given(data=st.data())
def test_a_match_is_over_exactly_when_it_has_a_result(key, data):
    situation = data.draw(situations(key, most=400))
    game = situation.game
    found = game.result(situation.state)
    assert (found is None) == (game.to_act(situation.state) != ())
    for step in situation.steps:
        assert game.result(step.before) is None
    if found is not None:
        assert found.winner in (0, 1, None)
        assert isinstance(found.reason, str)


@every_game
@SETTLED
@given(data=st.data())
def test_an_ai_level_is_a_pure_function_that_gives_a_legal_action(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for seat in game.to_act(situation.state):
        view, briefing = game.view(situation.state, seat), game.briefing(situation.state, seat)
        for player in game.players.values():
            chosen = [player(view, briefing, random.Random(5), 200) for _ in range(2)]
            assert chosen[0] == chosen[1]
            assert game.parse(view, game.format(chosen[0])) == chosen[0]
            game.play(situation.state, seat, chosen[0])


@every_game
def test_a_seed_that_is_not_32_bytes_is_refused(key):
    game = GAMES[key]
    for seed in (b"", bytes(31), bytes(33), hashlib.sha512(b"").digest()):
        with pytest.raises(ValueError):
            game.new(game.options({}), seed)


@every_game
def test_a_game_introduces_itself(key):
    game = GAMES[key]
    assert game.key == key
    assert game.title
    assert game.ruleset.startswith(key)
    assert len(game.seats) == 2
    assert game.seats[0] != game.seats[1]
    assert game.to_act(game.new(game.options({}), bytes(32)))
    for page in game.rules():
        assert page.title
        assert 0 < len(page.text) <= 1500
    assert all(who in VIEWERS for who in game.to_act(game.new(game.options({}), bytes(32))))
