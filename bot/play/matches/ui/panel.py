"""A player's private panel of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discord import ui

from bot.core.match_state import MatchState
from bot.core.person_settings import settings_in
from bot.discord_kit.components import items, pictures, prompts
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.offers import TapContext
from bot.discord_kit.text import markdown
from bot.play.clocks import clocks
from bot.play.dealing import hidden_info
from bot.play.matches.ui import asking, messages
from bot.play.matches.ui.asking import Again, Question
from bot.play.matches.ui.briefing import briefing_panel
from bot.play.records.ui import stories
from bot.play.wording import matches


async def _match_panel(
    state: MatchState,
    seat: int,
    question: Question | None = None,
    page: int = 0,
    line: str = "",
    *,
    turn: str,
    left: str,
    theme: str = pictures.NORMAL,
    below: Sequence[ui.ActionRow[Any]] = (),
    aside: Sequence[items.Tap] = (),
    again: Again | None = None,
) -> Screen:
    """Return the private panel of a seat; a player who hasn't seen the preview is led to it first.

    Shows the `question` (None: the first one) or the confirmation `again`, whose `turn` it is and the time
    `left` in words, further rows `below`, and as many of the buttons `aside` as fit.
    """
    view, match_id = state.view(seat), state.match.id
    if hidden_info.is_unbriefed(state, seat) and state.match.reason is None:
        return briefing_panel(state, seat, line)
    prompt, draft = question or asking.question(state, seat)
    marks = prompt.marks if prompt else ()
    proposed = again.picture if again else prompt.picture if prompt else None
    shown = state.name_bot(proposed) if proposed else state.scene(seat, marks)
    file = await pictures.board(shown, theme=theme)
    over, story = state.match.reason is not None, await stories.build_story(state, seat, theme)
    told = stories.last_words(state, seat) if over else _format_narration(state, seat)
    asked = again.question if again else prompt.question if prompt else ""
    ask = f"**{markdown.plain((asked,))}**" if asked else "" if over else turn
    result = f"### {matches.result_for(state, seat)}" if over else ""
    heading = matches.who_you_are(state, seat) + left
    noted = markdown.plain(state.game.noted(view))
    before = "\n".join(part for part in (result, heading, told, noted) if part)
    after = [items.text("\n".join(part for part in (line, ask) if part))] if line or ask else []
    where = prompts.Where(asking.taps_of(match_id, state.version(seat)), draft, page)
    rows = [items.row(*again.taps)] if again else prompts.rows(prompt, where) if prompt else []
    # The board is next to the question, however long the text above is: a phone shows both at once.
    parts = (items.text(before), items.show_picture(file), *after, *story.parts, *rows, *below)
    rest = items.within(parts, [*messages.looks(state, seat), *aside])
    return Screen(items.message(*parts, *rest), [file, *story.files])


def _format_narration(state: MatchState, seat: int) -> str:
    """Return what a seat was told of the turn before its current one, and of the current one so far."""
    return matches.name_sides(state, markdown.plain(state.narration_of_turn(seat)), seat)


async def panel(
    ctx: UiContext,
    state: MatchState,
    seat: int,
    draft: tuple[str, ...] = (),
    page: int = 0,
    line: str = "",
    again: Again | None = None,
) -> Screen:
    """Return the private panel of a seat, with what features add; marks dealt information as seen."""
    await hidden_info.look(ctx.app, state, seat)
    more = [await line_of(ctx, state, seat) for line_of in ctx.ports.lines]
    lines = matches.name_sides(state, "\n".join(part for part in (line, *more) if part), seat)
    below = items.rows(await ctx.taps("answer", TapContext.now(state, seat)))
    aside = await messages.side_taps(ctx, state, seat)
    question = await asking.with_liked(ctx.app, state, seat, asking.question(state, seat, draft))
    async with ctx.app.database.read() as r:
        due_at = await clocks.find_due(r, ctx.app, state.match)
        theme = pictures.theme_in(await settings_in(r, state.seat_row(seat).person or 0))
    turn, left = matches.turn_line(state, due_at), matches.time_left(state, seat, due_at)
    screen = await _match_panel(
        state,
        seat,
        question,
        page,
        lines,
        turn=turn,
        left=left,
        theme=theme,
        below=below,
        aside=aside,
        again=again,
    )
    return replace(screen, panel=messages.panel_of(state))
