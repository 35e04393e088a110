"""Taps on cards, and those that ask for another match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import Place, require_game
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch, OpenRules, ShowMatches
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, place_of, say, show
from bot.discord_kit.interactions.members import members_of, roles_there
from bot.discord_kit.interactions.posting_rights import require_postable
from bot.matchmaking.challenges import bot_matches, challenging, rematching
from bot.matchmaking.challenges.ui import cards, commands, starting
from bot.matchmaking.challenges.ui.buttons import (
    Accept,
    Answer,
    ChangedRematch,
    Decline,
    PlayCoached,
    PlayNow,
    Rematch,
    Start,
    Withdraw,
)
from bot.matchmaking.fairness.ui import showing as fairness
from bot.play.matches.ui import opening
from bot.play.wording import matches
from storage.rows import Challenge
from storage.tables import outbox

_ASKED = "I've asked your opponent. The match starts as soon as they accept, and I'll DM you then."


async def accept(ctx: UiContext, interaction: Interaction, tap: Accept) -> None:
    """Accept a challenge on its card, and open the match where the bot can post its boards."""
    require_postable(interaction)
    await _accept(ctx, interaction, tap.challenge, interaction.message.id if interaction.message else None)


async def _accept(ctx: UiContext, interaction: Interaction, challenge_id: str, card: int | None) -> None:
    person = person_of(interaction)
    challenge, match = await challenging.accept(ctx.app, challenge_id, person, interaction.id, card)
    await _refresh_card(ctx.app, challenge)
    await opening.open_begun(ctx, interaction, match.id)


async def decline(ctx: UiContext, interaction: Interaction, tap: Decline) -> None:
    """Decline a challenge on its card."""
    challenge = await challenging.decline(ctx.app, tap.challenge, person_of(interaction))
    await _update_card(interaction, challenge)


async def withdraw(ctx: UiContext, interaction: Interaction, tap: Withdraw) -> None:
    """Withdraw a challenge on its card."""
    challenge = await challenging.withdraw(ctx.app, tap.challenge, person_of(interaction))
    await _update_card(interaction, challenge)


async def _update_card(interaction: Interaction, challenge: Challenge) -> None:
    await answers.change(interaction, await cards.challenge_card(challenge))


async def start(ctx: UiContext, interaction: Interaction, tap: Start) -> None:
    """Start a match against the bot at the first tap on its card's Play button, and open it at every tap."""
    card, person = interaction.message, person_of(interaction)
    here = place_of(interaction).guild
    offer = await bot_matches.start(
        ctx.app, tap.offer, person, interaction.id, card.id if card else None, here
    )
    await opening.open_begun(ctx, interaction, offer.match_id or "", was_rated=offer.rated)


async def play_now(ctx: UiContext, interaction: Interaction, tap: PlayNow) -> None:
    """Begin a casual match against the bot at the first tap, and open it at every tap.

    If what was drawn for the button is no longer in memory, the card of an offer is shown instead.
    """
    person, channel = person_of(interaction), interaction.channel_id or 0
    begun = await bot_matches.find_begun(ctx.app, tap.offer, person.id)
    if begun is None:
        game, drawn = require_game(tap.game), starting.get_shown(ctx).find_drawn(person.id, tap)
        coached = isinstance(tap, PlayCoached)
        wanted = commands.for_a_newcomer(game) if coached else {}
        given = await commands.against_bot(ctx, game, person.id, Place(channel), wanted)
        if drawn is None:
            offer = await bot_matches.offer(ctx.app, person, *given, Place(channel), interaction.id)
            await starting.post_offer(ctx, interaction, offer)
            return
        where = (channel, interaction.id, drawn)
        begun = await bot_matches.begin(ctx.app, person, *given, *where, coached=coached)
    await opening.open_begun(ctx, interaction, begun.match_id or "")


