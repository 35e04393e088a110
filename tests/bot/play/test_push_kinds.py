"""Each kind of outbox message pushes one meaningful line to phones, or nothing at all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass

import msgspec
import pytest

from bot import features
from bot.community.moderation.removing import POSTED
from bot.community.moderation.reporting import REPORTED
from bot.community.servers.result_announcements import ANNOUNCEMENT
from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.seats import Place, User
from bot.learning.analysis.analyses import SHARED
from bot.learning.analysis.carrying import DONE
from bot.learning.puzzles import daily
from bot.learning.puzzles.daily import DAILY
from bot.matchmaking.contests.log.event_store import append_events, contest_of
from bot.matchmaking.contests.log.events import Begun, Bye, Closed, Left
from bot.matchmaking.contests.log.notifications import (
    ABSENT,
    AGREED,
    CAME_IN,
    CARD,
    INVITED,
    OVER,
    RESULTS,
    SERVER_EVENT,
    build_end,
    came_in,
    follow_event,
)
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import entering, making, organizing, teaming
from bot.matchmaking.contests.running import absences
from bot.matchmaking.contests.running.absences import CHECK_IN
from bot.matchmaking.lobby.waiting import INSTEAD
from bot.play.clocks import silences
from bot.play.matches import ending
from bot.play.outbox.digests import LATE_SECONDS
from bot.play.posts.ui import posting
from games import GAMES
from storage.rows import DueJob, Message
from storage.tables import outbox
from storage.tables.contests import ContestRow
from tests.kit.matches.tapped import Played, begin_briefed, newest_match
from tests.kit.roles.administrators import server, set_on_server
from tests.kit.servers.lobby_table import look
from tests.kit.sql import sql
from tests.kit.table import Table, table
from tests.kit.watching.delivery import RAW

HOUR = 3600
CONTEST_GAME = GAMES["ccc"].title


@dataclass(frozen=True)
class Scene:
    """A match against Tom in which it's Mara's turn."""

    t: Table
    match: Played

    @property
    def app(self) -> AppContext:
        return self.t.running.bot.ctx.app

    async def say(self, *rows: Message | None) -> None:
        """Put rows into the outbox, under new nonces."""
        said = [
            msgspec.structs.replace(row, nonce=f"once more: {row.nonce}") for row in rows if row is not None
        ]
        async with self.app.database.write() as w:
            await outbox.add(w, said)
        self.app.wake()
        await self.t.settled()


async def briefing(here: Scene) -> None:
    now = here.app.now()
    await here.say(notices.briefing(here.match.id, 0, int(here.t.mara.id), now, now))


async def ping(here: Scene) -> None:
    await here.say(notices.ping(await here.match.table(), 0, here.app.now(), here.app.now()))


async def reminder(here: Scene) -> None:
    await here.say(notices.reminder(await here.match.table(), 0, HOUR, "dm", here.app.now()))


async def result(here: Scene) -> None:
    await ending.resign(here.app, here.match.id, int(here.t.tom.id))


async def note(here: Scene) -> None:
    await here.say(notices.note(int(here.t.mara.id), "**Tom** offers a draw.", "draw", here.app.now()))


async def call(here: Scene) -> None:
    await here.t.mara.actor.settings(dms_open=False)
    await ping(here)


async def place(here: Scene) -> None:
    await here.say(notices.place(await here.match.table(), 0, here.app.now()))


async def back(here: Scene) -> None:
    await stop_clock(here, 0)
    await here.say(notices.back(await here.match.table(), 0, here.app.now()))


async def missed(here: Scene) -> None:
    await stop_clock(here, 0)
    state = await here.match.table()
    told = notices.build_missed(state, 0, here.app.now())
    assert told is not None
    # Tom is the one who's told, but these tests look at a single phone.
    mara = int(here.t.mara.id)
    await here.say(
        msgspec.structs.replace(
            told, lane=notices.person_lane(mara), payload={**told.payload, "person": mara}
        )
    )


async def stop_clock(here: Scene, seat: int) -> None:
    """Stop a seat's clock, without the messages about it."""
    state = await here.match.table()
    unheard = notices.ping(state, seat, here.app.now(), here.app.now())
    assert await silences.pause(here.app, state, unheard)
    await here.t.settled()


