"""The feature of challenges, matches against the bot, and rematches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.jobs import about_its_subject
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.components.navigation import OpenLobby
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.matchmaking.challenges import bot_matches, challenging, offering, rematching
from bot.matchmaking.challenges.rematching import Change
from bot.matchmaking.challenges.ui import cards, commands, person_menu, taps
from bot.matchmaking.challenges.ui.buttons import (
    Accept,
    Answer,
    ChallengePerson,
    ChangedRematch,
    Decline,
    PlayCoached,
    PlayNow,
    Rematch,
    Start,
    Withdraw,
)


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer a rematch, unless a second leg follows, and the lobby to players who met on no server."""
    state = context.state
    if state.sealed:
        return []
    changes = () if context.viewer is None else rematching.changes_of(state, context.viewer)
    style = items.QUIET if changes or context.viewer is None else items.STRONG
    again = items.button("Rematch", Rematch(context.match_id), style)
    if changes:
        return [*_offer_changed(context, changes), again]
    is_across = state.match.guild is None and len(state.people()) > 1
    return [again, items.button("Find an opponent", OpenLobby())] if is_across else [again]


def _offer_changed(context: TapContext, changes: Sequence[Change]) -> Iterator[Tap]:
    """Yield a button for each change of a rematch with the bot; the first is emphasized."""
    game = context.state.game
    for number, change in enumerate(changes):
        if change == "other-side":
            label = f"Play {game.seats[1 - context.seat]}"
        else:
            level = rematching.next_level(context.state, context.seat, change)
            persona = game.personas.get(level)
            label = f"Play {persona.name if persona else level} ({change})"
        style = items.QUIET if number else items.STRONG
        yield items.button(label, ChangedRematch(context.match_id, change), style)


FEATURE = Feature(
    commands=(person_menu.command,),
    game_commands=(commands.challenge_command, commands.play_command),
    buttons={
        Accept: taps.accept,
        Decline: taps.decline,
        Withdraw: taps.withdraw,
        Answer: taps.answer,
        Start: taps.start,
        PlayNow: taps.play_now,
        PlayCoached: taps.play_now,
        ChallengePerson: person_menu.challenge_person,
        Rematch: taps.again,
        ChangedRematch: taps.again_changed,
    },
    thread_card=cards.card_of_match,
    jobs={
        offering.EXPIRY: about_its_subject(challenging.expire),
        bot_matches.EXPIRY: about_its_subject(bot_matches.expire),
    },
    messages={notices.CARD: cards.send_card, notices.REMATCH: cards.send},
    taps={"after_end": _offer},
)
