import pytest

from storage import Database, Message, QueuedMessage
from storage.tables import hosts, outbox
from storage.tables.hosts import Host
from tests.kit.rows import claim_next, messages_of, next_moment
from tests.kit.stored_samples import a_message

NOW, LEASE = 1000, 30
HOST, OTHER = 7, 8


async def queue(database: Database, *messages: Message) -> None:
    async with database.write("all") as w:
        await outbox.add(w, messages)


async def claim(database: Database, now: int = NOW, limit: int = 10, host: int = HOST) -> list[QueuedMessage]:
    async with database.write("all") as w:
        return await claim_next(w, host, now, LEASE, limit)


async def claimed(database: Database, now: int = NOW, limit: int = 10, host: int = HOST) -> list[str]:
    return [message.nonce for message in await claim(database, now, limit, host)]


async def next_due(database: Database, now: int = NOW, host: int = HOST) -> int | None:
    async with database.read() as r:
        return await next_moment(r, host, now)


@pytest.mark.slow
async def test_a_message_comes_back_as_it_went_in(database: Database, match_id: str) -> None:
    message = a_message("n", match_id=match_id, payload={"mentions": [1], "text": "Für dich"}, due_at=999)
    await queue(database, message)
    (row,) = await claim(database)
    assert all(getattr(row, name) == getattr(message, name) for name in message.__struct_fields__)
    assert (row.attempts, row.lease_until, row.sent_at, row.failed_at) == (1, NOW + LEASE, None, None)


@pytest.mark.slow
async def test_a_nonce_is_queued_once(database: Database, match_id: str) -> None:
    await queue(database, a_message("n", match_id=match_id, payload={"first": 1}))
    await queue(database, a_message("n", match_id=match_id, payload={"second": 2}))
    async with database.read() as r:
        assert [row.payload for row in await messages_of(r, match_id)] == [{"first": 1}]


@pytest.mark.slow
async def test_rows_are_claimed_in_the_order_of_ids_and_one_a_lane(database: Database) -> None:
    await queue(
        database,
        a_message("a1", lane="a", due_at=900),
        a_message("a2", lane="a", due_at=100),
        a_message("b1", lane="b"),
        a_message("c1", lane="c"),
    )
    assert await claimed(database, limit=2) == ["a1", "b1"]
    assert await claimed(database) == ["c1"]


PATIENCE = {"board": 60, "home": 600}


async def taken(database: Database, limit: int) -> list[str]:
    """Claim up to `limit` messages of a backlog, mark them as sent, and return their nonces."""
    async with database.write("all") as w:
        rows = await claim_next(w, HOST, NOW, LEASE, limit, PATIENCE)
        for row in rows:
            await outbox.mark_sent(w, row, None, NOW)
    return [row.nonce for row in rows]


@pytest.mark.slow
async def test_of_a_backlog_what_a_person_waits_for_is_claimed_before_what_can_wait(
    database: Database,
) -> None:
    for kind in ("home", "board", "ping"):
        await queue(
            database, *(a_message(f"{kind}{letter}", lane=f"{kind}{letter}", kind=kind) for letter in "ab")
        )
    assert [await taken(database, limit=2) for _ in range(3)] == [
        ["pinga", "pingb"],
        ["boarda", "boardb"],
        ["homea", "homeb"],
    ]


@pytest.mark.slow
async def test_what_has_let_others_go_first_for_long_enough_is_claimed_before_newer_pings(
    database: Database,
) -> None:
    late = a_message("late", lane="l", kind="board", due_at=NOW - 61)
    new = a_message("new", lane="n", kind="board", due_at=NOW - 59)
    await queue(database, new, late, a_message("ping", lane="p", kind="ping", due_at=NOW))
    assert [await taken(database, limit=1) for _ in range(3)] == [["late"], ["ping"], ["new"]]


@pytest.mark.slow
async def test_a_lane_keeps_its_order_and_is_as_urgent_as_what_waits_in_it(database: Database) -> None:
    board, call = a_message("board", lane="match", kind="board"), a_message("call", lane="match", kind="call")
    other = a_message("other", lane="other", kind="board")
    await queue(database, other, board, call)
    assert [await taken(database, limit=1) for _ in range(3)] == [["board"], ["call"], ["other"]]


