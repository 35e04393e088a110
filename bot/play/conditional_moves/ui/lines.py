"""The conditional moves of a match, as their owner sees them."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import ViewMatch
from bot.discord_kit.interactions.context import Interaction, UiContext, show
from bot.discord_kit.text import markdown
from bot.play.conditional_moves import conditional_moves
from bot.play.conditional_moves.conditional_moves import LineEditor
from bot.play.conditional_moves.ui.buttons import BeginLine, ExtendLine, ForgetLines
from storage.tables.conditions import ConditionalLine, ConditionalLines

_NOTHING = "No conditional moves yet: the bot pings you when it's your turn."
_HOW = "Choose what they might play, then your reply: it follows theirs at once. Only you see this."
_OTHERWISE = "Anything else cancels them all, and the bot pings you. Only you see this."
_ROOM = 3000
"""Characters for all lines; a message holds 4,000."""


def words_of(lines: ConditionalLines) -> str:
    """The lines, numbered, and what becomes of them."""
    if not lines:
        return _NOTHING
    listed = "\n".join(_fitting(lines))
    return f"### Conditional moves\n{listed}\n{_OTHERWISE}"


def _fitting(lines: ConditionalLines) -> list[str]:
    """The lines, each on one of its own, as far as a message has room for them."""
    said, left = list[str](), _ROOM
    for number, line in enumerate(lines, 1):
        text = f"{number}. {markdown.plain((_in_words(line),))}"
        left -= len(text) + 1
        if left < 0:
            return [*said, f"… and {len(lines) - number + 1} more, which count too."]
        said.append(text)
    return said


def _in_words(line: ConditionalLine) -> str:
    pairs = zip(line[::2], line[1::2], strict=True)
    return "; then ".join(f"if {theirs}, then {mine}" for theirs, mine in pairs)


async def show_lines(ctx: UiContext, interaction: Interaction, now: LineEditor, said: str = "") -> None:
    """The board with all lines, and what can be done about them."""
    state, lines = now.state, now.lines
    theme = await pictures.theme_of(ctx.app, interaction.user.id)
    file = await pictures.board(state.game.scene(state.view(now.seat)), theme=theme)
    text = "\n".join(part for part in (said, words_of(lines), "" if lines else _HOW) if part)
    longer = conditional_moves.goes_on(now)
    rows = [_longer(now, longer)] if longer else []
    view = items.message(
        items.picture(file.filename, file.description or ""),
        items.text(text),
        *rows,
        items.row(*_taps(now)),
    )
    await show(interaction, Screen(view, [file]))


def _longer(now: LineEditor, longer: ConditionalLines) -> discord.ui.ActionRow[Any]:
    """The select of lines that go on."""
    options = [_option(number, line) for number, line in enumerate(now.lines, 1) if line in longer]
    return items.row(items.select("Extend a line", ExtendLine(*match_and_length(now)), options))


def _option(number: int, line: ConditionalLine) -> discord.SelectOption:
    label = f"After line {number}: {', '.join(line)}"
    return discord.SelectOption(label=label[:100], value=conditional_moves.mark(line))


def _taps(now: LineEditor) -> list[items.Tap]:
    full = len(now.lines) >= conditional_moves.MOST_LINES
    taps = [items.button("If they play …", BeginLine(*match_and_length(now)), items.STRONG, disabled=full)]
    if now.lines:
        taps.append(items.button("Clear all", ForgetLines(*match_and_length(now))))
    return [*taps, items.button("Back", ViewMatch(now.state.match.id))]


def match_and_length(now: LineEditor) -> tuple[str, int]:
    """What every button here is about: the match, after so many actions."""
    return now.state.match.id, now.state.length
