"""Where words are chosen, those that were liked come first: a person's own, then the best of the server.

The game is asked about each as if it had been chosen or typed, so only what may be said is offered."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from games.core.screen.prompt import Choice, Prompt
from storage.tables import hearts
from storage.tables.hearts import Liked

_EACH = 5
"""So many of a person's own are offered, and so many of the server's."""
_LONGEST = 80
"""Characters of a label."""
GROUP = "Liked"


async def with_liked(
    app: AppContext, state: MatchState, seat: int, draft: tuple[str, ...], prompt: Prompt
) -> Prompt:
    """The prompt of a draft; where it asks for words, with what was liked before what it offers itself."""
    if not any(choice.says or choice.writes for choice in prompt.choices):
        return prompt
    found = _choices(state, seat, draft, prompt, await _liked(app, state, seat))
    actions = {choice.action for choice in found}
    others = (one for one in prompt.choices if one.action is None or one.action not in actions)
    return msgspec.structs.replace(prompt, choices=(*found, *others))


async def _liked(app: AppContext, state: MatchState, seat: int) -> Iterable[Liked]:
    """What was liked, each once; in a match on no server only what was in the person's own matches."""
    person, guild = state.seat_row(seat).person, state.match.guild
    async with app.database.read() as r:
        own = await hearts.of_person(r, person, guild, _EACH) if person is not None else []
        here = await hearts.best(r, guild, 2 * _EACH) if guild is not None else []
    known = {one.mark for one in own}
    return [*own, *[one for one in here if one.mark not in known][:_EACH]]


def _choices(
    state: MatchState, seat: int, draft: tuple[str, ...], prompt: Prompt, liked: Iterable[Liked]
) -> list[Choice]:
    made = ((one, _action(state, seat, draft, prompt, one.text)) for one in liked)
    return [
        Choice(
            f"liked-{one.mark}",
            one.text if len(one.text) <= _LONGEST else f"{one.text[: _LONGEST - 1]}…",
            hint=hearts_of(one.hearts),
            action=action,
            group=GROUP,
            says=one.text,
        )
        for one, action in made
        if action is not None
    ]


def _action(state: MatchState, seat: int, draft: tuple[str, ...], prompt: Prompt, text: str) -> str | None:
    """What says these words; None where they may not be said."""
    ready = next((choice.action for choice in prompt.choices if choice.says == text), None)
    own = next((choice for choice in prompt.choices if choice.writes), None)
    if ready is not None or own is None:
        return ready
    typed = state.game.prompt(state.view(seat), (*draft, own.key, text))
    return next((choice.action for choice in typed.choices if choice.says == text), None)


def hearts_of(number: int) -> str:
    """“1 heart”, “12 hearts”."""
    return "1 heart" if number == 1 else f"{number} hearts"
