"""The private panel of a match."""

from __future__ import annotations

from functools import partial
from typing import Any

from discord import ui

from bot.clocks.clocks import Due
from bot.conditional_moves import rights
from bot.conditional_moves.ui.buttons import ShowLines
from bot.core import seats
from bot.core.table import Table
from bot.endings import standing
from bot.endings.ui.buttons import AskToAgree, DeclineOffer, WithdrawOffer
from bot.matches import briefings, dealing
from bot.matches.ui import links
from bot.matches.ui.briefing import briefing_panel, show_it
from bot.matches.ui.buttons import Choose, Look, Pick, ShowDraft, ViewMatch, Write
from bot.ui import items, markdown, pictures, prompts, words
from bot.ui.desk import NO_PINGS, Desk, Interaction, place_of, show
from bot.ui.screen import Screen
from games.core.game import AnyGame
from games.core.prompt import Prompt
from storage import outbox
from storage.offers import Offer

_STANDS = "It stands until somebody moves."
_MOVED_ON = "The board has moved on since then. Here it is as it stands now."


async def _match_panel(
    table: Table,
    seat: int,
    draft: tuple[str, ...] = (),
    page: int = 0,
    line: str = "",
    *,
    acted: bool = False,
    below: tuple[ui.ActionRow[Any], ...] = (),
) -> Screen:
    """The private panel of a seat: its view, what it may choose next, and further rows `below`.

    Somebody who has not seen the briefing is led to it first, unless they have just acted."""
    view, match_id = table.view(seat), table.match.id
    if briefings.is_unbriefed(table, seat) and table.match.reason is None and not acted:
        return briefing_panel(table, seat, line)
    mine = seat in table.to_act
    prompt, draft = asked(table.game, view, draft) if mine else (None, ())
    marks = prompt.marks if prompt else ()
    proposed = prompt.picture if prompt else None
    file = await pictures.board(proposed or table.scene(seat, marks))
    told = markdown.plain(table.told_in_this_turn(seat))
    question = f"**{markdown.plain((prompt.question,))}**" if prompt else words.turn_line(table, None)
    heading = words.who_you_are(table, seat)
    before = "\n".join(part for part in (heading, told) if part)
    after = "\n".join(part for part in (line, question) if part)
    where = prompts.Where(taps_of(match_id, table.version(seat)), draft, page)
    rows = prompts.rows(prompt, where) if prompt else []
    extra = _looks_row(table, seat) + ([] if mine else [_waiting_row(table, seat)])
    # However much was told: the board stands beside what is asked, both in one look on a phone.
    parts = (items.text(before), pictures.shown(file), items.text(after), *rows, *extra, *below)
    return Screen(items.message(*parts), [file])


def taps_of(match_id: str, version: int) -> prompts.Taps:
    """The buttons of a panel, which is about a match as its reader knows it."""
    kinds = (Pick, Choose, ShowDraft, Write)
    return prompts.Taps(*(partial(kind, match_id, version) for kind in kinds))


def asked(game: AnyGame, view: Any, draft: tuple[str, ...]) -> tuple[Prompt, tuple[str, ...]]:
    """The prompt of a draft; keys that change nothing are forgotten, so that the way back leads somewhere."""
    prompt = game.prompt(view, draft)
    while draft and prompt == game.prompt(view, draft[:-1]):
        draft = draft[:-1]
    return prompt, draft


def _looks_row(table: Table, seat: int) -> list[ui.ActionRow[Any]]:
    if briefings.is_unbriefed(table, seat) and table.match.reason is None:
        return [items.row(items.button(show_it(table, seat), Look(table.match.id)))]
    left = briefings.looks_left(table, seat)
    if left == 0 or table.match.reason is not None:
        return []
    label = "Show it again" if left is None else f"Look again ({left} left)"
    return [items.row(items.button(label, Look(table.match.id)))]


