"""The Fairness button: where it stands, and what it answers."""

from __future__ import annotations

from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, Name
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of, say
from bot.matchmaking.fairness import fairness
from bot.matchmaking.terms.search_request import terms_of
from storage.rows import Challenge, Match
from storage.tables.seeks import Seek


class ShowFairness(Button, frozen=True, tag="fair"):
    """Shows what is left to chance in a match or a challenge, and how to check it."""

    subject: Name


async def shown(ctx: UiContext, interaction: Interaction, tap: ShowFairness) -> None:
    """The figures, for whoever asks, beside what was tapped."""
    here = place_of(interaction).guild
    text = await fairness.told(ctx.app, ctx.ports.proofs, tap.subject, interaction.user.id, here)
    await say(interaction, text)


def on_card(challenge: Challenge) -> list[items.Tap]:
    """Return the button for a challenge's card; none without chance or once no match will come."""
    return _button(challenge.id, fairness.in_challenge(challenge)) if challenge.is_alive else []


def on_match(match: Match) -> list[items.Tap]:
    """Return the button for a match; none where nothing is left to chance."""
    return _button(match.id, fairness.in_match(match))


def on_search(seek: Seek) -> list[items.Tap]:
    """Return the button for an open search for an opponent; none where nothing is left to chance."""
    return _button(seek.id, fairness.of_terms(terms_of(seek)))


def _button(subject: str, left: str) -> list[items.Tap]:
    return [items.button("Fairness", ShowFairness(subject))] if left else []
