"""Benchmark replays: 300 turns of each game as a GIF, compared with encoding the same frames alone.

`python -m bench.pictures.replay_gif [rounds] [turns]`. In each round the sides take turns on the same frames,
and the ratio is that of one round; it prints medians and quartiles. The GIF is made from scenes to bytes with
cleared caches of `render`; the peer is Pillow's own `Image.save(save_all=True)` of the same frames, already
drawn. Goals: at most 8 MiB and 40 seconds long, in at most 5 seconds
of processor time.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from itertools import islice
from time import process_time

from PIL import Image

from bench.figures import Goal, build_row, figure, quartiles, ratios
from bot.play.records.folding import reveal_all
from games import GAMES
from games.core.game import AnyGame
from render.palette import DEFAULT, colours
from render.replay_gif import LIMIT, LONGEST, SIZES, Shot, frame, replay_gif, timely
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen

TURNS, SECONDS = 300, 5.0
_KEEPERS = (
    "board",
    "cards",
    "header",
    "text",
    "layout",
    "arrows",
    "squares",
    "tokens",
    "palette",
    "replay_gif",
)


def main() -> None:
    """Measure every game's GIF."""
    parser = argparse.ArgumentParser(prog="python -m bench.pictures.replay_gif", description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=5)
    parser.add_argument("turns", type=int, nargs="?", default=TURNS)
    add_json(parser)
    parsed = parser.parse_args()
    rows = list[Row]()
    with progress("Rounds", parsed.rounds * len(GAMES)) as advance:
        for key, game in GAMES.items():
            rows += measure_gif(key, shots_of(game, parsed.turns), parsed.rounds, advance)
    title = (
        f"Films of {parsed.turns} turns, {SIZES[0]} pixels wide: "
        f"medians of {parsed.rounds} rounds, and their quartiles"
    )
    show([Table("figures", title, rows)], as_json=parsed.json)


def shots_of(game: AnyGame, turns: int) -> list[Shot]:
    """Return `turns` turns of random matches, one after the other, with all secrets revealed."""
    rng, shots = random.Random(7), list[Shot]()
    while len(shots) < turns:
        state, said, is_event = game.new(game.options({}), rng.randbytes(32)), list[str](), False
        while game.to_act(state) and len(shots) < turns:
            seat = game.to_act(state)[0]
            action = rng.choice(list(islice(game.actions(game.view(state, seat)), 400)))
            played = game.play(state, seat, action)
            said += played.told[0]
            is_event |= game.event(reveal_all(game, state), reveal_all(game, played.state)) is not None
            if game.turn_number(state) != game.turn_number(played.state):
                number = f"Turn {len(shots) + 1} of {turns}"
                scene = game.scene(reveal_all(game, played.state))
                shots.append(Shot(scene, " ".join(said), number, is_event))
                said, is_event = [], False
            state = played.state
    return shots


def measure_gif(name: str, shots: list[Shot], rounds: int, advance: Advance = unseen) -> list[Row]:
    """Measure the figures of one GIF, and of Pillow writing the same frames."""
    images = [in_colours(frame(shot, "default", SIZES[0])) for shot in timely(shots)]
    ours, peers, made = list[float](), list[float](), replay_gif(shots)
    for _ in range(rounds):
        forget()
        ours.append(time_call(lambda: replay_gif(shots)))
        peers.append(time_call(lambda: count_pillow_bytes(images)))
        advance()
    return [
        figure(name, "GIF (s)", ours, Goal("at most", SECONDS), quartiles),
        build_row(name, "size (MiB)", len(made.data) / 2**20, Goal("at most", LIMIT / 2**20)),
        build_row(name, "length (s)", made.milliseconds / 1000, Goal("at most", LONGEST / 1000)),
        build_row(name, "width (pixels)", made.size),
        build_row(name, "moments shown", made.shown),
        build_row(name, "moments in all", made.of),
        figure(name, "encoding alone, by Pillow (s)", peers, ends=quartiles),
        build_row(name, "size by Pillow (MiB)", count_pillow_bytes(images) / 2**20),
        figure(name, "GIF / encoding alone", ratios(ours, peers), ends=quartiles),
    ]


def in_colours(image: Image.Image) -> Image.Image:
    """Set the default palette on a frame, as Pillow writes it."""
    image.putpalette([part for colour in colours(DEFAULT) for part in colour])
    return image


def forget() -> None:
    """Clear all caches of `render`: tiles, letters and cards."""
    for module in _KEEPERS:
        for kept in vars(import_module(f"render.{module}")).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def count_pillow_bytes(images: list[Image.Image]) -> int:
    """Return how many bytes Pillow makes of the same frames."""
    buffer = BytesIO()
    images[0].save(buffer, "GIF", save_all=True, append_images=images[1:], duration=900, loop=0)
    return len(buffer.getvalue())


def time_call(run: Callable[[], object]) -> float:
    """Return how many seconds of processor time a function takes."""
    start = process_time()
    run()
    return process_time() - start


if __name__ == "__main__":
    main()
