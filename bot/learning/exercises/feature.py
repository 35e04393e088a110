"""The feature of boards for exercises, whose kinds other features supply."""

from __future__ import annotations

from bot.discord_kit.interactions.feature import Feature
from bot.learning.exercises.ui import taps
from bot.learning.exercises.ui.buttons import (
    OpenExercise,
    TryAgain,
    TryBack,
    TryChoose,
    TryDraft,
    TryHint,
    TryPick,
    TryWrite,
)

FEATURE = Feature(
    buttons={
        OpenExercise: taps.open_exercise,
        TryDraft: taps.show_draft,
        TryPick: taps.pick,
        TryChoose: taps.choose,
        TryAgain: taps.again,
        TryBack: taps.back,
        TryHint: taps.hint,
    },
    modals={TryWrite: taps.take_text},
)
