"""The lobby: people who look for an opponent get each other."""

from __future__ import annotations

from bot.core.jobs import Job
from bot.lobby import again
from bot.lobby.pairing import LOOK
from bot.lobby.ui import presence, taking, taps, telling
from bot.lobby.ui.buttons import Choose, Draft, Find, StopLooking, TakeChallenge
from bot.ui.feature import Feature
from bot.ui.navigation import OpenLobby

FEATURE = Feature(
    buttons={
        OpenLobby: taps.opened,
        Draft: taps.changed,
        Choose: taps.chose,
        Find: taps.found,
        StopLooking: taps.stopped,
        TakeChallenge: taking.took,
    },
    jobs={LOOK: Job(again.look_again, timed=True)},
    messages={again.INSTEAD: telling.send_instead},
    starts=(presence.listen,),
)
