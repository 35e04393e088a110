"""Simulate months of contests between people of known strength, and measure how long pairing takes.

`python -m bench.contests [--only ladder,swiss,league,pairing,steps] [--people 512]`. Results follow Elo's
odds; a match takes days as correspondence matches do, half of them less than eight and one in twenty
more than a month. *ladder*: people join during the first month, play one to three matches at a time, and one
in ten rests for a fortnight; free people are paired once an hour. *swiss*: several tournaments of each size.
*league*: seasons of a pool in divisions. *pairing*: the same pool paired by rustworkx and by networkx, which
get the same graph; networkx serves only as a comparison. *steps*: how long the steps of large contests in a
real database hold up the event loop (`bench/contest_steps.py`).
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import get_args

import networkx
import rustworkx
from msgspec.structs import replace

from bench import contest_steps
from bench.figures import Goal, build_row, figure
from bot.matchmaking.contests.formats import advance as stepping
from bot.matchmaking.contests.formats import ladder, round_robin
from bot.matchmaking.contests.formats.round_robin import balance
from bot.matchmaking.contests.log.contest import Contest, apply_events, fold_events
from bot.matchmaking.contests.log.events import Begun, Decided, Event, Joined, Limited, Paused, Score
from bot.matchmaking.contests.log.terms import DAY, Kind, Terms
from bot.matchmaking.contests.reading.standings import standings
from bot.matchmaking.contests.running import seasons
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen

HOUR = 3600
DRAWS = 0.1
MEDIAN_DAYS, SPREAD = 8.0, 0.85
REST_DAYS, COMING_DAYS = 14, 30
SPREAD_OF_STRENGTHS = 250.0
KINDS = get_args(Kind)


class Pool:
    """People with strengths, and a random source for results and durations of matches."""

    def __init__(self, people: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.people = range(1, people + 1)
        self.strength = {person: self.rng.gauss(1500, SPREAD_OF_STRENGTHS) for person in self.people}

    def score(self, first: int, second: int) -> Score:
        """Draw the result of a match for its first side."""
        odds = 1 / (1 + 10 ** ((self.strength[second] - self.strength[first]) / 400))
        drawn = self.rng.random()
        return "draw" if drawn < DRAWS else "win" if self.rng.random() < odds else "loss"

    def seconds(self) -> int:
        """Draw how many seconds a match takes: half a day or more."""
        return round(DAY * max(0.5, self.rng.lognormvariate(math.log(MEDIAN_DAYS), SPREAD)))


def terms(kind: Kind, **changes: object) -> Terms:
    """Return a contest's usual terms with the given changes."""
    return Terms(kind=kind, name="Bench", game="ccc", **changes)  # type: ignore[arg-type]


# --- the ladder ---------------------------------------------------------------------------------------


