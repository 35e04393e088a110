"""Conditional moves: if they play this, I play that."""

from __future__ import annotations

from bot.conditional_moves import foreseen
from bot.conditional_moves.ui import foresee, foresee_panel
from bot.conditional_moves.ui.buttons import WriteInLine
from bot.core.jobs import Job
from bot.matches import following
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(foresee.command,),
    buttons=foresee_panel.TAPS,
    modals={WriteInLine: foresee_panel.wrote},
    jobs={following.REPLY: Job(foreseen.reply)},
)
