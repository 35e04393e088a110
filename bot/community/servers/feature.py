"""The registration of `/server`, result announcements, and the greeting when the bot joins a server."""

from __future__ import annotations

from bot.community.servers.result_announcements import ANNOUNCEMENT, match_ended
from bot.community.servers.ui import announcing, settings
from bot.community.servers.ui.panel import ChooseForServer, SetForServer, ShowServer, ShowServerLog
from bot.core import notices
from bot.discord_kit.interactions.feature import Feature
from bot.matchmaking.terms.server_rules import check

FEATURE = Feature(
    commands=(settings.command,),
    buttons={
        ShowServer: settings.show_section,
        ChooseForServer: settings.chose,
        SetForServer: settings.put,
        ShowServerLog: settings.turn_log,
    },
    checks=(check,),
    match_ended=(match_ended,),
    messages={ANNOUNCEMENT: announcing.send, notices.GREETING: announcing.send_greeting},
    joined=(announcing.greet_server,),
)