class Ladder:
    """A ladder simulated hour by hour."""

    def __init__(self, pool: Pool, days: int) -> None:
        self.pool, self.days = pool, days
        self.contest = apply_events(fold_events(terms("ladder"), ()), (Begun(at=0, order=()),))
        self.names = (f"m{number}" for number in count())
        self.ends: list[tuple[int, str, Score]] = []
        self.plans = sorted(self._plans(), key=lambda event: event.at)
        self.waited: list[float] = []
        self.apart: list[float] = []

    def _plans(self) -> Iterator[Event]:
        """Yield who joins when, with how many matches at a time, and who rests when."""
        rng = self.pool.rng
        for person in self.pool.people:
            at = 0 if rng.random() < 0.5 else rng.randrange(COMING_DAYS * DAY)
            yield Joined(at=at, person=person, number=person, rating=1500.0)
            yield Limited(at=at, person=person, at_once=rng.choice((1, 1, 2, 3)))
            if rng.random() < 0.1:
                rests = rng.randrange(min(COMING_DAYS, self.days - 1) * DAY, self.days * DAY)
                yield Paused(at=rests, person=person)
                yield Paused(at=rests + REST_DAYS * DAY, person=person, on=False)

    def run(self, advance: Advance) -> None:
        """Simulate all its days."""
        for hour in range(self.days * 24):
            self._hour(hour * HOUR)
            if hour % 24 == 23:
                advance()

    def _hour(self, now: int) -> None:
        happened: list[Event] = []
        while self.plans and self.plans[0].at <= now:
            happened.append(self.plans.pop(0))
        while self.ends and self.ends[0][0] <= now:
            at, match, score = heapq.heappop(self.ends)
            happened.append(Decided(at=at, match=match, score=score))
        if happened or any(entrant.plays for entrant in ladder.free(self.contest)):
            self.contest = apply_events(self.contest, happened)
            self._pair(now)

    def _pair(self, now: int) -> None:
        before = self.contest
        events = stepping.following(before, now, lambda: next(self.names), frozenset())
        self.contest = apply_events(before, events)
        scores = ladder.scores(before, now) if events else {}
        for paired in self.contest.pairings[len(before.pairings) :]:
            score = self.pool.score(paired.first, paired.second)
            heapq.heappush(self.ends, (now + self.pool.seconds(), paired.match, score))
            self.apart.append(abs(scores[paired.first] - scores[paired.second]))
            for person in (paired.first, paired.second):
                since = ladder.waits_since(before, before.entrants[person])
                self.waited.append((now - since) / HOUR)

    def again(self) -> float:
        """Return the percentage of pairs that had met less than `ladder.AGAIN_DAYS` days before."""
        last: dict[frozenset[int], int] = {}
        repeats = 0
        for paired in self.contest.pairings:
            two = frozenset((paired.first, paired.second))
            repeats += two in last and paired.at - last[two] < ladder.AGAIN_DAYS * DAY
            last[two] = paired.at
        return 100 * repeats / len(self.contest.pairings)


def on_ladder(people: int, days: int, advance: Advance) -> list[Row]:
    """Simulate a ladder for `days` days and return its figures."""
    found = Ladder(Pool(people, 1), days)
    found.run(advance)
    contest, waited = found.contest, sorted(found.waited)
    sides = [abs(balance(contest, person)) for person in contest.entrants]
    of = f"ladder of {people}, {days} days"
    best = sorted(contest.entrants, key=lambda one: -found.pool.strength[one])
    scores = ladder.scores(contest, days * DAY)
    return [
        build_row(of, "matches", len(contest.pairings)),
        build_row(of, "hours until paired, median", statistics.median(waited)),
        build_row(of, "hours until paired, 95%", waited[int(0.95 * len(waited))], Goal("at most", 24)),
        build_row(of, "hours until paired, longest", waited[-1], Goal("at most", 25)),
        build_row(of, "pairs that met in the 30 days before (%)", found.again(), Goal("at most", 1)),
        build_row(
            of,
            "sides balanced to 1 (% of people)",
            100 * sum(side <= 1 for side in sides) / len(sides),
        ),
        build_row(of, "largest imbalance of sides", max(sides)),
        build_row(of, "scores apart when paired, median", statistics.median(found.apart)),
        build_row(of, "order by score to order by strength (Spearman)", _spearman(best, scores)),
    ]


def _spearman(best: Sequence[int], scores: Mapping[int, float]) -> float:
    placed = {person: place for place, person in enumerate(sorted(best, key=lambda one: -scores[one]))}
    size = len(best)
    off = sum((place - placed[person]) ** 2 for place, person in enumerate(best))
    return 1 - 6 * off / (size * (size**2 - 1))


# --- tournaments and leagues --------------------------------------------------------------------------


