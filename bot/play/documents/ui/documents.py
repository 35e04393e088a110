"""The commands to upload, list, show and delete the documents of a game. All answers are private."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import discord
import msgspec
from discord import app_commands, ui

from bot.core.seats import require_game
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.choices import MOST_CHOICES
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.pictures import fetch_file
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.discord_kit.text.markdown import plain
from bot.play.documents import documents
from bot.play.documents.ui import building
from bot.play.documents.ui.buttons import ChooseDocument, DeleteDocument, SendFile, ShowDocument
from bot.play.documents.ui.showing import build_attachment, build_saved_page, completion, page_of
from games.core.game import AnyGame
from games.core.vocabulary.documents import MOST_BYTES, DocumentKind, Faulty
from storage.rows import Document

_MOST_LINES = 20
_MOST_CHARACTERS = 3300
"""The most characters that a list may take of one message."""
_LONGEST_LINE = 300
_FAULTY = "doesn't fit the current rules"


def group(ctx: UiContext, game: AnyGame) -> app_commands.Group | None:
    """Return the command group of a game's documents, e.g. `/<game> deck …`, or None."""
    kind = game.documents
    if kind is None:
        return None
    made = app_commands.Group(
        name=kind.noun, description=f"Your own {kind.noun}s: upload, list, show and delete them"
    )
    for command in (_upload(ctx, game), _list(ctx, game), _show(ctx, game), _delete(ctx, game)):
        made.add_command(command)
    if kind.builder is not None:
        made.add_command(building.command(ctx, game))
    return made


def _noun(game: AnyGame) -> str:
    return documents.kind_of(game).noun


def _upload(ctx: UiContext, game: AnyGame) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="upload", description=f"Save your own {_noun(game)} from a JSON file")
    @app_commands.describe(file="A JSON file", name="What to call it (default: the file's name)")
    async def upload(interaction: Interaction, file: discord.Attachment, name: str | None = None) -> None:
        await run_guarded(interaction, _keep(ctx, game, interaction, file, name))

    return upload


def _list(ctx: UiContext, game: AnyGame) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name="list", description=f"List the {_noun(game)}s that come with the game, and your own"
    )
    async def list_all(interaction: Interaction) -> None:
        await run_guarded(interaction, _show_list(ctx, game, interaction))

    return list_all


def _show(ctx: UiContext, game: AnyGame) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name="show", description=f"Look at a {_noun(game)}, and download its file to change it"
    )
    @app_commands.describe(name=f"Which {_noun(game)}")
    @app_commands.autocomplete(name=completion(ctx, game))
    async def show_one(interaction: Interaction, name: str) -> None:
        await run_guarded(interaction, _show_one(ctx, game, interaction, name))

    return show_one


def _delete(ctx: UiContext, game: AnyGame) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name="delete", description=f"Delete one of your own {_noun(game)}s; you'll be asked to confirm"
    )
    @app_commands.describe(name=f"Which {_noun(game)}")
    @app_commands.autocomplete(name=completion(ctx, game, shipped=False))
    async def delete(interaction: Interaction, name: str) -> None:
        await run_guarded(interaction, _ask_to_delete(ctx, game, interaction, name))

    return delete


async def show_document(ctx: UiContext, interaction: Interaction, tap: ShowDocument) -> None:
    """Show the document that the button names."""
    await _show_one(ctx, require_game(tap.game), interaction, tap.name)


async def show_chosen(ctx: UiContext, interaction: Interaction, tap: ChooseDocument) -> None:
    """Show the document that was chosen from the list."""
    data: Any = interaction.data
    await _show_one(ctx, require_game(tap.game), interaction, str(data["values"][0]))


async def delete_document(ctx: UiContext, interaction: Interaction, tap: DeleteDocument) -> None:
    """Delete the person's own document that the button names."""
    game, name = require_game(tap.game), tap.name
    await documents.delete(ctx.app, game, interaction.user.id, name)
    await show(interaction, Screen(items.sentence(f"Deleted “{plain((name,))}”.")))


