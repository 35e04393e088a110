"""Pictures: Scene → PNG at 800 × 800, warm and cold, beside encoding the same image alone and cairosvg.

`python -m bench.render [rounds]`. In each round the sides run one after the other, each on the same scene,
and the ratios are those of one round; printed are medians and quartiles. Warm: the process has painted
this scene before. Cold: everything that `render` keeps has been forgotten.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from time import perf_counter
from typing import Any

import games
from bench.board_svg import svg
from games.core.scene import Frame, Scene
from render.animation import gif
from render.encoding import as_png
from render.painter import paint, png

ENCODING_GOAL, CAIRO_GOAL, GIF_GOAL = 1.5, 8.0, 300.0
_KEEPERS = ("board", "palette", "text", "layout", "header", "arrows", "squares", "tokens")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    print(f"Scene to PNG, 800 x 800, default theme: medians of {rounds} rounds, quartiles in brackets\n")
    for name, course in courses():
        report(f"{name}, opening", course[0], rounds)
        report(f"{name}, middle", course[-1], rounds)
        report_course(name, course)
    report_animation(max(3, rounds // 8))


def courses() -> Iterator[tuple[str, list[Scene]]]:
    """The scenes of a random game of each game there is, to its middle; samples when there is none."""
    registered: dict[str, Any] = dict(getattr(games, "GAMES", {}))
    for key, game in registered.items():
        yield key, list(playout(game))
    if not registered:
        samples = import_module("tests.render.samples")
        yield "sample", [samples.opening(), samples.middle()]


def playout(game: Any, plies: int = 60) -> Iterator[Scene]:
    """Each scene of some random plies, as the player to move sees it."""
    rng, state = random.Random(7), game.new(game.options({}), bytes(32))
    for _ in range(plies):
        seats = game.to_act(state)
        if not seats:
            return
        yield seen(game, state)
        action = rng.choice(list(islice(game.actions(game.view(state, seats[0])), 400)))
        state = game.play(state, seats[0], action).state


def seen(game: Any, state: Any) -> Scene:
    scene: Scene = game.scene(game.view(state, game.to_act(state)[0]))
    return scene


def report(name: str, scene: Scene, rounds: int) -> None:
    """Measure one scene and print its figures."""
    image = paint(scene)
    sides: dict[str, Callable[[], object]] = {
        "warm": lambda: png(scene),
        "encoding": lambda: as_png(image),
    }
    cairo = cairo_side(scene)
    if cairo is not None:
        sides["cairosvg"] = cairo
    taken = paired(sides, rounds)
    taken["cold"] = [cold(scene) for _ in range(max(3, rounds // 4))]
    print(f"{name}: {len(png(scene)) / 1000:.0f} kB")
    for side, times in taken.items():
        print(f"  {side:<9}{spread(times)}")
    ratio("warm / encoding alone", taken["warm"], taken["encoding"], ENCODING_GOAL, "at most")
    if cairo is not None:
        ratio("cairosvg / warm", taken["cairosvg"], taken["warm"], CAIRO_GOAL, "at least")
    print()


def cairo_side(scene: Scene) -> Callable[[], object] | None:
    try:
        import cairosvg
    except (ImportError, OSError):
        print("  cairosvg is not there: that side is left out")
        return None
    document = svg(scene).encode()
    return lambda: cairosvg.svg2png(bytestring=document)


def paired(sides: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each side, round by round; a first round that is not counted warms all of them."""
    taken: dict[str, list[float]] = {side: [] for side in sides}
    for counted in [False] + [True] * rounds:
        for side, run in sides.items():
            milliseconds = timed(run)
            if counted:
                taken[side].append(milliseconds)
    return taken


def timed(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return 1000 * (perf_counter() - start)


def cold(scene: Scene) -> float:
    """Milliseconds for the scene when nothing is kept."""
    for module in _KEEPERS:
        for kept in vars(import_module(f"render.{module}")).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    return timed(lambda: png(scene))


def spread(times: list[float]) -> str:
    low, middle, high = statistics.quantiles(times, n=4)
    return f"{middle:8.2f} ms  [{low:.2f} .. {high:.2f}]"


def ratio(name: str, above: list[float], below: list[float], goal: float, sense: str) -> None:
    """Print the median of the rounds' ratios, and whether it meets its goal."""
    low, middle, high = statistics.quantiles([a / b for a, b in zip(above, below, strict=True)], n=4)
    verdict = "met" if (middle <= goal if sense == "at most" else middle >= goal) else "MISSED"
    print(f"  {name}: {middle:.2f} [{low:.2f} .. {high:.2f}], goal {sense} {goal:g}: {verdict}")


def report_course(name: str, course: list[Scene]) -> None:
    """Measure the scenes of a game one after the other, each painted for the first time."""
    cold(course[0])
    taken = [timed(partial(png, scene)) for scene in course[1:]]
    if len(taken) > 1:
        print(f"{name}, each next position, never painted before: {spread(taken)}\n")


def report_animation(rounds: int) -> None:
    """Measure an animation of 60 frames in which a pattern appears."""
    samples = import_module("tests.render.samples")
    frames: list[Frame] = list(samples.revealing() * 3)[:60]
    taken = paired({"gif": lambda: gif(frames)}, rounds)["gif"]
    verdict = "met" if statistics.median(taken) <= GIF_GOAL else "MISSED"
    size = len(gif(frames)) / 1000
    print(f"gif of {len(frames)} frames, {size:.0f} kB: {spread(taken)}, goal {GIF_GOAL:g} ms: {verdict}")


if __name__ == "__main__":
    main()
