"""Playing on from positions, and studies."""

from __future__ import annotations

from bot.exploring.exploring import ONWARD, STUDY
from bot.exploring.ui import board, taps
from bot.exploring.ui.buttons import PlayLessonOn, PlayOn, SaveStudy, StudyFrom
from bot.ui.feature import Feature

FEATURE = Feature(
    buttons={
        PlayOn: taps.play_on,
        StudyFrom: taps.study,
        PlayLessonOn: taps.play_lesson_on,
        SaveStudy: taps.saved,
    },
    exercises={ONWARD: board.ONWARD_KIND, STUDY: board.STUDY_KIND},
)
