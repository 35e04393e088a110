"""What a panel asks: the question of a draft, and the buttons by which it's answered."""

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
"""A prompt with its draft; None for a seat that isn't asked anything."""


class Again(NamedTuple):
    """What is asked once more before something is played: the question, the picture, and the answers."""

    question: str
    picture: Scene
    taps: tuple[items.Tap, ...]


def taps_of(match_id: str, version: int) -> prompts.Taps:
    """The buttons of a panel, which is about a match as its reader knows it."""
    kinds = (Pick, Choose, ShowDraft, Write)
    return prompts.Taps(*(partial(kind, match_id, version) for kind in kinds))


def question(state: MatchState, seat: int, draft: Draft = ()) -> Question:
    """What a seat is asked after a draft; nothing before it has seen what it was dealt."""
    if seat not in state.to_act or hidden_info.is_unbriefed(state, seat):
        return None, ()
    return prompts.asked(state.game, state.view(seat), draft)


async def with_liked(app: AppContext, state: MatchState, seat: int, asked: Question) -> Question:
    """The same question; where it asks for words, with those that were liked first."""
    prompt, draft = asked
    return (await sayings.with_liked(app, state, seat, draft, prompt) if prompt else None), draft


async def answered(
    app: AppContext, state: MatchState, seat: int, draft: Draft, key: str
) -> tuple[Choice | None, Draft]:
    """The choice with this key after a draft, if it is offered, and the draft that follows where it plays
    nothing."""
    prompt = await sayings.with_liked(app, state, seat, draft, state.game.prompt(state.view(seat), draft))
    choice = prompts.chosen(prompt, key)
    if choice is not None and choice.action is not None:
        return choice, ()
    led = prompts.following(draft, key, choice, app.randomness)
    person = state.seat_row(seat).person
    if choice is not None and choice.recalled and person is not None:
        led = (*led, await playing.first_action(app, person, state.match.game))
    return choice, led


def modal(state: MatchState, seat: int, draft: Draft) -> ui.Modal | None:
    """The modal that asks for words after a draft; None where something else is asked."""
    prompt = state.game.prompt(state.view(seat), draft)
    if prompt.shape != "text":
        return None
    return prompts.modal(prompt, prompts.Where(taps_of(state.match.id, state.version(seat)), draft))


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