@pytest.mark.slow
async def test_the_next_of_a_lane_waits_until_the_first_is_sent(database: Database) -> None:
    await queue(database, a_message("1"), a_message("2"))
    (first,) = await claim(database)
    assert await claimed(database) == []
    async with database.write("all") as w:
        await outbox.mark_sent(w, first, 77, NOW)
    assert await claimed(database) == ["2"]


@pytest.mark.slow
async def test_a_row_that_is_due_later_blocks_nobody(database: Database) -> None:
    await queue(database, a_message("later", due_at=NOW + 50), a_message("now"))
    assert await claimed(database) == ["now"]
    assert await next_due(database) == NOW + LEASE
    assert await claimed(database, NOW + 50) == ["later"]


@pytest.mark.slow
async def test_a_lease_keeps_others_away_until_it_ends(database: Database) -> None:
    await queue(database, a_message("n"))
    assert await claimed(database) == ["n"]
    assert await claimed(database, NOW + LEASE - 1) == []
    assert [row.attempts for row in await claim(database, NOW + LEASE)] == [2]


@pytest.mark.slow
async def test_a_start_forgets_the_leases_of_a_dead_host(database: Database) -> None:
    await queue(database, a_message("n"))
    assert await claimed(database) == ["n"]
    async with database.write("all") as w:
        await outbox.release(w)
    assert await claimed(database) == ["n"]


@pytest.mark.slow
async def test_a_retry_waits_and_its_lane_waits_with_it(database: Database) -> None:
    await queue(database, a_message("1"), a_message("2"), a_message("other", lane="person:2"))
    first, _ = await claim(database)
    async with database.write("all") as w:
        await outbox.mark_retry(w, first, "503", NOW + 90)
    assert await claimed(database, NOW + 89) == ["other"]
    assert await claimed(database, NOW + 90) == ["1"]


@pytest.mark.slow
async def test_what_waits_for_discord_is_due_as_soon_as_that_is_back(database: Database) -> None:
    await queue(database, a_message("away", lane="l1"), a_message("slow", lane="l2"))
    away, slow = await claim(database)
    async with database.write("all") as w:
        await outbox.mark_retry(w, away, "503", NOW + 90, away=True)
        await outbox.mark_retry(w, slow, "away: says the error alone", NOW + 90)
        await outbox.make_retries_due(w)
    (again,) = await claim(database)
    assert (again.nonce, again.last_error, again.waits_for) == ("away", None, None)


@pytest.mark.slow
async def test_what_was_not_heard_is_revived_once_and_nothing_else_that_was_given_up(
    database: Database,
) -> None:
    await queue(database, *(a_message(nonce, lane=nonce) for nonce in ("unheard", "refused", "unsaid")))
    unheard, refused, unsaid = await claim(database)
    async with database.write("all") as w:
        await outbox.mark_failed(w, unheard, "50007", NOW, unheard=True)
        await outbox.mark_failed(w, refused, "unheard: says the error alone", NOW)
        await outbox.mark_sent(w, unsaid, None, NOW)
        await outbox.mark_undelivered(w, "unsaid", "no public place", NOW)
        kept = [await outbox.get(w, row.id) for row in (unheard, refused, unsaid)]
        assert [row and row.waits_for for row in kept] == ["addressee", None, "addressee"]
        assert await outbox.revive(w, "unheard") == 1
        assert await outbox.revive(w) == 1
        assert await outbox.revive(w) == 0
    assert await claimed(database) == ["unheard", "unsaid"]


@pytest.mark.slow
async def test_a_failed_row_lets_its_lane_go_on(database: Database, match_id: str) -> None:
    await queue(database, a_message("1", match_id=match_id), a_message("2"))
    (first,) = await claim(database)
    async with database.write("all") as w:
        await outbox.mark_failed(w, first, "50007", NOW)
    assert await claimed(database) == ["2"]
    async with database.read() as r:
        (row,) = await messages_of(r, match_id)
    assert (row.failed_at, row.last_error, row.sent_at) == (NOW, "50007", None)


