"""Help and the rules of the games."""

from __future__ import annotations

from bot.help.ui import help, rules
from bot.help.ui.buttons import ChooseRules, TurnRules
from bot.ui.feature import Feature
from bot.ui.navigation import OpenRules

FEATURE = Feature(
    commands=(help.command,),
    game_commands=(rules.command,),
    buttons={OpenRules: rules.open_beside, TurnRules: rules.turned, ChooseRules: rules.chosen},
)
