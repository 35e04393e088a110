"""The registration of `/privacy`, with its buttons and the jobs of a deletion."""

from __future__ import annotations

from bot.community.privacy import leaving
from bot.community.privacy.ui import showing
from bot.community.privacy.ui.showing import AskAgain, DeleteData, ExportData, KeepData, ShowPrivacy
from bot.core.jobs import Job
from bot.discord_kit.interactions.feature import Feature

FEATURE = Feature(
    commands=(showing.group,),
    buttons={
        ShowPrivacy: showing.turn_page,
        ExportData: showing.export_data,
        AskAgain: showing.ask_again,
        DeleteData: showing.delete_data,
        KeepData: showing.keep_data,
    },
    jobs={
        leaving.DELETE: Job(leaving.carry_out, at_once=True),
        leaving.SCRUB: Job(leaving.scrub, at_once=True),
    },
    checks=(leaving.check,),
)
