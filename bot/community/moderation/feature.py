"""The registration of `/moderate` and `/report`, with their buttons, jobs, messages, and checks."""

from __future__ import annotations

from discord import app_commands

from bot.community.moderation import pausing, removing, reporting, suspending
from bot.community.moderation import word_lists as lists
from bot.community.moderation.ui import matches, persons, posted_words, reports, texts
from bot.community.moderation.ui.buttons import (
    AskCancel,
    Cancel,
    ChooseText,
    CloseReport,
    Continue,
    Lift,
    ListTexts,
    OpenReport,
    Pause,
    RemoveReported,
    RemoveText,
    ReportText,
    SetWords,
    ShowMatch,
    ShowPerson,
    ShowReport,
    Suspend,
)
from bot.core.app_context import AppContext
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.members import MODERATORS
from bot.discord_kit.interactions.offers import TapContext


def _moderate(ctx: UiContext) -> app_commands.Group:
    """Return `/moderate`, which Discord offers to moderators only, unless a server decides otherwise."""
    made = app_commands.Group(
        name="moderate",
        description="For moderators: matches, texts, people, and words on this server",
        default_permissions=MODERATORS,
    )
    for part in (matches.command, texts.command, persons.command, texts.words_command):
        made.add_command(part(ctx))
    return made


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    return reports.report_taps(context.state, context.seat)


FEATURE = Feature(
    commands=(_moderate, reports.command),
    buttons={
        ShowMatch: matches.open_match,
        AskCancel: matches.ask_cancel,
        Cancel: matches.cancel_match,
        Pause: matches.pause_match,
        Continue: matches.resume_match,
        ListTexts: texts.list_texts,
        ChooseText: texts.chose,
        RemoveText: texts.remove_text,
        ShowPerson: persons.turn_page,
        Suspend: persons.suspend_person,
        Lift: persons.lift_suspension,
        OpenReport: persons.open_chosen,
        ShowReport: persons.open_report,
        RemoveReported: persons.remove_reported,
        CloseReport: persons.close_report,
        ReportText: reports.ask_reason,
    },
    modals={ReportText: reports.wrote, SetWords: texts.wrote},
    jobs=pausing.JOBS,
    messages={removing.POSTED: posted_words.lose_words, reporting.REPORTED: reports.send},
    checks=(suspending.check, lists.check),
    taps={"more": _offer},
)
