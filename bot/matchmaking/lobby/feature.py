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
        OpenLobby: taps.open_form,
        Draft: taps.change_form,
        Choose: taps.choose,
        Find: taps.find_opponent,
        StopLooking: taps.stop_search,
        TakeChallenge: taps.take_challenge,
    },
    jobs={LOOK: Job(waiting.look_again, timed=True)},
    messages={waiting.INSTEAD: search.send_instead},
    starts=(search.listen,),
)
