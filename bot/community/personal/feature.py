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
        OpenSettings: panel.opened,
        Switch: changing.switched,
        ChooseTheme: changing.theme_chosen,
        ChooseGame: changing.game_chosen,
        ChooseLevel: changing.level_chosen,
        ChoosePreset: changing.preset_chosen,
        ChooseMarks: changing.marks_chosen,
        ChooseWhere: changing.where_chosen,
        ChooseChallengers: changing.challengers_chosen,
        ChooseTold: changing.told_chosen,
        AskQuiet: asking.ask_quiet,
        AskHoliday: asking.ask_holiday,
        EndHoliday: asking.holiday_ended,
    },
    modals={AskQuiet: asking.quiet_written, AskHoliday: asking.holiday_written},
)
