"""The page of a document, and the completion of document names."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands, ui

from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.choices import MOST_CHOICES, Completions
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext
from bot.discord_kit.text.markdown import plain
from bot.play.documents import documents
from games.core.game import AnyGame
from games.core.vocabulary.documents import DocumentKind


def completion(ctx: UiContext, game: AnyGame, *, shipped: bool = True) -> Any:
    """Return the autocompletion of names: the user's own documents and, if `shipped`, the shipped ones."""

    async def complete(interaction: Interaction, current: str) -> Completions:
        own = await documents.names_of(ctx.app, game, interaction.user.id)
        labels = {name: f"{name} (yours)" for name in own}
        labels |= {name: name for name in documents.kind_of(game).shipped if shipped}
        wanted = documents.plain_name(current)
        fitting = [(name, label) for name, label in labels.items() if wanted in name]
        return [app_commands.Choice(name=label, value=name) for name, label in fitting[:MOST_CHOICES]]

    return complete


async def build_saved_page(game: AnyGame, kept: documents.Kept, theme: str) -> Screen:
    """Return the page of a document that was just saved."""
    kind, document = documents.kind_of(game), kept.document
    return await page_of(kind, document.content, document.name, _describe_saved(game, kept), theme=theme)


def _describe_saved(game: AnyGame, kept: documents.Kept) -> str:
    name, noun = kept.document.name, documents.kind_of(game).noun
    instead = "It replaces the older one with that name. " if kept.replaced else ""
    return f"Saved “{name}”. {instead}To play with it: `/{game.key} play {noun}:{name}`."


async def page_of(
    kind: DocumentKind,
    document: documents.Value,
    title: str,
    line: str,
    *files: discord.File,
    below: tuple[items.Tap, ...] = (),
    theme: str,
) -> Screen:
    """Return the page of a document as the game shows it, with its file to download."""
    page = await asyncio.to_thread(kind.page, document)
    parts: list[ui.Item[Any]] = [items.text(f"### {plain((title,))}\n{line}\n{plain((page.text,))}")]
    pictured = [] if page.scene is None else [await pictures.board(page.scene, f"{kind.noun}.png", theme)]
    parts += (items.picture(picture.filename, picture.description or "") for picture in pictured)
    rows = [items.row(*below)] if below else []
    return Screen(items.message(*parts, *map(build_attachment, files), *rows), [*pictured, *files])


def build_attachment(file: discord.File) -> ui.File[Any]:
    """Return the component for a file attached to the same message."""
    return ui.File(f"attachment://{file.filename}")
