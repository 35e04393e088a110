"""Measure how matches of Decoy Patrol go: their ends, how long fighters live, and captures by surrounding.

`python -m bench.players.fights [--games 200] [--level hard] [--preset Standard] [--option quiet=60 ...]
[--processes 1] [--budget 20000] [--minutes 10]`. The level plays itself. A fighter is a Scout, a Guardian or
an Infiltrator. For the preset it prints the turns per player, the ends, the draws, seat 0's share of the
points with its 95% interval, at which share of a match a side's last fighter fell (median of all sides; one
whose fighters lived to the end counts 100%), how many fighters both sides had when half of the match was
over, in how many matches each side still had one by then, and how many pieces were destroyed by surrounding.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from bench.players.sampling import in_time, interval
from games import GAMES
from games.core.selfplay import BUDGET, numbered_seed, playing
from games.core.vocabulary.presets import Preset, find_preset
from games.decoy.ai.situation import FIGHTERS
from games.decoy.rules.pieces import kind_of
from games.decoy.rules.state import State
from slowplay.terminal import Row, Table, add_json, progress, show

GAME = GAMES["decoy"]


class Played(NamedTuple):
    """The course of a match.

    Attributes:
        plies: Its length.
        reason: Why it ended.
        points: Points of seat 0.
        last: For each seat, the share of the match (0 to 1) after which its last fighter fell.
        half: Fighters of each seat when half of the match was over.
        surrounded: Number of pieces that fell by surrounding.
    """

    plies: int
    reason: str
    points: float
    last: tuple[float, float]
    half: tuple[int, int]
    surrounded: int


def play(level: str, raw: Mapping[str, object], budget: int, number: int) -> Played:
    """Play the match of this number."""
    player = GAME.players[level]
    options = GAME.options(raw)
    fighters, surrounded, living = list[tuple[int, int]](), 0, 0
    state: State | None = None
    for text, state in playing(GAME, options, numbered_seed(number), (player, player), budget):
        if state.ply == 0:
            continue
        now = sum(len(side.pieces) for side in state.sides)
        if "-" in text:
            surrounded += living - now
        living = now
        fighters += [_fighters(state)] * (state.ply - len(fighters))
        fighters[-1] = _fighters(state)
    result = None if state is None else GAME.result(state)
    if state is None or result is None:
        raise RuntimeError("a match without an end")
    points = 0.5 if result.winner is None else 1.0 - result.winner
    last = (_last(fighters, 0), _last(fighters, 1))
    return Played(state.ply, str(result.reason), points, last, fighters[len(fighters) // 2], surrounded)


def _fighters(state: State) -> tuple[int, int]:
    one, other = (sum(kind_of(piece) in FIGHTERS for piece in side.pieces) for side in state.sides)
    return one, other


def _last(fighters: Sequence[tuple[int, int]], seat: int) -> float:
    """Return the share of the match (0 to 1) after which a seat had no fighter left."""
    return sum(of_seats[seat] > 0 for of_seats in fighters) / len(fighters)


def row(preset: str, matches: Sequence[Played]) -> Row:
    """Return the result of the matches."""
    count, ends = len(matches), Counter(match.reason for match in matches)
    draws = sum(match.points == 0.5 for match in matches)
    points = sum(match.points for match in matches)
    low, high = interval(points, count)
    last = [share for match in matches for share in match.last]
    return {
        "preset": preset,
        "matches": count,
        "turns": statistics.median(match.plies for match in matches) / 2,
        "ends_%": ", ".join(f"{reason} {100 * n / count:.0f}" for reason, n in ends.most_common()),
        "draws_%": 100 * draws / count,
        "seat_0_%": 100 * points / count,
        "seat_0_low": 100 * low,
        "seat_0_high": 100 * high,
        "last_fighter_%": 100 * statistics.median(last),
        "fighters_fell_at": statistics.median(max(match.last) * match.plies for match in matches),
        "half_fighters": statistics.mean(sum(match.half) for match in matches),
        "half_both_%": 100 * sum(min(match.half) > 0 for match in matches) / count,
        "half_none_%": 100 * sum(max(match.half) == 0 for match in matches) / count,
        "surrounded": sum(match.surrounded for match in matches),
        "with_surrounding_%": 100 * sum(match.surrounded > 0 for match in matches) / count,
    }


def _option(text: str) -> tuple[str, object]:
    name, _, value = text.partition("=")
    return name, int(value) if value.isdigit() else value


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", choices=list(GAME.players), default="hard")
    parser.add_argument("--preset", choices=[preset.name for preset in GAME.presets], default="Standard")
    parser.add_argument("--option", type=_option, action="append", default=[], help="such as quiet=60")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--minutes", type=float, default=math.inf, help="the most")
    add_json(parser)
    parsed = parser.parse_args()
    preset = find_preset(GAME.presets, parsed.preset) or Preset("", "")
    one = partial(play, parsed.level, {**preset.options, **dict(parsed.option)}, parsed.budget)
    with ProcessPoolExecutor(parsed.processes) as pool, progress("Matches", parsed.games) as advance:
        matches = in_time(pool, one, parsed.games, 60 * parsed.minutes, advance)
    title = "How matches end, when the last fighter of a side falls, and what is surrounded"
    show([Table("fights", title, [row(parsed.preset, matches)])], as_json=parsed.json)


if __name__ == "__main__":
    main()
