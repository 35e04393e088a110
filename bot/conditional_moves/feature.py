"""Conditional moves: if they play this, I play that."""

from __future__ import annotations

from bot.conditional_moves import conditional_moves
from bot.conditional_moves.ui import command, line_editor
from bot.conditional_moves.ui.buttons import WriteInLine
from bot.core.jobs import Job
from bot.matches import following
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(command.command,),
    buttons=line_editor.TAPS,
    modals={WriteInLine: line_editor.wrote},
    jobs={following.REPLY: Job(conditional_moves.reply, at_once=True)},
)
