"""Cards of challenges, of offered matches against the bot, and of matches that have begun."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import ui

from bot.core.app_context import AppContext
from bot.core.match_state import format_title
from bot.core.sending import RetryAfter
from bot.core.terms import MatchTerms, terms_of
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch, OpenRules
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import NO_PINGS, UiContext
from bot.discord_kit.requests import discord_errors
from bot.discord_kit.requests.edit_pace import old_edits_of
from bot.discord_kit.text import names
from bot.matchmaking.challenges.ui.buttons import Accept, Answer, Decline, Start, Withdraw
from bot.matchmaking.fairness.ui import showing as fairness
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.outbox.ui.rows import is_overtaken
from bot.play.wording import matches
from games import GAMES
from games.core.opening import opening
from storage.rows import Challenge, Match, QueuedMessage
from storage.tables import challenges, contests, people


async def challenge_card(challenge: Challenge) -> Screen:
    """Return the card of a challenge in its channel; it has buttons only while the challenge is open.

    The Fairness button alone stays after that, unless no match will come of it or nothing is left to chance.
    """
    heading, files = await _with_icon(challenge.game, matches.challenge_text(challenge))
    parts: list[ui.Item[Any]] = [heading]
    taps: list[items.Tap] = []
    if challenge.status == "open":
        beginning, more = await _beginning(challenge)
        parts, files = [*parts, *beginning], [*files, *more]
        taps = [items.button("Accept", Accept(challenge.id), items.GOOD)]
        if challenge.opponent is not None:
            taps.append(items.button("Decline", Decline(challenge.id)))
        taps.append(items.button("Withdraw", Withdraw(challenge.id)))
        taps.append(items.button("Rules", OpenRules(challenge.game)))
    parts += items.rows([*taps, *fairness.on_card(challenge)])
    return Screen(items.message(*parts), files, _format_ping(challenge))


def _format_ping(challenge: Challenge) -> str:
    """Return the line that pings the challenged person; empty unless an open challenge names a person."""
    if challenge.status != "open" or challenge.opponent is None:
        return ""
    challenger, title = f"<@{challenge.challenger}>", GAMES[challenge.game].title
    return f"<@{challenge.opponent}>, {challenger} challenges you to {title}{_time_to_answer(challenge)}"


def _time_to_answer(challenge: Challenge) -> str:
    """Return “ · 7 days to answer” for the end of a line on a lock screen."""
    return f" · {matches.format_span(challenge.expires_at - challenge.created_at)} to answer"


async def _with_icon(game_key: str, text: str) -> tuple[ui.Item[Any], list[discord.File]]:
    """Return a text with a small picture of the game beside it, and the picture's file."""
    file = await pictures.icon(GAMES[game_key].icon())
    thumbnail: ui.Thumbnail[Any] = ui.Thumbnail(f"attachment://{file.filename}", description=file.description)
    return ui.Section(items.text(text), accessory=thumbnail), [file]


async def _beginning(offer: Challenge) -> tuple[list[ui.Item[Any]], list[discord.File]]:
    """Return a picture of the starting position and its file, if the options change that position."""
    scene = opening(GAMES[offer.game], offer.options)
    if scene is None:
        return [], []
    file = await pictures.beginning(scene)
    return [items.show_picture(file)], [file]


def _build_paragraph(*lines: str) -> list[ui.Item[Any]]:
    """Return a paragraph of the lines, or nothing if all are empty: Discord takes no empty text."""
    return [items.text("\n".join(lines))] if any(lines) else []


async def offer_card(offer: Challenge, has_rival: bool = False) -> Screen:
    """Return the card of a match against the bot, with the buttons that start it and show its dice.

    `has_rival` is as in `matches.offer_text`.
    """
    heading, files = await _with_icon(offer.game, matches.offer_text(offer, has_rival))
    if not offer.is_alive:
        return Screen(items.message(heading), files)
    binding = matches.binding_in(offer.game, offer.options, offer.challenger_seat or 0)
    private = matches.PRIVATE if offer.guild is None else ""
    introduced = matches.introduction(offer.game, offer.level)
    said = _build_paragraph(introduced, private, binding)
    play = items.row(items.button("Play", Start(offer.id), items.STRONG), *fairness.on_card(offer))
    beginning, more = await _beginning(offer)
    return Screen(items.message(heading, *beginning, *said, play), [*files, *more])


