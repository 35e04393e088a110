"""The feature of conditional moves: if they play this, I play that."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.jobs import Job
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.play.conditional_moves import conditional_moves
from bot.play.conditional_moves.ui import command, line_editor
from bot.play.conditional_moves.ui.command import ShowLines, WriteInLine
from bot.play.matches import follow_up


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer conditional moves to the players of an open game."""
    may = conditional_moves.may_plan(context.state, context.seat)
    return [items.button("Conditional moves", ShowLines(context.match_id))] if may else []


FEATURE = Feature(
    commands=(command.command,),
    buttons=line_editor.TAPS,
    modals={WriteInLine: line_editor.enter_text},
    jobs={follow_up.REPLY: Job(conditional_moves.reply, at_once=True)},
    taps={"panel": _offer},
)