async def digest(here: Scene) -> None:
    mara, before = int(here.t.mara.id), here.app.now() - LATE_SECONDS
    turn = notices.ping(await here.match.table(), 0, before, before)
    await here.say(turn, notices.note(mara, "Ines offers a draw.", "draw", before))


async def card(here: Scene) -> None:
    await here.t.ines.slash("/creators challenge", opponent=here.t.tom)
    await here.t.tom.tap("Decline")


async def thread(here: Scene) -> None:
    here.t.playground.world.beliefs.additions_push = False
    await here.t.ines.slash("/creators challenge", opponent=here.t.tom)
    await here.t.tom.tap("Accept")


async def board(here: Scene) -> None:
    await here.say(notices.board(here.match.id, 2, here.app.now()))


async def home(here: Scene) -> None:
    here.t.playground.world.beliefs.pins_in_dms_push = False
    await here.say(notices.home(int(here.t.mara.id), here.app.now()))
    here.t.advance(notices.HOME_SECONDS)
    await here.t.settled()


async def place_of(here: Scene) -> int:
    """Return the channel of the match."""
    return (await here.match.table()).match.channel or 0


async def announcement(here: Scene) -> None:
    await set_on_server(here.t, results=await place_of(here))
    await thread(here)
    await here.t.settled()
    await ending.resign(here.app, await newest_match(here.t), int(here.t.tom.id))


async def greeting(here: Scene) -> None:
    await here.say(notices.greeting(int(server(here.t).id), await place_of(here), here.app.now()))


async def reported(here: Scene) -> None:
    await set_on_server(here.t, reports=await place_of(here))
    await here.t.ines.slash("/report", person=here.t.tom)


async def removed(here: Scene) -> None:
    """Replace a word in the match's post, as when a compliment is removed."""
    board = "SELECT MAX(id) FROM outbox WHERE kind = 'board' AND message_id IS NOT NULL"
    ((row,),) = await sql(here.t.database, board)
    state = await here.match.table()
    places = [state.match.thread, state.match.channel]
    told = {"row": row, "to": None, "places": places, "words": "moves", "action": "moves", "bare": "gone"}
    lane, now = f"removed:{here.match.id}", here.app.now()
    before = str([seen.text for seen in here.match.posts()])
    message = Message(lane=lane, kind="removed", payload=told, nonce="gone", created_at=now, due_at=now)
    await here.say(message)
    assert str([seen.text for seen in here.match.posts()]) != before


async def analysis(here: Scene) -> None:
    """Send the message that an analysis has failed."""
    person = int(here.t.mara.id)
    told, now = {"match": here.match.id, "person": person}, here.app.now()
    lane = notices.person_lane(person)
    await here.say(Message(lane=lane, kind=DONE, payload=told, nonce="done", created_at=now, due_at=now))
    assert "Something went wrong when I analyzed" in here.t.mara.messages()[-1].text


async def shared(here: Scene) -> None:
    """Share a match that's still running, which posts nothing."""
    told, now = {"match": here.match.id, "by": int(here.t.mara.id)}, here.app.now()
    before, lane = len(here.match.posts()), notices.match_lane(here.match.id)
    await here.say(Message(lane=lane, kind=SHARED, payload=told, nonce="shared", created_at=now, due_at=now))
    assert len(here.match.posts()) == before


async def instead(here: Scene) -> None:
    """Send a player who waits for an opponent the alternatives."""
    looking = await look(here.t.mara)
    name = looking.buttons["Stop looking"]["custom_id"].rpartition("|")[2]
    person, now = int(here.t.mara.id), here.app.now()
    told, lane = {"person": person, "search": name}, notices.person_lane(person)
    await here.say(Message(lane=lane, kind=INSTEAD, payload=told, nonce="long", created_at=now, due_at=now))
    assert "### Looking for an opponent" in here.t.mara.everything()[-1].text


