"""The feature of playing a match: opening its panel, moving, and looking at dealt information."""

from __future__ import annotations

from bot.core.jobs import ANSWER, Job, about_its_subject
from bot.discord_kit.components.navigation import OpenMatch, ViewMatch
from bot.discord_kit.interactions.feature import Feature
from bot.play.clocks import clocks
from bot.play.matches import ending, following, starting
from bot.play.matches.ui import opening, taps
from bot.play.matches.ui.buttons import (
    Choose,
    Look,
    Pick,
    Play,
    PlaySurely,
    PutAway,
    ShowDraft,
    Surely,
    Write,
)

FEATURE = Feature(
    commands=(opening.command,),
    buttons={
        OpenMatch: taps.opened,
        ViewMatch: taps.opened,
        ShowDraft: taps.drafted,
        Pick: taps.picked,
        Choose: taps.chose,
        Play: taps.played,
        PlaySurely: taps.played,
        Surely: taps.surely,
        Look: taps.looked,
        PutAway: taps.put_away,
    },
    modals={Write: taps.wrote},
    jobs={
        clocks.TURN: Job(ending.time_out, timed=True),
        **dict.fromkeys(clocks.SILENCES, Job(ending.give_up, timed=True)),
        following.NEXT_LEG: Job(starting.start_next_leg, at_once=True),
        ANSWER: about_its_subject(following.call_bot),
    },
)
