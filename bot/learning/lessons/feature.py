"""`/learn`, and what a coach says in a first match."""

from __future__ import annotations

from bot.lessons.lessons import LESSON
from bot.lessons.ui import board, coach, course
from bot.lessons.ui.buttons import ChooseLesson, ShowCourse
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(course.command,),
    buttons={ShowCourse: course.shown, ChooseLesson: course.chose},
    exercises={LESSON: board.KIND},
    lines=(coach.line,),
)
