"""“Play e4 to e5?”: before a tap plays, people who like that are asked once more.

Nothing is asked where there is nothing to choose, such as a roll, nor after a question that only asks whether
somebody is sure."""

from __future__ import annotations

from itertools import islice

import msgspec

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Draft
from bot.discord_kit.components.navigation import OpenMatch
from bot.play.clocks import clocks
from bot.play.matches.ui.asking import Again
from bot.play.matches.ui.buttons import PlaySurely, ShowDraft, Surely


async def again(
    app: AppContext, state: MatchState, seat: int, action: str, draft: Draft | None = None, key: str = ""
) -> Again | None:
    """What is asked before an action of a seat is played; None: nothing. `draft`, `key`: by what it was
    chosen, if it was."""
    settings = await clocks.settings_of(app, state.seat_row(seat).person or 0)
    if not settings.confirm or not _is_choice(state, seat) or _is_asked_already(state, seat, draft):
        return None
    match_id, version = state.match.id, state.version(seat)
    by_text = PlaySurely(match_id, version, action)
    play = by_text if draft is None else Surely(match_id, version, (*draft, key))
    if not play.is_whole:
        play = by_text
    if not play.is_whole:
        # Words that no button can hold: they were chosen by reading them.
        return None
    view = state.view(seat)
    advice = state.game.advice(view, state.game.parse(view, action))
    back = OpenMatch(match_id) if draft is None else ShowDraft(match_id, version, draft)
    taps = (items.ending("Play", play, items.STRONG), items.button("Back", back))
    alt = advice.picture.alt.replace("Hint: ", "To be played: ", 1)
    return Again(f"Play this: {advice.words}?", msgspec.structs.replace(advice.picture, alt=alt), taps)


def _is_choice(state: MatchState, seat: int) -> bool:
    """Whether there's more than one thing to do."""
    return len(list(islice(state.game.actions(state.view(seat)), 2))) > 1


def _is_asked_already(state: MatchState, seat: int, draft: Draft | None) -> bool:
    return draft is not None and state.game.prompt(state.view(seat), draft).shape == "confirm"
