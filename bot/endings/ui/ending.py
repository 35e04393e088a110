"""How people end a match before its time: the menu behind ⋯, draws, aborting, a moderator's /cancel."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.core import seats
from bot.core.refused import Refused
from bot.core.table import Table
from bot.endings import aborting, draws, rights
from bot.endings.ui.buttons import (
    Abort,
    Agree,
    AskToAbort,
    AskToAgree,
    AskToResign,
    Cancel,
    DeclineOffer,
    More,
    OfferDraw,
    Resign,
    WithdrawOffer,
)
from bot.hints import hints
from bot.hints.ui.buttons import AskForHint
from bot.matches import ending
from bot.matches.ui import panel
from bot.matches.ui.buttons import ViewMatch
from bot.overview.ui import own_matches
from bot.ui import items, words
from bot.ui.choices import Completions, fitting
from bot.ui.desk import Desk, Interaction, guarded, show
from bot.ui.screen import Screen
from games import GAMES
from storage import guilds, matches, people
from storage.handle import Reader
from storage.rows import Match, Seat

_NO_MODERATOR = (
    "Only who may manage messages on this server can cancel a match. A match of your own you can resign."
)


async def _show_panel(desk: Desk, interaction: Interaction, table: Table) -> None:
    """The board after what was done, for the person who did it."""
    seat = seats.seated(table, interaction.user.id)
    await show(interaction, await panel.panel(desk, table, seat))


# --- the menu -----------------------------------------------------------------------------------------


async def _open_table(desk: Desk, interaction: Interaction, match_id: str) -> tuple[Table, int]:
    table = await desk.host.table(match_id)
    seat = seats.seated(table, interaction.user.id)
    seats.still_open(table)
    return table, seat


async def more(desk: Desk, interaction: Interaction, tap: More) -> None:
    """What else one may do: all that applies, or at once the one question when nothing but resigning does."""
    table, seat = await _open_table(desk, interaction, tap.match)
    offer = await panel.offer_of(desk, table, seat)
    taps = _hint_taps(table, seat) + (panel.offer_taps(seat, offer) if offer else _ways_out(table, seat))
    if not taps:
        await show(interaction, resign_question(table, seat))
        return
    resign = items.button("Resign", AskToResign(table.match.id), items.BAD)
    said = panel.offer_line(table, seat, offer) if offer else "What would you like to do?"
    await show(interaction, _question(table, said, resign, *taps))


def _hint_taps(table: Table, seat: int) -> list[items.Tap]:
    asks = hints.may_ask(table, table.seat_row(seat).person or 0)
    return [items.button("Hint", AskForHint(table.match.id))] if asks else []


def _ways_out(table: Table, seat: int) -> list[items.Tap]:
    """Aborting, while it is open to this seat; later an offer of a draw, where one can be agreed on."""
    match_id = table.match.id
    if rights.why_no_abort(table, seat) is None:
        return [items.button("Abort the match", AskToAbort(match_id))]
    if rights.why_no_offer(table, seat) is None:
        return [items.button("Offer a draw", OfferDraw(match_id))]
    return []


def resign_question(table: Table, seat: int) -> Screen:
    """Asked before a resignation; before anything was played or seen there is a milder way out."""
    resign = items.button("Resign", Resign(table.match.id), items.BAD)
    text = "Do you want to resign this match? The other side wins then."
    if rights.why_no_abort(table, seat) is not None:
        return _question(table, f"{text} {rights.why_it_counts(table, seat)}".strip(), resign)
    abort = items.button("Abort instead", AskToAbort(table.match.id))
    milder = "Nobody has played yet, so you can also abort it: it does not count then."
    return _question(table, f"{text} {milder}", resign, abort)


def _question(table: Table, text: str, *taps: items.Tap) -> Screen:
    stay = items.button("Keep playing", ViewMatch(table.match.id))
    return Screen(items.sentence(text, items.row(*taps, stay)))


async def asked_to_resign(desk: Desk, interaction: Interaction, tap: AskToResign) -> None:
    table, seat = await _open_table(desk, interaction, tap.match)
    await show(interaction, resign_question(table, seat))


async def resigned(desk: Desk, interaction: Interaction, tap: Resign) -> None:
    await _show_panel(desk, interaction, await ending.resign(desk.host, tap.match, interaction.user.id))


async def asked_to_abort(desk: Desk, interaction: Interaction, tap: AskToAbort) -> None:
    table, seat = await _open_table(desk, interaction, tap.match)
    refusal = rights.why_no_abort(table, seat)
    if refusal is not None:
        raise Refused(refusal)
    text = "Do you want to abort this match? It ends without a winner and does not count."
    button = items.button("Abort the match", Abort(table.match.id), items.BAD)
    await show(interaction, _question(table, text, button))


async def aborted(desk: Desk, interaction: Interaction, tap: Abort) -> None:
    await _show_panel(desk, interaction, await aborting.abort(desk.host, tap.match, interaction.user.id))


# --- draws --------------------------------------------------------------------------------------------


async def draw(desk: Desk, interaction: Interaction, match_id: str) -> None:
    """Offer a draw; where an offer stands already, say so and what may be done about it."""
    table, seat = await _open_table(desk, interaction, match_id)
    offer = await panel.offer_of(desk, table, seat)
    if offer is None:
        await offered(desk, interaction, OfferDraw(match_id))
        return
    await show(
        interaction, _question(table, panel.offer_line(table, seat, offer), *panel.offer_taps(seat, offer))
    )


async def offered(desk: Desk, interaction: Interaction, tap: OfferDraw) -> None:
    table = await draws.offer_draw(desk.host, tap.match, interaction.user.id)
    await _show_panel(desk, interaction, table)


async def withdrew(desk: Desk, interaction: Interaction, tap: WithdrawOffer) -> None:
    table = await draws.withdraw(desk.host, tap.match, interaction.user.id, tap.offer)
    await _show_panel(desk, interaction, table)


async def declined(desk: Desk, interaction: Interaction, tap: DeclineOffer) -> None:
    table = await draws.decline(desk.host, tap.match, interaction.user.id, tap.offer)
    await _show_panel(desk, interaction, table)


async def asked_to_agree(desk: Desk, interaction: Interaction, tap: AskToAgree) -> None:
    """Asked once more: an agreement ends the match."""
    table, _ = await draws.offered(desk.host, tap.match, interaction.user.id, tap.offer)
    button = items.button("Agree on a draw", Agree(tap.match, tap.offer), items.GOOD)
    text = "Do you agree on a draw? The match ends then, without a winner."
    await show(interaction, _question(table, text, button))


async def agreed(desk: Desk, interaction: Interaction, tap: Agree) -> None:
    table = await draws.agree(desk.host, tap.match, interaction.user.id, tap.offer)
    await _show_panel(desk, interaction, table)


# --- moderators ---------------------------------------------------------------------------------------


def cancel_command(desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """/cancel, for moderators."""

    @app_commands.command(
        name="cancel", description="For moderators: end a match of this server; it does not count"
    )
    @app_commands.describe(match="Which match, unless you are in its thread")
    async def cancel(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _ask_to_cancel(desk, interaction, match))

    @cancel.autocomplete("match")
    async def complete_match(interaction: Interaction, current: str) -> Completions:
        return await _matches_here(desk, interaction, current)

    return cancel


def _moderated(interaction: Interaction) -> int:
    """The server in which the person may cancel matches; Refused for everybody else."""
    guild, member = interaction.guild_id, interaction.user
    if guild is None or not interaction.is_guild_integration():
        raise Refused("Matches are cancelled on the server where they are played.")
    if not isinstance(member, discord.Member):
        raise Refused(_NO_MODERATOR)
    may = member.guild_permissions
    if not (may.manage_messages or may.manage_guild):
        raise Refused(_NO_MODERATOR)
    return guild


async def _ask_to_cancel(desk: Desk, interaction: Interaction, match_id: str | None) -> None:
    guild = _moderated(interaction)
    if match_id is None:
        match_id = await _match_of_place(desk, guild, interaction.channel_id)
    table = await aborting.cancellable(desk.host, match_id, guild, interaction.user.id)
    text = (
        f"Do you want to cancel {table.game.title}: {words.players(table.match)}? "
        "It ends without a winner and does not count, and both are told."
    )
    tap = items.button("Cancel the match", Cancel(match_id), items.BAD)
    await show(interaction, Screen(items.sentence(text, items.row(tap))))


async def _match_of_place(desk: Desk, guild: int, place: int | None) -> str:
    async with desk.host.database.read() as r:
        here = await guilds.open_matches(r, guild, place)
    if place is None or len(here) != 1:
        raise Refused("Say which match with the option “match”, or use the command in its thread.")
    return here[0]


async def cancelled(desk: Desk, interaction: Interaction, tap: Cancel) -> None:
    await aborting.cancel(desk.host, tap.match, _moderated(interaction), interaction.user.id)
    await show(interaction, Screen(items.sentence("The match is cancelled. Everybody in it is told.")))


async def _matches_here(desk: Desk, interaction: Interaction, current: str) -> Completions:
    """The open matches of this server by what everybody there knows: who plays, and which game."""
    try:
        guild = _moderated(interaction)
    except Refused:
        return []
    async with desk.host.database.read() as r:
        found = [await matches.get(r, match_id) for match_id in await guilds.open_matches(r, guild)]
        labels = [(await _label(r, match), match.id) for match in found if match is not None]
    return fitting(labels, current)


async def _label(r: Reader, match: Match) -> str:
    first, second = [await _name(r, match, row) for row in match.seats]
    return f"{first} against {second}, {GAMES[match.game].title}"


async def _name(r: Reader, match: Match, row: Seat) -> str:
    person = await people.get(r, row.person) if row.person is not None else None
    return own_matches.opponent(match.game, row.level, person.name if person else None)
