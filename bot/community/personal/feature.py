"""The registration of `/settings`: looks, dice, clock, privacy, and DMs, in one panel."""

from __future__ import annotations

from bot.community.personal.ui import asking, changing, panel
from bot.community.personal.ui.buttons import (
    AskHoliday,
    AskQuiet,
    ChooseChallengers,
    ChooseGame,
    ChooseLevel,
    ChooseMarks,
    ChoosePreset,
    ChooseTheme,
    ChooseTold,
    ChooseWhere,
    EndHoliday,
    OpenSettings,
    Switch,
)
from bot.discord_kit.interactions.feature import Feature

FEATURE = Feature(
    commands=(panel.command,),
    buttons={
        OpenSettings: panel.open_page,
        Switch: changing.switch_setting,
        ChooseTheme: changing.set_theme,
        ChooseGame: changing.show_game,
        ChooseLevel: changing.set_level,
        ChoosePreset: changing.set_preset,
        ChooseMarks: changing.set_marks,
        ChooseWhere: changing.set_where,
        ChooseChallengers: changing.set_challengers,
        ChooseTold: changing.set_topics,
        AskQuiet: asking.ask_quiet,
        AskHoliday: asking.ask_holiday,
        EndHoliday: asking.end_holiday,
    },
    modals={AskQuiet: asking.save_quiet, AskHoliday: asking.begin_holiday},
)
