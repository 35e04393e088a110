"""What happens when something of ours is tapped."""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.ai import bot_matches
from bot.challenges import challenging, rematching
from bot.challenges.ui import answering, starting
from bot.conditional_moves.ui import foresee_panel
from bot.core import seats
from bot.core.refused import Refused, Stale
from bot.core.table import Table
from bot.documents.ui import documents
from bot.endings.ui import ending
from bot.help.ui import rules
from bot.hints.ui import hint_panel
from bot.matches import briefings, playing
from bot.outbox import notices
from bot.overview.ui import listing
from bot.ratings.ui import leaderboard, profile, stats
from bot.records.ui import history, records, replay
from bot.ui import custom_ids, panel, screens, words
from bot.ui.desk import NO_PINGS, Desk, Handler, Interaction, guarded, is_with_bot, place_of, show, somebody
from bot.ui.screen import Screen
from games.core.prompt import Choice
from storage import outbox
from storage.rows import Challenge


async def tapped(desk: Desk, interaction: Interaction) -> None:
    """Handle a tap by the verb in its custom_id."""
    data: Any = interaction.data
    verb, parts = custom_ids.read(data["custom_id"])
    await guarded(interaction, _handler(verb, parts)(desk, interaction, parts))


async def _unknown(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    raise Refused("This button belongs to an older version. Use /matches to find your way in.")


async def _accept(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    person, card = somebody(interaction.user), interaction.message
    challenge, _ = await challenging.accept(
        desk.host, parts[0], person, interaction.id, card.id if card else None
    )
    await _update_card(interaction, await screens.challenge_card(challenge))


async def _decline(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    challenge = await challenging.decline(desk.host, parts[0], somebody(interaction.user))
    await _update_card(interaction, await screens.challenge_card(challenge))


async def _withdraw(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    challenge = await challenging.withdraw(desk.host, parts[0], somebody(interaction.user))
    await _update_card(interaction, await screens.challenge_card(challenge))


async def _update_card(interaction: Interaction, screen: Screen) -> None:
    await interaction.response.edit_message(**screen.as_edit(), allowed_mentions=NO_PINGS)


async def open_panel(desk: Desk, interaction: Interaction, match_id: str) -> None:
    """Show a match to the person as they may see it; onlookers see what the public sees."""
    table = await desk.host.table(match_id)
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        seats.check_visible(table, interaction.user.id, place_of(interaction).guild)
        await show(interaction, await screens.onlooker(table, await desk.due_at(table)))
    else:
        await show(interaction, await ending.panel(desk, table, seat))


async def _open(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    await open_panel(desk, interaction, parts[0])


async def _start(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    """Play, on the card of a match against the bot: the first tap starts the match, every one opens it."""
    card, person = interaction.message, somebody(interaction.user)
    here = place_of(interaction).guild
    offer = await bot_matches.start(
        desk.host, parts[0], person, interaction.id, card.id if card else None, here
    )
    table = await desk.host.table(offer.match_id or "")
    seat = table.seat_of(person.id)
    if seat is None:
        await open_panel(desk, interaction, table.match.id)
        return
    line = _CASUAL if offer.rated and not table.match.rated and not table.length else ""
    waits = table.bot_to_act() is not None and seat not in table.to_act
    if waits and not briefings.is_unbriefed(table, seat):
        await show_after(desk, interaction, table, seat, line=line)
    else:
        await show(interaction, await ending.panel(desk, table, seat, line=line))
    async with desk.host.database.write() as w:
        await outbox.cancel(w, table.match.id, notices.BRIEFING, desk.host.now())


_CASUAL = "This one is casual, because another rated match of yours with the bot is still open."


async def _draft(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    match_id, version, draft, page = parts
    keys = custom_ids.split_draft(draft)
    table, seat = await _present(desk, interaction, match_id, int(version))
    if seat is not None:
        await show(interaction, await ending.panel(desk, table, seat, keys, int(page)))


async def _pick(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    match_id, version, draft = parts
    *keys, chosen = custom_ids.split_draft(draft) or ("",)
    await _choosing(desk, interaction, match_id, int(version), tuple(keys), chosen)


async def _choose(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    match_id, version, draft, _ = parts
    data: Any = interaction.data
    keys, chosen = custom_ids.split_draft(draft), data["values"][0]
    await _choosing(desk, interaction, match_id, int(version), keys, chosen)


async def _present(
    desk: Desk, interaction: Interaction, match_id: str, version: int
) -> tuple[Table, int | None]:
    """The match and the person's seat in it; None where the panel was too old: the present one is shown."""
    table = await desk.host.table(match_id)
    seat = seats.seated(table, interaction.user.id)
    if version == table.version(seat) and seat in table.to_act:
        return table, seat
    await ending.show_present(desk, interaction, table, seat)
    return table, None


async def _choosing(
    desk: Desk, interaction: Interaction, match_id: str, version: int, draft: tuple[str, ...], key: str
) -> None:
    """One of the choices was tapped: play the action that it names, or ask the next question."""
    table, seat = await _present(desk, interaction, match_id, version)
    if seat is None:
        return
    choice = panel.chosen(table.game.prompt(table.view(seat), draft), key)
    if choice is None or choice.action is None:
        await _ask(desk, interaction, table, seat, panel.following(draft, key, choice, desk.host.chance))
        return
    await _play(desk, interaction, table, seat, choice)


async def _ask(desk: Desk, interaction: Interaction, table: Table, seat: int, draft: tuple[str, ...]) -> None:
    """The next question: in the panel, or in a modal where words are wanted."""
    prompt = table.game.prompt(table.view(seat), draft)
    if prompt.shape == "text":
        where = panel.Where((table.match.id, table.version(seat)), draft)
        await interaction.response.send_modal(panel.modal(prompt, where))
    else:
        await show(interaction, await ending.panel(desk, table, seat, draft))


async def _play(desk: Desk, interaction: Interaction, table: Table, seat: int, choice: Choice) -> None:
    match_id, person, version = table.match.id, interaction.user.id, table.version(seat)
    try:
        after = await playing.act(desk.host, match_id, person, choice.action or "", version)
    except Stale:
        await ending.show_present(desk, interaction, await desk.host.table(match_id), seat)
        return
    await show_after(desk, interaction, after, seat, choice.leads_to or ())


async def typed(desk: Desk, interaction: Interaction) -> None:
    """Handle the words of a modal of ours; what they lead to has one choice, which is played."""
    data: Any = interaction.data
    _, parts = custom_ids.read(data["custom_id"])
    handle = foresee_panel.typed if parts[0] == foresee_panel.TYPED else _typed
    await guarded(interaction, handle(desk, interaction, parts, panel.words_of(data)))


async def _typed(desk: Desk, interaction: Interaction, parts: tuple[str, ...], words: str) -> None:
    match_id, version, draft = parts
    table, seat = await _present(desk, interaction, match_id, int(version))
    if seat is None:
        return
    prompt = table.game.prompt(table.view(seat), (*custom_ids.split_draft(draft), words))
    choice = next(iter(prompt.choices), None)
    if choice is None or choice.action is None:
        raise Refused(prompt.question)
    await _play(desk, interaction, table, seat, choice)


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
        await show(interaction, await ending.panel(desk, table, seat, draft, acted=True))
        return
    lines = "\n".join(filter(None, (line, f"{words.opponent(table, seat)} is thinking.")))
    await show(interaction, await ending.panel(desk, table, seat, line=lines, acted=True))
    await desk.bots.settled(table.match.id)
    answered = await desk.host.table(table.match.id)
    if answered.bot_to_act() is not None:
        # It could not answer yet, or we are stopping: a ping tells when it has.
        return
    screen = await ending.panel(desk, answered, seat, line=line, acted=True)
    await interaction.edit_original_response(**screen.as_edit(), allowed_mentions=NO_PINGS)
    async with desk.host.database.write() as w:
        await outbox.cancel(w, table.match.id, "ping", desk.host.now())


async def _brief(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    shown, look = await briefings.show(desk.host, parts[0], interaction.user.id), interaction.id
    until = None if shown.seconds is None else desk.host.now() + shown.seconds
    where: dict[str, Any] = {"token": interaction.token, "application": interaction.application_id}
    message = interaction.message
    if is_with_bot(interaction) and message is not None and not message.flags.ephemeral:
        where = {"channel": interaction.channel_id, "message": message.id}
    await briefings.take_away_later(desk.host, shown, look, where)
    try:
        await show(interaction, await screens.preview(shown, until, look))
    except discord.HTTPException:
        await briefings.take_back(desk.host, shown, look)
        raise


async def _ready(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    match_id, look = parts
    table = await briefings.put_away(desk.host, match_id, interaction.user.id, int(look))
    seat = seats.seated(table, interaction.user.id)
    await show(interaction, await ending.panel(desk, table, seat))


async def _again(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    """Rematch: a new match at once with whoever has asked for it; else a card, to accept or to start."""
    person, here = await desk.meet(interaction), interaction.channel_id or 0
    offer = await rematching.again_with_bot(desk.host, parts[0], person, interaction.id, here)
    if offer is not None:
        await starting.post_offer(desk, interaction, offer)
        return
    await _still_there(desk, interaction, parts[0])
    following = await rematching.again_with_person(desk.host, parts[0], person, interaction.id)
    if isinstance(following, Challenge):
        await starting.post_challenge(desk, interaction, following)
    else:
        await open_panel(desk, interaction, following.id)


async def _still_there(desk: Desk, interaction: Interaction, match_id: str) -> None:
    """From elsewhere a rematch is asked for on its server too, so only by those who are still there."""
    guild, person = (await desk.host.table(match_id)).match.guild, interaction.user.id
    if guild is None or interaction.guild_id == guild:
        return
    if await desk.members.gone(interaction.client, guild, [person]):
        raise Refused("You are not on the server of this match any more, so no rematch is asked for there.")


async def _rulebook(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    await rules.open_beside(interaction, *parts)


async def _rules(desk: Desk, interaction: Interaction, parts: tuple[str, ...]) -> None:
    game_key, page = parts
    await rules.show_page(interaction, game_key, int(page))


_ID = r"[a-z0-9]+"
_NUMBER = r"\d{1,6}"
_PAGE = r"-?\d{1,4}"
_NAME = r"[a-z0-9-]{1,32}"
_HANDLERS: dict[str, tuple[str, Handler]] = {
    "accept": (_ID, _accept),
    "decline": (_ID, _decline),
    "withdraw": (_ID, _withdraw),
    "open": (_ID, _open),
    "view": (_ID, _open),
    "start": (_ID, _start),
    "draft": (rf"{_ID}\|{_NUMBER}\|[^|]*\|{_PAGE}", _draft),
    "pick": (rf"{_ID}\|{_NUMBER}\|[^|]*", _pick),
    "choose": (rf"{_ID}\|{_NUMBER}\|[^|]*\|{_PAGE}", _choose),
    "brief": (_ID, _brief),
    "ready": (rf"{_ID}\|\d{{1,20}}", _ready),
    "rematch": (_ID, _again),
    "rulebook": (_ID, _rulebook),
    "rules": (rf"{_ID}\|{_PAGE}", _rules),
    "matches": (listing.SHAPE, listing.turned),
    "answer": (answering.SHAPE, answering.tapped),
    "document": (rf"{_ID}\|{_NAME}", documents.opened),
    "forget": (rf"{_ID}\|{_NAME}", documents.forgotten),
    **ending.VERBS,
    **foresee_panel.VERBS,
    **hint_panel.VERBS,
    **history.VERBS,
    **leaderboard.VERBS,
    **profile.VERBS,
    **records.VERBS,
    **replay.VERBS,
    **stats.VERBS,
}
"""Verb → what its parts look like, and what it does."""


def _handler(verb: str, parts: tuple[str, ...]) -> Handler:
    shape, handler = _HANDLERS.get(verb, ("", _unknown))
    return handler if re.fullmatch(shape, "|".join(parts)) else _unknown
