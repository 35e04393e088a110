import time

from storage import Database
from storage.tables import hosts
from storage.tables.hosts import Host

OURS = Host(id=7, version="1.0", began=100, seen=100)
OTHER = Host(id=8, version="1.1", began=120, seen=120)


async def test_hosts_join_are_seen_drain_and_leave_once(database: Database) -> None:
    async with database.write("all") as w:
        await hosts.join(w, OURS)
        await hosts.join(w, OTHER)
        assert await hosts.beat(w, 7, 130)
        assert await hosts.drain(w, 8)
        assert await hosts.all_of_them(w) == [
            Host(id=7, version="1.0", began=100, seen=130),
            Host(id=8, version="1.1", began=120, seen=120, draining=True),
        ]
        assert await hosts.leave(w, 8)
        assert not await hosts.leave(w, 8)
        assert not await hosts.beat(w, 8, 140)
        assert not await hosts.drain(w, 8)
        assert [host.id for host in await hosts.all_of_them(w)] == [7]


async def test_a_shared_database_tells_the_time_and_a_file_does_not(database: Database) -> None:
    async with database.read() as r:
        at = await hosts.moment(r)
    assert (at is None) != database.is_shared
    assert at is None or abs(at - time.time()) < 60
