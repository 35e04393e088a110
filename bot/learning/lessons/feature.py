"""`/learn`, and what a coach says in a first match."""

from __future__ import annotations

from bot.discord_kit.interactions.feature import Feature
from bot.learning.lessons.lessons import LESSON
from bot.learning.lessons.ui import board, course, first_match
from bot.learning.lessons.ui.buttons import ChooseLesson, ShowCourse

FEATURE = Feature(
    commands=(course.command,),
    buttons={ShowCourse: course.shown, ChooseLesson: course.chose},
    exercises={LESSON: board.KIND},
    lines=(first_match.line,),
)
