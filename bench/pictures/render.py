"""Benchmark painting a scene to PNG at 800 × 800, warm and cold, against Pillow's encoding and cairosvg.

`python -m bench.pictures.render [rounds]`. In each round the sides take turns several times, each on the same
scene, and the fastest of a side's times counts, since what other programs do to the processor's caches only
ever adds to it. All times are of the processor; the ratios are those of one round; it prints medians and
quartiles. Warm: the process has painted this scene before. Cold: all caches of `render` have been cleared.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from io import BytesIO
from itertools import islice
from time import process_time
from typing import Any

from PIL import Image

import games
from bench.figures import Goal, build_row, figure, quartiles, ratios
from bench.pictures.board_svg import svg
from bot.runtime.memory import limit_free_memory
from games.core.screen.scene import Frame, Scene
from render.animation import gif
from render.encoding import as_png
from render.painter import paint, png
from slowplay.terminal import Row, Table, add_json, progress, show

ENCODING_GOAL, CARDS_GOAL, SIZE_GOAL, CAIRO_GOAL, GIF_GOAL = 0.3, 0.5, 1.2, 8.0, 300.0
_TURNS, _SLOW_SECONDS = 9, 0.02
"""How often a side runs in a round, and from which time on it runs only once."""
PILLOW_COMPRESSION = 3
"""Compression level of zlib, which takes half the time of level 6 for a fifth more bytes."""
_KEEPERS = ("board", "palette", "text", "layout", "header", "arrows", "squares", "tokens", "steps")


def main() -> None:
    """Measure every game and an animation."""
    parser = argparse.ArgumentParser(prog="python -m bench.pictures.render", description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=40)
    add_json(parser)
    parsed = parser.parse_args()
    # As the bot does: how large blocks come and go makes a difference of a third.
    limit_free_memory()
    rounds, rows, games_played = parsed.rounds, list[Row](), list(courses())
    with progress("Scenes", 3 * len(games_played) + 1) as advance:
        for name, course in games_played:
            for when, scene in (("opening", course[0]), ("middle", course[-1])):
                rows += measure_scene(f"{name}, {when}", scene, rounds)
                advance()
            rows += measure_course(name, course)
            advance()
        rows += measure_animation(max(3, rounds // 8))
        advance()
    title = f"Scene to PNG, 800 x 800, default theme: medians of {rounds} rounds, and their quartiles"
    show([Table("figures", title, rows)], as_json=parsed.json)


def courses() -> Iterator[tuple[str, list[Scene]]]:
    """Yield the scenes of half a random match of each game; samples if there are no games."""
    registered: dict[str, Any] = dict(getattr(games, "GAMES", {}))
    for key, game in registered.items():
        yield key, list(playout(game))
    if not registered:
        samples = import_module("tests.render.samples")
        yield "sample", [samples.opening(), samples.middle()]


def playout(game: Any, plies: int = 60) -> Iterator[Scene]:
    """Yield each scene of some random plies, as the player to move sees it."""
    rng, state = random.Random(7), game.new(game.options({}), bytes(32))
    for _ in range(plies):
        seats = game.to_act(state)
        if not seats:
            return
        yield build_scene(game, state)
        action = rng.choice(list(islice(game.actions(game.view(state, seats[0])), 400)))
        state = game.play(state, seats[0], action).state


def build_scene(game: Any, state: Any) -> Scene:
    """Return the scene as the player to move sees it."""
    scene: Scene = game.scene(game.view(state, game.to_act(state)[0]))
    return scene


def measure_scene(name: str, scene: Scene, rounds: int) -> list[Row]:
    """Measure the figures of one scene."""
    image = paint(scene)
    sides: dict[str, Callable[[], object]] = {
        "warm": lambda: png(scene),
        "encoding alone": lambda: as_png(image),
        "Pillow's encoding": lambda: encode_by_pillow(image),
    }
    cairo = cairo_side(scene)
    if cairo is not None:
        sides["cairosvg"] = cairo
    taken = measure_sides(sides, rounds)
    taken["cold"] = [cold(scene) for _ in range(max(3, rounds // 4))]
    warm = taken["warm"]
    larger = len(as_png(image)) / len(encode_by_pillow(image))
    rows = [build_row(name, "size (kB)", len(png(scene)) / 1000)]
    rows.append(build_row(name, "size / Pillow's", larger, Goal("at most", SIZE_GOAL)))
    rows += [figure(name, f"{side} (ms)", times, ends=quartiles) for side, times in taken.items()]
    goal = Goal("at most", CARDS_GOAL if has_cards(scene) else ENCODING_GOAL)
    encoding = ratios(warm, taken["Pillow's encoding"])
    rows.append(figure(name, "warm / Pillow's encoding", encoding, goal, quartiles))
    if cairo is not None:
        beside = ratios(taken["cairosvg"], warm)
        rows.append(figure(name, "cairosvg / warm", beside, Goal("at least", CAIRO_GOAL), quartiles))
    return rows


def has_cards(scene: Scene) -> bool:
    """Return whether there are cards in a scene, whose pictures take longest to draw."""
    return bool(scene.hand) or any(token.face for token in scene.tokens)


def encode_by_pillow(image: Image.Image) -> bytes:
    """Return the image as a PNG encoded by Pillow."""
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=PILLOW_COMPRESSION)
    return buffer.getvalue()


def cairo_side(scene: Scene) -> Callable[[], object] | None:
    """Return a function that paints the scene by cairosvg, or None if it isn't installed."""
    try:
        import cairosvg
    except (ImportError, OSError):
        print("cairosvg is not there: that side is left out", file=sys.stderr)
        return None
    document = svg(scene).encode()
    return lambda: cairosvg.svg2png(bytestring=document)