async def card_of_match(app: AppContext, match: Match) -> Screen | None:
    """Return the card of a match that has begun, or None in a contest, which posts its rounds instead."""
    async with app.database.read() as r:
        contest = await contests.of_match(r, match.id)
    return None if contest is not None else await match_card(match)


async def match_card(match: Match) -> Screen:
    """Return a public card of a match that has begun, in place of the lost card by which it began."""
    levels = (match.seats[0].level, match.seats[1].level)
    terms = matches.terms(MatchTerms(match.game, match.options, match.pace, match.rated), levels)
    lines = (f"### {format_title(match.game, match.id)}", f"{matches.players(match)}.", terms)
    heading, files = await _with_icon(match.game, "\n".join(filter(None, lines)))
    level = next((row.level for row in match.seats if row.level is not None), None)
    introduced = matches.introduction(match.game, level)
    said = _build_paragraph(introduced, matches.binding(match))
    play = items.row(items.button("Play", OpenMatch(match.id), items.STRONG), *fairness.on_match(match))
    return Screen(items.message(heading, *said, play), files)


async def send_card(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Edit a challenge's card to its present state, and return the id of its message.

    Return None if the card was never posted or a newer message will edit it.

    Raises:
        RetryAfter: The channel's old messages have been edited too often lately.
    """
    async with ctx.app.database.read() as r:
        challenge = await challenges.get(r, message.payload["challenge"])
    if challenge is None or challenge.message is None or await is_overtaken(ctx.app, message):
        return None
    channel = ctx.client.get_partial_messageable(challenge.channel or 0)
    card = channel.get_partial_message(challenge.message)
    if wait := old_edits_of(ctx.app).wait(channel.id, card.id):
        raise RetryAfter(wait)
    screen = await _card_of(ctx, challenge)

    async def edit(one: Screen) -> None:
        await card.edit(**await ctx.as_edit(one), allowed_mentions=NO_PINGS)

    try:
        await answers.send_with_fallback(edit, screen, answers.EDITS)
    except discord.HTTPException as error:
        if error.code != discord_errors.THREAD_IS_ARCHIVED:
            raise
        # A rematch's card waits for weeks in a finished match's thread, which Discord archives meanwhile.
        await ctx.client.http.edit_channel(channel.id, archived=False)
        for file in screen.files:
            file.reset()
        await answers.send_with_fallback(edit, screen, answers.EDITS)
        await ctx.client.http.edit_channel(channel.id, archived=True)
    return challenge.message


async def _card_of(ctx: UiContext, challenge: Challenge) -> Screen:
    """Return the card's present state; that of a match against the bot says whether the match is rated."""
    if challenge.level is None:
        return await challenge_card(challenge)
    if challenge.match_id is not None:
        rated = (await ctx.app.match_state(challenge.match_id)).match.rated
        challenge = msgspec.structs.replace(challenge, rated=rated)
    return await offer_card(challenge)


async def send(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Ask the opponent for a rematch by DM; nothing once the request has been answered."""
    async with ctx.app.database.read() as r:
        challenge = await challenges.get(r, message.payload["challenge"])
        asks = await people.get(r, challenge.challenger) if challenge is not None else None
    if challenge is None or challenge.status != "open" or asks is None:
        return None
    return await PrivateMessages(ctx).by_itself(message, _screen(challenge, names.format_name(asks.name)))


def _screen(challenge: Challenge, name: str) -> Screen:
    """Return the request for a rematch: who asks, the terms, and the buttons to answer."""
    game, seat = GAMES[challenge.game], challenge.challenger_seat
    sides = "Sides are random." if seat is None else f"They play {game.seats[seat]}."
    lines = (
        f"**{name} asks you for a rematch of {game.title}.** {sides}",
        matches.terms(terms_of(challenge)),
        f"Open until <t:{challenge.expires_at}:f>.",
    )
    taps = (
        items.button("Accept", Answer(challenge.id, "accept"), items.GOOD),
        items.button("Decline", Answer(challenge.id, "decline")),
        *fairness.on_card(challenge),
    )
    push = f"{name} asks you for a rematch of {game.title}{_time_to_answer(challenge)}"
    return Screen(items.sentence("\n".join(filter(None, lines)), items.row(*taps)), push=push)