async def contest(here: Scene) -> ContestRow:
    """Make a contest and post its card; Mara enters, and has to check in."""
    t, now = here.t, here.app.now()
    made = Terms(kind="swiss", name="Cup", game="ccc", starts_at=now + 2 * HOUR, check_in=HOUR)
    place = Place(await place_of(here), int(server(t).id))
    row = await making.create(here.app, User(int(t.ines.id), "Ines"), made, place)
    await entering.join(here.app, row.id, User(int(t.mara.id), "Mara"), 909, place)
    await t.settled()
    return row


async def contest_card(here: Scene) -> None:
    await contest(here)


async def event_of_the_server(here: Scene) -> None:
    await here.say(follow_event((await contest(here)).id, "moved", here.app.now()))


async def check_in(here: Scene) -> None:
    row, now, person = await contest(here), here.app.now(), int(here.t.mara.id)
    told, lane = {"contest": row.id, "person": person}, notices.person_lane(person)
    await here.say(Message(lane=lane, kind=CHECK_IN, payload=told, nonce="in", created_at=now, due_at=now))


async def place_in_contest(here: Scene) -> None:
    await here.say(came_in((await contest(here)).id, int(here.t.mara.id), here.app.now()))


async def invitation(here: Scene) -> None:
    row, mara = await contest(here), User(int(here.t.mara.id), "Mara")
    await entering.leave(here.app, row.id, mara.id)
    await organizing.invite(here.app, row.id, mara, int(here.t.ines.id))
    await here.t.settled()


async def agreed(here: Scene) -> None:
    """Have another server accept a challenge to a team match."""
    now, captain = here.app.now(), User(int(here.t.mara.id), "Mara")
    terms = Terms(kind="teams", name="Clash", game="ccc", starts_at=now + HOUR)
    place = Place(await place_of(here), int(server(here.t).id))
    row = await teaming.propose(here.app, captain, terms, "Foxes", place)
    other = Place(place.channel, 77)
    await teaming.agree(here.app, teaming.code_of(row), User(int(here.t.ines.id), "Ines"), "Owls", other)
    await here.t.settled()


async def rematch(here: Scene) -> None:
    await here.t.tom.slash("/decoy challenge")
    [(challenge,)] = await sql(here.t.database, "SELECT id FROM challenges WHERE status = 'open'")
    await here.say(notices.rematch(challenge, int(here.t.mara.id), here.app.now()))


async def absent(here: Scene) -> None:
    row, event = await contest(here), Left(at=here.app.now(), person=int(here.t.mara.id), why="no-show")
    async with here.app.database.write(f"contest:{row.id}") as w:
        _, found = await contest_of(w, here.app, row.id)
        await append_events(w, row.id, found, [event])
    await here.say(*absences.build_notices(row, [event]))


async def contest_over(here: Scene) -> None:
    """End a contest that Mara wins by a bye."""
    row, mara, now = await contest(here), int(here.t.mara.id), here.app.now()
    async with here.app.database.write(f"contest:{row.id}") as w:
        _, found = await contest_of(w, here.app, row.id)
        events = (Begun(at=now, order=(mara,)), Bye(at=now, round=1, person=mara), Closed(at=now))
        await append_events(w, row.id, found, events)
    await here.say(build_end(row.id, now))


async def contest_results(here: Scene) -> None:
    """Send an update of a round that was never posted, which posts nothing."""
    row, now = await contest(here), here.app.now()
    told = {"contest": row.id, "round": "1"}
    await here.say(Message(lane="c", kind=RESULTS, payload=told, nonce="c", created_at=now, due_at=now))


Occasion = Callable[[Scene], Awaitable[None]]

