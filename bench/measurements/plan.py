"""What `make measurements` runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    """A benchmark whose figures are on the page of measurements.

    Attributes:
        key: Its name among the runs.
        command: What follows `python -m`.
        about: What its figures are about, for a reader who hasn't seen the benchmark.
        minutes: How long it takes on two processors, about.
        code: The files and folders that its figures depend on, from the root.
        also: Figures that are shown though they have no goal.
    """

    key: str
    command: str
    about: str
    minutes: float
    code: tuple[str, ...]
    also: tuple[str, ...] = ()


_ANY_TAP = ("bot", "games", "render", "storage", "requirements.lock")

PLAN = (
    Measurement(
        "engines",
        "bench.engines",
        "random games with full lists of actions, beside python-chess",
        2,
        ("games",),
    ),
    Measurement(
        "pictures",
        "bench.pictures.render 12",
        "drawing and encoding a board of 800 × 800",
        3,
        ("games", "render"),
    ),
    Measurement(
        "gifs",
        "bench.pictures.replay_gif",
        "300 turns as a GIF",
        5,
        ("games", "render"),
    ),
    Measurement(
        "taps",
        "bench.bot --seconds 3",
        "whole moves by taps, beside a bare bot that answers with a ready picture of the same size",
        3,
        _ANY_TAP,
        also=("ratio of moves a second", "bot's processor (ms a tap)"),
    ),
    Measurement(
        "turn",
        "bench.taps --games 6",
        "taps of a whole turn of `medium` with a small budget, from the ping",
        3,
        ("bot", "games"),
    ),
    Measurement(
        "storage",
        "bench.database.storage",
        "durable plies a second, beside the bare driver that writes the same rows",
        2,
        ("storage",),
    ),
    Measurement(
        "scale",
        "bench.database.scale --sizes 100,100000",
        "many open matches in SQLite",
        10,
        ("bot", "games", "storage"),
    ),
    Measurement(
        "leaderboard",
        "bench.database.leaderboard --sizes 100,100000",
        "a leaderboard",
        4,
        ("bot/community", "render", "storage"),
    ),
    Measurement(
        "retention",
        "bench.database.retention",
        "a year of matches, whose messages are deleted after 30 days",
        4,
        ("bot", "storage"),
    ),
    Measurement(
        "idle",
        "bench.idle",
        "the bot on an empty playground",
        2,
        ("bot", "requirements.lock", "storage"),
    ),
    Measurement(
        "levels",
        "bench.ai_pool",
        "the bot's answers while two levels think",
        2,
        ("bot", "games"),
    ),
    Measurement(
        "analysis",
        "bench.analysis --matches 3 --blunders 0",
        "an analysis of a match between two `hard` players",
        5,
        ("games",),
    ),
    Measurement(
        "contests",
        "bench.contests",
        "contests: months of them on paper, and the steps of large ones",
        6,
        ("bot/matchmaking/contests", "requirements.lock"),
    ),
    Measurement(
        "crowd",
        "bench.crowd --people 500 --matches 2000 --minutes 5 --servers 60",
        "500 people on 60 servers who begin 2,000 matches in five minutes",
        6,
        _ANY_TAP,
        also=("requests for each acknowledged move",),
    ),
    Measurement(
        "seasons",
        "bench.seasons --only ladder --people 128 --days 30 --pace 7 --looks 0.7 --moves 12",
        "128 people on the ladder for 30 days, by the real bot in the playground",
        4,
        _ANY_TAP,
    ),
    Measurement(
        "soak",
        "bench.soak --matches 5000 --minutes 50",
        "5,000 matches that come and go",
        15,
        _ANY_TAP,
    ),
)
