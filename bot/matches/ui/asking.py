"""What a panel asks: the question of a draft, and the buttons by which it's answered."""

from __future__ import annotations

from functools import partial

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.matches import dealt
from bot.matches.ui.buttons import Choose, Pick, ShowDraft, Write
from bot.sayings import liked
from bot.ui import prompts
from bot.ui.buttons import Draft
from games.core.prompt import Choice, Prompt

Question = tuple[Prompt | None, Draft]
"""A prompt with its draft; None for a seat that isn't asked anything."""


def taps_of(match_id: str, version: int) -> prompts.Taps:
    """The buttons of a panel, which is about a match as its reader knows it."""
    kinds = (Pick, Choose, ShowDraft, Write)
    return prompts.Taps(*(partial(kind, match_id, version) for kind in kinds))


def question(state: MatchState, seat: int, draft: Draft = ()) -> Question:
    """What a seat is asked after a draft; nothing before it has seen what it was dealt."""
    if seat not in state.to_act or dealt.is_unbriefed(state, seat):
        return None, ()
    return prompts.asked(state.game, state.view(seat), draft)


async def with_liked(app: AppContext, state: MatchState, seat: int, asked: Question) -> Question:
    """The same question; where it asks for words, with those that were liked first."""
    prompt, draft = asked
    return (await liked.with_liked(app, state, seat, draft, prompt) if prompt else None), draft


async def chosen(app: AppContext, state: MatchState, seat: int, draft: Draft, key: str) -> Choice | None:
    """The choice with this key after a draft, if it is offered."""
    prompt = state.game.prompt(state.view(seat), draft)
    return prompts.chosen(await liked.with_liked(app, state, seat, draft, prompt), key)
