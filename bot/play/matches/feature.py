"""The feature of playing a match: opening its panel, moving, and looking at dealt information."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.jobs import ANSWER, Job, about_its_subject
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.components.navigation import OpenMatch, ViewMatch
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.play.clocks import clocks
from bot.play.matches import ending, follow_up, starting
from bot.play.matches.ui import opening, taps
from bot.play.matches.ui.buttons import (
    Choose,
    Look,
    Pick,
    Play,
    PlaySurely,
    PutAway,
    ShowDraft,
    Surely,
    Write,
)
from bot.play.own_matches.open_matches import find_next


async def _offer_next(app: AppContext, context: TapContext) -> list[Tap]:
    """Offer a player who waits for the opponent the most urgent of their matches that wait for them."""
    state, seat = context.state, context.seat
    person = state.seat_row(seat).person
    if person is None or seat in state.to_act or state.bot_to_act() is not None:
        return []
    following = await find_next(app, person, context.match_id)
    return [items.button("Next match", OpenMatch(following), items.STRONG)] if following else []


FEATURE = Feature(
    commands=(opening.command,),
    buttons={
        OpenMatch: taps.open_match,
        ViewMatch: taps.open_match,
        ShowDraft: taps.show_draft,
        Pick: taps.pick_choice,
        Choose: taps.choose_listed,
        Play: taps.play_proposed,
        PlaySurely: taps.play_proposed,
        Surely: taps.confirm_choice,
        Look: taps.show_look,
        PutAway: taps.put_away,
    },
    modals={Write: taps.play_words},
    taps={"panel": _offer_next},
    jobs={
        clocks.TURN: Job(ending.time_out, timed=True),
        **dict.fromkeys(clocks.SILENCES, Job(ending.give_up, timed=True)),
        follow_up.NEXT_LEG: Job(starting.start_next_leg, at_once=True),
        ANSWER: about_its_subject(follow_up.call_bot),
    },
)
