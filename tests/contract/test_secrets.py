"""Laws 2 to 6: views are allow-lists, and nobody can tell worlds apart that he may not tell apart."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, Illegal, Unreadable
from games.core.chance import Chance
from render.painter import png
from tests.contract.drafts import every_prompt
from tests.contract.playouts import VIEWERS, listed, scrambled, situations, texts
from tests.contract.worlds import WORLDS, Twins

KEYS = sorted(GAMES)
SETTLED = settings(max_examples=50, deadline=None, derandomize=True)

every_game = pytest.mark.parametrize("key", KEYS)


def parts(value: Any) -> Iterator[Any]:
    """A value and everything in it."""
    yield value
    if isinstance(value, msgspec.Struct):
        inner = [getattr(value, name) for name in value.__struct_fields__]
    elif is_dataclass(value):
        inner = [getattr(value, one.name) for one in fields(value)]
    elif isinstance(value, (tuple, frozenset, list)):
        inner = list(value)
    elif isinstance(value, dict):
        inner = [*value, *value.values()]
    else:
        inner = []
    for item in inner:
        yield from parts(item)


# --- laws 2 and 4 -------------------------------------------------------------------------------------


@every_game
@SETTLED
@given(data=st.data())
def test_a_view_holds_no_state_no_chance_and_no_seed(key, data):
    situation = data.draw(situations(key))
    for view in situation.views().values():
        for part in parts(view):
            assert not isinstance(part, (Chance, type(situation.state)))
            assert part != situation.seed
            assert part != situation.seed.hex()


@every_game
@SETTLED
@given(data=st.data())
def test_a_view_is_enough_after_a_journey_to_another_process(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for view in situation.views().values():
        travelled = pickle.loads(pickle.dumps(view))
        assert travelled == view
        assert texts(game, travelled) == texts(game, view)
        assert game.position(travelled) == game.position(view)
        assert game.scene(travelled) == game.scene(view)


@every_game
@SETTLED
@given(data=st.data())
def test_the_public_view_follows_from_either_seats_view_alone(key, data):
    situation = data.draw(situations(key, most=200))
    game, views = situation.game, situation.views()
    for seat in (0, 1):
        alone = pickle.loads(pickle.dumps(views[seat]))
        assert game.public_from(alone) == views[None]
        assert repr(game.public_from(alone)) == repr(views[None])


# --- law 6 --------------------------------------------------------------------------------------------


@every_game
@SETTLED
@given(data=st.data())
def test_told_maps_both_seats_and_the_public_to_sentences(key, data):
    situation = data.draw(situations(key))
    for step in situation.steps:
        told = step.played.told
        assert set(told) == set(VIEWERS)
        for lines in told.values():
            assert isinstance(lines, tuple)
            assert all(isinstance(line, str) and line.strip() == line != "" for line in lines)
        assert told[0] or told[1] or told[None]


@every_game
@SETTLED
@given(data=st.data())
def test_what_several_are_told_they_are_told_in_the_same_order(key, data):
    situation = data.draw(situations(key))
    for step in situation.steps:
        told = step.played.told
        for seat in (0, 1):
            shared = set(told[None]) & set(told[seat])
            assert [x for x in told[None] if x in shared] == [x for x in told[seat] if x in shared]


# --- laws 3 and 5: twin worlds ------------------------------------------------------------------------


def seen_by(key: str, state: Any, who: int | None, rng: random.Random) -> dict[str, Any]:
    """Everything a viewer can get out of a state through the protocol."""
    game = GAMES[key]
    view = game.view(state, who)
    scenes = [game.scene(view, flip=flip) for flip in (False, True)]
    legal = texts(game, view)
    return {
        "view": view,
        "view as text": repr(view),
        "actions": legal,
        "prompts": every_prompt(game, view, 400, rng),
        "refusals": refusals(game, state, who, legal, rng),
        "position": game.position(view),
        "scenes": scenes,
        "alt": [scene.alt for scene in scenes],
        "pictures": [png(scene) for scene in scenes],
        "to act": game.to_act(state),
        "result": game.result(state),
    }


def refusals(game: Any, state: Any, who: int | None, legal: list[str], rng: random.Random) -> list[str]:
    """What is answered to texts of which most are not legal, by `parse` and, off turn, by `play`."""
    answers = []
    view = game.view(state, who)
    for text in scrambled(legal, rng):
        try:
            answers.append(game.format(game.parse(view, text)))
        except (Illegal, Unreadable) as error:
            answers.append(f"{type(error).__name__}: {error}")
    for seat in game.to_act(state):
        if who is not None and who != seat:
            action = next(game.actions(game.view(state, seat)))
            with pytest.raises(Illegal) as refusal:
                game.play(state, who, action)
            answers.append(str(refusal.value))
    return answers


def assert_alike(key: str, twins: Twins, states: tuple[Any, Any], number: int) -> None:
    for who in twins.blind:
        seen = [seen_by(key, state, who, random.Random(number)) for state in states]
        for name in seen[0]:
            assert seen[0][name] == seen[1][name], (twins.what, who, name)


def assert_told_alike(twins: Twins, tolds: list[Any]) -> None:
    for who in twins.blind:
        assert tolds[0][who] == tolds[1][who], (twins.what, who)


def every_twins(key: str, number: int) -> list[Twins]:
    return list(WORLDS[key].twins(random.Random(number)))


def ended(game: Any, states: tuple[Any, Any]) -> list[bool]:
    return [game.result(state) is not None for state in states]


@every_game
@pytest.mark.parametrize("number", range(2))
def test_twin_worlds_look_the_same_to_whoever_cannot_know_the_difference(key, number):
    game = GAMES[key]
    for twins in every_twins(key, number):
        states, rng = twins.states, random.Random(number)
        assert states[0] != states[1]
        assert_alike(key, twins, states, number)
        for step in range(twins.steps):
            seat = rng.choice(game.to_act(states[0]))
            action = rng.choice(listed(game, game.view(states[0], seat)))
            played = [game.play(state, seat, action) for state in states]
            states = (played[0].state, played[1].state)
            if any(ended(game, states)):
                break
            assert_told_alike(twins, [p.told for p in played])
            if step < 12 or step % 8 == 0:
                assert_alike(key, twins, states, number + step)


@every_game
@pytest.mark.parametrize("number", range(2))
def test_twin_worlds_brief_the_same_whoever_cannot_know_the_difference(key, number):
    game = GAMES[key]
    seen = 0
    for twins in every_twins(key, number):
        for seat in twins.unbriefed:
            briefings = [game.briefing(state, seat) for state in twins.states]
            assert briefings[0] == briefings[1], (twins.what, seat)
            assert repr(briefings[0]) == repr(briefings[1]), (twins.what, seat)
            seen += 1
    assert seen


@every_game
@pytest.mark.parametrize("number", range(2))
def test_ai_levels_choose_alike_in_twin_worlds_they_cannot_tell_apart(key, number):
    game = GAMES[key]
    for twins in every_twins(key, number):
        states, rng = twins.states, random.Random(number)
        for step in range(min(twins.steps, 24)):
            seat = rng.choice(game.to_act(states[0]))
            if seat in twins.unbriefed and seat in twins.blind:
                for player in game.players.values():
                    chosen = [
                        player(game.view(s, seat), game.briefing(s, seat), random.Random(step), 200)
                        for s in states
                    ]
                    assert chosen[0] == chosen[1], twins.what
            action = rng.choice(listed(game, game.view(states[0], seat)))
            states = tuple(game.play(state, seat, action).state for state in states)
            if any(ended(game, states)):
                break


@every_game
def test_when_both_worlds_have_ended_everybody_sees_which_it_was(key):
    game, opened = GAMES[key], 0
    for number in range(4):
        for twins in every_twins(key, number):
            states, rng = twins.states, random.Random(number)
            for _ in range(twins.steps):
                seat = rng.choice(game.to_act(states[0]))
                action = rng.choice(listed(game, game.view(states[0], seat)))
                states = tuple(game.play(state, seat, action).state for state in states)
                if any(ended(game, states)):
                    break
            if not all(ended(game, states)):
                continue
            opened += 1
            for who in VIEWERS:
                first, second = (game.view(state, who) for state in states)
                assert first != second, (twins.what, who)
                assert game.scene(first) != game.scene(second), (twins.what, who)
    assert opened


def test_every_registered_game_has_a_maker_of_twins():
    assert set(WORLDS) == set(GAMES)
