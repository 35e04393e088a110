"""Measure how long matches last, how many are drawn, which side wins, and when a match was decided.

`python -m bench.players.length [--games 60] [--usual 200] [--only ccc] [--level hard] [--preset Quick]
[--processes 2] [--budget 20000] [--minutes 10] [--detail]`. Each level plays itself with each preset:
`--usual` matches of the first preset at `hard`, `--games` of everything else. For each it prints the turns
per player (median, and the shortest of the longest tenth), the draws and seat 0's share of the points with
95% intervals (Wilson's), and when a match was decided: after which share of its turns the loser was never
level or ahead again, by the game's own gauge (median). `--minutes` limits the time in which each combination
starts new matches. `--detail`: also for each kind of action, as the game's notation tells them apart, its
share of all actions and the share of matches that have one, in percent.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from bench.players.sampling import in_time, interval
from games import GAMES
from games.core.game import AnyGame
from games.core.selfplay import BUDGET, numbered_seed, playing
from games.core.vocabulary.presets import Preset, find_preset
from slowplay.terminal import Row, Table, add_json, progress, show

USUAL_LEVEL = "hard"
TURNS_GOALS = {"creators": 20, "decoy": 30, "ccc": 40}
DRAWS_GOAL = 15
EVEN = (45, 55)


class Kind(NamedTuple):
    """A combination that plays itself: a game, a preset and a level, by name."""

    game: str
    preset: str
    level: str

    @property
    def is_usual(self) -> bool:
        """Whether this is the first preset at the usual level: two good players with default settings."""
        game = GAMES[self.game]
        level = USUAL_LEVEL if USUAL_LEVEL in game.players else next(iter(game.players))
        return self.preset == game.presets[0].name and self.level == level


class Played(NamedTuple):
    """The course of a match.

    Attributes:
        turns: Turns per player.
        points: Points of seat 0.
        decided: Share of the match (0 to 1) after which it was decided; None if drawn or without a gauge.
        actions: Number of actions of each kind.
    """

    turns: float
    points: float
    decided: float | None
    actions: Mapping[str, int]


def kinds(games: Sequence[str], preset: str | None = None, level: str | None = None) -> Iterator[Kind]:
    """Yield every preset at every level, or only the given preset or level."""
    for key in games:
        for setup in GAMES[key].presets:
            for name in GAMES[key].players:
                if preset in (None, setup.name) and level in (None, name):
                    yield Kind(key, setup.name, name)


def play(kind: Kind, budget: int, number: int) -> Played:
    """Play the match of this number."""
    game = GAMES[kind.game]
    preset = find_preset(game.presets, kind.preset) or Preset("", "")
    options, player = game.options(preset.options), game.players[kind.level]
    seed = numbered_seed(number)
    moments = list(playing(game, options, seed, (player, player), budget))
    states = [state for _, state in moments]
    actions = _actions(game, [game.new(options, seed), *states], [text for text, _ in moments])
    last = _ends_of_turns(game, states)
    result = game.result(states[-1])
    winner = None if result is None else result.winner
    points = 0.5 if winner is None else 1.0 - winner
    return Played(
        len(last) / 2, points, None if winner is None else _find_decision(game, last, winner), actions
    )


def _actions(game: AnyGame, states: Sequence[Any], texts: Sequence[str]) -> Mapping[str, int]:
    """Return how many actions of each kind there were."""
    found = Counter[str]()
    for state, text in zip(states, texts, strict=False):
        action = game.parse(game.view(state, game.to_act(state)[0]), text)
        found[type(action).__name__] += 1
    return found


def _ends_of_turns(game: AnyGame, states: Sequence[Any]) -> list[Any]:
    """Return the state after each turn; if both sides set up at once, that counts as one turn of each."""
    ended = [state for state, after in pairwise(states) if game.turn_number(state) != game.turn_number(after)]
    return [*ended, states[-1]]


def _find_decision(game: AnyGame, states: Sequence[Any], winner: int) -> float | None:
    """Return the share of the turns (0 to 1) after which the loser was never level or ahead again."""
    result = game.result(states[-1])
    leads = list[float]()
    for state in states:
        gauge = None if result is None else game.gauge(game.view(game.ended(state, result), None))
        if gauge is not None:
            (_, first), (_, second) = gauge.values
            leads.append(second - first if winner else first - second)
    behind = [number for number, lead in enumerate(leads, 1) if lead <= 0]
    return (behind[-1] / len(leads) if behind else 0.0) if leads else None


def row(kind: Kind, matches: Sequence[Played]) -> Row:
    """Return the result of the matches of a kind."""
    count, draws = len(matches), sum(match.points == 0.5 for match in matches)
    turns = sorted(match.turns for match in matches)
    share = sum(match.points for match in matches) / count
    decided = [match.decided for match in matches if match.decided is not None]
    return {
        "game": kind.game,
        "preset": kind.preset,
        "level": kind.level,
        "matches": count,
        "turns": statistics.median(turns),
        "longest_tenth": turns[int(0.9 * count)],
        "turns_goal": _find_turns_goal(kind),
        **_with_ends("draws", draws, count),
        **_with_ends("seat_0", share * count, count),
        "decided_%": 100 * statistics.median(decided) if decided else None,
        "met": _is_met(kind, statistics.median(turns), 100 * draws / count, 100 * share),
    }


def details(kind: Kind, matches: Sequence[Played]) -> list[Row]:
    """Return, for each kind of action, its share of all actions and the share of matches that have one."""
    total = Counter[str]()
    for match in matches:
        total.update(match.actions)
    return [
        {
            "game": kind.game,
            "preset": kind.preset,
            "level": kind.level,
            "action": name,
            "share_%": 100 * count / total.total(),
            "matches_%": 100 * sum(name in match.actions for match in matches) / len(matches),
        }
        for name, count in total.most_common()
    ]


def _with_ends(name: str, points: float, count: int) -> Row:
    low, high = interval(points, count)
    return {f"{name}_%": 100 * points / count, f"{name}_low": 100 * low, f"{name}_high": 100 * high}


def _find_turns_goal(kind: Kind) -> int | None:
    return TURNS_GOALS.get(kind.game) if kind.is_usual else None


def _is_met(kind: Kind, turns: float, draws: float, first: float) -> bool:
    """Return whether the goals are met by the median of turns and the percents of draws and of seat 0.

    Draws count at every level of the first preset, length only for the usual kind, and balance between the
    seats only at the usual level of rated presets.
    """
    game = GAMES[kind.game]
    preset = find_preset(game.presets, kind.preset)
    few = draws < DRAWS_GOAL or kind.preset != game.presets[0].name
    goal = _find_turns_goal(kind)
    short = goal is None or turns <= goal
    matters = kind.level == USUAL_LEVEL and preset is not None and preset.rated
    return bool(few and short and (not matters or EVEN[0] <= first <= EVEN[1]))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--usual", type=int, default=200, help="matches of the first preset at hard")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--only", choices=sorted(GAMES), action="append")
    parser.add_argument("--level", help="only this level")
    parser.add_argument("--preset", help="only this preset")
    parser.add_argument("--minutes", type=float, default=math.inf, help="the most for each pair")
    parser.add_argument("--detail", action="store_true", help="how often each kind of action is played")
    add_json(parser)
    parsed = parser.parse_args()
    chosen = list(kinds(parsed.only or sorted(GAMES), parsed.preset, parsed.level))
    counts = {kind: parsed.usual if kind.is_usual else parsed.games for kind in chosen}
    rows, told = list[Row](), list[Row]()
    try:
        with (
            ProcessPoolExecutor(parsed.processes) as pool,
            progress("Matches", sum(counts.values())) as advance,
        ):
            for kind, games in counts.items():
                one = partial(play, kind, parsed.budget)
                matches = in_time(pool, one, games, 60 * parsed.minutes, advance)
                rows.append(row(kind, matches))
                told += details(kind, matches) if parsed.detail else []
    finally:
        # When a run of hours is stopped, the finished results are still shown.
        title = "Turns per player; draws and seat 0's points with their 95% intervals; when it was decided"
        kinds_of_actions = [Table("actions", "Kinds of actions, in percent", told)] if told else []
        show([Table("kinds", title, rows), *kinds_of_actions], as_json=parsed.json)


if __name__ == "__main__":
    main()
