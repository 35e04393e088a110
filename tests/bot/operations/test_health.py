"""The port for the operator's tools: liveness, readiness, and metrics that reveal nothing about anyone."""

from __future__ import annotations

import asyncio
import json
import math
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.core.metrics import (
    FAMILIES,
    KINDS,
    OTHER,
    OUTCOMES,
    STATUSES,
    Metrics,
    family_of,
    game_label,
    measure,
)
from bot.operations.health import checks, command, systemd
from bot.operations.health.checks import WRITTEN_SECONDS, Facts, by_label, faults_of_life, faults_of_readiness
from bot.operations.health.ui.monitoring import run_monitoring
from bot.runtime import connection_limits
from bot.runtime.addresses import Address, CantListen
from bot.runtime.sharding import SPACING_SECONDS
from games import GAMES
from render import cache
from render.cache import ByteCache
from storage.tables import heartbeat, people
from storage.tables.health import STATES
from tests.kit.hosts.house import House
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.matches.tapped import look, newest_match
from tests.kit.table import Table
from tests.kit.watching.events import happens, heard

pytestmark = pytest.mark.table("mara", "tom")

HERE = Address("127.0.0.1", 0)


Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


class Page:
    """A client of the bot's port."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self.address = address
        self._session = session

    async def get(self, path: str) -> tuple[int, str]:
        async with self._session.get(f"http://{self.address}{path}") as response:
            return response.status, await response.text()

    async def values(self) -> Samples:
        """Return all metrics by name and labels."""
        families = text_string_to_metric_families((await self.get("/metrics"))[1])
        samples = (sample for family in families for sample in family.samples)
        return {(sample.name, tuple(sorted(sample.labels.items()))): sample.value for sample in samples}


@asynccontextmanager
async def page_of(t: Table, backup_folder: Path | None = None) -> AsyncIterator[Page]:
    async with (
        run_monitoring(t.running.bot, HERE, backup_folder) as runner,
        aiohttp.ClientSession() as session,
    ):
        host, port = runner.addresses[0]
        yield Page(session, f"{host}:{port}")


@pytest.fixture
async def page(t: Table) -> AsyncIterator[Page]:
    async with page_of(t) as made:
        yield made


FAULTS = {
    "it's stopping": Facts(leaving=True),
    "it isn't online yet": Facts(on_line=False),
    "2 of 3 shards are connected": Facts(shards=3, connected=2),
    "Discord answers no request": Facts(answered=False),
    "nothing has been written to the database for 151 seconds": Facts(written=WRITTEN_SECONDS + 1),
    "the other processes have given up on this one": Facts(lost=True),
    "the outbox loop has ended": Facts(ended=("outbox",)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_keeps_it_from_being_ready_and_is_named(fault: str) -> None:
    assert faults_of_readiness(FAULTS[fault]) == [fault]
    assert faults_of_life(FAULTS[fault]) == ([fault] if FAULTS[fault].ended else [])


def test_without_a_fault_it_is_ready_and_loops_may_end_when_it_stops() -> None:
    assert faults_of_readiness(Facts()) == []
    assert faults_of_life(Facts(ended=("outbox",), leaving=True)) == []


async def test_on_line_it_is_alive_and_ready_until_a_shard_is_gone_or_it_stops(t: Table, page: Page) -> None:
    assert await page.get("/live") == (200, "ok\n")
    assert await page.get("/ready") == (200, "ok\n")
    bot = t.running.bot
    gone, back = (
        asyncio.create_task(bot.wait_for(event, timeout=PATIENCE_SECONDS))
        for event in ("shard_disconnect", "shard_ready")
    )
    await asyncio.sleep(0)
    t.playground.sessions.drop(False)
    await gone
    assert await page.get("/ready") == (503, "0 of 1 shards are connected\n")
    assert await page.get("/live") == (200, "ok\n")
    t.advance(SPACING_SECONDS)
    await back
    assert await page.get("/ready") == (200, "ok\n")
    bot.leaving.set()
    assert await page.get("/ready") == (503, "it's stopping\n")


async def test_a_request_for_it_that_is_not_finished_is_closed(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "HEADER_SECONDS", 0.05)
    async with run_monitoring(t.running.bot, HERE, None) as runner, asyncio.timeout(PATIENCE_SECONDS):
        reader, writer = await asyncio.open_connection(*runner.addresses[0])
        writer.write(b"GET /metrics")
        assert await reader.read() == b""
        writer.close()


async def test_it_is_not_ready_while_nothing_is_written(t: Table, page: Page) -> None:
    app = t.running.bot.ctx.app
    app.written.at -= WRITTEN_SECONDS + 1
    assert (await page.get("/ready"))[0] == 503
    assert (await page.values())["slowplay_database_written_seconds", ()] > WRITTEN_SECONDS
    async with app.database.write():
        pass
    assert await page.get("/ready") == (200, "ok\n")
    app.written.at -= WRITTEN_SECONDS + 1
    await app.database.transact(heartbeat.last)
    assert await page.get("/ready") == (200, "ok\n")


async def test_a_picture_is_counted_when_it_is_drawn_and_not_when_it_is_kept() -> None:
    kept: ByteCache[bytes] = ByteCache(100)
    for _ in range(2):
        await kept.get_or_make("a picture", lambda: b"drawn")
    assert kept.made == 1
    assert kept.seconds > 0
    assert set(cache.count_drawn()) == {"picture", "animation"}


async def test_a_loop_that_has_ended_ends_its_life(
    t: Table, page: Page, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> str:
        raise KeyError("oh")

    monkeypatch.setattr(t.running.bot.requests, "summary", fails)
    loop = next(task for task in asyncio.all_tasks() if task.get_name() == "requests")
    t.advance(3600)
    await asyncio.wait([loop])
    assert await page.get("/live") == (503, "the requests loop has ended\n")
    caplog.clear()


async def test_a_taken_port_is_one_sentence(t: Table) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            CantListen, match=rf"^SLOWPLAY_HEALTH can't use 127\.0\.0\.1:{port} \(.*\): .*\.$"
        ):
            async with run_monitoring(t.running.bot, Address("127.0.0.1", port), None):
                pass


async def test_the_health_check_of_a_container_prints_the_answer(
    t: Table, page: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    everywhere = page.address.replace("127.0.0.1", "0.0.0.0")
    for address in (page.address, everywhere):
        assert await asyncio.to_thread(command.main, ["ready"], {"SLOWPLAY_HEALTH": address}) == 0
    t.running.bot.leaving.set()
    assert await asyncio.to_thread(command.main, ["ready"], {"SLOWPLAY_HEALTH": page.address}) == 1
    assert capsys.readouterr().out == "ok\nok\nit's stopping\n"
    with socket.create_server(("127.0.0.1", 0)) as closed:
        nowhere = f"127.0.0.1:{closed.getsockname()[1]}"
    assert await asyncio.to_thread(command.main, [], {"SLOWPLAY_HEALTH": nowhere}) == 1


async def test_the_health_check_finds_the_port_in_env_as_the_bot_does(
    t: Table, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(f"SLOWPLAY_HEALTH={page.address}\n")
    assert await asyncio.to_thread(command.main, ["ready"], {}) == 0


@pytest.mark.proof
async def test_the_figures_follow_what_happens_and_tell_nothing_about_anybody(t: Table, page: Page) -> None:
    """A match of each game is begun, played in and ended; then every label and every number is checked."""
    secrets = {t.playground.token, t.mara.id, t.tom.id, "mara", "tom", "Mara", "Tom"}
    before = set(await page.values())
    for number, key in enumerate(GAMES, 1):
        await t.mara.start(f"/{key} play")
        await t.settled()
        match_id = await newest_match(t)
        await _acts(t, match_id)
        secrets |= await _secrets_of(t, match_id)
        assert total(await page.values(), "slowplay_matches_started_total", game=key) == 1
        await t.mara.tap("Resign", await t.mara.slash("/resign"))
        await t.settled()
        assert total(await page.values(), "slowplay_matches_ended_total") == number
    t.advance(60)
    await t.settled()
    found, told = await page.values(), (await page.get("/metrics"))[1]
    assert set(found) == before
    _assert_bounded(found)
    _assert_counted(found)
    assert [secret for secret in secrets if re.search(rf"(?<![\w.]){re.escape(secret)}(?!\w)", told)] == []
    assert not re.search(r"(?<![\d.])\d{15,}", told), "no ids"


def series(metrics: Metrics) -> set[tuple[str, tuple[tuple[str, str], ...]]]:
    """Return the name and labels of every metric."""
    samples = (sample for metric in metrics.registry.collect() for sample in metric.samples)
    return {(sample.name, tuple(sorted(sample.labels.items()))) for sample in samples}


def test_every_figure_is_there_before_anything_is_counted() -> None:
    """Prometheus sees no increase of a metric that first appears with its first event."""
    metrics = Metrics()
    before = series(metrics)
    for kind in KINDS:
        for outcome in OUTCOMES:
            metrics.interaction(kind, outcome, 1.0)
    for path in PATHS:
        for status in range(100, 600):
            metrics.request(path, status)
    for game in (*GAMES, "a game that left the registry"):
        metrics.match_started(game)
        metrics.match_ended(game)
    assert {family_of(path) for path in PATHS} == set(FAMILIES)
    assert series(metrics) == before


def total(found: Samples, name: str, **labels: str) -> float:
    """Return the sum of a metric over all labels but the given ones."""
    return sum(
        value
        for (figure, pairs), value in found.items()
        if figure == name and labels.items() <= dict(pairs).items()
    )


async def _acts(t: Table, match_id: str) -> None:
    """Let the person play an action if it's their turn."""
    app = t.running.bot.ctx.app
    await look(app, match_id, 0, 1)
    state = await app.match_state(match_id)
    seat = next(row.seat for row in state.match.seats if row.person is not None)
    if seat in state.to_act:
        first = next(iter(state.game.actions(state.view(seat))))
        await t.mara.move(state.game.format(first))
        await t.settled()


