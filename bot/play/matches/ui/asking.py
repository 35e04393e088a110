"""The question that a panel asks about a draft, and the buttons that answer it."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import NamedTuple

import msgspec
from discord import ui

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.discord_kit.components import items, prompts
from bot.discord_kit.components.buttons import Draft
from bot.discord_kit.components.navigation import OpenMatch
from bot.play.clocks import clocks
from bot.play.dealing import hidden_info
from bot.play.matches import playing
from bot.play.matches.ui.buttons import Choose, Pick, PlaySurely, ShowDraft, Surely, Write
from bot.play.sayings import sayings
from games.core.screen.prompt import Choice, Prompt
from games.core.screen.scene import Scene

Question = tuple[Prompt | None, Draft]
"""A prompt and its draft; the prompt is None for a seat that isn't asked anything."""


class Again(NamedTuple):
    """The confirmation before an action is played: its question, picture and buttons."""

    question: str
    picture: Scene
    taps: tuple[items.Tap, ...]


def taps_of(match_id: str, version: int) -> prompts.Taps:
    """Return the kinds of buttons of a panel that shows a match at a version."""
    kinds = (Pick, Choose, ShowDraft, Write)
    return prompts.Taps(*(partial(kind, match_id, version) for kind in kinds))


def question(state: MatchState, seat: int, draft: Draft = ()) -> Question:
    """Return the question to a seat after a draft; none before it has seen its dealt information."""
    if seat not in state.to_act or hidden_info.is_unbriefed(state, seat):
        return None, ()
    return prompts.find_prompt(state.game, state.view(seat), draft)


async def with_liked(app: AppContext, state: MatchState, seat: int, asked: Question) -> Question:
    """Return the question; if it asks for words, with those that the player liked first.

    A choice that takes over the player's last first action is only there if there is one.
    """
    prompt, draft = asked
    if prompt is None:
        return None, draft
    if any(choice.recalled for choice in prompt.choices) and await _find_last(app, state, seat) is None:
        choices = tuple(choice for choice in prompt.choices if not choice.recalled)
        prompt = msgspec.structs.replace(prompt, choices=choices)
    return await sayings.with_liked(app, state, seat, draft, prompt), draft


async def _find_last(app: AppContext, state: MatchState, seat: int) -> str | None:
    person = state.seat_row(seat).person
    return None if person is None else await playing.find_first_action(app, person, state.match.game)


async def find_choice(
    app: AppContext, state: MatchState, seat: int, draft: Draft, key: str
) -> tuple[Choice | None, Draft]:
    """Return the choice with this key after a draft, if it's offered, and the next draft.

    The next draft is empty if the choice plays an action.
    """
    prompt = await sayings.with_liked(app, state, seat, draft, state.game.prompt(state.view(seat), draft))
    choice = prompts.find_choice(prompt, key)
    if choice is not None and choice.action is not None:
        return choice, ()
    led = prompts.following(draft, key, choice, app.randomness)
    if choice is not None and choice.recalled:
        last = await _find_last(app, state, seat)
        if last is None:
            return None, ()
        led = (*led, last)
    return choice, led


def modal(state: MatchState, seat: int, draft: Draft) -> ui.Modal | None:
    """Return the modal that asks for words after a draft, or None if something else is asked."""
    prompt = state.game.prompt(state.view(seat), draft)
    if prompt.shape != "text":
        return None
    return prompts.modal(prompt, prompts.Where(taps_of(state.match.id, state.version(seat)), draft))


async def again(
    app: AppContext, state: MatchState, seat: int, action: str, draft: Draft | None = None, key: str = ""
) -> Again | None:
    """Return the confirmation before a seat's action is played, or None if none is needed.

    `draft` and `key` are those by which the action was chosen, if it was.
    """
    settings = await clocks.settings_of(app, state.seat_row(seat).person or 0)
    if not settings.confirm or not _is_choice(state, seat) or _is_asked_already(state, seat, draft):
        return None
    match_id, version = state.match.id, state.version(seat)
    by_text = PlaySurely(match_id, version, action)
    play = by_text if draft is None else Surely(match_id, version, (*draft, key))
    if not play.is_whole:
        play = by_text
    if not play.is_whole:
        # No button can hold these words; the player chose them by reading them.
        return None
    view = state.view(seat)
    advice = state.game.advice(view, state.game.parse(view, action))
    back = OpenMatch(match_id) if draft is None else ShowDraft(match_id, version, draft)
    taps = (items.ending("Play", play, items.STRONG), items.button("Back", back))
    alt = advice.picture.alt.replace("Hint: ", "Your choice: ", 1)
    return Again(f"Play this: {advice.words}?", msgspec.structs.replace(advice.picture, alt=alt), taps)


def _is_choice(state: MatchState, seat: int) -> bool:
    """Return whether a seat has more than one legal action."""
    return len(list(islice(state.game.actions(state.view(seat)), 2))) > 1


def _is_asked_already(state: MatchState, seat: int, draft: Draft | None) -> bool:
    return draft is not None and state.game.prompt(state.view(seat), draft).shape == "confirm"
