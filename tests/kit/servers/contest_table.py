"""A server with an organizer: ines may manage events, and the others are ordinary players."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.event_store import contest_of
from bot.play.matches import ending, playing
from storage.tables.contests import ContestRow
from tests.kit.people import Person
from tests.kit.roles.appointing import appoint
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table, table

HOUR, DAY = 3600, 86_400
PLAYERS = ("mara", "tom", "juri", "guest1")


@asynccontextmanager
async def organized(*players: str, permissions: int = 1 << 33) -> AsyncIterator[Table]:
    """Open a table where ines may manage events and the others play."""
    names = players or PLAYERS
    guests = sum(name.startswith("guest") for name in names)
    async with table(*names, "ines", guests=guests) as t:
        await t.stop_bot()
        appoint(t, t.ines, permissions)
        await t.start_bot()
        yield t


async def create(t: Table, /, *, start: str = "in 2 hours", name: str = "Friday Cup", **chosen: str) -> Seen:
    """Let ines set up a contest, and return its card; `chosen` maps fields of the draft to values."""
    panel = await t.ines.tap("Organize one", await t.ines.slash("/compete"))
    for field, value in chosen.items():
        panel = await choose(t.ines, panel, field, value)
    modal = await t.ines.tap_for_modal("Name and announce", panel)
    written = {"name": name, "start": start}
    fields = {"name": name} if chosen.get("k") == "l" else written
    await t.ines.submit(modal, **fields)
    await t.settled()
    return card(t, name)


async def choose(person: Person, panel: Seen, field: str, value: str) -> Seen:
    """Choose a value in a field's select, on any tab of the panel, and return the updated panel."""
    for tab in ("Matches", "Who plays", "Rules"):
        if tab in panel.buttons:
            panel = await person.tap(tab, panel) if not _select(panel, field) else panel
        if (select := _select(panel, field)) is not None:
            return await person.press(panel, select, value.split(","))
    raise AssertionError(f"nothing to choose for {field}: {panel.text}")


def _select(panel: Seen, field: str) -> str | None:
    ids = [str(part.get("custom_id", "")) for part in panel.parts()]
    return next((custom_id for custom_id in ids if custom_id.startswith(f"sp|c-set|{field}|")), None)


def card(t: Table, name: str = "Friday Cup") -> Seen:
    """Return the current card of a contest."""
    found = [seen for seen in t.ines.messages() if f"### {name}" in seen.text and not seen.ephemeral]
    assert found, t.ines.conversation()
    return next(filter(is_card, found))


def is_card(seen: Seen) -> bool:
    """Return whether a message is a contest's card."""
    ids = (str(part.get("custom_id", "")) for part in seen.parts())
    return not seen.ephemeral and any(id.startswith("sp|c-run|") for id in ids)


async def id_of(t: Table) -> str:
    """Return the id of the newest contest."""
    rows = await sql(t.database, "SELECT id FROM contests ORDER BY created_at DESC, id LIMIT 1")
    return str(rows[0][0])


async def stands(t: Table) -> Contest:
    """Return the state of the newest contest, from its log."""
    return (await _both(t))[1]


async def row_of(t: Table) -> ContestRow:
    return (await _both(t))[0]


async def _both(t: Table) -> tuple[ContestRow, Contest]:
    contest_id = await id_of(t)
    async with t.database.read() as r:
        return await contest_of(r, t.running.bot.ctx.app, contest_id)


async def all_join(t: Table, *names: str) -> None:
    """Let these people tap Join on the card."""
    for name in names or PLAYERS:
        await getattr(t, name).tap("Join", card(t))
    await t.settled()


async def begin(t: Table, seconds: int = 2 * HOUR) -> Contest:
    """Let the contest's start time come, and return its state."""
    t.advance(seconds)
    await t.settled()
    return await stands(t)


def person_of(t: Table, id: int) -> Person:
    return next(person for person in t.people.values() if int(person.id) == id)


async def resign(t: Table, one: Pairing, loser: int | None = None) -> None:
    """Let both players begin a match, and one resign: the second one by default."""
    app = t.running.bot.ctx.app
    for person in (one.first, one.second):
        state = await app.match_state(one.match)
        seat = state.seat_of(person)
        if seat in state.to_act and not state.choices_by(seat):
            text = state.game.format(next(iter(state.game.actions(state.view(seat)))))
            await playing.act(app, one.match, person, text)
    await ending.resign(app, one.match, one.second if loser is None else loser)
    await t.settled()


async def play_round(t: Table) -> Contest:
    """End all open matches with wins for their first sides, and return the contest."""
    for pairing in (await stands(t)).open:
        await resign(t, pairing)
    await t.settled()
    return await stands(t)


async def pick_user(manager: Person, panel: Seen, person: Person) -> Seen:
    """Choose a person in the panel's user select, and return the updated panel."""
    ids = [str(part["custom_id"]) for part in panel.parts() if part.get("type") == 5]
    return await manager.press(panel, ids[0], [person.id])


async def managing(t: Table) -> Seen:
    return await t.ines.tap("Manage", card(t))


async def logged(t: Table) -> str:
    """Return the public log of the organizers' decisions."""
    return (await t.mara.tap("Log", await t.mara.tap(*_details(t)))).text


def _details(t: Table) -> tuple[str, Seen]:
    seen = card(t)
    return ("Standings" if "Standings" in seen.buttons else "Details"), seen


async def running(t: Table, /, *players: str, **chosen: str) -> Table:
    """Begin a CCC contest in which these players are in their first matches."""
    await create(t, **{"g": "ccc", **chosen})
    await all_join(t, *players)
    await begin(t)
    return t
