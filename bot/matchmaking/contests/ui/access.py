"""Who may see a contest, and who may organize it: asked again before everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.core import hooks
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning
from bot.core.seats import Place
from bot.discord_kit.interactions.context import (
    NOT_A_MEMBER,
    Interaction,
    UiContext,
    is_with_bot,
    is_without_bot,
    place_of,
)
from bot.discord_kit.interactions.members import organizes
from bot.discord_kit.requests import servers
from bot.discord_kit.text import names
from bot.matchmaking.contests.formats.teams import is_on_a_board, team_of
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import contest_of
from bot.matchmaking.contests.organizing import everywhere
from bot.matchmaking.contests.organizing.match_terms import terms_in
from bot.matchmaking.contests.teams import own_team, team_sides
from bot.matchmaking.contests.teams.team_sides import Found
from bot.matchmaking.contests.ui.rows import Lettered
from render.names import Faces
from storage.engine.handle import Reader
from storage.tables.contests import ContestRow

NO_ORGANIZER = "Only members who can manage this server or its events can do that."
_ELSEWHERE = "This isn't played here. Use /compete to see what there is."


async def seen(ctx: UiContext, interaction: Interaction, contest_id: str) -> Found:
    """A contest of the server where somebody asks, one of everybody's, or one in which they are or were;
    UserError for any other, and not even whether there is one is said."""
    await everywhere.make(ctx.app, contest_id)
    here, person = place_of(interaction).guild, interaction.user.id
    try:
        async with ctx.app.database.read() as r:
            found = Found(*await contest_of(r, ctx.app, contest_id))
            if own_team.is_one(found.contest):
                return await _own_side(r, found, here, person)
    except UserError:
        raise UserError(_ELSEWHERE, command="compete") from None
    if person not in found.contest.entrants and person not in found.contest.substitutes:
        await _check_here(ctx, found.row, (await place_at(interaction, found.row)).guild)
    return found


async def _own_side(r: Reader, found: Found, here: int | None, person: int) -> Found:
    """A team match as the server has it where somebody is, or else the one for which they play; UserError for
    everybody else."""
    row, contest = found
    team, mine = team_of(contest, here), contest.entrants.get(person)
    if team is None and mine is not None:
        team = mine.team
    if team is None and person in contest.invited:
        team = contest.invited[person].side
    if team is None:
        raise UserError(_ELSEWHERE)
    return Found(await team_sides.seen_from(r, row, team), contest)


async def place_at(interaction: Interaction, row: ContestRow) -> Place:
    """Where somebody acts: the server on which they do, or from their DMs the contest's, if they're on it."""
    here = place_of(interaction)
    if row.guild is None or here.guild is not None or not is_with_bot(interaction):
        return here
    member = await servers.found(interaction.client, row.guild, interaction.user.id)
    if not member:
        return here
    return Place(row.channel or 0, row.guild, roles=tuple(int(role) for role in member.get("roles", ())))


async def _check_here(ctx: UiContext, row: ContestRow, here: int | None) -> None:
    """UserError where a contest isn't to be seen from a server, or (None) from a DM."""
    if row.guild is not None and row.guild != here:
        raise UserError(_ELSEWHERE, command="compete")
    if row.guild is None:
        async with ctx.app.database.read() as r:
            await everywhere.checked(r, here)


async def check_place(ctx: UiContext, interaction: Interaction, found: Found, place: Place) -> None:
    """UserError for those who can't enter from here."""
    if found.row.guild is not None and place.guild != found.row.guild:
        raise UserError("Join on the server where it's played.")
    if found.row.guild is None:
        async with ctx.app.database.read() as r:
            await everywhere.checked(r, place.guild)
    await _check_beginning(ctx, interaction, found, place)


async def _check_beginning(ctx: UiContext, interaction: Interaction, found: Found, place: Place) -> None:
    """UserError for those who can't begin a match here, e.g. since a moderator has suspended them."""
    where = Place(found.row.channel or place.channel, place.guild, place.parent, place.roles)
    asked = Beginning(
        person=interaction.user.id,
        other=None,
        level=None,
        place=where,
        terms=terms_in(found.row, found.contest.terms),
        accepts=True,
    )
    async with ctx.app.database.read() as r:
        await hooks.check(r, ctx.app.hooks.checks, asked, ctx.app.now())


async def organized(ctx: UiContext, interaction: Interaction, contest_id: str) -> Found:
    """The same for an organizer of its server; UserError for everybody else."""
    found = await seen(ctx, interaction, contest_id)
    if found.row.guild != organizer_here(interaction):
        raise UserError(NO_ORGANIZER)
    return found


def organizer_here(interaction: Interaction) -> int:
    """The server where somebody may organize; UserError where there's none."""
    guild = place_of(interaction).guild
    if is_without_bot(interaction):
        raise UserError(NOT_A_MEMBER)
    if guild is None:
        raise UserError("This only works on a server. Use it where people are to play.")
    if not organizes(interaction):
        raise UserError(NO_ORGANIZER)
    return guild


def may_organize(interaction: Interaction, row: ContestRow) -> bool:
    """Whether somebody sees the organizers' buttons."""
    guild = place_of(interaction).guild
    return guild is not None and row.guild == guild and organizes(interaction)


_HIDDEN = "someone"
Named = Callable[[int], str]
"""A person, as a message shows them."""


def mention(person: int) -> str:
    """The usual way."""
    return f"<@{person}>"


async def named_in(app: AppContext, contest: Contest, team: int | None, those: Iterable[int] = ()) -> Named:
    """How people (none: all) of a contest are shown on the server of a team; None: it's no team match. Of the
    other team only those on the boards have a name."""
    if team is None:
        return mention
    asked = [one for one in those if one in contest.entrants] or contest.entrants
    others = [one for one in asked if contest.entrants[one].team != team]
    known = await names.names_of(app.database, [one for one in others if is_on_a_board(contest, one)])
    shown = {one: names.shown(known[one][0]) if one in known else _HIDDEN for one in others}
    return lambda person: shown.get(person) or mention(person)


async def lettered(app: AppContext, faces: Faces, persons: Sequence[int]) -> Lettered:
    """How the names of people are written in pictures."""
    known = await names.names_of(app.database, persons)
    return {one: names.pictured(*known.get(one, ("", None)), faces) for one in persons}
