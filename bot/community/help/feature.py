"""The registration of `/help` and of each game's `rules` command."""

from __future__ import annotations

from bot.community.help.ui import rules
from bot.community.help.ui.rules import ChooseRules, MoreHelp, OpenHelp, TurnRules
from bot.discord_kit.components.navigation import OpenRules
from bot.discord_kit.interactions.feature import Feature

FEATURE = Feature(
    commands=(rules.help_command,),
    game_commands=(rules.command,),
    buttons={
        OpenRules: rules.open_beside,
        TurnRules: rules.turn_page,
        ChooseRules: rules.open_chosen,
        MoreHelp: rules.show_more,
        OpenHelp: rules.open_help,
    },
)
