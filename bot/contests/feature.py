"""Tournaments and ladders: `/compete`, their cards, and what organizers do."""

from __future__ import annotations

from bot.contests import checking_in, running, telling
from bot.contests.ui import (
    announcing,
    managing,
    menu,
    posted,
    results,
    setting_up,
    showing,
    taking_part,
)
from bot.contests.ui.buttons import (
    Announce,
    AtOnce,
    CallOff,
    CheckIn,
    Choose,
    ChooseMatch,
    ChoosePerson,
    Decide,
    EnterLate,
    Export,
    Join,
    ListMatches,
    ListPeople,
    Manage,
    Menu,
    OpenChosen,
    Pause,
    Remove,
    SetUp,
    Show,
    ShowLog,
    ShowPairings,
    StartNow,
    Substitute,
    Void,
    Withdraw,
)
from bot.core.contest_ends import CONTEST, ENDED
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
        Join: taking_part.joined,
        Withdraw: taking_part.withdrew,
        CheckIn: taking_part.checked_in,
        Pause: taking_part.paused,
        AtOnce: taking_part.limited,
        Manage: managing.managed,
        StartNow: managing.started,
        CallOff: managing.called_off,
        EnterLate: managing.entered_late,
        ListPeople: managing.listed_people,
        ChoosePerson: managing.chose_person,
        Remove: managing.removed,
        Substitute: managing.substituted,
        ListMatches: managing.listed_matches,
        ChooseMatch: managing.chose_match,
        Decide: managing.decided,
        Void: managing.voided,
        Export: managing.exported,
    },
    modals={Announce: announcing.wrote},
    jobs={
        CONTEST: Job(running.look, timed=True),
        ENDED: Job(running.look),
        checking_in.CHECK_IN: Job(checking_in.ask),
    },
    messages={
        telling.CARD: posted.send_card,
        telling.RESULTS: results.send_results,
        checking_in.CHECK_IN: results.send_check_in,
        telling.ABSENT: results.send_absent,
    },
)
