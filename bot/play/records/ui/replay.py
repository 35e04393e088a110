"""The command `/replay`: a match turn by turn, fully revealed or from a chosen point of view, and as a GIF.

Custom ids hold the match, the point of view, and the step in it.
"""

from __future__ import annotations

import asyncio
import io
from textwrap import shorten
from typing import Any, Literal, get_args

import discord
from discord import app_commands

from bot.core.errors import UserError
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.choices import MOST_CHOICES, Completions
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import WatchReplay
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of, run_guarded, show
from bot.discord_kit.interactions.offers import TapContext
from bot.discord_kit.text import markdown
from bot.play.dealing import hidden_info
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.choices import Own
from bot.play.records import replays
from bot.play.records.replays import Eyes, Replay
from bot.play.records.ui.buttons import ChangeEyes, JumpToStep, MakeGif, ShowStep
from bot.play.wording import matches
from render.replay_gif import LIMIT, ReplayGif, Shot, make_replay

_PICTURE, _GIF = "replay.png", "replay.gif"
_SHORT = 60
"""Characters of a step in the list of steps."""
_ASIDE = 75
"""Characters of text without a place in the picture: two full decks would push it off a phone's screen."""
_NOTHING = "You have no match to replay yet. Start one with a challenge, or play the bot."

# --- the command --------------------------------------------------------------------------------------


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command /replay."""

    @app_commands.command(name="replay", description="Replay a match, turn by turn or as a GIF")
    @app_commands.describe(match="Which match (default: this thread's, or your latest)")
    async def watch(interaction: Interaction, match: str | None = None) -> None:
        await run_guarded(interaction, _watch(ctx, interaction, match))

    @watch.autocomplete("match")
    async def complete_match(interaction: Interaction, current: str) -> Completions:
        return choices.filter_choices(await _own(ctx, interaction.user.id), current)

    return watch


async def _watch(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    if match_id is not None:
        meant = await choices.find_id(ctx, interaction.user.id, match_id)
    else:
        meant = await _latest(ctx, interaction)
    await open_replay(ctx, interaction, WatchReplay(meant))


async def _latest(ctx: UiContext, interaction: Interaction) -> str:
    """Return the match of this thread, else the one that ended last, else one that continues."""
    mine = await _own(ctx, interaction.user.id)
    here = [own for own in mine if own.thread == interaction.channel_id]
    if not mine:
        raise UserError(_NOTHING)
    return (here or mine)[0].match_id


async def _own(ctx: UiContext, person: int) -> list[Own]:
    """Return the person's matches: finished ones, latest first, then running ones."""
    return [*await choices.over(ctx, person), *await choices.running(ctx, person)]


# --- a step -------------------------------------------------------------------------------------------


async def open_replay(ctx: UiContext, interaction: Interaction, tap: WatchReplay) -> None:
    """Show the first step of a finished match or the last one of a running match, in a new message."""
    shown = await _replay(ctx, interaction, tap.match)
    number = shown.last if shown.state.match.reason is None else 0
    screen = await _screen(ctx, shown, number, interaction.user.id)
    await answers.beside(interaction, screen)


async def show_step(ctx: UiContext, interaction: Interaction, tap: ShowStep) -> None:
    """Show a step from the same point of view."""
    await _show(ctx, interaction, await _replay(ctx, interaction, tap.match, tap.eyes), tap.step)


async def jump_to_step(ctx: UiContext, interaction: Interaction, tap: JumpToStep) -> None:
    """Show a step that was chosen from the list."""
    data: Any = interaction.data
    await _show(
        ctx, interaction, await _replay(ctx, interaction, tap.match, tap.eyes), _number(data["values"][0])
    )


async def change_eyes(ctx: UiContext, interaction: Interaction, tap: ChangeEyes) -> None:
    """Show the same moment from another point of view, or the last one before that it has."""
    data: Any = interaction.data
    before = await _replay(ctx, interaction, tap.match, tap.eyes)
    after = await _replay(ctx, interaction, tap.match, data["values"][0])
    await _show(ctx, interaction, after, after.nearest(before.steps[before.clamp(tap.step)]))