def measure_sides(sides: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Return the milliseconds of each side, round by round; an extra first round warms up."""
    taken: dict[str, list[float]] = {side: [] for side in sides}
    for counted in [False] + [True] * rounds:
        fastest = measure_round(sides)
        for side in sides if counted else ():
            taken[side].append(fastest[side])
    return taken


def measure_round(sides: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the milliseconds of each side, the fastest of its turns."""
    fastest = {side: time_call(run) for side, run in sides.items()}
    for _ in range(_TURNS - 1):
        for side, run in sides.items():
            if fastest[side] < 1000 * _SLOW_SECONDS:
                fastest[side] = min(fastest[side], time_call(run))
    return fastest


def time_call(run: Callable[[], object]) -> float:
    """Return how many milliseconds of processor time a function takes, without collecting garbage."""
    gc.disable()
    start = process_time()
    run()
    taken = process_time() - start
    gc.enable()
    return 1000 * taken


def cold(scene: Scene) -> float:
    """Return the milliseconds for the scene with cleared caches."""
    for module in _KEEPERS:
        for kept in vars(import_module(f"render.{module}")).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    return time_call(lambda: png(scene))


def measure_course(name: str, course: list[Scene]) -> list[Row]:
    """Measure the scenes of a match one after the other, each painted for the first time."""
    cold(course[0])
    taken = [time_call(partial(png, scene)) for scene in course[1:]]
    return [figure(name, "each next position (ms)", taken, ends=quartiles)] if len(taken) > 1 else []


def measure_animation(rounds: int) -> list[Row]:
    """Measure an animation of 60 frames in which a pattern appears."""
    samples = import_module("tests.render.samples")
    frames: list[Frame] = list(samples.revealing() * 3)[:60]
    taken = measure_sides({"gif": lambda: gif(frames)}, rounds)["gif"]
    name = f"gif of {len(frames)} frames"
    return [
        build_row(name, "size (kB)", len(gif(frames)) / 1000),
        figure(name, "ms", taken, Goal("at most", GIF_GOAL), quartiles),
    ]


if __name__ == "__main__":
    main()
