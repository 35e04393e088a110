"""`/privacy`: what is stored about me, all of it as files, and how to delete it."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.community.privacy.ui import deleting, handing_out, showing
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded, show


def group(ctx: UiContext) -> app_commands.Group:
    """The command with all its parts."""
    made = app_commands.Group(name="privacy", description="See, get, or delete what I store about you")
    for part in (_show, _export, _delete):
        made.add_command(part(ctx))
    return made


def _show(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="show", description="See what I store about you, why, and for how long")
    async def show_privacy(interaction: Interaction) -> None:
        answers.without_asides(interaction)
        await guarded(interaction, show(interaction, showing.screen(0, ctx.app.keep_days)))

    return show_privacy


def _export(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="export", description="Get everything I store about you as files")
    async def export(interaction: Interaction) -> None:
        await guarded(interaction, handing_out.hand_out(ctx, interaction))

    return export


def _delete(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="delete", description="Delete everything I store about you")
    async def delete(interaction: Interaction) -> None:
        await guarded(interaction, deleting.asked(ctx, interaction))

    return delete