def _number(text: str) -> int:
    if not text.isdecimal():
        raise UserError("There's no such step. Use the buttons below the picture.")
    return int(text)


async def _replay(ctx: UiContext, interaction: Interaction, match_id: str, eyes: str | None = None) -> Replay:
    if eyes is not None and eyes not in get_args(Eyes):
        raise UserError("Unknown point of view. Choose one from the list.")
    state = await ctx.app.match_state(match_id)
    seat = state.seat_of(interaction.user.id)
    if seat is not None:
        await hidden_info.look(ctx.app, state, seat)
    person, guild = interaction.user.id, place_of(interaction).guild
    # Folding a long match takes a while.
    return await asyncio.to_thread(replays.replay, state, person, guild, eyes)  # type: ignore[arg-type]


async def _show(ctx: UiContext, interaction: Interaction, shown: Replay, number: int) -> None:
    await show(interaction, await _screen(ctx, shown, shown.clamp(number), interaction.user.id))


async def _screen(ctx: UiContext, shown: Replay, number: int, person: int) -> Screen:
    """Return the message with a step: picture, narration, and buttons to other steps."""
    file = await pictures.board(shown.scene(number), _PICTURE, await pictures.theme_of(ctx.app, person))
    parts = [
        items.picture(file.filename, file.description or ""),
        items.text(_text(shown, number)),
        items.row(*_steps(shown, number)),
    ]
    if shown.last > 1:
        parts.append(items.row(_jump(shown, number)))
    step = shown.steps[number]
    context = TapContext(shown.state, None, min(step.action, shown.state.length), step.game_state)
    if offered := await ctx.taps("replay", context):
        parts.append(items.row(*offered))
    if len(choice := replays.list_eyes(shown.state, person)) > 1:
        parts.append(items.row(_eyes(shown, number, choice)))
    return Screen(items.message(*parts), [file])


def _text(shown: Replay, number: int) -> str:
    state = shown.state
    over = number == shown.last and state.match.reason is not None
    whose = matches.result_line(state) if over else _to_move(shown, number)
    told = markdown.plain(shown.steps[number].lines if over or not number else shown.reading(number))
    happened = (f"**{markdown.plain((line,))}**" for line in shown.list_events(number))
    hidden = (shorten(line, _ASIDE, placeholder=" …") for line in shown.list_unpictured(number))
    unpictured = (f"-# {markdown.plain((line,))}" for line in hidden)
    heading = f"### {state.title} · {shown.label(number)}"
    lines = (
        heading,
        *happened,
        told,
        whose,
        f"-# {matches.players(state.match)}. {_whose_eyes(shown)}",
        *unpictured,
    )
    return matches.name_sides(state, "\n".join(line for line in lines if line), None)


def _to_move(shown: Replay, number: int) -> str:
    state = shown.state
    named = (matches.format_seat(state, seat) for seat in shown.steps[number].to_act)
    return f"To move: {' and '.join(named)}"


def _whose_eyes(shown: Replay) -> str:
    """Return the point of view as a sentence."""
    if shown.eyes == "truth":
        return "Fully revealed, with everything that was hidden."
    so_far = " The match isn't over yet." if shown.state.match.reason is None else ""
    so_far = " The match doesn't count, so nothing else is shown." if shown.state.is_void else so_far
    seat = replays.VIEWERS[shown.eyes]
    seen = (
        "everyone could see it" if seat is None else f"{matches.name_inside(shown.state.game, seat)} knew it"
    )
    return f"As {seen} then.{so_far}"


# --- buttons and lists --------------------------------------------------------------------------------


def _steps(shown: Replay, number: int) -> list[items.Tap]:
    first, last = number == 0, number == shown.last
    replay_gif = MakeGif(shown.state.match.id, shown.eyes)
    return [
        items.button("⏮", _to(shown, 0, "first"), disabled=first),
        items.button("◀", _to(shown, number - 1, "back"), disabled=first),
        items.button("▶", _to(shown, number + 1, "on"), items.STRONG, disabled=last),
        items.button("⏭", _to(shown, shown.next_event(number), "event"), disabled=last),
        items.button("GIF", replay_gif, disabled=shown.last == 0),
    ]


