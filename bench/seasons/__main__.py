"""Play months of contests with the real bot in the playground, with levels of the bot as people.

`python -m bench.seasons [--only ladder,swiss,league] [--people 512] [--days 30] [--pictures FOLDER]`. The
bot with all its features, its database and its outbox are connected to a playground by sockets of 127.0.0.1;
all of them are in this process. An organizer sets a contest up by taps, people tap *Join* and *Check in* on
its card, and from then on all messages are sent as usual. Each person plays like one of the bot's levels,
from their own view, and looks at their matches a few times a day; when both are at a board they play some
moves. Moves are made by the use case that a tap ends in. A few people stop one day without a word. The clock
jumps from one due event to the next, and pictures are drawn as usual.

*ladder*: `--people` people for `--days` days. *swiss*: tournaments of `--sizes` people, to their ends.
*league*: seasons of a pool in divisions. Exit status: 1 if a goal is missed, such as when an error was logged
or a paired match never began.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from bench.figures import Goal, build_row
from bench.seasons import figures
from bench.seasons.people import People, Ways, habits
from bench.seasons.server import HOUR, Server, hours, open_server
from bench.seasons.watch import Watch, watching
from bot.matchmaking.contests.formats import ladder, round_robin
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.reading.standings import standings
from games import GAMES
from playground.posts import messages
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen
from tests.kit.seen import Seen

JOIN, CHECK_IN = "c-join", "c-in"
GAME, PRESET = "ccc", "1"
"""Game and preset whose matches are the shortest."""
LEVELS = 3
"""Number of levels used: the weakest ones, which think fast."""
_LONGEST_DAYS = 400


class Asked(msgspec.Struct, frozen=True):
    """What the command line asks for.

    Attributes:
        season: Days of a season.
        folder: Where pictures are kept; None for nowhere.
    """

    ways: Ways
    days: int
    seasons: int
    season: int
    folder: Path | None


class Held(msgspec.Struct, frozen=True):
    """A contest being played: its server, its people, and the watch on it."""

    server: Server
    playing: People
    watch: Watch
    id: str

    async def contest(self) -> Contest:
        """Return its current state."""
        return (await self.server.stands(self.id))[1]


async def open_contest(server: Server, watch: Watch, asked: Asked, days: int, **chosen: str) -> Held:
    """Set a contest up and let all people join it."""
    rng = random.Random(1)
    playing = People(server.t, asked.ways, habits(asked.ways, server.people, rng, server.now, days), rng)
    id = await server.contest(g=GAME, p=PRESET, **chosen)
    await server.all_tap(playing, id, JOIN, server.people)
    return Held(server, playing, watch, id)


async def play_contest(held: Held, days: int, advance: Advance = unseen) -> Contest:
    """Play day after day until the contest is over; return it."""
    hour = 0
    async for _ in hours(held.server, held.playing, held.id, 24 * days):
        hour += 1
        if hour % 24 == 0:
            advance()
    return await held.contest()


# --- kinds ----------------------------------------------------------------------------------------------


async def on_ladder(people: int, asked: Asked, advance: Advance) -> list[Row]:
    """Play a ladder for the given days; return its figures."""
    of = f"ladder of {people}, {asked.days} days"
    async with open_server(people) as server:
        with watching(server.t.playground.world) as watch:
            held = await open_contest(
                server, watch, asked, asked.days, k="l", c=f"{asked.ways.pace}d", s="512", x="0"
            )
            contest = await play_contest(held, asked.days, advance)
        scores = ladder.scores(contest, server.now)
        rows = [
            *figures.of_any(of, contest),
            *figures.of_ladder(of, contest, await server.events(held.id), server.now),
            *figures.by_level(of, "score", _levels(held), scores),
        ]
        return [*rows, *await _report_end(of, held, asked)]


async def in_swiss(people: int, asked: Asked, advance: Advance) -> list[Row]:
    """Play a Swiss tournament to its end; return its figures."""
    of = f"Swiss of {people}"
    async with open_server(people) as server:
        with watching(server.t.playground.world) as watch:
            held = await open_contest(
                server, watch, asked, 60, k="s", c=f"{asked.ways.pace}d", s=_size(people), i="1", x="30"
            )
            await server.until(server.now + HOUR)
            await server.all_tap(held.playing, held.id, CHECK_IN, server.people)
            contest = await play_contest(held, _LONGEST_DAYS)
            advance()
        points = {standing.person: standing.points for standing in standings(contest)}
        rows = [
            build_row(of, f"rounds of {contest.rounds}", contest.round),
            *figures.of_any(of, contest),
            *figures.of_rounds(of, contest),
            *figures.by_level(of, "points", _levels(held), points),
        ]
        return [*rows, *await _report_end(of, held, asked)]


async def in_league(people: int, asked: Asked, advance: Advance) -> list[Row]:
    """Play some seasons of a league; return their figures."""
    rows = list[Row]()
    chosen = {"k": "g", "s": _size(people), "v": "9", "w": str(asked.season), "o": "5"}
    async with open_server(people) as server:
        with watching(server.t.playground.world) as watch:
            held = await open_contest(server, watch, asked, asked.seasons * asked.season, **chosen)
            for season in range(1, asked.seasons + 1):
                of = f"league of {people}, season {season}"
                contest = await play_contest(held, asked.season + 5)
                advance()
                rows += _of_season(of, held, contest)
                following = await server.season_after(held.id)
                rows += [] if season < asked.seasons else await _report_end(of, held, asked)
                held = msgspec.structs.replace(held, id=following or "")
    return rows


def _of_season(of: str, held: Held, contest: Contest) -> list[Row]:
    sizes = [len(group) for group in round_robin.groups(contest)]
    wanted = sum(size * (size - 1) // 2 for size in sizes)
    places = {
        person: float(place) for place, among in enumerate(round_robin.groups(contest), 1) for person in among
    }
    return [
        build_row(of, "divisions", len(sizes)),
        build_row(of, "matches begun, of all there are (%)", 100 * len(contest.pairings) / wanted),
        *figures.of_any(of, contest),
        *figures.of_rounds(of, contest),
        *figures.by_level(of, "division", _levels(held), places),
    ]


def _levels(held: Held) -> Mapping[int, str]:
    return {person: habit.level for person, habit in held.playing.habits.items()}


def _size(people: int) -> str:
    return str(next(size for size in (8, 16, 32, 64, 128, 256, 512) if size >= people))


# --- the report -------------------------------------------------------------------------------------------


async def _report_end(of: str, held: Held, asked: Asked) -> list[Row]:
    """Return the rows of every run at its end, and keep pictures of the standings."""
    contest, watch = await held.contest(), held.watch
    await _keep_pictures(of, held, asked.folder)
    begun = await held.server.reasons(held.id)
    unsaid = await held.server.unsaid()
    unbegun = [pairing for pairing in contest.pairings if pairing.match not in begun]
    return [
        build_row(of, "moves", held.playing.plies),
        build_row(of, "matches that were paired and never began", len(unbegun), Goal("at most", 0)),
        build_row(of, "messages given up or never sent", sum(unsaid.values()), Goal("at most", 0)),
        *watch_rows(of, watch, await held.server.matches()),
    ]


def watch_rows(of: str, watch: Watch, matches: int) -> Iterator[Row]:
    """Yield the rows on what was observed from outside."""
    for what, times in sorted(watch.messages.items()):
        yield build_row(of, f"messages: {what}", times)
    yield build_row(of, "pushes on phones for each match", watch.pushes.total() / matches)
    yield build_row(of, "most messages in the channel within a minute", watch.busiest_minute())
    yield build_row(of, "a look, median (s)", figures.percentile(watch.looks, 50))
    yield build_row(of, "a look, slowest (s)", max(watch.looks, default=0))
    yield build_row(of, "pairing alone, slowest (s)", max(watch.pairings, default=0), Goal("below", 1))
    yield build_row(
        of, "event loop's lag, everything in one process, 99% (s)", figures.percentile(watch.stalls, 99)
    )
    yield build_row(of, "event loop's lag, longest (s)", max(watch.stalls, default=0))
    for what, times in watch.log.warnings.items():
        yield build_row(of, f"warnings: {what}", times)
    yield build_row(of, "errors logged", watch.log.errors.total(), Goal("at most", 0))


async def _keep_pictures(of: str, held: Held, folder: Path | None) -> None:
    """Save the pictures of the contest's card, as shown on the server, in the folder."""
    row, _ = await held.server.stands(held.id)
    world, name = held.server.t.playground.world, of.replace(",", "").replace(" ", "-")
    card = Seen(messages.render_message(world, world.messages[str(row.message)]))
    if folder is not None:
        for file, media in card.pictures.items():
            _leave(folder, f"{name}-{file}", await held.server.t.download(media))


