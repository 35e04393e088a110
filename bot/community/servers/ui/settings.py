"""The command `/server`, with which admins set up a server and read the log of what was done there."""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import app_commands

from bot.community.servers import administering
from bot.community.servers.administering import Field, LogPage
from bot.community.servers.ui import panel
from bot.community.servers.ui.panel import ChooseForServer, Section, SetForServer, ShowServer, ShowServerLog
from bot.core.errors import UserError
from bot.core.server_settings import settings_of
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import (
    NOT_A_MEMBER,
    Interaction,
    UiContext,
    is_without_bot,
    person_of,
    place_of,
    run_guarded,
    show,
)
from bot.discord_kit.interactions.members import ADMINS, administers
from bot.discord_kit.requests.servers import servers_of
from bot.discord_kit.text import markdown
from storage.tables.guilds import Logged

_NONE = "Nothing has been changed here yet."
_MENTION = re.compile(r"<(?:@&?|#)-?\d+>")


def log_screen(page: LogPage) -> Screen:
    """Return a page of the log: who did what and when, newest first."""
    told = "\n".join(_line(line) for line in page.lines) or _NONE
    return Screen(
        items.message(
            items.text(f"### Log of this server\n{told}"),
            *items.pager(page.number, page.pages, ShowServerLog),
            items.row(items.button("Settings", ShowServer("where"))),
        )
    )


def _line(one: Logged) -> str:
    who = "Slowplay" if one.person is None else f"<@{one.person}>"
    about = "" if one.about is None else f" About <@{one.about}>."
    return f"{_live(one.text)}{about}\n-# {who} · <t:{one.at}:R>"


def _live(text: str) -> str:
    """Return a log line whose mentions take effect, without pings, but not the markdown that it may quote."""
    parts = _MENTION.split(text), [*_MENTION.findall(text), ""]
    return "".join(f"{_plain(part)}{mention}" for part, mention in zip(*parts, strict=True))


def _plain(part: str) -> str:
    core = part.strip()
    if not core:
        return part
    before, after = part[: len(part) - len(part.lstrip())], part[len(part.rstrip()) :]
    return f"{before}{markdown.plain((core,))}{after}"


_NO_ADMIN = "Only members who can manage this server can see or change its settings."


def command(ctx: UiContext) -> app_commands.Group:
    """Return `/server`, for admins."""
    group = app_commands.Group(
        name="server", description="For admins: set up this server", default_permissions=ADMINS
    )

    @group.command(name="settings", description="For admins: say where people play here, and how")
    async def settings(interaction: Interaction) -> None:
        await run_guarded(interaction, _show(ctx, interaction, "where"))

    @group.command(name="log", description="For admins: see what was changed here, and by whom")
    async def show_log(interaction: Interaction) -> None:
        await run_guarded(interaction, _show_log(ctx, interaction, 0))

    return group


async def show_section(ctx: UiContext, interaction: Interaction, tap: ShowServer) -> None:
    """Show another part of the panel."""
    await _show(ctx, interaction, tap.section)


async def chose(ctx: UiContext, interaction: Interaction, tap: ChooseForServer) -> None:
    """Change a setting to what was chosen in a select, or to its default if nothing was."""
    data: Any = interaction.data
    await _change(ctx, interaction, tap.field, tuple(data["values"]))


async def put(ctx: UiContext, interaction: Interaction, tap: SetForServer) -> None:
    """Change a setting to the value of a button."""
    await _change(ctx, interaction, tap.field, (tap.value,))


async def turn_log(ctx: UiContext, interaction: Interaction, tap: ShowServerLog) -> None:
    """Show another page of the log."""
    await _show_log(ctx, interaction, tap.page)


def require_admin(interaction: Interaction) -> int:
    """Return the server's id; raise UserError unless the person is an admin of it."""
    guild = place_of(interaction).guild
    if is_without_bot(interaction):
        raise UserError(NOT_A_MEMBER)
    if guild is None:
        told = "Each server has settings of its own. Use /server settings on your server."
        raise UserError(told, command="server settings")
    if not administers(interaction):
        raise UserError(_NO_ADMIN)
    return guild


async def _show(ctx: UiContext, interaction: Interaction, section: Section) -> None:
    guild = require_admin(interaction)
    async with ctx.app.database.read() as r:
        settings = await settings_of(r, guild)
    await show(interaction, panel.screen(settings, section))


async def _change(ctx: UiContext, interaction: Interaction, field: Field, values: tuple[str, ...]) -> None:
    guild = require_admin(interaction)
    if field in ("results", "reports", "daily") and values:
        _check_may_post(interaction, guild, values[0])
    settings = await administering.change(ctx.app, guild, person_of(interaction), field, values)
    await show(interaction, panel.screen(settings, panel.section_of(field), field))


def _check_may_post(interaction: Interaction, guild: int, channel: str) -> None:
    """Raise UserError if this process knows that the bot can't post in a channel.

    Any channel of a server that only another process knows is accepted.
    """
    server = servers_of(interaction.client).get(guild)
    place = server.get_channel(int(channel)) if server is not None and channel.isdecimal() else None
    if server is None or not isinstance(place, discord.TextChannel):
        return
    may = place.permissions_for(server.me)
    if not (may.view_channel and may.send_messages):
        named = f"<#{channel}>"
        told = f"I can't post in {named}. Let me see it and send messages there, then choose it again."
        raise UserError(told, live=(named,))


async def _show_log(ctx: UiContext, interaction: Interaction, number: int) -> None:
    page = await administering.page_of(ctx.app, require_admin(interaction), number)
    await show(interaction, log_screen(page))
