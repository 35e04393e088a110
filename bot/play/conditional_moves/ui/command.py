"""The command `/conditional`: moves planned while waiting for the opponent, shown only to their owner."""

from __future__ import annotations

from typing import Annotated, Any

import discord
from discord import app_commands
from msgspec import Meta

from bot.core import seats
from bot.core.errors import UserError
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.buttons import Button, Draft, Name, Number, PageNumber
from bot.discord_kit.components.choices import Completions, fitting_texts
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import ViewMatch
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.discord_kit.text import markdown
from bot.play.conditional_moves import conditional_moves
from bot.play.conditional_moves.conditional_moves import LineEditor
from bot.play.matches.ui.buttons import Play
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import find_match
from storage.tables.conditions import ConditionalLine, ConditionalLines

Mark = Annotated[str, Meta(pattern=r"^[0-9a-f]{5}\Z")]


class ShowLines(Button, frozen=True, tag="foresee"):
    """A button that shows the conditional moves of a match."""

    match: Name


class BeginLine(Button, frozen=True, tag="if-new"):
    """A button that begins another line."""

    match: Name
    length: Number


class ExtendLine(Button, frozen=True, tag="if-after"):
    """A select menu of the lines that can be extended."""

    match: Name
    length: Number


class ForgetLines(Button, frozen=True, tag="if-none"):
    """A button that deletes all lines."""

    match: Name
    length: Number


class PickInLine(Button, frozen=True, tag="if"):
    """A button that chooses the last key of a draft."""

    match: Name
    length: Number
    mark: Mark
    draft: Draft


class ChooseInLine(Button, frozen=True, tag="if-of"):
    """A select menu whose value is the next key of a draft."""

    match: Name
    length: Number
    mark: Mark
    draft: Draft
    page: PageNumber


class ShowDraftInLine(Button, frozen=True, tag="if-at"):
    """A button that shows the question after a draft, or another page of its answers."""

    match: Name
    length: Number
    mark: Mark
    draft: Draft
    page: PageNumber = 0


class WriteInLine(Button, frozen=True, tag="if-typed"):
    """A modal whose text is the next key of a draft."""

    match: Name
    length: Number
    mark: Mark
    draft: Draft


_NOTHING = "No conditional moves yet: I'll ping you when it's your turn."
_HOW = "Choose what they might play, then your reply: it follows theirs at once. Only you see this."
_HOW_IN_TURN = (
    "Choose your move, what they might answer, and your reply to that. Nothing is played yet: it counts once "
    "you've played your move. Only you see this."
)
_OTHERWISE = "Anything else cancels them all, and I ping you. Only you see this."
_IN_TURN = "They count once you've played your move; any other move cancels them. Only you see this."
_ROOM = 3000
"""The most characters for all lines; a message holds 4,000."""


def words_of(lines: ConditionalLines, owner_begins: bool = False) -> str:
    """Return the numbered lines in words, with what cancels them."""
    if not lines:
        return "No conditional moves yet." if owner_begins else _NOTHING
    listed = "\n".join(_fitting(lines))
    return f"### Conditional moves\n{listed}\n{_IN_TURN if owner_begins else _OTHERWISE}"


def _fitting(lines: ConditionalLines) -> list[str]:
    """Return the numbered lines that fit in the message, and how many are left out."""
    said, left = list[str](), _ROOM
    for number, line in enumerate(lines, 1):
        text = f"{number}. {markdown.plain((_in_words(line),))}"
        left -= len(text) + 1
        if left < 0:
            return [*said, f"… and {len(lines) - number + 1} more, which count too."]
        said.append(text)
    return said


def _in_words(line: ConditionalLine) -> str:
    own = len(line) % 2
    pairs = zip(line[own::2], line[own + 1 :: 2], strict=True)
    said = "; then ".join(f"if {theirs}, then {mine}" for theirs, mine in pairs)
    return f"after your {line[0]}: {said}" if own else said


async def show_lines(ctx: UiContext, interaction: Interaction, now: LineEditor, said: str = "") -> None:
    """Show the board with all lines and the buttons to change them."""
    state, lines = now.state, now.lines
    theme = await pictures.theme_of(ctx.app, interaction.user.id)
    file = await pictures.board(state.game.scene(state.view(now.seat)), theme=theme)
    how = "" if lines else _HOW_IN_TURN if now.owner_begins else _HOW
    text = "\n".join(part for part in (said, words_of(lines, now.owner_begins), how) if part)
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
    """Return the select menu of lines that can be extended."""
    options = [_option(number, line) for number, line in enumerate(now.lines, 1) if line in longer]
    return items.row(items.select("Extend a line", ExtendLine(*match_and_length(now)), options))


