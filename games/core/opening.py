"""A picture of how matches with given options begin, showing only what all seeds have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from games.core.game import AnyGame
from games.core.screen.scene import Scene

_SEEDS = tuple(bytes([number]) * 32 for number in range(4))
"""Fixed sample seeds, never a match's own: what that decides must stay hidden until the match begins."""


def opening(game: AnyGame, raw: Mapping[str, object]) -> Scene | None:
    """Return the public starting board for these options, or None if it's the usual one or random.

    Raises:
        OptionError: The options are wrong.
    """
    scenes = _beginnings(game, raw)
    first = scenes[0]
    usual = _beginnings(game, {})[0]
    if _board(first) == _board(usual) or any(_board(scene) != _board(first) for scene in scenes):
        return None
    counters = [each for each in first.counters if all(each in scene.counters for scene in scenes)]
    return msgspec.structs.replace(
        first,
        subtitle="How it begins",
        alt=_in_common([scene.alt for scene in scenes]),
        counters=tuple(counters),
        turn=None,
        die=None,
    )


def _beginnings(game: AnyGame, raw: Mapping[str, object]) -> list[Scene]:
    options = game.options(raw)
    return [game.scene(game.view(game.new(options, seed), None)) for seed in _SEEDS]


def _board(scene: Scene) -> tuple[object, ...]:
    return scene.files, scene.ranks, scene.tokens, scene.tints


def _in_common(texts: Sequence[str]) -> str:
    first, *others = [text.split(". ") for text in texts]
    return ". ".join(each for each in first if all(each in other for other in others))