async def ask_for_file(_: UiContext, interaction: Interaction, tap: SendFile) -> None:
    """Ask for a file and its name in a form."""
    noun = _noun(require_game(tap.game))
    asked = ui.Modal(title=f"Send a {noun}", custom_id=tap.custom_id)
    file: ui.FileUpload[Any] = ui.FileUpload(custom_id="file")
    name: ui.TextInput[Any] = ui.TextInput(
        custom_id="words", max_length=documents.LONGEST_NAME, required=False
    )
    asked.add_item(ui.Label(text=f"The {noun}", description="A .json file", component=file))
    about = "Leave it empty to use the file's name. If you have one by that name, it's replaced."
    asked.add_item(ui.Label(text="What should it be called?", description=about, component=name))
    asked.stop()
    await interaction.response.send_modal(asked)


async def keep_sent(ctx: UiContext, interaction: Interaction, tap: SendFile, words: str) -> None:
    """Save the file that was sent in the form."""
    data: Any = interaction.data
    [sent] = data["resolved"]["attachments"].values()
    file = _Sent(sent["filename"], sent["size"], sent["url"])
    await _keep(ctx, require_game(tap.game), interaction, file, words or None)


class _Sent(NamedTuple):
    """A file as Discord describes it, before it is fetched."""

    filename: str
    size: int
    url: str


