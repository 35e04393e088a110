"""Tournaments and ladders: `/compete`, their cards, and what organizers do."""

from __future__ import annotations

from bot.contests import checking_in, running
from bot.contests.ui import (
    announcing,
    answering,
    deciding,
    menu,
    posted,
    results,
    setting_up,
    showing,
    taking_part,
)
from bot.contests.ui.buttons import (
    Accept,
    Announce,
    Answer,
    AtOnce,
    CheckIn,
    Choose,
    Join,
    Menu,
    OpenChosen,
    Pause,
    SetUp,
    Show,
    ShowLog,
    ShowPairings,
    Withdraw,
)
from bot.core.contest_ends import AGREED, CARD, CONTEST, ENDED, RESULTS
from bot.core.jobs import Job
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(menu.command,),
    buttons={
        Menu: menu.turned,
        OpenChosen: menu.chose,
        Show: showing.shown,
        ShowPairings: showing.pairings,
        ShowLog: showing.log,
        SetUp: setting_up.turned,
        Choose: setting_up.chose,
        Announce: announcing.asked,
        Answer: answering.asked,
        Accept: answering.accepting,
        Join: taking_part.joined,
        Withdraw: taking_part.withdrew,
        CheckIn: taking_part.checked_in,
        Pause: taking_part.paused,
        AtOnce: taking_part.limited,
        **deciding.BUTTONS,
    },
    modals={
        Announce: announcing.wrote,
        Answer: answering.wrote,
        Accept: answering.accepted,
    },
    jobs={
        CONTEST: Job(running.look, timed=True),
        ENDED: Job(running.look),
        checking_in.CHECK_IN: Job(checking_in.ask),
    },
    messages={
        CARD: posted.send_card,
        RESULTS: results.send_results,
        checking_in.CHECK_IN: results.send_check_in,
        AGREED: results.send_agreed,
    },
)
