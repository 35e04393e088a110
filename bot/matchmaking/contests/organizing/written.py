"""A contest as its organizer has written its name and its start."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import drafting, starts
from bot.matchmaking.contests.organizing.drafting import Draft
from bot.play.clocks import clocks

USUAL_START = "in 1 day"


async def zone_of(app: AppContext, person: int) -> str:
    """The time zone in which somebody writes a time."""
    return (await clocks.settings_of(app, person)).hours.zone


async def terms_of(app: AppContext, person: int, draft: Draft, name: str, start: str) -> Terms:
    """The terms of a draft with this name and start; UserError for a start that can't be read."""
    if draft.kind == "l":
        return drafting.terms_of(draft, name, 0)
    moment = starts.moment(start or USUAL_START, app.now(), await zone_of(app, person))
    return drafting.terms_of(draft, name, max(moment, 1))