def _waiting_row(table: Table, seat: int) -> ui.ActionRow[Any]:
    match_id = table.match.id
    if table.match.reason is not None:
        return items.row(*links.after_the_end(table))
    refresh = items.button("Refresh", ViewMatch(match_id))
    if not rights.may_foresee(table, seat):
        return items.row(refresh)
    return items.row(refresh, items.button("Foresee", ShowLines(match_id)))


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
    offer = await offer_of(desk, table, seat)
    said = offer_line(table, seat, offer) if offer else ""
    below = (items.row(*offer_taps(seat, offer)),) if offer else ()
    lines = "\n".join(part for part in (line, said) if part)
    return await _match_panel(table, seat, draft, page, lines, acted=acted, below=below)


async def offer_of(desk: Desk, table: Table, seat: int) -> Offer | None:
    """The offer of a draw that stands as far as this seat knows; a bot makes and takes none."""
    if table.match.reason is not None or table.is_bot(1 - seat):
        return None
    return await standing.standing(desk.host, table, seat)


def offer_line(table: Table, seat: int, offer: Offer) -> str:
    """Who offers a draw, told to this seat."""
    if offer.seat == seat:
        return f"You offer a draw. {_STANDS}"
    return f"**{words.opponent(table, seat)} offers a draw.** {_STANDS}"


def offer_taps(seat: int, offer: Offer) -> list[items.Tap]:
    """What this seat may do about an offer."""
    if offer.seat == seat:
        return [items.button("Withdraw the offer", WithdrawOffer(offer.match_id, offer.number))]
    return [
        items.button("Accept draw", AskToAgree(offer.match_id, offer.number), items.GOOD),
        items.button("Decline", DeclineOffer(offer.match_id, offer.number)),
    ]


async def show_present(desk: Desk, interaction: Interaction, table: Table, seat: int) -> None:
    """The board as it stands, for somebody who has tapped an older one."""
    line = "" if table.match.reason is not None else _MOVED_ON
    await show(interaction, await panel(desk, table, seat, line=line))


async def open_panel(desk: Desk, interaction: Interaction, match_id: str) -> None:
    """Show a match to the person as they may see it; onlookers see what the public sees."""
    table = await desk.host.table(match_id)
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        seats.check_visible(table, interaction.user.id, place_of(interaction).guild)
        await show(interaction, await _onlooker(table, await desk.due_at(table)))
    else:
        await show(interaction, await panel(desk, table, seat))


async def _onlooker(table: Table, due_at: Due) -> Screen:
    """What somebody who does not play sees: the public view."""
    file = await pictures.board(table.scene(None))
    line = f"{words.players(table.match)}. You look on.\n{words.turn_line(table, due_at)}"
    return Screen(items.message(pictures.shown(file), items.text(line)), [file])


async def show_after(
    desk: Desk,
    interaction: Interaction,
    table: Table,
    seat: int,
    draft: tuple[str, ...] = (),
    line: str = "",
) -> None:
    """The board after one's own action; when the bot answers, its answer follows in the same place.

    `draft`: with what the panel goes on while it is still this seat's turn."""
    if table.bot_to_act() is None:
        await show(interaction, await panel(desk, table, seat, draft, acted=True))
        return
    lines = "\n".join(filter(None, (line, f"{words.opponent(table, seat)} is thinking.")))
    await show(interaction, await panel(desk, table, seat, line=lines, acted=True))
    await desk.bots.settled(table.match.id)
    answered = await desk.host.table(table.match.id)
    if answered.bot_to_act() is not None:
        # It could not answer yet, or we are stopping: a ping tells when it has.
        return
    screen = await panel(desk, answered, seat, line=line, acted=True)
    await interaction.edit_original_response(**screen.as_edit(), allowed_mentions=NO_PINGS)
    async with desk.host.database.write() as w:
        await outbox.cancel(w, table.match.id, "ping", desk.host.now())
