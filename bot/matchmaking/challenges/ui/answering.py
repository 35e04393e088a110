"""Challenges as they stand in one's own list: looked at and answered in private, far from their card."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch, OpenRules, ShowMatches
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, show
from bot.matchmaking.challenges import challenging
from bot.matchmaking.challenges.ui.buttons import Answer
from bot.matchmaking.fairness.ui import showing as fairness
from bot.play.wording import matches
from storage.rows import Challenge
from storage.tables import outbox

_Answer = Callable[[AppContext, Challenge, Interaction], Awaitable[Challenge]]


async def tapped(ctx: UiContext, interaction: Interaction, tap: Answer) -> None:
    """Look at a challenge of one's own, or answer it; its card in the channel follows."""
    challenge = await challenging.get(ctx.app, tap.challenge)
    if interaction.user.id not in (challenge.challenger, challenge.opponent):
        raise UserError(challenging.FOR_ANOTHER)
    if tap.what != "look":
        challenge = await _ANSWERS[tap.what](ctx.app, challenge, interaction)
        await _refresh_card(ctx.app, challenge)
    await show(interaction, _screen(challenge, interaction.user.id, _told(challenge)))


async def _accept(app: AppContext, challenge: Challenge, interaction: Interaction) -> Challenge:
    person = person_of(interaction)
    accepted, _ = await challenging.accept(app, challenge.id, person, interaction.id, challenge.message)
    return accepted


async def _decline(app: AppContext, challenge: Challenge, interaction: Interaction) -> Challenge:
    return await challenging.decline(app, challenge.id, person_of(interaction))


async def _withdraw(app: AppContext, challenge: Challenge, interaction: Interaction) -> Challenge:
    return await challenging.withdraw(app, challenge.id, person_of(interaction))


_ANSWERS: dict[str, _Answer] = {"accept": _accept, "decline": _decline, "withdraw": _withdraw}


async def _refresh_card(app: AppContext, challenge: Challenge) -> None:
    async with app.database.write() as w:
        await outbox.add(w, [notices.card(challenge, app.now())])
    app.outbox.wake()


def _told(challenge: Challenge) -> str:
    """The words of the card, and where it is; of a rematch in DMs there's none."""
    text = matches.challenge_text(challenge)
    return text if challenge.guild is None else f"{text}\nThe card is in <#{challenge.channel}>."


def _screen(challenge: Challenge, person: int, text: str) -> Screen:
    """What's told of it, and what this person may do about it."""
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