def _option(number: int, line: ConditionalLine) -> discord.SelectOption:
    label = f"After line {number}: {', '.join(line)}"
    return discord.SelectOption(label=label[:100], value=conditional_moves.mark(line))


def _taps(now: LineEditor) -> list[items.Tap]:
    full = len(now.lines) >= conditional_moves.MOST_LINES
    label = "After my move …" if now.owner_begins else "If they play …"
    taps: list[items.Tap] = [
        items.button(label, BeginLine(*match_and_length(now)), items.STRONG, disabled=full)
    ]
    if now.lines and now.owner_begins:
        taps += _play_first(now)
    if now.lines:
        taps.append(items.button("Clear all", ForgetLines(*match_and_length(now))))
    return [*taps, items.button("Back", ViewMatch(now.state.match.id))]


def _play_first(now: LineEditor) -> list[items.Tap]:
    """Return the button that plays the owner's move if all lines begin with the same one."""
    first, *others = {line[0] for line in now.lines}
    play = Play(now.state.match.id, now.state.version(now.seat), first)
    return [items.button("Play my move", play, items.GOOD)] if play.is_whole and not others else []


def match_and_length(now: LineEditor) -> tuple[str, int]:
    """Return what every button here refers to: the match and its number of plies."""
    return now.state.match.id, now.state.length


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command `/conditional`."""

    @app_commands.command(
        name="conditional",
        description="Plan a reply: if they play this, you play that (games without secrets)",
    )
    @app_commands.describe(
        they_play="What your opponent might play",
        you_reply="What you reply",
        after="Which of your lines to extend, by its number in the panel (default: none, a new line)",
        clear="Clear all your conditional moves",
        match=choices.WHICH,
    )
    async def add_line(
        interaction: Interaction,
        they_play: str | None = None,
        you_reply: str | None = None,
        after: int | None = None,
        clear: bool = False,
        match: str | None = None,
    ) -> None:
        await run_guarded(
            interaction, _edit_lines(ctx, interaction, they_play, you_reply, after, clear, match)
        )

    @add_line.autocomplete("they_play")
    async def complete_theirs(interaction: Interaction, current: str) -> Completions:
        return await _complete(ctx, interaction, current, "")

    @add_line.autocomplete("you_reply")
    async def complete_reply(interaction: Interaction, current: str) -> Completions:
        theirs = getattr(interaction.namespace, "they_play", None)
        return await _complete(ctx, interaction, current, theirs) if theirs else []

    add_line.autocomplete("match")(choices.completion(ctx))
    return add_line


async def _edit_lines(
    ctx: UiContext,
    interaction: Interaction,
    theirs: str | None,
    mine: str | None,
    after: int | None,
    clear: bool,
    match: str | None,
) -> None:
    state = await find_match(ctx, interaction, match)
    match_id, person = state.match.id, interaction.user.id
    if clear:
        await conditional_moves.forget(ctx.app, match_id, person)
    elif theirs is not None and mine is not None:
        await conditional_moves.add_line(ctx.app, match_id, person, theirs, mine, after)
    elif theirs is not None or mine is not None:
        raise UserError("Give both: what they might play, and what you reply.")
    state = await ctx.app.match_state(match_id)
    if conditional_moves.may_plan(state, seats.require_seat(state, person)):
        await show_lines(ctx, interaction, await conditional_moves.entering(ctx.app, match_id, person))
    else:
        entered = await conditional_moves.lines_of(ctx.app, match_id, person)
        await show(interaction, Screen(items.sentence(words_of(entered))))


async def _complete(ctx: UiContext, interaction: Interaction, current: str, theirs: str) -> Completions:
    try:
        state = await find_match(ctx, interaction, getattr(interaction.namespace, "match", None))
        after = getattr(interaction.namespace, "after", None)
        texts = await conditional_moves.answers(ctx.app, state.match.id, interaction.user.id, theirs, after)
    except UserError:
        return []
    return fitting_texts(texts, current)