async def again(ctx: UiContext, interaction: Interaction, tap: Rematch) -> None:
    """Ask for a rematch, or begin it if the opponent has asked already; against the bot, show its card."""
    person, here = await ctx.meet(interaction), interaction.channel_id or 0
    offer = await rematching.again_with_bot(ctx.app, tap.match, person, interaction.id, here)
    if offer is not None:
        await starting.post_offer(ctx, interaction, offer)
        return
    await _still_there(ctx, interaction, tap.match)
    roles = await roles_there(ctx, interaction, (await ctx.app.match_state(tap.match)).match.guild)
    following = await rematching.again_with_person(ctx.app, tap.match, person, interaction.id, roles)
    if isinstance(following, Challenge) and following.guild is None:
        await say(interaction, _ASKED)
    elif isinstance(following, Challenge):
        await starting.post_challenge(ctx, interaction, following)
    else:
        await opening.open_begun(ctx, interaction, following.id)


async def again_changed(ctx: UiContext, interaction: Interaction, tap: ChangedRematch) -> None:
    """Show the card of a rematch with the bot, at another level or with the sides swapped."""
    person, here = await ctx.meet(interaction), interaction.channel_id or 0
    offer = await rematching.again_with_bot(ctx.app, tap.match, person, interaction.id, here, tap.change)
    if offer is not None:
        await starting.post_offer(ctx, interaction, offer)


async def _still_there(ctx: UiContext, interaction: Interaction, match_id: str) -> None:
    """Raise UserError if a person who asks for a rematch from elsewhere has left the match's server."""
    guild, person = (await ctx.app.match_state(match_id)).match.guild, interaction.user.id
    if guild is None or interaction.guild_id == guild:
        return
    if await members_of(ctx).find_gone(interaction.client, guild, [person]):
        raise UserError("You're no longer on this match's server, so you can't ask for a rematch there.")


_Answer = Callable[[AppContext, Challenge, Interaction], Awaitable[Challenge]]


async def answer(ctx: UiContext, interaction: Interaction, tap: Answer) -> None:
    """Show a challenge of the person's own list, or answer it and update its card."""
    challenge = await challenging.get(ctx.app, tap.challenge)
    if interaction.user.id not in (challenge.challenger, challenge.opponent):
        raise UserError(challenging.FOR_ANOTHER)
    if tap.what == "accept":
        await _accept(ctx, interaction, challenge.id, challenge.message)
        return
    if tap.what != "look":
        challenge = await _ANSWERS[tap.what](ctx.app, challenge, interaction)
        await _refresh_card(ctx.app, challenge)
    await show(interaction, _screen(challenge, interaction.user.id, _format_text(challenge)))


async def _decline(app: AppContext, challenge: Challenge, interaction: Interaction) -> Challenge:
    return await challenging.decline(app, challenge.id, person_of(interaction))


async def _withdraw(app: AppContext, challenge: Challenge, interaction: Interaction) -> Challenge:
    return await challenging.withdraw(app, challenge.id, person_of(interaction))


_ANSWERS: dict[str, _Answer] = {"decline": _decline, "withdraw": _withdraw}


async def _refresh_card(app: AppContext, challenge: Challenge) -> None:
    async with app.database.write() as w:
        await outbox.add(w, [notices.card(challenge, app.now())])
    app.outbox.wake()


def _format_text(challenge: Challenge) -> str:
    """Return the words of the card and where it stands; a rematch in DMs has no card."""
    text = matches.challenge_text(challenge)
    return text if challenge.guild is None else f"{text}\nThe card is in <#{challenge.channel}>."


def _screen(challenge: Challenge, person: int, text: str) -> Screen:
    """Return a challenge's text with the buttons that this person may tap."""
    taps = _open_taps(challenge, person) if challenge.status == "open" else []
    if challenge.match_id is not None:
        taps.append(items.button("Open", OpenMatch(challenge.match_id), items.STRONG))
    taps += [*fairness.on_card(challenge), items.button("Your matches", ShowMatches(0))]
    return Screen(items.sentence(text, items.row(*taps)))


def _open_taps(challenge: Challenge, person: int) -> list[Any]:
    rules = items.button("Rules", OpenRules(challenge.game))
    if person == challenge.challenger:
        return [_tap(challenge, "Withdraw", "withdraw", items.BAD), rules]
    return [
        _tap(challenge, "Accept", "accept", items.GOOD),
        _tap(challenge, "Decline", "decline", items.QUIET),
        rules,
    ]


def _tap(
    challenge: Challenge, label: str, what: Literal["accept", "decline", "withdraw"], style: Any
) -> items.Tap:
    return items.button(label, Answer(challenge.id, what), style)