async def _keep(
    ctx: UiContext,
    game: AnyGame,
    interaction: Interaction,
    file: discord.Attachment | _Sent,
    name: str | None,
) -> None:
    """Fetch, read and save a file; the answer is deferred, as fetching may take a while."""
    kind = documents.kind_of(game)
    checked = documents.check_name(game, name or documents.suggest_name(kind, file.filename))
    documents.check_size(file.size)
    await ctx.limits.check("uploads", interaction.user.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    person = await ctx.meet(interaction)
    content = await fetch_file(interaction.client, file.url)
    try:
        kept = await documents.keep(ctx.app, ctx.limits, game, person.id, checked, content)
    except Faulty as error:
        screen = _faults(game, f"This file isn't a {kind.noun} yet", error)
    else:
        screen = await build_saved_page(game, kept, await pictures.theme_of(ctx.app, person.id))
    await answers.change_later(interaction, screen)


async def _show_list(ctx: UiContext, game: AnyGame, interaction: Interaction) -> None:
    kind, own = documents.kind_of(game), await documents.all_of(ctx.app, game, interaction.user.id)
    shipped, abouts = await asyncio.to_thread(lambda: (_describe_shipped(kind), _describe_own(kind, own)))
    files = [] if own else [_file(f"example-{kind.noun}.json", kind.example().encode())]
    told = "\n".join(_with_the_game(kind) + _of_your_own(game, own, abouts))
    selects = [
        _choice(f"See a {kind.noun} that comes with the game", ChooseDocument(game.key, "shipped"), shipped)
    ]
    selects += (
        [_choice(f"See a {kind.noun} of yours", ChooseDocument(game.key, "own"), abouts)] if own else []
    )
    taps = [building.opening(game, f"Build a {kind.noun}")] if kind.builder else []
    below = items.row(*taps, _sending(game))
    parts = (items.text(told), *selects, *map(build_attachment, files), below)
    await show(interaction, Screen(items.message(*parts), files))


def _choice(label: str, tap: ChooseDocument, abouts: Mapping[str, str]) -> ui.ActionRow[Any]:
    options = [
        discord.SelectOption(label=name, value=name, description=about[:100])
        for name, about in list(abouts.items())[:MOST_CHOICES]
    ]
    return items.row(items.select(label, tap, options))


def _sending(game: AnyGame) -> items.Tap:
    return items.button("Send a file", SendFile(game.key))


def _describe_shipped(kind: DocumentKind) -> dict[str, str]:
    """Return what's in each document that comes with the game."""
    return {name: _line(kind.about(name)) for name in kind.shipped}


def _describe_own(kind: DocumentKind, own: Sequence[Document]) -> dict[str, str]:
    """Return what's in each document of the person, or that it no longer fits."""
    faulty = {document.name for document in own if documents.faults_now(kind, document)}
    return {
        document.name: _FAULTY if document.name in faulty else _line(kind.about(document.content))
        for document in own
    }


def _with_the_game(kind: DocumentKind) -> list[str]:
    return ["### With the game", plain((", ".join(kind.shipped),))]


def _of_your_own(game: AnyGame, own: Sequence[Document], abouts: Mapping[str, str]) -> list[str]:
    kind = documents.kind_of(game)
    if own:
        lines = (_entry(document, abouts[document.name]) for document in own)
        return [f"### Your own ({len(own)} of {documents.MOST_KEPT})", *lines]
    begin = "You don't have any yet. To start, download the file below, change it as you like, and send it"
    return ["### Your own", f"{begin} here, or with `/{game.key} {kind.noun} upload`."]


def _entry(document: Document, about: str) -> str:
    faulty = f" · {about}" if about == _FAULTY else ""
    return f"**{document.name}**{faulty} · changed <t:{document.changed_at}:R>"


async def _show_one(ctx: UiContext, game: AnyGame, interaction: Interaction, text: str) -> None:
    kind, name = documents.kind_of(game), documents.plain_name(text)
    theme = await pictures.theme_of(ctx.app, interaction.user.id)
    if name in kind.shipped:
        file = _json_file(name, kind.shipped_document(name))
        below = _changing(game, name)
        told = "It comes with the game."
        await show(interaction, await page_of(kind, name, name, told, file, below=below, theme=theme))
        return
    document = await documents.get(ctx.app, game, interaction.user.id, name)
    faulty = await asyncio.to_thread(documents.faults_now, kind, document)
    file = await asyncio.to_thread(_json_file, name, document.content)
    if faulty is not None:
        screen = _faults(game, f"“{name}” {_FAULTY}", faulty, file)
    else:
        line = f"Yours, changed <t:{document.changed_at}:R>."
        below = _changing(game, document.content)
        screen = await page_of(kind, document.content, document.name, line, file, below=below, theme=theme)
    await show(interaction, screen)


def _changing(game: AnyGame, value: documents.Value) -> tuple[items.Tap, ...]:
    """Return the button that opens a document in the builder, if it can be built by buttons."""
    counts = building.counts_of(game, value)
    return () if counts is None else (building.opening(game, "Change it", counts),)


def _faults(game: AnyGame, heading: str, faulty: Faulty, *files: discord.File) -> Screen:
    """Return the page of faults that fit in the message, with a file of all known faults if some don't."""
    lines, count = [f"• {_line(fault)}" for fault in faulty.faults[:_MOST_LINES]], faulty.count
    told = "all of them" if count == len(faulty.faults) else f"the first {len(faulty.faults)}"
    shown = _fitting(lines, count, f"the file has {told}")
    how_many = "1 mistake" if count == 1 else f"{count:,} mistakes"
    next_step = "Fix the file, and send it again."
    text = "\n".join((f"### {heading}: {how_many}", next_step, *shown))
    if shown != lines or any(len(fault) > _LONGEST_LINE for fault in faulty.faults):
        files = (*files, _file("mistakes.txt", "\n".join(map(_clean, faulty.lines)).encode()))
    parts = (items.text(text), *map(build_attachment, files), items.row(_sending(game)))
    return Screen(items.message(*parts), list(files))


def _fitting(lines: list[str], count: int, rest: str) -> list[str]:
    """Return the lines that fit in one message, then how many of `count` are left out and where they are."""
    shown, length = list[str](), 0
    for line in lines:
        length += len(line) + 1
        if length > _MOST_CHARACTERS:
            break
        shown.append(line)
    left_off = count - len(shown)
    return [*shown, f"… and {left_off:,} more: {rest}."] if left_off else shown


def _line(text: str) -> str:
    """Return a text, which may quote a user, as one short line without markup or mentions."""
    return plain((_clean(text)[:_LONGEST_LINE],))


def _clean(text: str) -> str:
    """Return a text as one line that can be encoded: lone surrogates become question marks."""
    return " ".join(text.split()).encode(errors="replace").decode()


def _json_file(name: str, document: Mapping[str, Any]) -> discord.File:
    """Return a document as a file, indented unless that makes it too large to be uploaded again."""
    readable = json.dumps(document, indent=2, ensure_ascii=False).encode()
    return _file(f"{name}.json", readable if len(readable) <= MOST_BYTES else msgspec.json.encode(document))


def _file(name: str, content: bytes) -> discord.File:
    return discord.File(io.BytesIO(content), filename=name)


async def _ask_to_delete(ctx: UiContext, game: AnyGame, interaction: Interaction, text: str) -> None:
    document = await documents.get(ctx.app, game, interaction.user.id, text)
    noun, name = documents.kind_of(game).noun, document.name
    taps = items.row(
        items.button("Delete", DeleteDocument(game.key, name), items.BAD),
        items.button("Keep it", ShowDocument(game.key, name)),
    )
    asked = f"Do you want to delete the {noun} “{plain((name,))}”? Matches that use it will continue."
    await show(interaction, Screen(items.sentence(asked, taps)))
