"""DMs about a match: a turn, a reminder, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.core.match_state import MatchState
from bot.core.time_controls import Due
from bot.discord_kit.components import items, pictures, prompts
from bot.discord_kit.components.items import PanelOf, Screen
from bot.discord_kit.components.navigation import OpenMatch, OpenRules, ViewMatch
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.offers import TapContext
from bot.discord_kit.requests import calling
from bot.discord_kit.text import markdown
from bot.play.dealing import hidden_info
from bot.play.matches.ui.asking import taps_of
from bot.play.matches.ui.buttons import Look
from bot.play.records.ui import stories
from bot.play.wording import matches


def opening(label: str, match_id: str) -> ui.ActionRow[Any]:
    """Return a row with the button that opens a match."""
    return items.row(items.button(label, OpenMatch(match_id), items.STRONG))


async def side_taps(ctx: UiContext, state: MatchState, seat: int) -> list[items.Tap]:
    """Return the buttons beside a seat's question.

    After the end, they are what can follow; before it, a fresh board while the seat waits, what features
    offer, and the rules at the page that the seat needs.
    """
    context = TapContext.now(state, seat)
    if state.match.reason is not None:
        return await ctx.taps("after_end", context)
    refresh = [] if seat in state.to_act else [items.button("Refresh", ViewMatch(state.match.id))]
    page = state.game.rules_page(state.view(seat))
    rules = items.button("Rules", OpenRules(state.game.key, page))
    return [*refresh, *await ctx.taps("panel", context), rules]


def looks(state: MatchState, seat: int) -> list[items.Tap]:
    """Return the button that shows the preview again, or none if no look is left."""
    left = hidden_info.looks_left(state, seat)
    if left == 0 or state.match.reason is not None:
        return []
    label = "Show it again" if left is None else f"Look again ({left} left)"
    return [items.button(label, Look(state.match.id, hidden_info.looks_taken(state, seat)))]


def panel_of(state: MatchState) -> PanelOf:
    """Return what marks a screen as the panel of a match."""
    return PanelOf(state.match.id, state.title, state.match.reason is not None)


async def ping(
    state: MatchState,
    seat: int,
    due_at: Due,
    now: int,
    aside: Sequence[items.Tap],
    theme: str = pictures.NORMAL,
) -> Screen:
    """Return the DM about a player's turn, with its first question and the buttons `aside`."""
    until = matches.time_left(state, seat, due_at)
    told = matches.name_sides(state, markdown.plain(state.narration_of_turn(seat)), seat)
    push = f"Your turn {matches.against(state, seat)}{matches.format_time_left(due_at, now)}"
    push += _format_notice(state, seat)
    text = f"{matches.your_side(state, seat)}{until}"
    more = [items.button("Open", OpenMatch(state.match.id)), *aside]
    if hidden_info.is_unbriefed(state, seat):
        file = await pictures.board(state.scene(seat), theme=theme)
        layout = items.message(items.text(f"{text}\n{told}"), items.show_picture(file), items.row(*more))
        return Screen(layout, [file], push, panel=panel_of(state))
    prompt = state.game.prompt(state.view(seat), ())
    shown = state.name_bot(prompt.picture) if prompt.picture else state.scene(seat, prompt.marks)
    file = await pictures.board(shown, theme=theme)
    question = f"**{markdown.plain((prompt.question,))}**"
    where = prompts.Where(taps_of(state.match.id, state.version(seat)))
    noted = markdown.plain(state.game.noted(state.view(seat)))
    # The board is next to the question, as in the panel.
    before = "\n".join(part for part in (text, told, noted) if part)
    rows = prompts.in_five_rows(prompt, where, more)
    layout = items.message(items.text(before), items.show_picture(file), items.text(question), *rows)
    return Screen(layout, [file], push, panel=panel_of(state))


STILL = "It's still your turn"


def runs_out(due_at: Due) -> str:
    """Return a sentence with the end of the turn's time; empty if no clock runs."""
    return f" Your time runs out <t:{due_at}:R>." if isinstance(due_at, int) else ""


def still_waiting(state: MatchState, seat: int, due_at: Due, now: int) -> str:
    """Return the line for a lock screen that it's still the player's turn, and how much time is left."""
    left = matches.format_time_left(due_at, now)
    return f"{STILL} {matches.against(state, seat)}{left}{_format_notice(state, seat)}"


def _format_notice(state: MatchState, seat: int) -> str:
    """Return the picture's notice for the end of a line on a lock screen, such as “ · Last turn”."""
    notice = state.scene(seat).notice
    return f" · {notice}" if notice else ""


def reminder(state: MatchState, seat: int, due_at: Due, now: int) -> Screen:
    """Return the DM that a turn still waits."""
    push = still_waiting(state, seat, due_at, now)
    text = f"{matches.your_side(state, seat)}{runs_out(due_at)}"
    return Screen(items.sentence(text, opening("Open", state.match.id)), push=push)


async def result(
    state: MatchState, seat: int, more: str, aside: Sequence[items.Tap], theme: str = pictures.NORMAL
) -> Screen:
    """Return the end of a match for one player, with the buttons `aside`."""
    file = await pictures.board(state.scene(seat), theme=theme)
    story = await stories.build_story(state, seat, theme)
    lines = (
        f"### {matches.result_for(state, seat)}",
        matches.who_you_are(state, seat),
        more,
        stories.last_words(state, seat),
    )
    return Screen(
        items.message(
            items.show_picture(file),
            items.text("\n".join(filter(None, lines))),
            *story.parts,
            *items.rows(aside),
        ),
        [file, *story.files],
        f"{matches.outcome(state, seat)} {matches.against(state, seat)}",
    )


def over(state: MatchState, seat: int) -> Screen:
    """Return what replaces the board of a finished match in a DM."""
    text = f"### {matches.result_for(state, seat)}\n{matches.who_you_are(state, seat)}"
    return Screen(items.sentence(text, items.row(items.button("Result", OpenMatch(state.match.id)))))


def with_way_in(state: MatchState, text: str) -> Screen:
    """Return a sentence with a button that opens its match."""
    return calling.sentence(text, opening("Open", state.match.id))
