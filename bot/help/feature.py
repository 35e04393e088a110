"""Help and the rules of the games."""

from __future__ import annotations

from bot.help.ui import help, rules
from bot.help.ui.buttons import ChooseRules, OpenRules, TurnRules
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(help.command,),
    game_commands=(rules.command,),
    buttons={OpenRules: rules.open_beside, TurnRules: rules.turned, ChooseRules: rules.chosen},
)
