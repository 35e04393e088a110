"""Playing a match: opening it, moving, looking at what was dealt."""

from __future__ import annotations

from bot.clocks import clocks
from bot.core.jobs import Job, about_its_subject
from bot.matches import briefings, ending, following, second_leg
from bot.matches.ui import commands, taps, telling
from bot.matches.ui.buttons import (
    Choose,
    Look,
    OpenMatch,
    Pick,
    Play,
    PlaySurely,
    PutAway,
    ShowDraft,
    Surely,
    ViewMatch,
    Write,
)
from bot.outbox import notices
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(commands.command,),
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
        following.NEXT_LEG: Job(second_leg.start_next_leg, at_once=True),
        following.ANSWER: about_its_subject(following.call_bot),
    },
    discord_jobs={briefings.FADE: telling.empty_preview},
    messages={
        notices.BRIEFING: telling.send_briefing,
        notices.PING: telling.send_ping,
        notices.REMINDER: telling.send_reminder,
        notices.RESULT: telling.send_result,
    },
)
