"""Random Swiss tournaments, each round of which is checked against the rules of the Dutch system.

    python -m tests.bot.matchmaking.contests.chance [--tournaments 2000] [--least 5] [--most 130]

plays them and prints which rules were broken.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from multiprocessing import Pool

import msgspec

from bot.matchmaking.contests.formats.advance import FORMATS
from bot.matchmaking.contests.log.contest import Contest, after
from bot.matchmaking.contests.log.events import Decided, Event, Joined, Left
from tests.bot.matchmaking.contests.dutch_rules import Before, can_a_round_be_paired, faults
from tests.kit.contests.seasons import done, entered


class Played(msgspec.Struct, frozen=True):
    """The rules that were broken, how often each event happened, and the longest pairing's CPU seconds."""

    faults: tuple[str, ...] = ()
    happened: Counter[str] = msgspec.field(default_factory=Counter)
    slowest: float = 0.0

    def __add__(self, other: Played) -> Played:
        return Played(
            self.faults + other.faults, self.happened + other.happened, max(self.slowest, other.slowest)
        )


class Tournament:
    """A tournament with random results, withdrawals, returns, late entries and no-shows."""

    def __init__(self, people: int, rounds: int, seed: int) -> None:
        self.rng, self.rounds = random.Random(seed), rounds
        self.contest = entered("swiss", people, rounds=rounds)
        self.found = list[str]()
        self.happened = Counter[str]()
        self.slowest = 0.0

    def moments(self) -> Iterator[Contest]:
        """Play to the end and collect all faults; yield the contest after every event."""
        yield self.contest
        for number in range(1, self.rounds + 1):
            yield from self._take(self._before(number))
            if not self._paired(number):
                break
            yield self.contest
            self.happened["rounds"] += 1
            self.happened["byes"] += sum(bye.round == number for bye in self.contest.byes)
            yield from self._take(self._results(number))

    def played(self) -> Played:
        """Play to the end and return what happened."""
        for _ in self.moments():
            pass
        return Played(tuple(self.found), self.happened, self.slowest)

    def _take(self, events: Iterable[Event]) -> Iterator[Contest]:
        for event in events:
            self.contest = after(self.contest, event)
            yield self.contest

    def _paired(self, number: int) -> bool:
        """Pair a round; return whether there was one to play."""
        present = [entrant.person for entrant in self.contest.list_seeded() if not entrant.gone]
        before = self.contest
        began = time.process_time()
        steps = FORMATS["swiss"](before, number)
        self.slowest = max(self.slowest, time.process_time() - began)
        self.contest = done(before, steps, number, range(1000 * number, 1000 * number + 999))
        if self.contest.status == "running":
            self.found += faults(self.contest, number, self.rounds, present)
            return True
        self.happened["no more rounds"] += 1
        if len(present) > 1 and can_a_round_be_paired(Before(before, number, self.rounds), present):
            self.found.append(f"round {number}: it's over, and could be paired")
        return False

    def _before(self, number: int) -> Iterator[Event]:
        for entrant in self.contest.list_seeded() if number > 1 else ():
            if entrant.gone and self.rng.random() < 0.1:
                self.happened["returns"] += 1
                yield Joined(at=number, person=entrant.person, number=entrant.number, rating=entrant.rating)
            elif not entrant.gone and self.rng.random() < 0.03:
                self.happened["withdrawals"] += 1
                yield Left(at=number, person=entrant.person)
        if 1 < number <= (self.rounds + 1) // 2 and self.rng.random() < 0.5:
            new = 1 + max(self.contest.entrants)
            self.happened["late entries"] += 1
            yield Joined(at=number, person=new, number=new, rating=self.rng.uniform(1500, 2000))

    def _results(self, number: int) -> Iterator[Event]:
        for pairing in self.contest.open:
            absent = self.rng.random() < 0.02
            score = self.rng.choice(("win", "loss", "none") if absent else ("win", "draw", "loss"))
            why = "forfeit" if absent else "played"
            yield Decided(at=number, match=pairing.match, score=score, why=why)  # type: ignore[arg-type]
            self.happened["forfeits"] += absent
            for person, lost in ((pairing.first, "loss"), (pairing.second, "win")):
                if absent and score in (lost, "none") and self.rng.random() < 0.5:
                    yield Left(at=number, person=person, why="no-show")


def drawn(seed: int, least: int, most: int, longest: int = 9) -> Tournament:
    """Return the tournament of a seed.

    Sizes are uniform on a logarithmic scale, so small tournaments are more frequent than large ones.
    """
    rng = random.Random(seed)
    people = round(least * (most / least) ** rng.random())
    return Tournament(people, rng.randint(3, longest), seed)


def _play(least: int, most: int, seed: int) -> Played:
    found = drawn(seed, least, most).played()
    return msgspec.structs.replace(
        found, faults=tuple(f"tournament {seed}, {fault}" for fault in found.faults)
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bot.matchmaking.contests.chance", description=__doc__
    )
    parser.add_argument("--tournaments", type=int, default=2000)
    parser.add_argument("--least", type=int, default=5, help="people at the start")
    parser.add_argument("--most", type=int, default=130)
    parser.add_argument("--seed", type=int, default=0, help="of the first one")
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.tournaments)
    whole = Played()
    with Pool(chosen.processes) as pool:
        for number, tournament in enumerate(
            pool.imap_unordered(partial(_play, chosen.least, chosen.most), seeds), 1
        ):
            whole += tournament
            if tournament.faults or number % 50 == 0:
                print(number, dict(whole.happened), *tournament.faults, sep="\n  ", flush=True)
    print(f"slowest pairing: {whole.slowest:.2f} s; rules broken: {len(whole.faults)}")
    sys.exit(bool(whole.faults))


if __name__ == "__main__":
    main()