GAME = "Creators vs Destroyers"
AGAINST = f"against Tom in {GAME} · {{name}}"
"""How a line names the match; `{name}` is its name."""
CALLS: Mapping[str, tuple[Occasion, str]] = {
    notices.BRIEFING: (briefing, f"Your match {AGAINST} has started. It's your turn · 24 hours left"),
    notices.PING: (ping, f"Your turn {AGAINST} · 24 hours left"),
    notices.REMINDER: (reminder, f"It's still your turn {AGAINST} · 24 hours left"),
    notices.RESULT: (result, f"You won {AGAINST}"),
    notices.NOTE: (note, "Tom offers a draw."),
    notices.CALL: (call, f"@Mara, it's your turn {AGAINST} · 24 hours left"),
    notices.PLACE: (place, f"{GAME} · {{name}}, Mara as Creator, Tom as Destroyer: {posting.PLACELESS}"),
    notices.BACK: (back, f"It's still your turn {AGAINST} · 24 hours left. {posting.PLACED}"),
    notices.MISSED: (
        missed,
        f"{GAME} · {{name}}, Mara as Creator, Tom as Destroyer: I can't reach Mara right now, so their clock "
        "is stopped until I can.",
    ),
    notices.REMATCH: (rematch, "Tom asks you for a rematch of Decoy Patrol · 7 days to answer"),
    CHECK_IN: (check_in, f"Check in for Cup to play · {CONTEST_GAME} · begins in 2 hours"),
    INVITED: (invitation, f"You're invited to Cup · {CONTEST_GAME} · begins in 2 hours"),
    CAME_IN: (place_in_contest, f"You have a place in Cup · {CONTEST_GAME} · begins in 2 hours"),
    AGREED: (agreed, f"Owls will play you in Clash · {CONTEST_GAME} · begins in 1 hour"),
    OVER: (contest_over, f"Cup is over. @Mara wins · {CONTEST_GAME}"),
    ABSENT: (
        absent,
        f"You didn't show up for a match of Cup, so you're out · {CONTEST_GAME} · begins in 2 hours",
    ),
    notices.DIGEST: (digest, f"Your turn {AGAINST} · 24 hours left"),
}
"""The kinds of messages that push: how to send one, and what a phone shows of it."""


async def puzzle_of_the_day(here: Scene) -> None:
    await set_on_server(here.t, daily=int(here.t.mara.actor.channel("games").id))
    now = here.app.now()
    due = DueJob(kind=DAILY, subject="", due_at=now, id=1, lease_until=None, lease_by=None)
    await daily.dawn(here.app, due)
    await here.t.settled()


async def panels(here: Scene) -> None:
    """Replace what still shows Mara the match that she has resigned."""
    state = await ending.resign(here.app, here.match.id, int(here.t.mara.id))
    told = notices.results(state, None, here.app.now())
    await here.say(*(row for row in told if row.kind == notices.PANELS))
    assert any("Result" in seen.buttons for seen in here.t.mara.messages())


SILENT: Mapping[str, Occasion] = {
    notices.CARD: card,
    notices.THREAD: thread,
    notices.BOARD: board,
    notices.HOME: home,
    notices.PANELS: panels,
    notices.GREETING: greeting,
    ANNOUNCEMENT: announcement,
    REPORTED: reported,
    POSTED: removed,
    DONE: analysis,
    SHARED: shared,
    DAILY: puzzle_of_the_day,
    INSTEAD: instead,
    CARD: contest_card,
    SERVER_EVENT: event_of_the_server,
    RESULTS: contest_results,
}
"""The kinds of messages that don't push: how to send one."""

KINDS = sorted(features.load().messages)


@pytest.fixture
async def here() -> AsyncIterator[Scene]:
    async with table("mara", "tom", "ines") as t:
        match = await begin_briefed(t, t.mara, t.tom, time="1d")
        for _ in range(2):
            await match.turn()
            await t.settled()
        yield Scene(t, match)


def test_every_kind_either_calls_or_is_silent() -> None:
    assert sorted([*CALLS, *SILENT]) == KINDS


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(CALLS))
async def test_a_kind_that_calls_pushes_one_line_that_says_something(here: Scene, kind: str) -> None:
    occasion, said = CALLS[kind]
    before = len(here.t.mara.pushes())
    await occasion(here)
    await here.t.settled()
    [shown] = here.t.mara.pushes()[before:]
    assert shown == said.format(name=here.match.name)
    assert not RAW.search(shown), shown


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(SILENT))
async def test_a_silent_kind_pushes_to_nobody_whom_nothing_else_calls(here: Scene, kind: str) -> None:
    before = len(here.t.mara.pushes())
    await SILENT[kind](here)
    await here.t.settled()
    assert here.t.mara.pushes()[before:] == []
    assert all(all(person.pushes()) for person in (here.t.mara, here.t.tom, here.t.ines))
