"""Films: a match of 300 actions of each game as a GIF, beside encoding the same frames alone.

`python -m bench.film [rounds] [actions]`. In each round the sides run in turn on the same frames, and the
ratio is that of one round; printed are medians and quartiles. The film is drawn from scenes to bytes with
everything that `render` keeps forgotten before; the peer is Pillow's own `Image.save(save_all=True)` of
the same frames, drawn already. Goals: at most 8 MiB, in at most 5 seconds.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from itertools import islice
from time import perf_counter

from PIL import Image

from games import GAMES
from games.core.game import AnyGame
from render.film import LIMIT, SIZES, Film, Shot, film, frame
from render.palette import DEFAULT, colours

PLIES, SECONDS = 300, 5.0
_KEEPERS = ("board", "cards", "header", "text", "layout", "arrows", "squares", "tokens", "palette", "film")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    plies = int(sys.argv[2]) if len(sys.argv) > 2 else PLIES
    print(f"Films of {plies} actions, {SIZES[0]} pixels wide: medians of {rounds} rounds, quartiles in [ ]\n")
    for key, game in GAMES.items():
        report(key, shots_of(game, plies), rounds)


def shots_of(game: AnyGame, plies: int) -> list[Shot]:
    """So many moments of random matches, one after the other, as seat 0 sees them."""
    rng, shots = random.Random(7), list[Shot]()
    while len(shots) < plies:
        state = game.new(game.options({}), rng.randbytes(32))
        while game.to_act(state) and len(shots) < plies:
            seat = game.to_act(state)[0]
            action = rng.choice(list(islice(game.actions(game.view(state, seat)), 400)))
            played = game.play(state, seat, action)
            turn = game.turn(state) != game.turn(played.state)
            state, said = played.state, " ".join(played.told[0])
            number = f"{len(shots) + 1} of {plies}"
            shots.append(Shot(game.scene(game.view(state, 0)), said, number, turn))
    return shots


def report(name: str, shots: list[Shot], rounds: int) -> None:
    """Measure one film, and print its figures beside its goals."""
    images = [in_colours(frame(shot, "default", SIZES[0])) for shot in shots]
    ours, peers, made = list[float](), list[float](), film(shots)
    for _ in range(rounds):
        forget()
        ours.append(timed(lambda: film(shots)))
        peers.append(timed(lambda: saved(images)))
    print(f"{name}: {made.shown} of {made.of} moments at {made.size} pixels")
    print(f"  film     {spread(ours)} s, goal {SECONDS:g} s: {verdict(statistics.median(ours) <= SECONDS)}")
    print(f"  bytes    {megabytes(made)}, goal {LIMIT / 2**20:g} MiB: {verdict(len(made.data) <= LIMIT)}")
    print(f"  encoding {spread(peers)} s by Pillow, {saved(images) / 2**20:.2f} MiB")
    print(f"  film / encoding alone: ratio {spread([a / b for a, b in zip(ours, peers, strict=True)])}\n")


def in_colours(image: Image.Image) -> Image.Image:
    """A frame with its palette, as Pillow writes it."""
    image.putpalette([part for colour in colours(DEFAULT) for part in colour])
    return image


def megabytes(made: Film) -> str:
    return f"{len(made.data) / 2**20:.2f} MiB"


def forget() -> None:
    """Everything that `render` has kept of tiles, letters and cards."""
    for module in _KEEPERS:
        for kept in vars(import_module(f"render.{module}")).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def saved(images: list[Image.Image]) -> int:
    """How many bytes Pillow makes of the same frames."""
    buffer = BytesIO()
    images[0].save(buffer, "GIF", save_all=True, append_images=images[1:], duration=900, loop=0)
    return len(buffer.getvalue())


def timed(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start


def spread(values: list[float]) -> str:
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:.2f} [{low:.2f} .. {high:.2f}]"


def verdict(met: bool) -> str:
    return "met" if met else "MISSED"


if __name__ == "__main__":
    main()
