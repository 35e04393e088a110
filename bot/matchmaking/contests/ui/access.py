"""Checks of who may see a contest and who may organize it, made anew for every tap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.core.app_context import AppContext
from bot.core.errors import UserError
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
from bot.matchmaking.contests.organizing import global_ladders
from bot.matchmaking.contests.teams import own_team, team_sides
from bot.matchmaking.contests.teams.team_sides import Found
from bot.matchmaking.contests.ui.rows import Lettered
from render.names import Faces
from storage.engine.handle import Reader
from storage.tables.contests import ContestRow

NO_ORGANIZER = "Only members who can manage this server or its events can do that."
_ELSEWHERE = "This isn't played on this server. Use /compete to see what's on here."


async def find_contest(ctx: UiContext, interaction: Interaction, contest_id: str) -> Found:
    """Return a contest that the person may see from here.

    That's a contest of this server, a ladder open to everyone (created when it's first asked for), or one in
    which the person is or was.

    Raises:
        UserError: Any other contest; the message doesn't reveal whether it exists.
    """
    await global_ladders.make(ctx.app, contest_id)
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
    """Return a team match as the server has it where the person is, or else the server they play for.

    Raises:
        UserError: The tap comes from neither server, and the person is neither in the match nor invited.
    """
    row, contest = found
    team, mine = team_of(contest, here), contest.entrants.get(person)
    if team is None and mine is not None:
        team = mine.team
    if team is None and person in contest.invited:
        team = contest.invited[person].side
    if team is None:
        raise UserError(_ELSEWHERE)
    return Found(await team_sides.find_row(r, row, team), contest)


async def place_at(interaction: Interaction, row: ContestRow) -> Place:
    """Return where the person acts: this server, or from DMs the contest's server if they're a member."""
    here = place_of(interaction)
    if row.guild is None or here.guild is not None or not is_with_bot(interaction):
        return here
    member = await servers.fetch_member(interaction.client, row.guild, interaction.user.id)
    if not member:
        return here
    return Place(row.channel or 0, row.guild, roles=tuple(int(role) for role in member.get("roles", ())))


async def _check_here(ctx: UiContext, row: ContestRow, here: int | None) -> None:
    """Raise UserError if a contest can't be seen from a server, or from a DM (None)."""
    if row.guild is not None and row.guild != here:
        raise UserError(_ELSEWHERE, command="compete")
    if row.guild is None:
        async with ctx.app.database.read() as r:
            await global_ladders.check_server(r, here)


async def find_organized(ctx: UiContext, interaction: Interaction, contest_id: str) -> Found:
    """Return a contest that the person may organize from here; raise UserError for any other."""
    found = await find_contest(ctx, interaction, contest_id)
    if found.row.guild != organizer_here(interaction):
        raise UserError(NO_ORGANIZER)
    return found


def organizer_here(interaction: Interaction) -> int:
    """Return the id of the server on which the person may organize; raise UserError if they can't."""
    guild = place_of(interaction).guild
    if is_without_bot(interaction):
        raise UserError(NOT_A_MEMBER)
    if guild is None:
        raise UserError("This only works on a server. Use it where people are to play.")
    if not organizes(interaction):
        raise UserError(NO_ORGANIZER)
    return guild


def may_organize(interaction: Interaction, row: ContestRow) -> bool:
    """Return whether the person gets the organizer's buttons of a contest here."""
    guild = place_of(interaction).guild
    return guild is not None and row.guild == guild and organizes(interaction)


_HIDDEN = "someone"
Named = Callable[[int], str]
"""Function from a person's id to the text that shows them in a message."""


def mention(person: int) -> str:
    """Return a person's Discord mention."""
    return f"<@{person}>"


async def find_names(app: AppContext, contest: Contest, team: int | None, those: Iterable[int] = ()) -> Named:
    """Return the function that shows a contest's people on the server of a team.

    A `team` of None means that it's no team match. Of the other team, only the people on the boards have a
    name. `those` are the people to look up; none means all.
    """
    if team is None:
        return mention
    asked = [person for person in those if person in contest.entrants] or contest.entrants
    others = [person for person in asked if contest.entrants[person].team != team]
    known = await names.names_of(
        app.database, [person for person in others if is_on_a_board(contest, person)]
    )
    shown = {person: names.format_name(known[person][0]) if person in known else _HIDDEN for person in others}
    return lambda person: shown.get(person) or mention(person)


async def letter_names(app: AppContext, faces: Faces, persons: Sequence[int]) -> Lettered:
    """Return how people's names are drawn in pictures."""
    known = await names.names_of(app.database, persons)
    return {person: names.choose_lettering(*known.get(person, ("", None)), faces) for person in persons}
