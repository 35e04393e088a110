"""Helpers that collect everything a viewer can read from a state, and play pairs of worlds side by side."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import pytest

from games import Illegal, Unreadable
from games.core.screen.scene import Scene
from tests.kit.games.drafts import every_prompt
from tests.kit.games.known_games import GAMES
from tests.kit.games.playouts import listed, scrambled, texts
from tests.kit.worlds.twins import Pair, Twins, played_in_both
from tests.kit.worlds.worlds import WORLDS

MOST_DRAFTS = 400
MOST_ADVICE = 3

Tolds = tuple[Mapping[int | None, tuple[str, ...]], ...]
"""The texts told about the last action in each world; empty before the first action."""


def seen_by(
    key: str, state: Any, who: int | None, rng: random.Random, drafts: int = MOST_DRAFTS
) -> dict[str, Any]:
    """Return everything a viewer can get out of a state through the protocol, except pictures."""
    game = GAMES[key]
    view = game.view(state, who)
    scenes = scenes_of(key, state, who)
    legal = texts(game, view)
    return {
        "view": view,
        "view as text": repr(view),
        "actions": legal,
        "prompts": every_prompt(game, view, drafts, rng),
        "advice": [game.advice(view, game.parse(view, text)) for text in legal[:MOST_ADVICE]],
        "refusals": refusals(game, state, who, legal, rng),
        "position": game.position(view),
        "scenes": scenes,
        "scenes as text": repr(scenes),
        "alt": [scene.alt for scene in scenes],
        "to act": game.to_act(state),
        "result": game.result(state),
    }


def scenes_of(key: str, state: Any, who: int | None) -> list[Scene]:
    """Return a viewer's scenes, upright and turned."""
    game = GAMES[key]
    return [game.scene(game.view(state, who), flip=flip) for flip in (False, True)]


def refusals(game: Any, state: Any, who: int | None, legal: list[str], rng: random.Random) -> list[str]:
    """Return the replies of `parse` and, off turn, of `play` to texts that are mostly illegal."""
    answers = []
    view = game.view(state, who)
    for text in scrambled(legal, rng):
        try:
            answers.append(game.format(game.parse(view, text)))
        except (Illegal, Unreadable) as error:
            answers.append(f"{type(error).__name__}: {error}")
    acting = game.to_act(state)
    for seat in acting:
        if who is not None and who not in acting:
            action = next(game.actions(game.view(state, seat)))
            with pytest.raises(Illegal) as refusal:
                game.play(state, who, action)
            answers.append(str(refusal.value))
    return answers


def assert_alike(key: str, twins: Twins, states: Pair, number: int, drafts: int = MOST_DRAFTS) -> None:
    for who in twins.blind:
        seen = [seen_by(key, state, who, random.Random(number), drafts) for state in states]
        for name in seen[0]:
            assert seen[0][name] == seen[1][name], (twins.what, who, name)


def assert_pictures_alike(key: str, twins: Twins, states: Pair) -> None:
    """Check that the scenes of both worlds, each drawn separately, give the same PNG."""
    for who in twins.blind:
        pictures = [[pixels(scene) for scene in scenes_of(key, state, who)] for state in states]
        assert pictures[0] == pictures[1], (twins.what, who)


def pixels(scene: Scene) -> tuple[Any, ...]:
    # The rest of these tests needs no Pillow.
    from render.painter import paint

    image = paint(scene)
    return image.size, image.mode, image.getpalette(), image.tobytes()


def assert_told_alike(twins: Twins, tolds: Tolds) -> None:
    for who in twins.blind if tolds else ():
        assert tolds[0][who] == tolds[1][who], (twins.what, who)


def assert_levels_choose_alike(key: str, twins: Twins, states: Pair, number: int) -> int:
    """Check that every level chooses the same in both worlds; return how many choices were compared."""
    game, asked = GAMES[key], 0
    for seat in set(game.to_act(states[0])) & set(twins.unbriefed) & set(twins.blind):
        for player in game.players.values():
            chosen = [
                player(game.view(state, seat), game.briefing(state, seat), random.Random(number), 200)
                for state in states
            ]
            assert chosen[0] == chosen[1], twins.what
            asked += 1
    return asked


def assert_public_from_both_seats(game: Any, state: Any) -> None:
    """Check law 4: the public view follows from either seat's view alone."""
    public = game.view(state, None)
    for seat in (0, 1):
        alone = pickle.loads(pickle.dumps(game.view(state, seat)))
        assert game.public_from(alone) == public
        assert repr(game.public_from(alone)) == repr(public)


def rarities_in(key: str, state: Any) -> set[str]:
    """Return the names of the rare situations in a state, as the game calls them."""
    return {name for name, holds in WORLDS[key].rarities.items() if holds(state)}


@lru_cache(maxsize=16)
def every_twins(key: str, number: int) -> tuple[Twins, ...]:
    """Return the twins made from a number, one of each kind."""
    return tuple(WORLDS[key].twins(random.Random(number)))


def unfolding(key: str, twins: Twins, rng: random.Random, steps: int) -> Iterator[tuple[Pair, Tolds]]:
    """Yield a pair of states, then the pair after each action played in both, until a world has ended."""
    game, states = GAMES[key], twins.states
    yield states, ()
    for _ in range(min(steps, twins.steps)):
        chosen = twins.choose(states, rng) if twins.choose else any_action(game, states[0], rng)
        if chosen is None:
            return
        seat, actions = chosen
        assert seat not in twins.blind or actions[0] == actions[1], twins.what
        first, second = played_in_both(game, states, seat, actions)
        states = (first.state, second.state)
        yield states, (first.told, second.told)
        if any(ended(game, states)):
            return


def any_action(game: Any, state: Any, rng: random.Random) -> tuple[int, Pair]:
    """Return a seat to act and a random action for it, the same in both worlds."""
    seat = rng.choice(game.to_act(state))
    action = rng.choice(listed(game, game.view(state, seat)))
    return seat, (action, action)


def ended(game: Any, states: Pair) -> list[bool]:
    return [game.result(state) is not None for state in states]