def play_out(contest: Contest, pool: Pool, days: int = 400) -> Contest:
    """Simulate a contest to its end: every possible match begins at once and takes its drawn time.

    Raises RuntimeError if the contest doesn't end.
    """
    names, ends = (f"m{number}" for number in count()), list[tuple[int, str, Score]]()
    now = 0
    for _ in range(100_000):
        before = len(contest.pairings)
        contest = apply_events(contest, stepping.following(contest, now, lambda: next(names), frozenset()))
        for paired in contest.pairings[before:]:
            took = min(pool.seconds(), (days - 1) * DAY)
            heapq.heappush(ends, (now + took, paired.match, pool.score(paired.first, paired.second)))
        if contest.status == "finished":
            return contest
        if ends:
            now, match, score = heapq.heappop(ends)
            contest = apply_events(contest, (Decided(at=now, match=match, score=score),))
        else:
            now += DAY
    raise RuntimeError("it doesn't end")


def begin_contest(made: Terms, order: Sequence[int], pool: Pool) -> Contest:
    """Return a contest that has just begun, with these people in this order."""
    joined = [Joined(at=0, person=person, number=person, rating=pool.strength[person]) for person in order]
    return fold_events(made, [*joined, Begun(at=0, order=tuple(order))])


def in_swiss(people: int, tournaments: int, advance: Advance) -> list[Row]:
    """Simulate Swiss tournaments; return figures on repeated pairs, balance of sides, winners and time."""
    met, sides, places, taken, rounds = [], [], [], [], []
    for seed in range(tournaments):
        pool = Pool(people, seed)
        order = sorted(pool.people, key=lambda one: -pool.strength[one])
        began = time.perf_counter()
        contest = play_out(begin_contest(terms("swiss"), order, pool), pool)
        taken.append((time.perf_counter() - began) / contest.rounds)
        pairs = Counter(frozenset((paired.first, paired.second)) for paired in contest.pairings)
        met.append(sum(number - 1 for number in pairs.values()))
        sides += [abs(balance(contest, person)) for person in contest.entrants]
        places.append(order.index(standings(contest)[0].person) + 1)
        rounds.append((max(paired.ended_at or 0 for paired in contest.pairings)) / DAY / contest.round)
        advance()
    of = f"Swiss of {people}"
    return [
        build_row(of, "pairs that met twice", sum(met), Goal("at most", 0)),
        build_row(of, "largest imbalance of sides", max(sides), Goal("at most", 3)),
        build_row(
            of, "sides balanced to 1 (% of people)", 100 * sum(side <= 1 for side in sides) / len(sides)
        ),
        figure(of, "the winner's place by strength", places),
        figure(of, "days of a round, the slowest match", rounds),
        figure(of, "pairing and playing a round out on paper (s)", taken),
    ]


def in_league(people: int, number: int, advance: Advance) -> list[Row]:
    """Simulate seasons of a league seeded at random; return how close its order comes to that by strength."""
    pool = Pool(people, 3)
    made = terms("league", at_once=4, division=12, movers=2, season=180)
    order, rows = list(pool.people), list[Row]()
    best = sorted(pool.people, key=lambda one: -pool.strength[one])
    for season in range(1, number + 1):
        contest = play_out(begin_contest(made, order, pool), pool)
        pairs = Counter(frozenset((paired.first, paired.second)) for paired in contest.pairings)
        sizes = [len(group) for group in round_robin.groups(contest)]
        wanted = sum(size * (size - 1) // 2 for size in sizes)
        order = list(seasons.order_after(contest))
        moved = {person: -float(place) for place, person in enumerate(order)}
        of = f"league of {people}, season {season}"
        rows += [
            build_row(of, "matches played, of all there are (%)", 100 * len(contest.pairings) / wanted),
            build_row(of, "pairs that met twice", sum(pairs.values()) - len(pairs), Goal("at most", 0)),
            build_row(of, "order to order by strength (Spearman)", _spearman(best, moved)),
        ]
        advance()
    return rows


# --- pairing ------------------------------------------------------------------------------------------


def pairing(people: int, repeats: int, advance: Advance) -> list[Row]:
    """Time how long it takes to pair all people at once, after sixty days of a ladder."""
    pool = Pool(people, 5)
    ladder_ = Ladder(pool, 60)
    ladder_.run(unseen)
    done = [Decided(at=60 * DAY, match=match, score=score) for _, match, score in ladder_.ends]
    contest, now = apply_events(ladder_.contest, done), 60 * DAY + 2 * HOUR
    waiting = ladder.by_score(contest, now)
    edges = list(ladder.edges(waiting))
    whole, ours, theirs = list[float](), list[float](), list[float]()
    for _ in range(repeats):
        whole.append(_seconds(lambda: ladder.following(replace(contest), now)))
        ours.append(_seconds(lambda: _by_rustworkx(len(waiting), edges)))
        theirs.append(_seconds(lambda: _by_networkx(edges)))
        advance()
    of, goal = f"{len(waiting)} people, {len(edges)} edges", Goal("below", 1)
    return [
        figure(of, "pairing by the ladder, all of it (s)", whole, goal),
        figure(of, "the matching alone, rustworkx (s)", ours),
        figure(of, "the matching alone, networkx (s)", theirs),
        figure(of, "networkx / rustworkx", [b / a for a, b in zip(ours, theirs, strict=True)]),
        build_row(of, "weight of networkx's matching to rustworkx's", _weight_of(edges, len(waiting))),
    ]


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _by_rustworkx(size: int, edges: Sequence[tuple[int, int, int]]) -> set[tuple[int, int]]:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(size)))
    graph.add_edges_from(list(edges))
    return rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)


