"""Records, what verifies them, replays, the history."""

from __future__ import annotations

from bot.records.ui import history, records, replay
from bot.records.ui.buttons import (
    ChangeEyes,
    ExportRecord,
    JumpToStep,
    MakeFilm,
    ShowHistory,
    ShowStep,
    TakeFromHistory,
    VerifyMatch,
    WatchReplay,
)
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(history.command, records.export_command, records.verify_command, replay.command),
    buttons={
        ExportRecord: records.exported,
        VerifyMatch: records.verified,
        WatchReplay: replay.opened,
        ShowStep: replay.stepped,
        JumpToStep: replay.jumped,
        ChangeEyes: replay.changed_eyes,
        MakeFilm: replay.filmed,
        ShowHistory: history.turned,
        TakeFromHistory: history.taken,
    },
)