@pytest.mark.slow
async def test_a_sent_row_is_never_given_again(database: Database, match_id: str) -> None:
    await queue(database, a_message("n", match_id=match_id))
    (row,) = await claim(database)
    async with database.write("all") as w:
        assert await outbox.mark_sent(w, row, 77, NOW)
        assert not await outbox.mark_retry(w, row, "late news", NOW)
        assert not await outbox.mark_failed(w, row, "late news", NOW)
    assert await claimed(database, NOW + 9999) == []
    assert await next_due(database) is None
    async with database.read() as r:
        (row,) = await messages_of(r, match_id)
    assert (row.sent_at, row.message_id, row.failed_at, row.last_error) == (NOW, 77, None, None)


@pytest.mark.slow
async def test_a_row_that_is_slow_to_be_sent_is_not_cancelled_meanwhile(
    database: Database, match_id: str
) -> None:
    await queue(database, a_message("n", match_id=match_id))
    (row,) = await claim(database)
    async with database.write("all") as w:
        assert await outbox.cancel(w, match_id, "board", NOW + LEASE) == 0
        assert await outbox.mark_sent(w, row, 77, NOW + LEASE)
        (row,) = await messages_of(w, match_id)
    assert (row.sent_at, row.failed_at) == (NOW + LEASE, None)


@pytest.mark.slow
async def test_next_due_is_the_time_at_which_claim_finds_something(database: Database) -> None:
    assert await next_due(database) is None
    await queue(database, a_message("1", due_at=NOW - 5), a_message("2", due_at=NOW - 5))
    assert await next_due(database) == NOW
    (first,) = await claim(database)
    assert await next_due(database) == NOW + LEASE
    async with database.write("all") as w:
        await outbox.mark_retry(w, first, "503", NOW + 300)
        await outbox.add(w, [a_message("later", due_at=NOW + 200)])
    assert await next_due(database) == NOW + 200
    assert await claimed(database, NOW + 200) == []
    assert await next_due(database, NOW + 200) == NOW + 300


@pytest.mark.slow
async def test_unsent_rows_of_a_kind_are_cancelled_below_an_id(database: Database, match_id: str) -> None:
    boards = [a_message(f"b{n}", match_id=match_id, lane=f"l{n}") for n in range(3)]
    ping = a_message("ping", match_id=match_id, kind="ping", lane="person:1")
    await queue(database, ping, *boards, a_message("other match", lane="l9"))
    async with database.write("all") as w:
        newest = (await messages_of(w, match_id))[-1].id
        assert await outbox.cancel(w, match_id, "board", NOW, newest) == 2
    assert await claimed(database) == ["ping", "b2", "other match"]


@pytest.mark.slow
@pytest.mark.parametrize(("retried", "cancelled"), [(False, 0), (True, 1)])
async def test_a_row_being_sent_is_not_cancelled_but_one_waiting_to_be_tried_again_is(
    database: Database, match_id: str, retried: bool, cancelled: int
) -> None:
    await queue(database, a_message("n", match_id=match_id))
    (row,) = await claim(database)
    async with database.write("all") as w:
        if retried:
            await outbox.mark_retry(w, row, "503", NOW + 60)
        assert await outbox.cancel(w, match_id, "board", NOW) == cancelled
    assert await claimed(database, NOW + 60) == ["n"][cancelled:]


@pytest.mark.slow
async def test_a_second_attempt_on_its_way_is_not_cancelled(database: Database, match_id: str) -> None:
    await queue(database, a_message("n", match_id=match_id))
    (row,) = await claim(database)
    async with database.write("all") as w:
        await outbox.mark_retry(w, row, "503", NOW + 60)
        await claim_next(w, HOST, NOW + 60, LEASE, 1)
        assert await outbox.cancel(w, match_id, "board", NOW + 60) == 0


@pytest.mark.slow
async def test_what_a_living_host_sends_is_given_to_no_other_however_long_it_takes(
    database: Database,
) -> None:
    async with database.write("all") as w:
        for host in (HOST, OTHER):
            await hosts.join(w, Host(id=host, version="1", began=1, seen=1))
    await queue(database, a_message("1"), a_message("2"), a_message("waits", lane="l2"))
    await claim(database, limit=1)
    (waits,) = await claim(database)
    late = NOW + 10 * LEASE
    async with database.write("all") as w:
        await outbox.release(w)
        await outbox.mark_retry(w, waits, "503", late)
        assert await outbox.free(w) == 0
    assert await next_due(database, host=OTHER) == late
    assert await claimed(database, late, host=OTHER) == ["waits"]
    assert await next_due(database, late, host=OTHER) == late + LEASE


