"""A player who isn't available: challengers get the same answer for every reason, byte for byte.

One world goes through all reasons, since a refusal changes nothing: what the bot sends, logs and asks of its
database is compared with what it did for the first reason.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from bot import features
from bot.community.peace import availability
from bot.community.peace.availability import UNAVAILABLE
from bot.community.privacy.leaving import DELETE
from bot.core import person_settings
from bot.core.server_settings import ServerSettings
from bot.play.endings import aborting
from storage.engine.handle import Writer
from storage.rows import ScheduledJob
from storage.tables import blocks, guilds, people, scheduled_jobs, suspensions
from storage.tables.suspensions import Suspension
from tests.kit.inputs import START
from tests.kit.matches import tapped
from tests.kit.matches.creators_twins import OURS
from tests.kit.matches.endings import begun, final_post, give_up
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.roles.moderators import server_of
from tests.kit.seen import Seen
from tests.kit.table import Table
from tests.kit.traffic import without_new_ids
from tests.kit.watching.discord_requests import Noticed, Witness

DELETED = -7


# --- reasons -------------------------------------------------------------------------------------------


async def set_challenges(t: Table, w: Writer, wanted: Any) -> None:
    tom = int(t.tom.id)
    settings = await person_settings.settings_in(w, tom)
    await person_settings.keep(w, tom, msgspec.structs.replace(settings, challenges=wanted))


async def allow(t: Table, w: Writer, **settings: int) -> None:
    await guilds.set_settings(w, server_of(t), msgspec.to_builtins(ServerSettings(**settings)))


async def block(t: Table, w: Writer) -> None:
    await blocks.add(w, int(t.tom.id), int(t.mara.id), 1)


async def unblock(t: Table, w: Writer) -> None:
    await blocks.remove(w, int(t.tom.id), int(t.mara.id))


async def block_oneself(t: Table, w: Writer) -> None:
    await blocks.add(w, int(t.mara.id), int(t.tom.id), 1)


async def unblock_oneself(t: Table, w: Writer) -> None:
    await blocks.remove(w, int(t.mara.id), int(t.tom.id))


async def want_nobody(t: Table, w: Writer) -> None:
    await set_challenges(t, w, "none")


async def want_met(t: Table, w: Writer) -> None:
    await set_challenges(t, w, "met")


async def want_all(t: Table, w: Writer) -> None:
    await set_challenges(t, w, "everyone")


async def suspend(t: Table, w: Writer) -> None:
    one = Suspension(guild=server_of(t), person=int(t.tom.id), by_person=None, at=1)
    await suspensions.add(w, one)


async def lift(t: Table, w: Writer) -> None:
    await suspensions.lift(w, server_of(t), int(t.tom.id))


async def one_match_each(t: Table, w: Writer) -> None:
    """Limit each person to one open match; Tom already has one, against Ines."""
    await allow(t, w, most_matches=1)


async def matches_as_usual(t: Table, w: Writer) -> None:
    await allow(t, w)


async def run_out(t: Table, w: Writer) -> None:
    for _ in range(2):
        await people.ran_out(w, int(t.tom.id), rated=False)


async def finish(t: Table, w: Writer) -> None:
    await people.reset_timeouts(w, int(t.tom.id))


async def delete(t: Table, w: Writer) -> None:
    await people.upsert(w, DELETED, "Someone", now=1)
    await _become(w, int(t.tom.id), DELETED)


async def undelete(t: Table, w: Writer) -> None:
    await _become(w, DELETED, int(t.tom.id))


async def leave(t: Table, w: Writer) -> None:
    job = ScheduledJob(kind=DELETE, subject=str(t.tom.id), due_at=2 * int(START))
    await scheduled_jobs.set(w, job)


async def stay(t: Table, w: Writer) -> None:
    await scheduled_jobs.clear(w, DELETE, str(t.tom.id), 1)


async def _become(w: Writer, one: int, other: int) -> None:
    for column in ("challenges SET challenger", "seats SET person"):
        where = column.rpartition(" ")[2]
        await w.fetch(f"UPDATE {column} = :other WHERE {where} = :one", {"one": one, "other": other})


Change = Callable[[Table, Writer], Awaitable[None]]
REASONS: dict[str, tuple[Change, Change]] = {
    "blocked": (block, unblock),
    "blocking": (block_oneself, unblock_oneself),
    "wants nobody": (want_nobody, want_all),
    "wants those they have met": (want_met, want_all),
    "suspended": (suspend, lift),
    "full": (one_match_each, matches_as_usual),
    "must finish": (run_out, finish),
    "is being deleted": (leave, stay),
    "deleted": (delete, undelete),
}
"""For each reason why Tom isn't available: the change that brings it about, and the one that undoes it."""
OF_EACH_WAY = {
    "by name": (
        "blocked",
        "blocking",
        "wants nobody",
        "wants those they have met",
        "suspended",
        "full",
        "is being deleted",
    ),
    "open card": ("blocked", "blocking", "suspended", "full", "must finish", "is being deleted", "deleted"),
    "rematch": ("blocked", "blocking", "wants nobody", "suspended", "full", "is being deleted", "deleted"),
}
"""For each way to begin a match, the reasons that keep Mara from beginning one with Tom."""


