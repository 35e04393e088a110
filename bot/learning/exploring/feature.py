"""The feature of playing on from positions, and of studies."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.learning.exploring.exploring import ONWARD, STUDY
from bot.learning.exploring.ui import board
from bot.learning.exploring.ui.board import PlayLessonOn, PlayOn, SaveStudy, StudyFrom


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer to play on from a position of a match open to all, or to study it, unless it's the end."""
    state, game = context.state, context.state.game
    if not state.is_open_to_all or game.result(context.game_state) is not None:
        return []
    study = items.button("Study it", StudyFrom(context.match_id, context.number))
    play = items.button("Play on from here", PlayOn(context.match_id, context.number))
    return [play, study] if game.perfect_information else [play]


FEATURE = Feature(
    buttons={
        PlayOn: board.play_on,
        StudyFrom: board.study,
        PlayLessonOn: board.play_lesson_on,
        SaveStudy: board.save_study,
    },
    exercises={ONWARD: board.ONWARD_KIND, STUDY: board.STUDY_KIND},
    taps={"replay": _offer},
)
