"""The fair division of shards among processes that look and act one after another, in any order."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.fair_share import Sight, is_between, list_wanted, plan_shards
from storage.tables.shards import Shard


class Cluster:
    """Processes that hold sessions; each looks and acts when it's told to."""

    def __init__(self, shards: int) -> None:
        self.shards = tuple(Shard(number=number) for number in range(shards))
        self.alive = set[int]()
        self.leaving = set[int]()
        self.open: dict[int, set[int]] = {}
        self.knows_of_two = dict[int, set[int]]()
        """By process, the shards that another process may hear, too, as of its last look."""

    def join(self, host: int) -> None:
        self.alive.add(host)
        self.open[host] = set()
        self.knows_of_two[host] = set()

    def kill(self, host: int) -> None:
        self.alive.discard(host)
        self.open.pop(host)

    def look(self, host: int) -> None:
        sight = Sight(
            host, self.alive, self.alive - self.leaving, self.leaving, self.open[host], self.open[host]
        )
        self.shards = plan_shards(self.shards, sight)
        self.knows_of_two[host] = {
            shard.number for shard in self.shards if is_between(shard) or shard.host != host
        }
        self.open[host] = set(list_wanted(self.shards, host))

    def settle(self) -> None:
        before = None
        while before != (self.shards, str(self.open)):
            before = self.shards, str(self.open)
            for host in sorted(self.alive):
                self.look(host)

    def counts(self) -> list[int]:
        held = Counter(shard.host for shard in self.shards)
        assert not any(is_between(shard) for shard in self.shards)
        assert all(self.open[host] == set(list_wanted(self.shards, host)) for host in self.alive)
        return sorted(held[host] for host in self.alive - self.leaving)


def test_a_process_alone_takes_all_at_once() -> None:
    cluster = Cluster(5)
    cluster.join(1)
    cluster.look(1)
    assert list_wanted(cluster.shards, 1) == (0, 1, 2, 3, 4)


def test_who_joins_gets_a_fair_share_and_nothing_else_moves() -> None:
    cluster = Cluster(4)
    for host, counts in ((1, [4]), (2, [2, 2]), (3, [1, 1, 2]), (4, [1, 1, 1, 1]), (5, [0, 1, 1, 1, 1])):
        before = {shard.number: shard.host for shard in cluster.shards}
        cluster.join(host)
        cluster.settle()
        assert cluster.counts() == counts
        assert {shard.host for shard in cluster.shards if shard.host != before[shard.number]} <= {host}


def test_a_taker_that_dies_leaves_the_shard_where_it_was() -> None:
    cluster = Cluster(2)
    cluster.join(1)
    cluster.look(1)
    cluster.join(2)
    for host in (2, 1, 2):
        cluster.look(host)
    assert cluster.open == {1: {0, 1}, 2: {1}}
    cluster.kill(2)
    cluster.settle()
    assert list_wanted(cluster.shards, 1) == (0, 1)


STEPS = st.lists(
    st.tuples(st.sampled_from(["join", "kill", "leave", "look", "look", "look"]), st.integers(1, 4)),
    max_size=60,
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.integers(1, 6), STEPS)
def test_whatever_happens_no_shard_is_lost_and_two_sessions_know_of_each_other(count, steps) -> None:
    cluster = Cluster(count)
    next_host = 10
    for step, which in steps:
        hosts = sorted(cluster.alive)
        if step == "join" and len(hosts) < 4:
            cluster.join(next_host := next_host + 1)
        elif hosts:
            host = hosts[which % len(hosts)]
            if step == "kill":
                cluster.kill(host)
            elif step == "leave":
                cluster.leaving.add(host)
            else:
                cluster.look(host)
        for number in range(count):
            both = [host for host, open in cluster.open.items() if number in open]
            if len(both) > 1:
                assert all(number in cluster.knows_of_two[host] for host in both), "both would answer"
    cluster.join(99)
    cluster.settle()
    counts = cluster.counts()
    assert sum(counts) == count
    assert max(counts) - min(counts) <= 1
