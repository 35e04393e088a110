"""Taps on cards, and those that ask for another match."""

from __future__ import annotations

from bot.challenges import bot_matches, challenging, rematching
from bot.challenges.ui import cards, starting
from bot.challenges.ui.buttons import Accept, Decline, Rematch, Start, Withdraw
from bot.core.errors import UserError
from bot.matches import dealt
from bot.matches.ui import opening, panel
from bot.outbox import notices
from bot.ui import answers
from bot.ui.context import Interaction, UiContext, person_of, place_of, show
from bot.ui.members import members_of
from storage import outbox
from storage.rows import Challenge

_CASUAL = "This match is casual, because you have another rated match open with the bot."


async def accepted(ctx: UiContext, interaction: Interaction, tap: Accept) -> None:
    """A challenge is accepted on its card."""
    card = interaction.message.id if interaction.message else None
    challenge, _ = await challenging.accept(
        ctx.app, tap.challenge, person_of(interaction), interaction.id, card
    )
    await _update_card(interaction, challenge)


async def declined(ctx: UiContext, interaction: Interaction, tap: Decline) -> None:
    """A challenge is declined on its card."""
    challenge = await challenging.decline(ctx.app, tap.challenge, person_of(interaction))
    await _update_card(interaction, challenge)


async def withdrawn(ctx: UiContext, interaction: Interaction, tap: Withdraw) -> None:
    """A challenge is withdrawn on its card."""
    challenge = await challenging.withdraw(ctx.app, tap.challenge, person_of(interaction))
    await _update_card(interaction, challenge)


async def _update_card(interaction: Interaction, challenge: Challenge) -> None:
    await answers.change(interaction, await cards.challenge_card(challenge))


async def started(ctx: UiContext, interaction: Interaction, tap: Start) -> None:
    """Play, on the card of a match against the bot: the first tap starts the match, every one opens it."""
    card, person = interaction.message, person_of(interaction)
    here = place_of(interaction).guild
    offer = await bot_matches.start(
        ctx.app, tap.offer, person, interaction.id, card.id if card else None, here
    )
    state = await ctx.app.match_state(offer.match_id or "")
    seat = state.seat_of(person.id)
    if seat is None:
        await opening.open_panel(ctx, interaction, state.match.id)
        return
    line = _CASUAL if offer.rated and not state.match.rated and not state.length else ""
    waits = state.bot_to_act() is not None and seat not in state.to_act
    if waits and not dealt.is_unbriefed(state, seat):
        await opening.show_after(ctx, interaction, state, seat, line=line)
    else:
        await show(interaction, await panel.panel(ctx, state, seat, line=line))
    async with ctx.app.database.write() as w:
        await outbox.cancel(w, state.match.id, notices.BRIEFING, ctx.app.now())


async def again(ctx: UiContext, interaction: Interaction, tap: Rematch) -> None:
    """Rematch: a new match at once with whoever has asked for it; else a card, to accept or to start."""
    person, here = await ctx.meet(interaction), interaction.channel_id or 0
    offer = await rematching.again_with_bot(ctx.app, tap.match, person, interaction.id, here)
    if offer is not None:
        await starting.post_offer(ctx, interaction, offer)
        return
    await _still_there(ctx, interaction, tap.match)
    following = await rematching.again_with_person(ctx.app, tap.match, person, interaction.id)
    if isinstance(following, Challenge):
        await starting.post_challenge(ctx, interaction, following)
    else:
        await opening.open_panel(ctx, interaction, following.id)


async def _still_there(ctx: UiContext, interaction: Interaction, match_id: str) -> None:
    """From elsewhere a rematch is asked for on its server too, so only by those who are still there."""
    guild, person = (await ctx.app.match_state(match_id)).match.guild, interaction.user.id
    if guild is None or interaction.guild_id == guild:
        return
    if await members_of(ctx).gone(interaction.client, guild, [person]):
        raise UserError("You're no longer on this match's server, so you can't ask for a rematch there.")