def _leave(folder: Path, name: str, picture: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(picture)


async def _rows(run: Awaitable[list[Row]]) -> list[Row]:
    return await run


def main() -> int:
    """Play with the settings of the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench.seasons", description=__doc__)
    parser.add_argument("--only", default="ladder,swiss,league", help="which of them, with commas between")
    parser.add_argument("--people", type=int, default=24, help="on the ladder")
    parser.add_argument("--days", type=int, default=14, help="of the ladder")
    parser.add_argument("--sizes", default="16", help="of the Swiss tournaments")
    parser.add_argument("--league", type=int, default=18, help="people in it")
    parser.add_argument("--seasons", type=int, default=1)
    parser.add_argument("--season", type=int, default=30, help="days of one: 30, 60, 90, 120 or 180")
    parser.add_argument("--nodes", type=int, default=30, help="that a level may look at for a move")
    parser.add_argument("--moves", type=int, default=10, help="that are played when two meet at a board")
    parser.add_argument("--looks", type=float, default=2.5, help="how often a day people look at a match")
    parser.add_argument(
        "--pace", type=int, default=3, help="days for a move: 1, 3 or 7; a league's is a bank"
    )
    parser.add_argument("--gone", type=float, default=0.03, help="share of people who stop without a word")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of the standings")
    add_json(parser)
    chosen = parser.parse_args()
    levels = tuple(GAMES[GAME].players)[:LEVELS]
    ways = Ways(levels, chosen.nodes, chosen.moves, chosen.looks, chosen.gone, chosen.pace)
    asked = Asked(ways, chosen.days, chosen.seasons, chosen.season, chosen.pictures)
    sizes = [int(size) for size in chosen.sizes.split(",")]
    parts: Mapping[str, tuple[int, Sequence[Callable[[Advance], Awaitable[list[Row]]]]]] = {
        "ladder": (chosen.days, [partial(on_ladder, chosen.people, asked)]),
        "swiss": (len(sizes), [partial(in_swiss, size, asked) for size in sizes]),
        "league": (chosen.seasons, [partial(in_league, chosen.league, asked)]),
    }
    wanted = [parts[name] for name in parts if name in chosen.only.split(",")]
    with progress("Steps", sum(steps for steps, _ in wanted)) as advance:
        rows = [row for _, runs in wanted for run in runs for row in asyncio.run(_rows(run(advance)))]
    show([Table("figures", "Contests played in the playground", rows)], as_json=chosen.json)
    failed = [row for row in rows if row["met"] is False]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
