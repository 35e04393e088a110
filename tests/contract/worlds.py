"""The one table in which the contract tests name games: pairs of worlds that somebody cannot tell apart.

A maker of twins yields `Twins`; `GOLDENS` are the options of the golden playthroughs; `truth` is what only
the host knows of a state, in one line.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games import GAMES


@dataclass(frozen=True)
class Twins:
    """Two states of one game that differ in something `blind` viewers cannot know.

    They stay alike for them during `steps` actions, the same in both worlds, while neither has ended.
    `unbriefed`: seats whose briefing is the same too."""

    what: str
    states: tuple[Any, Any]
    blind: tuple[int | None, ...]
    steps: int
    unbriefed: tuple[int, ...] = ()


@dataclass(frozen=True)
class Worlds:
    """All that the contract tests need to know of one game beyond its protocol."""

    twins: Callable[[random.Random], Iterator[Twins]]
    truth: Callable[[Any], str]
    goldens: tuple[Mapping[str, object], ...]


_SEEDS_TRIED = 20_000

# --- creators ---------------------------------------------------------------------------------------


def _creators_new(raw: Mapping[str, object], seed: bytes) -> Any:
    game = GAMES["creators"]
    return game.new(game.options(raw), seed)


def _creators_secret(state: Any) -> tuple[str, tuple[str, ...], int]:
    data = GAMES["creators"].briefing(state, 0).data
    return data["pattern"], tuple(data["cells"]), data["par"]


def _creators_dice(state: Any, rolls: int) -> tuple[str, ...]:
    """The first dice, whatever is moved."""
    game, seen = GAMES["creators"], []
    for _ in range(2 * rolls):
        view = game.view(state, game.to_act(state)[0])
        action = next(game.actions(view))
        state = game.play(state, game.to_act(state)[0], action).state
        if game.format(action) == "roll":
            seen.append(game.position(game.view(state, None)).split()[2])
    return tuple(seen)


def _creators_collision(
    raw: Mapping[str, object],
    rng: random.Random,
    alike: Callable[[Any], object],
    unlike: Callable[[Any], object],
) -> tuple[Any, Any]:
    """Two seeds' first states with the same first three dice, alike in one thing and unlike in another."""
    found: dict[object, Any] = {}
    for _ in range(_SEEDS_TRIED):
        state = _creators_new(raw, rng.randbytes(32))
        twin = found.setdefault((alike(state), _creators_dice(state, 3)), state)
        if unlike(twin) != unlike(state):
            return twin, state
    raise AssertionError("no two seeds are alike in the one thing and unlike in the other")


def _creators_named_twins(raw: Mapping[str, object], seed: bytes, rng: random.Random) -> tuple[Any, Any]:
    """The same seed with two named patterns of as many cells and the same par."""
    found: dict[object, Any] = {}
    patterns = next(spec for spec in GAMES["creators"].option_specs if spec.name == "pattern").values[1:]
    for name in rng.sample(patterns, len(patterns)):
        state = _creators_new({**raw, "pattern": name}, seed)
        _, cells, par = _creators_secret(state)
        twin = found.setdefault((len(cells), par), state)
        if twin is not state:
            return twin, state
    raise AssertionError("no two patterns have as many cells and the same par")


def _creators_size(state: Any) -> object:
    _, cells, par = _creators_secret(state)
    return len(cells), par


def _creators_shown(state: Any) -> object:
    return tuple(GAMES["creators"].briefing(state, 1).data["cells"])


def _creators_twins(rng: random.Random) -> Iterator[Twins]:
    base: dict[str, object] = {
        "boardSize": rng.choice([12, 16]),
        "rounds": 20,
        "ending": rng.choice(["fading", "classic"]),
        "victory": rng.choice(["creatorOnly", "race"]),
        "reentry": rng.choice(["near", "scan"]),
        "mustCapture": rng.choice(["off", "on"]),
    }
    unseen = {**base, "destroyerPreview": "none"}
    whole, short = 1000, 6
    named = _creators_named_twins(unseen, rng.randbytes(32), rng)
    yield Twins("another pattern, named by the host", named, (0, 1, None), whole, (1,))
    helped = _creators_named_twins({**unseen, "progress": "creator"}, rng.randbytes(32), rng)
    yield Twins("another pattern while the Creator is told the progress", helped, (1, None), whole, (1,))
    previewed = _creators_named_twins(base, rng.randbytes(32), rng)
    yield Twins("another pattern that both were shown", previewed, (None,), whole)
    drawn = _creators_collision(unseen, rng, _creators_size, _creators_secret)
    yield Twins("another seed and the pattern drawn by it", drawn, (0, 1, None), short, (1,))
    halves = {**base, "destroyerPreview": "half", "pattern": "A"}
    half = _creators_collision(halves, rng, _creators_secret, _creators_shown)
    yield Twins("another half shown to the Destroyer", half, (0, None), short, (0,))
    fixed = {**base, "pattern": "A"}
    dice = _creators_collision(fixed, rng, _creators_secret, lambda state: _creators_dice(state, 9))
    yield Twins("another seed, so other dice to come", dice, (0, 1, None), short, (0, 1))


def _creators_truth(state: Any) -> str:
    name, squares, _ = _creators_secret(state)
    size = state.setup.options.board_size
    contents = [state.board[(size - int(s[1:])) * size + ord(s[0]) - ord("a")] for s in squares]
    return f"pattern {name}, held {contents.count(1)},{contents.count(2)}, draws {state.chance.counter}"


WORLDS: Mapping[str, Worlds] = {
    "creators": Worlds(
        twins=_creators_twins,
        truth=_creators_truth,
        goldens=(
            {"boardSize": 12, "rounds": 20},
            {
                "boardSize": 12,
                "rounds": 20,
                "victory": "race",
                "destroyerPreview": "half",
                "mustCapture": "on",
            },
            {
                "boardSize": 14,
                "rounds": 20,
                "pattern": "!",
                "flipPattern": "seeded",
                "destroyerPreview": "none",
                "progress": "creator",
                "reentry": "scan",
            },
        ),
    ),
}
