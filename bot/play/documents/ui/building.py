"""The panel that builds a document by buttons: its parts, what's still missing, and a name to save it.

All choices are stored in the buttons themselves, so a panel works after a restart.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import msgspec
from discord import app_commands, ui

from bot.core.errors import UserError
from bot.core.seats import require_game
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.buttons import Nothing
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.discord_kit.text.markdown import plain
from bot.play.documents import documents
from bot.play.documents.ui import showing
from bot.play.documents.ui.buttons import Build, BuildFrom, ChoosePart, NameBuilt, SaveBuilt
from games.core.game import AnyGame
from games.core.vocabulary.documents import Builder, DocumentKind, Faulty

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MANY = 3

Counts = tuple[int, ...]


def command(ctx: UiContext, game: AnyGame) -> app_commands.Command[Any, ..., Any]:
    """Return the command that opens the panel."""
    noun = documents.kind_of(game).noun

    @app_commands.command(name="build", description=f"Build your own {noun} with buttons")
    @app_commands.describe(start=f"A {noun} to start from (default: none)")
    @app_commands.autocomplete(start=showing.completion(ctx, game))
    async def build(interaction: Interaction, start: str | None = None) -> None:
        await run_guarded(interaction, _begin(ctx, game, interaction, start))

    return build


def opening(game: AnyGame, label: str, counts: Counts | None = None) -> items.Tap:
    """Return the button that opens the panel, with these parts or none."""
    return items.button(label, Build(game.key, encode_counts(counts or (0,) * len(_builder(game).parts)), 0))


def counts_of(game: AnyGame, value: documents.Value) -> Counts | None:
    """Return the number of each part in a document; None if it has other parts or the game has no builder."""
    builder = documents.kind_of(game).builder
    return builder.counts(value) if builder else None


def encode_counts(counts: Counts) -> str:
    """Return the counts as a button stores them: one base-36 digit each."""
    return "".join(_DIGITS[count] for count in counts)


def _read(game: AnyGame, text: str) -> Counts:
    counts = tuple(map(_DIGITS.index, text))
    if len(counts) != len(_builder(game).parts):
        raise UserError("This button is from an older version. Begin again, please.")
    return counts


def _builder(game: AnyGame) -> Builder:
    builder = documents.kind_of(game).builder
    if builder is None:
        raise UserError(f"You can't build one for {game.title} with buttons. Send a file instead.")
    return builder


async def _begin(ctx: UiContext, game: AnyGame, interaction: Interaction, start: str | None) -> None:
    counts = await _start(ctx, game, interaction, start) if start else (0,) * len(_builder(game).parts)
    await show(interaction, await _panel(ctx, interaction, game, counts, 0))


async def _start(ctx: UiContext, game: AnyGame, interaction: Interaction, name: str) -> Counts:
    counts = counts_of(game, await documents.resolve_name(ctx.app, game, interaction.user.id, name))
    if counts is None:
        noun = documents.kind_of(game).noun
        raise UserError(
            f"Only its file can change that {noun}, because it has parts of its own. Choose another one."
        )
    return counts


async def show_panel(ctx: UiContext, interaction: Interaction, tap: Build) -> None:
    """Show the panel after a part was added or removed."""
    game = require_game(tap.game)
    await show(interaction, await _panel(ctx, interaction, game, _read(game, tap.counts), tap.part))


async def show_part(ctx: UiContext, interaction: Interaction, tap: ChoosePart) -> None:
    """Show the panel for another part."""
    game, data = require_game(tap.game), _data(interaction)
    part = data["values"][0]
    await show(
        interaction,
        await _panel(ctx, interaction, game, _read(game, tap.counts), int(part) if part.isdecimal() else 0),
    )


async def start_from(ctx: UiContext, interaction: Interaction, tap: BuildFrom) -> None:
    """Show the panel with the parts of another document."""
    game, data = require_game(tap.game), _data(interaction)
    await show(
        interaction,
        await _panel(ctx, interaction, game, await _start(ctx, game, interaction, data["values"][0]), 0),
    )


def _data(interaction: Interaction) -> Any:
    """Return the data of the interaction, which holds the choices of a select menu."""
    return interaction.data


async def save(ctx: UiContext, interaction: Interaction, tap: SaveBuilt) -> None:
    """Ask for a name; the button is enabled only when the document is complete."""
    noun = documents.kind_of(require_game(tap.game)).noun
    asked = ui.Modal(title=f"Save your {noun}", custom_id=NameBuilt(tap.game, tap.counts).custom_id)
    field: ui.TextInput[Any] = ui.TextInput(custom_id="words", max_length=documents.LONGEST_NAME)
    about = "a to z, 0 to 9 and hyphens. If you have one by that name, it's replaced."
    asked.add_item(ui.Label(text="What should it be called?", description=about, component=field))
    asked.stop()
    await interaction.response.send_modal(asked)


async def save_named(ctx: UiContext, interaction: Interaction, tap: NameBuilt, words: str) -> None:
    """Save the document under the name, read and checked as if it had come in a file."""
    game = require_game(tap.game)
    content = msgspec.json.encode(_builder(game).document(_read(game, tap.counts)))
    documents.check_name(game, words)
    person = await ctx.meet(interaction)
    try:
        kept = await documents.keep(ctx.app, ctx.limits, game, person.id, words, content)
    except Faulty as error:
        raise UserError(" ".join(_builder(game).missing(_read(game, tap.counts))) or str(error)) from None
    await show(
        interaction, await showing.build_saved_page(game, kept, await pictures.theme_of(ctx.app, person.id))
    )


async def _panel(
    ctx: UiContext, interaction: Interaction, game: AnyGame, counts: Counts, part: int
) -> Screen:
    builder, kind = _builder(game), documents.kind_of(game)
    part = min(part, len(counts) - 1)
    page, missing = await asyncio.to_thread(builder.page, counts), builder.missing(counts)
    wanted = [f"• {sentence}" for sentence in missing] or [
        f"It's ready. Save it, and it's a {kind.noun} of yours."
    ]
    text = "\n".join((f"### {plain((page.title,))}", plain((page.text,)), *wanted))
    theme = await pictures.theme_of(ctx.app, interaction.user.id)
    pictured = [] if page.scene is None else [await pictures.board(page.scene, f"{kind.noun}.png", theme)]
    now, start = encode_counts(counts), f"Start again from a {kind.noun}"
    rows = (
        items.row(items.select("What to change", ChoosePart(game.key, now), _parts(builder, counts, part))),
        items.row(*_steps(game, counts, part)),
        items.row(items.select(start, BuildFrom(game.key), _list_shipped(kind))),
        items.row(_saving(kind, SaveBuilt(game.key, now), bool(missing))),
    )
    return Screen(items.message(items.text(text), *map(items.show_picture, pictured), *rows), pictured)


def _saving(kind: DocumentKind, tap: SaveBuilt, unready: bool) -> items.Tap:
    return items.button(f"Save this {kind.noun}", tap, items.GOOD, disabled=unready)


def _list_shipped(kind: DocumentKind) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=name.capitalize(), value=name) for name in kind.shipped]


def _parts(builder: Builder, counts: Counts, chosen: int) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=name, value=str(number), description=f"{count} in it", default=number == chosen
        )
        for number, (name, count) in enumerate(zip(builder.parts, counts, strict=True))
    ]


def _steps(game: AnyGame, counts: Counts, part: int) -> list[items.Tap]:
    """Return the buttons that remove and add a part, each holding the resulting counts."""
    taps: list[items.Tap] = []
    for label, change in (("−", -1), ("+", 1), (f"+{_MANY}", _MANY)):
        changed = counts[part] + change
        if 0 <= changed < len(_DIGITS):
            after = (*counts[:part], changed, *counts[part + 1 :])
            taps.append(items.button(label, Build(game.key, encode_counts(after), part), items.STRONG))
        else:
            taps.append(items.button(label, Nothing(label), disabled=True))
    return [taps[0], items.button(f"{counts[part]} in it", Nothing("count"), disabled=True), *taps[1:]]