# --- ways ----------------------------------------------------------------------------------------------


async def prepared(t: Table, way: str) -> Callable[[], Awaitable[Seen]]:
    """Give Tom an open match against Ines and return the action with which Mara tries to begin a match."""
    if way == "rematch":
        await begun(t, "ccc", "White")
        await give_up(t, t.tom)
        post = await final_post(t, t.mara)
    await tapped.begin(t, t.ines, t.tom)
    if way == "rematch":
        return lambda: t.mara.tap("Rematch", post)
    if way == "open card":
        card = await t.tom.slash("/ccc challenge")
        return lambda: t.mara.tap("Accept", card)
    return lambda: t.mara.slash("/ccc challenge", opponent=t.tom)


@pytest.mark.slow
@pytest.mark.parametrize("way", OF_EACH_WAY)
async def test_whatever_the_reason_others_get_the_same_from_the_same_questions(
    t: Table, way: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in OURS:
        caplog.set_level(logging.DEBUG, name)
    act = await prepared(t, way)
    witness, found = Witness(t, monkeypatch, caplog), dict[str, Noticed]()
    for reason in OF_EACH_WAY[way]:
        begins, ends = REASONS[reason]
        async with t.database.write("all") as w:
            await begins(t, w)
        async with nothing_changes(t):
            answer, found[reason] = await witness.of(act)
        assert_refused(answer, UNAVAILABLE)
        assert answer.text == UNAVAILABLE
        async with t.database.write("all") as w:
            await ends(t, w)
    first = found["blocked"]
    assert len(first.asked) > 5
    assert any(UNAVAILABLE in body for _, _, body in first.sent)
    for reason, noticed in found.items():
        assert noticed == first, reason
    answer, _ = await witness.of(act)
    assert UNAVAILABLE not in answer.text, "without a reason it goes on"
    assert "Accept" in answer.buttons or way == "open card"


@pytest.mark.slow
async def test_nothing_else_that_somebody_sees_depends_on_a_block(
    t: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in OURS:
        caplog.set_level(logging.DEBUG, name)
    await begun(t, "ccc", "White")
    await give_up(t, t.tom)
    post = await final_post(t, t.mara)
    card = await t.tom.slash("/ccc challenge")
    await begun(t, "ccc", "White")
    witness = Witness(t, monkeypatch, caplog)
    looks: dict[str, Callable[[], Awaitable[Seen]]] = {
        "matches": lambda: t.mara.slash("/matches"),
        "leaderboard": lambda: t.mara.slash("/ccc leaderboard"),
        "profile": lambda: t.mara.slash("/profile", user=t.tom),
        "history": lambda: t.mara.slash("/history"),
        "record": lambda: t.mara.tap("Record", post),
        "rules": lambda: t.mara.tap("Rules", card),
    }
    worlds = []
    # For the first reason, the bot's caches are still empty.
    for is_blocked in (False, False, True):
        async with t.database.write("all") as w:
            await (block if is_blocked else unblock)(t, w)
        world = dict[str, Any]()
        for name, look in looks.items():
            _, world[name] = await witness.of(look)
        world["choices"] = await t.mara.complete("/move", "action", "")
        public = [message for message in t.mara.messages() if not message.ephemeral]
        world["messages"] = [(without_new_ids(message.text), tuple(message.buttons)) for message in public]
        worlds.append(world)
    _, free, blocked = worlds
    for name, seen in free.items():
        assert seen == blocked[name], name


# --- who may challenge ---------------------------------------------------------------------------------


async def challenge(person: Person, other: Person) -> str:
    return (await person.slash("/ccc challenge", opponent=other)).text


@pytest.mark.slow
async def test_those_whom_somebody_has_played_may_challenge_them(t: Table) -> None:
    async with t.database.write("all") as w:
        await set_challenges(t, w, "met")
    assert await challenge(t.mara, t.tom) == UNAVAILABLE
    await t.tom.slash("/ccc challenge", opponent=t.mara)
    await t.mara.tap("Accept")
    await t.settled()
    assert await challenge(t.mara, t.tom) != UNAVAILABLE, "a match under way will do"
    assert await challenge(t.ines, t.tom) == UNAVAILABLE
    await aborting.abort(t.running.bot.ctx.app, await tapped.newest_match(t), int(t.tom.id))
    assert await challenge(t.mara, t.tom) == UNAVAILABLE, "one that was aborted won't"


@pytest.mark.slow
async def test_who_has_asked_for_it_has_no_settings_against_it(t: Table) -> None:
    card = await t.tom.slash("/ccc challenge")
    async with t.database.write("all") as w:
        await set_challenges(t, w, "none")
    assert UNAVAILABLE not in (await t.mara.tap("Accept", card)).text


def test_whether_others_are_available_is_asked_last() -> None:
    """A challenge that can't be made for another reason mustn't reveal whether the opponent is available."""
    checks = features.load().hooks.checks
    assert checks[-1] is availability.check
