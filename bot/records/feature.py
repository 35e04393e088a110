"""Records, what verifies them, replays, the history."""

from __future__ import annotations

from bot.records.ui import exporting, handing_out, history, replay, verifying
from bot.records.ui.buttons import (
    ChangeEyes,
    ExportRecord,
    JumpToStep,
    MakeGif,
    ShowHistory,
    ShowStep,
    TakeFromHistory,
    VerifyMatch,
    WatchReplay,
)
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(history.command, exporting.export_command, verifying.verify_command, replay.command),
    buttons={
        ExportRecord: handing_out.exported,
        VerifyMatch: verifying.verified,
        WatchReplay: replay.opened,
        ShowStep: replay.stepped,
        JumpToStep: replay.jumped,
        ChangeEyes: replay.changed_eyes,
        MakeGif: replay.made_gif,
        ShowHistory: history.turned,
        TakeFromHistory: history.taken,
    },
)
