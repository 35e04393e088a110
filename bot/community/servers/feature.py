"""A server's settings, its log, and what follows from them: which matches can begin there, results that are
announced, and a greeting when the bot joins."""

from __future__ import annotations

from bot.outbox import notices
from bot.servers.allowed import check
from bot.servers.result_announcements import ANNOUNCEMENT, match_ended
from bot.servers.ui import announcing, greeting, settings
from bot.servers.ui.buttons import ChooseForServer, SetForServer, ShowServer, ShowServerLog
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(settings.command,),
    buttons={
        ShowServer: settings.turned,
        ChooseForServer: settings.chose,
        SetForServer: settings.put,
        ShowServerLog: settings.turned_log,
    },
    checks=(check,),
    match_ended=(match_ended,),
    messages={ANNOUNCEMENT: announcing.send, notices.GREETING: greeting.send},
    joined=(greeting.joined,),
)
