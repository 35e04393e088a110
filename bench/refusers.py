"""Play scripts that refuse to play against every level, in every preset: doing nothing must lose.

`python -m bench.refusers [--games 100] [--only ccc] [--preset Quick] [--level hard] [--script swap]
[--rated] [--processes 2] [--budget 20000] [--minutes 10]`. The scripts of a game are in `bench.refusals`.
Where two people can play, every second match has the seats swapped. For each it prints the script's wins,
draws and points in percent with their 95% interval (Wilson's), and the most that it may get in a rated
preset. A script that plays on as a level does, but for one thing, mustn't get half of the points against that
level. `--minutes` limits the time in which each pairing starts new matches.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from bench.players.sampling import interval, show_results
from bench.refusals import Scripts
from games import GAMES
from games.core.game import AnyGame
from games.core.selfplay import BUDGET, Players, numbered_seed, playing
from games.core.vocabulary.presets import Preset
from slowplay.terminal import Row, add_json

MIDDLE = "medium"
MOST_BELOW, MOST, MOST_ALIKE = 20.0, 5.0, 50.0
"""The points in percent that a script may get: against levels below the middle one, against others, and
against the level as which it plays on.
"""


class Pairing(NamedTuple):
    """A script against a level, by name."""

    game: str
    preset: Preset
    script: str
    level: str

    @property
    def most(self) -> float | None:
        """The points in percent that the script may get; None if it plays on as another level does."""
        model = models_of(self.game).get(self.script)
        if model is not None:
            return MOST_ALIKE if model == self.level else None
        return MOST_BELOW if self.level in levels_below(GAMES[self.game]) else MOST


def scripts_of(key: str) -> Scripts:
    """Return the scripts of a game by name."""
    scripts: Scripts = import_module(f"bench.refusals.{key}").SCRIPTS
    return scripts


def models_of(key: str) -> Mapping[str, str]:
    """Return, by name, the scripts of a game that play on as a level does, with that level."""
    models: Mapping[str, str] = getattr(import_module(f"bench.refusals.{key}"), "PLAYS_AS", {})
    return models


def levels_below(game: AnyGame) -> tuple[str, ...]:
    """Return the levels below the middle one; without a middle one, that's the first."""
    levels = tuple(game.players)
    return levels[: levels.index(MIDDLE)] if MIDDLE in levels else levels[:1]


def pairings() -> Iterator[Pairing]:
    """Yield every script against every level, in every preset."""
    for key, game in GAMES.items():
        for preset in game.presets:
            for script in scripts_of(key):
                for level in game.players:
                    yield Pairing(key, preset, script, level)


def play(pairing: Pairing, budget: int, number: int) -> float:
    """Return the script's points (1, ½ or 0) from the match of this number; in odd ones it has seat 1."""
    game = GAMES[pairing.game]
    script, level = scripts_of(pairing.game)[pairing.script], game.players[pairing.level]
    seat = number % 2 if game.supports_pvp else 0
    seed = numbered_seed(number // 2 if game.supports_pvp else number)
    players: Players = (level, script) if seat else (script, level)
    *_, (_, last) = playing(game, game.options(pairing.preset.options), seed, players, budget)
    result = game.result(last)
    return 0.5 if result is None or result.winner is None else float(result.winner == seat)


def row(pairing: Pairing, points: Sequence[float]) -> Row:
    """Return the result of a pairing."""
    share, count = sum(points) / len(points), len(points)
    low, high = interval(sum(points), count)
    most = pairing.most if pairing.preset.rated else None
    return {
        "game": pairing.game,
        "preset": pairing.preset.name,
        "script": pairing.script,
        "level": pairing.level,
        "wins": points.count(1.0),
        "draws": points.count(0.5),
        "matches": count,
        "points_%": 100 * share,
        "low": 100 * low,
        "high": 100 * high,
        "most": most,
        "met": None if most is None else 100 * share <= most,
    }


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--only", choices=sorted(GAMES), action="append")
    parser.add_argument("--preset", help="only this preset")
    parser.add_argument("--level", help="only this level")
    parser.add_argument("--script", help="only this script")
    parser.add_argument("--rated", action="store_true", help="only rated presets")
    parser.add_argument("--minutes", type=float, default=math.inf, help="the most for each pairing")
    add_json(parser)
    parsed = parser.parse_args()
    chosen = [
        pairing
        for pairing in pairings()
        if (not parsed.only or pairing.game in parsed.only)
        and parsed.preset in (None, pairing.preset.name)
        and parsed.level in (None, pairing.level)
        and parsed.script in (None, pairing.script)
        and (pairing.preset.rated or not parsed.rated)
    ]
    title = "Points of scripts that refuse to play, in percent, with their 95% interval"
    show_results(chosen, play, row, parsed, ("refusers", title))


if __name__ == "__main__":
    main()