async def _secrets_of(t: Table, match_id: str) -> set[str]:
    """Return what no metric may hold: ids, the seed, every action."""
    state = await t.running.bot.ctx.app.match_state(match_id)
    match = state.match
    places = {str(place) for place in (match.channel, match.guild, match.thread) if place is not None}
    texts = {step.text for step in state.steps if len(step.text) > 3}
    return {match.id, match.seed.hex(), match.nonce.hex()} | places | texts


def _assert_bounded(found: Samples) -> None:
    """Assert that each label has one of a few values known beforehand."""
    allowed = {
        "game": {*GAMES, OTHER},
        "kind": {*KINDS, "picture", "animation"},
        "outcome": set(OUTCOMES),
        "family": set(FAMILIES),
        "state": set(STATES),
        "status": set(STATUSES),
    }
    free = {"le", "version", "python", "discord_py"}
    labels = {label for _, pairs in found for label in pairs if label[0] not in free}
    assert [pair for pair in labels if pair[1] not in allowed[pair[0]]] == []
    assert len(found) < 500
    assert not [name for name, _ in found if name.endswith("_created")]


def _assert_counted(found: Samples) -> None:
    """Assert what a whole round must have counted."""
    for kind in ("command", "button"):
        assert total(found, "slowplay_interactions_total", kind=kind, outcome="answered") >= 2 * len(GAMES)
        assert total(found, "slowplay_interaction_seconds_count", kind=kind) >= 2 * len(GAMES)
    assert total(found, "slowplay_requests_total", family="interaction answers") >= 4 * len(GAMES)
    assert total(found, "slowplay_database_transaction_seconds_count") >= 4 * len(GAMES)
    assert total(found, "slowplay_ai_seconds_count") >= 1
    known = {"slowplay_shards": 1, "slowplay_shards_connected": 1, "slowplay_refusals_limit": 10_000}
    idle = ("slowplay_ai_pending", "slowplay_outbox_oldest_seconds", "slowplay_jobs_late")
    for name, value in (known | dict.fromkeys(idle, 0) | {"slowplay_backup_age_seconds": math.inf}).items():
        assert found[name, ()] == value, name
    assert found["process_resident_memory_bytes", ()] > 0


