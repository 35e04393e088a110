"""Conditional moves: if they play this, I play that."""

from __future__ import annotations

from bot.conditional_moves import conditional_moves
from bot.conditional_moves.ui import command, line_editor
from bot.conditional_moves.ui.buttons import ShowLines, WriteInLine
from bot.core.app_context import AppContext
from bot.core.jobs import Job
from bot.matches import following
from bot.ui import items
from bot.ui.feature import Feature
from bot.ui.items import Tap
from bot.ui.offers import TapContext


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer conditional moves to the player who waits in an open game."""
    may = conditional_moves.may_plan(context.state, context.seat)
    return [items.button("Conditional moves", ShowLines(context.match_id))] if may else []


FEATURE = Feature(
    commands=(command.command,),
    buttons=line_editor.TAPS,
    modals={WriteInLine: line_editor.wrote},
    jobs={following.REPLY: Job(conditional_moves.reply, at_once=True)},
    taps={"panel": _offer},
)
