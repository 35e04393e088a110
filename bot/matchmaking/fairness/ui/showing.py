"""The Fairness button: which screens have it, and its answer."""

from __future__ import annotations

from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, Name
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of, say
from bot.matchmaking.fairness import fairness
from bot.matchmaking.terms.search_request import terms_of
from storage.rows import Challenge, Match
from storage.tables.seeks import Seek


class ShowFairness(Button, frozen=True, tag="fair"):
    """A button that shows what's left to chance in a match or challenge, and how to check it."""

    subject: Name


async def show_fairness(ctx: UiContext, interaction: Interaction, tap: ShowFairness) -> None:
    """Answer with what's left to chance and how to check it, beside the message that was tapped."""
    here = place_of(interaction).guild
    text = await fairness.explain(ctx.app, ctx.ports.proofs, tap.subject, interaction.user.id, here)
    await say(interaction, text)


def on_card(challenge: Challenge) -> list[items.Tap]:
    """Return the button for a challenge's card; none without chance or once no match will come."""
    return _button(challenge.id, fairness.in_challenge(challenge)) if challenge.is_alive else []


def on_match(match: Match) -> list[items.Tap]:
    """Return the button for a match; none if nothing is left to chance."""
    return _button(match.id, fairness.in_match(match))


def on_search(seek: Seek) -> list[items.Tap]:
    """Return the button for an open search for an opponent; none if nothing is left to chance."""
    return _button(seek.id, fairness.of_terms(terms_of(seek)))


def _button(subject: str, left: str) -> list[items.Tap]:
    return [items.button("Fairness", ShowFairness(subject))] if left else []
