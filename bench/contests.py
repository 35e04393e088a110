"""Contests played out on paper for months, with people of known strengths, and how long pairing takes.

`python -m bench.contests [--only ladder,swiss,league,pairing] [--people 512] [--days 180]`. Results follow
Elo's odds; a match takes days as correspondence matches do, half of them less than eight and one in twenty
more than a month. *ladder*: people come over the first month, play one to three matches at a time, and one in
ten rests for a fortnight; the free ones are paired once an hour. *swiss*: several tournaments of each size.
*league*: seasons of a pool in divisions. *pairing*: the same pool paired by rustworkx and by networkx, which
get the same graph; networkx is only here to be compared with.
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

import networkx
import rustworkx

from bench.figures import Goal, figure, known
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


class Pool:
    """People with strengths, and chance: who wins, and how long it takes."""

    def __init__(self, people: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.people = range(1, people + 1)
        self.strength = {one: self.rng.gauss(1500, SPREAD_OF_STRENGTHS) for one in self.people}

    def score(self, first: int, second: int) -> Score:
        """How a match ends for its first side."""
        odds = 1 / (1 + 10 ** ((self.strength[second] - self.strength[first]) / 400))
        drawn = self.rng.random()
        return "draw" if drawn < DRAWS else "win" if self.rng.random() < odds else "loss"

    def seconds(self) -> int:
        """How long a match takes: from half a day on."""
        return round(DAY * max(0.5, self.rng.lognormvariate(math.log(MEDIAN_DAYS), SPREAD)))


def terms(kind: Kind, **changes: object) -> Terms:
    """A contest by the usual terms but for these."""
    return Terms(kind=kind, name="Bench", game="ccc", **changes)  # type: ignore[arg-type]


# --- the ladder ---------------------------------------------------------------------------------------


class Ladder:
    """A ladder hour by hour."""

    def __init__(self, pool: Pool, days: int) -> None:
        self.pool, self.days = pool, days
        self.contest = apply_events(fold_events(terms("ladder"), ()), (Begun(at=0, order=()),))
        self.names = (f"m{number}" for number in count())
        self.ends: list[tuple[int, str, Score]] = []
        self.plans = sorted(self._plans(), key=lambda event: event.at)
        self.waited: list[float] = []
        self.apart: list[float] = []

    def _plans(self) -> Iterator[Event]:
        """Who comes when, with how many matches at a time, and who rests when."""
        rng = self.pool.rng
        for one in self.pool.people:
            at = 0 if rng.random() < 0.5 else rng.randrange(COMING_DAYS * DAY)
            yield Joined(at=at, person=one, number=one, rating=1500.0)
            yield Limited(at=at, person=one, at_once=rng.choice((1, 1, 2, 3)))
            if rng.random() < 0.1:
                rests = rng.randrange(min(COMING_DAYS, self.days - 1) * DAY, self.days * DAY)
                yield Paused(at=rests, person=one)
                yield Paused(at=rests + REST_DAYS * DAY, person=one, on=False)

    def run(self, advance: Advance) -> None:
        """All its days."""
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
        if happened or any(one.plays for one in ladder.free(self.contest)):
            self.contest = apply_events(self.contest, happened)
            self._pair(now)

    def _pair(self, now: int) -> None:
        before = self.contest
        events = stepping.following(before, now, lambda: next(self.names), frozenset())
        self.contest = apply_events(before, events)
        scores = ladder.scores(before, now) if events else {}
        for one in self.contest.pairings[len(before.pairings) :]:
            score = self.pool.score(one.first, one.second)
            heapq.heappush(self.ends, (now + self.pool.seconds(), one.match, score))
            self.apart.append(abs(scores[one.first] - scores[one.second]))
            for person in (one.first, one.second):
                since = ladder.waits_since(before, before.entrants[person])
                self.waited.append((now - since) / HOUR)

    def again(self) -> float:
        """Of all pairs, how many % had met less than thirty days before."""
        last: dict[frozenset[int], int] = {}
        repeats = 0
        for one in self.contest.pairings:
            two = frozenset((one.first, one.second))
            repeats += two in last and one.at - last[two] < ladder.AGAIN_DAYS * DAY
            last[two] = one.at
        return 100 * repeats / len(self.contest.pairings)


def on_ladder(people: int, days: int, advance: Advance) -> list[Row]:
    """What a ladder brings in so many days."""
    found = Ladder(Pool(people, 1), days)
    found.run(advance)
    contest, waited = found.contest, sorted(found.waited)
    sides = [abs(balance(contest, one)) for one in contest.entrants]
    of = f"ladder of {people}, {days} days"
    best = sorted(contest.entrants, key=lambda one: -found.pool.strength[one])
    scores = ladder.scores(contest, days * DAY)
    return [
        known(of, "matches", len(contest.pairings)),
        known(of, "hours until paired, median", statistics.median(waited)),
        known(of, "hours until paired, 95%", waited[int(0.95 * len(waited))], Goal("at most", 24)),
        known(of, "hours until paired, longest", waited[-1], Goal("at most", 25)),
        known(of, "pairs that met in the 30 days before (%)", found.again(), Goal("at most", 1)),
        known(of, "sides balanced to 1 (% of people)", 100 * sum(one <= 1 for one in sides) / len(sides)),
        known(of, "largest imbalance of sides", max(sides)),
        known(of, "scores apart when paired, median", statistics.median(found.apart)),
        known(of, "order by score to order by strength (Spearman)", _spearman(best, scores)),
    ]


def _spearman(best: Sequence[int], scores: Mapping[int, float]) -> float:
    placed = {one: place for place, one in enumerate(sorted(best, key=lambda one: -scores[one]))}
    size = len(best)
    off = sum((place - placed[one]) ** 2 for place, one in enumerate(best))
    return 1 - 6 * off / (size * (size**2 - 1))


# --- tournaments and leagues --------------------------------------------------------------------------


def played_out(contest: Contest, pool: Pool, days: int = 400) -> Contest:
    """A contest at its end: whatever can begin begins at once, and matches take their time."""
    names, ends = (f"m{number}" for number in count()), list[tuple[int, str, Score]]()
    now = 0
    for _ in range(100_000):
        before = len(contest.pairings)
        contest = apply_events(contest, stepping.following(contest, now, lambda: next(names), frozenset()))
        for one in contest.pairings[before:]:
            took = min(pool.seconds(), (days - 1) * DAY)
            heapq.heappush(ends, (now + took, one.match, pool.score(one.first, one.second)))
        if contest.status == "finished":
            return contest
        if ends:
            now, match, score = heapq.heappop(ends)
            contest = apply_events(contest, (Decided(at=now, match=match, score=score),))
        else:
            now += DAY
    raise RuntimeError("it doesn't end")


def begun(made: Terms, order: Sequence[int], pool: Pool) -> Contest:
    """A contest of these people in this order."""
    joined = [Joined(at=0, person=one, number=one, rating=pool.strength[one]) for one in order]
    return fold_events(made, [*joined, Begun(at=0, order=tuple(order))])


def in_swiss(people: int, tournaments: int, advance: Advance) -> list[Row]:
    """Swiss tournaments: repeats, sides, and who wins."""
    met, sides, places, taken, rounds = [], [], [], [], []
    for seed in range(tournaments):
        pool = Pool(people, seed)
        order = sorted(pool.people, key=lambda one: -pool.strength[one])
        began = time.perf_counter()
        contest = played_out(begun(terms("swiss"), order, pool), pool)
        taken.append((time.perf_counter() - began) / contest.rounds)
        pairs = Counter(frozenset((one.first, one.second)) for one in contest.pairings)
        met.append(sum(number - 1 for number in pairs.values()))
        sides += [abs(balance(contest, one)) for one in contest.entrants]
        places.append(order.index(standings(contest)[0].person) + 1)
        rounds.append((max(one.ended_at or 0 for one in contest.pairings)) / DAY / contest.round)
        advance()
    of = f"Swiss of {people}"
    return [
        known(of, "pairs that met twice", sum(met), Goal("at most", 0)),
        known(of, "largest imbalance of sides", max(sides), Goal("at most", 3)),
        known(of, "sides balanced to 1 (% of people)", 100 * sum(one <= 1 for one in sides) / len(sides)),
        figure(of, "the winner's place by strength", places),
        figure(of, "days of a round, the slowest match", rounds),
        figure(of, "pairing and playing a round out on paper (s)", taken),
    ]


def in_league(people: int, number: int, advance: Advance) -> list[Row]:
    """Seasons of a league: who's seeded at random first ends up where their strength belongs."""
    pool = Pool(people, 3)
    made = terms("league", at_once=4, division=12, movers=2, season=180)
    order, rows = list(pool.people), list[Row]()
    best = sorted(pool.people, key=lambda one: -pool.strength[one])
    for season in range(1, number + 1):
        contest = played_out(begun(made, order, pool), pool)
        pairs = Counter(frozenset((one.first, one.second)) for one in contest.pairings)
        sizes = [len(one) for one in round_robin.groups(contest)]
        wanted = sum(size * (size - 1) // 2 for size in sizes)
        order = list(seasons.order_after(contest))
        moved = {one: -float(place) for place, one in enumerate(order)}
        of = f"league of {people}, season {season}"
        rows += [
            known(of, "matches played, of all there are (%)", 100 * len(contest.pairings) / wanted),
            known(of, "pairs that met twice", sum(pairs.values()) - len(pairs), Goal("at most", 0)),
            known(of, "order to order by strength (Spearman)", _spearman(best, moved)),
        ]
        advance()
    return rows


# --- pairing ------------------------------------------------------------------------------------------


def pairing(people: int, repeats: int, advance: Advance) -> list[Row]:
    """How long it takes to pair everybody at once, at the end of half a year."""
    pool = Pool(people, 5)
    ladder_ = Ladder(pool, 60)
    ladder_.run(unseen)
    done = [Decided(at=60 * DAY, match=match, score=score) for _, match, score in ladder_.ends]
    contest, now = apply_events(ladder_.contest, done), 60 * DAY + 2 * HOUR
    waiting = ladder.by_score(contest, now)
    edges = list(ladder.edges(waiting))
    whole, ours, theirs = list[float](), list[float](), list[float]()
    for _ in range(repeats):
        whole.append(_seconds(lambda: ladder.following(apply_events(contest, ()), now)))
        ours.append(_seconds(lambda: _by_rustworkx(len(waiting), edges)))
        theirs.append(_seconds(lambda: _by_networkx(edges)))
        advance()
    of, goal = f"{len(waiting)} people, {len(edges)} edges", Goal("below", 1)
    return [
        figure(of, "pairing by the ladder, all of it (s)", whole, goal),
        figure(of, "the matching alone, rustworkx (s)", ours),
        figure(of, "the matching alone, networkx (s)", theirs),
        figure(of, "networkx / rustworkx", [b / a for a, b in zip(ours, theirs, strict=True)]),
        known(of, "weight of networkx's matching to rustworkx's", _weight_of(edges, len(waiting))),
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
    every = "ladder,swiss,league,pairing"
    parser.add_argument("--only", default=every, help="which of them, with commas between")
    parser.add_argument("--people", type=int, default=512, help="on the ladder, and for the pairing")
    parser.add_argument("--days", type=int, default=180, help="of the ladder")
    parser.add_argument("--sizes", default="64,128", help="of the Swiss tournaments")
    parser.add_argument("--tournaments", type=int, default=10, help="of each size")
    parser.add_argument("--league", type=int, default=60, help="people in it")
    parser.add_argument("--seasons", type=int, default=4)
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
    }
    wanted = [name for name in parts if name in chosen.only.split(",")]
    with progress("Steps", sum(parts[name][0] for name in wanted)) as advance:
        rows = [row for name in wanted for row in parts[name][1](advance)]
    show([Table("figures", "Contests on paper", rows)], as_json=chosen.json)


if __name__ == "__main__":
    main()
