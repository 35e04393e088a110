"""The feature of the lobby."""

from __future__ import annotations

from bot.core.jobs import Job
from bot.discord_kit.components.navigation import OpenLobby
from bot.discord_kit.interactions.feature import Feature
from bot.matchmaking.lobby import waiting
from bot.matchmaking.lobby.pairing import LOOK
from bot.matchmaking.lobby.ui import search, taps
from bot.matchmaking.lobby.ui.buttons import Choose, Draft, Find, StopLooking, TakeChallenge

FEATURE = Feature(
    buttons={
        OpenLobby: taps.opened,
        Draft: taps.changed,
        Choose: taps.chose,
        Find: taps.found,
        StopLooking: taps.stopped,
        TakeChallenge: taps.took,
    },
    jobs={LOOK: Job(waiting.look_again, timed=True)},
    messages={waiting.INSTEAD: search.send_instead},
    starts=(search.listen,),
)