@pytest.mark.slow
async def test_what_a_dead_host_was_sending_is_freed_once_and_is_not_its_own_any_more(
    database: Database, match_id: str
) -> None:
    async with database.write("all") as w:
        for host in (HOST, OTHER):
            await hosts.join(w, Host(id=host, version="1", began=1, seen=1))
    await queue(database, a_message("n", match_id=match_id), a_message("other", lane="l2"))
    (stolen,) = await claim(database, limit=1)
    await claim(database, host=OTHER)
    async with database.write("all") as w:
        await hosts.leave(w, HOST)
        assert [await outbox.free(w), await outbox.free(w)] == [1, 0]
        assert not await outbox.mark_sent(w, stolen, 66, NOW)
    (row,) = await claim(database, host=OTHER)
    async with database.write("all") as w:
        assert not await outbox.mark_retry(w, stolen, "503", NOW)
        assert not await outbox.mark_failed(w, stolen, "50007", NOW)
        assert await outbox.mark_sent(w, row, 77, NOW)
        assert [message.message_id for message in await messages_of(w, match_id)] == [77]


@pytest.mark.slow
async def test_a_glance_at_what_waits_agrees_with_what_may_be_claimed(database: Database) -> None:
    await queue(database, a_message("1", due_at=NOW), a_message("2", lane="b", due_at=NOW))
    async with database.read() as r:
        assert [await outbox.waits(r, now, 9) for now in (NOW - 1, NOW)] == [(False, False), (True, False)]
        assert [(await outbox.waits(r, NOW, number)).more for number in (1, 2)] == [True, False]
    assert await claimed(database) == ["1", "2"]
    async with database.read() as r:
        glances = [await outbox.waits(r, NOW + LEASE + later, 9) for later in (-1, 0)]
        soonest = [await outbox.next_due(r, HOST, NOW + LEASE + later) for later in (-1, 0)]
    assert [anything for anything, _ in glances] == [False, True]
    assert soonest == [NOW + LEASE, None]


@pytest.mark.slow
async def test_of_an_old_line_only_what_may_still_be_sent_is_claimed(database: Database) -> None:
    await queue(database, a_message("given up"), a_message("behind", due_at=NOW), a_message("last", due_at=1))
    first, behind, last = await ids_in(database)
    async with database.write("all") as w:
        taken = await outbox.claim(w, HOST, NOW, LEASE, 9, [behind, last, first])
        assert [message.id for message in taken] == [first]
        await outbox.mark_failed(w, taken[0], "no", NOW)
        taken = await outbox.claim(w, HOST, NOW, LEASE, 9, [last, first, behind])
        assert [message.id for message in taken] == [behind]


async def ids_in(database: Database) -> list[int]:
    """Return the ids of all rows in order."""
    async with database.read() as r:
        return [row["id"] for row in await r.fetch("SELECT id FROM outbox ORDER BY id", {})]


@pytest.mark.slow
async def test_only_a_newer_row_of_the_same_kind_and_lane_that_is_due_overtakes(database: Database) -> None:
    await queue(
        database,
        a_message("first", lane="a"),
        a_message("other kind", lane="a", kind="call"),
        a_message("other lane", lane="b"),
        a_message("later", lane="a", due_at=NOW),
    )
    first, *_ = await claim(database, NOW - 1, limit=1)
    async with database.read() as r:
        assert [await outbox.is_overtaken(r, first, now) for now in (NOW - 1, NOW)] == [False, True]


async def test_what_is_to_be_said_later_of_one_match_is_due_at_once(
    database: Database, match_id: str
) -> None:
    later = {"due_at": NOW + 50}
    await queue(
        database, a_message("other", lane="b", **later), a_message("of it", match_id=match_id, **later)
    )
    async with database.write("all") as w:
        await outbox.make_due(w, match_id, NOW)
    assert await claimed(database) == ["of it"]
