"""How people end a match before its time: the menu behind ⋯, draws, aborting, a moderator's /cancel."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.core import seats
from bot.core.refused import Refused
from bot.core.table import Table
from bot.endings import aborting, draws, rights, standing
from bot.hints import hints
from bot.matches import dealing, ending
from bot.overview.ui import own_matches
from bot.ui import custom_ids, items, screens, words
from bot.ui.choices import Completions, fitting
from bot.ui.desk import Desk, Handler, Interaction, guarded, show
from bot.ui.screen import Screen
from games import GAMES
from storage import guilds, matches, people
from storage.handle import Reader
from storage.offers import Offer
from storage.rows import Match, Seat

_STANDS = "It stands until somebody moves."
_MOVED_ON = "The board has moved on since then. Here it is as it stands now."
_NO_MODERATOR = (
    "Only who may manage messages on this server can cancel a match. A match of your own you can resign."
)


async def panel(
    desk: Desk,
    table: Table,
    seat: int,
    draft: tuple[str, ...] = (),
    page: int = 0,
    line: str = "",
    *,
    acted: bool = False,
) -> Screen:
    """The private panel of a seat, with the offer of a draw that stands; where it shows what was dealt, that
    has been seen now."""
    await dealing.look(desk.host, table, seat)
    offer = await _offer(desk, table, seat)
    said = _offer_line(table, seat, offer) if offer else ""
    below = (items.row(*_offer_taps(seat, offer)),) if offer else ()
    lines = "\n".join(part for part in (line, said) if part)
    return await screens.match_panel(table, seat, draft, page, lines, acted=acted, below=below)


async def _offer(desk: Desk, table: Table, seat: int) -> Offer | None:
    if table.match.reason is not None or table.is_bot(1 - seat):
        return None
    return await standing.standing(desk.host, table, seat)


def _offer_line(table: Table, seat: int, offer: Offer) -> str:
    if offer.seat == seat:
        return f"You offer a draw. {_STANDS}"
    return f"**{words.opponent(table, seat)} offers a draw.** {_STANDS}"


def _offer_taps(seat: int, offer: Offer) -> list[items.Tap]:
    """What this seat may do about an offer."""
    if offer.seat == seat:
        return [items.button("Withdraw the offer", _about("retract", offer))]
    return [
        items.button("Accept draw", _about("agreeing", offer), items.GOOD),
        items.button("Decline", _about("refuse", offer)),
    ]


def _about(verb: str, offer: Offer) -> str:
    return custom_ids.make(verb, offer.match_id, offer.number)


async def _show_panel(desk: Desk, interaction: Interaction, table: Table) -> None:
    """The board after what was done, for the person who did it."""
    seat = seats.seated(table, interaction.user.id)
    await show(interaction, await panel(desk, table, seat))


async def show_present(desk: Desk, interaction: Interaction, table: Table, seat: int) -> None:
    """The board as it stands, for somebody who has tapped an older one."""
    line = "" if table.match.reason is not None else _MOVED_ON
    await show(interaction, await panel(desk, table, seat, line=line))


# --- the menu -----------------------------------------------------------------------------------------


async def _open_table(desk: Desk, interaction: Interaction, match_id: str) -> tuple[Table, int]:
    table = await desk.host.table(match_id)
    seat = seats.seated(table, interaction.user.id)
    seats.still_open(table)
    return table, seat


async def _more(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    """What else one may do: all that applies, or at once the one question when nothing but resigning does."""
    table, seat = await _open_table(desk, interaction, parts[0])
    offer = await _offer(desk, table, seat)
    taps = _hint_taps(table, seat) + (_offer_taps(seat, offer) if offer else _ways_out(table, seat))
    if not taps:
        await show(interaction, resign_question(table, seat))
        return
    resign = items.button("Resign", custom_ids.make("resigning", table.match.id), items.BAD)
    said = _offer_line(table, seat, offer) if offer else "What would you like to do?"
    await show(interaction, _question(table, said, resign, *taps))


def _hint_taps(table: Table, seat: int) -> list[items.Tap]:
    asks = hints.may_ask(table, table.seat_row(seat).person or 0)
    return [items.button("Hint", custom_ids.make("hint", table.match.id))] if asks else []


def _ways_out(table: Table, seat: int) -> list[items.Tap]:
    """Aborting, while it is open to this seat; later an offer of a draw, where one can be agreed on."""
    match_id = table.match.id
    if rights.why_no_abort(table, seat) is None:
        return [items.button("Abort the match", custom_ids.make("aborting", match_id))]
    if rights.why_no_offer(table, seat) is None:
        return [items.button("Offer a draw", custom_ids.make("offer", match_id))]
    return []


def resign_question(table: Table, seat: int) -> Screen:
    """Asked before a resignation; before anything was played or seen there is a milder way out."""
    resign = items.button("Resign", custom_ids.make("resign", table.match.id), items.BAD)
    text = "Do you want to resign this match? The other side wins then."
    if rights.why_no_abort(table, seat) is not None:
        return _question(table, f"{text} {rights.why_it_counts(table, seat)}".strip(), resign)
    abort = items.button("Abort instead", custom_ids.make("aborting", table.match.id))
    milder = "Nobody has played yet, so you can also abort it: it does not count then."
    return _question(table, f"{text} {milder}", resign, abort)


def _question(table: Table, text: str, *taps: items.Tap) -> Screen:
    stay = items.button("Keep playing", custom_ids.make("view", table.match.id))
    return Screen(items.sentence(text, items.row(*taps, stay)))


async def _resigning(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    table, seat = await _open_table(desk, interaction, parts[0])
    await show(interaction, resign_question(table, seat))


async def _resign(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    await _show_panel(desk, interaction, await ending.resign(desk.host, parts[0], interaction.user.id))


async def _aborting(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    table, seat = await _open_table(desk, interaction, parts[0])
    refusal = rights.why_no_abort(table, seat)
    if refusal is not None:
        raise Refused(refusal)
    text = "Do you want to abort this match? It ends without a winner and does not count."
    tap = items.button("Abort the match", custom_ids.make("abort", table.match.id), items.BAD)
    await show(interaction, _question(table, text, tap))


async def _abort(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    await _show_panel(desk, interaction, await aborting.abort(desk.host, parts[0], interaction.user.id))


# --- draws --------------------------------------------------------------------------------------------


async def draw(desk: Desk, interaction: Interaction, match_id: str) -> None:
    """Offer a draw; where an offer stands already, say so and what may be done about it."""
    table, seat = await _open_table(desk, interaction, match_id)
    offer = await _offer(desk, table, seat)
    if offer is None:
        await _make_offer(desk, interaction, (match_id,))
        return
    await show(interaction, _question(table, _offer_line(table, seat, offer), *_offer_taps(seat, offer)))


async def _make_offer(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    table = await draws.offer_draw(desk.host, parts[0], interaction.user.id)
    await _show_panel(desk, interaction, table)


async def _retract(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    table = await draws.withdraw(desk.host, parts[0], interaction.user.id, int(parts[1]))
    await _show_panel(desk, interaction, table)


async def _refuse(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    table = await draws.decline(desk.host, parts[0], interaction.user.id, int(parts[1]))
    await _show_panel(desk, interaction, table)


async def _agreeing(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    """Asked once more: an agreement ends the match."""
    table, _ = await draws.offered(desk.host, parts[0], interaction.user.id, int(parts[1]))
    tap = items.button("Agree on a draw", custom_ids.make("agree", *parts), items.GOOD)
    text = "Do you agree on a draw? The match ends then, without a winner."
    await show(interaction, _question(table, text, tap))


async def _agree(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    table = await draws.agree(desk.host, parts[0], interaction.user.id, int(parts[1]))
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
    tap = items.button("Cancel the match", custom_ids.make("cancel", match_id), items.BAD)
    await show(interaction, Screen(items.sentence(text, items.row(tap))))


async def _match_of_place(desk: Desk, guild: int, place: int | None) -> str:
    async with desk.host.database.read() as r:
        here = await guilds.open_matches(r, guild, place)
    if place is None or len(here) != 1:
        raise Refused("Say which match with the option “match”, or use the command in its thread.")
    return here[0]


async def _cancel(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    await aborting.cancel(desk.host, parts[0], _moderated(interaction), interaction.user.id)
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


_ID, _OFFER = r"[a-z0-9]+", r"[a-z0-9]+\|\d{1,6}"
VERBS: dict[str, tuple[str, Handler]] = {
    "more": (_ID, _more),
    "resigning": (_ID, _resigning),
    "resign": (_ID, _resign),
    "aborting": (_ID, _aborting),
    "abort": (_ID, _abort),
    "offer": (_ID, _make_offer),
    "retract": (_OFFER, _retract),
    "refuse": (_OFFER, _refuse),
    "agreeing": (_OFFER, _agreeing),
    "agree": (_OFFER, _agree),
    "cancel": (_ID, _cancel),
}
"""Verb → what its parts look like, and what it does."""