async def test_each_transaction_is_counted_once(here: House) -> None:
    database, taken = here.app.database, list[float]()
    measure(database, here.app.written, here.clock.now, taken.append)
    await database.transact(lambda w: people.set_dms_open(w, 11, True))
    async with database.write() as w:
        await people.set_dms_open(w, 11, True)
    assert len(taken) == 2


async def test_a_tap_that_comes_too_late_and_a_message_that_waits_are_figures(t: Table, page: Page) -> None:
    t.fault("POST /channels/.*/messages$", 503, times=1_000)
    await t.mara.slash("/creators challenge", opponent=t.tom)
    await t.tom.tap("Accept")
    await t.settled()
    t.advance(30)
    await t.settled()
    found = await page.values()
    assert found["slowplay_outbox_oldest_seconds", ()] >= 30
    assert total(found, "slowplay_outbox_rows", state="away") >= 1
    assert total(found, "slowplay_dm_channels_opened_total") >= 1
    assert total(found, "slowplay_requests_total", family="messages", status="503") >= 1
    dropped = heard(t, "drop")
    t.running.bot.ctx.fresh.is_too_old = lambda created: True  # type: ignore[method-assign]
    asked = asyncio.create_task(t.mara.slash("/matches"))
    await happens(dropped)
    t.advance(3)
    with pytest.raises(AssertionError):
        await asked
    await t.settled()
    assert total(await page.values(), "slowplay_interactions_total", kind="command", outcome="late") == 1