def _by_networkx(edges: Sequence[tuple[int, int, int]]) -> set[tuple[int, int]]:
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    found: set[tuple[int, int]] = networkx.max_weight_matching(graph)
    return found


def _weight_of(edges: Sequence[tuple[int, int, int]], size: int) -> float:
    weights = {frozenset((a, b)): weight for a, b, weight in edges}
    theirs, ours = (
        sum(weights[frozenset(two)] for two in found)
        for found in (_by_networkx(edges), _by_rustworkx(size, edges))
    )
    return theirs / ours


def main() -> None:
    """Simulate with the settings of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.contests", description=__doc__)
    every = "ladder,swiss,league,pairing,steps"
    parser.add_argument("--only", default=every, help="which of them, with commas between")
    parser.add_argument("--people", type=int, default=512, help="on the ladder, and for the pairing")
    parser.add_argument("--days", type=int, default=180, help="of the ladder")
    parser.add_argument("--sizes", default="64,128", help="of the Swiss tournaments")
    parser.add_argument("--tournaments", type=int, default=10, help="of each size")
    parser.add_argument("--league", type=int, default=60, help="people in it")
    parser.add_argument("--seasons", type=int, default=4)
    parser.add_argument("--crowd", type=int, default=2000, help="people on the ladder whose steps are timed")
    parser.add_argument("--most", type=int, default=512, help="people in the other contests whose steps are")
    parser.add_argument("--repeats", type=int, default=5, help="of each pairing that is timed")
    add_json(parser)
    chosen = parser.parse_args()
    sizes = [int(size) for size in chosen.sizes.split(",")]
    parts: Mapping[str, tuple[int, Callable[[Advance], list[Row]]]] = {
        "ladder": (chosen.days, lambda advance: on_ladder(chosen.people, chosen.days, advance)),
        "swiss": (
            chosen.tournaments * len(sizes),
            lambda advance: [row for size in sizes for row in in_swiss(size, chosen.tournaments, advance)],
        ),
        "league": (chosen.seasons, lambda advance: in_league(chosen.league, chosen.seasons, advance)),
        "pairing": (chosen.repeats, lambda advance: pairing(chosen.people, chosen.repeats, advance)),
        "steps": (
            len(KINDS) * len(contest_steps.STEPS),
            lambda advance: contest_steps.rows(
                [(kind, chosen.crowd if kind == "ladder" else chosen.most) for kind in KINDS], advance
            ),
        ),
    }
    wanted = [name for name in parts if name in chosen.only.split(",")]
    with progress("Steps", sum(parts[name][0] for name in wanted)) as advance:
        rows = [row for name in wanted for row in parts[name][1](advance)]
    show([Table("figures", "Contests on paper", rows)], as_json=chosen.json)


if __name__ == "__main__":
    main()
