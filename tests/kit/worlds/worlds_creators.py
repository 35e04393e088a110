"""Pairs of worlds of Creators vs Destroyers that one seat can't tell apart."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from games import GAMES
from games.creators.rules.state import make_setup_of_five
from tests.kit.worlds.twins import Twins, Worlds

GAME = GAMES["creators"]
_SEEDS_TRIED = 20_000


def _new(raw: Mapping[str, object], seed: bytes) -> Any:
    return GAME.new(GAME.options(raw), seed)


def _secret(state: Any) -> tuple[str, tuple[str, ...], int]:
    data = GAME.briefing(state, 0).data
    return data["pattern"], tuple(data["cells"]), data["par"]


def _dice(state: Any, rolls: int) -> tuple[str, ...]:
    """Return the first dice rolls, which don't depend on the moves."""
    seen = []
    for _ in range(2 * rolls):
        view = GAME.view(state, GAME.to_act(state)[0])
        action = next(GAME.actions(view))
        state = GAME.play(state, GAME.to_act(state)[0], action).state
        if GAME.format(action) == "roll":
            seen.append(GAME.position(GAME.view(state, None)).split()[2])
    return tuple(seen)


def _collision(
    raw: Mapping[str, object],
    rng: random.Random,
    alike: Callable[[Any], object],
    unlike: Callable[[Any], object],
) -> tuple[Any, Any]:
    """Return first states of two seeds with equal first three dice, alike by one key, unlike by another."""
    found: dict[object, Any] = {}
    for _ in range(_SEEDS_TRIED):
        state = _new(raw, rng.randbytes(32))
        twin = found.setdefault((alike(state), _dice(state, 3)), state)
        if unlike(twin) != unlike(state):
            return twin, state
    raise AssertionError("no two seeds are alike in the one thing and unlike in the other")


def _named_twins(raw: Mapping[str, object], seed: bytes, rng: random.Random) -> tuple[Any, Any]:
    """Return states of one seed with two named patterns of equal cell count and par."""
    found: dict[object, Any] = {}
    patterns = next(spec for spec in GAME.option_specs if spec.name == "pattern").values[1:]
    for name in rng.sample(patterns, len(patterns)):
        state = _new({**raw, "pattern": name}, seed)
        _, cells, par = _secret(state)
        twin = found.setdefault((len(cells), par), state)
        if twin is not state:
            return twin, state
    raise AssertionError("no two patterns have as many cells and the same par")


def _other_sizes(raw: Mapping[str, object], seed: bytes) -> tuple[Any, Any]:
    """Return states of one seed with two named patterns that differ in cell count and par."""
    first, second = (_new({**raw, "pattern": name}, seed) for name in ("I", "5"))
    assert all(size != other for size, other in zip(_size(first), _size(second), strict=True))
    return first, second


def _same_half(raw: Mapping[str, object], seed: bytes) -> tuple[Any, Any]:
    """Return states with patterns of 19 and 20 cells, of which the Destroyer was shown the same half."""
    states = [_new({**raw, "destroyerPreview": "half", "pattern": name}, seed) for name in ("N", "D")]
    shared = sorted(set.intersection(*(set(state.setup.pattern.cells) for state in states)))[:10]
    assert {len(state.setup.shown) for state in states} == {len(shared)}
    first, second = (
        replace(state, setup=replace(state.setup, shown=tuple(shared)), chance=states[0].chance)
        for state in states
    )
    return first, second


def _same_five(raw: Mapping[str, object], seed: bytes) -> tuple[Any, Any]:
    """Return states with two patterns, of which the Destroyer was shown the same five."""
    states = [_new({**raw, "destroyerPreview": "five", "pattern": name}, seed) for name in ("N", "5")]
    first, second = (
        replace(
            state,
            setup=make_setup_of_five(state.setup.options, state.setup.pattern, tuple("N5AT?"), False),
            chance=states[0].chance,
        )
        for state in states
    )
    return first, second


def _size(state: Any) -> tuple[int, int]:
    _, cells, par = _secret(state)
    return len(cells), par


def _shown(state: Any) -> object:
    return tuple(GAME.briefing(state, 1).data["cells"])


def _twins(rng: random.Random) -> Iterator[Twins]:
    base: dict[str, object] = {
        "boardSize": rng.choice([12, 16]),
        "rounds": 20,
        "ending": rng.choice(["fading", "classic"]),
        "victory": rng.choice(["creatorOnly", "race"]),
        "reentry": rng.choice(["near", "scan"]),
        "mustCapture": rng.choice(["off", "on"]),
        "destroyerPreview": "full",
    }
    unseen = {**base, "destroyerPreview": "none"}
    whole, short = 1000, 6
    named = _named_twins(unseen, rng.randbytes(32), rng)
    yield Twins("another pattern, named by the host", named, (0, 1, None), whole, (1,))
    helped = _named_twins({**unseen, "progress": "creator"}, rng.randbytes(32), rng)
    yield Twins("another pattern while the Creator is told the progress", helped, (1, None), whole, (1,))
    sized = _other_sizes({**unseen, "progress": rng.choice(["hidden", "both"])}, rng.randbytes(32))
    yield Twins("another pattern of another size", sized, (1, None), whole, (1,))
    yield Twins(
        "another pattern, and the same half", _same_half(base, rng.randbytes(32)), (1, None), whole, (1,)
    )
    five = _same_five(base, rng.randbytes(32))
    yield Twins("another pattern of the same five", five, (1, None), whole, (1,))
    previewed = _named_twins(base, rng.randbytes(32), rng)
    yield Twins("another pattern that both were shown", previewed, (None,), whole)
    drawn = _collision(unseen, rng, _size, _secret)
    yield Twins("another seed and the pattern drawn by it", drawn, (0, 1, None), short, (1,))
    halves = {**base, "destroyerPreview": "half", "pattern": "A"}
    half = _collision(halves, rng, _secret, _shown)
    yield Twins("another half shown to the Destroyer", half, (0, None), short, (0,))
    fixed = {**base, "pattern": "A"}
    dice = _collision(fixed, rng, _secret, lambda state: _dice(state, 9))
    yield Twins("another seed, so other dice to come", dice, (0, 1, None), short, (0, 1))


def _truth(state: Any) -> str:
    name, squares, _ = _secret(state)
    size = state.setup.options.board_size
    contents = [state.board[(size - int(s[1:])) * size + ord(s[0]) - ord("a")] for s in squares]
    return f"pattern {name}, held {contents.count(1)},{contents.count(2)}, draws {state.chance.counter}"


GOLDENS: tuple[Mapping[str, object], ...] = (
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
)

CREATORS = Worlds(_twins, _truth, GOLDENS)
