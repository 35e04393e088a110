"""Deleting one's data by buttons in the middle of a match.

The bot asks twice and then does it at once; the opponent plays on, with a record that's true and names a
number.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.community.peace.availability import UNAVAILABLE
from bot.community.privacy.leaving import NOTHING
from games import GAMES
from games.core.record import read_record, verify
from storage.engine.schema import newest_version, tables_of
from tests.kit.matches import decoy as decoy_matches
from tests.kit.matches.tapped import assert_refused, begin_briefed, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")

Begin = Callable[[Table], Awaitable[str]]
PLAYER = re.compile(r"Player \d+")


async def creators(t: Table) -> str:
    match = await begin_briefed(t, t.mara, t.tom)
    for _ in range(3):
        await match.turn()
        await t.settled()
    return match.id


async def decoy(t: Table) -> str:
    match = await decoy_matches.begin_set_up(t, t.mara, t.tom)
    await decoy_matches.play(match, ["e2-e3"])
    return match.id


async def questions(person: Person, answer: str) -> tuple[Seen, Seen]:
    """Return both questions that are asked before anything is deleted."""
    first = await person.slash("/privacy delete")
    return first, await person.tap(answer, first)


async def traces(t: Table, person: Person) -> list[tuple[str, str, Any]]:
    """Return table, column and value of every cell with the person's id, name, username or DM channel."""
    user = person.actor.user
    channels = [dm["id"] for dm in person.actor.home()["dms"]]
    known = map(re.escape, [person.id, user["username"], user["global_name"], *channels])
    trace = re.compile(rf"(?<!\w)({'|'.join(known)})(?!\w)")
    found = list[tuple[str, str, Any]]()
    async with t.database.read() as r:
        for table in tables_of(newest_version()):
            cells = (cell for row in await r.fetch(f"SELECT * FROM {table.name}", {}) for cell in row.items())
            found += [(table.name, column, value) for column, value in cells if trace.search(str(value))]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("begin", "answer", "reason"), [(creators, "Resign", "resigned"), (decoy, "Abort", "aborted")]
)
async def test_in_the_middle_of_a_match_everything_is_gone_and_the_opponent_keeps_a_true_record(
    t: Table, begin: Begin, answer: str, reason: str
) -> None:
    match_id = await begin(t)
    first, second = await questions(t.mara, f"{answer} and delete")
    assert "You have 1 open match." in first.text
    assert f"1 match will be {reason}." in second.text
    assert await traces(t, t.mara)
    await t.mara.tap("Delete everything", second)
    await t.settled()
    assert await traces(t, t.mara) == []
    again = await t.mara.slash("/privacy export")
    assert (again.text, again.attachments, again.ephemeral) == (NOTHING, [], True)
    assert await traces(t, t.mara) == [], "asking leaves none either"
    state = await t.running.bot.ctx.app.match_state(match_id)
    assert state.match.reason == reason
    assert state.match.winner == (1 if reason == "resigned" else None)
    await opponent_has_a_true_record(t, match_id)


async def opponent_has_a_true_record(t: Table, match_id: str) -> None:
    state = await t.running.bot.ctx.app.match_state(match_id)
    told = t.tom.newest(lambda seen: "Replay" in seen.buttons)
    assert told is not None
    assert "before both players had started" not in told.text
    watched = await t.tom.tap("Replay", told)
    assert PLAYER.search(watched.text)
    assert "<@-" not in watched.text
    assert_refused(await t.tom.tap("Rematch", told), UNAVAILABLE)
    record = await t.tom.slash("/export", match=match_id)
    text = (await t.download(record.attachments[0])).decode()
    assert t.mara.actor.user["global_name"] not in text
    if state.is_open_to_all:
        read = read_record(text)
        assert verify(GAMES[read.game], read).identical


@pytest.mark.slow
async def test_it_is_asked_twice_in_private_and_either_question_can_be_answered_with_no(t: Table) -> None:
    await decoy(t)
    async with nothing_changes(t):
        first, second = await questions(t.mara, "Abort and delete")
        assert [list(seen.buttons)[-1] for seen in (first, second)] == ["Keep it", "Delete everything"]
        assert first.ephemeral
        assert second.ephemeral
        assert "Nothing was deleted." in (await t.mara.tap("Keep it", second)).text
        first = await t.mara.slash("/privacy delete")
        assert "Nothing was deleted." in (await t.mara.tap("Keep it", first)).text
    assert await traces(t, t.mara)


async def test_who_has_nothing_open_is_not_asked_what_becomes_of_it(t: Table) -> None:
    await t.mara.slash("/ccc challenge", opponent=t.tom)
    first = await t.mara.slash("/privacy delete")
    assert "Delete my data" in first.buttons
    assert "open match" not in first.text
    older = await t.mara.tap("Delete my data", first)
    _, newer = await questions(t.mara, "Delete my data")
    await t.mara.tap("Delete everything", newer)
    await t.settled()
    assert NOTHING in (await t.mara.tap("Delete everything", older)).text
    assert await traces(t, t.mara) == []
    assert "Withdrawn." in t.tom.messages()[-1].text
    assert PLAYER.search(t.tom.messages()[-1].text)


async def test_a_stranger_is_asked_nothing(t: Table) -> None:
    await sql(t.database, "DELETE FROM people")
    answer = await t.mara.slash("/privacy delete")
    assert (answer.text, answer.ephemeral) == (NOTHING, True)
    assert await traces(t, t.mara) == []
