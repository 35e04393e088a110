"""Reports to a server's moderators about a person, who isn't told, or about a match's pause."""

from __future__ import annotations

import msgspec

from bot.community.moderation.removing import Text, texts_of
from bot.community.moderation.server_matches import match_here, match_here_in, players_of
from bot.core import confusables, officials
from bot.core.app_context import AppContext
from bot.core.errors import Unknown, UserError
from bot.core.limits import Limits
from bot.core.match_state import MatchState
from bot.core.officials import Act
from bot.core.seats import User, meet, require_seat
from bot.core.server_settings import settings_of
from storage.engine.handle import Reader, Writer
from storage.rows import Message
from storage.tables import guilds, outbox, reports
from storage.tables.reports import Report

_ACROSS = (
    "This match is on no server, so no moderators look after it, and no one writes in their own words there. "
    "To never meet this person again, use /block and choose the match."
)
NO_REPORT = (
    "There's no report here that you could open. One about you, or from a match that you play in, is for "
    "another moderator."
)
WHO = (
    "Choose the person you want to report with the option `person`. Without it, you ask for the end of a "
    "match's pause: use the command in its thread, or choose the match."
)
REPORTED = "reported"
"""The kind of the message that announces a report in the channel that the server has chosen for reports."""
ON_A_PAGE = 5
LONGEST_REASON = 300


class Reports(msgspec.Struct, frozen=True):
    """A page of the reports about a person: page `number` (from 0) of `pages`."""

    number: int
    pages: int
    reports: tuple[Report, ...]


async def report(
    app: AppContext,
    limits: Limits,
    guild: int,
    by: User,
    about: User,
    match_id: str | None,
    reason: str,
    action: int = 0,
) -> None:
    """Report a person, and what they said in a match of this server if one is given.

    With `action`, the report is about the text of that action; with 0, about their latest. Raises UserError
    if the person can't be reported, the same report is still open, or there were too many within an hour.
    """
    if about.is_bot:
        raise UserError("You can only report people, not bots.")
    if about.id == by.id:
        raise UserError("You can't report yourself. Choose someone else.")
    if match_id is not None:
        await _check_place(app, match_id, by.id)
    said = await _find_text(app, guild, about.id, match_id, action) if match_id is not None else None
    async with limits.act("reports", by.id), app.database.write(f"guild:{guild}") as w:
        await confusables.check(w, guild, [reason])
        now = app.now()
        await meet(w, by, now)
        await meet(w, about, now)
        number = said.number if said else None
        if await reports.is_open(w, guild, by.id, about.id, match_id, number):
            raise UserError("You've already reported this, and the moderators still have it open.")
        made = Report(
            guild=guild,
            about=about.id,
            by_person=by.id,
            at=now,
            match_id=match_id,
            number=number,
            text=said.words if said else "",
            reason=reason.strip()[:LONGEST_REASON],
        )
        await _tell(w, guild, await reports.add(w, made), now)
    app.wake()


async def report_pause(
    app: AppContext, limits: Limits, guild: int, by: User, match_id: str, reason: str
) -> None:
    """Ask a server's moderators, as a player, to end the pause of a match.

    Raises UserError if the person doesn't play in the match, it isn't paused, they have asked already, or
    there were too many reports within an hour.
    """
    async with limits.act("reports", by.id), app.database.write(f"guild:{guild}", f"match:{match_id}") as w:
        state = await match_here_in(w, app, match_id, guild)
        require_seat(state, by.id)
        if state.match.paused_at is None:
            raise UserError(WHO, option="person")
        await confusables.check(w, guild, [reason])
        now = app.now()
        await meet(w, by, now)
        if await reports.is_open(w, guild, by.id, None, match_id, None):
            raise UserError("You've already asked for this, and the moderators still have it open.")
        made = Report(
            guild=guild,
            about=None,
            by_person=by.id,
            at=now,
            match_id=match_id,
            reason=reason.strip()[:LONGEST_REASON],
        )
        await _tell(w, guild, await reports.add(w, made), now)
    app.wake()


async def _check_place(app: AppContext, match_id: str, by: int) -> None:
    """Raise UserError for a match of the reporter's on no server, which no moderators look after."""
    try:
        state = await app.match_state(match_id)
    except Unknown:
        return
    if state.match.guild is None and state.seat_of(by) is not None:
        raise UserError(_ACROSS, command="block")


async def _find_text(app: AppContext, guild: int, person: int, match_id: str, action: int) -> Text | None:
    """Return what a person said in a match, with an action or last; raise UserError if they aren't in it."""
    state = await match_here(app, match_id, guild)
    seat = state.seat_of(person)
    if seat is None:
        raise UserError("They're not playing in this match.")
    return text_of(state, seat, action) if action else latest_of(state, seat)


def text_of(state: MatchState, seat: int, number: int) -> Text | None:
    """Return what a seat said with an action; None if nothing, or if it was removed."""
    return next((text for text in texts_of(state) if (text.seat, text.number) == (seat, number)), None)


def latest_of(state: MatchState, seat: int) -> Text | None:
    """Return what a seat said last; None if nothing."""
    return next((text for text in texts_of(state) if text.seat == seat), None)


async def _tell(w: Writer, guild: int, id: int, now: int) -> None:
    if (await settings_of(w, guild)).reports is None:
        return
    told = Message(
        lane=f"{REPORTED}:{guild}",
        kind=REPORTED,
        payload={"guild": guild, "report": id},
        nonce=f"{REPORTED}:{id}",
        created_at=now,
        due_at=now,
    )
    await outbox.add(w, [told])


async def about(app: AppContext, guild: int, person: int, number: int, moderator: int) -> Reports:
    """Return a page of the reports about a person that a moderator may read, or else the nearest page."""
    async with app.database.read() as r:
        pages = max(1, -(-await reports.count(r, guild, person, moderator) // ON_A_PAGE))
        number = max(0, min(number, pages - 1))
        found = await reports.about(r, guild, person, moderator, ON_A_PAGE, number * ON_A_PAGE)
    return Reports(number, pages, tuple(found))


async def about_pause(app: AppContext, match_id: str) -> tuple[Report, ...]:
    """Return the open reports about the pause of a match, the oldest first."""
    async with app.database.read() as r:
        return tuple(await reports.about_pause(r, match_id))


async def open_report(app: AppContext, guild: int, id: int, moderator: int) -> Report:
    """Return a report of a server for a moderator to read.

    Raises the same UserError if there is none as if it concerns the moderator, so that the number of a report
    reveals nothing.
    """
    async with app.database.read() as r:
        return await _report_in(r, "read a report", guild, id, moderator)


async def _report_in(r: Reader, act: Act, guild: int, id: int, moderator: int) -> Report:
    found = await reports.get(r, guild, id)
    if found is None:
        raise UserError(NO_REPORT)
    try:
        officials.check(act, moderator, {found.about, *await players_of(r, found.match_id)})
    except UserError:
        raise UserError(NO_REPORT) from None
    return found


async def close(app: AppContext, guild: int, id: int, moderator: int) -> Report:
    """Close a report; raise UserError if it isn't open, or if this moderator may not close it."""
    async with app.database.write(f"guild:{guild}") as w:
        found = await _report_in(w, "close a report", guild, id, moderator)
        if not await reports.close(w, guild, id, moderator, app.now()):
            raise UserError("This report isn't open anymore.")
        await guilds.add_line(w, guild, app.now(), moderator, "Closed a report.", found.about)
    return found
