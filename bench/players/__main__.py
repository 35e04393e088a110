"""Play the AI levels against the levels below them and against scripted players, with swapped seats.

`python -m bench.players [--games 400] [--processes 2] [--only creators] [--preset Quick] [--budget 20000]
[--minutes 10]`. Every second match is played with the same seed and the seats swapped, by each preset that's
rated; creators is played in two legs on one pattern. For each pairing it prints the points of the first
player in percent, the 95% interval (Wilson's), the goal, and the processor time of its replies: median and
longest. With `--minutes` a pairing starts no more matches after that time.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, NamedTuple

from bench.players.sampling import interval, show_results
from bench.players.scripts import hunter, turtle
from games import GAMES
from games.core.game import AnyGame, Player
from games.core.selfplay import BUDGET, Players, numbered_seed, playing
from games.creators.ai.players import Memory
from games.creators.rules.glyphs import CATEGORIES
from slowplay.terminal import Row, add_json

LEVEL_GOAL = (62, 85)
"""Percentages between which a level should score against the one below it: a step up, but no cliff."""
SECONDS_GOAL = 1.0
"""Highest median of a reply's processor time, in seconds."""


class Pairing(NamedTuple):
    """Two players of a game, and the range of the first one's points in percent that is the goal."""

    game: str
    preset: str
    raw: Mapping[str, object]
    names: tuple[str, str]
    goal: tuple[int, int]


SCRIPTS: Mapping[str, Player[Any, Any]] = {
    "algorithms 6-7, whole memory": Memory(0),
    "hunter": hunter,
    "turtle": turtle,
}


def pairings() -> Iterator[Pairing]:
    """Yield a pairing for every claim about the levels."""
    for key, game in GAMES.items():
        legs = {"legs": 2} if key == "creators" else {}
        for preset in game.presets:
            for lower, level in pairwise(game.players if preset.rated else ()):
                yield Pairing(key, preset.name, {**preset.options, **legs}, (level, lower), LEVEL_GOAL)
    whole = "algorithms 6-7, whole memory"
    yield Pairing("creators", "Standard", {"legs": 2}, ("hard", whole), (95, 100))
    for group in CATEGORIES:
        if group != "all":
            raw = {"legs": 2, "category": group}
            yield Pairing("creators", "Standard", raw, ("expert", "hard"), LEVEL_GOAL)
    for script in ("hunter", "turtle"):
        yield Pairing("decoy", "Standard", {}, ("expert", script), (85, 100))


class Played(NamedTuple):
    """A match: the points of the first player, and the seconds of each of its replies."""

    points: float
    seconds: tuple[float, ...]


def play(pairing: Pairing, budget: int, number: int) -> Played:
    """Play the match of this number; in odd ones the first player has seat 1."""
    game, spent = GAMES[pairing.game], list[float]()
    one, other = (_player(game, name) for name in pairing.names)
    first = _time_replies(game, one, spent)
    seed = numbered_seed(number // 2)
    players: Players = (other, first) if number % 2 else (first, other)
    points = _points_of_first(game, pairing.raw, seed, players, budget)
    return Played(1 - points if number % 2 else points, tuple(spent))


def _points_of_first(
    game: AnyGame, raw: Mapping[str, object], seed: bytes, players: Players, budget: int
) -> float:
    """Return the points (1, ½ or 0) that the player of seat 0 gets from a match of one or two legs."""
    first = _leg(game, raw, seed, players, budget)
    following = game.next_leg(game.view(first[-1], None))
    if following is None:
        winner = _winner(game, first)
        return 0.5 if winner is None else 1.0 - winner
    second = _leg(game, following, _second_seed(game, following, seed, first[0]), players[::-1], budget)
    mine, theirs = (((_winner(game, leg) == 0), game.leg_score(leg)) for leg in (first, second))
    return 0.5 if mine == theirs else float(mine > theirs)


def _leg(game: AnyGame, raw: Mapping[str, object], seed: bytes, players: Players, budget: int) -> list[Any]:
    """Return all states of a leg, including the first."""
    options = game.options(raw)
    return [game.new(options, seed), *(state for _, state in playing(game, options, seed, players, budget))]


def _winner(game: AnyGame, leg: list[Any]) -> int | None:
    result = game.result(leg[-1])
    return None if result is None else result.winner


def _second_seed(game: AnyGame, raw: Mapping[str, object], seed: bytes, start: Any) -> bytes:
    """Return the first seed, derived from the first leg's, with which the second leg starts alike."""
    options = game.options(raw)
    while True:
        seed = hashlib.sha256(b"leg" + seed).digest()
        if game.is_same_start(start, game.new(options, seed)):
            return seed


def _player(game: AnyGame, name: str) -> Player[Any, Any]:
    return game.players[name] if name in game.players else SCRIPTS[name]


def _time_replies(game: AnyGame, player: Player[Any, Any], spent: list[float]) -> Player[Any, Any]:
    """Return a player that notes the processor time of its replies, except those without a choice."""

    def reply(view: Any, *rest: Any) -> Any:
        start = time.process_time()
        action = player(view, *rest)
        seconds = time.process_time() - start
        if len(list(islice(game.actions(view), 2))) > 1:
            spent.append(seconds)
        return action

    return reply


def row(pairing: Pairing, matches: Sequence[Played]) -> Row:
    """Return the result of a pairing."""
    points = sum(match.points for match in matches)
    low, high = interval(points, len(matches))
    spent = [second for match in matches for second in match.seconds]
    share, median = 100 * points / len(matches), statistics.median(spent)
    return {
        "game": pairing.game,
        "preset": pairing.preset,
        "patterns": str(pairing.raw.get("category", "even")) if pairing.game == "creators" else None,
        "first": pairing.names[0],
        "second": pairing.names[1],
        "points_%": share,
        "low": 100 * low,
        "high": 100 * high,
        "matches": len(matches),
        "goal": "{}–{}".format(*pairing.goal),
        "met": pairing.goal[0] <= share <= pairing.goal[1],
        "reply_ms": 1000 * median,
        "longest_ms": 1000 * max(spent),
        "within_1_s": median <= SECONDS_GOAL,
    }


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--only", choices=sorted(GAMES), action="append")
    parser.add_argument("--minutes", type=float, default=math.inf, help="the most for each pairing")
    parser.add_argument("--player", help="only pairings with this first player")
    parser.add_argument("--preset", help="only this preset")
    add_json(parser)
    parsed = parser.parse_args()
    chosen = [
        pairing
        for pairing in pairings()
        if (not parsed.only or pairing.game in parsed.only)
        and parsed.player in (None, pairing.names[0])
        and parsed.preset in (None, pairing.preset)
    ]
    title = "Points of the first player in percent, with their 95% interval; replies in processor time"
    show_results(chosen, play, row, parsed, ("pairings", title))


if __name__ == "__main__":
    main()
