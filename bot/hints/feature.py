"""Hints in casual matches."""

from __future__ import annotations

from bot.hints.ui import hint, hint_panel
from bot.hints.ui.buttons import AskForHint, ClearMarks, MarkRow, OpenMarks
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(hint.command,),
    buttons={
        AskForHint: hint_panel.show_hint,
        OpenMarks: hint_panel.show_marks,
        MarkRow: hint_panel.mark_row,
        ClearMarks: hint_panel.clear_marks,
    },
)