@pytest.mark.parametrize("content", [None, "", "[]", "{}", '{"at": "soon"}', '{"at": null}'])
def test_where_no_backup_was_verified_its_age_is_infinite(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / checks.FILE).write_text(content)
    assert checks.age(tmp_path, 1000.0) == math.inf
    assert checks.age(None, 1000.0) == math.inf


def test_the_age_of_the_last_verified_backup_is_read_where_backups_are(tmp_path: Path) -> None:
    folder = checks.folder_of(str(tmp_path / "here.db"), None)
    assert folder == tmp_path / "here.db.backups"
    folder.mkdir()
    (folder / checks.FILE).write_text(json.dumps({"at": 400}))
    assert checks.age(folder, 1000.0) == 600
    assert checks.folder_of("postgresql://server/it", None) is None
    assert checks.folder_of("postgresql://server/it", tmp_path) == tmp_path


PATHS = {
    "/api/v10/interactions/1/token/callback": "interaction answers",
    "/api/v10/webhooks/1/token/messages/@original": "interaction messages",
    "/api/v10/users/@me/channels": "DM channels",
    "/api/v10/channels/1/messages/2/threads": "threads",
    "/api/v10/channels/1/thread-members/2": "threads",
    "/api/v10/channels/1/messages": "messages",
    "/api/v10/channels/1/messages/2/reactions/x/@me": "messages",
    "/api/v10/channels/1/typing": "typing",
    "/api/v10/channels/1": "channels",
    "/api/v10/applications/1/commands": "commands",
    "/api/v10/gateway/bot": "gateway",
    "/": "gateway",
    "/api/v10/users/@me": "account",
    "/elsewhere/1": OTHER,
}


@pytest.mark.parametrize("path", PATHS)
def test_a_request_is_counted_by_the_kind_of_its_address(path: str) -> None:
    assert family_of(path) == PATHS[path]


def test_games_that_are_gone_share_one_label() -> None:
    assert by_label({"gone": 2, "away": 3, next(iter(GAMES)): 1})[OTHER] == 5
    assert game_label("gone") == OTHER


@pytest.mark.parametrize("address", [HERE, None])
async def test_the_lag_of_the_loop_is_measured_only_where_it_can_be_read(
    t: Table, address: Address | None
) -> None:
    async with run_monitoring(t.running.bot, address, None):
        assert ("pulse" in {task.get_name() for task in asyncio.all_tasks()}) == (address is not None)


async def test_a_loop_that_is_blocked_is_late_by_as_long() -> None:
    felt: asyncio.Queue[float] = asyncio.Queue()
    feeling = asyncio.create_task(systemd.feel(felt.put_nowait, 0.0))
    assert 0 <= await felt.get() < 10
    feeling.cancel()


def test_two_bots_in_one_process_count_for_themselves() -> None:
    one, other = Metrics(), Metrics()
    one.match_started(next(iter(GAMES)))
    assert one.registry.get_sample_value("slowplay_matches_started_total", {"game": next(iter(GAMES))}) == 1
    assert other.registry.get_sample_value("slowplay_matches_started_total", {"game": next(iter(GAMES))}) == 0
