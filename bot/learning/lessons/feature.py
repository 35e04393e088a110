"""The feature of `/learn` and of the coach in a first match."""

from __future__ import annotations

from bot.discord_kit.interactions.feature import Feature
from bot.learning.lessons.lessons import LESSON
from bot.learning.lessons.ui import course
from bot.learning.lessons.ui.course import ChooseLesson, DismissCoach, ShowCourse

FEATURE = Feature(
    commands=(course.command,),
    buttons={
        ShowCourse: course.show_course,
        ChooseLesson: course.choose_lesson,
        DismissCoach: course.dismiss_coach,
    },
    taps={"panel": course.offer},
    exercises={LESSON: course.KIND},
    lines=(course.line,),
)