def _to(shown: Replay, number: int, button: Literal["first", "back", "on", "event"]) -> ShowStep:
    return ShowStep(shown.state.match.id, shown.eyes, max(0, number), button)


def _jump(shown: Replay, number: int) -> items.Tap:
    """Return the select of steps: the current one, and others spread evenly if not all fit."""
    spread = {k * shown.last // (MOST_CHOICES - 2) for k in range(MOST_CHOICES - 1)}
    options = [_option(shown, place, number) for place in sorted({*spread, number})]
    return items.select("Go to a turn", JumpToStep(shown.state.match.id, shown.eyes), options)


def _option(shown: Replay, place: int, number: int) -> discord.SelectOption:
    said = " ".join(shown.list_events(place) or shown.reading(place))
    # The heading has the number of turns.
    turn = shown.label(place).partition(" of ")[0]
    short = shorten(f"{turn} · {said}" if place else said, _SHORT, placeholder=" …")
    return discord.SelectOption(label=short, value=str(place), default=place == number)


def _eyes(shown: Replay, number: int, choice: tuple[Eyes, ...]) -> items.Tap:
    about = ChangeEyes(shown.state.match.id, shown.eyes, number)
    return items.select("Point of view", about, [_eyes_option(shown, eyes) for eyes in choice])


def _eyes_option(shown: Replay, eyes: Eyes) -> discord.SelectOption:
    seats = shown.state.game.side_names
    label, about = {
        "seat0": (seats[0], "What this side knew then"),
        "seat1": (seats[1], "What this side knew then"),
        "all": ("Everyone", "What was public then"),
        "truth": ("The truth", "Everything, including what was hidden"),
    }[eyes]
    return discord.SelectOption(label=label, value=eyes, description=about, default=eyes == shown.eyes)


# --- the GIF ------------------------------------------------------------------------------------------


async def make_gif(ctx: UiContext, interaction: Interaction, tap: MakeGif) -> None:
    """Send all steps as a GIF in a new message, which takes a while."""
    shown = await _replay(ctx, interaction, tap.match, tap.eyes)
    async with ctx.limits.act("films", interaction.user.id):
        await interaction.response.defer(ephemeral=True, thinking=True)
        theme, limit = (
            await pictures.theme_of(ctx.app, interaction.user.id),
            min(LIMIT, interaction.filesize_limit),
        )
        replay_gif = await make_replay(lambda: _shots(shown), theme, limit=limit)
    file = discord.File(io.BytesIO(replay_gif.data), _GIF, description=_describe_gif(shown))
    said = items.text(f"### {shown.state.title}\n{_how_many(replay_gif)}\n-# {_whose_eyes(shown)}")
    view = items.message(items.picture(_GIF, _describe_gif(shown)), said)
    await answers.change_later(interaction, Screen(view, [file]))


def _shots(shown: Replay) -> list[Shot]:
    return [_shot(shown, number) for number in range(len(shown.steps))]


def _shot(shown: Replay, number: int) -> Shot:
    happened = shown.list_events(number)
    told = " ".join(happened or shown.reading(number))
    return Shot(shown.scene(number), told, shown.label(number), is_event=bool(happened))


def _how_many(replay_gif: ReplayGif) -> str:
    """Return how many of the turns the GIF shows; the start is one of its pictures."""
    if replay_gif.shown == replay_gif.of:
        return f"Every turn, in {_seconds(replay_gif)}."
    shown = f"It shows {replay_gif.shown} of {replay_gif.of} pictures in {_seconds(replay_gif)}"
    events = "every turn in which something happened, as far as they fit"
    return f"{shown}: {events}, and others spread evenly between them."


def _seconds(replay_gif: ReplayGif) -> str:
    seconds = round(replay_gif.milliseconds / 1000)
    return "1 second" if seconds == 1 else f"{seconds} seconds"


def _describe_gif(shown: Replay) -> str:
    """Return the alternative text of the GIF."""
    steps = "1 step" if shown.last == 1 else f"{shown.last} steps"
    return f"Animation of {shown.state.game.title}, {steps}. {_whose_eyes(shown)}"
