"""Posting of cards for challenges and matches against the bot, and the secrets of buttons that start one."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.core import notices
from bot.core.errors import UserError
from bot.core.randomness import Randomness
from bot.core.seats import Place
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import (
    NO_PINGS,
    NOT_A_MEMBER,
    Interaction,
    UiContext,
    is_with_bot,
    is_without_bot,
    place_of,
    say,
    show,
)
from bot.discord_kit.interactions.posting_rights import require_postable
from bot.discord_kit.requests import calling
from bot.matchmaking.challenges import bot_matches, challenging
from bot.matchmaking.challenges.ui import cards
from bot.matchmaking.challenges.ui.buttons import PlayCoached, PlayNow
from bot.play.matches import starting
from bot.play.wording import matches
from games import GAMES
from games.core.chance import commitment
from storage.rows import Challenge
from storage.tables import challenges, outbox


async def post_challenge(
    ctx: UiContext, interaction: Interaction, challenge: Challenge, *, replaces: bool = False
) -> None:
    """Post a challenge's card in the challenge's channel; if that fails, expire the challenge at once.

    With `replaces`, the ephemeral message whose button was tapped comes to say where the card is.
    """
    card = await cards.challenge_card(challenge)
    try:
        if interaction.channel_id == challenge.channel:
            require_postable(interaction)
        message_id = await _post(ctx, interaction, challenge, card, replaces)
    except UserError:
        await challenging.expire_unposted(ctx.app, challenge.id)
        raise
    except (discord.HTTPException, ConnectionError) as error:
        message_id = await answers.find_landed(interaction, error)
        if message_id is None:
            # The card of this challenge can't be seen, so it must not stay open.
            await challenging.expire_unposted(ctx.app, challenge.id)
            raise
    if message_id is not None:
        async with ctx.app.database.write() as w:
            if await challenges.set_message(w, challenge.id, message_id) != "open":
                # If both ask for a rematch at once, it's accepted before its card is posted.
                await outbox.add(w, [notices.card(challenge, ctx.app.now(), message_id)])
        ctx.app.outbox.wake()


async def _post(
    ctx: UiContext, interaction: Interaction, challenge: Challenge, card: Screen, replaces: bool
) -> int | None:
    pinged = () if challenge.opponent is None else (challenge.opponent,)
    may = interaction.app_permissions
    if interaction.channel_id == challenge.channel and not replaces:
        card = await items.name_people(ctx.app.database, card, pinged)
        answer = await answers.send_with_fallback(
            lambda one: interaction.response.send_message(
                **calling.as_new(one, ctx.links, may_embed=may.embed_links),
                allowed_mentions=calling.pinging(pinged),
            ),
            card if may.attach_files else card.in_words(),
        )
        return await answers.id_of(interaction, answer)
    place = interaction.client.get_partial_messageable(challenge.channel or 0)
    sent: discord.Message = await answers.send_with_fallback(
        lambda one: calling.send(ctx, place, one, pinged=pinged), card
    )
    told = f"Your challenge is in <#{challenge.channel}>. The match starts as soon as it's accepted."
    if replaces:
        await show(interaction, Screen(items.sentence(told)))
    else:
        # A new answer, since the message that was tapped must keep its text and its other buttons.
        await say(interaction, told)
    return sent.id


def place_of_challenge(interaction: Interaction, instead: str) -> Place:
    """Return where people can accept; raise UserError where the bot isn't a member or can't post.

    `instead` is the command that plays the bot.
    """
    if is_without_bot(interaction):
        told = f"{NOT_A_MEMBER} Until then, you can play the bot here with /{instead}."
        raise UserError(told, command=instead)
    return require_postable(interaction)


def place_of_offer(interaction: Interaction, public: bool) -> Place:
    """Return where a match against the bot is played: in private, on no server, unless it's `public`.

    Raises:
        UserError: It's to be public where others can't see it, or where the bot can't post.
    """
    place = place_of(interaction)
    if public and is_without_bot(interaction):
        raise UserError(f"{NOT_A_MEMBER} Until then, leave out `public` to play in private.", option="public")
    if public and place.guild is None:
        told = "No one else could see it here. Leave out `public`, or use it on a server I'm on."
        raise UserError(told, option="public")
    return require_postable(interaction) if public else Place(place.channel)


async def post_offer(ctx: UiContext, interaction: Interaction, offer: Challenge) -> None:
    """Answer with the card of a match against the bot; withdraw the offer if the card doesn't arrive.

    A private match's card is visible to its person alone, and can't be edited later. A public card reveals
    nothing about matches elsewhere: a private answer beside it tells the person.
    """
    has_rival = offer.rated and await starting.has_rival(ctx.app, offer.challenger, offer.game)
    public, with_bot = offer.guild is not None, is_with_bot(interaction)
    card = await items.name_people(ctx.app.database, await cards.offer_card(offer, has_rival and not public))
    hidden = not public and not with_bot
    try:
        answer = await answers.send_with_fallback(
            lambda one: interaction.response.send_message(
                **one.as_new(ctx.links), ephemeral=hidden, silent=with_bot, allowed_mentions=NO_PINGS
            ),
            card,
        )
        message_id = None if hidden else await answers.id_of(interaction, answer)
    except (discord.HTTPException, ConnectionError) as error:
        message_id = await answers.find_landed(interaction, error)
        if message_id is None:
            await bot_matches.withdraw(ctx.app, offer)
            raise
    if message_id is not None and not hidden:
        async with ctx.app.database.write() as w:
            await challenges.set_message(w, offer.id, message_id)
    if has_rival and public:
        await say(interaction, matches.UNLESS_BESIDE)


_REMEMBERED = 4096
"""How many of the latest buttons are remembered."""


class Drawn(NamedTuple):
    """What's drawn for a match and its person can't choose: its name and the secret of its dice."""

    name: str
    nonce: bytes


class Shown:
    """Memory of the buttons that start a match at once, with what was drawn for each."""

    def __init__(self, randomness: Randomness) -> None:
        self._randomness = randomness
        self._drawn: OrderedDict[tuple[int, PlayNow], Drawn] = OrderedDict()

    def button(self, person: int, game_key: str, *, coached: bool = False) -> PlayNow:
        """Return a new button for a person; with `coached`, the bot shows them around in the match."""
        drawn = Drawn(self._randomness.name(), self._randomness.nonce())
        made = (PlayCoached if coached else PlayNow)(game_key, drawn.name, commitment(drawn.nonce))
        self._drawn[person, made] = drawn
        if len(self._drawn) > _REMEMBERED:
            self._drawn.popitem(last=False)
        return made

    def find_drawn(self, person: int, button: PlayNow) -> Drawn | None:
        """Return what was drawn for a person's button, or None if that's forgotten."""
        return self._drawn.get((person, button))


def get_shown(ctx: UiContext) -> Shown:
    """Return the memory of buttons of this bot."""
    return ctx.app.own(Shown, lambda: Shown(ctx.app.randomness))


def rows(ctx: UiContext, person: int) -> list[ui.ActionRow[Any]]:
    """Return rows of buttons, one for each game, that start a match against the bot."""
    shown = get_shown(ctx)
    return items.rows(
        [items.button(f"Play {game.title}", shown.button(person, game.key)) for game in GAMES.values()]
    )
